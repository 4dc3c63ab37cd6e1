// A file that appears all at once: it is written under a temporary name beside its place and renamed by commit(), so that a
// reader never sees half of it. Without commit() nothing remains. Trouble (full disk, no permission) is an Error that names the
// file.
#pragma once
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>

namespace bricard {

class AtomicFile {
 public:
  explicit AtomicFile(std::filesystem::path path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::string_view text);
  void commit();

 private:
  [[noreturn]] void fail(int reason) const;

  std::filesystem::path path_, temporary_;
  std::FILE* file_ = nullptr;  // null once committed
};

// The whole file at once.
void write_file(const std::filesystem::path& path, std::string_view text);

}  // namespace bricard
