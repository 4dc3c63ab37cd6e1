// A force on one body at a point.
#pragma once
#include "bricard/elements/forces/load.hpp"

namespace bricard {

struct AppliedForce : Load {
  static constexpr std::string_view type = "force";
  static constexpr std::string_view help = "force on a body at a point";
  static constexpr ForceEnds uses = ForceEnds::body;
  static constexpr auto fields() { return load_fields(dimension::force); }
  friend bool operator==(const AppliedForce&, const AppliedForce&) = default;

  std::array<Term, 3> functions() const { return terms(dimension::force); }

  template <class S>
  Wrench<S> act(const Pair<S>& m, const std::array<S, 0>&, const std::array<S, 3>& f, std::array<S, 6>& result) const {
    const Vec3<S> load = in_global(m, f);
    result = {load[0], load[1], load[2], S(0), S(0), S(0)};
    return {load, zero3<S>()};
  }
  template <class S>
  PlanarWrench<S> act(const PlanarPair<S>& m, const std::array<S, 0>&, const std::array<S, 3>& f,
                      std::array<S, 6>& result) const {
    const Vec2<S> load = in_global(m, f);
    result = {load[0], load[1], S(0), S(0), S(0), S(0)};
    return {load, S(0)};
  }
};

}  // namespace bricard
