// Remembers what delay() reads, step by step: from the dense output of steps that were accepted and passed, never of others.
#pragma once
#include "bricard/analyses/dynamics/step_curves.hpp"
#include "bricard/system/past_values.hpp"

namespace bricard {

class PastRecorder {
 public:
  // All must outlive it. The curves are told what is read.
  PastRecorder(const System& system, StepCurves& curves, PastValues& past, double tolerance, double duration);
  void begin(const State& start);
  // As far as the curves' step is known, up to this time.
  void go_on(double until);

 private:
  void add(double from, double to, int depth);
  double value(std::size_t delay, std::span<const double> variables);

  const System& system_;
  StepCurves& curves_;
  PastValues& past_;
  double tolerance_, duration_;
  std::vector<double> largest_, scratch_;
};

}  // namespace bricard
