#include "cli/beside.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <vector>

#include "bricard/core/error.hpp"

namespace bricard::cli {

std::filesystem::path beside_this(std::string_view name) {
  return std::filesystem::read_symlink("/proc/self/exe").parent_path() / name;
}

void go_on_as(std::string_view name) {
  const std::string program = beside_this(name).string();
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::string words{std::istreambuf_iterator<char>(file), {}};  // each ends with a zero
  std::vector<char*> pointers;
  for (std::size_t i = 0; i < words.size(); i += std::strlen(&words[i]) + 1) pointers.push_back(&words[i]);
  pointers.push_back(nullptr);
  ::execv(program.c_str(), pointers.data());
  throw Error("", fmt::format("'{}', which does this, cannot be started: {}", program, std::strerror(errno)),
              "it is built and installed beside this program");
}

}  // namespace bricard::cli
