// Rack and pinion:  position - ratio · angle = 0  for the joints pinion, rack; the ratio is the radius of the pinion.
#pragma once
#include <vector>

#include "bricard/elements/joints/joint.hpp"

namespace bricard {

struct RackPinion {
  static constexpr std::string_view type = "rack_pinion";
  static constexpr std::string_view help =
      "couples the angle of a pinion with the position of a rack: position = `ratio` times angle";
  static constexpr std::string_view equation = R"(position - ratio · angle = 0          1 row, for joints: [pinion, rack])";
  static constexpr std::string_view reactions =
      "`effort` is the force of the teeth on the position of the last joint, the rack; the torque on the pinion is -ratio "
      "times as much.";
  static constexpr std::string_view example = R"(bricard: 1
name: Steering rack
units: {length: mm, angle: deg}
bodies:
  shaft: {mass: 1, inertia: [500, 500, 400], position: [0, 0, 0]}
  bar:   {mass: 2, inertia: [400, 4e4, 4e4], position: [0, 20, 0]}
joints:
  column: {type: revolute, bodies: [ground, shaft], at: [0, 0, 0], axis: [0, 0, 1]}
  guide:  {type: prismatic, bodies: [ground, bar], at: [0, 20, 0], axis: [-1, 0, 0]}
  teeth:  {type: rack_pinion, joints: [column, guide], ratio: 44 mm/rev}
forces:
  hand: {type: joint_force, joint: column, torque: 500*sin(2*pi*t)}
analysis: {type: dynamics, duration: 1, output_step: 50 ms}
)";
  static constexpr std::string_view symbol = "rack";
  static constexpr JointKeys uses{.axis = false, .at = false, .joints = true, .planar = true};
  static constexpr int freedoms = 6;
  static constexpr std::array<CoordinateName, 0> names{};

  double ratio = 0;
  static constexpr auto fields(const auto& list) {
    return list(field("ratio", &RackPinion::ratio, dimension::length / dimension::angle,
                      "position of the rack per angle of the pinion", required));
  }
  static constexpr std::array coupled{true, false};
  void check(const KindCheck& check) const {
    if (ratio == 0) check.fault("ratio", "the ratio is zero");
  }
  void reflect(const Reflection& reflection) {
    for (const double sign : reflection.coordinate_sign) ratio *= sign;
  }
  friend bool operator==(const RackPinion&, const RackPinion&) = default;

  std::vector<double> coefficients() const { return {-ratio, 1}; }
  template <class S, class Out, template <class> class Pair>
  void rows(const Pair<S>&, Out&&) const {}
  template <class S, class Out, template <class> class Pair>
  void measured(const Pair<S>&, Out&&) const {}
};

}  // namespace bricard
