// Numbers, words and functions of one sheet; what is not as expected is told with its cell.
#pragma once
#include "bricard/core/text.hpp"
#include "bricard/io/workbook/rows.hpp"

namespace bricard::workbook {

class SheetReader {
 public:
  SheetReader(const Sheet& sheet, Told& told) : sheet_(sheet), told_(told) {}

  const Sheet& sheet() const { return sheet_; }
  const Cell& at(int row, int column) const { return sheet_.at(row, column); }
  std::string cell(int row, int column) const { return sheet_.cell(row, column); }

  static std::string describe(const Cell& cell) {
    if (cell.is_error()) return "the formula gave " + quoted(cell.text);
    if (cell.is_empty()) return "the cell is empty";
    return cell.is_text() ? "found the text " + quoted(cell.text) : "found " + to_text(cell.number);
  }

  // A number that must be there; 0 and a fault where it is not.
  double number(int row, int column, const std::string& what) {
    const Cell& cell = at(row, column);
    if (cell.is_number()) return cell.number;
    told_.fault(this->cell(row, column), "expected a number, " + what + "; " + describe(cell),
                looks_like_number(cell) ? "the number is stored as a text" : "");
    return 0;
  }
  // The same where empty cells are 0.
  double number_or_zero(int row, int column, const std::string& what) {
    return at(row, column).is_empty() ? 0 : number(row, column, what);
  }
  std::optional<double> number_if_given(int row, int column, const std::string& what) {
    if (at(row, column).is_empty()) return {};
    return number(row, column, what);
  }
  Vector3 three(int row, int column, const std::string& what) {
    Vector3 v;
    for (int i = 0; i < 3; ++i) v[i] = number(row, column + i, what);
    return v;
  }
  Vector3 three_or_zero(int row, int column, const std::string& what) {
    Vector3 v;
    for (int i = 0; i < 3; ++i) v[i] = number_or_zero(row, column + i, what);
    return v;
  }
  Triple triple(int row, int column, const std::string& what) {
    return {three(row, column, what), cell(row, column) + ':' + cell_name(row, column + 2)};
  }
  // A number or a function.
  Law law(int row, int column, const std::string& what) {
    const Cell& given = at(row, column);
    Law law;
    law.cell = cell(row, column);
    law.formula = given.formula;
    if (given.is_empty()) return law;
    const std::size_t begin = given.is_text() ? given.text.find_first_not_of(" \t") : std::string::npos;
    if (begin != std::string::npos && given.text[begin] == '@')
      law.function = given.text;
    else if (given.is_text())
      told_.fault(law.cell, "expected a number or a function, " + what + "; " + describe(given),
                  "write a function as `@(t) 0.1*sin(t)`");
    else
      law.number = number(row, column, what);
    return law;
  }
  // The number of a body, counted from 0; -1 and a fault where there is none.
  int body(int row, int column, std::size_t count) {
    const Cell& given = at(row, column);
    if (!given.is_number()) return number(row, column, "the number of a body"), -1;
    if (given.number != static_cast<int>(given.number) || given.number < 1 || given.number > static_cast<double>(count)) {
      told_.fault(cell(row, column),
                  "body " + to_text(given.number) + " is not defined; the sheet Bodies ends at " + std::to_string(count));
      return -1;
    }
    return static_cast<int>(given.number) - 1;
  }
  std::string word(int row, int column) const {
    const Cell& given = at(row, column);
    if (given.is_number()) return to_text(given.number);
    if (given.is_empty()) return "";
    const std::size_t begin = given.text.find_first_not_of(" \t\r\n"), end = given.text.find_last_not_of(" \t\r\n");
    return given.text.substr(begin, end - begin + 1);
  }

 private:
  static bool looks_like_number(const Cell& cell) {
    return cell.is_text() && cell.text.find_first_not_of(" +-.,0123456789eE") == std::string::npos &&
           cell.text.find_first_of("0123456789") != std::string::npos;
  }

  const Sheet& sheet_;
  Told& told_;
};

constexpr int A = 1, B = 2, C = 3, D = 4, E = 5, F = 6, G = 7, H = 8, I = 9, J = 10, K = 11, L = 12, M = 13, N = 14, O = 15,
              P = 16, Q = 17, R = 18, S = 19, T = 20, U = 21, V = 22, W = 23, X = 24, Z = 26;

// The sheets with joints, drivers, forces and points, for bodies that have been read.
void read_joints(const Sheet& sheet, Rows& rows, Told& told);
void read_drivers(const Sheet& sheet, Rows& rows, Told& told);
void read_elements(const Sheet& sheet, Rows& rows, Told& told);
void read_roles(const Sheet& sheet, Rows& rows, Told& told);

}  // namespace bricard::workbook
