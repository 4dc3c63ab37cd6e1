// N coupled four-bars through the C++ API: A02 of the UDC/IFToMM library of multibody benchmark problems, for any N. Positions
// and velocities are exact, so that assembly has nothing to do.
#pragma once
#include <string>

#include "bricard/bricard.hpp"
#include "bricard/elements/elements.hpp"
#include "bricard/elements/joints/revolute.hpp"

namespace bricard {

// A uniform bar of 1 m and 1 kg along the global axis `along`; its section is a square of `side`.
inline Body uniform_bar(std::string name, const Vector3& center, int along, double side = 0.1) {
  Body bar;
  bar.name = std::move(name);
  bar.mass = 1;
  bar.position = Point{center, ""};
  const double across = (1 + side * side) / 12;
  bar.inertia.matrix = Matrix3::diagonal({across, across, across});
  bar.inertia.matrix(along, along) = side * side / 6;
  return bar;
}

inline Joint hinge(std::string name, std::string first, std::string second, const Vector3& at, const Vector3& axis) {
  Joint joint;
  joint.name = std::move(name);
  joint.kind = Revolute{};
  joint.bodies = {std::move(first), std::move(second)};
  joint.at = Point{at, ""};
  joint.axis = Direction{axis, ""};
  return joint;
}

// N square windows: verticals v0 .. vN on ground, horizontals h1 .. hN; upright, B0 moving with +1 m/s in x. Sensor `tip` is B0.
// The bars have no thickness across the plane (I = 1/12), as the exact solution below.
inline Model n_four_bar(int windows) {
  const double thin = 1e-9;  // of the section: an inertia about the long axis that plane motion does not feel
  Model model;
  model.name = "A02, " + std::to_string(windows) + " four-bars";
  model.gravity = {0, -9.81, 0};
  const auto v = [](int i) { return "v" + std::to_string(i); };
  const auto h = [](int i) { return "h" + std::to_string(i); };
  for (int i = 0; i <= windows; ++i) {
    Body bar = uniform_bar(v(i), {double(i), 0.5, 0}, 1, thin);
    bar.inertia.matrix(1, 1) = 1.0 / 600;
    bar.velocity = Vector3(0.5, 0, 0);
    bar.angular_velocity = Vector3(0, 0, -1);
    model.bodies.push_back(bar);
    model.joints.push_back(hinge("a" + std::to_string(i), "ground", v(i), {double(i), 0, 0}, {0, 0, 1}));
  }
  for (int i = 1; i <= windows; ++i) {
    Body bar = uniform_bar(h(i), {i - 0.5, 1, 0}, 0, thin);
    bar.inertia.matrix(0, 0) = 1.0 / 600;
    bar.velocity = Vector3(1, 0, 0);
    bar.angular_velocity = Vector3(0, 0, 0);
    model.bodies.push_back(bar);
    model.joints.push_back(hinge("b" + std::to_string(i), v(i - 1), h(i), {i - 1.0, 1, 0}, {0, 0, 1}));
    model.joints.push_back(hinge("c" + std::to_string(i), h(i), v(i), {double(i), 1, 0}, {0, 0, 1}));
  }
  model.sensors.push_back({"tip", "v0", Point{{0, 1, 0}, ""}, {}, ""});
  return model;
}

}  // namespace bricard
