// Free joint: no constraint. As a tree joint: position of B in A (3 numbers), then a quaternion; velocities are the relative
// velocity and angular velocity in A's axes.
#pragma once
#include "bricard/elements/joints/joint.hpp"

namespace bricard {

struct Free {
  static constexpr std::string_view type = "free";
  static constexpr std::string_view help = "no constraint; chooses relative coordinates between two bodies";
  static constexpr std::string_view equation = R"(no rows: all six relative motions are free
x, y, z: x_A·r, y_A·r, z_A·r
rx, ry, rz: Aᵀ B = Rx(rx) Ry(ry) Rz(rz), turning about its own axes in this order)";
  static constexpr std::string_view note = turning_note;
  static constexpr std::string_view reactions = "Always zero.";
  static constexpr std::string_view example = R"(bricard: 1
name: Ball thrown from a moving cart, seen from the cart
bodies:
  cart: {mass: 10, inertia: [1, 1, 1], position: [0, 0, 0]}
  ball: {mass: 0.3, inertia: [2e-4, 2e-4, 2e-4], position: [0, 0, 0.5], velocity: [2, 0, 3], angular_velocity: [0, 10, 0]}
joints:
  track:  {type: prismatic, bodies: [ground, cart], at: [0, 0, 0], axis: [1, 0, 0], initial: {rate: 2}}
  flight: {type: free, bodies: [cart, ball], at: [0, 0, 0.5]}
analysis: {type: dynamics, duration: 0.6, output_step: 20 ms}
)";
  static constexpr std::string_view symbol = "none";
  static constexpr JointKeys uses{.axis = false, .planar = true};
  static constexpr int freedoms = 6, coordinates = 7, stored = 3;
  static constexpr std::array names{x_coordinate, y_coordinate, z_coordinate, rx_coordinate, ry_coordinate, rz_coordinate};
  // In the plane it is evaluated as a planar joint.
  static constexpr std::array names_in_plane{x_coordinate, y_coordinate,
                                             CoordinateName{"angle", "angle_rate", true, "angle_torque", CountedAlong::z}};
  static constexpr auto fields(const auto& list) { return list(); }
  friend bool operator==(const Free&, const Free&) = default;

  template <class S, class Out, template <class> class Pair>
  void rows(const Pair<S>&, Out&&) const {}
  template <class S>
  Motion<S, 6> motion(const S* q, const S*) const {
    Motion<S, 6> motion{rotation<S>(Vec4<S>(q[3], q[4], q[5], q[6])), Vec3<S>(q[0], q[1], q[2])};
    for (int i = 0; i < 6; ++i) motion.basis(i, i) = S(1);
    return motion;
  }
  template <class S, class Out>
  void measured(const Pair<S>& m, Out&& out) const {
    for (int i = 0; i < 3; ++i) out(along<S>(m, m.A.col(i)));
    turning_angles(m, out);
  }
};

}  // namespace bricard
