// Units of the K&C sheet.
#pragma once
#include <numbers>

namespace bricard::vehicle {

inline constexpr double mm = 0.001, deg = std::numbers::pi / 180, percent = 0.01, N_per_mm = 1000, kN = 1000;
inline constexpr double g = 9.80665;  // m/s²

}  // namespace bricard::vehicle
