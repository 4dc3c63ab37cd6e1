// --certify: the error of a run, from a second one at half the tolerance or half the step.
#pragma once
#include <functional>

#include "bricard/analyses/run.hpp"

namespace bricard {

using SimulateOnce = Results (*)(const Model& model, const AnalysisOptions& options, const Control& control);

// Both runs, with an estimate of the error in the Summary of the first, and a warning where that is large. Without both there is
// no estimate; the warning says why.
Results run_twice(const Model& model, const AnalysisOptions& options, const Control& control, SimulateOnce simulate);

}  // namespace bricard
