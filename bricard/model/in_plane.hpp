// Planar models (`dimension: 2`): all motion is in the plane z = 0, and data are spatial all the same. What a file gives as one
// number is about z: orientation and angular velocity, inertia, torque. Of the inertia only zz matters; it is stored as that of a
// plane body, diag(I/2, I/2, I), which every check of inertia accepts.
#pragma once
#include <cmath>

#include "bricard/model/references.hpp"

namespace bricard {

inline Orientation planar_orientation(double angle) {
  Orientation orientation;
  orientation.quaternion = {std::cos(angle / 2), 0, 0, std::sin(angle / 2)};
  orientation.angle = angle;
  return orientation;
}

inline Inertia planar_inertia(double about_z) {
  Inertia inertia;
  inertia.matrix = Matrix3::diagonal({about_z / 2, about_z / 2, about_z});
  return inertia;
}

// The earth's gravity in the default direction.
inline Vector3 default_gravity(int dimension) { return dimension == 2 ? Vector3(0, -9.80665, 0) : Vector3(0, 0, -9.80665); }

// A quantity that belongs to a rotation: of its three components a planar model has the one about z, of others x and y.
constexpr bool is_rotational(Dimension d) {
  return d == dimension::angular_speed || d == dimension::torque || d == dimension::rotational_stiffness ||
         d == dimension::rotational_damping;
}

// The joint has an angle about its axis, which is then one of rotation: z in a planar model.
inline bool turns(const Joint& joint) {
  for (const CoordinateName& coordinate : joint.kind->names)
    if (coordinate.is_angle && coordinate.along == CountedAlong::axis) return true;
  return false;
}

// Where x, y and the angle of a planar model stand among six, [linear; angular].
inline constexpr std::array<std::size_t, 3> planar_three{0, 1, 5};

}  // namespace bricard
