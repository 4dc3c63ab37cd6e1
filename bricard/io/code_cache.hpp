// The user's own folder of compiled code (code_files.hpp).
#pragma once
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace bricard {

class CodeCache {
 public:
  CodeCache();  // throws Error where the folder cannot be made, or others may use it

  // An object by its key, made by `make(file)` where there is none or its content is not what it was. The object is a file.
  std::filesystem::path object(const std::string& key, const std::function<void(const std::filesystem::path& to)>& make) const;
  // None: it has not been made, or its content is not what it was.
  std::optional<std::filesystem::path> known_object(const std::string& key) const;
  // A file with this content, for code that comes compiled.
  std::filesystem::path object_of(const std::string& content) const;
  // A text that was kept under this key; none: there is none, or it is not what it was.
  std::optional<std::string> text(const std::string& key) const;
  void keep(const std::string& key, const std::string& text) const;
  std::filesystem::path scratch(const std::string& ending) const;  // a new name, of this process
  bool has_mark(const std::string& digest) const;
  void mark(const std::string& digest) const;

 private:
  std::optional<std::filesystem::path> known(const std::string& digest) const;
  std::filesystem::path folder_;
};

}  // namespace bricard
