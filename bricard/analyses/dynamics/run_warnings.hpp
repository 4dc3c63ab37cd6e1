// Sentences of a Summary about a run: what its Problem noticed along the way, balances that do not close.
#pragma once
#include "bricard/analyses/methods.hpp"
#include "bricard/results/results.hpp"

namespace bricard {

// Its warnings, which coordinates were independent and when that changed, singular positions that were passed.
void add_report(const ProblemReport& report, const MethodChoice& methods, Summary& summary);

// Balances that do not close, with the limit that they pass. `unknown`: energy that rounding makes, J; where less moved, nothing
// did.
void warn_of_balances(const AnalysisOptions& options, double unknown, Summary& summary);

}  // namespace bricard
