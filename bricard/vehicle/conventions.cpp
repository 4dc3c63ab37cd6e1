// Conventions are a property of the sheet, not of the computation. Camber, toe, caster and kingpin inclination keep their signs
// everywhere: they are defined by inward and outward.
#include <array>
#include <cmath>

#include "bricard/vehicle/outputs.hpp"

namespace bricard::vehicle {

namespace {

constexpr std::array all{
    Convention{"iso", "ISO 8855: x forward, y left, z up; steer and yaw + to the left", 1, 1, 1, 1, 1, 1},
    Convention{"sae", "SAE J670: x forward, y right, z down; steer and yaw + to the right", 1, -1, -1, 1, -1, -1},
    Convention{"adams", "x rearward, y right, z up; toe + in, camber + top out", -1, -1, 1, -1, -1, 1},
    Convention{"lotus", "x rearward, y right, z up; roll + to the left; trail at right angles to the steering axis", -1, -1, 1, -1, -1, 1,
               true}};
constexpr std::array<std::string_view, 8> names{"none", "x", "y", "z", "rx", "ry", "rz", "trail"};

}  // namespace

std::span<const Convention> conventions() { return all; }

const Convention* find_convention(std::string_view name) {
  for (const Convention& each : all)
    if (each.name == name) return &each;
  return nullptr;
}

std::string_view name_of(Component component) { return names[static_cast<std::size_t>(component)]; }

double factor(const Convention& c, Component component, double caster) {
  const std::array<double, 8> factors{1, c.x, c.y, c.z, c.rx, c.ry, c.rz, c.trail_at_right_angles ? std::cos(caster) : 1};
  return factors[static_cast<std::size_t>(component)];
}

}  // namespace bricard::vehicle
