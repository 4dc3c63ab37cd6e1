// The list of basic constraints: one line each.
#pragma once
#include "bricard/core/types.hpp"
#include "bricard/elements/constraints/coordinate.hpp"
#include "bricard/elements/constraints/distance.hpp"
#include "bricard/elements/constraints/dot1.hpp"
#include "bricard/elements/constraints/dot2.hpp"
#include "bricard/elements/constraints/expression.hpp"

namespace bricard {

using Constraints = Types<Distance, Dot1, Dot2, Coordinate, ExpressionConstraint>;

}  // namespace bricard
