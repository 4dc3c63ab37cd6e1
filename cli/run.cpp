// The verbs `run`, `simulate` and the other analyses: read, compute, write the output folder, report.
#include "bricard/analyses/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "bricard/analyses/many/sweep.hpp"
#include "bricard/core/json_text.hpp"
#include "bricard/core/text.hpp"
#include "bricard/io/code_files.hpp"
#include "bricard/io/document.hpp"
#include "bricard/io/workbook/results_into.hpp"
#include "bricard/io/workbook/workbook_reader.hpp"
#include "bricard/io/yaml_writer.hpp"
#include "bricard/results/atomic_file.hpp"
#include "bricard/results/output_folder.hpp"
#include "bricard/results/report.hpp"
#include "bricard/results/summary_writer.hpp"
#include "cli/options.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "cli/warning_places.hpp"

namespace bricard::cli {
namespace {

namespace fs = std::filesystem;

void keep_model_safe(const std::string& model, const fs::path& folder) {
  std::error_code error;
  if (fs::equivalent(model, folder / "model.bricard.yaml", error)) {
    throw Error("--out", "the results would overwrite the model itself", "choose another folder");
  }
}

// The time of the last row, in the file's units.
std::string last_time(const Results& results) {
  const int t = results.column("t");
  if (t < 0 || results.tally.count == 0) return "the start";
  const UnitSystem& units = results.summary.units;
  return fmt::format("t = {:.6g} {}", results.tally.last[t] / units.factor(dimension::time), units.time);
}

std::string told(const Error& error) {
  std::string text;
  for (const Fault& fault : error.faults()) text += to_string(fault) + "\n";
  return text;
}

// "the function of forces.brake .." becomes "the function of forces.brake (line 7) ..", where the file is a text that has one.
void add_lines(const Arguments& arguments, const ModelText& source, Summary& summary) {
  constexpr std::string_view words = "the function of ";
  std::optional<Document> document;
  const auto add = [&](std::string& message) {
    const std::size_t at = message.find(words);
    if (at == std::string::npos) return;
    const std::size_t end = std::min(message.find(' ', at + words.size()), message.size());
    const std::string place = message.substr(at + words.size(), end - at - words.size());
    if (const std::string cell = source.cell_of(place); !cell.empty())
      return static_cast<void>(message.insert(end, " (" + cell + ')'));
    if (!document) document = parse_document(source.text, arguments.model);
    if (const int line = document->place_of(place).line; line > 0) message.insert(end, fmt::format(" (line {})", line));
  };
  try {
    add(summary.outcome.message);
    for (std::string& warning : summary.warnings) add(warning);
  } catch (const Error&) {  // a pipe
  }
}

// The text that was read and what was asked with it, so that a run can be done again from its folder: model.bricard.yaml has
// everything worked in.
std::string source_json(const Arguments& arguments, const std::string& text, const std::string& analysis) {
  JsonText json(1);
  const auto put_map = [&](std::string_view key, const auto& entries) {
    json.object(key, [&] {
      for (const auto& [name, value] : entries) json.put(name, value);
    });
  };
  json.object([&] {
    json.put("file", fs::path(arguments.model).filename().string());
    json.put("text", text);
    json.put("analysis", analysis);
    std::vector<std::pair<std::string, std::string>> set;  // of a name that is given twice the last value
    for (const auto& given : arguments.set) {
      const auto same = std::find_if(set.begin(), set.end(), [&](const auto& each) { return each.first == given.first; });
      if (same == set.end())
        set.push_back(given);
      else
        same->second = given.second;
    }
    put_map("set", set);
    put_map("options", arguments.analysis);
    if (!arguments.sweeps.empty()) json.put("sweep", arguments.sweeps);
    if (arguments.keep) json.put("keep", *arguments.keep);
  });
  json.end();
  return json.text();
}

// The columns of a sweep: what is varied is always there, and numbers were asked for by name.
std::vector<std::string> recorded(std::vector<std::string> record, const std::vector<Sweep>& sweeps, const Keep& keep) {
  if (keep.what == Keep::What::numbers) return {};
  for (const Sweep& each : sweeps)
    if (!record.empty()) record.push_back(each.parameter);
  return record;
}

// The bytes of the workbook that the model is, whose copy shall hold the results. What would make that impossible is said before
// the run.
std::string book_for_results(const Arguments& arguments) {
  const std::string& out = *arguments.results_into;
  std::error_code error;
  if (!out.ends_with(".xlsx")) throw Error("--results-into", quoted(out) + " has not the ending .xlsx", "it is a workbook");
  if (fs::equivalent(arguments.model, out, error))
    throw Error("--results-into", "this is the model itself, which is never written", "name another file: it becomes a copy");
  if (fs::exists(out, error) && !arguments.force)
    throw Error("--results-into", quoted(out) + " is there already, and is not written over", "--force does it");
  std::string book = read_file(arguments.model);
  if (!is_workbook(book))
    throw Error("--results-into", "the model is no workbook",
                "`bricard convert MODEL model.xlsx` makes one, where it can be one");
  return book;
}

void write_into_book(const Arguments& arguments, const std::string& book, const Model& model, const OutputFolder& folder,
                     const UnitSystem& units) {
  std::vector<std::string> of_columns, outputs, bodies;
  for (const ResultColumn& each : folder.columns())
    of_columns.push_back(!each.unit.empty() ? each.unit : each.dimension == dimension::none ? "" : units.name(each.dimension));
  for (const Output& each : model.outputs) outputs.push_back(each.name);
  for (const Body& each : model.bodies) bodies.push_back(each.name);
  const TableForSheet table = table_for_sheet(read_file((folder.path() / "results.csv").string()), std::move(of_columns));
  write_file(*arguments.results_into, with_results(book, arguments.model, table, charts_for_sheet(table, outputs, bodies)));
}

}  // namespace

int run(const Arguments& arguments) {
  const std::atomic<bool>& interrupted = interrupt_flag();
  std::vector<Annotation> annotations;
  const Model model = load(arguments, {}, &annotations);
  if (arguments.verb == "run" && analysis_above(annotations) == "kc") return kc(arguments);
  if (arguments.verb == "run" && analysis_above(annotations) == "maneuver") return maneuver(arguments);
  const ModelText source = source_of(arguments);
  const AnalysisOptions& options = *model.analysis;
  const fs::path path = arguments.out ? fs::path(*arguments.out) : default_folder(arguments.model);
  keep_model_safe(arguments.model, path);
  const std::string book = arguments.results_into ? book_for_results(arguments) : "";
  const std::vector<Sweep> sweeps = asked_sweeps(arguments, model);
  const Keep keep = parse_keep(arguments.keep.value_or("last"));
  const ResultFile again{"source.json", source_json(arguments, source.text, options.type)};
  OutputFolder folder(path, arguments.force);
  // The code that ran stands beside the model, so that the folder can be run again.
  std::vector<ResultFile> beside{again};
  const auto resolved_text = [&](const Model& computed) {
    CodeBeside with_code = with_code_beside(computed);
    beside.resize(1);
    for (auto& [name, content] : with_code.files) beside.push_back({std::move(name), std::move(content)});
    return write_yaml(with_code.model);
  };
  const std::string resolved = resolved_text(model);
  folder.prepare({model.name, options.type, resolved, beside, recorded(options.record, sweeps, keep)});

  Results results;
  try {
    ProgressBar bar(arguments.quiet, arguments.progress);
    Control control;
    control.progress = [&](double fraction) { bar.show(fraction); };
    control.interrupt = &interrupted;
    control.certify = arguments.certify;
    control.rows = &folder;
    control.scratch = folder.partial().string();
    control.vary = [&](const ParameterValues& values) { return load(arguments, values); };
    control.variable = [&](const std::string& name) { return variable(arguments, name); };
    results = sweeps.empty() ? bricard::run(model, options, control) : sweep(sweeps, keep, options, control);
  } catch (const Error& error) {
    if (!folder.failed()) throw;
    print_error(told(error) + fmt::format("bricard: error: what was computed until then is in {}\n", folder.partial().string()));
    return failed;
  }
  add_lines(arguments, source, results.summary);
  Outcome& outcome = results.summary.outcome;
  const bool by_user = interrupted && outcome.status == Status::stopped;
  if (by_user && sweeps.empty()) outcome.message = "interrupted at " + last_time(results);
  add_places(results.summary.warnings, source, arguments.model);

  results.files.insert(results.files.end(), beside.begin(), beside.end());
  std::string trouble;
  try {
    const auto& equilibrium = results.summary.equilibrium;
    const bool with_found = equilibrium && !equilibrium->found.empty() && arguments.sweeps.empty();
    folder.write(results, with_found ? resolved_text(load(arguments, equilibrium->found)) : resolved);
    if (arguments.results_into) write_into_book(arguments, book, model, folder, results.summary.units);
  } catch (const Error& error) {  // the input was right: what fails now is the disk
    trouble = told(error);
  }
  if (arguments.json) {
    print(summary_json(results.summary, folder.columns()));
  } else if (!arguments.quiet) {
    print(report_text(results.summary));
    if (trouble.empty()) print(fmt::format("  {:<13}{}/\n", "results", path.string()));
    if (trouble.empty() && arguments.results_into) print(fmt::format("  {:<13}{}\n", "workbook", *arguments.results_into));
  }
  print_error(trouble);
  if (outcome.failed()) print_error(fmt::format("bricard: error: the computation failed: {}\n", outcome.message));
  if (by_user) print_error(fmt::format("bricard: {}; what was computed is in {}\n", outcome.message, path.string()));
  return outcome.failed() || by_user || !trouble.empty() ? failed : done;
}

}  // namespace bricard::cli
