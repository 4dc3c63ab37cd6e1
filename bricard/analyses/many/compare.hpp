// The same problem through many methods: a grid of coordinates, formulations, stabilizations and integrators, each at several
// tolerances or steps, with lists of other settings and of parameters, run side by side on the cores and compared with one
// reference; where parameters are swept, each of their values has its own.
#pragma once
#include <string>
#include <vector>

#include "bricard/analyses/many/sweep.hpp"
#include "bricard/analyses/run.hpp"
#include "bricard/results/comparison.hpp"
#include "bricard/results/csv_reader.hpp"

namespace bricard {

struct CompareOptions {
  // Names of the lists, `auto`, or `all`. An empty list means auto. Where all four are empty, each is varied in turn while the
  // others are left to auto.
  std::vector<std::string> coordinates, formulations, stabilizations, integrators;
  std::vector<Methods> combinations;     // instead of the four lists
  std::vector<double> tolerances;        // of methods with error control; default 1e-4, 1e-6, 1e-8
  std::vector<double> steps;             // s, of methods without; default 1/500, 1/2000 and 1/8000 of the duration
  std::vector<Sweep> keys;               // numbers of `analysis` (variants.hpp), in the file's units
  std::vector<Sweep> sweeps;             // parameters of the model; need control.vary
  std::optional<NumberTable> reference;  // columns as in results.csv, in the model's units
  std::string reference_name;            // for messages
  double limit = 60;                     // s of CPU time for one run
  int threads = 0;                       // 0: one for each core
};

// Dynamics of the model: what the options say of methods, tolerance and step is replaced. Throws Error where the options are
// wrong, or where none of the combinations can be run.
Comparison compare(const Model& model, const AnalysisOptions& options, const CompareOptions& grid, const Control& control = {});

}  // namespace bricard
