#include "bricard/integrators/bdf.hpp"

#include <cvode/cvode.h>
#include <cvode/cvode_ls.h>
#include <cvode/cvode_proj.h>
#include <fmt/format.h>
#include <nvector/nvector_serial.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {

// A step may err by share_of_bdf tolerance^power: BDF takes more steps than other methods at the same tolerance, the more the
// smaller it is, and their errors add up (measured on undamped motion).
constexpr double power = 1.17;
constexpr double largest_growth = 3;          // of the step: more is taken back near jumps of f
constexpr int most_attempts = 200;            // for one step
constexpr double after_trouble = 0.25;        // the factor of the step where its end is refused
constexpr double shortest_in_passage = 0.02;  // of the step before a singular position: see one_step.cpp
constexpr std::string_view inaccurate = "the error estimate stays above the tolerance";
constexpr std::string_view refused_end = "the values at the end of the step cannot be used";
constexpr std::string_view undecided = "the problem asks again and again to repeat the step";
constexpr std::string_view refused = "the derivative cannot be evaluated";
constexpr std::string_view no_convergence = "Newton's iteration does not converge";
constexpr std::string_view no_matrix = "the iteration matrix cannot be factorized";

Eigen::Map<Eigen::VectorXd> values(N_Vector v) { return {N_VGetArrayPointer_Serial(v), N_VGetLength_Serial(v)}; }

// The largest weighted component, where CVODE asks for a norm.
double largest(N_Vector x, N_Vector weights) {
  return N_VGetLength_Serial(x) == 0 ? 0 : (values(x).array() * values(weights).array()).abs().maxCoeff();
}

class Bdf final : public Integrator {
 public:
  Bdf(OdeProblem& problem, const Eigen::VectorXd& y0, const IntegratorSettings& settings)
      : problem_(problem),
        matrix_(problem.shifted()),
        settings_(settings),
        t_(settings.start),
        t_previous_(settings.start),
        y_(y0),
        scale_(Eigen::VectorXd::Ones(y0.size())),
        at_(y0),
        f_(Eigen::VectorXd::Zero(y0.size())) {
    problem_.error_scale(y_, scale_);
    make_solver();
  }
  ~Bdf() override {
    CVodeFree(&cvode_);
    SUNLinSolFreeEmpty(linear_solver_);
    SUNMatFreeEmpty(empty_matrix_);
    N_VDestroy(vector_);
    SUNContext_Free(&context_);
  }
  Bdf(const Bdf&) = delete;
  Bdf& operator=(const Bdf&) = delete;

  Outcome step() override;
  double t() const override { return t_; }
  double t_previous() const override { return t_previous_; }
  State state_at(double t) override;

 private:
  static Bdf& self(void* data) { return *static_cast<Bdf*>(data); }
  // What CVODE calls: 0 is success, 1 asks for a shorter step, -1 ends the attempt.
  static int derivative(double t, N_Vector y, N_Vector f, void* data);
  static int weights(N_Vector y, N_Vector w, void* data);
  static int linear_system(double t, N_Vector y, N_Vector f, SUNMatrix, booleantype J_is_good, booleantype* J_is_new,
                           double gamma, void* data, N_Vector, N_Vector, N_Vector);
  static int solve(SUNLinearSolver solver, SUNMatrix, N_Vector x, N_Vector b, double);
  static int correct(double t, N_Vector y, N_Vector correction, double, N_Vector, void* data);
  static void listen(int code, const char*, const char*, char* message, void* data);

  void make_solver();
  void count();
  Outcome failed(int flag) const;
  Outcome failed(std::string what, std::string_view why) const;
  double span() const { return settings_.span.value_or(settings_.end - settings_.start); }
  double shortest_step() const {
    return std::max(threshold::shortest_step * span(), 16 * std::numeric_limits<double>::epsilon() * std::abs(t_));
  }

  OdeProblem& problem_;
  std::unique_ptr<ShiftedMatrix> matrix_;
  IntegratorSettings settings_;
  double t_, t_previous_;
  Eigen::VectorXd y_, scale_;   // accepted; CVODE's vector_ is y_
  Eigen::VectorXd before_;      // y_ before the step
  Eigen::VectorXd at_, f_, x_;  // arguments and results of the Problem
  bool J_usable_ = false;       // false: the Problem evaluates in another way since it was taken
  int corrections_ = 0;         // of this step
  bool repeats_ = false;        // the last correction asked for it
  double step_before_passage_ = 0;
  long own_evaluations_ = 0;
  std::string message_;  // CVODE's last

