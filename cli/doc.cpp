// The verb `doc`: the page of an element, a section, a method or a function, in the terminal.
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"
#include "bricard/io/reference.hpp"
#include "bricard/math/expression_functions.hpp"
#include "cli/plain_page.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"

namespace bricard::cli {
namespace {

constexpr int usual_width = 100, widest = 120;

int terminal_width() {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return usual_width;
  return std::min<int>(size.ws_col, widest);
}

std::string title_of(const ReferencePage& page) { return std::filesystem::path(page.path).stem().string(); }

}  // namespace

int doc(const Arguments& arguments) {
  const std::vector<ReferencePage> pages = reference_pages();
  const std::string wanted = arguments.cases.empty()                             ? "index"
                             : find_expression_function(arguments.cases.front()) ? "expressions"
                                                                                 : arguments.cases.front();
  std::vector<std::string> titles;
  std::string text;
  for (const ReferencePage& page : pages) {
    titles.push_back(title_of(page));
    if (titles.back() != wanted && page.path != wanted + ".md") continue;
    text += (text.empty() ? "" : "\n\n") + plain_page(page.text, terminal_width());
  }
  if (text.empty()) {
    const std::string hint = did_you_mean(wanted, titles);
    throw Error("", "there is no page about " + bricard::quoted(wanted), hint.empty() ? "bricard doc lists them all" : hint);
  }
  print(text);
  return done;
}

}  // namespace bricard::cli
