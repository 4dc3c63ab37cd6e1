// Pulses that a step has not seen: a function of a force or state that does something between the points at which the integrator
// has asked for it, for a short time and smoothly (a gaussian in time or along a way), so that no switch tells of it.
//
// Every term of a function is watched for itself, for a short term may be small beside a long one. Over a step it must keep near
// the values that it has at a few points, and these must lie on a smooth curve. Enclosures (enclosure.hpp) prove the first: from
// five points with a wide margin, or piece by piece; where they do not, the pieces are halved, until a value lies off: there the
// run goes back to before the pulse and takes steps shorter than it until it is over. Terms that cannot hold a pulse, because
// they are made of products and waves of what they read, are not looked at. Those of time alone need no motion.
//
// A method that asks at the ends of its steps only (multistep methods, those for index 3) has seen nothing of what comes and goes
// between them, however smooth it is: there the value at the middle points must not leave the chord by more than a tenth of all that
// the term has done before.
#pragma once
#include <optional>
#include <vector>

#include "bricard/analyses/dynamics/step_curves.hpp"

namespace bricard {

struct Pulse {
  double from = 0, to = 0;
  double longest_step = 0;  // while it lasts
};

class PulseWatch {
 public:
  enum class Asks { inside_steps, at_their_ends };
  PulseWatch(const System& system, StepCurves& curves, double tolerance, double duration, Asks asks);
  bool empty() const { return laws_.empty(); }
  // The first that the step, or its part (from, to], has not seen.
  std::optional<Pulse> next(double from, double to, const double* held);

 private:
  struct Law {
    const Expression* expression;
    int term;                     // its node
    double negligible;            // what makes no difference over the whole duration
    bool of_time;                 // and of nothing that moves
    bool is_sum = false;          // of terms that are watched too
    double least = 0, most = -1;  // in the steps so far; none yet
  };
  struct Values {
    double least, most;  // what is near to those that were seen
  };
  bool has_come_and_gone(Law& law, double from, double to, const double* held);
  bool is_roughly_smooth(const Law& law, const double* held);
  const std::vector<StepCurves::Piece>& pieces(const Law& law, double from, double to);
  template <class S>
  S at(const Law& law, std::span<const S> variables, std::vector<S>& scratch, const double* held) const;
  std::optional<double> off(const StepCurves::Piece& piece, const Law& law, const Values& near, const double* held);
  double value(const Law& law, double t, const double* held);

  StepCurves& curves_;
  double duration_;
  Asks asks_;
  std::vector<Law> laws_;
  int looks_ = 0;
  std::vector<StepCurves::Piece> whole_;  // a stretch of time without samples
  std::vector<double> scratch_;
  std::vector<Enclosure> enclosing_scratch_;
};

}  // namespace bricard
