// Assembly: consistent initial conditions. Bodies move least (mass-weighted) from the design position until all constraints, the
// drivers at t = 0 and the prescribed initial coordinates of joints hold; then velocities: given ones are kept where the
// constraints allow, the others follow with least kinetic energy.
#pragma once
#include <string>
#include <vector>

#include "bricard/core/outcome.hpp"
#include "bricard/system/system.hpp"

namespace bricard {

struct Assembly {
  Outcome outcome;   // failed: the message names the joints that do not close
  State state;       // of the given System
  std::string what;  // what was done, in words
  std::vector<std::string> warnings;
};

Assembly assemble(const System& system);

}  // namespace bricard
