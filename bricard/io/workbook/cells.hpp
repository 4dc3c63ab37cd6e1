// The cells of a workbook (.xlsx: Office Open XML in a zip archive): numbers, texts, errors, the values that formulas had when
// the book was saved, and the formulas. Sheets by name; what lies beyond the rows and columns that any schema has is not kept.
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bricard {

inline constexpr int last_row_kept = 2000, last_column_kept = 100;

struct Cell {
  enum class Kind { empty, number, text, error };
  Kind kind = Kind::empty;
  double number = 0;
  std::string text;     // of a text; "#REF!" of an error
  std::string formula;  // without `=`; empty: none, or one that it shares with another cell
  bool has_formula = false;

  bool is_number() const { return kind == Kind::number; }
  bool is_text() const { return kind == Kind::text; }
  bool is_error() const { return kind == Kind::error; }
  // Empty, or blanks.
  bool is_empty() const;
};

// Rows and columns count from 1: "AB" is 28, (7, 4) is "D7".
int column_of(std::string_view letters);  // 0: these are no letters of a column
std::string letters_of(int column);
std::string cell_name(int row, int column);
// "D7" or "$D$7"; row 0: this is none.
std::pair<int, int> place_of_cell(std::string_view name);

struct Sheet {
  std::string name;
  std::map<std::pair<int, int>, Cell> cells;  // by row and column
  int last_row = 0;

  const Cell& at(int row, int column) const;
  const Cell& at(int row, std::string_view letters) const { return at(row, column_of(letters)); }
  // "Joints!D7"; a name with blanks stands in quotes, as in formulas.
  std::string cell(int row, int column) const;
  std::string cell(int row, std::string_view letters) const { return cell(row, column_of(letters)); }
  std::string cells_from(int row, std::string_view first, std::string_view last) const;  // "Bodies!T6:V6"
};

struct Book {
  std::vector<Sheet> sheets;
  const Sheet* find(std::string_view name) const;  // null pointer: there is none
};

// Throws Error: no workbook, damaged, hostile.
Book read_book(std::string_view bytes, const std::string& file);

}  // namespace bricard
