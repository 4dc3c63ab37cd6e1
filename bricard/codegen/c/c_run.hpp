// The driver's template filled in for a program, for C and C++.
#pragma once
#include <string>
#include <vector>

#include "bricard/codegen/language.hpp"

namespace bricard {

struct CDriver {
  std::string header, program;  // names of files
  std::string includes;
  std::string prefix;      // of functions, as they are called: "four_bar_", "four_bar::"
  std::string parameters;  // the type
  std::string p;           // as it is passed
  std::string default_parameters;
};

std::string c_run(const GeneratedProgram& program, const CDriver& driver);

}  // namespace bricard
