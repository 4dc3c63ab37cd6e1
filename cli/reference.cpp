// The verb `reference`: a page for everything that a model file may name, written to a folder.
#include "bricard/io/reference.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "bricard/core/error.hpp"
#include "bricard/results/atomic_file.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "page/scene/page_types.hpp"

namespace bricard::cli {

namespace fs = std::filesystem;

int reference(const Arguments& arguments) {
  if (arguments.page_types) write_file(*arguments.page_types, page::page_types());
  if (!arguments.out) return done;
  const fs::path folder = *arguments.out;
  const std::vector<ReferencePage> pages = reference_pages();
  for (const ReferencePage& page : pages) {
    const fs::path path = folder / page.path;
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (error)
      throw Error({Fault{
          {path.parent_path().string(), 0, 0}, "", "the folder cannot be made: " + error.message(), "choose another folder"}});
    write_file(path, page.text);
  }
  if (arguments.json) {
    print(fmt::format("{{\"pages\": {}}}\n", pages.size()));
  } else if (!arguments.quiet) {
    print(fmt::format("{} pages in {}/\n", pages.size(), folder.string()));
  }
  return done;
}

}  // namespace bricard::cli
