// The contract of a stabilization: how a State that has left the constraints a little comes back to them.
//
//   name, help
//   apply(system, equations, state, tolerance, closed)   after a step; true if the state may be used
//   projects     the stages of a step may be brought back too (near singular positions they must be)
//
// The law (conformance_test.cpp): after apply, the rows of a stabilization that projects are closed; the state's other parts do
// not move.
#pragma once
#include <string_view>

#include "bricard/system/system.hpp"

namespace bricard {

inline constexpr double unlimited = 1e100;  // any change will do

struct Stabilization {
  std::string_view name;
  std::string_view help;
  bool projects;
  // Leaves the motion at the corrected state in e, with e's kernel factorized there.
  // `tolerance`: how much of a change the run bears, relative; `closed`: violation that needs no closing, relative to the
  // characteristic length.
  bool (*apply)(const System& system, Equations& e, State& state, double tolerance, double closed);
};

}  // namespace bricard
