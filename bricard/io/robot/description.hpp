// A robot as URDF and MJCF describe it, as plain data: SI, angles in radians, names as they are written.
//
//   a link       has its frame in that of its parent, where all coordinates are zero, and hangs on it by its joints: each moves
//   what
//                those behind it in the list carry, as in a chain; without joints it is fastened
//   a joint      stands in the axes of its link
//   a loop       joins two links that the tree has already
//   a coupling   q = c0 + c1 p + c2 p² + ..   of two coordinates, or of one alone
//   an actuator  is a signal u and the effort  gear (gain u + b0 + b1 l + b2 l')  on its joint, l = gear q
#pragma once
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "bricard/core/error.hpp"
#include "bricard/io/xml_file.hpp"
#include "bricard/math/mass_properties.hpp"

namespace bricard::robot {

using Range = std::array<double, 2>;

// None of `spherical` and `free` has a limit, a spring of its own coordinate or dry friction.
enum class JointKind { revolute, prismatic, spherical, planar, free };
inline bool has_one_coordinate(JointKind kind) { return kind == JointKind::revolute || kind == JointKind::prismatic; }

struct JointPart {
  std::string name;
  JointKind kind = JointKind::revolute;
  Vec3<double> at = Vec3<double>::Zero(), axis = Vec3<double>::UnitZ();
  std::optional<Range> limits;
  double effort = 0, speed = 0;  // at most; 0: not said
  double damping = 0, friction = 0, stiffness = 0;
  double rest = 0;  // where its spring is at ease
  double zero = 0;  // what the other program calls the coordinate where ours is zero
  Place place;
};

enum class ShapeKind { cylinder, capsule, sphere, box, mesh };

struct ShapePart {
  ShapeKind kind = ShapeKind::box;
  Pose<double> pose;  // in the link; cylinders lie along z
  double radius = 0, length = 0;
  Vec3<double> size = Vec3<double>::Zero();  // edges of a box
  std::string file, color;
  Place place;
};

// A point of a link that can be followed by its name.
struct MarkPart {
  std::string name;
  Vec3<double> at = Vec3<double>::Zero();
  Place place;
};

inline constexpr int ground = -1;

struct LinkPart {
  std::string name;
  int parent = ground;
  Pose<double> pose;
  std::vector<JointPart> joints;
  MassProperties mass;  // in its axes
  std::vector<ShapePart> shapes;
  std::vector<MarkPart> marks;
  Place place;
};

struct LoopPart {
  std::string name, type;  // as in model files
  std::array<int, 2> links{ground, ground};
  Vec3<double> at = Vec3<double>::Zero(), axis = Vec3<double>::UnitZ();  // in the first link
  bool has_axis = false, is_active = true;
  std::optional<Pose<double>> relative_pose{};  // of a weld, the second link in the first; none: as in the design position
  Place place;
};

struct CouplingPart {
  std::string name, joint, other;  // no other: the coordinate is held
  std::array<double, 5> coefficients{0, 1, 0, 0, 0};
  bool is_active = true;
  Place place;
};

enum class Activation { none, integrator, filter };  // what lies between the signal and the gain

struct ActuatorPart {
  std::string name, joint;
  double gear = 1, gain = 1;
  std::array<double, 3> bias{};
  std::optional<Range> signal, effort;
  Activation activation = Activation::none;
  double time_constant = 0;
  Place place;
};

struct Description {
  std::string name;
  std::optional<Vec3<double>> gravity;
  std::vector<LinkPart> links;  // parents stand before their children
  std::vector<LoopPart> loops;
  std::vector<CouplingPart> couplings;
  std::vector<ActuatorPart> actuators;
};

// A turn about a fixed axis of so much; what a right angle leaves of rounding is taken away.
Mat3<double> turned(const Vec3<double>& axis, double angle);
Mat3<double> tidied(Mat3<double> R);

// Where children stand before their parents, or parents come back to themselves, nothing is said: readers see to that.
inline Pose<double> operator*(const Pose<double>& a, const Pose<double>& b) { return {tidied(a.R * b.R), a.p + a.R * b.p}; }

}  // namespace bricard::robot
