// Where a mechanism with dry friction stays. It has not one position of rest but a range of them, so that this is no search for
// balanced forces: a position is one of rest where all that could move is held by friction inside its cones, judged at the level
// of accelerations (system/rubbing.hpp).
//
// The nearest to the start is wanted: the start itself, where it rests; else the end of the way that the mechanism would take if
// it moved infinitely slowly (creep.hpp). About it the range of every coordinate (rest_range.hpp). Parameters of `find` need a
// condition each: balance is none, for friction balances many values.
#pragma once
#include "bricard/analyses/equilibrium/equilibrium_found.hpp"

namespace bricard {

Equilibrium find_rest(const Model& model, const AnalysisOptions& options, const Control& control);
Results rest(const Model& model, const AnalysisOptions& options, const Control& control);

}  // namespace bricard
