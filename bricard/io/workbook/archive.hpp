// The parts of a zip archive by name, read from memory one by one, and written. Nothing is unpacked to disk; names that point
// outside, too many entries and parts that are, or grow, too large are refused before they cost anything.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bricard {

inline constexpr std::size_t largest_part = 64'000'000;      // bytes, unpacked; a sheet of a workbook at hand has 100 000
inline constexpr std::size_t largest_archive = 128'000'000;  // of all parts that are read
inline constexpr int most_parts = 5000;

class Archive {
 public:
  // `bytes` must outlive it. Throws Error about `file`.
  Archive(std::string_view bytes, std::string file);
  ~Archive();
  Archive(const Archive&) = delete;
  Archive& operator=(const Archive&) = delete;

  // Nothing: there is no such part. Throws Error where it is damaged or too large.
  std::optional<std::string> part(const std::string& name);

 private:
  [[noreturn]] void refuse(std::string what, std::string hint = {}) const;

  struct Zip;
  std::unique_ptr<Zip> zip_;
  std::string file_;
  std::size_t read_ = 0;
};

struct ArchivePart {
  std::string name, bytes;
};

// The archive with these parts added, or in place of those of their name; all others stay as they are, byte for byte. No bytes:
// a new archive. The same parts give the same bytes: no time of day is kept.
std::string archive_with(std::string_view bytes, const std::vector<ArchivePart>& parts);

}  // namespace bricard
