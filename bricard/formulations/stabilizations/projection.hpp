// Projection with equal weights after every step: the smallest change of position, then of velocity, that closes
//   Phi(q) = 0  and  Phi_v v = nu,
// where every body counts alike: one unit of mass, its inertia that unit times the square of the characteristic length, about all
// axes. A question of geometry alone, so that bodies without mass are as good as others; momentum is not kept, and behind
// singular positions it is less accurate than mass_projection, whose safeguards it shares.
#pragma once
#include "bricard/formulations/stabilizations/stabilization.hpp"

namespace bricard {

std::unique_ptr<Stabilizer> make_projection(const ProblemSettings& settings);

inline constexpr Stabilization projection{
    "projection", "positions and velocities return to the constraints after every step, all bodies weighing the same", true,
    make_projection};

}  // namespace bricard
