// Where a study looks: points of the unit cube, by seed.
//
//   random   independent
//   latin    Latin hypercube: along each direction one in each of `count` equal slices (McKay, Beckman, Conover 1979)
//   sobol    the Sobol sequence, each direction turned by a random shift of its binary digits (Matoušek 1998)
#pragma once
#include <cstdint>
#include <vector>

namespace bricard::study {

enum class SamplingKind { grid, random, latin, sobol };

// `count` points, each coordinate in the open interval from 0 to 1. Not of grids.
std::vector<std::vector<double>> unit_points(SamplingKind kind, std::size_t dimensions, std::size_t count, std::uint64_t seed);

}  // namespace bricard::study
