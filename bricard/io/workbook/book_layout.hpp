// The sheets of a workbook of the thesis tool as they are laid out: titles, headers with units, captions, rows. What stands in
// the rows is content of a model, or nothing: then it is a template.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "bricard/io/workbook/out_sheet.hpp"

namespace bricard::workbook {

inline constexpr int last_joint_row = 1000, last_element_row = 100;  // that the tool and we read

// Cells of a row from column B on; a text, or a number.
struct OutValue {
  std::string text;
  bool is_number = false;
};
using OutRow = std::vector<OutValue>;

struct BookContent {
  std::string length = "m";
  std::string duration, step, type, gravity_direction, gravity;
  std::vector<std::string> quantities{5};  // Yes, or empty: position, velocity, angular velocity and so on
  bool plots_bodies = false, plots_points = false;
  std::vector<int> body_numbers, point_numbers;
  std::vector<OutRow> bodies, drivers;
  std::map<std::string, std::vector<OutRow>> joints, elements;  // by the type in column B
  bool is_template = false;
};

// What the sheet SimParam says of the rest, which books of the tool leave open; nothing is to be guessed then.
struct SaidLabel {
  const char *label, *word, *help;
};
inline constexpr SaidLabel said_labels[] = {
    {"Orientation", "axis_angle", "columns O to R of Bodies (or bryant: L to N, vectors: F to K)"},
    {"Angles", "rad", "or deg"},
    {"Axes", "points", "of joints: points on the axis (or vectors)"},
    {"Drivers", "coordinates", "the function is the coordinate itself"},
    {"Velocities", "as filled in", "empty cells are not prescribed"}};
inline constexpr int said_row = 3, said_column = 7;  // G3 and H3, and below

std::vector<OutSheet> sheets_of(const BookContent& content);

// The rows that do not fit, by sheet; empty: all fit.
std::string too_many(const BookContent& content);

}  // namespace bricard::workbook
