// The folder of a verb that leaves files and no run. Made before the work, so that trouble shows then; taken away again where
// nothing is written.
#pragma once
#include <filesystem>
#include <string>

#include "bricard/core/error.hpp"
#include "bricard/results/atomic_file.hpp"
#include "bricard/results/output_folder.hpp"

namespace bricard::cli {

struct PlainFolder {
  std::filesystem::path path;
  PlainFolder(std::filesystem::path place, const std::string& first_file, bool force) : path(std::move(place)) {
    namespace fs = std::filesystem;
    const auto refuse = [&](const std::string& what, const std::string& hint = "choose another folder with --out") {
      throw Error({Fault{{path.string(), 0, 0}, "", what, hint}});
    };
    std::error_code error;
    if (fs::exists(path, error) && !fs::is_directory(path, error)) refuse("is a file, not a folder");
    if (!files_of_run(path) && !force && fs::exists(path, error) && !fs::is_empty(path, error))
      refuse("the folder holds files, and none of a run, comparison or sheet",
             "choose another folder with --out, or say --force: they stay");
    fs::create_directories(path, error);
    if (error) refuse("the folder cannot be made: " + error.message());
    AtomicFile trial(path / first_file);  // never committed
  }
  ~PlainFolder() {
    std::error_code ignored;
    std::filesystem::remove(path, ignored);  // only if it is empty
  }
  PlainFolder(const PlainFolder&) = delete;
  PlainFolder& operator=(const PlainFolder&) = delete;
};

}  // namespace bricard::cli
