// What the element `compiler` of MJCF says about the rest of the file.
#pragma once
#include <numbers>
#include <string>

#include "bricard/io/robot/description.hpp"
#include "bricard/io/xml_file.hpp"

namespace bricard::mjcf {

struct Settings {
  double angle = std::numbers::pi / 180;  // radians per unit
  std::string euler = "xyz";              // small letters: about axes that turn along
  bool autolimits = true;
  std::string inertia_from_geom = "auto";
  robot::Range inertia_groups{0, 5};
  double total_mass = 0;  // 0: as they are
  std::string mesh_folder;
};

// Of all elements `compiler`, the last word counting.
Settings settings_of(const XmlFile& file);

}  // namespace bricard::mjcf
