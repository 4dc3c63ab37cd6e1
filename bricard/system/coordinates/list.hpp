// The list of coordinate sets: one line each.
#pragma once
#include <vector>

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

// Names of the sets for models of a dimension. `everywhere`: only those that have no singular position.
inline std::vector<std::string> coordinate_names(int dimension, bool everywhere = false) {
  std::vector<std::string> names;
  CoordinateSets::for_each([&]<class Set>() {
    const bool serves = Set::dimension == 0 || Set::dimension == dimension;
    if (serves && (Set::everywhere || !everywhere)) names.emplace_back(Set::name);
  });
  return names;
}

}  // namespace bricard
