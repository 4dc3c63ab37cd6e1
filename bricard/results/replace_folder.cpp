#include "bricard/results/replace_folder.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>
#include <vector>

#include "bricard/core/error.hpp"

namespace bricard {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& path, const std::string& what, int reason) {
  throw Error({Fault{{path.string(), 0, 0}, "", what + ": " + std::generic_category().message(reason), ""}});
}

// All files at once, so that waiting for the first is waiting for most of the others.
void begin_writing(const fs::path& path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  sync_file_range(file, 0, 0, SYNC_FILE_RANGE_WRITE);
  close(file);
}

// Where the new name is taken a number is added.
void move_beside(const fs::path& from, fs::path to) {
  std::error_code error;
  if (fs::exists(fs::symlink_status(to, error))) {
    to += ".old";
    const fs::path first = to;
    for (int i = 2; fs::exists(fs::symlink_status(to, error)); ++i) to = first.string() + std::to_string(i);
  }
  fs::rename(from, to, error);
  if (error) fail(to, "a file that was there before cannot be carried over from " + from.string(), error.value());
}

// Both at once where the system can, else one after the other. Afterwards `made` is the folder that was in the place, or is gone.
// False: the place cannot be renamed, because it is the current folder, or a disk is mounted there.
bool exchange(const fs::path& made, const fs::path& place) {
  std::error_code error;
  const bool is_there = fs::exists(place, error);
  if (is_there && fs::equivalent(place, fs::current_path(error), error)) return false;
  if (!is_there && std::rename(made.c_str(), place.c_str()) == 0) return true;
  if (is_there && renameat2(AT_FDCWD, made.c_str(), AT_FDCWD, place.c_str(), RENAME_EXCHANGE) == 0) return true;
  if (!is_there) fail(place, "the folder cannot be put in its place", errno);
  const bool knows_no_exchange = errno == ENOSYS || (errno == EINVAL && made.parent_path() == place.parent_path());
  const fs::path before = place.string() + ".old." + std::to_string(::getpid());
  if (!knows_no_exchange || std::rename(place.c_str(), before.c_str()) != 0) return false;
  if (std::rename(made.c_str(), place.c_str()) != 0 || std::rename(before.c_str(), made.c_str()) != 0)
    fail(place, "the folder cannot be put in its place; what was there is in " + before.string(), errno);
  return true;
}

// File by file.
void fill(const fs::path& made, const fs::path& place, const std::function<bool(const std::string&)>& is_ours) {
  for (const fs::directory_entry& each : fs::directory_iterator(place)) {
    const std::string name = each.path().filename().string();
    std::error_code error;
    if (is_ours(name))
      fs::remove(each.path(), error);
    else if (fs::exists(made / name, error))
      move_beside(each.path(), each.path());  // the name is taken, by itself
  }
  for (const fs::directory_entry& each : fs::directory_iterator(made)) move_beside(each.path(), place / each.path().filename());
}

}  // namespace

void put_on_disk(const fs::path& path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) fail(path, "the file cannot be written", errno);
  const int reason = fsync(file) == 0 ? 0 : errno;
  close(file);
  if (reason != 0 && reason != EINVAL) fail(path, "the file cannot be written", reason);  // EINVAL: not a kind that is kept
}

void replace_folder(const fs::path& made, const fs::path& place, const std::function<bool(const std::string&)>& is_ours) {
  std::error_code error;
  std::vector<fs::path> files;
  for (const fs::directory_entry& each : fs::directory_iterator(made))
    if (each.is_regular_file(error)) files.push_back(each.path());
  for (const fs::path& each : files) begin_writing(each);
  for (const fs::path& each : files) put_on_disk(each);
  put_on_disk(made);
  if (!exchange(made, place)) {
    fill(made, place, is_ours);
    fs::remove(made, error);
    return put_on_disk(place);
  }
  const fs::path parent = fs::absolute(place, error).parent_path();
  put_on_disk(parent);
  if (!fs::exists(made, error)) return;
  for (const bool is_taken : {false, true}) {  // first what keeps its name
    for (const fs::directory_entry& each : fs::directory_iterator(made)) {
      const std::string name = each.path().filename().string();
      if (is_ours(name))
        fs::remove(each.path(), error);
      else if (fs::exists(fs::symlink_status(place / name, error)) == is_taken)
        move_beside(each.path(), place / name);
    }
  }
  fs::remove(made, error);
}

}  // namespace bricard
