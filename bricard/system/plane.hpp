// The layout of a planar model as evaluation in the plane needs it.
#pragma once
#include "bricard/system/layout.hpp"

namespace bricard {

PlanarLayout in_plane(const Layout& layout);

}  // namespace bricard
