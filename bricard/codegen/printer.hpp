// The contract of a printer: it turns an operation graph with named input and output arrays into the source text of one function.
//
//   name, help, extension   what `bricard list` prints; the ending of a file of that language
//   print(graph, function)  the source text; every output element is assigned, in the order of the graph's outputs
//
// The laws (codegen_test.cpp): what is used more than once is computed once and named; constants are exact; the same graph gives
// the same text; the compiled function gives the numbers that the traced code gives.
#pragma once
#include <string>
#include <string_view>

#include "bricard/codegen/graph.hpp"

namespace bricard {

// One line of the list (printers.hpp).
struct PrinterEntry {
  std::string_view name;
  std::string_view help;
  std::string_view extension;
  std::string (*print)(const Graph& graph, std::string_view function);
};

}  // namespace bricard
