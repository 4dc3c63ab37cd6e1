// No stabilization: only quaternions keep their unit length.
#pragma once
#include "bricard/formulations/stabilizations/stabilization.hpp"

namespace bricard {

std::unique_ptr<Stabilizer> make_none(const ProblemSettings& settings);

inline constexpr Stabilization none{"none", "constraints drift with the integration error", false, make_none};

}  // namespace bricard
