// A workbook of the thesis tool as plain rows: what stands in its sheets, with their places, before anything is decided about it.
// Bodies are counted from 0, the first body row, whatever row that is. Two schemas: that of versions 1.0.4 to 1.0.6, and that of
// the older books, which have a sheet Motions, drivers in the sheet Joints and axes as vectors.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "bricard/core/error.hpp"
#include "bricard/core/vector3.hpp"
#include "bricard/io/workbook/cells.hpp"

namespace bricard::workbook {

// What is wrong with a book, and what its user should know; each with its cell.
struct Told {
  std::string file;
  std::vector<Fault> faults;
  std::vector<std::string> notes;
  void fault(const std::string& cell, std::string what, std::string hint = {}) {
    faults.push_back({{file, 0, 0}, cell, std::move(what), std::move(hint)});
  }
  void note(const std::string& cell, const std::string& what) { notes.push_back(cell + ": " + what); }
};

// A number, or a function "@(t) ...", or nothing.
struct Law {
  std::optional<double> number;
  std::string function;
  std::string cell;
  std::string formula;  // of the cell with the number
  bool is_given() const { return number || !function.empty(); }
  bool is_zero() const { return !is_given() || (number && *number == 0); }
};

struct Triple {
  Vector3 at;
  std::string cells;  // "Joints!I13:K13"
};

struct BodyRow {
  int row = 0;
  std::string name;  // as written
  Vector3 origin;
  std::optional<Vector3> x_point, y_point;  // nothing: the cells hold errors
  Vector3 bryant, axis;
  double angle = 0;
  double mass = 0;
  Vector3 inertia, velocity, angular_velocity;
  bool has_velocity = false, has_angular_velocity = false;  // a cell of it is not empty
  std::array<Law, 3> force, torque;
  Vector3 force_at;
  bool is_ground = false;
};

enum class JointType {
  spherical,
  spherical_spherical,
  universal,
  revolute,
  cylindrical,
  translation,
  spherical_revolute,
  translation_revolute
};

struct JointRow {
  int row = 0;
  JointType type{};
  std::string note;
  std::array<int, 2> bodies{-1, -1};
  std::vector<Triple> at;  // as many as the type has
};

struct SimpleRow {
  int row = 0;
  std::string note;
  int body = -1;
  double value = 0;
  int direction = 0;  // 1 to 3: a coordinate; 4 to 7: an Euler parameter
};

struct PointRow {
  int row = 0;
  std::string note, role;
  int body = -1;
  Vector3 at;
};

// With three functions of time; or, of an older book, with start, rate and acceleration, which are numbers.
struct DriverRow {
  std::string sheet;
  int row = 0;
  std::string note;
  int body = -1;
  int direction = 0;  // 1 to 3: translation; from 4 on: rotation
  Vector3 axis;       // zero: the direction says it
  std::array<Law, 3> laws;
  bool is_polynomial = false;
};

// What a book leaves open, or says in its sheet SimParam (book_layout.hpp).
enum class OrientationKind { axis_angle, bryant, vectors };
enum class AxesKind { automatic, points, vectors };

struct Said {
  std::optional<OrientationKind> orientation;
  std::optional<bool> degrees;
  AxesKind axes = AxesKind::automatic;
  bool drivers_are_coordinates = false, empty_velocities_are_open = false;
};

enum class ElementType { spring, damper, torsion_spring, actuator };

struct ElementRow {
  int row = 0;
  ElementType type{};
  std::string note;
  std::array<int, 2> bodies{-1, -1};
  std::vector<Triple> at;
  std::optional<double> coefficient, free;  // stiffness or damping; free length or angle
  std::string coefficient_cell, free_cell;
  std::vector<Law> functions;
  std::array<std::optional<double>, 2> limits;
};

struct Wishes {
  std::array<bool, 5> quantities{};  // position, velocity, angular velocity, acceleration, angular acceleration
  bool bodies = false, points = false, animation = false, video = false;
  std::vector<std::pair<int, std::string>> body_numbers, point_numbers;  // with their cells
};

struct Rows {
  bool is_old = false;           // a sheet Motions instead of SimParam
  bool has_vector_axes = false;  // the schema says so
  bool is_dynamic = false;
  double duration = 0, step = 0;
  std::string length = "m";
  Vector3 gravity;
  std::vector<BodyRow> bodies;
  std::vector<JointRow> joints;
  std::vector<SimpleRow> simple;
  std::vector<PointRow> points;
  std::vector<DriverRow> drivers;
  std::vector<ElementRow> elements;
  Wishes wishes;
  Said said;
  std::string angle_header;  // of the column of angles
  std::string first_angle_cell;
};

// What cannot be read is told as a fault and left out.
Rows read_rows(const Book& book, Told& told);

}  // namespace bricard::workbook
