// The value of a row as a length, so that all rows can be compared. Rows of joints, constraints and drivers are lengths, or
// angles that count times the characteristic length. Couplings and expressions have units of their own, such as mm, degrees or
// the square of a length: theirs is the way that closes them where they are steepest, |f| over the largest slope by a length, or
// by an angle times the characteristic length. So the same constraint is as open in m as in mm.
#pragma once
#include <cmath>

#include "bricard/system/system.hpp"

namespace bricard {

// What one of a row is as a length, at the motion in e.
double length_per_one(const System& system, const Equations& e, int row);

inline double as_length(const System& system, const Equations& e, int row, double value) {
  return std::abs(value) * length_per_one(system, e, row);
}

}  // namespace bricard
