// Where a function of time changes its piece. An expression is made of smooth pieces: comparisons, min, max, abs, sign, floor,
// mod and the ends of tables (the knots too, where they are linear) decide which of them holds, and poles and roots end it. The
// operations that read time alone are followed with intervals: over a stretch of time in which each of them is certain nothing
// happens; else the stretch is halved, left half first, until it is short, and what is decided at its ends is compared.
#pragma once
#include <optional>
#include <vector>

#include "bricard/math/expression.hpp"

namespace bricard {

// Between two neighboring numbers: the last moment of one piece, the first of the next.
struct PieceChange {
  double before = 0, after = 0;
};

class TimePieces {
 public:
  // Variable 0 of the expression is time, in units of `unit` seconds.
  TimePieces(const Expression& expression, double unit);

  // Its pieces do not depend on time alone.
  bool empty() const { return deciding_.empty(); }
  // The first change after `from`, up to `to`, in seconds. A piece that is shorter than `shortest` may be missed.
  std::optional<PieceChange> next(double from, double to, double shortest) const;

 private:
  struct Range {
    double low = 0, high = 0;
  };
  bool is_certain(double from, double to) const;
  Range range(const Expression::Node& node, const std::vector<Range>& of, bool& certain) const;
  Range of_table(const Interpolant& curve, const Range& x, bool& certain) const;
  // What every deciding operation has decided at a moment, as a whole number each.
  std::vector<double> decided(double t) const;

  Expression expression_;
  double unit_;
  std::vector<char> of_time_;  // by node: it reads time alone
  std::vector<int> deciding_;  // nodes
};

}  // namespace bricard
