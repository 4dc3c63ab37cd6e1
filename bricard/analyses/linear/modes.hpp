// Modes: the motion near a state, to first order (linear_model.hpp), its eigenvalues and shapes, and responses to inputs.
#pragma once
#include "bricard/analyses/run.hpp"

namespace bricard {

// About an equilibrium, the assembled design, the state of options.from, or (about: run) every output time of a simulation.
Results modes(const Model& model, const AnalysisOptions& options, const Control& control);

}  // namespace bricard
