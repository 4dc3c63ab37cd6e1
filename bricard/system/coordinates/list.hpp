// The list of coordinate sets: one line each.
#pragma once
#include "bricard/core/types.hpp"
#include "bricard/system/coordinates/quaternion.hpp"
#include "bricard/system/coordinates/relative.hpp"

namespace bricard {

using CoordinateSets = Types<QuaternionCoordinates, RelativeCoordinates>;

}  // namespace bricard
