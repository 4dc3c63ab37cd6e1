// Coordinate partitioning: the motion of the independent coordinates alone,
//   Rᵀ M R a_i = Rᵀ (Q - M g),    v' = R a_i + g,    R = (1, -Phi_d⁻¹ Phi_i),  g = (0, Phi_d⁻¹ gamma).
// y holds all coordinates, but at every evaluation the dependent ones are recomputed from the independent ones, Newton's method
// starting from the values of the stage itself, so that what is integrated depends on the independent ones only; and the choice
// of them may change between steps without a jump. What is independent: formulations/partitioning/partition.hpp. Near singular
// positions, where no choice is good, stages are closed by mass_projection.
#pragma once
#include "bricard/formulations/formulation.hpp"

namespace bricard {

std::unique_ptr<OdeProblem> make_partitioned(const ProblemSettings& settings);

inline constexpr Formulation partitioned{
    "coordinate_partitioning",
    "motion of independent coordinates, from which the dependent ones follow at every evaluation",
    ProblemKind::ode,
    true,
    make_partitioned,
    nullptr,
    true};

}  // namespace bricard
