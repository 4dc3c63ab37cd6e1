// The library: model files that are part of the program (library/, put in by cmake/Embed.cmake). `template: NAME` of a subsystem
// takes the one whose file is NAME.bricard.yaml; copied beside a model, `file` takes the copy.
#pragma once
#include <span>
#include <string_view>

namespace bricard {

struct LibraryFile {
  std::string_view name;  // path in the source tree: "library/vehicle/double_wishbone.bricard.yaml"
  std::string_view text;
  std::string_view stem() const {  // "double_wishbone"
    const std::string_view file = name.substr(name.rfind('/') + 1);
    return file.substr(0, file.find('.'));
  }
};

std::span<const LibraryFile> library_files();

}  // namespace bricard
