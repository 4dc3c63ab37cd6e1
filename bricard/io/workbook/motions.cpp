#include "bricard/io/workbook/motions.hpp"

#include <cmath>

#include "bricard/core/text.hpp"
#include "bricard/io/workbook/formula.hpp"
#include "bricard/io/workbook/laws.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard::workbook {

namespace {

}  // namespace

// "Track Front" left of J4. Rates have the label of what moves, so that their unit tells them apart.
std::string Motions::label_of(int row, int column) const {
  for (int left = column - 1; left > 0; --left) {
    if (!sheet_.at(row, left).is_text() || sheet_.at(row, left).is_empty()) continue;
    const Cell& unit = sheet_.at(row, column + 1);
    const bool is_rate = unit.is_text() && unit.text.find("/s") != std::string::npos;
    return sheet_.at(row, left).text + (is_rate ? " speed" : "");
  }
  return "motion " + cell_name(row, column);
}

std::optional<std::string> Motions::of(const Law& law) {
  const std::size_t mark = law.formula.find('!');
  if (mark == std::string::npos) return {};
  std::string sheet = law.formula.substr(0, mark), cell;
  std::erase(sheet, '\'');
  for (const char c : law.formula.substr(mark + 1))
    if (c != '$') cell += c;
  if (sheet != sheet_.name || place_of_cell(cell).first == 0) return {};
  const auto name = name_of(cell);
  const auto value = name ? values_.find(*name) : values_.end();
  if (value != values_.end() && law.number && std::abs(value->second - *law.number) > threshold::as_saved * (1 + std::abs(*law.number))) {
    told_.note(law.cell, "holds " + to_text(*law.number) + ", but its formula " + quoted('=' + law.formula) + " gives " +
                             to_text(value->second) + ": the number is taken");
    return {};
  }
  return name;
}

std::optional<std::string> Motions::name_of(const std::string& cell) {
  if (const auto known = names_.find(cell); known != names_.end()) return known->second;
  const auto [row, column] = place_of_cell(cell);
  if (row == 0 || !open_.insert(cell).second) return {};
  const Cell& given = sheet_.at(row, column);
  if (given.is_error() || (given.is_text() && !given.is_empty())) {
    told_.fault(sheet_.cell(row, column), "expected a number, because drivers depend on it; found " + quoted(given.text));
    return {};
  }
  Parameter parameter{"", to_text(given.number), sheet_.cell(row, column)};
  double value = given.number;
  if (!given.formula.empty()) {
    const Translated ours = from_sheet(given.formula, [&](const std::string& inner) { return name_of(inner); });
    const TimeLaw law(ours.text.empty() ? "0" : ours.text, values_);
    if (!ours.text.empty() && law.is_good()) {
      value = law.value(0);
      if (std::abs(value - given.number) <= threshold::as_saved * (1 + std::abs(given.number)))
        parameter.text = ours.text;
      else
        told_.note(parameter.cell, "holds " + to_text(given.number) + ", but its formula " + quoted('=' + given.formula) +
                                       " gives " + to_text(value) + ": the number is taken");
      if (parameter.text != ours.text) value = given.number;
    }
  }
  parameter.name = unique_(label_of(row, column));
  names_[cell] = parameter.name;
  values_[parameter.name] = value;
  parameters_.push_back(parameter);
  return parameter.name;
}

}  // namespace bricard::workbook
