// The classical Runge–Kutta method of order 4, for fixed steps.
//
//    0  |
//   1/2 | 1/2
//   1/2 |  0   1/2
//    1  |  0    0    1
//   ----+--------------------
//       | 1/6  1/3  1/3  1/6
//
// Reference: W. Kutta: Beitrag zur näherungsweisen Integration totaler Differentialgleichungen, Z. Math. Phys. 46 (1901) 435-453.
#pragma once
#include "bricard/integrators/runge_kutta.hpp"

namespace bricard {

namespace rk4_coefficients {
inline constexpr double c[] = {0, 1. / 2, 1. / 2, 1};
// clang-format off
inline constexpr double a[] = {
    1. / 2,
    0, 1. / 2,
    0, 0, 1};
// clang-format on
inline constexpr double b[] = {1. / 6, 1. / 3, 1. / 3, 1. / 6};
}  // namespace rk4_coefficients

inline constexpr Tableau rk4{.name = "rk4",
                             .help = "classical Runge–Kutta of order 4, fixed step",
                             .order = 4,
                             .error_order = 0,
                             .stability = 0,
                             .c = rk4_coefficients::c,
                             .a = rk4_coefficients::a,
                             .b = rk4_coefficients::b,
                             .e = {}};

}  // namespace bricard
