// The contract of a time integrator: one method, which owns its history and its error control and knows no mechanics.
//
//   name, help, accepts (ode or dae), fixed_step, order   what `bricard list` prints and the legality check compares
//   make(problem, settings)                               the object below, ready to step
//
// The laws (conformance_test.cpp): the measured order is the stated one; the error follows the tolerance; a step never passes the
// given limit; interpolated values have the method's order; nothing is allocated in a step.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bricard/formulations/problems/problem.hpp"
#include "bricard/model/analysis.hpp"

namespace bricard {

struct IntegratorSettings {
  double start = 0;
  double end = 1;
  double tolerance = Tolerance{}.relative;
  std::optional<double> step;  // fixed step
  std::optional<double> max_step;
  std::optional<Newton> newton;  // how methods for index 3 renew their matrix; none: as they see fit
  std::optional<double> span;    // over which errors are controlled per unit step, where this is only a part of it
  // That served up to here, as a first trial. None: the method looks for one.
  std::optional<double> first_step;
};

struct IntegratorStatistics {
  long steps = 0;
  long rejected = 0;
  long evaluations = 0;     // of f or of the residual
  long factorizations = 0;  // of the iteration matrix
  long linearizations = 0;  // times that an ODE's derivative df/dy was taken
  long stiff_steps = 0;     // steps of an explicit method that stability limits, and not accuracy: the system is stiff

  void operator+=(const IntegratorStatistics& other) {
    steps += other.steps;
    rejected += other.rejected;
    evaluations += other.evaluations;
    factorizations += other.factorizations;
    linearizations += other.linearizations;
    stiff_steps += other.stiff_steps;
  }
};

class Integrator {
 public:
  virtual ~Integrator() = default;
  // One accepted step from t() towards the end of the span, never beyond it (fixed-step methods shorten the last step). A failed
  // outcome says what happened, when, and what to do; t() and the state before it remain valid.
  virtual Outcome step() = 0;
  virtual double t() const = 0;           // end of the last accepted step
  virtual double t_previous() const = 0;  // its start
  virtual State state_at(double t) = 0;   // within [t_previous, t]
  // The same as good as it can be had without further evaluations.
  virtual State rough_state_at(double t) { return state_at(t); }
  const IntegratorStatistics& statistics() const { return statistics_; }

 protected:
  IntegratorStatistics statistics_;
};

// One line of the list (integrators.hpp). Exactly one of the two makers is set.
struct IntegratorEntry {
  std::string_view name;
  std::string_view help;
  ProblemKind accepts;
  bool fixed_step;  // has no error control: settings.step is required. The others take a fixed step where one is given
  int order;
  bool variable_order = false;  // then `order` is the highest
  std::unique_ptr<Integrator> (*make_ode)(OdeProblem&, const Eigen::VectorXd& y0, const IntegratorSettings&) = nullptr;
  std::unique_ptr<Integrator> (*make_dae)(DaeProblem&, const Eigen::VectorXd& q0, const Eigen::VectorXd& v0,
                                          const IntegratorSettings&) = nullptr;
  bool needs_derivatives = false;  // its order rests on exact derivatives of f, and not only its convergence
};

}  // namespace bricard
