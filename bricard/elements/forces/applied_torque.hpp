// A torque on one body.
#pragma once
#include "bricard/elements/forces/load.hpp"

namespace bricard {

struct AppliedTorque : Load {
  static constexpr std::string_view type = "torque";
  static constexpr std::string_view help = "torque on a body";
  static constexpr std::string_view equation = R"(T = (T1, T2, T3) in the axes of `frame`,   or   T = magnitude · direction)";
  static constexpr std::string_view columns = "The torque, and no force, on the body, global components.";
  static constexpr std::string_view example = R"(bricard: 1
name: Rotor that spins up against drag
bodies:
  rotor: {mass: 2, inertia: [0.01, 0.01, 0.02], position: [0, 0, 0]}
joints:
  shaft: {type: revolute, bodies: [ground, rotor], at: [0, 0, 0], axis: [0, 0, 1]}
forces:
  drive: {type: torque, body: rotor, components: [0, 0, 1 - 0.05*shaft.speed]}
analysis: {type: dynamics, duration: 1, output_step: 50 ms}
)";
  static constexpr std::string_view symbol = "anchor";
  static constexpr ForceEnds uses = ForceEnds::torque;
  static constexpr auto fields(const auto& list) { return load_fields(list, dimension::torque); }
  void check(const KindCheck& check) const { check_load(check, true); }
  friend bool operator==(const AppliedTorque&, const AppliedTorque&) = default;
  static std::vector<AppliedTorque> samples() { return load_samples<AppliedTorque>(); }

  std::array<Term, 3> functions() const { return terms(dimension::torque); }

  template <class S>
  Wrench<S> act(const Pair<S>& m, const std::array<S, 0>&, const std::array<S, 3>& f, std::array<S, 6>& result) const {
    const Vec3<S> load = in_global(m, f);
    result = {S(0), S(0), S(0), load[0], load[1], load[2]};
    return {zero3<S>(), load};
  }
  template <class S>
  PlanarWrench<S> act(const PlanarPair<S>& m, const std::array<S, 0>&, const std::array<S, 3>& f,
                      std::array<S, 6>& result) const {
    const S load = about_normal(m, f);
    result = {S(0), S(0), S(0), S(0), S(0), load};
    return {zero2<S>(), load};
  }
};

}  // namespace bricard
