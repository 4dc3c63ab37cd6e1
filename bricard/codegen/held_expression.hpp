// An expression on symbols while everything that switches in it is held, as in the steps of a run (math/expression_decisions.hpp):
// which way it is decided is known when the code runs.
#pragma once
#include "bricard/codegen/symbol.hpp"
#include "bricard/math/expression.hpp"

namespace bricard {

// `held`: by number of the decision.
Symbol evaluate_held(const Expression& expression, const std::vector<Symbol>& variables, const std::vector<Symbol>& held);

}  // namespace bricard
