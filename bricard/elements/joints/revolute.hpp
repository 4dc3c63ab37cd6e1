// Revolute joint: the origins coincide and the z axes are parallel; free angle about z.
#pragma once
#include "bricard/elements/joints/joint.hpp"

namespace bricard {

struct Revolute {
  static constexpr std::string_view type = "revolute";
  static constexpr std::string_view help = "hinge: turns about one axis";
  static constexpr JointKeys uses{.planar = true};
  static constexpr int freedoms = 1, coordinates = 1;
  static constexpr std::array names{angle_coordinate};
  static constexpr auto fields() { return std::tuple{}; }
  friend bool operator==(const Revolute&, const Revolute&) = default;

  template <class S, class Out, template <class> class Pair>
  void rows(const Pair<S>& m, Out&& out) const {
    coincide(m, out);
    align(m, out);
  }
  template <class S, class Out>
  void rows(const PlanarPair<S>& m, Out&& out) const {
    out(along<S>(m, m.A.col(0)));
    out(along<S>(m, m.A.col(1)));
  }
  template <class S>
  Motion<S, 1> motion(const S* q, const S*) const {
    Motion<S, 1> motion{rotation_about_z(q[0]), zero3<S>()};
    motion.basis(5, 0) = S(1);
    return motion;
  }
  template <class S, class Out, template <class> class Pair>
  void measured(const Pair<S>& m, Out&& out) const {
    out(turn(m));
  }
};

}  // namespace bricard
