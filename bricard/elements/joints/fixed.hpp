// Fixed joint: B stays where it is in A.
#pragma once
#include "bricard/elements/joints/joint.hpp"

namespace bricard {

struct Fixed {
  static constexpr std::string_view type = "fixed";
  static constexpr std::string_view help = "weld: no relative motion";
  static constexpr std::string_view equation = R"(r = 0                         3 rows: the origins coincide
x_A·z_B = y_A·z_B = 0         2 rows
x_A·y_B = 0                   1 row: the axes coincide)";
  static constexpr std::string_view reactions = "Force and torque of the weld on the second body at `at2`, global components.";
  static constexpr std::string_view example = R"(bricard: 1
name: Weight welded to a swinging arm
bodies:
  arm:    {mass: 1, inertia: [1e-3, 0.03, 0.03], position: [0.3, 0, 0]}
  weight: {mass: 2, inertia: [0.01, 0.01, 0.01], position: [0.6, 0, 0]}
joints:
  hinge: {type: revolute, bodies: [ground, arm], at: [0, 0, 0], axis: [0, 1, 0]}
  weld:  {type: fixed, bodies: [arm, weight], at: [0.6, 0, 0]}
analysis: {type: dynamics, duration: 1, output_step: 50 ms}
)";
  static constexpr std::string_view symbol = "weld";
  static constexpr JointKeys uses{.axis = false, .planar = true};
  static constexpr int planar_freedoms = 0;
  static constexpr std::array<std::string_view, 1> releases{"spherical"};
  static constexpr int freedoms = 0, coordinates = 0;
  static constexpr std::array<CoordinateName, 0> names{};
  static constexpr auto fields(const auto& list) { return list(); }
  friend bool operator==(const Fixed&, const Fixed&) = default;

  template <class S, class Out, template <class> class Pair>
  void rows(const Pair<S>& m, Out&& out) const {
    coincide(m, out);
    align(m, out);
    out(between<S>(m, m.A.col(0), m.B.col(1)));
  }
  template <class S>
  Motion<S, 0> motion(const S*, const S*) const {
    return {Mat3<S>::Identity(), zero3<S>()};
  }
  template <class S, class Out, template <class> class Pair>
  void measured(const Pair<S>&, Out&&) const {}
};

}  // namespace bricard
