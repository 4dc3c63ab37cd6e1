#include "bricard/io/reference_page.hpp"

#include "bricard/core/units.hpp"

namespace bricard {

namespace {

const UnitSystem si;
const UnitSystem millimeters = [] {
  UnitSystem units;
  units.length = "mm";
  return units;
}();

template <class Text>
std::string joined(const std::vector<Dimension>& dimensions, Text&& text) {
  std::string all;
  for (const Dimension& each : dimensions) all += (all.empty() ? "" : ", ") + text(each);
  return all;
}

// Dimension, SI unit, unit of a file in mm and N.
std::vector<std::string> units_of(const std::vector<Dimension>& dimensions) {
  return {joined(dimensions, [](Dimension d) { return to_string(d); }),
          joined(dimensions, [](Dimension d) { return si.name(d); }),
          joined(dimensions, [](Dimension d) { return millimeters.name(d); })};
}

std::string keys_table(const std::vector<Key>& keys) {
  std::vector<std::vector<std::string>> rows;
  for (const Key& key : keys) {
    const std::vector<std::string> units = units_of(key.dimensions);
    rows.push_back({'`' + key.name + '`', key.value, key.meaning, units[0], units[1], units[2], key.otherwise});
  }
  return markdown_table({"key", "value", "meaning", "dimension", "SI", "mm, N", "default"}, rows);
}

std::string columns_table(const std::vector<ColumnInfo>& columns) {
  std::vector<std::vector<std::string>> rows;
  for (const ColumnInfo& column : columns) {
    const bool is_quantity = !(column.dimension == dimension::none);
    const std::vector<std::string> units = units_of(is_quantity ? std::vector{column.dimension} : std::vector<Dimension>{});
    rows.push_back({'`' + column.name + '`', units[0], units[1], units[2]});
  }
  return markdown_table({"column", "dimension", "SI", "mm, N"}, rows);
}

std::string cell(const std::string& text) {
  std::string escaped;
  for (const char c : text) escaped += c == '|' ? std::string("\\|") : std::string(1, c);
  return escaped;
}

}  // namespace

std::string markdown_table(const std::vector<std::string>& head, const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> shown;
  for (std::size_t i = 0; i < head.size(); ++i)
    if (std::any_of(rows.begin(), rows.end(), [&](const auto& row) { return !row[i].empty(); })) shown.push_back(i);
  const auto line = [&](const std::vector<std::string>& cells) {
    std::string text = "|";
    for (const std::size_t i : shown) text += cells[i].empty() ? " |" : ' ' + cell(cells[i]) + " |";
    return text + '\n';
  };
  std::string text = line(head) + '|';
  for (std::size_t i = 0; i < shown.size(); ++i) text += "---|";
  text += '\n';
  for (const auto& row : rows) text += line(row);
  return text;
}

ReferencePage make_page(const PageParts& parts) {
  ReferencePage page;
  page.path = parts.folder + '/' + parts.title + ".md";
  page.help = parts.help;
  page.example = parts.example;
  for (const ColumnInfo& column : parts.columns) page.columns.push_back(column.name);
  std::string& text = page.text;
  text = "# " + parts.title + "\n\n[" + parts.folder + "](../index.md#" + parts.folder + "): " + parts.help + ".\n";
  if (!parts.equation.empty())
    text += "\n## Equation\n\n```\n" + parts.equation + "\n```\n\nWhat the [letters](../index.md#letters) mean.\n";
  if (!parts.facts.empty()) text += '\n';
  for (const std::string& fact : parts.facts) text += "- " + fact + '\n';
  if (!parts.note.empty()) text += '\n' + parts.note + '\n';
  if (!parts.friction.empty())
    text += "\n## Friction\n\n```\n" + parts.friction +
            "\n```\n\nmu: `static` where it sticks, else that of the slip speed; see [friction](../../friction.md).\n";
  if (!parts.keys.empty()) text += "\n## Keys\n\n" + keys_table(parts.keys);
  if (!parts.meaning.empty() || !parts.columns.empty()) text += "\n## Columns of results.csv\n";
  if (!parts.meaning.empty()) text += '\n' + parts.meaning + '\n';
  if (!parts.columns.empty())
    text += (parts.element.empty() ? "\n" : "\nOf `" + parts.element + "` in the example:\n\n") + columns_table(parts.columns);
  if (!parts.example.empty()) text += "\n## Example\n\n```yaml\n" + parts.example + "```\n";
  return page;
}

}  // namespace bricard
