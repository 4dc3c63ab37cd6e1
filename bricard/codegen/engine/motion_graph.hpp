// The operations of a compiled motion (formulations/problems/compiled_motion.hpp): x → f, g, by the recursions of tree.hpp. All
// numbers of the model are folded in, and those that are not zero or a small whole number taken out again as an input `c`: models
// that differ in them alone have one text.
#pragma once
#include "bricard/codegen/graph.hpp"
#include "bricard/system/system.hpp"

namespace bricard {

struct MotionGraph {
  Graph graph;  // inputs x, c; outputs f, g
  std::vector<double> numbers;
  int guards = 0;
  bool gives_rotation = false;
};

// Throws Error that names what has no code.
void refuse_motion_without_code(const System& system);

// Of a System in relative coordinates, with the rows of the kernel that are `selected`, independent at `at`. Throws Error likewise.
MotionGraph motion_graph(const System& system, const std::vector<char>& selected, const State& at);

}  // namespace bricard
