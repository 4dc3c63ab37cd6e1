// Constant-velocity joint: the origins coincide, and B is turned from A about an axis perpendicular to both shafts (A's and B's z
// axes), so that the shafts lie symmetric to their bisecting plane and turn equally at any constant bend. That axis has no z
// component where  f = x_A·y_B - y_A·x_B = 0.  A design with bent shafts may have B turned about its shaft by `phase`, from which
// the bend then counts: with  g = x_A·x_B + y_A·y_B  the row is  cos(phase) f - sin(phase) g.
// K. H. Hunt: Constant-velocity shaft couplings: a general theory, J. Eng. Ind. 95 (1973) 455-464.
#pragma once
#include "bricard/elements/joints/joint.hpp"

namespace bricard {

struct ConstantVelocity {
  static constexpr std::string_view type = "constant_velocity";
  static constexpr std::string_view help = "shaft coupling: turns one shaft (`axis`) as fast as the other (`axis2`) at any bend";
  static constexpr JointKeys uses{.separate_axis2 = true};
  static constexpr int freedoms = 2;
  static constexpr std::array<CoordinateName, 0> names{};

  double phase = 0;  // designed
  static constexpr auto fields() { return std::tuple{}; }
  friend bool operator==(const ConstantVelocity&, const ConstantVelocity&) = default;

  ConstantVelocity designed(const Pair<double>& m) const {
    ConstantVelocity kind = *this;
    kind.phase = std::atan2(skew(m).value, symmetric(m).value);
    return kind;
  }
  template <class S, class Out>
  void rows(const Pair<S>& m, Out&& out) const {
    coincide(m, out);
    out(combination<S>(S(std::cos(phase)), skew(m), S(-std::sin(phase)), symmetric(m)));
  }
  template <class S, class Out>
  void measured(const Pair<S>&, Out&&) const {}

 private:
  template <class S>
  static Row<S> skew(const Pair<S>& m) {
    return combination<S>(S(1), between<S>(m, m.A.col(0), m.B.col(1)), S(-1), between<S>(m, m.A.col(1), m.B.col(0)));
  }
  template <class S>
  static Row<S> symmetric(const Pair<S>& m) {
    return combination<S>(S(1), between<S>(m, m.A.col(0), m.B.col(0)), S(1), between<S>(m, m.A.col(1), m.B.col(1)));
  }
};

}  // namespace bricard