  SUNContext context_ = nullptr;
  N_Vector vector_ = nullptr;
  SUNMatrix empty_matrix_ = nullptr;  // CVODE wants one; the values are in matrix_
  SUNLinearSolver linear_solver_ = nullptr;
  void* cvode_ = nullptr;
};

void Bdf::make_solver() {
  SUNContext_Create(nullptr, &context_);
  vector_ = N_VMake_Serial(y_.size(), y_.data(), context_);
  vector_->ops->nvwrmsnorm = largest;
  empty_matrix_ = SUNMatNewEmpty(context_);
  empty_matrix_->ops->getid = [](SUNMatrix) { return SUNMATRIX_CUSTOM; };
  linear_solver_ = SUNLinSolNewEmpty(context_);
  linear_solver_->content = this;
  linear_solver_->ops->gettype = [](SUNLinearSolver) { return SUNLINEARSOLVER_DIRECT; };
  linear_solver_->ops->getid = [](SUNLinearSolver) { return SUNLINEARSOLVER_CUSTOM; };
  linear_solver_->ops->solve = solve;

  cvode_ = CVodeCreate(CV_BDF, context_);
  CVodeSetErrHandlerFn(cvode_, listen, this);
  CVodeInit(cvode_, derivative, settings_.start, vector_);
  CVodeSetUserData(cvode_, this);
  CVodeWFtolerances(cvode_, weights);
  CVodeSetLinearSolver(cvode_, linear_solver_, empty_matrix_);
  CVodeSetLinSysFn(cvode_, linear_system);
  CVodeSetProjFn(cvode_, correct);
  CVodeSetProjErrEst(cvode_, SUNFALSE);
  CVodeSetMaxNumProjFails(cvode_, most_attempts);
  CVodeSetProjFailEta(cvode_, after_trouble);
  CVodeSetMaxErrTestFails(cvode_, most_attempts);
  CVodeSetMaxConvFails(cvode_, most_attempts);
  CVodeSetMaxStep(cvode_, settings_.max_step.value_or(0.1 * span()));
  CVodeSetMinStep(cvode_, std::min(shortest_step(), settings_.max_step.value_or(0.1 * span())));
  CVodeSetStopTime(cvode_, settings_.end);
  CVodeSetMaxHnilWarns(cvode_, -1);
  CVodeSetStabLimDet(cvode_, SUNTRUE);
  CVodeSetEtaMax(cvode_, largest_growth);
}

Outcome Bdf::step() {
  if (t_ >= settings_.end) return {};
  if (settings_.step) return Outcome::failure("bdf chooses its own steps: leave out the fixed step; max_step limits them");
  double h = 0;
  CVodeGetCurrentStep(cvode_, &h);
  if (h > 0) problem_.begin_step(h);
  corrections_ = 0;
  before_ = y_;
  double reached = t_;
  int flag = 0;
  do {
    repeats_ = false;
    flag = CVode(cvode_, settings_.end, vector_, &reached, CV_ONE_STEP);
  } while (flag == CV_PROJFUNC_FAIL && repeats_ && corrections_ < most_attempts);  // the same step again
  count();
  if (flag < 0) {
    y_ = before_;
    return failed(flag);
  }
  CVodeGetLastStep(cvode_, &h);
  if (!problem_.in_passage())
    step_before_passage_ = h;
  else if (h < shortest_in_passage * step_before_passage_) {
    y_ = before_;
    return failed(fmt::format("the singular position near t = {:.6g} s cannot be passed safely", t_), inaccurate);
  }
  t_previous_ = std::exchange(t_, reached);
  problem_.error_scale(y_, scale_);
  return {};
}

// Within the last step: the history's polynomial.
State Bdf::state_at(double at) {
  if (at >= t_ || t_ == t_previous_) return problem_.lift(t_, y_);
  const N_Vector result = N_VMake_Serial(at_.size(), at_.data(), context_);
  const int flag = CVodeGetDky(cvode_, std::max(at, t_previous_), 0, result);
  N_VDestroy(result);
  return problem_.lift(at, flag == CV_SUCCESS ? at_ : y_);
}

int Bdf::derivative(double t, N_Vector y, N_Vector f, void* data) {
  Bdf& bdf = self(data);
  bdf.at_ = values(y);
  const bool usable = bdf.problem_.derivative(t, bdf.at_, bdf.f_) && bdf.f_.allFinite();
  values(f) = bdf.f_;
  return usable ? 0 : 1;
}

int Bdf::weights(N_Vector, N_Vector w, void* data) {
  const Bdf& bdf = self(data);
  values(w) = (threshold::share_of_bdf * std::pow(bdf.settings_.tolerance, power) * bdf.scale_).cwiseInverse();
  return 0;
}

