#include "bricard/io/files_read.hpp"

#include "bricard/core/digest.hpp"

namespace bricard {

namespace {

thread_local FilesRead* present = nullptr;

}  // namespace

FilesRead::FilesRead() : outer_(present) { present = this; }
FilesRead::~FilesRead() { present = outer_; }

void FilesRead::note(const std::string& path, const std::string& content) {
  for (FilesRead* each = present; each; each = each->outer_) each->found_.emplace_back(path, sha256(content));
}

}  // namespace bricard
