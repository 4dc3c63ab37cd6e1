#include "bricard/io/code_cache.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <system_error>

#include "bricard/core/digest.hpp"
#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"

namespace bricard {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t digits = 64;  // of a digest

[[noreturn]] void refuse(const fs::path& folder, const std::string& what, const std::string& hint) {
  throw Error("functions", "compiled code is kept in " + quoted(folder.string()) + ", " + what, hint);
}

fs::path users_cache() {
  const auto of = [](const char* variable) -> fs::path {
    const char* const value = std::getenv(variable);
    return value && value[0] == '/' ? value : "";
  };
  if (const fs::path cache = of("XDG_CACHE_HOME"); !cache.empty()) return cache;
  if (const fs::path home = of("HOME"); !home.empty()) return home / ".cache";
  throw Error("functions", "there is no folder for compiled code", "set HOME or XDG_CACHE_HOME");
}

std::optional<std::string> content_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return {};
  std::stringstream text;
  text << stream.rdbuf();
  return stream.fail() ? std::nullopt : std::optional(text.str());
}

}  // namespace

CodeCache::CodeCache() {
  const fs::path parent = users_cache() / "bricard";
  folder_ = parent / "code";
  std::error_code error;
  fs::create_directories(parent, error);
  if (error || (::mkdir(folder_.c_str(), 0700) != 0 && errno != EEXIST))
    refuse(folder_, "which cannot be made", "make it, or set XDG_CACHE_HOME to a folder that can be written");
  struct stat status {};
  if (::lstat(folder_.c_str(), &status) != 0 || !S_ISDIR(status.st_mode)) refuse(folder_, "which is no folder", "remove it");
  if (status.st_uid != ::geteuid())
    refuse(folder_, "which belongs to somebody else", "set XDG_CACHE_HOME to a folder of your own");
  if ((status.st_mode & 077) != 0) refuse(folder_, "which others may use", "chmod 700 " + folder_.string());
}

fs::path CodeCache::scratch(const std::string& ending) const {
  static std::atomic<int> count = 0;
  return folder_ / ("new-" + std::to_string(::getpid()) + '-' + std::to_string(++count) + ending);
}

std::optional<fs::path> CodeCache::known(const std::string& digest) const {
  const fs::path file = folder_ / (digest + ".so");
  const auto content = content_of(file);
  return content && sha256_hex(*content) == digest ? std::optional(file) : std::nullopt;
}

std::optional<fs::path> CodeCache::known_object(const std::string& key) const {
  const auto digest = content_of(folder_ / (key + ".object"));
  return digest ? known(*digest) : std::nullopt;
}

fs::path CodeCache::object(const std::string& key, const std::function<void(const fs::path&)>& make) const {
  if (const auto file = known_object(key)) return *file;
  const fs::path made = scratch(".so"), note = scratch(".object");
  make(made);
  const auto content = content_of(made);
  if (!content) refuse(folder_, "where nothing can be written", "look whether the disk is full");
  const std::string digest = sha256_hex(*content);
  const fs::path file = folder_ / (digest + ".so");
  fs::rename(made, file);
  std::ofstream(note, std::ios::binary) << digest;
  fs::rename(note, folder_ / (key + ".object"));
  return file;
}

fs::path CodeCache::object_of(const std::string& content) const {
  const std::string digest = sha256_hex(content);
  if (const auto file = known(digest)) return *file;
  const fs::path made = scratch(".so"), file = folder_ / (digest + ".so");
  std::ofstream stream(made, std::ios::binary);
  stream << content;
  stream.close();
  if (!stream) refuse(folder_, "where nothing can be written", "look whether the disk is full");
  fs::rename(made, file);
  return file;
}

std::optional<std::string> CodeCache::text(const std::string& key) const {
  const auto content = content_of(folder_ / (key + ".text"));
  if (!content || content->size() < digits || sha256_hex(content->substr(digits)) != content->substr(0, digits)) return {};
  return content->substr(digits);
}

void CodeCache::keep(const std::string& key, const std::string& text) const {
  const fs::path made = scratch(".text");
  std::ofstream(made, std::ios::binary) << sha256_hex(text) << text;
  fs::rename(made, folder_ / (key + ".text"));
}

bool CodeCache::has_mark(const std::string& digest) const {
  std::error_code error;
  return fs::is_regular_file(folder_ / (digest + ".allowed"), error);
}

void CodeCache::mark(const std::string& digest) const { std::ofstream(folder_ / (digest + ".allowed")) << "\n"; }

}  // namespace bricard
