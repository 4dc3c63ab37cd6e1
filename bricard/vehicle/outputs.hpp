// What the K&C sheet prints: one line for each output, with its formula, method, frame and sign in words. To add one is one entry
// in wheel_outputs.cpp or axle_outputs.cpp.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bricard/vehicle/compliance.hpp"
#include "bricard/vehicle/corner.hpp"
#include "bricard/vehicle/vehicle.hpp"

namespace bricard::vehicle {

// Which component of a vector or rotation an output is: what changes its sign in other axes. `trail` counts at right angles to the
// steering axis in Lotus.
enum class Component { none, x, y, z, rx, ry, rz, trail };

struct Output {
  std::string key;
  std::string_view name, unit;
  double unit_in_si = 1;
  std::string_view formula, method, frame, sign;
  Component component = Component::none;
};

// What an output may look at.
struct Seen {
  const AxleShape& axle;
  const Vehicle& vehicle;
  const Axle& role;
  const Compliance* compliance = nullptr;  // where it was computed
};

// Nothing: it is not defined here (no steering axis, a center at infinity).
struct WheelOutput : Output {
  std::optional<double> (*of)(const Corner& corner, const Seen& seen);
};
struct AxleOutput : Output {
  std::optional<double> (*of)(const Seen& seen);
};

std::span<const WheelOutput> wheel_outputs();
std::span<const AxleOutput> axle_outputs();

// Axes that results may be told in: the factor of a component; `caster` for Lotus' trail.
struct Convention {
  std::string_view name, help;
  double x, y, z, rx, ry, rz;
  bool trail_at_right_angles = false;
};
std::span<const Convention> conventions();
const Convention* find_convention(std::string_view name);
double factor(const Convention& convention, Component component, double caster);
std::string_view name_of(Component component);

}  // namespace bricard::vehicle
