// Shapes of MJCF: frames in their five notations, mass and inertia of the primitives, and what is drawn of them.
#pragma once
#include <optional>
#include <string>

#include "bricard/io/mjcf/settings.hpp"
#include "bricard/io/robot/description.hpp"
#include "bricard/io/xml_file.hpp"

namespace bricard::mjcf {

Pose<double> pose_of(const XmlFile& file, const pugi::xml_node& node, const Settings& settings);

struct Geom {
  std::string type;
  Pose<double> pose;
  Vec3<double> size = Vec3<double>::Zero();  // radius and half lengths, as in the file
  bool has_volume = true;                    // not of planes, of meshes it is not known
};

// Nothing where it has a fault.
std::optional<Geom> geom_of(const XmlFile& file, const pugi::xml_node& node, const Settings& settings);
double volume(const Geom& geom);
// In the axes of its body; of a mesh the mass alone is known.
MassProperties mass_of(const Geom& geom, double mass);
// Nothing: it is not drawn.
std::optional<robot::ShapePart> shape_of(const Geom& geom);

}  // namespace bricard::mjcf
