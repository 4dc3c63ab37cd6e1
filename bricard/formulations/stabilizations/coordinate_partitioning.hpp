// Coordinate partitioning as a stabilization: all coordinates are integrated, and after each step the dependent ones are
// recomputed from the independent ones, positions by Newton's method and velocities by a linear solve (M. Pękal, J. Frączek:
// Comparison of selected formulations for multibody system dynamics with redundant constraints, Arch. Mech. Eng. 63 (2016)
// 93-112). What is independent and when the choice is made again: formulations/partitioning/partition.hpp.
//
// Near a singular position no choice is good: all of them multiply errors, and a run there ends on another branch or with errors
// a hundred times the tolerance (measured on two four-bars). So where the change is limited, and in the stages there, the state
// is closed by mass_projection.
#pragma once
#include "bricard/formulations/stabilizations/stabilization.hpp"

namespace bricard {

std::unique_ptr<Stabilizer> make_coordinate_partitioning(const ProblemSettings& settings);

inline constexpr Stabilization coordinate_partitioning{
    "coordinate_partitioning", "after every step dependent coordinates are recomputed from the independent ones", true,
    make_coordinate_partitioning};

}  // namespace bricard
