// Kinds of elements evaluated with symbols.
#include "bricard/codegen/symbol.hpp"
#include "bricard/system/evaluate_kinds.hpp"
#include "bricard/system/system_sets.hpp"

BRICARD_EVALUATE(bricard::Symbol);
BRICARD_SYSTEM(bricard::Symbol);
