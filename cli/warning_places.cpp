#include "cli/warning_places.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bricard/io/unused.hpp"

namespace bricard::cli {

void add_places(std::vector<std::string>& warnings, const ModelText& source, const std::string& file) {
  const std::string& text = source.text;
  if (source.is_translated) {
    for (std::string& warning : warnings)
      if (const std::string cell = source.cell_of(warning.substr(0, warning.find(": "))); !cell.empty())
        warning = cell + ": " + warning;
    warnings.insert(warnings.end(), source.notes.begin(), source.notes.end());
    return;
  }
  if (text.empty() || !file.ends_with(".yaml")) return;
  const auto has_place = [](const std::string& warning) {
    return warning.starts_with("bodies.") || warning.starts_with("gravity: ");
  };
  if (text.find("parameters") == std::string::npos && std::none_of(warnings.begin(), warnings.end(), has_place)) return;
  const Document document = parse_document(text, file);
  for (const std::string& name : unused_parameters(document))
    warnings.push_back(fmt::format("parameters.{}: nothing in the file uses it", name));
  for (std::string& warning : warnings) {
    const std::string where = warning.substr(0, warning.find(": "));
    if (!has_place(warning) && !where.starts_with("parameters.")) continue;
    if (where.size() == warning.size() || where.find(' ') != std::string::npos) continue;
    if (const Place place = document.place_of(where); place.line > 0)
      warning = fmt::format("{}:{}:{}: {}", file, place.line, place.column, warning);
  }
}

}  // namespace bricard::cli
