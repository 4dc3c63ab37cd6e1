// Which files a model is made of: while one of these lives, the files that this thread reads (read_file) are noted with what their
// content is known by.
#pragma once
#include <string>
#include <utility>
#include <vector>

namespace bricard {

class FilesRead {
 public:
  FilesRead();
  ~FilesRead();
  FilesRead(const FilesRead&) = delete;
  FilesRead& operator=(const FilesRead&) = delete;

  const std::vector<std::pair<std::string, std::string>>& found() const { return found_; }  // path and SHA-256, as read
  static void note(const std::string& path, const std::string& content);                    // for read_file

 private:
  FilesRead* outer_;
  std::vector<std::pair<std::string, std::string>> found_;
};

}  // namespace bricard
