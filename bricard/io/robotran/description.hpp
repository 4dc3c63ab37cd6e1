// What stands in a ROBOTRAN file (XML, mbsDescR7), as plain data: SI, angles in radians, names as they are written.
//
//   R1 R2 R3, T1 T2 T3   joints that turn about, or move along, an axis that both frames have in common; where all
//                        coordinates are zero, all frames have the axes of ground
//   a body               hangs on a point of its parent by a chain of joints; center of mass, inertia (about it) and points
//                        in the axes behind the last one, from the origin of that joint
//   a cut                closes a loop: ball (two points coincide), rod (their distance), solid (the bodies move as one)
//   a link               a force along the line of two points, whose law is code
#pragma once
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bricard/core/error.hpp"
#include "bricard/core/vector3.hpp"
#include "bricard/io/xml_file.hpp"

namespace bricard::robotran {

enum class Nature { independent, dependent, driven };

struct JointPart {
  std::string name;
  bool turns = true;  // else it moves along the axis
  int axis = 0;
  Nature nature = Nature::independent;
  double q = 0, qd = 0;
  bool is_actuated = false;
  Place place;
};

// A sensor or an external force; its name may be empty.
struct Mark {
  std::string name;
  Place place;
};

struct PointPart {
  std::string name;
  Vector3 at = Vector3::Zero();
  std::optional<Mark> sensor, load;
  Place place;
};

struct End {
  std::string body, point;
  Place place;
};

// Drawn: a cylinder along the y axis turned by one angle about one axis, or a ball (no height).
struct ShapePart {
  double radius = 0, height = 0;
  Vector3 at = Vector3::Zero(), along = Vector3::UnitY();
  std::string color;
};

struct BodyPart {
  std::string name;
  End parent;
  std::vector<JointPart> joints;
  double mass = 0;
  Vector3 center = Vector3::Zero();
  std::array<double, 6> inertia{};  // xx, yy, zz, xy, yz, xz
  std::vector<PointPart> points;
  std::vector<ShapePart> shapes;
  Place place;
};

enum class CutKind { ball, rod, solid };

struct CutPart {
  CutKind kind = CutKind::ball;
  std::string name;
  std::array<End, 2> ends;
  double length = 0;
  std::array<bool, 3> ignored{};  // rows along the axes of the youngest common ancestor
  Place place;
};

struct LinkPart {
  std::string name;
  std::array<End, 2> ends;
  bool is_spatial = false;  // link3D
  Place place;
};

enum class ParameterKind { scalar, vector, lut1D, lut2D, state, structure };

struct ParameterPart {
  std::string name;  // with that of its user model in front
  ParameterKind kind = ParameterKind::scalar;
  std::vector<double> values;
  std::string file;  // of a lookup table
  Place place;
};

struct VariablePart {
  std::string name;
  bool is_input = true;
  int size = 1;
  Place place;
};

struct Description {
  std::string name;
  Vector3 gravity = Vector3::Zero();
  std::vector<PointPart> base_points;
  std::vector<BodyPart> bodies;
  std::vector<CutPart> cuts;
  std::vector<LinkPart> links;
  std::vector<ParameterPart> parameters;
  std::vector<VariablePart> variables;
};

// Throws Error where the bytes are no XML or no such file; other faults are told.
Description read_description(std::string_view bytes, Told& told);

}  // namespace bricard::robotran
