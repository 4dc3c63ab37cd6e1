#include "bricard/math/noise.hpp"

#include <cmath>
#include <numbers>

namespace bricard {

namespace {

std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

// In (0, 1), from the upper 53 bits.
double uniform(std::uint64_t bits) { return (static_cast<double>(bits >> 11) + 0.5) * 0x1p-53; }

}  // namespace

double normal_noise(double index, double seed) {
  constexpr std::uint64_t golden = 0x9E3779B97F4A7C15u;  // 2^64 over the golden ratio, the step of splitmix64
  if (!(std::abs(index) < 0x1p62) || !(std::abs(seed) < 0x1p62)) return std::nan("");
  const auto whole = [](double x) { return static_cast<std::uint64_t>(static_cast<std::int64_t>(std::floor(x))); };
  const std::uint64_t stream = mixed(whole(seed) * golden + golden);
  const std::uint64_t first = mixed(stream + (2 * whole(index) + 1) * golden),
                      second = mixed(stream + (2 * whole(index) + 2) * golden);
  return std::sqrt(-2 * std::log(uniform(first))) * std::cos(2 * std::numbers::pi * uniform(second));
}

}  // namespace bricard
