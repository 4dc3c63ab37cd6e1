// Files of ROBOTRAN: any bytes read to a model file that can be read, or to an Error with its place.
#pragma once
#include <string>

#include "bricard/io/robotran/robotran_reader.hpp"
#include "bricard/io/yaml_reader.hpp"

namespace bricard::broken_by {

inline std::string robotran(const std::string& bytes) {
  ModelText made;
  try {
    made = read_robotran(bytes, "fuzz.mbs");
  } catch (const Error& error) {
    for (const Fault& fault : error.faults())
      if (fault.what.empty() || fault.place.line == 0) return "a fault without words or place: " + to_string(fault);
    return error.faults().empty() ? "an Error without faults" : "";
  }
  try {
    read_yaml_text(made.text, "fuzz.mbs");
  } catch (const Error& error) {  // what only the whole model shows, at a place that is a line
    for (const Fault& fault : error.faults())
      if (fault.where.empty() || made.cell_of(fault.where).empty())
        return "a fault without a line: " + to_string(fault) + '\n' + made.text;
  }
  return "";
}

}  // namespace bricard::broken_by
