// e·(p2 - p1) = value: one global component of the vector from `at` (first body) to `at2` (second body). A global axis is fixed
// in neither body, so the function is written with two pairs seen from ground.
#pragma once
#include "bricard/elements/constraints/constraint.hpp"

namespace bricard {

struct Coordinate {
  static constexpr std::string_view type = "coordinate";
  static constexpr std::string_view help = "global component of the vector from `at` on the first body to `at2` on the second";
  static constexpr std::string_view equation = R"(e·(p2 - p1) = value           global unit vector e, p1 = `at`, p2 = `at2`)";
  static constexpr std::string_view reactions =
      "`effort` is the force on the second body along the global axis at `at2`, and its opposite on the first body at `at`.";
  static constexpr std::string_view example = R"(bricard: 1
name: Two pendulums whose bobs stay side by side
bodies:
  long:  {mass: 1, inertia: [0.01, 0.01, 0.01], position: [0.3, 0, -1]}
  short: {mass: 1, inertia: [0.01, 0.01, 0.01], position: [0.3, 0.2, -0.5]}
joints:
  pivot1: {type: revolute, bodies: [ground, long], at: [0, 0, 0], axis: [0, 1, 0]}
  pivot2: {type: spherical, bodies: [ground, short], at: [0, 0.2, 0]}
constraints:
  beside: {type: coordinate, bodies: [long, short], at: [0.3, 0, -1], at2: [0.3, 0.2, -0.5], coordinate: x}
analysis: {type: dynamics, duration: 1, output_step: 50 ms}
)";
  static constexpr std::string_view symbol = "rod";
  static constexpr ConstraintKeys uses{};
  static constexpr Dimension dimension = bricard::dimension::length;
  static constexpr std::array pairs{PairEnds{Marker::ground, Marker::second}, PairEnds{Marker::ground, Marker::first}};
  static constexpr bool value_is_designed = false;

  Axis coordinate = Axis::x;
  static constexpr auto fields(const auto& list) {
    return list(field("coordinate", &Coordinate::coordinate, "global component: x, y or z", required));
  }
  int global_axis() const { return static_cast<int>(coordinate); }
  void check(const KindCheck& check) const {
    if (check.planar && coordinate == Axis::z) check.fault("coordinate", "a planar model has no z", "x or y");
  }
  friend bool operator==(const Coordinate&, const Coordinate&) = default;
  static std::vector<Coordinate> samples() { return {{Axis::x}, {Axis::y}, {Axis::z}}; }

  template <class S, template <class> class Pair>
  auto function(const std::array<Pair<S>, 2>& m) const {
    const int i = static_cast<int>(coordinate);
    return std::array{along<S>(m[0], m[0].A.col(i)), along<S>(m[1], -m[1].A.col(i))};
  }
};

}  // namespace bricard
