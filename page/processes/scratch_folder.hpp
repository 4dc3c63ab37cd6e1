// A temporary folder of this process, gone with it. What a killed one has left is removed by the next that makes one.
#pragma once
#include <atomic>
#include <filesystem>
#include <string>
#include <string_view>

namespace bricard::page {

class ScratchFolder {
 public:
  // Throws Error where none can be made.
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  // The path of a new file with this text, alone in a folder of its own; whoever asks removes that.
  std::filesystem::path put(const std::string& name, std::string_view text);

 private:
  std::filesystem::path path_;
  int lock_ = -1;
  std::atomic<int> files_{0};
};

}  // namespace bricard::page
