#include "bricard/io/workbook/cells.hpp"

#include <charconv>
#include <cmath>
#include <cstring>
#include <pugixml.hpp>

#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"
#include "bricard/io/workbook/archive.hpp"

namespace bricard {

namespace {

constexpr std::size_t most_sheets = 100;

[[noreturn]] void refuse(const std::string& file, std::string what, std::string hint = {}) {
  throw Error({Fault{{file, 0, 0}, "", std::move(what), std::move(hint)}});
}

// The name without the prefix of its namespace: "x:row" is "row".
std::string_view local(const char* name) {
  const char* const colon = std::strchr(name, ':');
  return colon ? colon + 1 : name;
}
bool is(const pugi::xml_node& node, std::string_view name) { return local(node.name()) == name; }

pugi::xml_node child(const pugi::xml_node& node, std::string_view name) {
  for (const pugi::xml_node& each : node.children())
    if (is(each, name)) return each;
  return {};
}

std::string_view attribute(const pugi::xml_node& node, std::string_view name) {
  for (const pugi::xml_attribute& each : node.attributes())
    if (local(each.name()) == name) return each.value();
  return {};
}

// Of a shared or inline string: its runs joined, without phonetic hints.
std::string string_of(const pugi::xml_node& node) {
  std::string text;
  for (const pugi::xml_node& each : node.children()) {
    if (is(each, "t")) text += each.text().get();
    if (is(each, "r")) text += child(each, "t").text().get();
  }
  return text;
}

class BookReader {
 public:
  BookReader(std::string_view bytes, const std::string& file) : archive_(bytes, file), file_(file) {}

  Book read() {
    const auto workbook = part("xl/workbook.xml");
    if (!workbook) refuse(file_, "this zip archive is no workbook: it has no xl/workbook.xml", "save it as .xlsx");
    std::map<std::string, std::string, std::less<>> targets;
    if (const auto relations = part("xl/_rels/workbook.xml.rels"))
      for (const pugi::xml_node& each : relations->document_element().children())
        targets.emplace(attribute(each, "Id"), attribute(each, "Target"));
    read_strings();
    Book book;
    for (const pugi::xml_node& each : child(workbook->document_element(), "sheets").children()) {
      if (!is(each, "sheet")) continue;
      if (book.sheets.size() == most_sheets)
        refuse(file_, "the workbook has more than " + std::to_string(most_sheets) + " sheets");
      std::string relation;
      for (const pugi::xml_attribute& id : each.attributes())
        if (std::strchr(id.name(), ':') && local(id.name()) == "id") relation = id.value();
      const auto target = targets.find(relation);
      Sheet& sheet = book.sheets.emplace_back();
      sheet.name = attribute(each, "name");
      if (target == targets.end()) continue;
      const std::string& path = target->second;
      const auto xml = part(path.starts_with('/') ? path.substr(1) : "xl/" + path);
      if (xml) read_sheet(*xml, sheet);
    }
    if (book.sheets.empty()) refuse(file_, "the workbook has no sheets");
    return book;
  }

 private:
  std::unique_ptr<pugi::xml_document> part(const std::string& name) {
    const auto text = archive_.part(name);
    if (!text) return {};
    auto document = std::make_unique<pugi::xml_document>();
    const pugi::xml_parse_result result = document->load_buffer(
        text->data(), text->size(), pugi::parse_default | pugi::parse_doctype | pugi::parse_ws_pcdata_single);
    if (!result) refuse(file_, "the part " + quoted(name) + " is not XML: " + result.description());
    for (const pugi::xml_node& each : document->children())
      if (each.type() == pugi::node_doctype)
        refuse(file_, "the part " + quoted(name) + " declares a DOCTYPE, which no workbook has",
               "it may be an attack by entities");
    return document;
  }

  void read_strings() {
    const auto xml = part("xl/sharedStrings.xml");
    if (!xml) return;
    for (const pugi::xml_node& each : xml->document_element().children())
      if (is(each, "si")) strings_.push_back(string_of(each));
  }

