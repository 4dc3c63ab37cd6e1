// Models of MuJoCo: any bytes read to a model file that can be read, or to an Error with its place.
#pragma once
#include <string>

#include "bricard/io/fuzz_translated.hpp"
#include "bricard/io/mjcf/mjcf_reader.hpp"

namespace bricard::broken_by {

inline std::string mjcf(const std::string& bytes) {
  ReadingWishes stops;
  stops.limits = "stops";
  return translated(bytes, "fuzz.xml", read_mjcf, stops);
}

}  // namespace bricard::broken_by
