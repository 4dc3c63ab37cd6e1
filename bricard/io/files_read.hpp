// Which files a model is made of, and reading it again from the same contents whatever has become of the files since.
#pragma once
#include <map>
#include <string>

namespace bricard {

// While one of these lives, the files that this thread reads (read_file) are noted: path to content.
class FilesRead {
 public:
  FilesRead();
  ~FilesRead();
  FilesRead(const FilesRead&) = delete;
  FilesRead& operator=(const FilesRead&) = delete;

  const std::map<std::string, std::string>& found() const { return found_; }
  static void note(const std::string& path, const std::string& content);  // for read_file

 private:
  FilesRead* outer_;
  std::map<std::string, std::string> found_;
};

// While one of these lives, this thread reads these files as they are here.
class FilesHeld {
 public:
  explicit FilesHeld(const std::map<std::string, std::string>& files);
  ~FilesHeld();
  FilesHeld(const FilesHeld&) = delete;
  FilesHeld& operator=(const FilesHeld&) = delete;

  static const std::string* content(const std::string& path);  // null pointer: it is not held

 private:
  const FilesHeld* outer_;
  const std::map<std::string, std::string>& files_;
};

// Whether read_file would find a file there.
bool is_file_there(const std::string& path);

}  // namespace bricard