  // Rows and cells may leave their places out: then each follows the one before.
  void read_sheet(const pugi::xml_document& xml, Sheet& sheet) {
    int row = 0;
    for (const pugi::xml_node& line : child(xml.document_element(), "sheetData").children()) {
      if (!is(line, "row")) continue;
      ++row;
      const std::string_view given = attribute(line, "r");
      if (!given.empty()) {
        int number = 0;
        const auto end = std::from_chars(given.data(), given.data() + given.size(), number);
        if (end.ec != std::errc() || number < 1) refuse(file_, "the sheet " + quoted(sheet.name) + " has a row " + quoted(given));
        row = number;
      }
      if (row > last_row_kept) continue;
      int column = 0;
      for (const pugi::xml_node& node : line.children()) {
        if (!is(node, "c")) continue;
        ++column;
        if (const std::string_view place = attribute(node, "r"); !place.empty()) {
          const auto [cell_row, cell_column] = place_of_cell(place);
          if (cell_row != row || cell_column == 0)
            refuse(file_,
                   "the sheet " + quoted(sheet.name) + " has a cell " + quoted(place) + " in its row " + std::to_string(row));
          column = cell_column;
        }
        if (column > last_column_kept) continue;
        Cell cell = cell_of(node);
        if (cell.kind == Cell::Kind::empty && !cell.has_formula) continue;
        sheet.cells.insert_or_assign({row, column}, std::move(cell));
        sheet.last_row = std::max(sheet.last_row, row);
      }
    }
  }

  Cell cell_of(const pugi::xml_node& node) const {
    Cell cell;
    const std::string_view type = attribute(node, "t");
    const pugi::xml_node value = child(node, "v"), formula = child(node, "f");
    cell.has_formula = !formula.empty();
    cell.formula = formula.text().get();
    if (type == "inlineStr") {
      cell.kind = Cell::Kind::text;
      cell.text = string_of(child(node, "is"));
      return cell;
    }
    if (value.empty()) return cell;
    const std::string text = value.text().get();
    if (type == "s") {
      std::size_t index = strings_.size();
      std::from_chars(text.data(), text.data() + text.size(), index);
      cell.kind = Cell::Kind::text;
      if (index < strings_.size()) cell.text = strings_[index];
    } else if (type == "e") {
      cell.kind = Cell::Kind::error;
      cell.text = text;
    } else if (type == "str" || type == "d") {
      cell.kind = Cell::Kind::text;
      cell.text = text;
    } else {  // a number, or a truth value
      const auto end = std::from_chars(text.data(), text.data() + text.size(), cell.number);
      const bool is_good = end.ec == std::errc() && end.ptr == text.data() + text.size() && std::isfinite(cell.number);
      cell.kind = is_good ? Cell::Kind::number : Cell::Kind::error;
      if (!is_good) cell.text = text;
    }
    if (cell.kind == Cell::Kind::text && cell.text.empty()) cell.kind = Cell::Kind::empty;
    return cell;
  }

  Archive archive_;
  const std::string& file_;
  std::vector<std::string> strings_;
};

}  // namespace

bool Cell::is_empty() const {
  return kind == Kind::empty || (is_text() && text.find_first_not_of(" \t\r\n\xC2\xA0") == std::string::npos);
}

int column_of(std::string_view letters) {
  int column = 0;
  for (const char c : letters) {
    if (c < 'A' || c > 'Z' || column > 20000) return 0;
    column = 26 * column + (c - 'A' + 1);
  }
  return column;
}

std::string letters_of(int column) {
  std::string letters;
  for (; column > 0; column = (column - 1) / 26) letters.insert(letters.begin(), static_cast<char>('A' + (column - 1) % 26));
  return letters;
}

std::string cell_name(int row, int column) { return letters_of(column) + std::to_string(row); }

std::pair<int, int> place_of_cell(std::string_view name) {
  if (name.starts_with('$')) name.remove_prefix(1);
  const std::size_t size = std::min(name.find_first_of("$0123456789"), name.size());
  const int column = size == 0 ? 0 : column_of(name.substr(0, size));
  name.remove_prefix(size);
  if (name.starts_with('$')) name.remove_prefix(1);
  int row = 0;
  const auto end = std::from_chars(name.data(), name.data() + name.size(), row);
  if (column == 0 || end.ec != std::errc() || end.ptr != name.data() + name.size() || row < 1) return {0, 0};
  return {row, column};
}

const Cell& Sheet::at(int row, int column) const {
  static const Cell none;
  const auto found = cells.find({row, column});
  return found == cells.end() ? none : found->second;
}

std::string Sheet::cell(int row, int column) const {
  const bool is_plain = name.find_first_of(" '!-") == std::string::npos;
  return (is_plain ? name : '\'' + name + '\'') + '!' + cell_name(row, column);
}

std::string Sheet::cells_from(int row, std::string_view first, std::string_view last) const {
  return cell(row, first) + ':' + cell_name(row, column_of(last));
}

const Sheet* Book::find(std::string_view name) const {
  for (const Sheet& sheet : sheets)
    if (sheet.name == name) return &sheet;
  return nullptr;
}

Book read_book(std::string_view bytes, const std::string& file) { return BookReader(bytes, file).read(); }

}  // namespace bricard
