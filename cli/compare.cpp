// The verb `compare`: the same problem through many methods; prints the table, writes compare.csv, compare.json, compare.txt and
// the work-precision plot compare.svg.
#include "bricard/analyses/many/compare.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bricard/analyses/many/variants.hpp"
#include "bricard/core/text.hpp"
#include "bricard/results/atomic_file.hpp"
#include "bricard/results/output_folder.hpp"
#include "cli/options.hpp"
#include "cli/plain_folder.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"

namespace bricard::cli {
namespace {

namespace fs = std::filesystem;

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

class Given {
 public:
  Given(const Arguments& arguments, const Model& model) : arguments_(arguments), model_(model) {}

  // "a, b" to its words; empty if the option is not there.
  std::vector<std::string> words(const std::string& name) const {
    std::vector<std::string> list;
    const std::optional<std::string> text = value(name);
    if (!text) return list;
    for (std::size_t begin = 0; begin <= text->size();) {
      const std::size_t end = std::min(text->find(',', begin), text->size());
      const std::string_view word = trimmed(std::string_view(*text).substr(begin, end - begin));
      if (word.empty())
        throw Error(option_name(name), "a name or number is missing in " + bricard::quoted(*text), "separate by commas");
      list.emplace_back(word);
      begin = end + 1;
    }
    return list;
  }
  std::vector<double> numbers(const std::string& name, Dimension dimension) const {
    std::vector<double> list;
    for (const std::string& word : words(name)) list.push_back(quantity(option_name(name), word, dimension, model_));
    return list;
  }
  double number(const std::string& name, double otherwise) const {
    const std::optional<std::string> text = value(name);
    return text ? quantity(option_name(name), *text, dimension::none, model_) : otherwise;
  }
  std::optional<std::string> value(const std::string& name) const {
    const auto found = arguments_.compare.find(name);
    if (found == arguments_.compare.end()) return {};
    if (found->second.empty()) throw Error(option_name(name), "the value is missing");
    return found->second;
  }

 private:
  const Arguments& arguments_;
  const Model& model_;
};

// "rod.x=x_mm mm": the column x_mm is rod.x, in mm; without a unit in that of the model.
void rename(const std::string& text, const Model& model, NumberTable& table) {
  const std::size_t equals = text.find('='), blank = text.find(' ', equals);
  if (equals == 0 || equals == std::string::npos)
    throw Error("--columns", "expected NAME=COLUMN, found " + bricard::quoted(text), "for instance t=time_s,rod.x=x_mm mm");
  const std::string column = text.substr(equals + 1, blank == std::string::npos ? blank : blank - equals - 1);
  const int index = table.column(column);
  if (index < 0)
    throw Error("--columns", "the reference has no column " + bricard::quoted(column), did_you_mean(column, table.names));
  table.names[index] = text.substr(0, equals);
  if (blank == std::string::npos) return;
  const std::optional<Unit> unit = parse_unit(trimmed(std::string_view(text).substr(blank)));
  if (!unit) throw Error("--columns", bricard::quoted(text.substr(blank + 1)) + " is not a unit");
  const double factor = unit->factor / model.units.factor(unit->dimension);
  for (std::size_t i = index; i < table.values.size(); i += table.names.size()) table.values[i] *= factor;
}

CompareOptions options_of(const Arguments& arguments, const Model& model) {
  const Given given(arguments, model);
  CompareOptions options;
  options.coordinates = given.words("coordinates");
  options.formulations = given.words("formulations");
  options.stabilizations = given.words("stabilizations");
  options.integrators = given.words("integrators");
  options.tolerances = given.numbers("tolerances", dimension::none);
  options.steps = given.numbers("steps", dimension::time);
  options.limit = given.number("limit", options.limit);
  const double threads = given.number("threads", 0);
  if (!(threads >= 0 && threads <= 1024) || threads != static_cast<int>(threads))
    throw Error("--threads", "a whole number up to 1024 is expected");
  options.threads = static_cast<int>(threads);
  for (const VariedKey& key : varied_keys()) {
    std::string name(key.name);
    std::replace(name.begin(), name.end(), '.', '_');
    if (std::vector<double> values = given.numbers(name, dimension::none); !values.empty())
      options.keys.push_back({std::string(key.name), std::move(values)});
  }
  options.sweeps = asked_sweeps(arguments, model);
  if (const std::optional<std::string> reference = given.value("reference")) {
    options.reference = read_csv(*reference);
    options.reference_name = *reference;
    for (const std::string& column : given.words("columns")) rename(column, model, *options.reference);
  } else if (given.value("columns")) {
    throw Error("--columns", "there is no --reference whose columns they could be");
  }
  return options;
}

// The library names its own options; the user knows them with two dashes.
[[noreturn]] void rethrow_as_option(const Error& error) {
  std::vector<Fault> faults = error.faults();
  for (Fault& fault : faults)
    for (const CompareOption& each : compare_options)
      if (fault.where == each.name) fault.where = option_name(each.name);
  throw Error(std::move(faults));
}

std::string write_all(const Comparison& comparison, const fs::path& folder) {
  try {
    write_file(folder / "compare.csv", comparison_csv(comparison));
    write_file(folder / "compare.json", comparison_json(comparison));
    write_file(folder / "compare.txt", comparison_text(comparison));
    write_file(folder / "compare.svg", svg(work_precision(comparison)));
  } catch (const Error& error) {  // the input was right: what fails now is the disk
    return std::string(error.what()) + "\n";
  }
  return "";
}

}  // namespace

int compare(const Arguments& arguments) {
  const std::atomic<bool>& interrupted = interrupt_flag();
  const Model model = load(arguments);
  tell_notes(arguments);
  AnalysisOptions options = *model.analysis;
  if (!arguments.analysis.count("output_step")) options.output_step.reset();  // output rows cost time that belongs to no method
  const CompareOptions grid = options_of(arguments, model);
  const PlainFolder folder(arguments.out ? fs::path(*arguments.out) : default_folder(arguments.model), "compare.csv", arguments.force);

  Comparison comparison;
  try {
    ProgressBar bar(arguments.quiet);
    Control control;
    control.progress = [&](double fraction) { bar.show(fraction); };
    control.interrupt = &interrupted;
    control.vary = [&](const ParameterValues& values) { return load(arguments, values); };
    comparison = bricard::compare(model, options, grid, control);
  } catch (const Error& error) {
    rethrow_as_option(error);
  }
  const std::string trouble = write_all(comparison, folder.path);
  if (arguments.json) {
    print(comparison_json(comparison));
  } else if (!arguments.quiet) {
    print(comparison_text(comparison));
    if (trouble.empty())
      print(fmt::format("  results: {0}/compare.csv, compare.json, compare.txt, compare.svg\n", folder.path.string()));
  }
  print_error(trouble);
  const bool any =
      std::any_of(comparison.runs.begin(), comparison.runs.end(), [](const ComparedRun& run) { return run.complete; });
  if (comparison.interrupted) {
    print_error(fmt::format("bricard: interrupted; what was computed is in {}\n", folder.path.string()));
  } else if (!any) {
    print_error("bricard: error: no run reached the end; the first says: " + comparison.runs.front().outcome.message + "\n");
  }
  return comparison.interrupted || !any || !trouble.empty() ? failed : done;
}

}  // namespace bricard::cli
