// What all methods that try one step at a time share: trying until one is accepted, and choosing the length of the next. (A
// multistep method takes part too: what it remembers of earlier steps is its own affair.)
//
// Error control per unit step: over the span T the errors of all steps shall add up to the tolerance, so a step of length h is
// accepted when its estimated error (relative to the Problem's scale, largest component) obeys
//
//   error <= tolerance / min(T/h, 4 (average T/h)),     but at least round-off
//
// The cap keeps the method from dwelling on a short difficult passage. Where the Problem says that it passes a singular position
// a step may use a tenth of the tolerance. The next step is
//
//   h := 0.9 h r_n^-(1/k - 3/4 b) r_(n-1)^b,     r = error / allowed error ~ h^k,  b = 0.2 / k        (PI controller)
//
// A run that would never end is refused: where the last 20000 steps, extrapolated, would make more than 1e8.
//
// Methods for stiff systems are controlled per step instead: error <= share tolerance^power, with a power below one where the
// estimate is of lower order than the method. Their next step is the smaller of 0.9 h r_n^-(1/k) and
//
//   h := 0.9 h (h_n / h_(n-1)) (r_(n-1) / r_n²)^(1/k)                                                  (predictive controller)
//
// References: E. Hairer, S.P. Nørsett, G. Wanner: Solving Ordinary Differential Equations I, 2nd ed., Springer 1993, II.4;
// E. Hairer, G. Wanner: Solving Ordinary Differential Equations II, 2nd ed., Springer 1996, IV.2 (PI controller),
// IV.8 (predictive controller);
// K. Gustafsson: Control theoretic techniques for stepsize selection in explicit Runge–Kutta methods, ACM TOMS 17 (1991) 533-554.
#pragma once
#include <string>
#include <string_view>

#include "bricard/integrators/integrator.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard {

class OneStepMethod : public Integrator {
 public:
  Outcome step() final;
  double t() const final { return t_; }
  double t_previous() const final { return t_previous_; }

 protected:
  struct Control {
    int error_order;            // the error estimate falls with h^(error_order + 1); 0: there is none, settings.step is needed
    double largest_growth = 5;  // of the step
    double shortest = threshold::shortest_step;  // step, in units of the span: below it the run fails
    double share = 0;                            // 0: control per unit step; else per step, error <= share tolerance^power
    double power = 1;
    bool predictive = false;  // controller of the step
    double keep_below = 1;    // a step that may grow by less stays as it is: new matrices would cost more than it gains
  };
  OneStepMethod(std::string_view name, const IntegratorSettings& settings, const Control& control);

  // What came of an attempted step.
  struct Trial {
    std::string_view trouble;  // empty: the step can be judged by its error
    double error = 0;          // estimated local error, relative to the scale
    double round_off = 0;      // what round-off alone may make of it
  };

  // Computes trial values at t1 = t() + h. It must be possible to call it again: it leaves the accepted values alone.
  virtual Trial attempt(double t1, double h) = 0;
  // The Problem's judgment of (and corrections to) the trial values.
  virtual StepEnd finish(double t1) = 0;
  // The trial values become the accepted ones.
  virtual void accept(double h) = 0;
  // Why the Problem refused, what the method holds to be the cause when a run fails, and what it advises; each may be empty.
  virtual std::string failure() const = 0;
  virtual std::string_view cause() const { return {}; }
  virtual std::string advice() const { return {}; }
  // The Problem is in a short passage where f is less certain than elsewhere.
  virtual bool in_passage() const { return false; }
  // Keep the accepted values, to return to them if the passage that begins here fails.
  virtual void mark() {}
  virtual void return_to_mark() {}
  // For methods of variable order: the present error order, and by how much the step grows (asked after accept()).
  virtual int error_order() const { return control_.error_order; }
  virtual double growth(double ratio, double h) const;
  // A factor on the next step, at most 1, where the last one was hard in a way that its error does not show.
  virtual double caution() const { return 1; }

  void start_with(double h);                                  // sets the next step, where none is prescribed
  double allowed(double h) const;                             // the error allowed in a step, relative to the scale
  bool shared_by_time(double h) const { return !capped(h); }  // it falls with h; else it is constant
  bool just_rejected() const { return rejected_; }
  double span() const { return settings_.span.value_or(settings_.end - settings_.start); }
  bool fixed() const { return settings_.step.has_value(); }
  double next_step() const { return h_; }
  double tolerance() const { return settings_.tolerance; }

 private:
  void remember();
  bool go_back();
  void return_before_passage();
  bool began_in_passage() const { return !has_marked_ && in_passage() && !fixed(); }
  double end_of_step() const;
  double shortest_step() const;
  bool capped(double h) const;
  double average_rate() const;
  double factor(double ratio, double h) const;
  void shorten(double factor, std::string_view trouble);
  double steps_needed();
  Outcome without_end(double steps, double h);
  Outcome failed(std::string what) const;

  std::string name_;
  IntegratorSettings settings_;
  Control control_;
  double t_;
  double t_previous_;
  double h_;                                               // the next step
  double previous_ratio_ = threshold::first_error_ratio;   // r of the last accepted step
  bool rejected_ = false;                                  // the last attempt was: do not grow at once
  int rejections_ = 0;                                     // of this step, for its error
  double step_before_passage_ = 0, t_before_passage_ = 0;  // the longest in a passage in which the method began
  bool has_marked_ = false;                                // a state outside passages
  int retries_ = 0;                                        // of this passage
  double t_of_last_count_;                                 // where the steps that are needed were last counted
  std::string_view trouble_;                               // of the last attempt
};

}  // namespace bricard
