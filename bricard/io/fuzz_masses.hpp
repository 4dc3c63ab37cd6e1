// Tables of `mass_properties`: they read to a Model that can be written and read back, or to an Error with a place.
#pragma once
#include <string>

#include "bricard/core/test_scratch.hpp"
#include "bricard/io/fuzz_yaml.hpp"

namespace bricard::broken_by {

inline std::string masses(const std::string& bytes) {
  static const ScratchFolder folder("masses");
  folder.write("parts.csv", bytes);
  const std::string bodies = "bodies: {rod: {}, wheel: {orientation: {axis: [0, 0, 1], angle: 0.3}}}\n";
  return yaml("bricard: 1\nmass_properties: {file: parts.csv, inertia: center, products: tensor}\n" + bodies, folder.path()) +
         yaml(
             "bricard: 1\nmass_properties: {file: parts.csv, inertia: origin, products: integrals, units: {mass: g, length: mm},"
             " names: {rod: [tube, end]}}\n" +
                 bodies,
             folder.path());
}

}  // namespace bricard::broken_by
