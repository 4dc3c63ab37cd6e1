// A state of a mechanism in its coordinates, as plain numbers in SI.
#pragma once
#include <string>
#include <vector>

namespace bricard {

struct StateValues {
  double t = 0;
  std::vector<double> q, v, z;  // coordinates, velocities (q' = T(q) v), states of the user's equations
  std::vector<double> angles;   // the last value of every measured angle, so that angles count turns; empty: none counted yet
  friend bool operator==(const StateValues&, const StateValues&) = default;
};

// What the numbers are called: "main.angle" and "main.speed", of bodies "car.x", "car.e0" and "car.vx", "car.wx".
struct StateNames {
  std::vector<std::string> q, v, z;
};

}  // namespace bricard
