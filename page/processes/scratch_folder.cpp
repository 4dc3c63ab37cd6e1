#include "page/processes/scratch_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <csignal>

#include "bricard/core/error.hpp"
#include "bricard/results/atomic_file.hpp"

namespace bricard::page {
namespace {

namespace fs = std::filesystem;
constexpr std::string_view beginning = "bricard-jobs-";

bool is_alive(std::string_view name) {
  pid_t process = 0;
  std::from_chars(name.data() + beginning.size(), name.data() + name.size(), process);
  return process > 0 && (::kill(process, 0) == 0 || errno == EPERM);
}

// A folder of this user whose process is gone, also in the sense of its lock: the number may belong to another machine's process.
void remove_if_left(const fs::path& folder) {
  struct stat status {};
  if (::lstat(folder.c_str(), &status) != 0 || !S_ISDIR(status.st_mode) || status.st_uid != ::geteuid()) return;
  if (is_alive(folder.filename().string())) return;
  const int lock = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (lock < 0) return;
  std::error_code ignored;
  if (::flock(lock, LOCK_EX | LOCK_NB) == 0) fs::remove_all(folder, ignored);
  ::close(lock);
}

}  // namespace

ScratchFolder::ScratchFolder() {
  std::error_code error;
  const fs::path all = fs::temp_directory_path();
  for (fs::directory_iterator entry(all, error), end; !error && entry != end; entry.increment(error))
    if (entry->path().filename().string().starts_with(beginning)) remove_if_left(entry->path());
  std::string path = (all / fmt::format("{}{}-XXXXXX", beginning, ::getpid())).string();
  if (!::mkdtemp(path.data()))
    throw Error("view", "no folder can be made in " + all.string(), "set TMPDIR to one that can be written");
  path_ = path;
  lock_ = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (lock_ >= 0) ::flock(lock_, LOCK_EX | LOCK_NB);
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  if (lock_ >= 0) ::close(lock_);
}

fs::path ScratchFolder::put(const std::string& name, std::string_view text) {
  const fs::path folder = path_ / std::to_string(files_++);
  fs::create_directory(folder);
  write_file(folder / name, text, OnDisk::later);
  return folder / name;
}

}  // namespace bricard::page
