// Rolling: a ball, or the rim of a disc with its axis along u = z_B, about B's origin stays on A's xy plane (normal n = z_A) and
// its point of contact has no velocity seen from A. From the center to the contact,
//   ball: rho = -radius n,     disc: rho = -radius e,  e = (n - (n·u) u)/|n - (n·u) u|.
// The contact is the lowest point, so it moves across n within the body: all three rows are components of its velocity,
//   n·(r + rho) = 0  (holonomic),    x_A·(v + w × rho) = y_A·(v + w × rho) = 0,    quad = a·(w × rho'),  u' = w × u.
// J. I. Neimark, N. A. Fufaev: Dynamics of Nonholonomic Systems, AMS 1972.
#pragma once
#include <numbers>

#include "bricard/elements/joints/joint.hpp"

namespace bricard {

struct Rolling {
  static constexpr std::string_view type = "rolling";
  static constexpr std::string_view help =
      "disc (`axis2`) or ball about `at2` on the second body, rolls on a plane (`at`, normal `axis`) of the first";
  static constexpr std::string_view equation =
      R"(n = z_A: normal,   u = z_B: axis of the disc,   rho: from the center to the contact
ball: rho = -radius n;   disc: rho = -radius e,  e = (n - (n·u) u)/|n - (n·u) u|
n·(r + rho) = 0                                           1 row
x_A·(v + w × rho) = y_A·(v + w × rho) = 0                 2 rows of velocity, non-holonomic)";
  static constexpr std::string_view reactions =
      "Force of the plane at the contact, with its torque about `at2`, on the second body, global components.";
  static constexpr std::string_view example = R"(bricard: 1
name: Coin that rolls in a curve
bodies:
  coin: {mass: 0.1, inertia: [1e-5, 2e-5, 1e-5], position: [0, 0, 0.02], angular_velocity: [1, 60, 6]}
joints:
  floor: {type: rolling, bodies: [ground, coin], at: [0, 0, 0], axis: [0, 0, 1],
          at2: [0, 0, 0.02], axis2: [0, 1, 0], radius: 20 mm}
analysis: {type: dynamics, duration: 0.5, output_step: 20 ms}
)";
  static constexpr std::string_view symbol = "wheel";
  static constexpr JointKeys uses{.separate_axis2 = true, .at2 = true, .planar = true};
  static constexpr bool lies_in_plane = true;
  static constexpr int freedoms = 3;
  static constexpr std::array<CoordinateName, 0> names{};

  double radius = 0;
  bool disc = false;  // `axis2` is given
  static constexpr auto fields(const auto& list) {
    return list(field("radius", &Rolling::radius, dimension::length, "radius of the disc or ball", required));
  }
  static constexpr std::string_view without_axis2 = "a ball";
  void set_axis2(bool given) { disc = given; }
  void check(const KindCheck& check) const {
    if (radius <= 0) check.fault("radius", "the radius must be positive");
  }
  friend bool operator==(const Rolling&, const Rolling&) = default;
  static std::vector<Rolling> samples() { return {{.radius = 0.6}, {.radius = 0.6, .disc = true}}; }
  // A disc leaning by `lean` from upright has its center at radius·cos(lean).
  Pose<double> fitted(auto& any) const {
    const double lean = any.angle() / 2.2;
    const Mat3<double> R =
        rotation_about_z(any.angle()) * rotation_about_x(std::numbers::pi / 2 + lean) * rotation_about_z(any.angle());
    return {R, {any.number(), any.number(), disc ? radius * std::cos(lean) : radius}};
  }

  template <class S, class Out>
  void rows(const Pair<S>& m, Out&& out) const {
    const Arm<S> rho = arm(m);
    Row<S> row = of_contact<S>(m, rho, m.A.col(2));
    row.value = dot<S>(m.A.col(2), m.r + rho.value);
    out(row);
  }
  template <class S, class Out>
  void rate_rows(const Pair<S>& m, Out&& out) const {
    const Arm<S> rho = arm(m);
    out(of_contact<S>(m, rho, m.A.col(0)));
    out(of_contact<S>(m, rho, m.A.col(1)));
  }
  template <class S, class Out, template <class> class Pair>
  void measured(const Pair<S>&, Out&&) const {}

  // In the plane disc and ball are the same, and the arm does not turn: rho' = 0.
  template <class S, class Out>
  void rows(const PlanarPair<S>& m, Out&& out) const {
    out(held(along<S>(m, m.A.col(2)), radius));
  }
  template <class S, class Out>
  void rate_rows(const PlanarPair<S>& m, Out&& out) const {
    const Vec2<S> rho = S(-radius) * m.A.col(2);
    for (int i = 0; i < 2; ++i) out(PlanarRow<S>{S(0), m.A.col(i), cross<S>(rho, m.A.col(i)), S(0)});
  }

 private:
  template <class S>
  struct Arm {
    Vec3<S> value, rate;  // seen from A
  };
  // e = g/|g| with g = n - (n·u) u, so e' = (g' - (e·g') e)/|g|.
  template <class S>
  Arm<S> arm(const Pair<S>& m) const {
    using std::sqrt;
    const Vec3<S> n = m.A.col(2), u = m.B.col(2);
    if (!disc) return {S(-radius) * n, zero3<S>()};
    const Vec3<S> u_rate = cross<S>(m.w, u);
    const Vec3<S> g = n - dot<S>(n, u) * u, g_rate = -dot<S>(n, u_rate) * u - dot<S>(n, u) * u_rate;
    const S across = sqrt(dot<S>(g, g));
    const Vec3<S> e = g / across;
    return {S(-radius) * e, S(-radius) / across * (g_rate - dot<S>(e, g_rate) * e)};
  }
  // The component a·(v + w × rho), a fixed in A.
  template <class S>
  static Row<S> of_contact(const Pair<S>& m, const Arm<S>& rho, const Vec3<S>& a) {
    return {S(0), a, cross<S>(rho.value, a), dot<S>(a, cross<S>(m.w, rho.rate))};
  }
};

}  // namespace bricard
