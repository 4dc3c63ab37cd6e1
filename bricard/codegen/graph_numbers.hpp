// The numbers of a graph's nodes for given inputs, operation by operation: for decisions while a graph is being recorded, and for
// tests. A function in code has none here: nan.
#pragma once
#include <string>
#include <unordered_map>
#include <vector>

#include "bricard/codegen/graph.hpp"

namespace bricard {

class GraphNumbers {
 public:
  using Arrays = std::unordered_map<std::string, std::vector<double>>;

  // Both stay alive. An array that is not given is zero.
  GraphNumbers(const Graph& graph, const Arrays& inputs) : graph_(graph), inputs_(inputs) {}

  // Of a node, which may have been recorded since the last call.
  double operator()(int node);

 private:
  double computed(const Graph::Node& node) const;
  double input(const Graph::Node& node) const;

  const Graph& graph_;
  const Arrays& inputs_;
  std::vector<double> values_;
};

// All outputs.
GraphNumbers::Arrays numbers_of(const Graph& graph, const GraphNumbers::Arrays& inputs);

}  // namespace bricard
