// A curve y(x) through points, x rising, as one cubic polynomial per interval:
//   y = c0 + u (c1 + u (c2 + u c3)),  u = x - x_i.
// linear: straight pieces. akima: continuous slope, no overshoot far from a corner (Akima, J. ACM 17, 1970). spline: continuous
// curvature with not-a-knot ends (de Boor, A Practical Guide to Splines, 1978, chapter IV): it reproduces every cubic, while
// "natural" ends would falsify the acceleration that a driver prescribes there.
#pragma once
#include <array>
#include <span>
#include <vector>

#include "bricard/math/scalar.hpp"

namespace bricard {

// c0 + u (c1 + u (c2 + u c3)), or its derivative of that order; the coefficients are numbers, or scalars like u.
template <class C, class S>
S cubic(const std::array<C, 4>& c, const S& u, int order) {
  switch (order) {
    case 0:
      return ((c[3] * u + c[2]) * u + c[1]) * u + c[0];
    case 1:
      return (C(3) * c[3] * u + C(2) * c[2]) * u + c[1];
    case 2:
      return C(6) * c[3] * u + C(2) * c[2];
    case 3:
      return S(C(6) * c[3]);
    default:
      return S(C(0) * c[3]);
  }
}

class Interpolant {
 public:
  enum class Curve { linear, akima, spline };
  enum class Outside { linear, constant, error };  // beyond the ends: along the end's slope, the end's value, NaN

  using Point = std::array<double, 2>;

  Interpolant() = default;  // y = 0 everywhere
  // Throws an Error if there are fewer than two points, one is not finite, or x does not rise.
  Interpolant(std::span<const Point> points, Curve curve, Outside outside);

  // The curve (order 0) or its derivative of that order, for any scalar that knows its number.
  template <class S>
  S evaluate(const S& x, int order = 0) const {
    return evaluate_piece(piece_at(number_of(x)), x, order);
  }
  // The same of one piece, wherever x is.
  template <class S>
  S evaluate_piece(std::size_t index, const S& x, int order) const {
    const Piece& piece = pieces_[index];
    return cubic(piece.c, S(x - S(piece.x)), order);
  }

  // False where the curve has no value: beyond the ends with Outside::error.
  bool covers(double x) const;

  Curve curve() const { return curve_; }
  Outside outside() const { return outside_; }
  const std::vector<Point>& points() const { return points_; }

  // The first piece lies left of its x, every other from its x on; the first and the last are beyond the ends.
  struct Piece {
    double x = 0;                  // where u = 0
    std::array<double, 4> c = {};  // c0, c1, c2, c3
  };
  const std::vector<Piece>& pieces() const { return pieces_; }
  std::size_t piece_at(double x) const;
  // Where a piece begins and ends; the outer ones do not.
  double begin_of(std::size_t piece) const;
  double end_of(std::size_t piece) const;

  friend bool operator==(const Interpolant& a, const Interpolant& b) {
    return a.points_ == b.points_ && a.curve_ == b.curve_ && a.outside_ == b.outside_;
  }

 private:
  std::vector<Point> points_;
  Curve curve_ = Curve::linear;
  Outside outside_ = Outside::linear;
  std::vector<Piece> pieces_ = std::vector<Piece>(1);
};

// What an expression calls; a scalar that has no number (codegen/) overloads it.
template <class S>
S interpolate(const Interpolant& curve, const S& x, int order) {
  return curve.evaluate(x, order);
}
template <class S>
S interpolate_piece(const Interpolant& curve, std::size_t piece, const S& x, int order) {
  return curve.evaluate_piece(piece, x, order);
}

}  // namespace bricard
