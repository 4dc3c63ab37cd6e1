// Free joint: no constraint. As a tree joint: position of B in A (3 numbers), then a quaternion; velocities are the relative
// velocity and angular velocity in A's axes.
#pragma once
#include "bricard/elements/joints/joint.hpp"

namespace bricard {

struct Free {
  static constexpr std::string_view type = "free";
  static constexpr std::string_view help = "no constraint; chooses relative coordinates between two bodies";
  static constexpr JointKeys uses{.axis = false, .planar = true};
  static constexpr int freedoms = 6, coordinates = 7;
  static constexpr std::array<CoordinateName, 0> names{};
  static constexpr auto fields() { return std::tuple{}; }
  friend bool operator==(const Free&, const Free&) = default;

  template <class S, class Out, template <class> class Pair>
  void rows(const Pair<S>&, Out&&) const {}
  template <class S>
  Motion<S, 6> motion(const S* q, const S*) const {
    Motion<S, 6> motion{rotation<S>(Vec4<S>(q[3], q[4], q[5], q[6])), Vec3<S>(q[0], q[1], q[2])};
    for (int i = 0; i < 6; ++i) motion.basis(i, i) = S(1);
    return motion;
  }
  template <class S, class Out, template <class> class Pair>
  void measured(const Pair<S>&, Out&&) const {}
};

}  // namespace bricard
