// Dormand and Prince's method of order 5 with an error estimate of order 4 and the last stage at the new point. A quadrature of
// order 3 with weights 2/3, 1/6, 1/6 at 3/10, 4/5, 1 is compared beside it.
//
//    0   |
//   1/5  |    1/5
//   3/10 |    3/40        9/40
//   4/5  |   44/45      -56/15       32/9
//   8/9  | 19372/6561 -25360/2187 64448/6561 -212/729
//    1   |  9017/3168   -355/33   46732/5247   49/176  -5103/18656
//    1   |   35/384        0        500/1113  125/192  -2187/6784    11/84
//   -----+---------------------------------------------------------------------
//    b   |   35/384        0        500/1113  125/192  -2187/6784    11/84    0
//    e   |   71/57600      0        -71/16695  71/1920 -17253/339200 22/525 -1/40
//
// Reference: J.R. Dormand, P.J. Prince: A family of embedded Runge–Kutta formulae, J. Comput. Appl. Math. 6 (1980) 19-26.
#pragma once
#include "bricard/integrators/runge_kutta.hpp"

namespace bricard {

namespace dopri5_coefficients {
inline constexpr double c[] = {0, 1. / 5, 3. / 10, 4. / 5, 8. / 9, 1, 1};
// clang-format off
inline constexpr double a[] = {
    1. / 5,
    3. / 40, 9. / 40,
    44. / 45, -56. / 15, 32. / 9,
    19372. / 6561, -25360. / 2187, 64448. / 6561, -212. / 729,
    9017. / 3168, -355. / 33, 46732. / 5247, 49. / 176, -5103. / 18656,
    35. / 384, 0, 500. / 1113, 125. / 192, -2187. / 6784, 11. / 84};
// clang-format on
inline constexpr double b[] = {35. / 384, 0, 500. / 1113, 125. / 192, -2187. / 6784, 11. / 84, 0};
inline constexpr double e[] = {71. / 57600, 0, -71. / 16695, 71. / 1920, -17253. / 339200, 22. / 525, -1. / 40};
// Of the interpolant: Hairer, Nørsett, Wanner (1993), II.6, order 4.
inline constexpr double d[4 * 8] = {-12715105075. / 11282082432,  0,
                                    87487479700. / 32700410799,   -10690763975. / 1880347072,
                                    701980252875. / 199316789632, -1453857185. / 822651844,
                                    69997945. / 29380423,         0};
inline constexpr double e_low[] = {b[0], 0, b[2] - 2. / 3, b[3] - 1. / 6, b[4], b[5] - 1. / 6, 0};
}  // namespace dopri5_coefficients

inline constexpr Tableau dopri5{.name = "dopri5",
                                .help = "Dormand–Prince 5(4), error-controlled, explicit",
                                .order = 5,
                                .error_order = 4,
                                .stability = 3.25,
                                .c = dopri5_coefficients::c,
                                .a = dopri5_coefficients::a,
                                .b = dopri5_coefficients::b,
                                .e = dopri5_coefficients::e,
                                .e_low = dopri5_coefficients::e_low,
                                .by_chance = 0.003,
                                .d = dopri5_coefficients::d};

}  // namespace bricard
