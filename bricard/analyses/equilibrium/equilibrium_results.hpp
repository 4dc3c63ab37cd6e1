// What the analysis writes of what was found: a position of rest, a steady motion, a steady turn.
#pragma once
#include "bricard/analyses/equilibrium/equilibrium_found.hpp"
#include "bricard/system/recorder.hpp"

namespace bricard {

// Without a row: names, warnings, outcome and counts. `why`: of the methods.
Results results_of(const Equilibrium& found, const System& system, const AnalysisOptions& options, const std::string& why);

// The one row, of a state of the System, with the report and the state as a file.
void add_row(const Equilibrium& found, const System& system, const State& state, Recorder recorder, Results& results);

}  // namespace bricard
