// What every format that is translated promises for any bytes: a text that reads to a Model, or faults with words and places; and
// faults of the Model at a line of the file.
#pragma once
#include <string>

#include "bricard/core/error.hpp"
#include "bricard/io/model_text.hpp"
#include "bricard/io/yaml_reader.hpp"

namespace bricard::broken_by {

template <class Read>
std::string translated(const std::string& bytes, const std::string& file, Read&& read, const ReadingWishes& wishes = {}) {
  ModelText made;
  try {
    made = read(bytes, file, wishes);
  } catch (const Error& error) {
    for (const Fault& fault : error.faults())
      if (fault.what.empty() || fault.place.line == 0) return "a fault without words or place: " + to_string(fault);
    return error.faults().empty() ? "an Error without faults" : "";
  }
  try {
    read_yaml_text(made.text, file);
  } catch (const Error& error) {
    for (const Fault& fault : error.faults())
      if (fault.where.empty() || made.cell_of(fault.where).empty())
        return "a fault without a line: " + to_string(fault) + '\n' + made.text;
  }
  return "";
}

}  // namespace bricard::broken_by
