// A force on one body at a point.
#pragma once
#include "bricard/elements/forces/load.hpp"

namespace bricard {

struct AppliedForce : Load {
  static constexpr std::string_view type = "force";
  static constexpr std::string_view help = "force on a body at a point";
  static constexpr std::string_view equation = R"(F = (F1, F2, F3) in the axes of `frame`,   or   F = magnitude · direction)";
  static constexpr std::string_view columns = "The force, and no torque, on the body at `at`, global components.";
  static constexpr std::string_view example = R"yaml(bricard: 1
name: Thruster on a free body
gravity: [0, 0, 0]
bodies:
  craft: {mass: 100, inertia: [20, 20, 10], position: [0, 0, 0]}
forces:
  thruster: {type: force, body: craft, at: [0, 0.5, 0], frame: body, magnitude: "step(t, 0, 0, 0.2, 50)", direction: [1, 0, 0]}
analysis: {type: dynamics, duration: 2, output_step: 100 ms}
)yaml";
  static constexpr std::string_view symbol = "anchor";
  static constexpr ForceEnds uses = ForceEnds::body;
  static constexpr auto fields(const auto& list) { return load_fields(list, dimension::force); }
  void check(const KindCheck& check) const { check_load(check, false); }
  friend bool operator==(const AppliedForce&, const AppliedForce&) = default;
  static std::vector<AppliedForce> samples() { return load_samples<AppliedForce>(); }

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
