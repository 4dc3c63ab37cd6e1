// The sheets with joints, drivers, force elements and roles. A row counts where column D has a number and column B a type that is
// known, wherever in the sheet it stands; a row without a type is switched off.
#include <algorithm>
#include <cmath>

#include "bricard/io/workbook/sheet_reader.hpp"

namespace bricard::workbook {

namespace {

struct JointColumns {
  std::string_view name;
  JointType type;
  std::vector<std::string_view> triples;
};

const std::vector<JointColumns>& joint_types() {
  static const std::vector<JointColumns> list{
      {"Spherical", JointType::spherical, {"the point of the joint"}},
      {"CompSpherical", JointType::spherical_spherical, {"the point of the first body", "the point of the second body"}},
      {"Universal",
       JointType::universal,
       {"the point of the joint", "the axis of the first body", "the axis of the second body"}},
      {"Revolute", JointType::revolute, {"the point of the joint", "the axis"}},
      {"Cylindrical", JointType::cylindrical, {"the point of the joint", "the axis"}},
      {"Translation", JointType::translation, {"the point of the joint", "the axis"}},
      {"SphRev", JointType::spherical_revolute, {"the point of the ball", "the point of the hinge", "the axis of the hinge"}},
      {"TraRev",
       JointType::translation_revolute,
       {"the point of the first body", "the point of the second body", "the axis of the hinge", "the axis of the slider"}},
  };
  return list;
}

struct ElementColumns {
  std::string_view name;
  ElementType type;
  int triples, free, coefficient, functions, limits;  // first columns; 0: there is none
};
constexpr std::array element_types{
    ElementColumns{"Spring", ElementType::spring, 2, L, M, N, R},
    ElementColumns{"Damper", ElementType::damper, 2, 0, L, M, Q},
    ElementColumns{"TSpring", ElementType::torsion_spring, 4, S, R, T, X},
    ElementColumns{"Actuator", ElementType::actuator, 2, 0, 0, L, P},
};

// The type of a row, or nothing where it is none; a word that is nearly a type is a fault, because the row would be left out.
std::string type_of(const SheetReader& sheet, int row, const std::vector<std::string_view>& known, Told& told) {
  const std::string word = sheet.word(row, B);
  if (std::find(known.begin(), known.end(), word) != known.end()) return word;
  if (!sheet.at(row, D).is_number()) return "";
  if (word.empty()) {
    told.note(sheet.cell(row, B), "the row has no type: it is switched off");
  } else if (const std::string meant = nearest(word, known); !meant.empty()) {
    told.fault(sheet.cell(row, B), "the type " + quoted(word) + " is not known",
               "did you mean `" + meant + "`? An empty cell switches the row off");
  } else {
    told.note(sheet.cell(row, B), quoted(word) + " is no type: the row is switched off");
  }
  return "";
}

// Whether a row with a type holds anything; without the number of its body that is a fault.
bool has_numbers(SheetReader& sheet, int row, Told& told) {
  if (sheet.at(row, D).is_number()) return true;
  bool is_filled = !sheet.at(row, D).is_empty();
  for (int column = E; column <= Q; ++column) is_filled = is_filled || sheet.at(row, column).is_number();
  if (is_filled) told.fault(sheet.cell(row, D), "expected the number of a body; " + SheetReader::describe(sheet.at(row, D)));
  return false;
}

std::array<int, 2> two_bodies(SheetReader& sheet, int row, const Rows& rows, Told& told) {
  const std::array<int, 2> bodies{sheet.body(row, D, rows.bodies.size()), sheet.body(row, E, rows.bodies.size())};
  if (bodies[0] >= 0 && bodies[0] == bodies[1])
    told.fault(sheet.cell(row, E), "both bodies are body " + std::to_string(bodies[0] + 1), "a joint or force acts between two");
  return bodies;
}

int direction_of(SheetReader& sheet, int row, int column, int most, Told& told) {
  const double given = sheet.number(row, column, "a direction from 1 to " + std::to_string(most));
  const bool is_good = given >= 1 && given <= most && given == std::floor(given);
  if (sheet.at(row, column).is_number() && !is_good)
    told.fault(sheet.cell(row, column), "expected a direction from 1 to " + std::to_string(most) + ", found " + to_text(given));
  return is_good ? static_cast<int>(given) : 0;
}

// Takes back a row in which something is wrong, so that nothing follows from it.
template <class Row>
class Whole {
 public:
  Whole(std::vector<Row>& rows, const Told& told) : rows_(rows), told_(told), faults_(told.faults.size()) {}
  ~Whole() {
    if (told_.faults.size() > faults_) rows_.pop_back();
  }
  Whole(const Whole&) = delete;
  Whole& operator=(const Whole&) = delete;

