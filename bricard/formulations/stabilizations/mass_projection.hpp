// Projection after every step, in the metric of the masses (project.hpp).
#pragma once
#include "bricard/formulations/stabilizations/stabilization.hpp"

namespace bricard {

std::unique_ptr<Stabilizer> make_mass_projection(const ProblemSettings& settings);

inline constexpr Stabilization mass_projection{
    "mass_projection", "positions and velocities return to the constraints after every step, as by an impulse of the joints",
    true, make_mass_projection};

}  // namespace bricard
