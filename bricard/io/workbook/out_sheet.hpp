// Sheets that are to be written: cells with a look, widths, a list of words for a column; and the parts of a workbook (Office
// Open XML) that hold them. libxlsxwriter writes whole books only; sheets that are put into a book of others need the same parts.
#pragma once
#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace bricard::workbook {

enum class Look { plain, title, header, number, word, note };  // in the order of the styles of the book

struct OutCell {
  std::string text;
  bool is_number = false;
  Look look = Look::plain;
};

struct OutSheet {
  std::string name;
  std::map<std::pair<int, int>, OutCell> cells = {};  // by row and column, from 1
  std::vector<std::array<int, 3>> widths = {};        // first and last column, width in characters
  int frozen_rows = 0;
  std::vector<std::string> words = {};  // that column B takes, from `words_from` on
  int words_from = 1;
  bool has_drawing = false;  // of the part that its relation rId1 names

  void number(int row, int column, const std::string& text, Look look = Look::number) {
    cells[{row, column}] = {text, true, look};
  }
  void word(int row, int column, const std::string& text, Look look = Look::word) { cells[{row, column}] = {text, false, look}; }
};

// Text as XML holds it; what XML cannot hold is left out.
std::string in_xml(const std::string& text);

// The part of a sheet. `with_looks`: false where the book's styles are those of others.
std::string sheet_part(const OutSheet& sheet, bool with_looks = true);

// A whole workbook.
std::string workbook_file(const std::vector<OutSheet>& sheets);

}  // namespace bricard::workbook
