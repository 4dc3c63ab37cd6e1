// Small pieces of the text of a model file.
#pragma once
#include <charconv>
#include <cmath>
#include <limits>
#include <string>

#include "bricard/core/text.hpp"
#include "bricard/math/spatial.hpp"

namespace bricard {

// Of a sum of lengths: 0.3 and not 0.30000000000000004, where both are as near to the sum.
inline std::string of_sum(double number) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, number, std::chars_format::general, 15);
  double rounded = 0;
  std::from_chars(text, end.ptr, rounded);
  return to_text(std::abs(rounded - number) <= 2 * std::numeric_limits<double>::epsilon() * std::abs(number) ? rounded : number);
}

inline std::string three(const Vec3<double>& v) { return '[' + of_sum(v[0]) + ", " + of_sum(v[1]) + ", " + of_sum(v[2]) + ']'; }

}  // namespace bricard
