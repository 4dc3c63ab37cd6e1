#include "bricard/elements/tires/road_surface.hpp"

#include <cstdint>
#include <numbers>

#include "bricard/math/noise.hpp"

namespace bricard {

namespace {

constexpr int waves_of_a_road = 120;
constexpr double reference_frequency = 0.1;  // n0, cycles per meter

}  // namespace

std::vector<RoadSurface::Wave> rough_waves(double density, double waviness, double shortest, double longest, double seed) {
  std::vector<RoadSurface::Wave> waves;
  const double low = 1 / longest, step = std::pow(longest / shortest, 1.0 / waves_of_a_road);
  for (int i = 0; i < waves_of_a_road; ++i) {
    const double from = low * std::pow(step, i), width = from * (step - 1), n = from * std::sqrt(step);
    // A uniform phase from two normal numbers: their direction.
    const double phase = std::atan2(normal_noise(2 * i, seed), normal_noise(2 * i + 1, seed));
    const double G = density * std::pow(n / reference_frequency, -waviness);
    waves.push_back({std::sqrt(2 * G * width), 2 * std::numbers::pi * n, phase});
  }
  return waves;
}

}  // namespace bricard
