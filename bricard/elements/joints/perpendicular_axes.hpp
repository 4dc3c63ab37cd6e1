// Perpendicular axes: z_A·x_B = 0; the origins are free.
#pragma once
#include "bricard/elements/joints/joint.hpp"

namespace bricard {

struct PerpendicularAxes {
  static constexpr std::string_view type = "perpendicular_axes";
  static constexpr std::string_view help = "`axis` on the first body and `axis2` on the second stay perpendicular";
  static constexpr std::string_view equation = R"(z_A·x_B = 0                   1 row: `axis` and `axis2` stay perpendicular)";
  static constexpr std::string_view reactions =
      "Torque perpendicular to both axes on the second body, global components; the force is zero.";
  static constexpr std::string_view example = R"(bricard: 1
name: Rod that falls and spins but stays horizontal
bodies:
  rod: {mass: 1, inertia: [1e-3, 0.05, 0.05], position: [0, 0, 0], angular_velocity: [5, 0, 3]}
joints:
  horizontal: {type: perpendicular_axes, bodies: [ground, rod], axis: [0, 0, 1], axis2: [1, 0, 0]}
analysis: {type: dynamics, duration: 0.5, output_step: 25 ms}
)";
  static constexpr std::string_view symbol = "loose_axes";
  static constexpr JointKeys uses{.axis2 = true, .at = false};
  static constexpr int freedoms = 5;
  static constexpr std::array<CoordinateName, 0> names{};
  static constexpr auto fields(const auto& list) { return list(); }
  friend bool operator==(const PerpendicularAxes&, const PerpendicularAxes&) = default;
  // A cross, carried anywhere.
  Pose<double> fitted(auto& any) const { return {rotation_about_z(any.angle()) * rotation_about_x(any.angle()), any.vector()}; }

  template <class S, class Out>
  void rows(const Pair<S>& m, Out&& out) const {
    out(between<S>(m, m.A.col(2), m.B.col(0)));
  }
  template <class S, class Out>
  void measured(const Pair<S>&, Out&&) const {}
};

}  // namespace bricard
