#include "bricard/results/reduction.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {

// x(s), 0 <= s <= 1, with x(0) = a, x(1) = b and the derivatives da, db there: a + c1 s + c2 s² + c3 s³.
struct Cubic {
  double a, c1, c2, c3;
  Cubic(CurvePoint from, CurvePoint to, double h) : a(from.value), c1(to.value - from.value), c2(0), c3(0) {
    const double da = from.rate * h, db = to.rate * h;
    if (!std::isfinite(da) || !std::isfinite(db)) return;  // a straight line
    c2 = 3 * c1 - 2 * da - db;
    c3 = da + db - 2 * c1;
    c1 = da;
  }
  double operator()(double s) const { return a + s * (c1 + s * (c2 + s * c3)); }
  // Where the derivative c1 + 2 c2 s + 3 c3 s² is zero inside; NaN: nowhere.
  std::array<double, 2> extrema() const {
    const double none = std::numeric_limits<double>::quiet_NaN();
    const double root = std::sqrt(c2 * c2 - 3 * c3 * c1);  // NaN: it rises or falls all the way
    const double q = -(c2 + std::copysign(root, c2));
    std::array<double, 2> found{q / (3 * c3), c1 / q};
    for (double& s : found)
      if (!(s > 0 && s < 1)) s = none;
    return found;
  }
};

// Gauss-Legendre with four points, exact up to degree seven: the square of a cubic has six.
constexpr std::array<std::array<double, 2>, 4> gauss{{{0.06943184420297371, 0.17392742256872692},
                                                      {0.33000947820757187, 0.32607257743127307},
                                                      {0.6699905217924281, 0.32607257743127307},
                                                      {0.9305681557970263, 0.17392742256872692}}};

// The root of f between s = 0 and s = 1, where its signs differ.
double root_of(const Cubic& f) {
  double low = 0, high = 1;
  const bool rises = f(1) > f(0);
  for (int i = 0; i < std::numeric_limits<double>::digits; ++i) {
    const double middle = (low + high) / 2;
    ((f(middle) > 0) == rises ? high : low) = middle;
  }
  return (low + high) / 2;
}

}  // namespace

void Reduction::add(double t, CurvePoint x, CurvePoint condition) {
  const Row row{t, x, condition};
  ++rows_;
  if (!std::isfinite(x.value) && kind_ != ReductionKind::at && kind_ != ReductionKind::last) is_broken_ = true;
  if (kind_ == ReductionKind::largest && !(extreme_ >= x.value)) extreme_ = x.value;
  if (kind_ == ReductionKind::smallest && !(extreme_ <= x.value)) extreme_ = x.value;
  if (kind_ == ReductionKind::at && !at_ && !last_ && holds(condition.value)) at_ = x.value;
  if (last_ && t > last_->t) add_stretch(*last_, row);
  if (last_ && t == last_->t && kind_ == ReductionKind::at && !at_) {  // a jump
    const double before = last_->condition.value, after = condition.value;
    if (holds(after) || (crossing_ == Crossing::zero && before * after < 0)) at_ = x.value;
  }
  last_ = row;
}

void Reduction::add_stretch(const Row& from, const Row& to) {
  const double h = to.t - from.t;
  if (kind_ == ReductionKind::last) return;
  if (kind_ == ReductionKind::at) {
    if (!at_) cross(from, to);
    return;
  }
  const Cubic x(from.x, to.x, h);
  if (kind_ == ReductionKind::largest || kind_ == ReductionKind::smallest) {
    for (const double s : x.extrema())
      if (std::isfinite(s)) extreme_ = kind_ == ReductionKind::largest ? std::max(extreme_, x(s)) : std::min(extreme_, x(s));
    return;
  }
  duration_ += h;
  for (const auto& [s, weight] : gauss) integral_ += h * weight * (kind_ == ReductionKind::mean ? x(s) : x(s) * x(s));
}

bool Reduction::holds(double f) const {
  return crossing_ == Crossing::zero ? f == 0 : crossing_ == Crossing::below ? f < 0 : f > 0;
}

// A row that misses zero by what rounding leaves, compared with the way to its neighbor, is on it: positions that are written as
// zero, times that were added up.
void Reduction::cross(const Row& from, const Row& to) {
  const double a = from.condition.value, b = to.condition.value, slack = threshold::on_grid * std::abs(b - a);
  const Cubic x(from.x, to.x, to.t - from.t);
  if (crossing_ == Crossing::zero && a != b && std::abs(a) <= slack) {
    at_ = x(0);
  } else if (crossing_ == Crossing::zero && a != b && std::abs(b) <= slack) {
    at_ = x(1);
  } else if (crossing_ == Crossing::zero ? a * b < 0 : holds(b)) {
    const bool passes = a * b < 0;
    at_ = passes ? x(root_of(Cubic(from.condition, to.condition, to.t - from.t))) : x(a == 0 ? 0 : 1);
  }
}

double Reduction::value() const {
  const double none = std::numeric_limits<double>::quiet_NaN();
  if (rows_ == 0 || is_broken_) return none;
  if (kind_ == ReductionKind::at) return at_.value_or(none);
  if (kind_ == ReductionKind::last) return last_->x.value;
  if (kind_ == ReductionKind::largest || kind_ == ReductionKind::smallest) return extreme_;
  if (!(duration_ > 0)) return kind_ == ReductionKind::mean ? last_->x.value : std::abs(last_->x.value);  // one moment
  const double mean = integral_ / duration_;
  return kind_ == ReductionKind::mean ? mean : std::sqrt(std::max(0.0, mean));
}

}  // namespace bricard
