// All columns of results from a traced motion (traced.hpp).
#pragma once
#include <vector>

#include "bricard/codegen/traced.hpp"

namespace bricard {

// In the order of results.csv, in SI.
std::vector<Symbol> traced_columns(const System& system, Traced& traced);

// The efforts of a tree joint's rows that make up a wrench at B's origin.
std::vector<Symbol> efforts_of_wrench(const Traced& traced, const RowGroup& group, const Vec6<Symbol>& wrench);

}  // namespace bricard
