// Spherical joint: the origins coincide. As a tree joint its orientation is a quaternion (of B in A) and its velocities are the
// relative angular velocity in A's axes, so that no position is singular.
#pragma once
#include "bricard/elements/joints/joint.hpp"

namespace bricard {

struct Spherical {
  static constexpr std::string_view type = "spherical";
  static constexpr std::string_view help = "ball: turns freely about one point";
  static constexpr std::string_view equation = R"(r = 0                         3 rows: the origins coincide
rx, ry, rz: Aᵀ B = Rx(rx) Ry(ry) Rz(rz), turning about its own axes in this order)";
  static constexpr std::string_view note = turning_note;
  static constexpr std::string_view reactions =
      "Force of the ball on the second body at `at2`, global components; the torque is zero.";
  static constexpr std::string_view example = R"(bricard: 1
name: Spherical pendulum
bodies:
  bob: {mass: 1, inertia: [0.02, 0.02, 0.002], position: [0.6, 0, -0.8], velocity: [0, 1.5, 0]}
joints:
  ball: {type: spherical, bodies: [ground, bob], at: [0, 0, 0]}
analysis: {type: dynamics, duration: 1, output_step: 50 ms}
)";
  static constexpr std::string_view symbol = "ball";
  static constexpr JointKeys uses{.axis = false};
  static constexpr int freedoms = 3, coordinates = 4, stored = 0;
  static constexpr std::array names{rx_coordinate, ry_coordinate, rz_coordinate};
  static constexpr auto fields(const auto& list) { return list(); }
  friend bool operator==(const Spherical&, const Spherical&) = default;

  template <class S, class Out>
  void rows(const Pair<S>& m, Out&& out) const {
    coincide(m, out);
  }
  template <class S>
  Motion<S, 3> motion(const S* q, const S*) const {
    Motion<S, 3> motion{rotation<S>(Vec4<S>(q[0], q[1], q[2], q[3])), zero3<S>()};
    for (int i = 0; i < 3; ++i) motion.basis(3 + i, i) = S(1);
    return motion;
  }
  template <class S, class Out>
  void measured(const Pair<S>& m, Out&& out) const {
    turning_angles(m, out);
  }

  static constexpr std::string_view rubs = R"(|torque| ≤ mu radius (|F| + preload), against the angular velocity
slip speed: radius · angular speed)";
  static constexpr bool needs_radius = true;
  template <class S, class Out>
  void slip(const Pair<S>& m, const Friction& friction, int, Out&& out) const {
    for (int i = 0; i < 3; ++i) out(slip_about<S>(m.A.col(i), *friction.radius));
  }
  template <class Out>
  void press(const Pair<double>&, const Friction&, int, const Reaction& on, Out&& out) const {
    out(on.F);
  }
  double lever(const Friction& friction) const { return *friction.radius; }
};

}  // namespace bricard
