// Making and filling the output folder.
#include "bricard/results/output_folder.hpp"

#include <system_error>

#include "bricard/core/error.hpp"
#include "bricard/results/atomic_file.hpp"
#include "bricard/results/csv_writer.hpp"
#include "bricard/results/summary_writer.hpp"

namespace bricard {
namespace fs = std::filesystem;

OutputFolder::OutputFolder(fs::path path) : path_(std::move(path)) {
  const auto refuse = [&](std::string what) {
    throw Error({Fault{{path_.string(), 0, 0}, "", std::move(what), "choose another folder with --out"}});
  };
  std::error_code error;
  const bool there = fs::exists(path_, error);
  if (there && !fs::is_directory(path_, error)) refuse("is a file, not a folder");
  fs::create_directories(path_, error);
  if (error) refuse("the folder cannot be made: " + error.message());
  // summary.json is written before the model, so a model without it is not ours.
  if (fs::exists(path_ / "model.bricard.yaml", error) && !fs::exists(path_ / "summary.json", error)) {
    refuse("the folder holds a model.bricard.yaml that no run has left there and that would be lost");
  }
  AtomicFile trial(path_ / "results.csv");  // never committed
  made_ = !there;
}

OutputFolder::~OutputFolder() {
  std::error_code ignored;
  if (made_) fs::remove(path_, ignored);  // only if it is empty
}

void OutputFolder::write(Results& results, std::string_view model) {
  made_ = false;
  Summary& summary = results.summary;
  for (std::string& warning : write_csv(results, summary.units, path_ / "results.csv"))
    summary.warnings.push_back(std::move(warning));
  write_file(path_ / "state.json", results.state.empty() ? "{}\n" : results.state);
  for (const ResultFile& file : results.files) write_file(path_ / file.name, file.text);
  AtomicFile file(path_ / "summary.json");
  write_summary(summary, results.columns, [&](std::string_view piece) { file.write(piece); });
  file.commit();
  write_file(path_ / "model.bricard.yaml", model);
}

}  // namespace bricard
