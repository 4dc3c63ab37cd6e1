// Normal noise of mean 0 and variance 1 that is the same on every machine: a function of a seed and of the number of its sample,
// without a state, so that any sample can be had in any order.
//
// Both are hashed to 64 bits by the finalizer of splitmix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators,
// OOPSLA 2014), twice, for the radius and the angle of Box and Muller (Ann. Math. Stat. 29, 1958):
//
//   u = (h1 + 1/2)/2^53, v = (h2 + 1/2)/2^53 of the upper 53 bits each,   z = sqrt(-2 ln u) cos(2 pi v).
//
// |z| < 8.66. The logarithm and the cosine are those of the machine's library, so that two machines may differ in the last digit.
#pragma once
#include <cstdint>

namespace bricard {

// `index` and `seed` are whole numbers.
double normal_noise(double index, double seed);
inline constexpr double largest_noise = 8.66;

inline double noise_of(double index, double seed) { return normal_noise(index, seed); }

// Piecewise constant: derivatives are zero. Other scalars: interval.hpp; code is not made of it (a Symbol has no number).
template <class S, int n>
struct Dual;
template <class S, int n>
Dual<S, n> noise_of(const Dual<S, n>& index, const Dual<S, n>& seed) {
  return Dual<S, n>(noise_of(index.value, seed.value));
}

}  // namespace bricard
