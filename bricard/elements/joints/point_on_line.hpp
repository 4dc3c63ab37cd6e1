// Point on a line: B's origin stays on A's z axis; B turns freely about it.
#pragma once
#include "bricard/elements/joints/joint.hpp"

namespace bricard {

struct PointOnLine {
  static constexpr std::string_view type = "point_on_line";
  static constexpr std::string_view help = "a point of the second body (`at2`) stays on a line of the first (`at`, `axis`)";
  static constexpr JointKeys uses{.planar = true};
  static constexpr int freedoms = 4;
  static constexpr std::array<CoordinateName, 0> names{};
  static constexpr auto fields() { return std::tuple{}; }
  friend bool operator==(const PointOnLine&, const PointOnLine&) = default;

  template <class S, class Out, template <class> class Pair>
  void rows(const Pair<S>& m, Out&& out) const {
    out(along<S>(m, m.A.col(0)));
    out(along<S>(m, m.A.col(1)));
  }
  template <class S, class Out, template <class> class Pair>
  void measured(const Pair<S>&, Out&&) const {}
};

}  // namespace bricard
