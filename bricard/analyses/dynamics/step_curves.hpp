// The variables that conditions read, along one step: each a polynomial of degree 8 through values on the dense output, in as
// many pieces as it takes (a disc may turn ten times in a step). In Bernstein's form
//
//   x(t) = Σ b_k C(8, k) s^k (1 - s)^(8 - k),  s = (t - a)/(b - a),
//
// the b_k hold all values of a piece and their differences all slopes, and halving is a sum. What the pieces may miss, and the
// dense output itself, is the error of a variable: the tail of its Chebyshev series, but at least a share of the tolerance.
//
// Time, inputs and outputs are not sampled: they are computed from the others with numbers or with enclosures alike. Positions,
// velocities, forces, accelerations and reactions come from mechanics, which knows numbers only.
#pragma once
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "bricard/math/enclosure.hpp"
#include "bricard/math/expression.hpp"
#include "bricard/system/recorder.hpp"

namespace bricard {

class StepCurves {
 public:
  static constexpr int degree = 8, few = 4;

  // A piece of the step; without samples for what reads time and inputs alone.
  struct Piece {
    double from = 0, to = 0;
    std::vector<double> b;      // (degree + 1) per variable that is sampled
    std::vector<double> error;  // of each
  };

  // Where values are taken, j = 0 .. degree; and what a polynomial through values there, or at every second of them, may miss,
  // where it is smooth.
  static double node(int j, double from, double to);
  static double tail(const double* values);
  static double rough_tail(const double* values);

  StepCurves(const System& system, const std::vector<char>& selected, double tolerance, double duration);
  StepCurves(const StepCurves&) = delete;
  StepCurves& operator=(const StepCurves&) = delete;

  // An expression that is going to be evaluated on the variables. True: it reads some that are sampled.
  bool reads(const Expression& expression);
  // A step of the integrator, or what is left of it; `held`: how functions are decided there, null where they are not held.
  // `rough`: the motion between its ends as far as it can be had without effort.
  using Motion = std::function<State(double)>;
  void begin(double from, double to, Motion state, Motion rough, const std::vector<double>* held);
  double from() const { return from_; }
  double to() const { return to_; }
  // What was known of a moment holds no longer.
  void forget();

  // The variables at a moment of the step, on the dense output itself; and at a state.
  std::span<const double> at(double t);
  std::span<const double> at(const State& state);
  // Where all variables certainly are during the step: from a few points, with a wide margin. Empty: nothing certain is known.
  std::span<const Enclosure> roughly();
  std::span<const double> roughly_at(int j);  // these points, j = 0 .. few, once it has been asked for
  // The pieces of the step, and parts of one.
  const std::vector<Piece>& pieces();
  void clip(const Piece& piece, double from, double to, Piece& part) const;
  // The variables over a piece, at its ends, inside, and at its begin (0), middle (degree/2) or end (degree) as far as they are
  // not known there.
  std::span<const Enclosure> over(const Piece& piece);
  std::span<const double> on(const Piece& piece, double t);
  std::span<const double> at_begin(const Piece& piece) { return at_end_of(piece, piece.from, 0); }
  std::span<const double> at_end(const Piece& piece) { return at_end_of(piece, piece.to, degree); }
  std::span<const Enclosure> as_known(const Piece& piece, int k = degree / 2);

 private:
  std::span<const double> at_end_of(const Piece& piece, double t, int k);
  std::span<const double> completed(double t);
  void sample(double t, double* values);
  double turned(double t) const;
  void add_pieces(double from, double to, int depth, double worst_before);
  void read(const State& state);
  bool is_past(int variable) const;
  double past(int variable, double t);
  template <class S>
  void complete(const S& t, std::vector<S>& variables, std::vector<S>& scratch) const;

  const System& system_;
  const std::vector<char>& selected_;
  double tolerance_, duration_;
  std::vector<int> sampled_;                   // variables
  std::vector<double> scale_;                  // of each: the largest it has been, but at least what the model makes of it
  std::vector<char> known_;                    // by variable: somebody reads it
  std::vector<int> inputs_, outputs_, rates_;  // that are read, in order
  std::vector<ColumnSource> sources_;
  Level highest_ = Level::time;
  bool reads_motion_ = false, reads_forces_ = false;
  std::optional<Equations> e_;        // where something of the motion is read
  std::optional<Recorder> recorder_;  // where something beyond forces is
  std::vector<double> row_;

  double from_ = 0, to_ = 0;
  Motion state_, rough_;
  const std::vector<double>* held_ = nullptr;
  bool cut_ = false;  // pieces_ belong to this step
  std::vector<Piece> pieces_;
  double last_t_;  // whose values stand in values_
  std::vector<double> values_, ends_, scratch_, samples_;
  std::vector<double> rough_samples_;  // (few + 1) per variable
  std::vector<Enclosure> enclosures_, enclosing_scratch_;
  std::vector<Enclosure> rough_enclosures_;
  double last_end_ = std::numeric_limits<double>::quiet_NaN();  // of the step before, and the samples there
  std::vector<double> at_last_end_;
  std::optional<bool> is_rough_known_;  // of this step
};

}  // namespace bricard
