// A compiled motion as C: one function of x, the numbers, calls, f and g (formulations/problems/compiled_motion.hpp), in parts that
// a compiler is quickly done with.
#pragma once
#include <string>

#include "bricard/codegen/graph.hpp"

namespace bricard {

inline constexpr const char* motion_function = "bricard_motion";

// Behind the numbers of the graph stand those of its tables.
std::string motion_text(const Graph& graph);
std::vector<double> table_numbers(const Graph& graph);

}  // namespace bricard
