// A vehicle: which parts of a Model are its chassis, its axles, its wheels. Read from what the model file says under `roles` and
// `vehicle` (model/annotation.hpp); the rest of the program does not know these words.
//
// Axes as in ISO 8855: x forward, y left, z up. Positions are those of the design position, global.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "bricard/model/annotation.hpp"
#include "bricard/model/model.hpp"

namespace bricard::vehicle {

// A point that moves with a body.
struct Spot {
  std::string body;
  Vector3 at;
};

// The plane of an arm: through three points; of a strut through its top, at right angles to the line from `a` to `b`.
struct Arm {
  Spot through, a, b;
  bool is_strut = false;
};

struct Spring {
  std::string name;
  Spot from, to;
};

struct Wheel {
  std::string role;      // where its roles stand, for messages: "fl" or "vehicle.front.left"
  double side = 1;       // sigma: +1 left, -1 right
  std::string carrier;   // the body that holds the wheel and does not spin
  Vector3 center, axis;  // the axis is a unit vector to the left on both sides
  double radius = 0;     // loaded, m
  std::optional<std::array<Spot, 2>> steering_axis;
  std::vector<Spring> springs;
  std::optional<Arm> upper, lower;
};

struct Axle {
  std::string name;  // "front", "rear"
  std::optional<Wheel> left, right;
  std::string steered_by;                // a joint: the guide of the rack, or a steering arm; empty: not steered
  double brake_share = 0;                // of the brake force
  double drive_share = 0;                // of the drive force
  bool has_brake_share = false;          // the file says so
  bool torque_on_hub = false;            // motors in the wheels or on a solid axle: their torque does not pass to the chassis
  bool is_front() const { return name == "front"; }
};

struct Vehicle {
  std::string chassis = "ground";
  std::vector<Axle> axles;
  std::optional<double> wheelbase;
  std::optional<Vector3> center_of_mass;
  std::optional<double> mass;
  std::vector<std::string> notes;  // what was taken for granted
  Axle* axle(const std::string& name);
};

// Throws Error with all faults, each with the place in the file that it is about. A file without `vehicle`, as a template read
// alone, is an axle named `axle` with the wheels whose roles it gives.
Vehicle read_vehicle(const Model& model, const std::vector<Annotation>& annotations);

}  // namespace bricard::vehicle
