// The verb `report`: the page with the results of one or several runs inside, as one HTML file.
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"
#include "bricard/results/atomic_file.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "page/report/report_page.hpp"

namespace bricard::cli {

namespace fs = std::filesystem;

namespace {

// Where --out says; else beside the results of the first run.
fs::path report_path(const Arguments& arguments, const page::RunFolder& first) {
  const auto out = arguments.page.find("out");
  if (out == arguments.page.end()) return (first.is_table() ? first.path().parent_path() : first.path()) / "report.html";
  std::error_code error;
  if (out->second.empty()) throw Error("--out", "the value is missing");
  if (fs::is_directory(out->second, error)) throw Error("--out", bricard::quoted(out->second) + " is a folder", "name a file");
  for (const std::string& path : arguments.paths)
    if (fs::equivalent(path, out->second, error)) throw Error("--out", "the report would overwrite " + bricard::quoted(path));
  return out->second;
}

}  // namespace

int report(const Arguments& arguments) {
  std::vector<page::RunFolder> runs;
  for (const std::string& path : arguments.paths) runs.emplace_back(path);
  const fs::path path = report_path(arguments, runs.front());
  const page::Report report = page::report(runs);
  try {
    write_file(path, report.html);
  } catch (const Error& error) {
    Fault fault = error.faults().front();
    fault.hint = "choose another file with --out";
    throw Error(std::vector{fault});
  }
  if (arguments.json) {
    print(nlohmann::ordered_json{{"file", path.string()}, {"bytes", report.html.size()}, {"note", report.note}}.dump() + "\n");
  } else if (!arguments.quiet) {
    print(fmt::format("report in {} ({:.1f} MB)\n", path.string(), static_cast<double>(report.html.size()) / 1e6));
    if (!report.note.empty()) print(report.note + "\n");
  }
  return done;
}

}  // namespace bricard::cli
