// Idle freedoms: motions that the constraints leave and that move no joint. A rod between two balls may spin about the line through
// them, a rack may turn with its tie rods: no other body feels it, and no driver can or need prescribe it.
//
// Among the motions V of the bodies with G V = 0 they are those in which every body keeps the points at which it is joined where
// they are, v + w × r = 0 at two such points at least; a body that is joined at one point only is a part of its own, not a link
// between others, and what it does is not idle. Those conditions are linear, so that idle motions are a subspace of the free ones.
#pragma once
#include <Eigen/Core>
#include <string>
#include <vector>

#include "bricard/core/outcome.hpp"
#include "bricard/system/system.hpp"

namespace bricard {

struct IdleFreedoms {
  Eigen::MatrixXd motions;         // as columns: (velocity; angular velocity times the characteristic length) of every body
  std::vector<std::string> names;  // of what moves together: "'rod'", "'rack' with 'left' and 'right'"
  int count() const { return static_cast<int>(motions.cols()); }
};

// Of a closed state, drivers acting. Very large systems are not looked at: none.
IdleFreedoms idle_freedoms(const System& system, const State& state);

// "idle freedoms are held at least motion: 'rod' ..."; empty without any.
std::string idle_warning(const IdleFreedoms& idle);

// Drivers that hold the idle freedoms: of joint coordinates that show them, at their present values. Fewer where no joint has one.
std::vector<HeldCoordinate> holding(const System& system, const State& state, const IdleFreedoms& idle);

// Where bodies have no inertia of their own against their joints (Kernel::lent): whether the reduced mass matrix is regular along
// all that is not idle. A failure names the body that is left without; `idle` gets what moves without inertia and is idle.
Outcome check_inertia(const System& system, const State& state, IdleFreedoms& idle);

}  // namespace bricard
