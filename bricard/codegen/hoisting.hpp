// What depends on parameters alone is computed once: expressions of p move from all functions of a model into its set-up function,
// p → k, where equal ones are one. What a mere sign is stays where it is.
#pragma once
#include "bricard/codegen/generated.hpp"

namespace bricard {

void hoist(GeneratedModel& model);

}  // namespace bricard
