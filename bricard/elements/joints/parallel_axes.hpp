// Parallel axes: B's z axis stays parallel to A's; their origins are free.
#pragma once
#include "bricard/elements/joints/joint.hpp"

namespace bricard {

struct ParallelAxes {
  static constexpr std::string_view type = "parallel_axes";
  static constexpr std::string_view help = "`axis` on the first body and `axis2` on the second stay parallel";
  static constexpr JointKeys uses{.at = false};
  static constexpr int freedoms = 4;
  static constexpr std::array<CoordinateName, 0> names{};
  static constexpr auto fields() { return std::tuple{}; }
  friend bool operator==(const ParallelAxes&, const ParallelAxes&) = default;

  template <class S, class Out>
  void rows(const Pair<S>& m, Out&& out) const {
    align(m, out);
  }
  template <class S, class Out>
  void measured(const Pair<S>&, Out&&) const {}
};

}  // namespace bricard
