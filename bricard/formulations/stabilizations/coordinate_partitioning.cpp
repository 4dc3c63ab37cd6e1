#include "bricard/formulations/stabilizations/coordinate_partitioning.hpp"

#include "bricard/formulations/partitioning/partition.hpp"
#include "bricard/formulations/stabilizations/project.hpp"

namespace bricard {

PartitionStabilizer::PartitionStabilizer(const ProblemSettings& settings) : Stabilizer(*settings.system), partition_(settings) {}

bool PartitionStabilizer::apply(Equations& e, State& state, double tolerance, double closed) {
  if (tolerance < unlimited) return project(system_, e, state, tolerance, closed);
  const State before = state;
  if (!partition_.close(state, e.rows(), closed)) return false;
  partition_.review(state, e.rows());
  is_near_singular_ = partition_.is_near_singular();
  if (is_near_singular_) {
    state = before;
    return project(system_, e, state, tolerance, closed);
  }
  system_.motion(state, e);
  return system_.factor(e);
}

bool PartitionStabilizer::apply_once(Equations& e, State& state) { return project_once(system_, e, state); }

std::unique_ptr<Stabilizer> make_coordinate_partitioning(const ProblemSettings& settings) {
  return std::make_unique<PartitionStabilizer>(settings);
}

}  // namespace bricard
