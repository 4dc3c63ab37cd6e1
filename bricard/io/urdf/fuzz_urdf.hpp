// Robots in URDF: any bytes read to a model file that can be read, or to an Error with its place; what reads can be written again
// or is refused by name.
#pragma once
#include <string>

#include "bricard/io/fuzz_translated.hpp"
#include "bricard/io/urdf/urdf_reader.hpp"

namespace bricard::broken_by {

inline std::string urdf(const std::string& bytes) {
  ReadingWishes stops;
  stops.limits = "stops";
  const std::string what = translated(bytes, "fuzz.urdf", read_urdf, stops);
  if (!what.empty()) return what;
  try {
    const Model model = read_yaml_text(read_urdf(bytes, "fuzz.urdf").text, "fuzz.urdf");
    read_urdf(write_urdf(model).content, "again.urdf");
  } catch (const Error& error) {
    for (const Fault& fault : error.faults())
      if (fault.place.file == "again.urdf") return "what was written cannot be read: " + to_string(fault);
  }
  return "";
}

}  // namespace bricard::broken_by
