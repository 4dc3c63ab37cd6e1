// The results of a K&C run as plain tables, in the units and axes of the sheet: what CSV files and the workbook hold.
#pragma once
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "bricard/vehicle/kc.hpp"

namespace bricard::vehicle {

struct KcTable {
  std::string name;  // "hard_points"
  std::string words; // what it holds, one sentence
  std::vector<std::string> header;
  using Cell = std::variant<std::string, std::optional<double>>;
  std::vector<std::vector<Cell>> rows;
};

// Values of a row of columns in the units and axes of the sheet.
class ToldRow {
 public:
  ToldRow(const KcAxle& axle, const Convention& convention);
  std::optional<double> operator()(const std::vector<std::optional<double>>& row, std::size_t column) const;

 private:
  const KcAxle& axle_;
  const Convention& convention_;
  std::vector<int> caster_;
};

// A derivative per mm of a coordinate, in the unit of its output.
std::optional<double> told_rate(const KcAxle& axle, const Convention& convention, const KcSensitivity::Line& line, std::size_t column);
// Columns that a sheet shows of the hard points: those with a derivative anywhere.
std::vector<std::size_t> varied_columns(const KcAxle& axle);
double told_setting(const KcTest& test, std::size_t k, const Convention& convention);
// What +-0.5 mm, or another size, in every coordinate of parts may change: roots of the sum of squares, and all at their worst.
struct Spread {
  double toe = 0, camber = 0, worst_toe = 0, worst_camber = 0;  // rad
};
Spread spread_of(const KcSensitivity& sensitivity, double size);

KcTable design_table(const KcResults& results);
KcTable test_table(const KcResults& results, const std::string& test);
KcTable compliance_table(const KcResults& results);
KcTable hard_points_table(const KcResults& results);
KcTable tolerances_table(const KcResults& results);
KcTable shims_table(const KcResults& results);
KcTable loads_table(const KcResults& results);
KcTable forces_table(const KcResults& results);

std::string csv_of(const KcTable& table);
// Everything as sheets of one workbook.
std::string kc_workbook(const KcResults& results);

}  // namespace bricard::vehicle
