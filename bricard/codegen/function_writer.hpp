// A generated function (generated.hpp) while its graph is recorded: its arrays are declared here, in the order in which they stand.
#pragma once
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "bricard/codegen/generated.hpp"
#include "bricard/codegen/symbol.hpp"

namespace bricard {

class FunctionWriter {
 public:
  FunctionWriter(std::string_view name, std::string_view help) {
    function_.name = name;
    function_.help = help;
  }

  // An array without elements is declared too: what a function takes does not depend on what a model has.
  std::vector<Symbol> input(GeneratedArray array) {
    std::vector<Symbol> symbols = function_.graph.input(array.name, array.size());
    function_.inputs.push_back(std::move(array));
    return symbols;
  }
  void output(GeneratedArray array, std::span<const Symbol> values) {
    function_.graph.output(array.name, values);
    function_.outputs.push_back(std::move(array));
  }
  Graph& graph() { return function_.graph; }
  GeneratedFunction finished() {
    function_.graph = function_.graph.pruned();
    return std::move(function_);
  }

 private:
  GeneratedFunction function_;
};

}  // namespace bricard
