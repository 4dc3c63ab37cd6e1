// Velocities at the start: those nearest to the given ones,
//   min ‖v - v_given‖²  with  Phi_v v = nu,
// in the metric of the inertia. Bodies with a given velocity count as 1e8 times heavier, and what they still lost is added to
// the target, which keeps given velocities to rounding wherever the constraints allow it; the others start at zero and follow
// with least kinetic energy.
//
// What cannot be had together is named: the residual of  [Phi_v; E] v = [nu; given]  in the sense of least squares does no work
// on any motion, so the rows in which it is not zero are those that contradict each other.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "bricard/system/weights.hpp"

namespace bricard {

// `system` in absolute coordinates, with drivers that prescribe the initial rates of joints; `given`: the same bodies with the
// velocities that they shall have; `name` says what a group of rows is called. Changes the velocities of `state`. False: they
// could not be found.
bool start_velocities(const System& system, const Model& given, Weights weights,
                      const std::function<std::string(const RowGroup&)>& name, State& state, std::vector<std::string>& warnings);

}  // namespace bricard
