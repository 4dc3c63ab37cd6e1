// What a tire law takes and gives, at the contact point, in the axes of TYDEX-W: x along the heading of the wheel, z the normal
// of the road, y to the left. Slip angle alpha > 0 gives fy < 0, inclination gamma > 0 (top to the right, about +x) gives fy < 0,
// slip kappa > 0 drives.
#pragma once
#include <cmath>

#include "bricard/math/scalar.hpp"

namespace bricard {

template <class S>
struct Slip {
  S kappa, alpha, gamma, load;
  S speed;        // |V_x|
  S heading{1};   // V_x over |V_x|: -1 rolling backwards, where the trail turns round; between where the wheel stands
  S pressure{0};  // 0: nominal
  S friction{1};  // of this road, per friction of the law's own
};

template <class S>
struct TireForce {
  S fx{0}, fy{0}, mx{0}, my{0}, mz{0};
  S stiffness_x{0}, stiffness_y{0};  // |dfx/dkappa|, |dfy/dalpha| at no slip
  S peak_x{0}, peak_y{0};            // largest forces
};

// sign(0) = 1.
template <class S>
S sign_of(const S& x) {
  return select(x < S(0), S(-1), S(1));
}
template <class S>
S size_of(const S& x) {
  return select(x < S(0), -x, x);
}
template <class S>
S smaller(const S& a, const S& b) {
  return select(b < a, b, a);
}
template <class S>
S larger(const S& a, const S& b) {
  return select(a < b, b, a);
}
// The root of what may be zero, where its slope is taken as zero.
template <class S>
S root_of(const S& x) {
  using std::sqrt;
  return select(x > S(0), sqrt(select(x > S(0), x, S(1))), S(0));
}
// 0 up to x = 0, 1 from x = 1 on, with a continuous slope.
template <class S>
S smooth_step(const S& x) {
  const S u = larger(S(0), smaller(S(1), x));
  return u * u * (S(3) - S(2) * u);
}

}  // namespace bricard
