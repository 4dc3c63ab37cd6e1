// Words and numbers about a mode that files and reports share.
#pragma once
#include <cmath>
#include <numbers>

#include "bricard/results/results.hpp"

namespace bricard {

// Hz; the frequency with which it is seen to oscillate.
inline double damped_frequency(const Mode& mode) { return std::abs(mode.imag) / (2 * std::numbers::pi); }

inline const char* kind_of(const Mode& mode) {
  return mode.kind == Mode::Kind::rigid ? "rigid" : mode.kind == Mode::Kind::real ? "real" : "oscillating";
}

}  // namespace bricard
