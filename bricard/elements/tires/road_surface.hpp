// What lies under a tire, as the axes of the road's marker see it: x along its direction, z its normal. Heights over the plane
// change along x only; they may differ on the left and the right (y > 0 and y < 0).
//
// A rough road is a sum of sines with random phases and the one-sided spectral density of displacement
//
//   G(n) = G0 (n / n0)^-w,  n0 = 0.1 cycles per meter,  amplitudes sqrt(2 G dn)
//
// with frequencies in even steps of log n: M. Shinozuka, C.-M. Jan, J. Sound Vib. 25 (1972). Its classes A to H have G0 =
// 16e-6 m³ 4^k, as the roughness classes of common use.
#pragma once
#include <cmath>
#include <vector>

#include "bricard/math/interpolant.hpp"

namespace bricard {

struct RoadSurface {
  struct Wave {
    double amplitude, per_length, phase;  // a sin(2 pi n x + phase)
  };
  bool is_plane = true;
  Interpolant profile;
  std::vector<Wave> left, right;

  template <class S>
  struct Height {
    S value, slope;
  };
  template <class S>
  Height<S> height(const S& x, const S& y) const {
    using std::cos, std::sin;
    if (is_plane) return {S(0), S(0)};
    const std::vector<Wave>& waves = number_of(y) < 0 ? right : left;
    if (waves.empty()) return {profile.evaluate(x), profile.evaluate(x, 1)};
    Height<S> h{S(0), S(0)};
    for (const Wave& wave : waves) {
      const S angle = wave.per_length * x + wave.phase;
      h.value = h.value + wave.amplitude * sin(angle);
      h.slope = h.slope + wave.amplitude * wave.per_length * cos(angle);
    }
    return h;
  }
};

// Waves of a spectrum between two wavelengths; the same seed gives the same road on every machine.
std::vector<RoadSurface::Wave> rough_waves(double density, double waviness, double shortest, double longest, double seed);

}  // namespace bricard
