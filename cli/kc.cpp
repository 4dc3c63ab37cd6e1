// The verb `kc`: kinematics and compliance of the axles of a vehicle; writes kc.csv, kc.json and kc.html.
#include <fmt/format.h>

#include "bricard/vehicle/kc_files.hpp"
#include "bricard/vehicle/kc_sheet.hpp"
#include "cli/options.hpp"
#include "cli/plain_folder.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"

namespace bricard::cli {
namespace {

namespace fs = std::filesystem;

// An option that is a list: heave,steer.
std::vector<std::string> words_of(const Arguments& arguments, const std::string& key) {
  std::vector<std::string> words;
  const auto given = arguments.page.find(key);
  if (given == arguments.page.end()) return words;
  for (std::size_t begin = 0; begin <= given->second.size();) {
    const std::size_t end = std::min(given->second.find(',', begin), given->second.size());
    words.push_back(given->second.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

// What the file asks for, with the options of the command line over it.
vehicle::KcOptions options_of(const Arguments& arguments, const Model& model, std::vector<Annotation> annotations) {
  const auto put = [&](const std::string& key, std::vector<Annotation::Value> values) {
    const std::string name = "analysis.kc." + key;
    std::erase_if(annotations, [&](const Annotation& each) { return each.name == name; });
    annotations.push_back({name, std::move(values), UnitSystem{}});
  };
  const auto length = [&](const std::string& key, Dimension dimension) {
    if (const auto given = arguments.page.find(key); given != arguments.page.end())
      put(key, {{given->second, quantity(option_name(key), given->second, dimension, model), {}}});
  };
  length("travel", dimension::length);
  length("roll", dimension::angle);
  length("opposite", dimension::length);
  length("rack", dimension::length);
  length("mean_over", dimension::length);
  length("positions", dimension::none);
  for (const char* key : {"tests", "axles", "convention"}) {
    std::vector<Annotation::Value> words;
    for (std::string& word : words_of(arguments, key)) words.push_back({std::move(word), {}, {}});
    if (!words.empty()) put(key, std::move(words));
  }
  vehicle::KcOptions options = vehicle::read_kc_options(annotations);
  if (arguments.analysis.count("coordinates")) options.coordinates = arguments.analysis.at("coordinates");
  return options;
}

// A fault in what an option gave is told as one of that option.
[[noreturn]] void rethrow_as_option(const Error& error, const Arguments& arguments) {
  constexpr std::string_view section = "analysis.kc.";
  std::vector<Fault> faults = error.faults();
  for (Fault& fault : faults)
    if (fault.where.starts_with(section) && arguments.page.count(fault.where.substr(section.size())))
      fault.where = option_name(fault.where.substr(section.size()));
  throw Error(std::move(faults));
}

}  // namespace

int kc(const Arguments& arguments) {
  std::vector<Annotation> annotations;
  const Model model = load(arguments, {}, &annotations);
  tell_notes(arguments);
  const PlainFolder folder(arguments.out ? fs::path(*arguments.out) : default_folder(arguments.model), "kc.csv", arguments.force);
  std::vector<vehicle::KcResults> variants;
  try {
    const vehicle::KcOptions options = options_of(arguments, model, annotations);
    variants.push_back(vehicle::kc(model, vehicle::read_vehicle(model, annotations), options));
    for (const std::string& path : words_of(arguments, "against")) {
      Arguments other = arguments;
      other.model = path;
      other.set.clear();
      annotations.clear();
      const Model beside = load(other, {}, &annotations);
      variants.push_back(vehicle::kc(beside, vehicle::read_vehicle(beside, annotations), options));
    }
  } catch (const Error& error) {
    rethrow_as_option(error, arguments);
  }
  const vehicle::KcResults& results = variants.front();
  std::string trouble;
  try {
    write_file(folder.path / "kc.csv", vehicle::kc_csv(results));
    write_file(folder.path / "kc.json", vehicle::kc_json(results));
    write_file(folder.path / "kc.html", vehicle::kc_sheet(variants, results.options.convention));
  } catch (const Error& error) {  // the input was right: what fails now is the disk
    trouble = std::string(error.what()) + "\n";
  }
  if (arguments.json) {
    print(vehicle::kc_json(results));
  } else if (!arguments.quiet) {
    print(vehicle::kc_text(results));
    if (trouble.empty()) print(fmt::format("\n  results: {0}/kc.csv, kc.json, kc.html\n", folder.path.string()));
  }
  print_error(trouble);
  return trouble.empty() ? done : failed;
}

}  // namespace bricard::cli
