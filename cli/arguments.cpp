// Parsing of the command line with CLI11: one small parser per verb. What it does not know is reported here, with the nearest
// right name. Options that are keys of `analysis` come from its field table.
#include "cli/arguments.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <filesystem>

#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"
#include "bricard/core/units.hpp"
#include "bricard/model/analysis.hpp"
#include "cli/verbs.hpp"

namespace bricard::cli {
namespace {

constexpr std::array later_options{"--engine"};

std::string general_help() {
  std::string text =
      "bricard: motion and forces of mechanisms\n\nusage: bricard VERB [MODEL] [OPTIONS]     bricard VERB --help\n\n";
  for (const Verb& verb : verbs) {
    if (verb.run && !verb.help.empty()) text += fmt::format("  {:<13}{}\n", verb.name, verb.help);
  }
  return text + "\nexit codes: 0 done, 1 the computation failed, 2 the input is wrong\n";
}

const Verb& available_verb(const std::string& word) {
  const Verb* verb = find_verb(word);
  if (verb && verb->run) return *verb;
  if (verb) throw Error("", bricard::quoted(word) + " is not available in this version", "see bricard --help");
  if (word.starts_with("-"))
    throw Error("", "the verb must stand before the option " + bricard::quoted(word), "see bricard --help");
  std::vector<std::string_view> names;
  for (const Verb& each : verbs) names.push_back(each.name);
  const std::string hint = did_you_mean(word, names);
  throw Error("", "unknown verb " + bricard::quoted(word), hint.empty() ? "see bricard --help" : hint);
}

bool ends_in_digit(std::string_view text) { return !text.empty() && text.back() >= '0' && text.back() <= '9'; }

// What CLI11 would misread: `--duration 5 s` without quotes, where the unit after the number of an option belongs to it, and
// `--out=`, which would take the next word as its value.
std::vector<std::string> join_values(const std::vector<std::string>& words) {
  std::vector<std::string> joined;
  bool of_option = false;  // the last word is, or holds, the value of an option
  for (const std::string& word : words) {
    const bool is_unit = of_option && ends_in_digit(joined.back()) && !word.empty() && parse_unit(word);
    const std::size_t equals = word.starts_with("--") ? word.find('=') : std::string::npos;
    of_option = !is_unit && (equals != std::string::npos || (!joined.empty() && joined.back().starts_with("--")));
    if (is_unit) {
      joined.back() += " " + word;
    } else if (equals != std::string::npos && equals + 1 == word.size()) {
      joined.insert(joined.end(), {word.substr(0, equals), ""});
    } else {
      joined.push_back(word);
    }
  }
  return joined;
}

// Keys of `analysis` that a verb does not take: compare has lists of methods in their place, bench takes the choice of methods
// only, evaluate the coordinates, generate what its program needs.
bool is_left_out(const Verb& verb, std::string_view key) {
  if (verb.run == compare)
    return std::any_of(compare_options.begin(), compare_options.end(), [&](const auto& each) { return each.replaces == key; });
  if (verb.run == evaluate || verb.run == kc) return key != "coordinates";
  if (verb.run == maneuver) return key != "coordinates" && key != "duration" && key != "output_step";
  if (verb.run == convert) return true;
  if (verb.run == generate) return key != "duration" && key != "output_step" && key != "tolerance";
  constexpr std::array<std::string_view, 5> methods{"coordinates", "formulation", "stabilization", "integrator", "tolerance"};
  return verb.run == bench && std::find(methods.begin(), methods.end(), key) == methods.end();
}

// Every key of `analysis` that is one word or number, but its type, which is the verb.
void add_analysis_options(const Verb& verb, CLI::App& app, std::map<std::string, std::string>& values) {
  for_each_field<AnalysisOptions>([&]<class Member>(const Field<AnalysisOptions, Member>& field) {
    if constexpr (is_option<Member>) {
      if (field.name == "type" || is_left_out(verb, field.name)) return;
      const std::string key(field.name);
      const auto keep = [&values, key](const std::string& text) { values[key] = text; };
      app.add_option_function<std::string>(option_name(key), keep, std::string(field.help))->take_last();
    }
  });
  if (verb.run != run && verb.run != compare && verb.run != bench) return;
  const auto keep = [&values](const std::string& text) { values["engine"] = text; };
  app.add_option_function<std::string>("--engine", keep, "interpreted (default), or compiled: steps of dynamics by C code that is generated for the model")
      ->take_last();
}

void add_compare_options(CLI::App& app, std::map<std::string, std::string>& values) {
  for (const CompareOption& each : compare_options) {
    const auto keep = [&values, key = std::string(each.name)](const std::string& text) { values[key] = text; };
    app.add_option_function<std::string>(option_name(each.name), keep, std::string(each.help))->take_last();
  }
}

// Whether the verb has options of the page, and these options.
bool add_page_options(const Verb& verb, CLI::App& app, Arguments& arguments) {
  bool found = false;
  for (const PageOption& each : page_options) {
    if (each.verb != verb.name) continue;
    // The second of two would take the place of the first without a word.
    const auto keep = [&arguments, key = std::string(each.name)](const std::vector<std::string>& texts) {
      if (texts.size() > 1)
        throw Error("", fmt::format("{} is given {} times, and can be given once", option_name(key), texts.size()));
      arguments.page[key] = texts.front();
    };
    app.add_option_function<std::vector<std::string>>(option_name(each.name), keep, std::string(each.help))
        ->type_size(1)
        ->option_text("TEXT")
        ->allow_extra_args(false);
    found = true;
  }
  return found;
}

void add_options(const Verb& verb, CLI::App& app, Arguments& arguments, std::vector<std::string>& settings) {
  if (verb.takes_model) {
    app.add_option("MODEL", arguments.model,
                   "model file, *.bricard.yaml; workbook, *.xlsx; model of ROBOTRAN, *.mbs; robot, *.urdf; model of MuJoCo, *.xml");
    app.add_option("--set", settings,
                   "NAME=VALUE: another value of a parameter, point or key (k, UBJ.z, strut.stiffness); repeatable")
        ->allow_extra_args(false);
    if (verb.run == run || verb.run == compare || verb.run == kc || verb.run == maneuver)
      app.add_option("--out", arguments.out, "folder of the results; default: <model>.out")->take_last();
    if (verb.run == run || verb.run == compare || verb.run == kc || verb.run == maneuver)
      app.add_flag("--force", arguments.force, "the folder may hold files that no run has left there; they stay");
    if (verb.run == run) {
      app.add_option("--from", arguments.from, "folder of a run: start from its last state, with the parameters it found")
          ->take_last();
      app.add_option("--sweep", arguments.sweeps,
                     "NAME=FROM:TO:STEP or NAME=A,B,..: run for many values of a number; repeatable: all combinations")
          ->allow_extra_args(false);
      app.add_option("--keep", arguments.keep,
                     "of a sweep: last (default), curves, or numbers: max(x), min(x), mean(x), rms(x), last(x), at(x, condition)")
          ->take_last();
      app.add_option("--results-into", arguments.results_into,
                     "FILE.xlsx: a copy of the workbook that the model is, with curves and charts in it")
          ->take_last();
      app.add_flag("--certify", arguments.certify,
                   "estimate the error of dynamics by a second run at half the tolerance or step");
    }
    if (verb.run == evaluate)
      app.add_option("--at", arguments.from, "folder of a run or its state.json: the state; default: the design position")
          ->take_last();
    if (verb.run == generate) {
      app.add_option("--language", arguments.language, "of the code: see bricard list")->take_last();
      app.add_option("--out", arguments.out, "folder of the code; default: <model>.code")->take_last();
      app.add_option("--functions", arguments.functions,
                     "list of functions (see bricard list), all, or run: those of a simulation and a program around them; "
                     "default: run")
          ->take_last();
      app.add_flag("--fold", arguments.fold, "masses, lengths and inertias are numbers in the text instead of parameters");
      app.add_flag("--loads", arguments.loads, "functions take an external force and torque on every body; not with a program");
      app.add_flag("--count", arguments.count, "print the operations of every function; without --out nothing is written");
      app.add_flag("--force", arguments.force, "write over files that are not generated ones");
    }
    if (verb.run == convert) {
      app.add_option("OUT", arguments.out, "the file to write: *.bricard.yaml, *.xlsx, *.urdf");
      app.add_flag("--force", arguments.force, "OUT may be there already");
      app.add_option("--template", arguments.template_file, "FILE.xlsx: an empty workbook to fill in, instead of MODEL and OUT")
          ->take_last();
    }
    app.add_option("--orientation", arguments.reading.orientation,
                   "of a workbook: axis_angle, bryant or vectors; default: by what is in the file")
        ->take_last();
    app.add_option("--angles", arguments.reading.angles, "of a workbook: rad or deg; default: by what is in the file")->take_last();
    app.add_option("--axes", arguments.reading.axes,
                   "of a workbook: auto, points (on the axes) or vectors; default auto: by the geometry")
        ->take_last();
    app.add_option("--base", arguments.reading.base,
                   "of a robot in URDF: fixed or floating, its root link; default: as the file says, else fixed")
        ->take_last();
    app.add_option("--limits", arguments.reading.limits, "of a robot: told, or stops that push back; default: told")->take_last();
    app.add_flag("--allow-code", arguments.allow_code, "run the code that the model names under `functions`, without asking");
    // For the page's server, which runs the program: not in the help.
    app.add_flag("--progress", arguments.progress)->group("");
    app.add_option("--within", arguments.within)->group("")->take_last();
    add_analysis_options(verb, app, arguments.analysis);
    if (verb.run == compare) {
      app.add_option("--sweep", arguments.sweeps, "NAME=FROM:TO:STEP or NAME=A,B,..: for many values of a number; repeatable")
          ->allow_extra_args(false);
      add_compare_options(app, arguments.compare);
    }
  }
  if (add_page_options(verb, app, arguments) && verb.takes_paths) {
    app.add_option(verb.name == "plot"   ? "DIR COLUMNS"
                   : verb.name == "view"  ? "MODEL|DIR"
                   : verb.name == "study" ? "[show|export|best|status] STUDY"
                                         : "DIR",
                   arguments.paths,
                   verb.name == "plot"   ? "folder of results, then the columns to draw"
                   : verb.name == "view"  ? "models, folders of results, tables in CSV; or results of a study"
                   : verb.name == "study" ? "study file, *.study.yaml, to be done; or what is told of it or of its results"
                                         : "folders of results; the first is shown, others are drawn over it");
    if (verb.name == "view") app.add_flag("--no-browser", arguments.no_browser, "print the address only");
    if (verb.name == "study") app.add_flag("--progress", arguments.progress)->group("");
    if (verb.name == "view" || verb.name == "study")
      app.add_flag("--allow-code", arguments.allow_code, "run the code that models name under `functions`");
  }
  if (verb.run == reference) {
    app.add_option("DIR", arguments.out, "folder of the pages");
    app.add_option("--page-types", arguments.page_types)->group("")->take_last();  // for who changes the program
  }
  if (verb.run == doc) app.add_option("NAME", arguments.cases, "what it is about; default: all there is")->expected(0, 1);
  if (verb.run == new_model)
    app.add_option("KIND DIR", arguments.cases, "which model, and the folder it goes to; default: this one")->expected(0, 2);
  if (verb.run == completion) app.add_option("SHELL", arguments.cases, "bash, zsh or fish")->expected(0, 1);
  if (verb.run == bench) {
    app.add_option("CASE", arguments.cases, "cases of the suite, for instance a01 a05; default: all");
    app.add_option("--out", arguments.out, "folder for bench.csv and bench.json")->take_last();
    add_analysis_options(verb, app, arguments.analysis);
  }
  app.add_flag("--quiet", arguments.quiet, "no report and no progress bar");
  app.add_flag("--json", arguments.json, "machine-readable report, or faults, on standard output");
}

void refuse(std::vector<std::string> rest, const CLI::App& app) {
  std::erase(rest, "--");
  for (const std::string& word : rest) {
    if (!word.starts_with("-")) continue;
    const std::string name = word.substr(0, word.find('='));
    if (std::count(later_options.begin(), later_options.end(), name)) {
      throw Error("", fmt::format("the option {} is not available in this version", bricard::quoted(name)));
    }
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options()) {
      if (!option->get_lnames().empty()) names.push_back("--" + option->get_lnames().front());
    }
    const std::string hint = did_you_mean(name, names);
    throw Error("", fmt::format("unknown option {}", bricard::quoted(name)),
                hint.empty() ? fmt::format("see {} --help", app.get_name()) : hint);
  }
  if (!rest.empty())
    throw Error("", fmt::format("unexpected argument {}", bricard::quoted(rest.front())),
                fmt::format("see {} --help", app.get_name()));
}

std::pair<std::string, std::string> split_setting(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == 0 || equals == std::string::npos) {
    throw Error("--set", fmt::format("expected NAME=VALUE, found {}", bricard::quoted(text)), "for instance --set 'k=40 N/mm'");
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

}  // namespace

std::string option_name(std::string_view key) {
  std::string name = "--" + std::string(key);
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

std::vector<OptionInfo> options_of(const Verb& verb) {
  CLI::App app;
  Arguments arguments;
  std::vector<std::string> settings;
  add_options(verb, app, arguments, settings);
  std::vector<OptionInfo> options;
  for (const CLI::Option* each : app.get_options())
    if (!each->get_lnames().empty() && !each->get_group().empty())
      options.push_back({"--" + each->get_lnames().front(), each->get_description(), each->get_items_expected_max() > 0});
  return options;
}

Arguments parse_arguments(std::vector<std::string> words) {
  Arguments arguments;
  if (words.empty()) throw Error("", "a verb is missing", "for instance bricard run MODEL; see bricard --help");
  if (words[0] == "--help" || words[0] == "-h" || words[0] == "help") {
    arguments.help = general_help();
    return arguments;
  }
  if (words[0] == "--version") words[0] = "version";
  const Verb& verb = available_verb(words[0]);
  arguments.verb = words[0];
  words.erase(words.begin());
  words = join_values(words);

  CLI::App app(std::string(verb.help), "bricard " + arguments.verb);
  app.allow_extras();
  std::vector<std::string> settings;
  add_options(verb, app, arguments, settings);
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::CallForHelp&) {
    arguments.help = app.help();
    return arguments;
  } catch (const CLI::ParseError& error) {
    throw Error("", error.what(), fmt::format("see {} --help", app.get_name()));
  }
  refuse(app.remaining(), app);
  if (arguments.template_file && !arguments.model.empty())
    throw Error("--template", "an empty file is of no model", "bricard convert --template FILE.xlsx");
  if (verb.takes_model && arguments.model.empty() && !arguments.template_file)
    throw Error("", "the model file is missing", fmt::format("{} MODEL", app.get_name()));
  if (!verb.takes_model && verb.takes_paths && arguments.paths.empty())
    throw Error("", verb.name == "view"    ? "a model or a folder of results is missing"
                    : verb.name == "study" ? "the study file is missing"
                                           : "the folder of the results is missing",
                fmt::format("see {} --help", app.get_name()));
  if (verb.run == reference && !arguments.page_types && (!arguments.out || arguments.out->empty()))
    throw Error("", "the folder of the pages is missing", fmt::format("{} DIR", app.get_name()));
  for (const auto& [name, value] :
       {std::pair{"--out", &arguments.out}, {"--from", &arguments.from}, {"--within", &arguments.within},
        {"--results-into", &arguments.results_into}, {"--template", &arguments.template_file}})
    if (*value && (*value)->empty()) throw Error(name, "the value is missing");
  for (const std::string& each : arguments.sweeps)
    if (each.empty()) throw Error("--sweep", "the value is missing");
  if (arguments.keep && arguments.sweeps.empty())
    throw Error("--keep", "there is no --sweep of which something could be kept", "for instance --sweep k=10,20,40");
  for (const std::string& each : settings) arguments.set.push_back(split_setting(each));
  return arguments;
}

}  // namespace bricard::cli
