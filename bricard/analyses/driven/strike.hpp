// A strike: rates of prescribed motions jump, and velocities with them, by impulses p of the rows,
//
//   M (v+ - v-) = Φ_vᵀ p,   Φ_v v+ = nu+,
//
// the change of the velocities that is smallest in the sense of the masses. What prescribed motions give or take is
// p (nu- + nu+)/2 each, together exactly the change of the kinetic energy, less what friction takes (rub_in_impact).
#pragma once
#include "bricard/core/outcome.hpp"
#include "bricard/system/system.hpp"

namespace bricard {

// Of one prescribed motion, SI: positive along its coordinate.
struct Blow {
  int group = 0;  // of the layout
  double impulse = 0, work = 0;
};

// The impulses of all prescribed motions between two states at the same position; `friction`: impulses along directions of slip.
std::vector<Blow> blows_between(const System& system, const State& before, const State& after,
                                const std::vector<double>& friction = {});

// `state` is just after the moment, with the velocities from before it, which change, also by impulses of friction. Fails where
// they cannot be found.
Outcome strike(const System& system, const std::vector<char>& selected, State& state, std::vector<double>& friction);

// "'d' gives an impulse of 2 N*s"
std::string impulses(const System& system, const std::vector<Blow>& blows);

}  // namespace bricard