int Bdf::linear_system(double t, N_Vector y, N_Vector f, SUNMatrix, booleantype J_is_good, booleantype* J_is_new, double gamma,
                       void* data, N_Vector, N_Vector, N_Vector) {
  Bdf& bdf = self(data);
  *J_is_new = SUNFALSE;
  if (!J_is_good || !bdf.J_usable_) {
    bdf.at_ = values(y);
    bdf.f_ = values(f);
    ++bdf.statistics_.linearizations;
    if (!(bdf.J_usable_ = bdf.problem_.linearize(t, bdf.at_, bdf.f_))) return 1;
    *J_is_new = SUNTRUE;
  }
  ++bdf.statistics_.factorizations;
  return bdf.matrix_->factorize(gamma) ? 0 : 1;
}

int Bdf::solve(SUNLinearSolver solver, SUNMatrix, N_Vector x, N_Vector b, double) {
  Bdf& bdf = self(solver->content);
  bdf.x_ = values(b);
  bdf.matrix_->solve(bdf.x_);
  values(x) = bdf.x_;
  return bdf.x_.allFinite() ? 0 : 1;
}

// The Problem's judgment of a step, before CVODE's own.
int Bdf::correct(double t, N_Vector y, N_Vector correction, double, N_Vector, void* data) {
  Bdf& bdf = self(data);
  bdf.at_ = values(y);
  ++bdf.own_evaluations_;
  ++bdf.corrections_;
  const StepEnd end = bdf.problem_.after_step(t, bdf.at_, bdf.f_);
  bdf.repeats_ = end == StepEnd::repeat;
  if (end == StepEnd::accept && bdf.at_.allFinite()) {
    values(correction) = bdf.at_ - values(y);
    return 0;
  }
  if (bdf.repeats_) bdf.J_usable_ = false;
  return bdf.repeats_ ? -1 : 1;
}

void Bdf::listen(int code, const char*, const char*, char* message, void* data) {
  if (code < 0) self(data).message_ = message;
}

void Bdf::count() {
  long evaluations = 0, error_failures = 0, convergence_failures = 0, refusals = 0;
  CVodeGetNumSteps(cvode_, &statistics_.steps);
  CVodeGetNumRhsEvals(cvode_, &evaluations);
  CVodeGetNumErrTestFails(cvode_, &error_failures);
  CVodeGetNumStepSolveFails(cvode_, &convergence_failures);
  CVodeGetNumProjFails(cvode_, &refusals);
  statistics_.evaluations = evaluations + own_evaluations_;
  statistics_.rejected = error_failures + convergence_failures + refusals;
}

Outcome Bdf::failed(std::string what, std::string_view why) const {
  if (!why.empty()) what += fmt::format(": {}", why);
  if (why != inaccurate && !problem_.failure().empty()) what += fmt::format(": {}", problem_.failure());
  return Outcome::failure(what);
}

Outcome Bdf::failed(int flag) const {
  const std::string too_short = fmt::format("step below {:.2g} s at t = {:.6g} s", shortest_step(), t_);
  switch (flag) {
    case CV_ERR_FAILURE:
      return failed(too_short, inaccurate);
    case CV_CONV_FAILURE:
      return failed(too_short, no_convergence);
    case CV_LSETUP_FAIL:
    case CV_LSOLVE_FAIL:
      return failed(too_short, no_matrix);
    case CV_FIRST_RHSFUNC_ERR:
    case CV_REPTD_RHSFUNC_ERR:
    case CV_UNREC_RHSFUNC_ERR:
    case CV_RHSFUNC_FAIL:
      return failed(too_short, refused);
    case CV_PROJFUNC_FAIL:
    case CV_REPTD_PROJFUNC_ERR:
      if (corrections_ >= most_attempts)
        return failed(fmt::format("{} attempts at a step failed at t = {:.6g} s", most_attempts, t_),
                      repeats_ ? undecided : refused_end);
      return failed(too_short, refused_end);
    case CV_TOO_MUCH_ACC:
      return failed(fmt::format("the tolerance {:.2g} asks for more than the arithmetic can give, at t = {:.6g} s",
                                settings_.tolerance, t_),
                    {});
    default:
      return failed(fmt::format("CVODE stopped at t = {:.6g} s", t_), message_);
  }
}

}  // namespace

std::unique_ptr<Integrator> make_bdf(OdeProblem& problem, const Eigen::VectorXd& y0, const IntegratorSettings& settings) {
  return std::make_unique<Bdf>(problem, y0, settings);
}

}  // namespace bricard
