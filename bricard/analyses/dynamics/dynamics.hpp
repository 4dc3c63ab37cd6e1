// Forward dynamics: assembles, chooses methods, integrates, records.
#pragma once
#include "bricard/analyses/run.hpp"

namespace bricard {

Results dynamics(const Model& model, const AnalysisOptions& options, const Control& control);

}  // namespace bricard
