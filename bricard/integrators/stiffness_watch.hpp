// Explicit methods on stiff systems: is the step limited by stability and not by accuracy? Two evaluations at the same time t +
// h, at points y and y + dy, give
//
//   h |lambda| ~ h |df| / |dy|,   cosine = <df, dy> / (|df| |dy|)
//
// of the direction that errors take. Steps that stay near the border of the stability region (beyond a quarter of its length on
// the negative real axis) in a damped direction (cosine < -0.9) say so; error control per unit step keeps some distance from the
// border. Fifteen of them, hardly interrupted, count.
//
// Reference: E. Hairer, G. Wanner: Solving Ordinary Differential Equations II, 2nd ed., Springer 1996, IV.2.
#pragma once
#include <Eigen/Core>
#include <cmath>
#include <string_view>

namespace bricard {

class StiffnessWatch {
 public:
  // Once per accepted step: the two points, f there, and the h |lambda| that counts as near.
  template <class Vector>
  void look(double h, double near, const Vector& y0, const Vector& f0, const Vector& y1, const Vector& f1, const Vector& scale) {
    const auto dy = (y1 - y0).array() / scale.array();
    const auto df = (f1 - f0).array() / scale.array();
    const double dy_dy = dy.square().sum();
    const double df_df = df.square().sum();
    const double cosine = (dy * df).sum() / std::sqrt(dy_dy * df_df);
    rate_ = dy_dy > 0 && std::isfinite(df_df) ? std::sqrt(df_df / dy_dy) : 0;
    const bool near_border = h * rate_ > near && cosine < -0.9;
    if (near_border) {
      ++hits_;
      misses_ = 0;
    } else if (++misses_ >= misses_to_forget) {
      hits_ = 0;
    }
  }
  double rate() const { return rate_; }  // |lambda| in the last step
  bool stiff() const { return hits_ >= hits_to_be_stiff; }

 private:
  static constexpr int hits_to_be_stiff = 15;
  static constexpr int misses_to_forget = 6;
  double rate_ = 0;
  int hits_ = 0, misses_ = 0;
};

inline constexpr std::string_view explicit_on_stiff = "explicit method on a stiff system";
inline constexpr std::string_view take_implicit = "take an implicit integrator, for instance radau";

}  // namespace bricard
