// Massless link with a ball at A's origin and a hinge about B's z axis at B's origin: seen from B the ball moves on a circle,
//   |r| = length,   z_B·r = offset,
// the offset as designed, or zero (the ball in the plane of B's origin across the hinge) where the length is given.
// E. J. Haug: Computer Aided Kinematics and Dynamics of Mechanical Systems, Allyn and Bacon 1989, chapter 9 (composite joints).
#pragma once
#include "bricard/elements/joints/joint.hpp"

namespace bricard {

struct SphericalRevolute {
  static constexpr std::string_view type = "spherical_revolute";
  static constexpr std::string_view help =
      "massless link: a ball at `at` on the first body, a hinge about `axis2` at `at2` on the second";
  static constexpr JointKeys uses{.axis = false, .axis2 = true, .at2 = true};
  static constexpr int freedoms = 4;
  static constexpr std::array<CoordinateName, 0> names{};

  std::optional<double> length;
  double offset = 0;  // designed
  static constexpr auto fields() {
    return std::tuple{
        field("length", &SphericalRevolute::length, dimension::length, "distance of ball and hinge; default: as designed")};
  }
  friend bool operator==(const SphericalRevolute&, const SphericalRevolute&) = default;

  SphericalRevolute designed(const Pair<double>& m) const {
    if (length) return {*length, 0};
    return {bricard::length(m).value, along_second<double>(m, m.B.col(2)).value};
  }
  template <class S, class Out>
  void rows(const Pair<S>& m, Out&& out) const {
    out(held(bricard::length<S>(m), *length));
    out(held(along_second<S>(m, m.B.col(2)), offset));
  }
  template <class S, class Out>
  void measured(const Pair<S>&, Out&&) const {}
};

}  // namespace bricard
