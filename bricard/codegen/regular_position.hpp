// A closed position of a mechanism that is not singular as far as can be seen: the assembled one, or of those a little further along
// its free motions the one with fewest freedoms that is farthest from a dependency among the rows. What is decided while code is
// generated (which rows depend on others) is decided there.
#pragma once
#include "bricard/system/system.hpp"

namespace bricard {

// Of a System in relative coordinates. Throws Error where the mechanism does not close.
State regular_position(const System& system);

}  // namespace bricard
