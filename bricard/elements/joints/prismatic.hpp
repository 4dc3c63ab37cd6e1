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
};

}  // namespace bricard
