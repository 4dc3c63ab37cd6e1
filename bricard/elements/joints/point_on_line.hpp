// Point on a line: B's origin stays on A's z axis; B turns freely about it.
#pragma once
#include "bricard/elements/joints/joint.hpp"

namespace bricard {

struct PointOnLine {
  static constexpr std::string_view type = "point_on_line";
  static constexpr std::string_view help = "a point of the second body (`at2`) stays on a line of the first (`at`, `axis`)";
  static constexpr std::string_view equation = R"(x_A·r = y_A·r = 0             2 rows: B's origin stays on the line)";
  static constexpr std::string_view reactions =
      "Force across the line on the second body at `at2`, global components; the torque is zero.";
  static constexpr std::string_view note =
      "This is the second form of a vector perpendicular to a plane: the vector r from `at` to `at2` stays perpendicular to "
      "the plane of the first body whose normal is `axis`. Its equations x_A·r = 0 and y_A·r = 0 are two `dot2` constraints "
      "with axes that span the plane.";
  static constexpr std::string_view example = R"(bricard: 1
name: Pendulum that hangs from a straight wire and slides along it
bodies:
  bob: {mass: 1, inertia: [0.02, 0.02, 0.001], position: [0, 0, -0.5], velocity: [0.4, 0.8, 0]}
joints:
  ring: {type: point_on_line, bodies: [ground, bob], at: [0, 0, 0], axis: [1, 0, 0]}
analysis: {type: dynamics, duration: 1, output_step: 50 ms}
)";
  static constexpr std::string_view symbol = "ball_on_line";
  static constexpr JointKeys uses{.planar = true};
  static constexpr int planar_freedoms = 2;
  static constexpr bool lies_in_plane = true;
  static constexpr int freedoms = 4;
  static constexpr std::array<CoordinateName, 0> names{};
  static constexpr auto fields(const auto& list) { return list(); }
  friend bool operator==(const PointOnLine&, const PointOnLine&) = default;
  Pose<double> fitted(auto& any) const { return {any.axes(), {0, 0, any.number()}}; }

  template <class S, class Out, template <class> class Pair>
  void rows(const Pair<S>& m, Out&& out) const {
    out(along<S>(m, m.A.col(0)));
    out(along<S>(m, m.A.col(1)));
  }
  template <class S, class Out, template <class> class Pair>
  void measured(const Pair<S>&, Out&&) const {}

  static constexpr std::string_view rubs = R"(|force| ≤ mu (|N| + preload), N across the line, along the line)";
  template <class S, class Out>
  void slip(const Pair<S>& m, const Friction&, int, Out&& out) const {
    out(slip_along<S>(m.A.col(2)));
  }
  template <class Out>
  void press(const Pair<double>&, const Friction&, int, const Reaction& on, Out&& out) const {
    out(on.F);
  }
};

}  // namespace bricard
