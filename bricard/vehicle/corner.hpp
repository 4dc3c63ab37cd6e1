// What a wheel on its linkage measures at a position: the formulas of the K&C sheet. With W the wheel center, n the unit spin axis
// to the left, R the loaded radius, z the normal of the chassis' ground plane, sigma = +1 left, -1 right:
//
//   e = (z - n_z n)/|.|    contact point  C = W - R e, the lowest of the disc     t = (n x z_road)/|.|   heading, in the road
//   camber  -sigma asin n_z                    steer  atan2(-n_x, n_y)   toe  -sigma steer
//   steering axis through L along k, k_z > 0:  caster atan2(-k_x, k_z)   kingpin inclination atan2(-sigma k_y, k_z)
//   G its point in the road plane:             kingpin offset sigma (C - G).y_w   trail (G - C).t   scrub radius |C - G|
//
// The road plane touches both wheels: it is the ground plane of the chassis where both stand at one height. The contact points and
// half tracks that are printed are those of the ground plane of the chassis; the steering axis meets the road plane, seen from the
// point that stands on it. Derivatives with respect to the settings of the rig travel along (dual numbers).
#pragma once
#include <array>
#include <optional>
#include <vector>

#include "bricard/vehicle/rig.hpp"

namespace bricard::vehicle {

// A steering axis: the line through `point` along `along`, and what follows from it.
template <class S>
struct SteeringAxis {
  S caster, kingpin, offset, scrub, trail;  // offset: of the kingpin in the road plane
  S center_offset, center_trail;            // the same two at the height of the wheel center
};

// A point in the front or the side view; nothing: at infinity.
struct InView {
  double along = 0, z = 0;  // y or x; z, from the origin of the model
};

// A line of a view through `at`, at right angles to `across`.
struct ViewLine {
  std::array<double, 2> at, across;
};
// A single line meets its mirror image. Nothing: they are parallel.
std::optional<InView> where_lines_meet(const std::optional<ViewLine>& a, const std::optional<ViewLine>& b, double scale);

// The points of a wheel, fixed in the bodies of a rig.
struct WheelPoints {
  double side = 1, radius = 0;
  Input own = left, other = right;
  FixedPoint center;
  Vec3<double> axis;  // in the carrier's axes
  std::optional<std::array<FixedPoint, 2>> steering_axis;
  struct SpringEnds {
    FixedPoint from, to;
  };
  std::vector<SpringEnds> springs;
  struct ArmPoints {
    FixedPoint through, a, b;
    bool is_strut = false;
  };
  std::optional<ArmPoints> upper, lower;
};
WheelPoints wheel_points(const Rig& rig, const Wheel& wheel);

struct Corner {
  double side = 1, radius = 0;
  Input own = left, other = right;
  double follow = 1;  // what the other wheel does per travel of this one: +1 heave, -1 roll, 0 it stays
  Vec3<Moving> W, n, C, t;      // t: heading, in the road plane
  Vec3<double> on_road;         // where the wheel stands on the road plane; C is that of the chassis' ground plane
  Moving camber, camber_projected, steer, toe, half_track;
  Vec3<double> W0, C0;  // in the design position
  std::vector<Moving> springs;  // lengths
  std::optional<SteeringAxis<Moving>> joints;
  std::optional<SteeringAxis<double>> spring_locked, height_held;
  std::optional<InView> front_motion, side_motion, front_arms, side_arms;

  // Of a number along the motion at hand: per travel of this wheel.
  double rate(const Moving& x) const { return x.d[own] + follow * x.d[other]; }
  double steering_rate(const Moving& x) const { return x.d[Input::steer]; }
};

// An axle at a position. A single wheel stands for both sides where only lines of both meet.
struct AxleShape {
  Posture const* posture = nullptr;
  std::optional<Corner> left, right;
  bool steers = false, steers_angle = false;
  Vec3<double> road = Vec3<double>::UnitZ();  // normal of the plane that touches both wheels
  double roll = 0;                            // of the chassis to the road, + to the right
  std::optional<InView> roll_center_motion, roll_center_arms;  // y, and height above the road
  double ground = 0;                                           // height of the road in the middle, from the origin of the model
  const Corner& any() const { return left ? *left : *right; }
};

class AxlePoints {
 public:
  explicit AxlePoints(const Rig& rig) : AxlePoints(rig, rig.axle()) {}
  AxlePoints(const Rig& rig, const Axle& axle);  // points of this axle on the bodies of the rig
  AxleShape shape(const Posture& posture, double follow) const;

 private:
  const Rig& rig_;
  std::optional<WheelPoints> left_, right_;
  std::optional<Corner> left_design_, right_design_;
};

}  // namespace bricard::vehicle
