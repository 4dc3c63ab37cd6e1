// Prismatic joint: B slides along A's z axis without turning. The last row holds y_B perpendicular to x_A.
#pragma once
#include "bricard/elements/joints/joint.hpp"

namespace bricard {

struct Prismatic {
  static constexpr std::string_view type = "prismatic";
  static constexpr std::string_view help = "slider: moves along one axis without turning";
  static constexpr JointKeys uses{.planar = true};
  static constexpr int freedoms = 1, coordinates = 1;
  static constexpr std::array names{position_coordinate};
  static constexpr auto fields() { return std::tuple{}; }
  friend bool operator==(const Prismatic&, const Prismatic&) = default;

  template <class S, class Out, template <class> class Pair>
  void rows(const Pair<S>& m, Out&& out) const {
    out(along<S>(m, m.A.col(0)));
    out(along<S>(m, m.A.col(1)));
    align(m, out);
    out(between<S>(m, m.A.col(0), m.B.col(1)));
  }
  template <class S>
  Motion<S, 1> motion(const S* q, const S*) const {
    Motion<S, 1> motion{Mat3<S>::Identity(), Vec3<S>(S(0), S(0), q[0])};
    motion.basis(2, 0) = S(1);
    return motion;
  }
  template <class S, class Out, template <class> class Pair>
  void measured(const Pair<S>& m, Out&& out) const {
    out(along<S>(m, m.A.col(2)));
  }
};

}  // namespace bricard
