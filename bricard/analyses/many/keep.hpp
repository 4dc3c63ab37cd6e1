// What a sweep keeps of each of its runs: the last row, all rows, or numbers such as max(camber) and at(toe, travel == 0).
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bricard/model/model.hpp"
#include "bricard/results/reduction.hpp"
#include "bricard/results/row_sink.hpp"

namespace bricard {

// One number of a run. Its expressions may use every column, as outputs do.
struct KeptNumber {
  std::string name;  // of its column: as written, or NAME of `NAME = max(x)`
  ReductionKind kind = ReductionKind::largest;
  std::string of;         // x
  std::string condition;  // of `at`: f, whose crossing is looked for
  Crossing crossing = Crossing::zero;
  std::string event;      // of `at`: instead of a condition; its first time
  bool is_curve = false;  // x of all rows is kept instead (Rows::curve)
};

struct Keep {
  enum class What { last, curves, numbers };
  What what = What::last;
  std::vector<KeptNumber> numbers;
  std::string text = "last";
};

// "last", "curves", or a list such as "max(camber), low = min(x), at(x, t == 2)". Throws Error where it is none.
Keep parse_keep(const std::string& text);

// The numbers of runs. Their expressions become outputs of the model, and where they have time derivatives these too.
class KeptNumbers {
 public:
  // Throws Error where an expression is wrong in this model.
  KeptNumbers(const Model& model, const std::vector<KeptNumber>& numbers);

  // The model of a run with these outputs.
  Model with_outputs(Model model) const;
  // Takes the rows of such a run.
  class Rows final : public RowSink {
   public:
    explicit Rows(const KeptNumbers& kept);
    void begin(const std::vector<ResultColumn>& columns, const UnitSystem& units) override;
    void row(std::span<const double> values) override;
    // The rows of an analysis that is not over time, which no sink has taken.
    void take_rest(const Results& run);
    // `events`: of the run, for numbers at one of them.
    std::vector<double> numbers(const std::vector<Event>& events = {}) const;
    std::vector<std::string> warnings(const std::vector<Event>& events = {}) const;  // of conditions that never hold
    // x(t) of a number, t in the file's unit; only of curves and of numbers at an event.
    struct Point {
      double t = 0;
      CurvePoint x;
    };
    const std::vector<Point>& curve(std::size_t number) const { return curves_[number]; }

   private:
    struct Columns {
      int x = -1, x_rate = -1, condition = -1, condition_rate = -1;
    };
    const KeptNumbers& kept_;
    std::vector<Reduction> reductions_;
    std::vector<Columns> columns_;
    std::vector<std::vector<Point>> curves_;
    int t_ = -1;
    double second_ = 1;  // SI value of the file's unit of time, in which derivatives are
  };

  // Their columns: with a unit where the number is one of a column that has one.
  std::vector<ResultColumn> columns(const Model& model) const;

 private:
  struct Names {
    std::string x, x_rate, condition, condition_rate;  // of outputs; empty: there is none
  };
  std::vector<KeptNumber> numbers_;
  std::vector<Names> names_;
  std::vector<Output> outputs_;
};

}  // namespace bricard
