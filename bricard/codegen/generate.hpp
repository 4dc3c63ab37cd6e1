// A System in relative coordinates → what is generated of it (generated.hpp).
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bricard/codegen/generated.hpp"
#include "bricard/system/system.hpp"

namespace bricard {

struct GenerateOptions {
  std::vector<std::string> functions{"dirdyn"};  // names of generated_functions()
  bool fold = false;                             // parameters are written into the text as numbers
  bool loads = false;                            // external loads on every body are inputs
};

// A line of the list: what can be asked for.
struct GeneratedFunctionEntry {
  std::string_view name, help;
};
std::span<const GeneratedFunctionEntry> generated_functions();

// Throws Error that names what has no code, or a function that is not there.
GeneratedModel generate(const System& system, const GenerateOptions& options);

}  // namespace bricard
