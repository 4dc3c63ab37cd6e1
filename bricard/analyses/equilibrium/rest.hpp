// Where a mechanism with dry friction stays. It has not one position of rest but a range of them, so that this is no search for
// balanced forces: a position is one of rest where all that could move is held by friction inside its cones, judged at the level
// of accelerations (system/rubbing.hpp).
//
// The nearest to the start is wanted: the start itself, where it rests; else, of a mechanism with one freedom, the first position
// of rest on the way that it would take, and both ends of its range.
#pragma once
#include "bricard/analyses/equilibrium/equilibrium_found.hpp"

namespace bricard {

bool has_friction(const Model& model);
Equilibrium find_rest(const Model& model, const AnalysisOptions& options);
Results rest(const Model& model, const AnalysisOptions& options);

}  // namespace bricard
