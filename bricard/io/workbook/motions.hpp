// The sheet Motions of an older book: steering, heave, roll and pitch, track and wheelbase, from which the drivers of rack and
// wheels follow by formulas. Input cells become parameters, formulas parameters that are expressions of them, so that a run can
// be made with another heave or steering. What a formula gives is checked against the value that it had when the book was saved.
#pragma once
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "bricard/io/workbook/rows.hpp"

namespace bricard::workbook {

class Motions {
 public:
  // `unique` gives a name that nothing else has.
  Motions(const Sheet& sheet, Told& told, std::function<std::string(const std::string&)> unique)
      : sheet_(sheet), told_(told), unique_(std::move(unique)) {}

  // What stands for a cell of another sheet: the name of a parameter where its formula is a cell of Motions, else nothing.
  std::optional<std::string> of(const Law& law);

  // In the order in which they need each other: name, text and cell.
  struct Parameter {
    std::string name, text, cell;
  };
  const std::vector<Parameter>& parameters() const { return parameters_; }
  const std::map<std::string, double>& values() const { return values_; }

 private:
  std::optional<std::string> name_of(const std::string& cell);
  std::string label_of(int row, int column) const;

  const Sheet& sheet_;
  Told& told_;
  std::function<std::string(const std::string&)> unique_;
  std::map<std::string, std::string> names_;  // of cells
  std::set<std::string> open_;                // cells that wait for others
  std::vector<Parameter> parameters_;
  std::map<std::string, double> values_;
};

}  // namespace bricard::workbook
