// What a joint puts on its second body at B's origin, global components.
#pragma once
#include "bricard/math/spatial.hpp"

namespace bricard {

struct Reaction {
  Vec3<double> F = Vec3<double>::Zero(), M = Vec3<double>::Zero();
};

}  // namespace bricard
