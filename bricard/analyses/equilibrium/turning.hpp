// Steady turns: motions that look the same at all times from bodies that move along, such as a car on a circle, a top that
// precesses, a wheel that rolls. Relative equilibria, in other words.
#pragma once
#include "bricard/analyses/equilibrium/equilibrium_found.hpp"

namespace bricard {

// Throws Error where the options are wrong.
Equilibrium find_turning(const Model& model, const AnalysisOptions& options, const Control& control);

// The analysis: one row of results.
Results turning(const Model& model, const AnalysisOptions& options, const Control& control);

}  // namespace bricard
