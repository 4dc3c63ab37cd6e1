// A file that appears all at once: it is written under a temporary name beside its place and renamed by commit(), so that a
// reader never sees half of it. Without commit() nothing remains. Trouble (full disk, no permission) is an Error that names the
// file.
#pragma once
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>

namespace bricard {

enum class OnDisk { now, later };  // later: whoever needs it sees to it (replace_folder.hpp)

class AtomicFile {
 public:
  explicit AtomicFile(std::filesystem::path path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::string_view text);
  // First it is on the disk, then it has its name: whatever happens, the old file is there or the new one, whole.
  void commit(OnDisk when = OnDisk::now);

 private:
  [[noreturn]] void fail(int reason) const;

  std::filesystem::path path_, temporary_;
  std::FILE* file_ = nullptr;  // null once committed
};

// The whole file at once.
void write_file(const std::filesystem::path& path, std::string_view text, OnDisk when = OnDisk::now);

}  // namespace bricard
