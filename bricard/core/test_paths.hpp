// Where tests find the source tree and the program. Not as texts in the code: they would differ from clone to clone, and the
// compiler cache would never find a test again. Tests run from the root of the source tree; CTest says where the program is.
#pragma once
#include <cstdlib>
#include <filesystem>
#include <string>

namespace bricard {

inline const std::string source_dir = std::filesystem::current_path().string();
inline const std::string program_path = [] {
  const char* given = std::getenv("BRICARD_PROGRAM");
  return given ? std::string(given) : source_dir + "/build/bin/bricard";
}();

}  // namespace bricard
