// All time integrators; the contract is in integrator.hpp, the list in integrators.cpp, so that a changed entry is compiled again
// there only.
#pragma once
#include <span>

#include "bricard/integrators/integrator.hpp"

namespace bricard {

std::span<const IntegratorEntry> integrators();

}  // namespace bricard
