// What counts as closed, and as near a singular position, wherever a problem asks.
#pragma once

namespace bricard {

inline constexpr double needs_no_closing = 1e-6;      // open position, relative to the tolerance
inline constexpr double rounding_of_closing = 1e-16;  // open position, relative to the reach of the mechanism
inline constexpr double near_singular = 0.01;         // pivot, relative to the largest seen: squares of singular values
inline constexpr double clearly_independent = 1e-8;   // pivot of the kernel: a singular value of 1e-4

}  // namespace bricard
