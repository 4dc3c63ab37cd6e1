// For tests: the models that the project ships, which are those that the tables of models/README.md name. Whatever else lies in
// the folder models/, runs of `view` or a file that somebody tries, is no concern of the tests.
#pragma once
#include <fstream>
#include <string>
#include <vector>

#include "bricard/core/test_paths.hpp"

namespace bricard {

// "mechanisms/four_bar": a table below the heading "## mechanisms" has a row that starts with | `four_bar`, `other` |
inline std::vector<std::string> shipped_models() {
  std::ifstream page(source_dir + "/models/README.md");
  std::vector<std::string> names;
  std::string line, folder;
  while (std::getline(page, line)) {
    if (line.starts_with("## ")) folder = line.substr(3);
    if (!line.starts_with("| `")) continue;
    const std::size_t end = line.find(" |");
    for (std::size_t tick = line.find('`'); tick < end; tick = line.find('`', tick + 1)) {
      const std::size_t next = line.find('`', tick + 1);
      names.push_back(folder + '/' + line.substr(tick + 1, next - tick - 1));
      tick = next;
    }
  }
  return names;
}

inline std::string shipped_model_path(const std::string& name) { return source_dir + "/models/" + name + ".bricard.yaml"; }

}  // namespace bricard
