// A program that works beside this one, such as a browser or an encoder, and is fed through its standard input; it ends with its
// owner.
#pragma once
#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bricard::page {

// The first of the programs that is on PATH; a name with a slash is a file.
std::optional<std::filesystem::path> find_program(const std::vector<std::string>& names);

class Companion {
 public:
  using Environment = std::vector<std::pair<std::string, std::string>>;  // variables with another value than here

  // words[0] is its file; what it writes goes to `log`.
  Companion(std::vector<std::string> words, const std::filesystem::path& log, const Environment& environment = {});
  ~Companion();  // kills it and all of its group
  Companion(const Companion&) = delete;
  Companion& operator=(const Companion&) = delete;

  bool write(std::string_view bytes);  // to its standard input; false: it takes no more, or has taken nothing for a minute
  void end_input();
  std::optional<int> ended();  // its exit code, 128 + the signal that ended it; nothing: it runs

 private:
  pid_t process_ = -1;
  int input_ = -1;
  std::optional<int> code_;
};

}  // namespace bricard::page
