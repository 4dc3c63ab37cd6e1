// The command line as plain data: a verb, its model and its options. Only arguments.cpp knows how it is parsed.
#pragma once
#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bricard::cli {

struct Arguments {
  std::string verb;
  std::string model;  // path
  std::optional<std::string> out;
  std::vector<std::pair<std::string, std::string>> set;  // NAME=VALUE
  std::map<std::string, std::string> analysis;           // options that are keys of `analysis`: "output_step" to "5 ms"
  std::map<std::string, std::string> compare;            // options of `compare`: "formulations" to "lagrange,index3"
  std::optional<std::string> from;                       // folder of a run whose last state is the start
  std::optional<std::string> sweep;                      // P=from:to:step
  bool certify = false;
  bool quiet = false;
  bool json = false;
  std::vector<std::string> cases;  // of bench; empty: all
  std::string help;                // not empty: the text that was asked for instead of a run
};

// What `compare` takes beside the options of an analysis; its lists stand for the keys of the methods.
struct CompareOption {
  std::string_view name, help, replaces = {};
};
inline constexpr std::array compare_options{
    CompareOption{"coordinates", "list of coordinate sets, or all", "coordinates"},
    CompareOption{"formulations", "list of formulations, or all", "formulation"},
    CompareOption{"stabilizations", "list of stabilizations, or all", "stabilization"},
    CompareOption{"integrators", "list of integrators, or all", "integrator"},
    CompareOption{"tolerances", "list of relative tolerances; default 1e-4,1e-6,1e-8", "tolerance"},
    CompareOption{"steps", "list of steps of methods with fixed steps", "step"},
    CompareOption{"reference", "table of the right positions, columns as in results.csv; default: a run that another confirms"},
    CompareOption{"limit", "CPU time that one run may take, in seconds; default 60"},
    CompareOption{"threads", "runs at the same time; default: the number of cores"}};

// "output_step" to "--output-step".
std::string option_name(std::string_view key);

// Throws Error with the nearest right name where the command line is wrong.
Arguments parse_arguments(std::vector<std::string> words);

}  // namespace bricard::cli
