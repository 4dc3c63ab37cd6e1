// For the tests: the numbers of a PNG's header.
#pragma once
#include <cstddef>
#include <string>

namespace bricard {

// Four bytes, big end first: the width stands at 16, the height at 20.
inline int number_at(const std::string& bytes, std::size_t at) {
  int number = 0;
  for (std::size_t i = 0; i < 4; ++i) number = 256 * number + static_cast<unsigned char>(bytes[at + i]);
  return number;
}

}  // namespace bricard
