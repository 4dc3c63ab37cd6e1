// Point on a plane: B's origin stays in A's xy plane; B turns freely about it.
#pragma once
#include "bricard/elements/joints/joint.hpp"

namespace bricard {

struct PointOnPlane {
  static constexpr std::string_view type = "point_on_plane";
  static constexpr std::string_view help =
      "a point of the second body (`at2`) stays on a plane of the first (`at`, normal `axis`)";
  static constexpr JointKeys uses{};
  static constexpr int freedoms = 5;
  static constexpr std::array<CoordinateName, 0> names{};
  static constexpr auto fields() { return std::tuple{}; }
  friend bool operator==(const PointOnPlane&, const PointOnPlane&) = default;

  template <class S, class Out>
  void rows(const Pair<S>& m, Out&& out) const {
    out(along<S>(m, m.A.col(2)));
  }
  template <class S, class Out>
  void measured(const Pair<S>&, Out&&) const {}
};

}  // namespace bricard
