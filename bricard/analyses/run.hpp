// Entry points of all analyses: a function from a Model and its options to Results. The library prints nothing; a caller who
// wants to show progress or to interrupt passes a Control.
#pragma once
#include <atomic>
#include <functional>

#include "bricard/model/model.hpp"
#include "bricard/model/variable.hpp"
#include "bricard/results/results.hpp"

namespace bricard {

class RowSink;

struct Control {
  std::function<void(double fraction)> progress;  // called now and then with the done fraction, 0 to 1; 0 as time starts
  const std::atomic<bool>* interrupt = nullptr;   // when it turns true the run stops and keeps what was computed
  bool certify = false;                           // dynamics: a second, finer run tells the error of the first
  bool doctor = true;                             // looks for changes of mobility and singular positions along the run
  // Only the first and the last row are kept: of those between, a run computes what its Summary needs, at few positions.
  bool last_row_only = false;
  // Takes the rows of an analysis over time as they are computed; the Results then have none. What it throws ends the run.
  RowSink* rows = nullptr;
  // Where `certify` keeps the rows of the first run while a sink takes them; empty: the folder for temporary files.
  std::string scratch;
  // The model with other values of its numbers, by the names that --set has for them (k, UBJ.z, strut.stiffness), in the file's
  // units; throws Error where there is no such number or the model is wrong with them. An analysis that varies numbers needs it.
  std::function<Model(const std::vector<std::pair<std::string, double>>& values)> vary;
  // Such a number as the file has it; throws Error where there is none. Without it only parameters are known.
  std::function<Variable(const std::string& name)> variable;
};

// What the options ask for (options.type). Throws Error where the model or the options are wrong; numerical failure is in the
// Summary.
Results run(const Model& model, const AnalysisOptions& options, const Control& control = {});
// What the model's own `analysis` section asks for; an Error if it has none.
Results run(const Model& model, const Control& control = {});

// The analyses that `run` knows, for `bricard list`.
struct AnalysisEntry {
  std::string_view type, help;
};
std::vector<AnalysisEntry> analysis_types();

// Assembly and diagnosis only: mobility, redundant constraints, uniqueness of reactions. The Summary is filled as far as known.
Results check(const Model& model, const AnalysisOptions& options = {});

// A choice of methods that `run` accepts, for `bricard list` and the tests that iterate the grid.
struct LegalCombination {
  std::string formulation, stabilization, integrator;
};
// In some coordinates; without a name: in all of them but where a formulation is not defined.
std::vector<LegalCombination> legal_combinations(const std::string& coordinates = {});
std::vector<std::string> coordinate_sets();
std::vector<std::string> coordinate_sets_everywhere();  // those without singular positions

}  // namespace bricard
