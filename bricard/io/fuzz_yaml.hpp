// Model files: any bytes read to a Model or to an Error with a place, and a Model that was read writes to a file that reads to an
// equal one.
#pragma once
#include <string>

#include "bricard/io/yaml_reader.hpp"
#include "bricard/io/yaml_writer.hpp"

namespace bricard::broken_by {

// `folder`: where files that the bytes name are looked for.
inline std::string yaml(const std::string& bytes, const std::string& folder = "/nonexistent") {
  Model model;
  try {
    model = read_yaml_text(bytes, "fuzz", folder);
  } catch (const Error& error) {
    return error.faults().empty() ? "an Error without faults" : "";
  }
  const std::string written = write_yaml(model);
  try {
    return read_yaml_text(written, "written") == model ? "" : "reads back to another Model:\n" + written;
  } catch (const Error& error) {
    return "does not read back: " + std::string(error.what()) + '\n' + written;
  }
}

}  // namespace bricard::broken_by
