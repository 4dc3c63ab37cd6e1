// A surface z(x, y) over a grid, x and y rising, with one bicubic polynomial per cell:
//   z = Σ_kl c_kl u^k w^l,  u = x - x_i,  w = y - y_j,  k, l = 0 .. 3.
// linear: bilinear cells. spline: the tensor product of the splines of interpolant.hpp in x and in y, with continuous curvature
// and not-a-knot ends (de Boor, A Practical Guide to Splines, 1978, chapter XVII); it reproduces every bicubic polynomial.
// Beyond an end it goes on, in each direction, as a curve does (Interpolant::Outside).
#pragma once
#include <array>
#include <memory>
#include <span>
#include <vector>

#include "bricard/math/interpolant.hpp"

namespace bricard {

class GridInterpolant {
 public:
  using Curve = Interpolant::Curve;
  using Outside = Interpolant::Outside;

  GridInterpolant() = default;  // z = 0 everywhere
  // values[j x.size() + i] at (x_i, y_j). Throws an Error if an axis has fewer than two numbers or does not rise, a number is
  // missing or not finite, or the curve is neither linear nor spline.
  GridInterpolant(std::span<const double> x, std::span<const double> y, std::span<const double> values, Curve curve,
                  Outside outside);

  // The derivative of these orders in x and y; order 0, 0 is the surface.
  template <class S>
  S evaluate(const S& x, const S& y, int order_x, int order_y) const {
    return evaluate_cell(cell_at(number_of(x), number_of(y)), x, y, order_x, order_y);
  }
  // The same of one cell, wherever the point is.
  template <class S>
  S evaluate_cell(std::size_t cell, const S& x, const S& y, int order_x, int order_y) const {
    const std::size_t i = column_of(cell), j = row_of(cell);
    const S u = x - S(origin(x_, i)), w = y - S(origin(y_, j));
    const double* const c = cells_->data() + 16 * cell;
    std::array<S, 4> along{S(0), S(0), S(0), S(0)};  // in x, one for each power of w
    for (int l = 0; l < 4; ++l) along[l] = cubic(std::array{c[4 * l], c[4 * l + 1], c[4 * l + 2], c[4 * l + 3]}, u, order_x);
    return cubic(along, w, order_y);
  }

  Curve curve() const { return curve_; }
  Outside outside() const { return outside_; }
  const std::vector<double>& x() const { return x_; }
  const std::vector<double>& y() const { return y_; }
  const std::vector<double>& values() const { return values_; }
  bool covers(double x, double y) const;

  // Cells, the outer ones beyond the ends, are counted along x, then y.
  std::size_t columns() const { return x_.size() + 1; }
  std::size_t rows() const { return y_.size() + 1; }
  std::size_t column_of(std::size_t cell) const { return cell % columns(); }
  std::size_t row_of(std::size_t cell) const { return cell / columns(); }
  std::size_t cell_at(double x, double y) const { return piece_at(y_, y) * columns() + piece_at(x_, x); }
  // Which piece of an axis a number is on, and where that begins and ends; the outer ones do not.
  static std::size_t piece_at(const std::vector<double>& axis, double at);
  static double begin_of(const std::vector<double>& axis, std::size_t piece);
  static double end_of(const std::vector<double>& axis, std::size_t piece);

  friend bool operator==(const GridInterpolant& a, const GridInterpolant& b) {
    return a.x_ == b.x_ && a.y_ == b.y_ && a.values_ == b.values_ && a.curve_ == b.curve_ && a.outside_ == b.outside_;
  }

 private:
  // Where u = 0 on a piece.
  static double origin(const std::vector<double>& axis, std::size_t piece) {
    return axis.empty() ? 0 : axis[piece == 0 ? 0 : piece - 1];
  }
  std::vector<double> x_, y_, values_;
  Curve curve_ = Curve::linear;
  Outside outside_ = Outside::linear;
  // c_kl of each cell at 4 l + k; shared by copies.
  std::shared_ptr<const std::vector<double>> cells_ = std::make_shared<const std::vector<double>>(16, 0.0);
};

// What an expression calls, as for curves.
template <class S>
S interpolate(const GridInterpolant& surface, const S& x, const S& y, int order_x, int order_y) {
  return surface.evaluate(x, y, order_x, order_y);
}
template <class S>
S interpolate_cell(const GridInterpolant& surface, std::size_t cell, const S& x, const S& y, int order_x, int order_y) {
  return surface.evaluate_cell(cell, x, y, order_x, order_y);
}

}  // namespace bricard
