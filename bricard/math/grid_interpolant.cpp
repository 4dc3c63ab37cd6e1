// A tensor product: every line of values along x is a curve, whose coefficients in a piece, as functions of y, are curves again.
#include "bricard/math/grid_interpolant.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "bricard/core/error.hpp"

namespace bricard {

namespace {

void check(std::span<const double> axis, const char* name) {
  if (axis.size() < 2) throw Error("", std::string("a grid needs at least two numbers of ") + name);
  for (std::size_t i = 0; i < axis.size(); ++i)
    if (!std::isfinite(axis[i]) || (i > 0 && !(axis[i] > axis[i - 1]))) throw Error("", std::string(name) + " must rise");
}

// The pieces of the curve through values over an axis.
std::vector<Interpolant::Piece> pieces(std::span<const double> axis, std::span<const double> values, Interpolant::Curve curve,
                                       Interpolant::Outside outside) {
  std::vector<Interpolant::Point> points;
  for (std::size_t i = 0; i < axis.size(); ++i) points.push_back({axis[i], values[i]});
  return Interpolant(points, curve, outside).pieces();
}

}  // namespace

GridInterpolant::GridInterpolant(std::span<const double> x, std::span<const double> y, std::span<const double> values,
                                 Curve curve, Outside outside)
    : x_(x.begin(), x.end()), y_(y.begin(), y.end()), values_(values.begin(), values.end()), curve_(curve), outside_(outside) {
  check(x, "x");
  check(y, "y");
  if (values.size() != x.size() * y.size()) throw Error("", "a grid needs a value for every x and y");
  if (curve == Curve::akima) throw Error("", "a grid is linear or spline");
  for (const double value : values)
    if (!std::isfinite(value)) throw Error("", "a value of the grid is not finite");
  // Beyond the ends with Outside::error everything is NaN; its coefficients must not spoil the other direction.
  const Outside inside = outside == Outside::error ? Outside::constant : outside;
  const std::size_t m = columns(), n = rows();
  std::vector<double> along_x(m * 4 * y.size());  // coefficient k of piece i on line j at (4 i + k) y.size() + j
  for (std::size_t j = 0; j < y.size(); ++j) {
    const auto line = pieces(x, values.subspan(j * x.size(), x.size()), curve, inside);
    for (std::size_t i = 0; i < m; ++i)
      for (std::size_t k = 0; k < 4; ++k) along_x[(4 * i + k) * y.size() + j] = line[i].c[k];
  }
  std::vector<double> cells(16 * m * n);
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t k = 0; k < 4; ++k) {
      const auto line = pieces(y, std::span(along_x).subspan((4 * i + k) * y.size(), y.size()), curve, inside);
      for (std::size_t j = 0; j < n; ++j)
        for (std::size_t l = 0; l < 4; ++l) {
          const bool is_outside = i == 0 || i + 1 == m || j == 0 || j + 1 == n;
          cells[16 * (j * m + i) + 4 * l + k] =
              is_outside && outside == Outside::error ? std::numeric_limits<double>::quiet_NaN() : line[j].c[l];
        }
    }
  cells_ = std::make_shared<const std::vector<double>>(std::move(cells));
}

bool GridInterpolant::covers(double x, double y) const {
  if (outside_ != Outside::error || x_.empty()) return true;
  return x >= x_.front() && x <= x_.back() && y >= y_.front() && y <= y_.back();
}

std::size_t GridInterpolant::piece_at(const std::vector<double>& axis, double at) {
  if (axis.empty() || at < axis.front()) return 0;
  if (at > axis.back()) return axis.size();
  return static_cast<std::size_t>(std::upper_bound(axis.begin() + 1, axis.end() - 1, at) - axis.begin());
}

double GridInterpolant::begin_of(const std::vector<double>& axis, std::size_t piece) {
  return piece == 0 ? -std::numeric_limits<double>::infinity() : axis[piece - 1];
}

double GridInterpolant::end_of(const std::vector<double>& axis, std::size_t piece) {
  return piece >= axis.size() ? std::numeric_limits<double>::infinity() : axis[piece];
}

}  // namespace bricard
