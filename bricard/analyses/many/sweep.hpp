// A sweep: the same analysis for many values of a parameter. One row of results for each value: the parameter, then the last row
// of that run; of `modes` also the root locus.
#pragma once
#include <string>
#include <vector>

#include "bricard/analyses/run.hpp"

namespace bricard {

struct Sweep {
  std::string parameter;
  std::vector<double> values;  // in the file's units
};

// "v=0:10:0.1" or "v=0 m/s:36 km/h:1 m/s": from, to and step, the ends included; or "v=1,2,5": these values. Throws Error where
// it is none.
Sweep parse_sweep(const std::string& text, const UnitSystem& units);

// Runs are independent of each other and each starts as the options say. A value whose run fails is told in a warning and has no
// row. Needs control.vary.
Results sweep(const Sweep& sweep, const AnalysisOptions& options, const Control& control);

}  // namespace bricard
