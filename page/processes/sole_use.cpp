#include "page/processes/sole_use.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <utility>

#include "bricard/core/error.hpp"
#include "page/workspace/fnv.hpp"

namespace bricard::page {
namespace {

namespace fs = std::filesystem;

// Empty where there is none that only this user can write.
fs::path folder_of_locks() {
  const char* const wish = std::getenv("XDG_RUNTIME_DIR");
  std::error_code error;
  const fs::path folder = wish && *wish == '/' && fs::is_directory(wish, error)
                              ? fs::path(wish) / "bricard"
                              : fs::temp_directory_path(error) / fmt::format("bricard-{}", ::geteuid());
  ::mkdir(folder.c_str(), 0700);
  struct stat status {};
  const bool is_ours = ::lstat(folder.c_str(), &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == ::geteuid() &&
                       (status.st_mode & 077) == 0;
  return is_ours ? folder : fs::path();
}

std::string content(int file) {
  char buffer[300];
  const ssize_t n = ::pread(file, buffer, sizeof buffer, 0);
  return {buffer, n > 0 ? static_cast<std::size_t>(n) : 0};
}

}  // namespace

SoleUse::SoleUse(const fs::path& what, const std::string& name) {
  const fs::path folder = folder_of_locks();
  if (folder.empty()) return;
  const fs::path path = folder / fmt::format("{:016x}.lock", fnv1a(what.string()));
  file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file_ < 0) return;
  if (::flock(file_, LOCK_EX | LOCK_NB) == 0) {
    [[maybe_unused]] const int emptied = ::ftruncate(file_, 0);
    return;
  }
  const std::string address = content(file_);
  ::close(file_);
  throw Error({Fault{{name, 0, 0},
                     "",
                     address.empty() ? "is open in another page already" : "is open already, at " + address,
                     "use that page, or end its server: two would overwrite each other's drafts"}});
}

SoleUse::SoleUse(SoleUse&& other) noexcept : file_(std::exchange(other.file_, -1)) {}

SoleUse::~SoleUse() {
  if (file_ >= 0) ::close(file_);
}

void SoleUse::tell(const std::string& address) const {
  if (file_ >= 0 && ::pwrite(file_, address.data(), address.size(), 0) < 0) return;
}

}  // namespace bricard::page
