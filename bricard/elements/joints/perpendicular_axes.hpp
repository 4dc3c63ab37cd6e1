// Perpendicular axes: z_A·x_B = 0; the origins are free.
#pragma once
#include "bricard/elements/joints/joint.hpp"

namespace bricard {

struct PerpendicularAxes {
  static constexpr std::string_view type = "perpendicular_axes";
  static constexpr std::string_view help = "`axis` on the first body and `axis2` on the second stay perpendicular";
  static constexpr JointKeys uses{.axis2 = true, .at = false};
  static constexpr int freedoms = 5;
  static constexpr std::array<CoordinateName, 0> names{};
  static constexpr auto fields() { return std::tuple{}; }
  friend bool operator==(const PerpendicularAxes&, const PerpendicularAxes&) = default;

  template <class S, class Out>
  void rows(const Pair<S>& m, Out&& out) const {
    out(between<S>(m, m.A.col(2), m.B.col(0)));
  }
  template <class S, class Out>
  void measured(const Pair<S>&, Out&&) const {}
};

}  // namespace bricard
