// Coordinate partitioning as a stabilization: all coordinates are integrated, and after each step the dependent ones are
// recomputed from the independent ones, positions by Newton's method and velocities by a linear solve (M. Pękal, J. Frączek:
// Comparison of selected formulations for multibody system dynamics with redundant constraints, Arch. Mech. Eng. 63 (2016)
// 93-112). What is independent and when the choice is made again: formulations/partition.hpp.
#pragma once
#include "bricard/formulations/partition.hpp"
#include "bricard/formulations/stabilizations/stabilization.hpp"

namespace bricard {

class PartitionStabilizer : public Stabilizer {
 public:
  explicit PartitionStabilizer(const ProblemSettings& settings);
  bool apply(Equations& e, State& state, double tolerance, double closed) override;
  bool apply_once(Equations& e, State& state) override;
  Partition& partition() { return partition_; }

 private:
  Partition partition_;
  double tolerance_;
};

std::unique_ptr<Stabilizer> make_coordinate_partitioning(const ProblemSettings& settings);

inline constexpr Stabilization coordinate_partitioning{
    "coordinate_partitioning", "after every step dependent coordinates are recomputed from the independent ones", true,
    make_coordinate_partitioning};

}  // namespace bricard
