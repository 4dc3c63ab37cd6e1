#include "page/workspace/kept_runs.hpp"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>

#include "bricard/core/error.hpp"
#include "bricard/io/document.hpp"

namespace bricard::page {

namespace fs = std::filesystem;

Json read_json(const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return nullptr;
  try {
    return parse_json(read_file(path.string()));
  } catch (const Error&) {
    return nullptr;
  }
}

std::string kept_word(const Json& json, const char* key) {
  const auto found = json.is_object() ? json.find(key) : json.end();
  return json.is_object() && found != json.end() && found->is_string() ? found->get<std::string>() : "";
}

Settings kept_settings(const Json& json, const char* key) {
  Settings set;
  if (!json.is_object() || !json.contains(key) || !json[key].is_object()) return set;
  for (const auto& [name, value] : json[key].items())
    if (value.is_string()) set[name] = value.get<std::string>();
  return set;
}

std::string time_text(std::time_t time) { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(time)); }

std::string written_at(const fs::path& path) {
  std::error_code error;
  const auto time = fs::last_write_time(path, error);
  if (error) return "";
  return time_text(std::chrono::system_clock::to_time_t(std::chrono::file_clock::to_sys(time)));
}

int run_number(const std::string& name) {
  int number = 0;
  if (!name.starts_with("run-")) return 0;
  const auto end = std::from_chars(name.data() + 4, name.data() + name.size(), number);
  return end.ec == std::errc() && end.ptr == name.data() + name.size() ? std::max(number, 0) : 0;
}

fs::path partial_of(const fs::path& run) { return run.string() + ".partial"; }

bool is_being_written(const fs::path& folder) {
  const int lock = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (lock < 0) return false;
  const bool is_free = ::flock(lock, LOCK_EX | LOCK_NB) == 0;
  ::close(lock);
  return !is_free;
}

void take_what_is_left(const fs::path& run) {
  std::error_code error;
  const fs::path partial = partial_of(run);
  if (fs::exists(run / "summary.json", error) || !fs::exists(partial / "summary.json", error)) return;
  for (fs::directory_iterator entry(partial, error), end; !error && entry != end; entry.increment(error)) {
    std::error_code ignored;
    fs::rename(entry->path(), run / entry->path().filename(), ignored);
  }
  fs::remove(partial, error);
}

}  // namespace bricard::page
