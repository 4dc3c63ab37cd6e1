// One number of a curve x(t) that comes row by row: its largest or smallest value, its mean or root mean square over time, its
// last value, or its value where a condition first holds.
//
// Between two rows the curve is the cubic with the rows' values and time derivatives (Hermite), so that extrema and crossings
// between rows are found with an error of fourth order in the distance of the rows; where a derivative is not known it is the
// straight line. Rows of one time, which events leave, are a jump.
//
//   mean = 1/T ∫ x dt,   rms² = 1/T ∫ x² dt   of this curve, exactly
#pragma once
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

namespace bricard {

enum class ReductionKind { largest, smallest, mean, root_mean_square, last, at };
inline constexpr std::string_view reduction_names[] = {"max", "min", "mean", "rms", "last", "at"};

// f = 0, or f is below or above zero.
enum class Crossing { zero, below, above };

// A curve at a row; a derivative that is not known is NaN.
struct CurvePoint {
  double value = 0;
  double rate = std::numeric_limits<double>::quiet_NaN();
};

class Reduction {
 public:
  explicit Reduction(ReductionKind kind, Crossing crossing = Crossing::zero) : kind_(kind), crossing_(crossing) {}
  // The next row. `condition`: of `at`, the curve f whose crossing is looked for.
  void add(double t, CurvePoint x, CurvePoint condition = {});
  // NaN: there were no rows, one of them is not a number, or the condition never holds.
  double value() const;
  bool was_met() const { return kind_ != ReductionKind::at || at_.has_value(); }

 private:
  struct Row {
    double t = 0;
    CurvePoint x, condition;
  };
  void add_stretch(const Row& from, const Row& to);
  void cross(const Row& from, const Row& to);
  bool holds(double f) const;

  ReductionKind kind_;
  Crossing crossing_;
  std::optional<Row> last_;
  std::optional<double> at_;
  double extreme_ = std::numeric_limits<double>::quiet_NaN();
  double integral_ = 0, duration_ = 0;
  long rows_ = 0;
  bool is_broken_ = false;  // a row was not a number
};

}  // namespace bricard
