#include "cli/warning_places.hpp"

#include <fmt/format.h>

#include "bricard/io/document.hpp"

namespace bricard::cli {

void add_places(std::vector<std::string>& warnings, const std::string& text, const std::string& file) {
  if (text.empty() || !file.ends_with(".yaml")) return;
  std::optional<Document> document;
  for (std::string& warning : warnings) {
    const std::string where = warning.substr(0, warning.find(": "));
    if (!where.starts_with("bodies.") || where.size() == warning.size() || where.find(' ') != std::string::npos) continue;
    if (!document) document = parse_document(text, file);
    if (const Place place = document->place_of(where); place.line > 0)
      warning = fmt::format("{}:{}:{}: {}", file, place.line, place.column, warning);
  }
}

}  // namespace bricard::cli
