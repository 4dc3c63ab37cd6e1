#include "bricard/io/mjcf/settings.hpp"

#include <algorithm>
#include <numbers>

#include "bricard/core/text.hpp"

namespace bricard::mjcf {

namespace {

void read(const XmlFile& file, const pugi::xml_node& node, Settings& settings) {
  const auto text = [&](const char* key, const std::string& otherwise) {
    return std::string(node.attribute(key).as_string(otherwise.c_str()));
  };
  if (const std::string angle = text("angle", ""); angle == "radian" || angle == "degree")
    settings.angle = angle == "radian" ? 1 : std::numbers::pi / 180;
  else if (!angle.empty())
    file.fault(node, "angle: expected `degree` or `radian`, found " + quoted(angle));
  if (const std::string sequence = text("eulerseq", settings.euler);
      sequence.size() == 3 && sequence.find_first_not_of("xyzXYZ") == std::string::npos)
    settings.euler = sequence;
  else
    file.fault(node, "eulerseq: expected three of x, y, z, X, Y, Z, found " + quoted(sequence));
  settings.autolimits = file.flag(node, "autolimits", settings.autolimits);
  settings.inertia_from_geom = text("inertiafromgeom", settings.inertia_from_geom);
  if (const std::string& from = settings.inertia_from_geom; from != "auto" && from != "true" && from != "false")
    file.fault(node, "inertiafromgeom: expected `true`, `false` or `auto`, found " + quoted(from));
  if (const auto groups = file.numbers(node, "inertiagrouprange", 2, 2); !groups.empty())
    settings.inertia_groups = {groups[0], groups[1]};
  settings.total_mass = std::max(0.0, file.number(node, "settotalmass", settings.total_mass));
  settings.mesh_folder = text("meshdir", text("assetdir", settings.mesh_folder));
  if (text("coordinate", "") == "global") file.fault(node, "coordinate: frames in global coordinates are not read");
  for (const char* key : {"boundmass", "boundinertia"})
    if (file.number(node, key) > 0) file.note(node, std::string(key) + " is not held: masses are as in the file");
  if (file.flag(node, "balanceinertia", false)) file.note(node, "balanceinertia is not held: inertias are as in the file");
}

}  // namespace

Settings settings_of(const XmlFile& file) {
  Settings settings;
  for (const pugi::xml_node& node : file.root().children("compiler")) read(file, node, settings);
  return settings;
}

}  // namespace bricard::mjcf
