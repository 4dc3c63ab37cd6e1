// Assembly as an analysis of its own: one row at t = 0 with positions and velocities, and what had to move.
#pragma once
#include "bricard/analyses/run.hpp"

namespace bricard {

Results assembly(const Model& model, const AnalysisOptions& options, const Control& control);

}  // namespace bricard
