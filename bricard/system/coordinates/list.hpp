// The list of coordinate sets: one line each.
#pragma once
#include "bricard/core/types.hpp"
#include "bricard/system/coordinates/euler_angles.hpp"
#include "bricard/system/coordinates/euler_parameters.hpp"
#include "bricard/system/coordinates/planar.hpp"
#include "bricard/system/coordinates/quaternion.hpp"
#include "bricard/system/coordinates/relative.hpp"

namespace bricard {

using CoordinateSets = Types<QuaternionCoordinates,  //
                             PlanarCoordinates,      //
                             EulerParameters,        //
                             EulerAngles,            //
                             RelativeCoordinates>;

}  // namespace bricard
