// Where an expression switches. A decision is a number that stays the same over a stretch of time, and while all are held the
// expression is smooth:
//
//   a < b, a <= b, min, max   1: a is the smaller         sign(a), a == b, a != b   the sign of a, of a - b: -1, 0, 1
//   abs(a)                    1: a is negative            floor(a), mod(a, b)       the whole number floor(a), floor(a/b)
//   table(a), linear          the piece that a is on      table(a, b), linear       the cell that a and b are in
//
// How far a decision has been left is an amount that is positive once it should be another.
#pragma once
#include "bricard/math/expression.hpp"

namespace bricard {

// Whether an operation decides by itself, and how: the table above without tables.
bool switches(Expression::Op op);
double decision_of(Expression::Op op, double a, double b);
inline double sign_of(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

// Of every decision of the expression, at these values; other entries of `decisions` stay.
void decide(const Expression& expression, std::span<const double> variables, std::vector<double>& scratch, double* decisions);

template <class S>
S larger(const S& a, const S& b) {
  return select(a < b, b, a);
}

// How far an operation has left its decision.
template <class S>
S left_behind(const Expression& expression, const Expression::Node& node, const S* w, double decision) {
  using Op = Expression::Op;
  const S& a = w[node.a];
  const auto between = [](const S& x, double from, double to) { return larger<S>(S(from) - x, x - S(to)); };
  switch (node.op) {
    case Op::less:
    case Op::less_equal:
    case Op::min:
    case Op::max:
      return decision != 0 ? a - w[node.b] : w[node.b] - a;
    case Op::abs:
      return decision != 0 ? a : S(-a);
    case Op::sign:
    case Op::equal:
    case Op::not_equal: {
      const S x = node.op == Op::sign ? a : a - w[node.b];
      return decision > 0 ? S(-x) : decision < 0 ? x : larger<S>(x, -x);
    }
    case Op::floor:
      return between(a, decision, decision + 1);
    case Op::mod:
      return between(a / w[node.b], decision, decision + 1);
    case Op::grid: {
      const GridInterpolant& surface = expression.grids()[node.index];
      const auto cell = static_cast<std::size_t>(decision);
      const auto beside = [&](const S& at, const std::vector<double>& axis, std::size_t piece) {
        if (piece == 0) return S(at - S(surface.end_of(axis, piece)));
        if (piece == axis.size()) return S(S(surface.begin_of(axis, piece)) - at);
        return between(at, surface.begin_of(axis, piece), surface.end_of(axis, piece));
      };
      return larger<S>(beside(a, surface.x(), surface.column_of(cell)), beside(w[node.b], surface.y(), surface.row_of(cell)));
    }
    default: {  // a table
      const Interpolant& curve = expression.tables()[node.index];
      const auto piece = static_cast<std::size_t>(decision);
      if (piece == 0) return a - S(curve.end_of(piece));
      if (piece + 1 == curve.pieces().size()) return S(curve.begin_of(piece)) - a;
      return between(a, curve.begin_of(piece), curve.end_of(piece));
    }
  }
}

}  // namespace bricard
