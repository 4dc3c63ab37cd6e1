// The verb `maneuver`: a vehicle with a driver; leaves what a run leaves, and maneuver.json with the figures.
#include "bricard/vehicle/maneuver.hpp"

#include <fmt/format.h>

#include "bricard/io/yaml_writer.hpp"
#include "bricard/results/output_folder.hpp"
#include "cli/options.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"

namespace bricard::cli {
namespace {

namespace fs = std::filesystem;

// What the file asks for, with the options of the command line over it.
vehicle::ManeuverOptions options_of(const Arguments& arguments, const Model& model, std::vector<Annotation> annotations) {
  namespace d = dimension;
  const auto put = [&](const std::string& key, Annotation::Value value) {
    const std::string name = "analysis.maneuver." + key;
    std::erase_if(annotations, [&](const Annotation& each) { return each.name == name; });
    annotations.push_back({name, {std::move(value)}, UnitSystem{}});
  };
  const auto number = [&](const std::string& key, Dimension dimension) {
    if (const auto given = arguments.page.find(key); given != arguments.page.end())
      put(key, {given->second, quantity(option_name(key), given->second, dimension, model), {}});
  };
  number("speed", d::speed);
  number("lateral_acceleration", d::acceleration);
  number("radius", d::length);
  number("frequency", d::none / d::time);
  number("deceleration", d::acceleration);
  number("distance", d::length);
  number("rise_time", d::time);
  number("preview", d::time);
  number("steer", d::none);
  number("rate", d::none);
  for (const char* key : {"duration", "output_step"})
    if (const auto given = arguments.analysis.find(key); given != arguments.analysis.end())
      put(key, {given->second, quantity(option_name(key), given->second, d::time, model), {}});
  if (const auto given = arguments.analysis.find("coordinates"); given != arguments.analysis.end()) put("coordinates", {given->second, {}, {}});
  if (const auto given = arguments.page.find("kind"); given != arguments.page.end()) put("kind", {given->second, {}, {}});
  return vehicle::read_maneuver_options(annotations);
}

// A fault in what an option gave is told as one of that option.
[[noreturn]] void rethrow_as_option(const Error& error, const Arguments& arguments) {
  constexpr std::string_view section = "analysis.maneuver.";
  std::vector<Fault> faults = error.faults();
  for (Fault& fault : faults)
    if (fault.where.starts_with(section) && (arguments.page.count(fault.where.substr(section.size())) || fault.where == "analysis.maneuver.kind"))
      fault.where = option_name(fault.where.substr(section.size()));
  throw Error(std::move(faults));
}

}  // namespace

int maneuver(const Arguments& arguments) {
  std::vector<Annotation> annotations;
  const Model model = load(arguments, {}, &annotations);
  tell_notes(arguments);
  vehicle::ManeuverResults results;
  std::optional<OutputFolder> folder;
  try {
    const vehicle::ManeuverOptions options = options_of(arguments, model, annotations);
    const vehicle::Vehicle car = vehicle::read_vehicle(model, annotations);
    folder.emplace(arguments.out ? fs::path(*arguments.out) : default_folder(arguments.model), arguments.force);
    ProgressBar bar(arguments.quiet, arguments.progress);
    Control control;
    control.progress = [&](double fraction) { bar.show(fraction); };
    control.interrupt = &interrupt_flag();
    folder->prepare({model.name, "maneuver", write_yaml(model), {}, {}});
    results = vehicle::maneuver(model, car, options, control);
  } catch (const Error& error) {
    rethrow_as_option(error, arguments);
  }
  results.results.files.push_back({"maneuver.json", vehicle::maneuver_json(results)});
  std::string trouble;
  try {
    folder->write(results.results, write_yaml(results.model));
  } catch (const Error& error) {  // the input was right: what fails now is the disk
    trouble = std::string(error.what()) + "\n";
  }
  if (arguments.json) {
    print(vehicle::maneuver_json(results));
  } else if (!arguments.quiet) {
    print(vehicle::maneuver_text(results));
    if (trouble.empty()) print(fmt::format("\n  results: {0}/results.csv, maneuver.json\n", folder->path().string()));
  }
  print_error(trouble);
  return !trouble.empty() || results.results.summary.outcome.failed() ? failed : done;
}

}  // namespace bricard::cli
