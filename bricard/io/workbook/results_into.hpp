// Results in a copy of a workbook: a sheet with the columns, a sheet with charts of them. Every other part of the book stays as
// it is, byte for byte, but the list of sheets, its relations and the list of content types.
#pragma once
#include <string>
#include <vector>

namespace bricard {

struct ChartOfColumns {
  std::string title;
  std::vector<int> columns;  // over column 0
};

struct TableForSheet {
  std::vector<std::string> names, units;
  std::vector<std::vector<double>> rows;
};

// results.csv as it was written, with the units of its columns. Throws Error where a sheet would be too large.
TableForSheet table_for_sheet(const std::string& csv, std::vector<std::string> units);

// Of the outputs, what was asked to be seen first; without any of the positions of the bodies. x, y and z are one chart.
std::vector<ChartOfColumns> charts_for_sheet(const TableForSheet& table, const std::vector<std::string>& outputs,
                                             const std::vector<std::string>& bodies);

// `book`: the bytes of a workbook; `file` for messages.
std::string with_results(const std::string& book, const std::string& file, const TableForSheet& table,
                         const std::vector<ChartOfColumns>& charts);

}  // namespace bricard
