// The verb `kc`: kinematics and compliance of the axles of a vehicle; writes the files of bricard/vehicle/kc_files.hpp and kc_tables.hpp.
#include <fmt/format.h>

#include "bricard/io/formats.hpp"
#include "bricard/vehicle/kc_files.hpp"
#include "bricard/vehicle/kc_sheet.hpp"
#include "bricard/vehicle/kc_tables.hpp"
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
  for (const char* key : {"lateral", "longitudinal", "vertical"}) length(key, dimension::force);
  length("aligning", dimension::torque);
  for (const char* key : {"tests", "axles", "convention", "sensitivity"}) {
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

// The numbers of the file, and the vehicle with others.
vehicle::HardPointSource hard_points_of(const Arguments& arguments) {
  vehicle::HardPointSource source;
  const std::string within = arguments.within.value_or("");
  read_model(arguments.model, arguments.set, within, &source.variables, arguments.reading);
  source.reread = [&arguments, within](const std::vector<std::pair<std::string, std::string>>& numbers) {
    std::vector<std::pair<std::string, std::string>> set = arguments.set;
    set.insert(set.end(), numbers.begin(), numbers.end());
    std::vector<Annotation> annotations;
    Model model = read_model(arguments.model, set, within, nullptr, arguments.reading, &annotations);
    vehicle::Vehicle vehicle = vehicle::read_vehicle(model, annotations);
    return vehicle::VehicleModel{std::move(model), std::move(vehicle)};
  };
  return source;
}

bool is_file(const std::string& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
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
    const vehicle::Vehicle vehicle = vehicle::read_vehicle(model, annotations);
    if (options.sensitivity && is_file(arguments.model)) {  // a pipe is read once
      const vehicle::HardPointSource source = hard_points_of(arguments);
      variants.push_back(vehicle::kc(model, vehicle, options, &source));
    } else {
      variants.push_back(vehicle::kc(model, vehicle, options));
    }
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
  std::string trouble, files = "kc.csv, kc.json, kc.html, kc.xlsx";
  try {
    write_file(folder.path / "kc.csv", vehicle::kc_csv(results));
    write_file(folder.path / "kc.json", vehicle::kc_json(results));
    write_file(folder.path / "kc.html", vehicle::kc_sheet(variants, results.options.convention));
    write_file(folder.path / "kc.xlsx", vehicle::kc_workbook(results));
    for (const auto& make : {vehicle::hard_points_table, vehicle::tolerances_table, vehicle::shims_table, vehicle::loads_table, vehicle::forces_table}) {
      const vehicle::KcTable table = make(results);
      if (table.rows.empty()) continue;
      write_file(folder.path / ("kc_" + table.name + ".csv"), vehicle::csv_of(table));
      files += ", kc_" + table.name + ".csv";
    }
  } catch (const Error& error) {  // the input was right: what fails now is the disk
    trouble = std::string(error.what()) + "\n";
  }
  if (arguments.json) {
    print(vehicle::kc_json(results));
  } else if (!arguments.quiet) {
    print(vehicle::kc_text(results));
    if (trouble.empty()) print(fmt::format("\n  results: {}/{}\n", folder.path.string(), files));
  }
  print_error(trouble);
  return trouble.empty() ? done : failed;
}

}  // namespace bricard::cli
