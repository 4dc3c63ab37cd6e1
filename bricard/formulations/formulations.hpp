// The list of formulations: one line each.
#pragma once
#include <array>

#include "bricard/formulations/coordinate_partitioning.hpp"
#include "bricard/formulations/index3.hpp"
#include "bricard/formulations/lagrange.hpp"

namespace bricard {

inline const std::array formulations{lagrange, partitioned, index3};

}  // namespace bricard
