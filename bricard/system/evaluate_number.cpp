// Kinds of elements evaluated with numbers, in space.
#include "bricard/system/evaluate_kinds.hpp"
#include "bricard/system/system_sets.hpp"

BRICARD_EVALUATE(double);
BRICARD_SYSTEM(double);
