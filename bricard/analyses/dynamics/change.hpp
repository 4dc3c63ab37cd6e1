// Where along a step something is no longer as it was held: the truth of an event's condition, or a decision in the function of a
// force, input or state (expression_decisions.hpp). Each has an amount that becomes positive with its change. Over a piece of the
// step the amount is enclosed (enclosure.hpp); where the enclosure stays below zero nothing has happened, where it rises through
// zero the change is bracketed, else the piece is halved, down to a billionth of the duration.
//
// What the variables may miss (StepCurves) is a band about zero: an amount that does not leave it is no change, so that a body
// at rest on a border costs nothing. Where it comes clearly above zero all the same, that is told. The band is that of the place:
// at the top of sin(x) an error of x hardly matters, beside it it does. A change that does leave it is located where the amount passes zero: on the curve, which
// costs no evaluation of the motion, and from there in a few looks at the dense output itself. Both by bracketing (the ITP
// method: I. F. D. Oliveira, R. H. C. Takahashi, ACM TOMS 47 (2021), 5). Of a condition that turns false the curve's moment is
// enough: nothing acts there.
#pragma once
#include <functional>
#include <optional>
#include <vector>

#include "bricard/analyses/dynamics/step_curves.hpp"

namespace bricard {

// > 0: the condition is true (a < b: b - a; and: the smaller, or: the larger of two); variables as for Expression::evaluate.
double margin(const Expression& condition, std::span<const double> variables, std::vector<double>& values);

// Where f, not positive at `outside`, has become positive towards `inside`, to the last digits of time or to `near`.
double first_positive(double outside, double inside, const std::function<double(double)>& f, double near = 0);

// What is watched: one expression.
struct Watched {
  const Expression* expression = nullptr;
  int event = -1;          // index in the model; -1: a function, whose decisions are watched
  bool is_true = false;    // of an event
  bool is_exact = false;   // of time and inputs alone: nothing that the variables miss
  std::vector<int> nodes;  // of a function: those that decide
};

struct Change {
  double t = 0;
  const Watched* watched = nullptr;
  int index = 0;  // of a function: which of its nodes
};

// A change that was passed over, because it is not as deep as what its variables may miss.
struct FaintChange {
  double t = 0, amount = 0, band = 0;
  const Watched* watched = nullptr;
  int index = 0;  // as in Change
};

class ChangeSearch {
 public:
  ChangeSearch(StepCurves& curves, double duration) : curves_(curves), duration_(duration) {}

  // The first change in (from, to].
  std::optional<Change> first(double from, double to, const std::vector<const Watched*>& watched, const double* held);
  // The amount at a moment, or at a state; and how fast it grows at the beginning, or the end, of a stretch.
  double amount(const Watched& watched, int index, double t, const double* held);
  struct Pace {
    double amount, rate, band;
  };
  Pace pace(const Watched& watched, double at, double towards);
  // The first faint change of each that is watched; to be taken away.
  std::vector<FaintChange>& faint() { return faint_; }

 private:
  struct Open {
    const Watched* watched;
    int index;
    double begin, end, band;
    bool rises;
  };
  std::optional<Change> search(const StepCurves::Piece& piece, const std::vector<const Watched*>& watched, const double* held);
  Change locate(const Open& open, const StepCurves::Piece& piece, const double* held);
  bool is_one_band(const Open& open, const StepCurves::Piece& piece, const double* held);
  void note_if_faint(const Open& open, const StepCurves::Piece& piece, double most, const double* held);
  double on_curve(const Open& open, const StepCurves::Piece& piece, double t, const double* held);

  StepCurves& curves_;
  double duration_;
  double from_ = 0;  // of the search
  std::vector<FaintChange> faint_;
  std::vector<const Watched*> told_;  // that had a faint change
  std::vector<double> scratch_, amounts_, margins_;
  std::vector<Enclosure> enclosing_scratch_, enclosures_;
};

}  // namespace bricard
