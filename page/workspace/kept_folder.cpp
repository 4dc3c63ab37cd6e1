#include "page/workspace/kept_folder.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "page/workspace/fnv.hpp"

namespace bricard::page {
namespace {

namespace fs = std::filesystem;

// Its root has a CMakeLists.txt with a line that starts with project(bricard.
bool in_source_tree(fs::path folder) {
  for (; folder != folder.parent_path(); folder = folder.parent_path()) {
    std::ifstream file(folder / "CMakeLists.txt");
    for (std::string line; std::getline(file, line);)
      if (line.starts_with("project(bricard ")) return true;
  }
  return false;
}

// As it is, or by making it.
bool can_be_written(const fs::path& folder) {
  std::error_code error;
  const bool is_there = fs::exists(fs::symlink_status(folder, error));
  if (is_there && !fs::is_directory(folder, error)) return false;
  return ::access((is_there ? folder : folder.parent_path()).c_str(), W_OK | X_OK) == 0;
}

// Empty: this user has none.
fs::path state_folder() {
  const auto of = [](const char* variable) {
    const char* const value = std::getenv(variable);
    return value && *value == '/' ? fs::path(value) : fs::path();  // what is not absolute does not count
  };
  if (const fs::path state = of("XDG_STATE_HOME"); !state.empty()) return state;
  const fs::path home = of("HOME");
  return home.empty() ? home : home / ".local" / "state";
}

KeptFolder of_the_user(const fs::path& beside, const fs::path& name, const char* why) {
  const fs::path state = state_folder();
  if (state.empty()) return {beside, ""};
  return {state / "bricard" / "view" / fmt::format("{}-{:016x}", name.string(), fnv1a(beside.string())),
          beside.parent_path().string() + ' ' + why};
}

}  // namespace

KeptFolder kept_in_results(const fs::path& beside) {
  if (can_be_written(beside)) return {beside, ""};
  return of_the_user(beside, beside.parent_path().filename(), "cannot be written");
}

KeptFolder kept_beside_model(const fs::path& beside) {
  const bool of_program = in_source_tree(beside.parent_path());
  if (!of_program && can_be_written(beside)) return {beside, ""};
  return of_the_user(beside, beside.stem(), of_program ? "lies in the source tree of bricard" : "cannot be written");
}

}  // namespace bricard::page
