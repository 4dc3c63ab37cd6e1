// Dry friction in a joint, as its author describes it. Everything is said of the surface that rubs: slip speeds are those of the
// surface (radius times angular speed in a bearing), normal forces those that press on it.
//
//   effort ≤ static (N + preload)                             where it sticks
//   effort = mu(v) (N + preload) + viscous v                  against the slip, mu(v) = sliding + (static - sliding)
//   e^-(v/stribeck)²
//
// How a kind rubs stands in its own file (joint.hpp): its directions of slip, and the normal forces N from its reaction.
#pragma once
#include <optional>

#include "bricard/core/field.hpp"

namespace bricard {

struct Friction {
  std::optional<double> holding;  // `static`; default: as sliding
  std::optional<double> sliding;  // default: as static
  double stribeck = 0;            // 0: static holds at rest alone
  double viscous = 0;
  std::optional<double> radius, length;
  double preload = 0;
  static constexpr auto fields(const auto& list) {
    namespace d = dimension;
    return list(
        field("static", &Friction::holding, "coefficient at rest; default: as `sliding`"),
        field("sliding", &Friction::sliding, "coefficient in motion; default: as `static`"),
        field("stribeck", &Friction::stribeck, d::speed,
              "slip speed over which the coefficient falls from static to sliding; 0: it falls at once"),
        field("viscous", &Friction::viscous, d::damping, "force per slip speed of the surface, whatever presses on it"),
        field("radius", &Friction::radius, d::length, "of the surface that rubs about the axis"),
        field("length", &Friction::length, d::length, "between two bearings that carry a moment; without it moments do not rub"),
        field("preload", &Friction::preload, d::force, "normal force besides the reaction"));
  }
  friend bool operator==(const Friction&, const Friction&) = default;

  double at_rest() const { return holding.value_or(sliding.value_or(0)); }
  double in_motion() const { return sliding.value_or(at_rest()); }
};

}  // namespace bricard
