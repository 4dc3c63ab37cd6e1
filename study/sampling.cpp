#include "study/sampling.hpp"

#include <numeric>
#include <utility>

#include "study/random.hpp"
#include "study/sobol_sequence.hpp"

namespace bricard::study {

std::vector<std::vector<double>> unit_points(SamplingKind kind, std::size_t dimensions, std::size_t count, std::uint64_t seed) {
  std::vector<std::vector<double>> points(count, std::vector<double>(dimensions));
  if (kind == SamplingKind::sobol) {
    SobolSequence sequence(dimensions);
    Random random(seed);
    std::vector<std::uint32_t> shift(dimensions);
    for (std::uint32_t& each : shift) each = static_cast<std::uint32_t>(random.next() >> 32);
    for (auto& point : points) {
      const auto& next = sequence.next();
      for (std::size_t d = 0; d < dimensions; ++d) point[d] = (static_cast<double>(next[d] ^ shift[d]) + 0.5) * 0x1p-32;
    }
    return points;
  }
  for (std::size_t d = 0; d < dimensions; ++d) {
    Random random(seed, d + 1);
    std::vector<std::size_t> slice(count);
    std::iota(slice.begin(), slice.end(), std::size_t{0});
    for (std::size_t i = count; i > 1; --i) std::swap(slice[i - 1], slice[random.below(i)]);
    for (std::size_t i = 0; i < count; ++i)
      points[i][d] = kind == SamplingKind::random
                         ? random.uniform()
                         : (static_cast<double>(slice[i]) + random.uniform()) / static_cast<double>(count);
  }
  return points;
}

}  // namespace bricard::study
