// Parallel axes: B's z axis stays parallel to A's; their origins are free.
#pragma once
#include "bricard/elements/joints/joint.hpp"

namespace bricard {

struct ParallelAxes {
  static constexpr std::string_view type = "parallel_axes";
  static constexpr std::string_view help = "`axis` on the first body and `axis2` on the second stay parallel";
  static constexpr std::string_view equation = R"(x_A·z_B = y_A·z_B = 0         2 rows: the axes stay parallel)";
  static constexpr std::string_view reactions =
      "Torque perpendicular to the axes on the second body, global components; the force is zero.";
  static constexpr std::string_view note =
      "This is the first form of a vector perpendicular to a plane: `axis2` of the second body stays perpendicular to the "
      "plane of the first body whose normal is `axis`. Its equations x_A·z_B = 0 and y_A·z_B = 0 are two `dot1` constraints "
      "with vectors that span the plane.";
  static constexpr std::string_view example = R"(bricard: 1
name: Tray that hangs from an eccentric spring and stays level
bodies:
  tray: {mass: 2, inertia: [0.03, 0.03, 0.06], position: [0, 0, 0]}
joints:
  level: {type: parallel_axes, bodies: [ground, tray], axis: [0, 0, 1], axis2: [0, 0, 1]}
forces:
  spring: {type: spring_damper, from: {body: ground, at: [0.1, 0, 1]}, to: {body: tray, at: [0.2, 0, 0]},
           stiffness: 200, damping: 3}
analysis: {type: dynamics, duration: 1, output_step: 50 ms}
)";
  static constexpr std::string_view symbol = "loose_axes";
  static constexpr JointKeys uses{.at = false};
  static constexpr int freedoms = 4;
  static constexpr std::array<CoordinateName, 0> names{};
  static constexpr auto fields(const auto& list) { return list(); }
  friend bool operator==(const ParallelAxes&, const ParallelAxes&) = default;
  Pose<double> fitted(auto& any) const { return {rotation_about_z(any.angle()), any.vector()}; }

  template <class S, class Out>
  void rows(const Pair<S>& m, Out&& out) const {
    align(m, out);
  }
  template <class S, class Out>
  void measured(const Pair<S>&, Out&&) const {}
};

}  // namespace bricard
