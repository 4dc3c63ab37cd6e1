// The benchmark suite: problems whose solution is known from elsewhere. A case is a model and a reference, both inside the
// program; a run of it is judged by the largest difference from the reference, over its times and columns.
#pragma once
#include <string>
#include <vector>

#include "bricard/analyses/run.hpp"

namespace bricard::suite {

// benchmarks/references/NAME.csv: comment lines with the source, columns of the results, rows at equal steps of time.
struct Reference {
  std::string source;
  std::vector<std::string> columns;   // without t
  std::vector<double> times, values;  // SI; values row by row
};
Reference parse_reference(std::string_view text, const std::string& name);

struct Case {
  std::string_view name, title;
  std::string_view model;  // file below models/benchmarks/; empty: N coupled four-bars
  int windows = 0;         // N
};

// The list of problems.
const std::vector<Case>& cases();

Model model_of(const Case& each);
Reference reference_of(const Case& each);

// Methods and tolerance from `asked`; times from the reference.
AnalysisOptions options_of(const Reference& reference, const AnalysisOptions& asked);

struct Measurement {
  Outcome outcome;
  Methods methods;
  double tolerance = 0;
  double error = 0;  // largest difference from the reference; infinite if the run does not arrive
  double cpu_seconds = 0;
  long steps = 0, rejected = 0, evaluations = 0;
  std::vector<std::string> warnings;
};

// One run: from the model in memory to its last row, with assembly and diagnosis.
Measurement measure(const Model& model, const Reference& reference, const AnalysisOptions& asked, const Control& control = {});

// Largest difference between rows at the times of the reference.
double difference(const Results& results, const Reference& reference);

// CPU time of this thread, s.
double cpu_time();

}  // namespace bricard::suite
