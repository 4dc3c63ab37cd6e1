// Files of ROBOTRAN: any bytes read to a model file that can be read, or to an Error with its place.
#pragma once
#include <string>

#include "bricard/io/fuzz_translated.hpp"
#include "bricard/io/robotran/robotran_reader.hpp"

namespace bricard::broken_by {

inline std::string robotran(const std::string& bytes) { return translated(bytes, "fuzz.mbs", read_robotran); }

}  // namespace bricard::broken_by
