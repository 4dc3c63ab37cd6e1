// Analyses that look at one moment take user states as unknowns or directions of their own; some kinds of states do not fit.
#pragma once
#include <algorithm>
#include <string>

#include "bricard/core/error.hpp"
#include "bricard/system/system.hpp"

namespace bricard {

// Throws Error where the derivative of a state needs accelerations, or a prescribed motion follows a state.
inline void refuse_unfollowed_states(const System& system) {
  const FunctionLayout& functions = system.functions();
  for (std::size_t i = 0; i < functions.late_states.size(); ++i)
    if (functions.late_states[i])
      throw Error("states." + system.model().states[i].name,
                  "its derivative reads accelerations or reactions, which equilibrium and modes do not follow",
                  "hold it there: give it no derivative");
  for (const DriverEntry& driver : system.constraints().drivers) {
    const std::vector<int> variables = functions.slots[driver.slot].value.variables();
    if (std::any_of(variables.begin(), variables.end(), [](int variable) { return variable != 0; }))
      throw Error("drivers." + system.name_of(system.constraints().groups[driver.group]),
                  "it follows a state, which equilibrium and modes do not", "give it a function of time there");
  }
}

}  // namespace bricard
