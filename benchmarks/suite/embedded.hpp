// Files that are part of the program: models/benchmarks/, models/starters/ and benchmarks/references/, put in by cmake/Embed.cmake.
#pragma once
#include <span>
#include <string_view>

namespace bricard::suite {

struct EmbeddedFile {
  std::string_view name;  // path in the source tree: "models/benchmarks/a01.bricard.yaml"
  std::string_view text;
};

std::span<const EmbeddedFile> embedded_files();

}  // namespace bricard::suite
