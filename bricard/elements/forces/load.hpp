// What `force` and `torque` share: a vector load, as three components or as a magnitude along a fixed direction.
#pragma once
#include <cmath>
#include <optional>

#include "bricard/elements/forces/force.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard {

struct Load {
  ForceFrame frame = ForceFrame::global;
  std::optional<std::array<Function, 3>> components;
  std::optional<Function> magnitude;
  std::optional<Direction> direction;  // in the axes of `frame`
  friend bool operator==(const Load&, const Load&) = default;

  // By components and by magnitude, in both frames.
  template <class Kind>
  static std::vector<Kind> load_samples() {
    std::vector<Kind> all(4);
    for (int i = 0; i < 4; ++i) {
      all[i].frame = i < 2 ? ForceFrame::global : ForceFrame::body;
      if (i % 2 == 1) all[i].magnitude = Function(1);
    }
    return all;
  }

  static constexpr auto load_fields(const auto& list, Dimension dimension) {
    return list(field("frame", &Load::frame, "axes of the components: global or body"),
                field("components", &Load::components, dimension, "three components"),
                field("magnitude", &Load::magnitude, dimension, "size along `direction`, instead of components"),
                field("direction", &Load::direction, "direction of the magnitude"));
  }

  // In a planar model a force is in the plane and a torque about its normal.
  void check_load(const KindCheck& check, bool is_torque) const {
    const bool by_direction = magnitude || direction;
    if (components && by_direction)
      check.fault("components", "give `components` or `magnitude` and `direction`, not both");
    else if (!components && !by_direction)
      check.fault("components", "the load is missing", "give `components` or `magnitude` and `direction`");
    else if (by_direction && !magnitude)
      check.fault("magnitude", "`direction` needs `magnitude`");
    else if (by_direction && !direction)
      check.fault("direction", "`magnitude` needs `direction`");
    if (!check.planar || !components) return;
    const auto& c = *components;
    if (is_torque ? !is_zero(c[0]) || !is_zero(c[1]) : !is_zero(c[2]))
      check.fault("components", is_torque ? "the torque is not about z" : "the force is not in the plane", in_plane_hint);
  }
  const Direction* load_direction() const { return direction ? &*direction : nullptr; }
  void turn_about(const Direction& normal) {
    if (magnitude && !direction) direction = normal;
  }
  bool in_body_axes() const { return frame == ForceFrame::body; }
  bool turn(const Matrix3& by) {
    if (in_body_axes()) return false;
    const auto turned = [&](const Vector3& v) {
      Vector3 out;
      for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) out[i] += by(i, j) * v[j];
        if (std::abs(out[i]) < 100 * threshold::rounding * v.norm()) out[i] = 0;
      }
      return out;
    };
    if (direction) {
      if (!direction->body.empty()) return false;
      direction->axis = turned(direction->axis);
    }
    if (components) {
      const auto& c = *components;
      if (!c[0].is_number() || !c[1].is_number() || !c[2].is_number()) return false;
      const Vector3 all = turned({c[0].number, c[1].number, c[2].number});
      components = {Function(all[0]), Function(all[1]), Function(all[2])};
    }
    return true;
  }

  static constexpr bool planar = true;
  static constexpr std::array<ColumnName, 0> measured{};
  static constexpr std::array results = wrench_columns;

  std::array<Term, 3> terms(Dimension dimension) const {
    if (components)
      return {Term{&(*components)[0], dimension}, Term{&(*components)[1], dimension}, Term{&(*components)[2], dimension}};
    return {Term{magnitude ? &*magnitude : nullptr, dimension}, Term{nullptr, dimension}, Term{nullptr, dimension}};
  }
  std::array<double, 3> otherwise(const Pair<double>&) const { return {0, 0, 0}; }

  // The load in global components. Marker A has the global axes, B those of the body; with a direction both have their z axis
  // along it in the design position.
  template <class S>
  Vec3<S> in_global(const Pair<S>& m, const std::array<S, 3>& f) const {
    const Mat3<S>& axes = frame == ForceFrame::body ? m.B : m.A;
    return magnitude ? Vec3<S>(axes.col(2) * f[0]) : Vec3<S>(axes * Vec3<S>(f[0], f[1], f[2]));
  }
  // In the plane: a force.
  template <class S>
  Vec2<S> in_global(const PlanarPair<S>& m, const std::array<S, 3>& f) const {
    const PlanarAxes<S>& axes = frame == ForceFrame::body ? m.B : m.A;
    return magnitude ? Vec2<S>(axes.col(2) * f[0]) : Vec2<S>(axes.col(0) * f[0] + axes.col(1) * f[1]);
  }
  // In the plane: a torque, about the normal.
  template <class S>
  S about_normal(const PlanarPair<S>& m, const std::array<S, 3>& f) const {
    return magnitude ? S(m.A.frame->normal) * f[0] : f[2];
  }
  template <class S, template <class> class Pair>
  std::array<S, 0> measure(const Pair<S>&) const {
    return {};
  }
  bool conservative() const { return false; }
  template <class S, template <class> class Pair>
  S potential(const Pair<S>&, const std::array<S, 0>&, const std::array<S, 3>&) const {
    return S(0);
  }
};

}  // namespace bricard
