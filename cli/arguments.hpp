// The command line as plain data: a verb, its model and its options. Only arguments.cpp knows how it is parsed.
#pragma once
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
  bool quiet = false;
  bool json = false;
  std::vector<std::string> cases;  // of bench; empty: all
  std::string help;  // not empty: the text that was asked for instead of a run
};

// "output_step" to "--output-step".
std::string option_name(std::string_view key);

// Throws Error with the nearest right name where the command line is wrong.
Arguments parse_arguments(std::vector<std::string> words);

}  // namespace bricard::cli
