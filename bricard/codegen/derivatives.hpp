// Exact derivatives of what has been recorded: every operation's own derivative and the chain rule, forward through the graph
// (Griewank and Walther, Evaluating Derivatives, 2008, section 3.1). Jumps have none: floor, and a choice at its border.
#pragma once
#include <span>
#include <vector>

#include "bricard/codegen/symbol.hpp"

namespace bricard {

class Derivatives {
 public:
  // Of values of the present recording.
  explicit Derivatives(std::span<const Symbol> values);
  // By an input; in the order of the values. Throws Error where a function in code would be differentiated more than twice.
  std::vector<Symbol> by(const Symbol& input);

 private:
  Symbol of(const Graph::Node& node, int place) const;
  Symbol of_call(const Graph::Node& node) const;

  std::vector<int> values_, nodes_;  // the results, and all that they are made of
  std::vector<Symbol> derivative_;   // by node
};

}  // namespace bricard
