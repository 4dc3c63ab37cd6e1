// Stiffness: a damped direction so fast that stability, and not accuracy, limits the steps of an explicit method. Here it is
// measured, and the automatic choice goes over to an implicit method, and back when the fast direction is gone.
//
// The dominant rate |lambda| of y' = f(t, y) by the power method on differences of f, in the norm of the error scale:
//   u_n+1 = (f(t, y + e u_n) - f(t, y)) / (e |..|),   |lambda| ~ the mean growth,   damped where u_n+1 points against u_n
//
// - At the start: explicit steps of stability / |lambda| over the whole span would be more than 20 000.
// - Along the run: the explicit method counts steps at the border of its stability region (IntegratorStatistics::stiff_steps);
//   at tight tolerances error control keeps it away from there, so the rate is also measured every 200 steps: h |lambda| > 0.2
//   with a solution that changes 30 times slower, |J f| / |f| < |lambda| / 30, does not move in that direction.
// - Back: the steps of the implicit method are shorter than 0.1 / |lambda|, measured every 50 steps. Both twice in a row.
//
// Reference: E. Hairer, G. Wanner: Solving Ordinary Differential Equations II, 2nd ed., Springer 1996, IV.2; B.P. Sommeijer, L.F.
// Shampine, J.G. Verwer: RKC: an explicit solver for parabolic PDEs, J. Comput. Appl. Math. 88 (1998) 315-326 (power method).
#pragma once
#include <optional>
#include <string>

#include "bricard/integrators/integrator.hpp"

namespace bricard {

struct DominantRate {
  double rate = 0;      // |lambda|, 1/s
  bool damped = false;  // the direction decays; otherwise it oscillates or grows, and must be followed anyway
  double motion = 0;    // |y''| / |y'|, the rate at which the solution itself changes, 1/s
};

// Nothing where f cannot be evaluated around y. Adds to `evaluations`.
std::optional<DominantRate> dominant_rate(OdeProblem& problem, double t, const Eigen::VectorXd& y, long& evaluations);

class StiffnessSwitch {
 public:
  // Both must outlive it; the first is used until there is reason for the second.
  StiffnessSwitch(const IntegratorEntry& quick, const IntegratorEntry& stiff)
      : quick_(&quick), stiff_(&stiff), present_(&quick) {}

  const IntegratorEntry& entry() const { return *present_; }
  // Before the first step; `span`: what is to be simulated.
  void look(OdeProblem& problem, double t, const Eigen::VectorXd& y, double span);
  // After a step: there is reason to ask `turns`.
  bool is_due(const Integrator& integrator) const;
  // After a step that ended with y: the other method shall go on from there.
  bool turns(OdeProblem& problem, const Integrator& integrator, const Eigen::VectorXd& y);
  // "radau from t = 0.02 s on: stiff, ...", one sentence per change.
  const std::string& reasons() const { return reasons_; }
  long evaluations() const { return evaluations_; }

 private:
  void turn_to(const IntegratorEntry& entry, double t, const std::string& why);

  const IntegratorEntry *quick_, *stiff_, *present_;
  long evaluations_ = 0;
  int turns_ = 0, in_a_row_ = 0;  // looks in a row that speak for the other method
  std::string reasons_;
};

}  // namespace bricard
