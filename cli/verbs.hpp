// The verbs of the program: one file and one line each.
#pragma once
#include <array>
#include <string_view>

#include "cli/arguments.hpp"

namespace bricard::cli {

// Exit codes of the contract.
enum ExitCode { done = 0, failed = 1, wrong_input = 2 };

int run(const Arguments& arguments);
int check(const Arguments& arguments);
int compare(const Arguments& arguments);
int kc(const Arguments& arguments);
int maneuver(const Arguments& arguments);
int tire(const Arguments& arguments);
int evaluate(const Arguments& arguments);
int generate(const Arguments& arguments);
int list(const Arguments& arguments);
int reference(const Arguments& arguments);
int doc(const Arguments& arguments);
int convert(const Arguments& arguments);
int new_model(const Arguments& arguments);
int completion(const Arguments& arguments);
int manual(const Arguments& arguments);
int bench(const Arguments& arguments);
int report(const Arguments& arguments);
int view(const Arguments& arguments);
int plot(const Arguments& arguments);
int render(const Arguments& arguments);
int scene(const Arguments& arguments);
int study(const Arguments& arguments);
int live(const Arguments& arguments);
int version(const Arguments& arguments);

struct Verb {
  std::string_view name, help;
  int (*run)(const Arguments&) = nullptr;  // null: not available in this version
  bool takes_model = true;
  std::string_view analysis = {};  // what it runs, whatever the file says
  bool takes_paths = false;        // models, folders of results
};

inline constexpr std::array verbs{
    Verb{"run", "run what the file's analysis section asks", run},
    Verb{"simulate", "dynamics", run, true, "dynamics"},
    Verb{"kinematics", "motion given by drivers", run, true, "kinematics"},
    Verb{"inverse", "inverse dynamics: efforts of a given motion", run, true, "inverse_dynamics"},
    Verb{"equilibrium", "position of rest", run, true, "equilibrium"},
    Verb{"modes", "natural frequencies and mode shapes", run, true, "modes"},
    Verb{"assemble", "assembly only", run, true, "assembly"},
    Verb{"check", "validate; mobility, redundant constraints, uniqueness of reactions", check},
    Verb{"kc", "kinematics and compliance of a vehicle's axles: the K&C sheet", kc},
    Verb{"maneuver", "what a vehicle does with a driver, and its figures: step_steer, steady_circle, lane_change ...", maneuver},
    Verb{"tire", "a bench for a tire file: curves, values at a slip, ranges", tire, false, {}, true},
    Verb{"evaluate", "the equations of motion at a state, as JSON", evaluate},
    Verb{"compare", "the same problem through many methods: one table of time, steps and errors", compare, true, "dynamics"},
    Verb{"convert", "a workbook or a model of many files as one model file", convert},
    Verb{"list", "joints, constraints, forces, methods, formats and the legal grid of methods", list, false},
    Verb{"reference", "pages with the equation, keys, columns and an example of every element, to a folder", reference, false},
    Verb{"doc", "the page of an element, a section of the file, a method or a function, here in the terminal", doc, false},
    Verb{"new", "a small, commented model to start from: four_bar, corner, robot or vehicle, to a folder", new_model, false},
    Verb{"bench", "the built-in benchmark suite: speed and accuracy of this program on this machine", bench, false},
    Verb{"version", "the version of the program", version, false},
    Verb{"completion", "what a shell needs to complete verbs, options and methods: bash, zsh or fish", completion, false},
    Verb{"generate", "code of the equations, with a program that simulates them: C, C++, Python or MATLAB", generate, true,
         "dynamics"},
    Verb{"view", "the page in the browser", view, false, {}, true},
    Verb{"report", "one HTML file of a run", report, false, {}, true},
    Verb{"plot", "curves of a run", plot, false, {}, true},
    Verb{"render", "pictures and videos of a run", render, false, {}, true},
    Verb{"study", "many runs of a model: explore, sensitivity, tolerance, optimize, identify", study, false, {}, true},
    // Not in the help: for the page's server, for `make install`.
    Verb{"scene", "", scene},
    Verb{"live", "", live, false},
    Verb{"manual", "", manual, false},
};

// Null pointer: there is no such verb.
constexpr const Verb* find_verb(std::string_view name) {
  for (const Verb& verb : verbs) {
    if (verb.name == name) return &verb;
  }
  return nullptr;
}

}  // namespace bricard::cli
