// Writing under a temporary name, then renaming.
#include "bricard/results/atomic_file.hpp"

#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "bricard/core/error.hpp"

namespace bricard {

AtomicFile::AtomicFile(std::filesystem::path path) : path_(std::move(path)), temporary_(path_) {
  temporary_ += "." + std::to_string(::getpid()) + ".tmp";  // two programs may write to one folder
  file_ = std::fopen(temporary_.c_str(), "wb");
  if (!file_) fail(errno);
}

AtomicFile::~AtomicFile() {
  if (!file_) return;
  std::fclose(file_);
  std::error_code ignored;
  std::filesystem::remove(temporary_, ignored);
}

void AtomicFile::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) fail(errno);
}

// A full disk may show only when the buffer is flushed; after that closing has nothing left to say.
void AtomicFile::commit(OnDisk when) {
  if (std::fflush(file_) != 0) fail(errno);
  if (when == OnDisk::now && ::fsync(::fileno(file_)) != 0 && errno != EINVAL) fail(errno);  // EINVAL: no file that is kept
  std::error_code error;
  std::filesystem::rename(temporary_, path_, error);
  if (error) fail(error.value());
  std::fclose(file_);
  file_ = nullptr;
}

void AtomicFile::fail(int reason) const {
  throw Error({Fault{{path_.string(), 0, 0}, "", "the file cannot be written: " + std::generic_category().message(reason), ""}});
}

void write_file(const std::filesystem::path& path, std::string_view text, OnDisk when) {
  AtomicFile file(path);
  file.write(text);
  file.commit(when);
}

}  // namespace bricard
