// Dry friction of joints and force elements, as efforts along their directions of slip. Accelerations and reactions are affine in
// these efforts: one solve of the kernel for the motion without friction, one for each direction of slip, and the small problem
// of rubbing_problem.hpp is written out. Its efforts are applied to the bodies before any formulation sees them, so that all
// formulations have the same motion. Reactions are those of the mechanism (reactions.hpp): where they are not unique, those of
// the least split press.
#pragma once
#include <functional>
#include <string>

#include "bricard/system/system.hpp"

namespace bricard {

// Adds friction to the applied forces in e, and writes its columns. Expects motion and forces; leaves e factorized. False: there
// is no answer (why_not), forces and columns are not finite.
bool rub(const System& system, Equations& e);

// The same of a motion that is infinitely slow, from standstill: every surface has its coefficient at rest.
bool creep(const System& system, Equations& e);

// The same, where modes have yet to be found: surfaces that stand still stick if they can, those in `caught` (by surface) even if
// their slip is not quite zero. The modes are in e.rubbed.
bool settle(const System& system, Equations& e, const std::vector<char>& caught);

// The same for a motion that drivers prescribe: accelerations do not depend on friction, reactions do. `respond` finds the
// reactions to the forces in e at the accelerations in e.solution.A. Surfaces that stand still have no effort.
bool rub_driven(const System& system, Equations& e, const std::function<void(Reactions& out)>& respond);

// Friction in an impact. Rows have changed the twists of bodies from `before` (by number) to those of `state`, whose motion with
// all rows is in e; impulses f of friction, one for each direction of slip, change them further:
//   slip u+ = u + D f,   |f_s| ≤ static P_s with u+_s = 0,  or  f_s = -sliding P_s u+_s/|u+_s|,   P affine in f as N in rub(),
// Coulomb's law of the impulses as a whole and the slip that is left (J. J. Moreau, in: Nonsmooth Mechanics and Applications,
// CISM 302, 1988). Energy never grows: T+ - T- = f·u+ - ½ |Δv|². Preload and viscous friction are finite forces and take no part.
// Leaves e at the new velocities. False: there is no answer (why_not).
bool rub_in_impact(const System& system, Equations& e, const std::vector<Vec6<double>>& before, State& state,
                   std::vector<double>& impulses);
// Twists of all bodies at the motion in e.
std::vector<Vec6<double>> twists(const System& system, const Equations& e);

// The efforts of another evaluation of the same state (Values::rubbing) applied here.
void apply_rubbing(const System& system, Equations& e, const std::vector<double>& efforts);

// Slip velocities by direction at the motion in e.
Eigen::VectorXd slip_velocities(const System& system, Equations& e);

// Takes what is left of the slip from surfaces that stick, with least kinetic energy. Expects motion; leaves that of the new
// velocities. False: it cannot be factorized.
bool hold_still(const System& system, Equations& e, State& state);

// Why rub() has failed: "the friction of joint 'shoe' has no solution ..".
std::string why_not(const System& system, const Equations& e);

bool has_friction(const Model& model);
// Throws Error at the first joint or force with friction: `who` ("modes") does not know it.
void refuse_friction(const Model& model, const std::string& who);

// "joint 'shoe'", of a surface.
std::string name_of(const System& system, const RubbingEntry& entry);

}  // namespace bricard
