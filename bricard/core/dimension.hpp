// Physical dimension of a quantity, as exponents of the five units that a model file may choose.
// Force is kept apart from mass·length/time² because a file in mm and kg still counts its forces in N;
// two dimensions are compatible when they agree after that reduction (units.hpp).
#pragma once

namespace bricard {

struct Dimension {
  int length = 0;
  int mass = 0;
  int time = 0;
  int angle = 0;
  int force = 0;
  friend constexpr bool operator==(const Dimension&, const Dimension&) = default;
  friend constexpr Dimension operator*(Dimension a, Dimension b) {
    return {a.length + b.length, a.mass + b.mass, a.time + b.time, a.angle + b.angle, a.force + b.force};
  }
  friend constexpr Dimension operator/(Dimension a, Dimension b) {
    return {a.length - b.length, a.mass - b.mass, a.time - b.time, a.angle - b.angle, a.force - b.force};
  }
};

namespace dimension {
inline constexpr Dimension none{};
inline constexpr Dimension length{.length = 1};
inline constexpr Dimension mass{.mass = 1};
inline constexpr Dimension time{.time = 1};
inline constexpr Dimension angle{.angle = 1};
inline constexpr Dimension force{.force = 1};
inline constexpr Dimension speed = length / time;
inline constexpr Dimension acceleration = speed / time;
inline constexpr Dimension angular_speed = angle / time;
inline constexpr Dimension angular_acceleration = angular_speed / time;
inline constexpr Dimension torque = force * length;
inline constexpr Dimension energy = force * length;
inline constexpr Dimension inertia = mass * length * length;
inline constexpr Dimension stiffness = force / length;
inline constexpr Dimension damping = force * time / length;
inline constexpr Dimension rotational_stiffness = torque / angle;
inline constexpr Dimension rotational_damping = torque * time / angle;
}  // namespace dimension

// Dimensions in a wrench and in a stiffness matrix, [linear; angular]: force and torque; the blocks are force/length, force/angle
// in the first three rows, torque/length, torque/angle in the last three.
constexpr Dimension wrench_dimension(int i) { return i < 3 ? dimension::force : dimension::torque; }
constexpr Dimension stiffness_dimension(int i, int j) {
  return wrench_dimension(i) / (j < 3 ? dimension::length : dimension::angle);
}

}  // namespace bricard
