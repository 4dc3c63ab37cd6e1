// Point on a plane: B's origin stays in A's xy plane; B turns freely about it.
#pragma once
#include "bricard/elements/joints/joint.hpp"

namespace bricard {

struct PointOnPlane {
  static constexpr std::string_view type = "point_on_plane";
  static constexpr std::string_view help =
      "a point of the second body (`at2`) stays on a plane of the first (`at`, normal `axis`)";
  static constexpr std::string_view equation = R"(z_A·r = 0                     1 row: B's origin stays in the plane)";
  static constexpr std::string_view reactions =
      "Force along the normal on the second body at `at2`, global components; the torque is zero.";
  static constexpr std::string_view example = R"(bricard: 1
name: Falling rod whose lower end slides on a smooth floor
bodies:
  rod: {mass: 1, inertia: [0.083, 0.083, 1e-3], position: [0.25, 0, 0.433], orientation: {axis: [0, 1, 0], angle: 30 deg}}
joints:
  floor: {type: point_on_plane, bodies: [ground, rod], at: [0, 0, 0], axis: [0, 0, 1]}
analysis: {type: dynamics, duration: 0.3, output_step: 10 ms}
)";
  static constexpr std::string_view symbol = "ball_on_plane";
  static constexpr JointKeys uses{};
  static constexpr int freedoms = 5;
  static constexpr std::array<CoordinateName, 0> names{};
  static constexpr auto fields(const auto& list) { return list(); }
  friend bool operator==(const PointOnPlane&, const PointOnPlane&) = default;
  Pose<double> fitted(auto& any) const { return {any.axes(), {any.number(), any.number(), 0}}; }

  template <class S, class Out>
  void rows(const Pair<S>& m, Out&& out) const {
    out(along<S>(m, m.A.col(2)));
  }
  template <class S, class Out>
  void measured(const Pair<S>&, Out&&) const {}

  static constexpr std::string_view rubs = R"(|force| ≤ mu (|N| + preload), N along the normal, against the slip in the plane)";
  template <class S, class Out>
  void slip(const Pair<S>& m, const Friction&, int, Out&& out) const {
    for (int i = 0; i < 2; ++i) out(slip_along<S>(m.A.col(i)));
  }
  template <class Out>
  void press(const Pair<double>&, const Friction&, int, const Reaction& on, Out&& out) const {
    out(on.F);
  }
};

}  // namespace bricard
