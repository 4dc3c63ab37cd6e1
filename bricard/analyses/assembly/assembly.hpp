// Assembly: consistent initial conditions.
//
// Positions. The bodies move least, in the metric of their inertia, from the design position until all joints and constraints,
// the drivers at t = 0 and the prescribed initial coordinates of joints hold:
//   1. joints close while drivers keep the coordinates they have in the design position (closing.hpp);
//   2. a rough design may lie between two branches (the elbow up or down). So the closing is repeated from several places as far
//      from the design as the first result is. A closed position at a comparable distance that no continuous motion joins with
//      the nearest one belongs to another branch: the nearest is taken, and a warning says that the choice is not clear;
//   3. drivers and initial coordinates are led to their start values along the closed positions (path.hpp), so that the branch is
//      kept; what remains free returns towards the design position.
// A state that another run has left takes the place of the design position.
// Velocities: given ones are kept where the constraints allow, the others follow with least kinetic energy.
//
// Reference: P. E. Nikravesh, Initial condition correction in multibody dynamics, Multibody System Dynamics 18 (2007).
#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bricard/core/outcome.hpp"
#include "bricard/system/system.hpp"

namespace bricard {

struct BodyMove {
  std::string body;
  double distance = 0, angle = 0;  // of its centre, m; of its axes, rad
};

struct Assembly {
  Outcome outcome;   // failed: the message names the joints that do not close
  State state;       // of the given System
  std::string what;  // what was done, in words
  std::vector<std::string> warnings;
  double open = 0;              // the largest open row in the design position, as a length
  std::vector<BodyMove> moved;  // from the design position, in the order of the model
};

struct AssemblySettings {
  std::vector<std::pair<std::string, double>> weights;  // body, factor of its inertia: heavy bodies move less
  // The state to start from instead of the design position: bodies, turns of angles, user states, velocities. What the model
  // prescribes as `initial` does not apply then.
  std::optional<StartState> from;
  bool given_velocities = false;  // but velocities that the model gives do, where that state is at rest
};

// Throws Error where the settings name a body that does not exist, or miss one.
Assembly assemble(const System& system, const AssemblySettings& settings = {});

}  // namespace bricard
