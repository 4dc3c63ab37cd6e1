// The list of stabilizations: one line each.
#pragma once
#include <array>

#include "bricard/formulations/stabilizations/baumgarte.hpp"
#include "bricard/formulations/stabilizations/coordinate_partitioning.hpp"
#include "bricard/formulations/stabilizations/mass_projection.hpp"
#include "bricard/formulations/stabilizations/none.hpp"
#include "bricard/formulations/stabilizations/projection.hpp"

namespace bricard {

inline const std::array stabilizations{none, baumgarte, projection, mass_projection, coordinate_partitioning};

}  // namespace bricard
