// Reads models for the server, in processes of their own that are bounded in time and memory: whatever a text does to who reads
// it, the server goes on.
#pragma once
#include <atomic>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "bricard/core/error.hpp"
#include "page/json.hpp"
#include "page/processes/child.hpp"
#include "page/processes/scratch_folder.hpp"

namespace bricard::page {

class ModelReader {
 public:
  // `program`: bricard, whose verb `scene` does it.
  explicit ModelReader(std::filesystem::path program) : program_(std::move(program)) {}

  // A text that is known as `file` and whose files lie in `folder`.
  struct Text {
    std::string text, file;
    std::filesystem::path folder;
    std::map<std::string, std::string> set;
  };
  struct Drawn {
    Json scene;  // null: the faults say why
    std::vector<Fault> faults;
  };
  Drawn scene(const Text& text);
  bool reads(const Text& text) { return !scene(text).scene.is_null(); }
  // All that are reading are ended, and nothing is read any more.
  void end() { ending_ = true; }
  // Of a folder of results; throws Error where it cannot be read.
  Json scene_of_results(const std::filesystem::path& folder);

 private:
  ChildEnd read(std::vector<std::string> words) const;

  std::filesystem::path program_;
  ScratchFolder scratch_;
  std::atomic<bool> ending_{false};
};

}  // namespace bricard::page
