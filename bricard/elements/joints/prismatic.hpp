// Prismatic joint: B slides along A's z axis without turning. The last row holds y_B perpendicular to x_A.
#pragma once
#include "bricard/elements/joints/joint.hpp"

namespace bricard {

struct Prismatic {
  static constexpr std::string_view type = "prismatic";
  static constexpr std::string_view help = "slider: moves along one axis without turning";
  static constexpr std::string_view equation = R"(x_A·r = y_A·r = 0             2 rows: B's origin stays on the axis
x_A·z_B = y_A·z_B = 0         2 rows: the axes stay parallel
x_A·y_B = 0                   1 row: no turn about the axis
position: z_A·r)";
  static constexpr std::string_view reactions =
      "Force and torque of the guide on the second body at `at2`, global components; the force has no component along the "
      "axis.";
  static constexpr std::string_view example = R"(bricard: 1
name: Block on a slope of 30 degrees, held by a spring
bodies:
  block: {mass: 4, inertia: [0.02, 0.02, 0.02], position: [0, 0, 0]}
joints:
  slide: {type: prismatic, bodies: [ground, block], at: [0, 0, 0], axis: [cosd(30), 0, -sind(30)], initial: {rate: 0.2}}
forces:
  spring: {type: spring_damper, from: {body: ground, at: [-cosd(30), 0, sind(30)]}, to: {body: block, at: [0, 0, 0]},
           stiffness: 400}
analysis: {type: dynamics, duration: 1, output_step: 50 ms}
)";
  static constexpr std::string_view symbol = "slider";
  static constexpr JointKeys uses{.planar = true};
  static constexpr bool lies_in_plane = true;
  static constexpr std::array<std::string_view, 2> releases{"cylindrical", "point_on_line"};
  static constexpr int freedoms = 1, coordinates = 1;
  static constexpr std::array names{position_coordinate};
  static constexpr auto fields(const auto& list) { return list(); }
  friend bool operator==(const Prismatic&, const Prismatic&) = default;

  template <class S, class Out, template <class> class Pair>
  void rows(const Pair<S>& m, Out&& out) const {
    out(along<S>(m, m.A.col(0)));
    out(along<S>(m, m.A.col(1)));
    align(m, out);
    out(between<S>(m, m.A.col(0), m.B.col(1)));
  }
  template <class S>
  Motion<S, 1> motion(const S* q, const S*) const {
    Motion<S, 1> motion{Mat3<S>::Identity(), Vec3<S>(S(0), S(0), q[0])};
    motion.basis(2, 0) = S(1);
    return motion;
  }
  template <class S, class Out, template <class> class Pair>
  void measured(const Pair<S>& m, Out&& out) const {
    out(along<S>(m, m.A.col(2)));
  }

  static constexpr std::string_view rubs = R"(|force| ≤ mu (|N1| + |N2| + |M_axis|/radius + preload)
N1,2 = F/2 ± axis × M/length, F across the axis; without radius the moment about the axis does not rub)";
  template <class S, class Out>
  void slip(const Pair<S>& m, const Friction&, int, Out&& out) const {
    out(slip_along<S>(m.A.col(2)));
  }
  template <class Out>
  void press(const Pair<double>& m, const Friction& friction, int, const Reaction& on, Out&& out) const {
    const Vec3<double> axis = m.A.col(2);
    two_bearings(friction, axis, radial(on.F, axis), on.M, out);
    if (friction.radius) out(Vec3<double>(axial(on.M, axis) / *friction.radius));
  }
};

}  // namespace bricard
