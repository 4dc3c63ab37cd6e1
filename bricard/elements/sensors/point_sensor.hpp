// A point of a body, and a direction of it, seen from ground or from another body.
#pragma once
#include "bricard/elements/sensors/sensor.hpp"

namespace bricard {

struct PointSensor {
  static constexpr std::string_view type = "point";
  static constexpr std::string_view help = "position, velocity and acceleration of a point; with `axis` also a direction";
  static constexpr std::string_view equation = R"(position = Aᵀ r,   velocity = Aᵀ v,   acceleration = Aᵀ v',   direction = Aᵀ u
A: global axes at the origin, or the axes of `relative_to` at its center of mass)";
  static constexpr std::string_view columns =
      "Position, velocity and acceleration of the point as the observer sees them; with `axis` also the unit vector `ux`, "
      "`uy`, `uz`.";
  static constexpr std::string_view example = R"(bricard: 1
name: Tip of a rod, seen from ground and from a turning table
bodies:
  table: {mass: 5, inertia: [0.1, 0.1, 0.2], position: [0, 0, 0]}
  rod:   {mass: 1, inertia: [1e-3, 0.02, 0.02], position: [0.5, 0, 0]}
joints:
  spindle: {type: revolute, bodies: [ground, table], at: [0, 0, 0], axis: [0, 0, 1], initial: {speed: 2}}
  hinge:   {type: revolute, bodies: [table, rod], at: [0.3, 0, 0], axis: [0, 1, 0]}
sensors:
  tip:  {body: rod, at: [0.7, 0, 0], axis: [1, 0, 0]}
  seen: {body: rod, at: [0.7, 0, 0], relative_to: table}
analysis: {type: dynamics, duration: 1, output_step: 50 ms}
)";

  template <class S>
  Vec3<S> position(const Pair<S>& m) const {
    return m.A.transpose() * m.r;
  }
  template <class S>
  Vec3<S> velocity(const Pair<S>& m) const {
    return m.A.transpose() * m.v;
  }
  template <class S>
  Vec3<S> direction(const Pair<S>& m) const {
    return m.A.transpose() * m.B.col(2);
  }
  template <class S>
  Vec2<S> position(const PlanarPair<S>& m) const {
    return m.A.inside(m.r);
  }
  template <class S>
  Vec2<S> velocity(const PlanarPair<S>& m) const {
    return m.A.inside(m.v);
  }
  template <class S>
  Vec2<S> direction(const PlanarPair<S>& m) const {
    return m.A.inside(m.B.col(2));
  }
  template <class S>
  Vec3<S> acceleration(const Pair<S>& m, const Vec3<S>& a) const {
    return m.A.transpose() * a;
  }
};

}  // namespace bricard
