// Equilibrium: a position in which the mechanism stays (static), or a motion in which its joint rates stay (steady).
#pragma once
#include "bricard/analyses/run.hpp"

namespace bricard {

// The analysis: one row of results.
Results equilibrium(const Model& model, const AnalysisOptions& options, const Control& control);

}  // namespace bricard
