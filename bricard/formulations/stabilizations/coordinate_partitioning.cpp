#include "bricard/formulations/stabilizations/coordinate_partitioning.hpp"

namespace bricard {

PartitionStabilizer::PartitionStabilizer(const ProblemSettings& settings)
    : Stabilizer(*settings.system), partition_(settings), tolerance_(settings.tolerance) {}

bool PartitionStabilizer::apply(Equations& e, State& state, double tolerance, double closed) {
  if (!partition_.close(state, e.rows(), tolerance, closed)) return false;
  partition_.review(state, e.rows());
  system_.motion(state, e);
  return system_.factor(e);
}

bool PartitionStabilizer::apply_once(Equations& e, State& state) {
  if (!partition_.close(state, e.rows(), unlimited, 1e-3 * tolerance_)) return false;
  system_.motion(state, e);
  return system_.factor(e);
}

std::unique_ptr<Stabilizer> make_coordinate_partitioning(const ProblemSettings& settings) {
  return std::make_unique<PartitionStabilizer>(settings);
}

}  // namespace bricard
