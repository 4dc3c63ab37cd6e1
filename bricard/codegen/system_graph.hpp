// The operation graph of a System: the same element and system code as for numbers, evaluated on symbols.
//   inputs   t (1), q, v          outputs  M (column by column), Q, Phi, Phi_v (column by column), gamma
#pragma once
#include "bricard/codegen/graph.hpp"
#include "bricard/system/system.hpp"

namespace bricard {

Graph system_graph(const System& system);

}  // namespace bricard
