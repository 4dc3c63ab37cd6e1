// Curves of a run as a picture: one pane for each unit among the columns, a second run dashed over the first, and the difference
// of the two in panes of its own. The curves of a sweep are a family in one pane for each column: the color is the first varied
// value, dashes the second.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bricard/results/plot.hpp"
#include "page/results/column_file.hpp"
#include "page/results/family.hpp"

namespace bricard::page {

// A run as a picture needs it.
struct PictureRun {
  std::string name;
  const Columns* columns = nullptr;
  std::function<std::string(std::string_view)> unit;  // of a column; "" where it is not known
  std::optional<Family> family = {};
};

struct PictureOptions {
  std::vector<std::string> columns;  // names, or patterns: `*` stands for any letters, `?` for one
  std::string over;                  // the column of the x axis; empty: the table's first
  std::string title;
  int width = 900, height = 0;  // pixels; 0: as high as the panes need
};

// Long runs are thinned: in each part of the rows the points with the lowest and highest x and y remain, which is what a line
// through all of them covers (Jugel, Jerzak, Hackenbroich, Markl: M4, VLDB 2014).
// The difference, second less first, is taken at the rows of the first: between the rows of the second a straight line over its
// first column. Values of the second are brought to the units of the first.
// Throws Error with the nearest right name where there is no such column.
std::vector<Plot> panes(const PictureRun& run, const PictureRun* second, const PictureOptions& options);

// The columns that these panes draw, every row and digit, as CSV: in the header names with their units, `tip.x [mm]`, as tables
// of a model file read them.
std::string curves_csv(const PictureRun& run, const PictureOptions& options);

// The bytes of a PNG of the SVG, on white; a width of 0: the size that the SVG has itself.
std::string png(const std::string& svg, int width = 0, int height = 0);
// The same as a page of lines and letters in PDF, 96 pixels to the inch.
std::string pdf(const std::string& svg);

}  // namespace bricard::page
