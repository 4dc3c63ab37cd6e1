#include "bricard/io/files_read.hpp"

#include <filesystem>

namespace bricard {

namespace {

thread_local FilesRead* noting = nullptr;
thread_local const FilesHeld* holding = nullptr;

}  // namespace

FilesRead::FilesRead() : outer_(noting) { noting = this; }
FilesRead::~FilesRead() { noting = outer_; }

void FilesRead::note(const std::string& path, const std::string& content) {
  for (FilesRead* each = noting; each; each = each->outer_) each->found_.emplace(path, content);
}

FilesHeld::FilesHeld(const std::map<std::string, std::string>& files) : outer_(holding), files_(files) { holding = this; }
FilesHeld::~FilesHeld() { holding = outer_; }

const std::string* FilesHeld::content(const std::string& path) {
  for (const FilesHeld* each = holding; each; each = each->outer_)
    if (const auto found = each->files_.find(path); found != each->files_.end()) return &found->second;
  return nullptr;
}

bool is_file_there(const std::string& path) {
  std::error_code error;
  return FilesHeld::content(path) || std::filesystem::is_regular_file(path, error);
}

}  // namespace bricard
