// What joints and drivers leave free and what they ask for twice, in words: for mechanisms whose motion is to follow from their
// drivers alone.
//
// With the rows G of all joints and drivers over the velocities of the bodies, motions that are left free are the null space of
// G, and rows that depend on each other its left null space, Gᵀy = 0: a driver is superfluous if it takes part in such a y.
#pragma once
#include <string>
#include <vector>

#include "bricard/system/system.hpp"

namespace bricard {

// The number of free motions at a closed state: columns less rank, by the pivots of the kernel, whatever the masses.
int free_motions(const System& system, const State& state);

// Joint coordinates, or bodies, that may still move: one name for each free motion, such as "joint 'slide' (position)".
// `without`: motions of the bodies that are not asked for, as columns (idle.hpp).
std::vector<std::string> names_of_free_motions(const System& system, const State& state, const Eigen::MatrixXd& without);

// Rates of the joint coordinates over the velocities of the bodies, dimensionless like ScaledRows; those that are not defined, here
// or everywhere, are left zero. Expects motion with all that is measured.
enum class Defined { here, everywhere };
Eigen::MatrixXd coordinate_rates(const System& system, const Equations& e, Defined defined);

struct DriverConflict {
  std::vector<std::string> drivers;  // that depend on each other and on the joints; one name: the joints alone determine it
  bool contradicts = false;          // in velocity, at this state
};
std::vector<DriverConflict> dependent_drivers(const System& system, const State& state);

// A nearly singular position in which drivers push against each other or against the joints.
struct Lock {
  std::vector<std::string> drivers;  // "driver 'motor' (main.angle = 1.2 rad)"
  std::string joint;                 // whose coordinate moves most in the direction that is about to lose its determinacy
};
Lock locked(const System& system, const State& state);

}  // namespace bricard
