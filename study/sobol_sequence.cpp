#include "study/sobol_sequence.hpp"

#include <array>
#include <bit>

#include "bricard/core/error.hpp"

namespace bricard::study {

namespace {

constexpr int bits = 32, most_degree = 9;

// Of the second and further dimensions: a primitive polynomial over {0, 1}, bit i the coefficient of z^i, and the first odd
// numbers m. Data of S. Joe, F. Y. Kuo, Constructing Sobol sequences with better two-dimensional projections, SIAM J. Sci.
// Comput. 30 (2008) 2635-2654, the first dimensions of new-joe-kuo-6.21201.
struct Direction {
  int polynomial;
  std::array<int, most_degree> m;
};
// clang-format off
constexpr Direction directions[] = {
  {3, {1}}, {7, {1, 3}}, {11, {1, 3, 1}}, {13, {1, 1, 1}}, {19, {1, 1, 3, 3}}, {25, {1, 3, 5, 13}}, {37, {1, 1, 5, 5, 17}}, {41,
  {1, 1, 5, 5, 5}}, {47, {1, 1, 7, 11, 19}}, {55, {1, 1, 5, 1, 1}}, {59, {1, 1, 1, 3, 11}}, {61, {1, 3, 5, 5, 31}}, {67, {1, 3,
  3, 9, 7, 49}}, {91, {1, 1, 1, 15, 21, 21}}, {97, {1, 3, 1, 13, 27, 49}}, {103, {1, 1, 1, 15, 7, 5}}, {109, {1, 3, 1, 15, 13,
  25}}, {115, {1, 1, 5, 5, 19, 61}}, {131, {1, 3, 7, 11, 23, 15, 103}}, {137, {1, 3, 7, 13, 13, 15, 69}}, {143, {1, 1, 3, 13, 7,
  35, 63}}, {145, {1, 3, 5, 9, 1, 25, 53}}, {157, {1, 3, 1, 13, 9, 35, 107}}, {167, {1, 3, 1, 5, 27, 61, 31}}, {171, {1, 1, 5,
  11, 19, 41, 61}}, {185, {1, 3, 5, 3, 3, 13, 69}}, {191, {1, 1, 7, 13, 1, 19, 1}}, {193, {1, 3, 7, 5, 13, 19, 59}}, {203, {1,
  1, 3, 9, 25, 29, 41}}, {211, {1, 3, 5, 13, 23, 1, 55}}, {213, {1, 3, 7, 3, 13, 59, 17}}, {229, {1, 3, 1, 3, 5, 53, 69}}, {239,
  {1, 1, 5, 5, 23, 33, 13}}, {241, {1, 1, 7, 7, 1, 61, 123}}, {247, {1, 1, 7, 9, 13, 61, 49}}, {253, {1, 3, 3, 5, 3, 55, 33}},
  {285, {1, 3, 1, 15, 31, 13, 49, 245}}, {299, {1, 3, 5, 15, 31, 59, 63, 97}}, {301, {1, 3, 1, 11, 11, 11, 77, 249}}, {333, {1,
  3, 1, 11, 27, 43, 71, 9}}, {351, {1, 1, 7, 15, 21, 11, 81, 45}}, {355, {1, 3, 7, 3, 25, 31, 65, 79}}, {357, {1, 3, 1, 1, 19,
  11, 3, 205}}, {361, {1, 1, 5, 9, 19, 21, 29, 157}}, {369, {1, 3, 7, 11, 1, 33, 89, 185}}, {391, {1, 3, 3, 3, 15, 9, 79, 71}},
  {397, {1, 3, 7, 11, 15, 39, 119, 27}}, {425, {1, 1, 3, 1, 11, 31, 97, 225}}, {451, {1, 1, 1, 3, 23, 43, 57, 177}}, {463, {1,
  3, 7, 7, 17, 17, 37, 71}}, {487, {1, 3, 1, 5, 27, 63, 123, 213}}, {501, {1, 1, 3, 5, 11, 43, 53, 133}}, {529, {1, 3, 5, 5, 29,
  17, 47, 173, 479}}, {539, {1, 3, 3, 11, 3, 1, 109, 9, 69}}, {545, {1, 1, 1, 5, 17, 39, 23, 5, 343}}, {557, {1, 3, 1, 5, 25,
  15, 31, 103, 499}}, {563, {1, 1, 1, 11, 11, 17, 63, 105, 183}}, {601, {1, 1, 5, 11, 9, 29, 97, 231, 363}}, {607, {1, 1, 5, 15,
  19, 45, 41, 7, 383}}, {617, {1, 3, 7, 7, 31, 19, 83, 137, 221}}, {623, {1, 1, 1, 3, 23, 15, 111, 223, 83}}, {631, {1, 1, 5,
  13, 31, 15, 55, 25, 161}}, {637, {1, 1, 3, 13, 25, 47, 39, 87, 257}}, {647, {1, 1, 1, 11, 21, 53, 125, 249, 293}}, {661, {1,
  1, 7, 11, 11, 7, 57, 79, 323}}, {675, {1, 1, 5, 5, 17, 13, 81, 3, 131}}, {677, {1, 1, 7, 13, 23, 7, 65, 251, 475}}, {687, {1,
  3, 5, 1, 9, 43, 3, 149, 11}}, {695, {1, 1, 3, 13, 31, 13, 13, 255, 487}}, {701, {1, 3, 3, 1, 5, 63, 89, 91, 127}}, {719, {1,
  1, 3, 3, 1, 19, 123, 127, 237}}, {721, {1, 1, 5, 7, 23, 31, 37, 243, 289}}, {731, {1, 1, 5, 11, 17, 53, 117, 183, 491}}, {757,
  {1, 1, 1, 5, 1, 13, 13, 209, 345}}, {761, {1, 1, 3, 15, 1, 57, 115, 7, 33}}, {787, {1, 3, 1, 11, 7, 43, 81, 207, 175}}, {789,
  {1, 3, 1, 1, 15, 27, 63, 255, 49}}, {799, {1, 3, 5, 3, 27, 61, 105, 171, 305}}, {803, {1, 1, 5, 3, 1, 3, 57, 249, 149}}};
// clang-format on

}  // namespace

std::size_t SobolSequence::most_dimensions() { return std::size(directions) + 1; }

// v_k = m_k / 2^k, and beyond the given ones m_k = 2 a_1 m_(k-1) xor .. xor 2^s m_(k-s) xor m_(k-s), a_i the coefficient of
// z^(s-i) of a polynomial of degree s. Here all are whole numbers v_k 2^32.
SobolSequence::SobolSequence(std::size_t dimensions) : now_(dimensions, 0) {
  if (dimensions > most_dimensions())
    throw Error("sampling.kind", "the Sobol sequence has " + std::to_string(most_dimensions()) + " dimensions here, and " +
                                     std::to_string(dimensions) + " are needed",
                "take latin or random, or vary fewer numbers");
  for (std::size_t d = 0; d < dimensions; ++d) {
    std::vector<std::uint32_t>& v = steps_.emplace_back(bits);
    if (d == 0) {
      for (int k = 0; k < bits; ++k) v[k] = std::uint32_t{1} << (bits - 1 - k);
      continue;
    }
    const Direction& given = directions[d - 1];
    const int s = std::bit_width(static_cast<unsigned>(given.polynomial)) - 1;
    for (int k = 0; k < s; ++k) v[k] = static_cast<std::uint32_t>(given.m[k]) << (bits - 1 - k);
    for (int k = s; k < bits; ++k) {
      v[k] = v[k - s] ^ (v[k - s] >> s);
      for (int i = 1; i < s; ++i)
        if (given.polynomial >> (s - i) & 1) v[k] ^= v[k - i];
    }
  }
}

const std::vector<std::uint32_t>& SobolSequence::next() {
  if (index_ > 0)  // Antonov and Saleev: neighbors differ in one step
    for (std::size_t d = 0; d < now_.size(); ++d) now_[d] ^= steps_[d][std::countr_one(index_ - 1)];
  ++index_;
  return now_;
}

}  // namespace bricard::study
