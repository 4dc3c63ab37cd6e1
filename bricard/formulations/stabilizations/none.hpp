// No stabilization: only quaternions keep their unit length.
#pragma once
#include "bricard/formulations/stabilizations/stabilization.hpp"

namespace bricard {

bool apply_none(const System& system, Equations& e, State& state, double tolerance, double closed);

inline constexpr Stabilization none{"none", "constraints drift with the integration error", false, apply_none};

}  // namespace bricard
