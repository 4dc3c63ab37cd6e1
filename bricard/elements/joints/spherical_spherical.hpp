// Massless rod with a ball at each end: |r| = length. Its force is tension, along the rod.
// E. J. Haug: Computer Aided Kinematics and Dynamics of Mechanical Systems, Allyn and Bacon 1989, chapter 9 (composite joints).
#pragma once
#include "bricard/elements/joints/joint.hpp"

namespace bricard {

struct SphericalSpherical {
  static constexpr std::string_view type = "spherical_spherical";
  static constexpr std::string_view help = "massless rod with a ball at each end: keeps the distance of `at` and `at2`";
  static constexpr std::string_view equation = R"(|r| = length                  1 row)";
  static constexpr std::string_view reactions =
      "`force` is the tension of the rod; the others are its force on the second body at `at2`, global components, without "
      "torque.";
  static constexpr std::string_view example = R"(bricard: 1
name: Load that hangs from a massless rod
bodies:
  load: {mass: 5, inertia: [0.1, 0.1, 0.1], position: [0.5, 0, -1.2], velocity: [0, 0.5, 0]}
joints:
  rod: {type: spherical_spherical, bodies: [ground, load], at: [0, 0, 0], at2: [0.5, 0, -1]}
analysis: {type: dynamics, duration: 1, output_step: 50 ms}
)";
  static constexpr std::string_view symbol = "two_balls";
  static constexpr JointKeys uses{.axis = false, .at2 = true, .planar = true};
  static constexpr int planar_freedoms = 2;
  static constexpr int freedoms = 5;
  static constexpr bool has_tension = true;
  static constexpr std::array<CoordinateName, 0> names{};

  std::optional<double> length;
  static constexpr auto fields(const auto& list) {
    return list(field("length", &SphericalSpherical::length, dimension::length, "length of the rod; default: as designed"));
  }
  void check(const KindCheck& check) const {
    if (length && *length <= 0) check.fault("length", "the length must be positive");
  }
  friend bool operator==(const SphericalSpherical&, const SphericalSpherical&) = default;
  static std::vector<SphericalSpherical> samples() { return {{.length = 0.9}}; }
  Pose<double> fitted(auto& any) const { return {any.axes(), any.axes() * Vec3<double>(*length, 0, 0)}; }

  SphericalSpherical designed(const Pair<double>& m) const { return {length ? *length : bricard::length(m).value}; }
  template <class S, class Out, template <class> class Pair>
  void rows(const Pair<S>& m, Out&& out) const {
    out(held(bricard::length(m), *length));
  }
  template <class S, class Out, template <class> class Pair>
  void measured(const Pair<S>&, Out&&) const {}
};

}  // namespace bricard
