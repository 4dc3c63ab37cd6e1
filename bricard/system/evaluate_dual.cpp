// Kinds of elements evaluated with their derivatives in several directions at once.
#include "bricard/math/dual.hpp"
#include "bricard/system/evaluate_kinds.hpp"
#include "bricard/system/system_sets.hpp"

using Lanes = bricard::Dual<double, bricard::dual_lanes>;
BRICARD_EVALUATE(Lanes);
BRICARD_SYSTEM(Lanes);
