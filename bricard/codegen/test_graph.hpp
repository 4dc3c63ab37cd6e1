// Generated functions evaluated on numbers. Test code only.
#pragma once
#include "bricard/codegen/generated.hpp"
#include "bricard/codegen/graph_numbers.hpp"

namespace bricard::test {

using Arrays = GraphNumbers::Arrays;

inline Arrays values_of(const GeneratedFunction& function, const Arrays& given) { return numbers_of(function.graph, given); }

// With p as the model has it, k follows.
inline void add_parameters(const GeneratedModel& model, Arrays& given) {
  for (const GeneratedParameter& parameter : model.parameters) given["p"].push_back(parameter.value);
  if (!model.setup.outputs.empty()) given["k"] = values_of(model.setup, given)["k"];
}

}  // namespace bricard::test
