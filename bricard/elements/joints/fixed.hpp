// Fixed joint: B stays where it is in A.
#pragma once
#include "bricard/elements/joints/joint.hpp"

namespace bricard {

struct Fixed {
  static constexpr std::string_view type = "fixed";
  static constexpr std::string_view help = "weld: no relative motion";
  static constexpr JointKeys uses{.axis = false, .planar = true};
  static constexpr int freedoms = 0, coordinates = 0;
  static constexpr std::array<CoordinateName, 0> names{};
  static constexpr auto fields() { return std::tuple{}; }
  friend bool operator==(const Fixed&, const Fixed&) = default;

  template <class S, class Out, template <class> class Pair>
  void rows(const Pair<S>& m, Out&& out) const {
    coincide(m, out);
    align(m, out);
    out(between<S>(m, m.A.col(0), m.B.col(1)));
  }
  template <class S>
  Motion<S, 0> motion(const S*, const S*) const {
    return {Mat3<S>::Identity(), zero3<S>()};
  }
  template <class S, class Out, template <class> class Pair>
  void measured(const Pair<S>&, Out&&) const {}
};

}  // namespace bricard
