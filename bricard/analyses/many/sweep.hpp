// A sweep: the same analysis for many values of numbers of the model, all combinations of them side by side on the cores. The
// rows of the results are the varied values, then what is kept of each run (keep.hpp): its last row, all its rows, or numbers of
// it; of `modes` over one number also the root locus.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "bricard/analyses/many/keep.hpp"
#include "bricard/analyses/run.hpp"

namespace bricard {

struct Sweep {
  std::string parameter;       // the name of what is varied: "k", "UBJ.z"
  std::vector<double> values;  // in the file's units
  std::string unit = {};       // of the values, for people
};

// The words of "v=0:10:0.1" (from, to and step, the ends included) or "v=1,2,5" (these values).
struct SweepText {
  std::string name;
  bool is_list = false;
  std::vector<std::string> numbers;
};
SweepText split_sweep(const std::string& text);
// With what the words mean. Numbers with units beside numbers without are refused, but for zero. Throws Error where it is none.
Sweep sweep_of(const SweepText& text, const std::function<double(const std::string& number)>& value);
// Where any unit will do and the number is in these units.
Sweep parse_sweep(const std::string& text, const UnitSystem& units);

// Runs are independent of each other and each starts as the options say. A variant that fails has a row of its values and nan,
// and a warning that says why; where all fail the sweep does. Rows go to control.rows where there is one. Needs control.vary.
Results sweep(const std::vector<Sweep>& varied, const Keep& keep, const AnalysisOptions& options, const Control& control);
inline Results sweep(const Sweep& varied, const AnalysisOptions& options, const Control& control) {
  return sweep(std::vector{varied}, Keep{}, options, control);
}

}  // namespace bricard
