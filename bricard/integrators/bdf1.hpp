// bdf1: the implicit Euler method on the index-3 equations, with fixed steps (fixed_bdf.hpp).
#pragma once
#include "bricard/integrators/fixed_bdf.hpp"

namespace bricard {

inline constexpr IntegratorEntry bdf1{.name = "bdf1",
                                      .help = "backward differentiation of order 1 on the index-3 equations, fixed step",
                                      .accepts = ProblemKind::dae,
                                      .fixed_step = true,
                                      .order = 1,
                                      .make_dae = make_bdf<1>};

}  // namespace bricard
