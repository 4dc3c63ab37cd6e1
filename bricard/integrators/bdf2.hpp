// bdf2: the backward differentiation formula of order 2 on the index-3 equations, with fixed steps (fixed_bdf.hpp).
#pragma once
#include "bricard/integrators/fixed_bdf.hpp"

namespace bricard {

inline constexpr IntegratorEntry bdf2{.name = "bdf2",
                                      .help = "backward differentiation of order 2 on the index-3 equations, fixed step",
                                      .accepts = ProblemKind::dae,
                                      .fixed_step = true,
                                      .order = 2,
                                      .make_dae = make_bdf<2>};

}  // namespace bricard
