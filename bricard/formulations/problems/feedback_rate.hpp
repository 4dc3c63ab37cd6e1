// The rate of a feedback from violated constraints, Phi'' + 2 rate Phi' + rate² Phi = 0, where the user gives none: c / h with h
// the length of the step and c = 0.03, at tolerances below 1e-6 c = 0.03 (tolerance / 1e-6)^¼.
//
// A violation dies out within some thirty steps, and h times the rate stays far inside the stability interval of every explicit
// method (3.3 for dopri5, 0.3 for Adams methods of high order). Faster feedback costs more than it gives: the stages of a step
// lie off the constraints by a low power of h, feedback answers that too, and error control must follow it, the more so the
// smaller the tolerance. On the pendulum A01 and the Bricard linkage A04 at 1e-6 this rate takes 3 to 13 % more steps than none
// and leaves 1/30 to 1/100 of its drift, while 0.1 / h doubles the steps and leaves hardly less, and with 1 / h error control
// finds no step at all. So that histories of multistep methods seldom see a change, the rate follows only where h has changed by
// more than two: at once where it grew, for stability; after eight steps where it shrank. Below 10 / span feedback would come too
// late to matter; above the ceiling rounding errors of positions, times rate², would be felt as accelerations.
#pragma once
#include <algorithm>
#include <cmath>

#include "bricard/formulations/formulation.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard {

class FeedbackRate {
 public:
  explicit FeedbackRate(const ProblemSettings& settings)
      : per_step_(0.03 * std::min(1.0, std::pow(settings.tolerance / threshold::feedback_tolerance, 0.25))),
        slowest_(10 / settings.span),
        rate_(slowest_) {
    // rate² times the rounding of positions stays below the tolerance of accelerations, length / span².
    const System& system = *settings.system;
    fastest_ =
        std::max(slowest_, std::sqrt(settings.tolerance / threshold::rounding_of_positions * system.length() / system.reach()) /
                               settings.span);
  }

  void begin_step(double h) {
    constexpr int patience = 8;  // steps
    const double wanted = std::clamp(per_step_ / h, slowest_, fastest_);
    short_steps_ = wanted > 2 * rate_ ? short_steps_ + 1 : 0;
    if (wanted >= 0.5 * rate_ && short_steps_ < patience) return;
    rate_ = wanted;
    short_steps_ = 0;
  }
  double rate() const { return rate_; }  // 1/s

 private:
  double per_step_, slowest_, fastest_ = 0, rate_;
  int short_steps_ = 0;  // tried in a row
};

}  // namespace bricard
