// Making, filling and completing the output folder.
#include "bricard/results/output_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <system_error>
#include <utility>

#include "bricard/core/error.hpp"
#include "bricard/core/json.hpp"
#include "bricard/results/atomic_file.hpp"
#include "bricard/results/replace_folder.hpp"
#include "bricard/results/summary_writer.hpp"

namespace bricard {
namespace fs = std::filesystem;
namespace {

constexpr const char* rows_on_the_way = "results.partial.csv";
constexpr std::array every_run{"results.csv", "results.partial.csv", "summary.json",
                               "state.json",  "source.json",         "model.bricard.yaml"};
// Of folders whose summary.json has no list.
constexpr std::array some_runs{"modes.csv",
                               "mode_shapes.csv",
                               "linear.json",
                               "linear.m",
                               "root_locus.csv",
                               "root_locus.svg",
                               "modes_over_time.csv",
                               "modes_over_time.svg",
                               "A.csv",
                               "B.csv",
                               "C.csv",
                               "D.csv",
                               "bode.svg",
                               "frequency_response.csv"};

bool is_empty_or_missing(const fs::path& folder) {
  std::error_code error;
  return !fs::exists(folder, error) || fs::is_empty(folder, error);
}

// Of a run that was killed; also what it was just writing: summary.json.4711.tmp.
void remove_what_is_left(const fs::path& partial) {
  std::set<std::string> names = files_of_run(partial).value_or(std::set<std::string>{});
  names.insert(every_run.begin(), every_run.end());
  std::vector<fs::path> left;
  for (const fs::directory_entry& each : fs::directory_iterator(partial)) {
    const std::string name = each.path().filename().string();
    const std::string written = name.ends_with(".tmp") ? fs::path(name).stem().stem().string() : name;
    if (names.contains(written)) left.push_back(each.path());
  }
  std::error_code ignored;
  for (const fs::path& each : left) fs::remove(each, ignored);
}

}  // namespace

std::optional<std::set<std::string>> files_of_run(const fs::path& folder) {
  std::ifstream file(folder / "summary.json");
  std::error_code error;
  for (const char* of_verb : {"compare.json", "kc.json"})  // of `bricard compare` and `bricard kc`, which stay
    if (!file && fs::exists(folder / of_verb, error)) return std::set<std::string>{};
  if (!file) return std::nullopt;
  const Json summary = Json::parse(file, nullptr, false);
  if (!summary.is_object() || !summary.contains("status") || !summary.contains("analysis")) return std::nullopt;
  std::set<std::string> names;
  if (const auto list = summary.find("files"); list != summary.end() && list->is_array()) {
    for (const Json& each : *list)
      if (each.is_string() && each.get_ref<const std::string&>().find('/') == std::string::npos)
        names.insert(each.get<std::string>());
  } else {
    names.insert(every_run.begin(), every_run.end());
    names.insert(some_runs.begin(), some_runs.end());
  }
  return names;
}

OutputFolder::OutputFolder(fs::path path, bool force) : path_(std::move(path)) {
  const auto refuse = [&](const fs::path& folder, std::string what, std::string hint = "choose another folder with --out") {
    throw Error({Fault{{folder.string(), 0, 0}, "", std::move(what), std::move(hint)}});
  };
  std::error_code error;
  if (path_.empty()) refuse(path_, "the name of the folder is missing");
  place_ = fs::weakly_canonical(fs::absolute(path_), error);
  if (error) refuse(path_, "the folder cannot be made: " + error.message());
  if (!place_.has_filename()) place_ = place_.parent_path();
  if (fs::exists(place_, error) && !fs::is_directory(place_, error)) refuse(path_, "is a file, not a folder");
  partial_ = place_.string() + ".partial";
  const auto files = files_of_run(place_);
  if (files) replaced_ = *files;
  const bool is_left = fs::exists(partial_ / rows_on_the_way, error) || files_of_run(partial_);  // by a run that was killed
  for (const auto& [folder, is_ours] : {std::pair{place_, files.has_value()}, {partial_, is_left}})
    if (!is_ours && !force && !is_empty_or_missing(folder))
      refuse(folder == place_ ? path_ : folder, "the folder holds files, and none of a run",
             "choose another folder with --out, or say --force: they are carried over");
  if (fs::exists(place_, error) && ::access(place_.c_str(), W_OK) != 0)
    refuse(path_, "the folder cannot be written: " + std::generic_category().message(errno));
  fs::create_directories(partial_, error);
  if (error && fs::is_directory(place_)) {  // nothing can be made beside it, but perhaps in it
    partial_ = place_ / ".partial";
    fs::create_directories(partial_, error);
  }
  if (error) refuse(path_, "the folder cannot be made: " + error.message());
  lock_ = open(partial_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (lock_ < 0 || flock(lock_, LOCK_EX | LOCK_NB) != 0)
    refuse(path_, "another run is writing to this folder", "wait for it, or choose another folder with --out");
  if (is_left) remove_what_is_left(partial_);
  rows_.emplace(partial_ / rows_on_the_way, std::vector<std::string>{});
}

OutputFolder::~OutputFolder() {
  const bool has_rows = rows_ && rows_->has_begun();
  rows_.reset();
  std::error_code ignored;
  if (!is_written_ && !has_rows) {
    fs::remove(partial_ / rows_on_the_way, ignored);
    fs::remove(partial_, ignored);  // only if it is empty
  }
  if (lock_ >= 0) close(lock_);
}

// What is there already from the beginning is not written again.
void OutputFolder::put(const std::string& name, std::string_view text) {
  std::string& before = texts_[name];
  if (before == text && !text.empty()) return;
  write_file(partial_ / name, text, OnDisk::later);
  before = text;
}

void OutputFolder::prepare(Beginning beginning) {
  beginning_ = std::move(beginning);
  rows_.emplace(partial_ / rows_on_the_way, beginning_.record);
}

void OutputFolder::begin(const std::vector<ResultColumn>& columns, const UnitSystem& units) {
  rows_->begin(columns, units);
  if (beginning_.analysis.empty()) return;
  put("model.bricard.yaml", beginning_.model);
  for (const ResultFile& file : beginning_.files) put(file.name, file.text);
  Summary summary;
  summary.model = beginning_.name;
  summary.analysis = beginning_.analysis;
  summary.outcome = {Status::partial, "the run is under way, or was ended before it was done"};
  summary.units = units;
  summary.files = {rows_on_the_way, "summary.json"};
  for (const auto& [name, text] : texts_) summary.files.push_back(name);
  put("summary.json", partial_json(summary, rows_->columns()));
}

void OutputFolder::write(Results& results, std::string_view model) {
  Summary& summary = results.summary;
  if (!rows_->has_begun()) {
    rows_->begin(results.columns, summary.units);
    const std::size_t width = results.columns.size();
    for (int i = 0; i < results.rows(); ++i) rows_->row({results.values.data() + static_cast<std::size_t>(i) * width, width});
  }
  rows_->finish();
  for (std::string& warning : rows_->warnings()) summary.warnings.push_back(std::move(warning));
  put("state.json", results.state.empty() ? "{}\n" : results.state);
  for (const ResultFile& file : results.files) put(file.name, file.text);
  put("model.bricard.yaml", model);
  fs::rename(partial_ / rows_on_the_way, partial_ / "results.csv");
  summary.files = {"results.csv", "summary.json"};
  for (const auto& [name, text] : texts_)
    if (name != "summary.json") summary.files.push_back(name);
  AtomicFile file(partial_ / "summary.json");
  write_summary(summary, rows_->columns(), [&](std::string_view piece) { file.write(piece); });
  file.commit(OnDisk::later);
  replace_folder(partial_, place_, [&](const std::string& name) { return replaced_.contains(name); });
  is_written_ = true;
}

}  // namespace bricard
