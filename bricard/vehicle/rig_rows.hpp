// The rows of a rig over the twists of its bodies, for whoever needs more than a System gives: markers that move within their bodies
// (hard points that are varied), and the forces in joints. Row f of the marker pair (A, B) changes with the twists by
//
//   f' = n.v + tau.w,   v = v_b + w_b x r_B - v_a - w_a x r_A,   w = w_b - w_a      (elements/pair.hpp)
//
// so that its covector is a row of the matrix M over (v, L w) of all bodies, and of -M^T the direction of its reaction.
#pragma once
#include <Eigen/Core>
#include <vector>

#include "bricard/analyses/assembly/poses.hpp"
#include "bricard/math/dual.hpp"
#include "bricard/system/system.hpp"

namespace bricard::vehicle {

// A number that depends on the three coordinates of a hard point.
using Varied = Dual<double, 3>;

template <class S>
struct PosesOf {
  std::vector<Mat3<S>> R;  // by body number
  std::vector<Vec3<S>> p;
};

// Where the markers of a pair stand in their bodies: axes and origin from the center of mass, body axes.
template <class S>
struct MarkersOf {
  int a = 0, b = 0;
  Mat3<S> A, B;
  Vec3<S> p_A, p_B;
};

template <class S>
struct RigRow {
  int row = 0, group = 0;
  S value;
  struct Term {
    int a = 0, b = 0;      // bodies
    Vec3<S> n, tau;        // covector
    Vec3<S> r_A, r_B;      // from the centers of mass to B's origin
    Vec3<double> at;       // B's origin
  };
  std::vector<Term> terms;
};

class RigRows {
 public:
  explicit RigRows(const System& system);

  // Empty: every row of the rig is known here. Else what is not: "constraints", ..
  const std::string& unknown() const { return unknown_; }
  int bodies() const { return system_.mechanism().bodies; }
  double length() const { return system_.length(); }
  const System& system() const { return system_; }

  std::vector<MarkersOf<double>> markers() const;  // by pair
  // S: double or Varied. `only`: rows of these pairs.
  template <class S>
  std::vector<RigRow<S>> rows(const PosesOf<S>& poses, const std::vector<MarkersOf<S>>& markers, const std::vector<char>* only = nullptr) const;

  // The lengths and angles that springs act along, by element of the model (`group` here): spring-dampers between points and about
  // joints. `others`: elements of other kinds.
  std::vector<RigRow<double>> springs(const PosesOf<double>& poses, const std::vector<MarkersOf<double>>& markers,
                                      std::vector<std::string>& others) const;

  // M, by row of the list and 6 columns for each body 1..n.
  Eigen::MatrixXd matrix(const std::vector<RigRow<double>>& rows) const;

 private:
  const System& system_;
  std::string unknown_;
  std::vector<char> is_read_;  // by pair: drivers or gears read its coordinates
};

// f' of a row of these twists (v of the center of mass, w), by body number.
template <class S>
S rate(const RigRow<S>& row, const std::vector<Vec6<double>>& twists) {
  S sum(0);
  for (const auto& term : row.terms) {
    const auto add = [&](int body, const Vec3<S>& reach, double sign) {
      if (body == 0) return;
      const Vec3<S> v = twists[body].head<3>().template cast<S>(), w = twists[body].tail<3>().template cast<S>();
      sum = sum + S(sign) * (dot<S>(term.n, Vec3<S>(v + cross<S>(w, reach))) + dot<S>(term.tau, w));
    };
    add(term.b, term.r_B, 1);
    add(term.a, term.r_A, -1);
  }
  return sum;
}

extern template std::vector<RigRow<double>> RigRows::rows(const PosesOf<double>&, const std::vector<MarkersOf<double>>&, const std::vector<char>*) const;
extern template std::vector<RigRow<Varied>> RigRows::rows(const PosesOf<Varied>&, const std::vector<MarkersOf<Varied>>&, const std::vector<char>*) const;

}  // namespace bricard::vehicle
