// The kinds of value that a model holds: plain data in SI.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bricard/core/vector3.hpp"

namespace bricard {

enum class Axis { x, y, z };
enum class ForceFrame { global, body };  // whose axes a load keeps

// A number, or a function of time and columns. Numbers are in SI; a text is an expression in the model's own units
// (UnitSystem), because that is how its author wrote and reads it.
struct Function {
  double number = 0;
  std::string text;  // empty: the number holds
  Function() = default;
  Function(double value) : number(value) {}                          // NOLINT: a number is a function
  Function(std::string expression) : text(std::move(expression)) {}  // NOLINT
  Function(const char* expression) : text(expression) {}             // NOLINT
  bool is_number() const { return text.empty(); }
  friend bool operator==(const Function&, const Function&) = default;
};

// A point: global in the design position (body empty), or in the axes of a body from its centre of mass.
struct Point {
  Vector3 at = Vector3::Zero();
  std::string body;
  friend bool operator==(const Point&, const Point&) = default;
};

// A direction, not necessarily of unit length: global in the design position, or in the axes of a body.
struct Direction {
  Vector3 axis = Vector3::UnitZ();
  std::string body;
  friend bool operator==(const Direction&, const Direction&) = default;
};

// Orientation of a body in the design position: unit quaternion (e0, e1, e2, e3), body axes to global axes. Euler angles,
// axis and angle, points and matrices of a file are converted to it.
struct Orientation {
  Quaternion quaternion{1, 0, 0, 0};
  double angle = 0;  // of a planar body, as written: it may hold whole turns that the quaternion forgets
  friend bool operator==(const Orientation&, const Orientation&) = default;
};

// Inertia about the centre of mass in body axes: matrix elements (Ixy = -∫xy dm). A file may give principal values
// [Ixx, Iyy, Izz], six elements [Ixx, Iyy, Izz, Ixy, Iyz, Ixz] or {xx: , xy: , ...}.
struct Inertia {
  Matrix3 matrix = Matrix3::Zero();
  friend bool operator==(const Inertia&, const Inertia&) = default;
};

// A file beside the model that a kind of element reads by itself: the path from the model file, once read absolute.
struct FileName {
  std::string path;
  friend bool operator==(const FileName&, const FileName&) = default;
};

// An end of a two-point force: `{body: crank, at: B}`.
struct End {
  std::string body = "ground";
  Point at;
  friend bool operator==(const End&, const End&) = default;
};

}  // namespace bricard
