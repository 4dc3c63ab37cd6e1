// A point of a body, and a direction of it, seen from ground or from another body.
#pragma once
#include "bricard/elements/sensors/sensor.hpp"

namespace bricard {

struct PointSensor {
  static constexpr std::string_view type = "point";
  static constexpr std::string_view help = "position, velocity and acceleration of a point; with `axis` also a direction";

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
