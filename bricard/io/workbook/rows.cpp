// The sheets with the run and the bodies.
#include "bricard/io/workbook/rows.hpp"

#include <algorithm>
#include <cmath>

#include "bricard/io/workbook/book_layout.hpp"
#include "bricard/io/workbook/sheet_reader.hpp"

namespace bricard::workbook {

namespace {

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

std::string names_of(const Book& book) {
  std::string names;
  for (const Sheet& sheet : book.sheets) names += (names.empty() ? "" : ", ") + sheet.name;
  return names;
}

const Sheet* need(const Book& book, const std::string& name, Told& told) {
  if (const Sheet* sheet = book.find(name)) return sheet;
  std::vector<std::string> names;
  for (const Sheet& sheet : book.sheets) names.push_back(sheet.name);
  const std::string hint = did_you_mean(name, names);
  told.fault(name, "the workbook has no sheet of this name; it has " + names_of(book),
             hint.empty() ? "" : hint + " The name must be exactly " + quoted(name));
  return nullptr;
}

double positive(SheetReader& sheet, int row, int column, const std::string& what, Told& told) {
  const double value = sheet.number(row, column, what);
  if (sheet.at(row, column).is_number() && !(value > 0))
    told.fault(sheet.cell(row, column), what + " must be positive, found " + to_text(value));
  return value;
}

void read_gravity(SheetReader& sheet, Rows& rows, Told& told) {
  const std::string direction = lower(sheet.word(6, D));
  if (sheet.at(7, D).is_empty() && direction.empty()) return;
  const double size = sheet.number_or_zero(7, D, "the gravity, with its sign");
  if (direction == "x" || direction == "y" || direction == "z")
    rows.gravity[direction[0] - 'x'] = size;
  else if (size != 0 || !direction.empty())
    told.fault(sheet.cell(6, D), "expected the direction of gravity, x, y or z; " + SheetReader::describe(sheet.at(6, D)));
}

void read_units(SheetReader& sheet, Rows& rows, Told& told) {
  const std::string units = lower(sheet.word(8, D));
  if (units == "mmks") {
    rows.length = "mm";
  } else if (units.empty()) {
    const bool is_mm = rows.gravity.norm() > 1000;
    rows.length = is_mm ? "mm" : "m";
    told.note(sheet.cell(8, D), is_mm ? "no units are given: millimeters are taken, because the gravity is some 9800"
                                      : "no units are given: SI is taken");
  } else if (units != "si" && units != "mks") {
    told.fault(sheet.cell(8, D), "expected the units SI, MKS or MMKS; " + SheetReader::describe(sheet.at(8, D)));
  }
}

bool is_yes(const SheetReader& sheet, int row) { return lower(sheet.word(row, D)) == "yes"; }

// What the book says of its own sheets: a label in column G and a word in H. A word that is none is a fault.
void read_said(SheetReader& sheet, Rows& rows, Told& told) {
  const auto choice = [&](const std::string& label, const std::vector<std::string_view>& words) {
    for (int row = said_row; row < said_row + static_cast<int>(std::size(said_labels)); ++row) {
      const std::string word = sheet.word(row, said_column + 1);
      if (sheet.word(row, said_column) != label || word.empty()) continue;
      const auto found = std::find(words.begin(), words.end(), word);
      if (found != words.end()) return static_cast<int>(found - words.begin());
      std::string all;
      for (const std::string_view each : words) all += (all.empty() ? "" : ", ") + std::string(each);
      told.fault(sheet.cell(row, said_column + 1), quoted(word) + " is none of " + all, did_you_mean(word, words));
    }
    return -1;
  };
  Said& said = rows.said;
  if (const int i = choice("Orientation", {"axis_angle", "bryant", "vectors"}); i >= 0)
    said.orientation = static_cast<OrientationKind>(i);
  if (const int i = choice("Angles", {"rad", "deg"}); i >= 0) said.degrees = i == 1;
  if (const int i = choice("Axes", {"auto", "points", "vectors"}); i >= 0) said.axes = static_cast<AxesKind>(i);
  said.drivers_are_coordinates = choice("Drivers", {"coordinates"}) == 0;
  said.empty_velocities_are_open = choice("Velocities", {"as filled in"}) == 0;
}

void read_simulation(const Sheet& given, Rows& rows, Told& told) {
  SheetReader sheet(given, told);
  rows.duration = positive(sheet, 3, D, "the time to run", told);
  rows.step = positive(sheet, 4, D, "the time step of the output", told);
  const std::string type = lower(sheet.word(5, D));
  rows.is_dynamic = type == "dyn";
  if (type != "dyn" && type != "kin")
    told.fault(sheet.cell(5, D), "expected the type of simulation, Kin or Dyn; " + SheetReader::describe(sheet.at(5, D)));
  read_gravity(sheet, rows, told);
  read_units(sheet, rows, told);
  for (int i = 0; i < 5; ++i) rows.wishes.quantities[static_cast<std::size_t>(i)] = is_yes(sheet, 13 + i);
  rows.wishes.bodies = is_yes(sheet, 18);
  rows.wishes.points = is_yes(sheet, 19);
  rows.wishes.animation = is_yes(sheet, 20);
  rows.wishes.video = is_yes(sheet, 21);
  read_said(sheet, rows, told);
  for (int row = 22; row <= 100; ++row) {
    const auto add = [&](int column, auto& list) {
      const Cell& cell = sheet.at(row, column);
      if (cell.is_number()) list.emplace_back(static_cast<int>(std::clamp(cell.number, -1.0, 1e6)), sheet.cell(row, column));
    };
    add(D, rows.wishes.body_numbers);
    add(H, rows.wishes.point_numbers);
  }
}

void read_motions(const Sheet& given, Rows& rows, Told& told) {
  SheetReader sheet(given, told);
  rows.is_old = true;
  rows.duration = positive(sheet, 10, D, "the time to run", told);
  rows.step = positive(sheet, 11, D, "the time step", told);
  rows.length = "mm";
  const std::string unit = sheet.word(5, E);
  if (unit == "m") rows.length = "m";
  told.note(sheet.cell(5, E),
            "lengths are in " + rows.length + (unit.empty() ? ", as in all books of this schema" : ", as the heave is"));
}

// ---- bodies -----------------------------------------------------------------------------------------------------------------

// The columns of the two layouts: the older one has no angles, no velocities and no forces.
struct BodyColumns {
  int mass, inertia, bryant, axis, velocity, force;  // 0: there are none
};
constexpr BodyColumns new_columns{S, T, L, O, W, 29}, old_columns{L, M, 0, 0, 0, 0};

// By the headers over masses and velocities.
BodyColumns columns_of(const Sheet& sheet, int first_row) {
  BodyColumns columns = new_columns;
  bool has_velocities = false;
  for (int row = 1; row < first_row; ++row) {
    if (lower(sheet.at(row, L).text).starts_with("mass")) return old_columns;
    has_velocities = has_velocities || sheet.at(row, W).is_text();
  }
  if (!has_velocities) columns.velocity = columns.force = 0;
  return columns;
}

// The first row with a position.
int first_body_row(const Sheet& sheet) {
  for (int row = 1; row <= std::min(sheet.last_row, 100); ++row)
    if (sheet.at(row, C).is_number() && sheet.at(row, D).is_number()) return row;
  return 0;
}

void read_orientation(SheetReader& sheet, const BodyColumns& columns, BodyRow& body) {
  const auto point = [&](int column) -> std::optional<Vector3> {
    for (int i = 0; i < 3; ++i)
      if (sheet.at(body.row, column + i).is_error()) return {};
    return sheet.three_or_zero(body.row, column, "a point on an axis of the body");
  };
  body.x_point = point(F);
  body.y_point = point(I);
  if (columns.bryant > 0) body.bryant = sheet.three_or_zero(body.row, columns.bryant, "an angle of the body");
  if (columns.axis > 0) body.axis = sheet.three_or_zero(body.row, columns.axis, "the axis of its orientation");
  if (columns.axis > 0) body.angle = sheet.number_or_zero(body.row, columns.axis + 3, "the angle of its orientation");
}

void read_mass(SheetReader& sheet, const BodyColumns& columns, const Rows& rows, BodyRow& body, Told& told) {
  const bool is_first = rows.bodies.size() == 1;  // mostly the ground, which needs none
  const auto value = [&](int column, const std::string& what) {
    const double number =
        rows.is_dynamic && !is_first ? sheet.number(body.row, column, what) : sheet.number_or_zero(body.row, column, what);
    if (number < 0) told.fault(sheet.cell(body.row, column), what + " is negative: " + to_text(number));
    return number;
  };
  body.mass = value(columns.mass, "the mass");
  for (int i = 0; i < 3; ++i) body.inertia[i] = value(columns.inertia + i, "a moment of inertia");
}

void read_motion_and_load(SheetReader& sheet, const BodyColumns& columns, BodyRow& body) {
  if (columns.velocity == 0) return;
  body.velocity = sheet.three_or_zero(body.row, columns.velocity, "a velocity");
  body.angular_velocity = sheet.three_or_zero(body.row, columns.velocity + 3, "an angular velocity");
  for (int i = 0; i < 3; ++i) {
    body.has_velocity = body.has_velocity || !sheet.at(body.row, columns.velocity + i).is_empty();
    body.has_angular_velocity = body.has_angular_velocity || !sheet.at(body.row, columns.velocity + 3 + i).is_empty();
  }
  for (int i = 0; i < 3; ++i) {
    body.force[static_cast<std::size_t>(i)] = sheet.law(body.row, columns.force + i, "a force");
    body.torque[static_cast<std::size_t>(i)] = sheet.law(body.row, columns.force + 3 + i, "a torque");
  }
  body.force_at = sheet.three_or_zero(body.row, columns.force + 6, "where the force acts");
}

void read_bodies(const Sheet& given, Rows& rows, Told& told) {
  SheetReader sheet(given, told);
  const int first = first_body_row(given);
  if (first == 0) return told.fault(given.name, "no body is found: no row has numbers in the columns C and D");
  const BodyColumns columns = columns_of(given, first);
  if (columns.axis > 0)
    for (int row = 1; row < first; ++row)
      if (given.at(row, R).is_text()) rows.angle_header = given.at(row, R).text;
  rows.first_angle_cell = given.cell(first, columns.axis > 0 ? R : F);
  int row = first;
  for (; row <= given.last_row && !sheet.at(row, C).is_empty(); ++row) {
    BodyRow& body = rows.bodies.emplace_back();
    body.row = row;
    body.name = sheet.word(row, B);
    body.origin = sheet.three(row, C, "the position of the body");
    read_orientation(sheet, columns, body);
    read_mass(sheet, columns, rows, body, told);
    read_motion_and_load(sheet, columns, body);
    const int number = static_cast<int>(rows.bodies.size());
    if (sheet.at(row, A).is_number() && sheet.at(row, A).number != number)
      told.note(sheet.cell(row, A), "the row is labelled " + to_text(sheet.at(row, A).number) + ", but it is body " +
                                        std::to_string(number) + ": bodies are counted by their rows");
  }
  for (; row <= std::min(given.last_row, 1000); ++row)
    if (sheet.at(row, C).is_number() && sheet.at(row, D).is_number() && sheet.at(row, E).is_number())
      return told.note(sheet.cell(row, C),
                       "this row is not read: the list of bodies ends at the first row without a number in column C");
}

}  // namespace

Rows read_rows(const Book& book, Told& told) {
  Rows rows;
  const Sheet* const simulation = book.find("SimParam");
  const Sheet* const motions = book.find("Motions");
  if (simulation)
    read_simulation(*simulation, rows, told);
  else if (motions)
    read_motions(*motions, rows, told);
  else
    need(book, "SimParam", told);
  const Sheet* const drivers = book.find("Joints_Drivers");
  rows.has_vector_axes = rows.is_old && !drivers;
  if (const Sheet* bodies = need(book, "Bodies", told)) read_bodies(*bodies, rows, told);
  if (const Sheet* joints = need(book, "Joints", told)) read_joints(*joints, rows, told);
  if (drivers) read_drivers(*drivers, rows, told);
  if (const Sheet* forces = book.find("Force_Elements")) read_elements(*forces, rows, told);
  if (const Sheet* roles = book.find("PosProcessing")) read_roles(*roles, rows, told);
  if (!rows.bodies.empty() &&
      std::none_of(rows.bodies.begin(), rows.bodies.end(), [](const BodyRow& body) { return body.is_ground; }))
    told.note("Joints", "no row of the type Ground: no body is fixed, and the whole mechanism is free");
  return rows;
}

}  // namespace bricard::workbook
