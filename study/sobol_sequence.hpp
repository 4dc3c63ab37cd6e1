// The sequence of Sobol (1967): points that fill the unit cube more evenly than random ones.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace bricard::study {

class SobolSequence {
 public:
  // Throws Error where there are more dimensions than the table of directions has.
  explicit SobolSequence(std::size_t dimensions);
  // The next point times 2^32; the first one is zero.
  const std::vector<std::uint32_t>& next();
  static std::size_t most_dimensions();

 private:
  std::vector<std::vector<std::uint32_t>> steps_;  // by dimension
  std::vector<std::uint32_t> now_;
  std::uint32_t index_ = 0;
};

}  // namespace bricard::study