 private:
  std::vector<Row>& rows_;
  const Told& told_;
  std::size_t faults_;
};

void read_joint(SheetReader& sheet, int row, const JointColumns& type, Rows& rows, Told& told) {
  const Whole whole(rows.joints, told);
  JointRow& joint = rows.joints.emplace_back();
  joint.row = row;
  joint.type = type.type;
  joint.note = sheet.word(row, C);
  joint.bodies = two_bodies(sheet, row, rows, told);
  for (std::size_t i = 0; i < type.triples.size(); ++i)
    joint.at.push_back(sheet.triple(row, F + 3 * static_cast<int>(i), std::string(type.triples[i])));
}

// Of the older books: start, rate and acceleration of one coordinate.
void read_old_driver(SheetReader& sheet, int row, Rows& rows, Told& told) {
  const Whole whole(rows.drivers, told);
  DriverRow& driver = rows.drivers.emplace_back();
  driver.sheet = sheet.sheet().name;
  driver.row = row;
  driver.note = sheet.word(row, C);
  driver.is_polynomial = true;
  driver.body = sheet.body(row, D, rows.bodies.size());
  for (int i = 0; i < 3; ++i)
    driver.laws[static_cast<std::size_t>(i)] = sheet.law(row, E + i, "the start, rate or acceleration of the motion");
  driver.direction = direction_of(sheet, row, H, 6, told);
}

}  // namespace

void read_joints(const Sheet& given, Rows& rows, Told& told) {
  SheetReader sheet(given, told);
  std::vector<std::string_view> known{"Simple", "Ground", "Point", "Driver"};
  for (const JointColumns& each : joint_types()) known.push_back(each.name);
  for (int row = 2; row <= std::min(given.last_row, 1000); ++row) {
    const std::string type = type_of(sheet, row, known, told);
    if (type.empty() || !has_numbers(sheet, row, told)) continue;
    const auto of_body = [&] { return sheet.body(row, D, rows.bodies.size()); };
    if (type == "Ground") {
      if (const int body = of_body(); body >= 0) rows.bodies[static_cast<std::size_t>(body)].is_ground = true;
    } else if (type == "Point") {
      rows.points.push_back({row, sheet.word(row, C), "", of_body(), sheet.three(row, E, "the point")});
    } else if (type == "Simple") {
      const Whole whole(rows.simple, told);
      rows.simple.push_back(
          {row, sheet.word(row, C), of_body(), sheet.number(row, E, "the value"), direction_of(sheet, row, F, 7, told)});
    } else if (type == "Driver") {
      read_old_driver(sheet, row, rows, told);
    } else {
      for (const JointColumns& each : joint_types())
        if (each.name == type) read_joint(sheet, row, each, rows, told);
    }
  }
}

void read_drivers(const Sheet& given, Rows& rows, Told& told) {
  SheetReader sheet(given, told);
  for (int row = 3; row <= std::min(given.last_row, 100); ++row) {
    if (type_of(sheet, row, {"Driver"}, told).empty() || !has_numbers(sheet, row, told)) continue;
    const Whole whole(rows.drivers, told);
    DriverRow& driver = rows.drivers.emplace_back();
    driver.sheet = given.name;
    driver.row = row;
    driver.note = sheet.word(row, C);
    driver.body = sheet.body(row, D, rows.bodies.size());
    driver.direction = direction_of(sheet, row, E, 6, told);
    driver.axis = sheet.three_or_zero(row, F, "the direction of the driver");
    for (int i = 0; i < 3; ++i) {
      const bool is_function = i == 0 || sheet.word(row, I + i).starts_with('@') || sheet.at(row, I + i).is_number();
      if (is_function) driver.laws[static_cast<std::size_t>(i)] = sheet.law(row, I + i, "a function of time");
    }
    if (!driver.laws[0].is_given() && sheet.at(row, I).is_empty())
      told.fault(sheet.cell(row, I), "the function of the driver is missing", "write it as `@(t) 0.1*sin(t)`");
  }
}

void read_elements(const Sheet& given, Rows& rows, Told& told) {
  SheetReader sheet(given, told);
  std::vector<std::string_view> known;
  for (const ElementColumns& each : element_types) known.push_back(each.name);
  for (int row = 2; row <= std::min(given.last_row, 100); ++row) {
    const std::string type = type_of(sheet, row, known, told);
    if (type.empty() || !has_numbers(sheet, row, told)) continue;
    const ElementColumns& columns =
        *std::find_if(element_types.begin(), element_types.end(), [&](const auto& each) { return each.name == type; });
    const Whole whole(rows.elements, told);
    ElementRow& element = rows.elements.emplace_back();
    element.row = row;
    element.type = columns.type;
    element.note = sheet.word(row, C);
    element.bodies = two_bodies(sheet, row, rows, told);
    for (int i = 0; i < columns.triples; ++i) {
      const bool may_be_empty = columns.type == ElementType::torsion_spring && i >= 2;
      if (may_be_empty && sheet.at(row, F + 3 * i).is_empty() && sheet.at(row, F + 3 * i + 1).is_empty()) break;
      element.at.push_back(sheet.triple(row, F + 3 * i, i < 2 ? "a point" : "a direction"));
    }
    if (columns.free > 0) {
      element.free = sheet.number_if_given(row, columns.free, "the length or angle without force");
      element.free_cell = sheet.cell(row, columns.free);
    }
    if (columns.coefficient > 0) {
      element.coefficient = sheet.number_if_given(row, columns.coefficient, "the coefficient");
      element.coefficient_cell = sheet.cell(row, columns.coefficient);
    }
    for (int i = 0; i < 3; ++i)
      if (Law law = sheet.law(row, columns.functions + i, "a function"); law.is_given())
        element.functions.push_back(std::move(law));
    for (int i = 0; i < 2; ++i)
      element.limits[static_cast<std::size_t>(i)] = sheet.number_if_given(row, columns.limits + i, "a limit");
    const std::size_t limits = element.functions.empty() ? 0 : element.functions.size() - 1;
    for (std::size_t i = 0; i < limits; ++i)
      if (!element.limits[i])
        told.fault(sheet.cell(row, columns.limits + static_cast<int>(i)),
                   "the limit between functions " + std::to_string(i + 1) + " and " + std::to_string(i + 2) + " is missing");
    if (!element.coefficient && element.functions.empty())
      told.fault(sheet.cell(row, columns.coefficient > 0 ? columns.coefficient : columns.functions),
                 "neither a coefficient nor a function is given");
    if (element.coefficient && !element.functions.empty())
      told.note(element.coefficient_cell, "the coefficient holds; the functions beside it are not used, as the tool does");
  }
}

// Column A: the how-manieth point; B: one of the names that the sheet lists in column G.
void read_roles(const Sheet& given, Rows& rows, Told& told) {
  SheetReader sheet(given, told);
  std::vector<std::string> known;
  for (int row = 3; row <= 38; ++row)
    if (const std::string word = sheet.word(row, G); !word.empty()) known.push_back(word);
  for (int row = 3; row <= std::min(given.last_row, 100); ++row) {
    const std::string role = sheet.word(row, B);
    if (!sheet.at(row, A).is_number() || role.empty()) continue;
    const double number = sheet.at(row, A).number;
    if (std::find(known.begin(), known.end(), role) == known.end()) {
      told.fault(sheet.cell(row, B), quoted(role) + " is none of the names in G3:G38", did_you_mean(role, known));
    } else if (number < 1 || number > static_cast<double>(rows.points.size()) || number != std::floor(number)) {
      told.fault(sheet.cell(row, A), "point " + to_text(number) + " is not defined; the sheet Joints has " +
                                         std::to_string(rows.points.size()) + " points");
    } else if (std::any_of(rows.points.begin(), rows.points.end(), [&](const PointRow& point) { return point.role == role; })) {
      told.fault(sheet.cell(row, B), "the role " + quoted(role) + " is given twice");
    } else if (PointRow& point = rows.points[static_cast<std::size_t>(number) - 1]; !point.role.empty()) {
      told.fault(sheet.cell(row, A), "point " + to_text(number) + " has the role " + quoted(point.role) + " already");
    } else {
      point.role = role;
    }
  }
}

}  // namespace bricard::workbook
