#include "bricard/analyses/dynamics/stiffness.hpp"

#include <fmt/format.h>

#include <cmath>

#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {

constexpr int iterations = 12, averaged = 4;
constexpr double stability = 6;       // of the explicit methods, h |lambda|
constexpr double most_steps = 20000;  // that stability may ask for before the system counts as stiff from the start
constexpr double held_back = 0.2;     // h |lambda| of an explicit step from which on stability may hold it back
constexpr double much_faster = 30;    // than the solution changes
constexpr double slow_step = 0.1;     // h |lambda| of an implicit step that an explicit method could take
constexpr int looks_of_quick = 200;   // steps
constexpr int looks_of_stiff = 50;
constexpr int looks_to_turn = 2;  // in a row
constexpr int most_turns = 20;    // then the present method stays

}  // namespace

std::optional<DominantRate> dominant_rate(OdeProblem& problem, double t, const Eigen::VectorXd& y, long& evaluations) {
  Eigen::VectorXd f(y.size()), f_off(y.size()), scale = Eigen::VectorXd::Ones(y.size()), u(y.size()), off(y.size());
  if (y.size() == 0 || !problem.derivative(t, y, f)) return {};
  ++evaluations;
  problem.error_scale(y, scale);
  // A direction that is no eigenvector but by accident: signs that follow the golden ratio.
  for (int i = 0; i < u.size(); ++i) u[i] = (std::fmod(0.6180339887498949 * (i + 1), 1.0) < 0.5 ? -1 : 1) * (1 + 0.1 * (i % 7));
  u.normalize();
  double growth = 0;
  DominantRate found;
  for (int n = 0; n < iterations; ++n) {
    off = y + threshold::disturbance * u.cwiseProduct(scale);
    if (!problem.derivative(t, off, f_off)) return {};
    ++evaluations;
    f_off = (f_off - f).cwiseQuotient(scale) / threshold::disturbance;
    const double size = f_off.norm();
    if (!std::isfinite(size)) return {};
    if (size == 0) return found;
    if (n >= iterations - averaged) growth += std::log(size) / averaged;
    found.damped = f_off.dot(u) < -0.9 * size;
    u = f_off / size;
  }
  found.rate = std::exp(growth);
  u = f.cwiseQuotient(scale);
  if (const double speed = u.norm(); speed > 0) {
    off = y + threshold::disturbance / speed * f;
    if (!problem.derivative(t, off, f_off)) return {};
    ++evaluations;
    found.motion = (f_off - f).cwiseQuotient(scale).norm() / threshold::disturbance;
  }
  return found;
}

void StiffnessSwitch::look(OdeProblem& problem, double t, const Eigen::VectorXd& y, double span) {
  const auto dominant = dominant_rate(problem, t, y, evaluations_);
  if (dominant && dominant->damped && dominant->rate * span > stability * most_steps)
    turn_to(*stiff_, t, fmt::format("stiff, with a damped rate of {:.2g} 1/s", dominant->rate));
}

bool StiffnessSwitch::is_due(const Integrator& integrator) const {
  if (turns_ >= most_turns) return false;
  const IntegratorStatistics& statistics = integrator.statistics();
  return present_ == quick_ ? statistics.stiff_steps > 0 || statistics.steps % looks_of_quick == 0
                            : statistics.steps % looks_of_stiff == 0;
}

bool StiffnessSwitch::turns(OdeProblem& problem, const Integrator& integrator, const Eigen::VectorXd& y) {
  const bool quick = present_ == quick_;
  if (quick && integrator.statistics().stiff_steps > 0) {
    turn_to(*stiff_, integrator.t(), "stiff, stability and not accuracy limited the steps");
    return true;
  }
  const auto dominant = dominant_rate(problem, integrator.t(), y, evaluations_);
  const double reach = dominant ? dominant->rate * (integrator.t() - integrator.t_previous()) : -1;
  const bool is_stiff = reach > held_back && dominant->damped && dominant->rate > much_faster * dominant->motion;
  const bool other = quick ? is_stiff : reach >= 0 && reach < slow_step;
  in_a_row_ = other ? in_a_row_ + 1 : 0;
  if (in_a_row_ < looks_to_turn) return false;
  if (quick)
    turn_to(*stiff_, integrator.t(), fmt::format("stiff, with a damped rate of {:.2g} 1/s", dominant->rate));
  else
    turn_to(*quick_, integrator.t(), fmt::format("no longer stiff, fastest rate {:.2g} 1/s", dominant->rate));
  return true;
}

void StiffnessSwitch::turn_to(const IntegratorEntry& entry, double t, const std::string& why) {
  present_ = &entry;
  in_a_row_ = 0;
  constexpr int told = 4;
  if (turns_ < told) reasons_ += fmt::format("{}{} from t = {:.4g} s on: {}", reasons_.empty() ? "" : "; ", entry.name, t, why);
  if (turns_++ == told) reasons_ += "; and so on";
}

}  // namespace bricard
