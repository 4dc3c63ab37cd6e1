// For one row of results at a state that no integration has led to.
#pragma once
#include <vector>

#include "bricard/system/weights.hpp"

namespace bricard {

// Loop rows that are independent there, also where bodies have no inertia.
inline std::vector<char> independent_rows(const System& system, const State& state) {
  Equations e(system);
  system.motion(state, e, RowSet::all, Measure::all);
  system.fill(e);
  weigh(inertial_weights(system), e);
  e.kernel.select();
  return e.kernel.selected();
}

inline constexpr const char* without_accelerations =
    "accelerations and reactions have no finite value in results.csv: a body has no inertia";

}  // namespace bricard
