#include "bricard/formulations/problems/mechanical_ode.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "bricard/formulations/matrices/sparsity.hpp"
#include "bricard/formulations/problems/scales.hpp"
#include "bricard/math/passage_time.hpp"
#include "bricard/math/thresholds.hpp"
#include "bricard/system/rubbing.hpp"

namespace bricard {

namespace {

constexpr double false_acceleration = 1e3;  // of the largest before
constexpr double as_regular = 0.1;  // of the best smallest pivot so far: other rows that keep this show no singular position

}  // namespace

MechanicalOde::MechanicalOde(const ProblemSettings& settings)
    : system_(*settings.system),
      e_(system_, Purpose::stepping),
      state_(settings.start),
      tolerance_(settings.tolerance),
      state_rates_(system_, settings.start, settings.selected),
      projects_(settings.stabilization->projects),
      stabilizer_(settings.stabilization->make(settings)),
      report_(*settings.report),
      floor_linear_(system_.length() / settings.span),
      floor_angular_(1 / settings.span),
      absolute_(settings.absolute.value_or(0) / settings.tolerance),
      turns_(system_) {
  e_.rows().set_selected(settings.selected);
  t_last_ = settings.start.t;
  if (!turns_.empty()) {
    system_.motion(state_, e_, system_.row_set(), Measure::all);
    turns_.start(e_, state_);
  }
  largest_pivots_.assign(e_.rows().rows(), 0.0);
  second0_.setZero(system_.nq());
  second1_ = rate_ = second0_;
  largest_z_ = settings.start.z.cwiseAbs().cwiseMax(threshold::least_state);
  if (settings.decisions) {
    e_.values().decisions = *settings.decisions;
    e_.values().holds_decisions = !settings.decisions->empty();
  }
  if (settings.compiled) compiled_.emplace(*settings.compiled, system_);
}

bool MechanicalOde::read(double t, const Eigen::VectorXd& y) {
  state_.t = t;
  state_.q = y.head(system_.nq());
  state_.v = y.segment(system_.nq(), system_.nv());
  state_.z = y.tail(system_.nz());
  state_rates_.hold(state_.z);
  turns_.expect(state_);
  if (y.allFinite()) return true;
  failure_ = "a coordinate or velocity is not finite";
  return false;
}

// What the rows of the motion in e_ ask of the accelerations, with the answer to what is open: once after each motion.
void MechanicalOde::add_feedback() {
  const Feedback rates = feedback();
  if (rates.alpha == 0 && rates.beta == 0) return;
  Values<double>& values = e_.values();
  for (const int row : system_.active_rows()) {
    const bool velocity_only = row < system_.constraints().rows && system_.constraints().is_rate_row[row];
    const double answer = velocity_only ? rates.alpha * values.Phi_rate[row]
                                        : 2 * rates.alpha * values.Phi_rate[row] + rates.beta * rates.beta * values.Phi[row];
    values.gamma[row] -= answer;
    if (row < system_.constraints().rows) values.second[row] -= answer;  // where a driver's row is one coordinate
  }
}

// Forces and accelerations at the motion in e_, which is factorized.
bool MechanicalOde::finish(Eigen::VectorXd& f) {
  system_.forces(e_);
  if (!rub(system_, e_)) {
    failure_ = why_not(system_, e_);
    return false;
  }
  system_.rates(state_.q, state_.v, f.head(system_.nq()));
  if (!accelerations(f.segment(system_.nq(), system_.nv()))) return false;
  for (int i = 0; i < system_.nz(); ++i) f[system_.nq() + system_.nv() + i] = e_.values().z_rate[i];
  state_rates_.add_late(state_, f.data() + system_.nq() + system_.nv());
  if (f.allFinite()) return true;
  if (bool& holds = e_.values().holds_decisions; holds) {  // a branch may have no value beyond the point where it ends
    holds = false;
    const bool finite = finish(f);
    holds = true;
    return finite;
  }
  failure_ = "an acceleration is not finite: a force or driver has no value here";
  return false;
}

// f at state_ by compiled code. False: it has none, or none that may be believed there.
bool MechanicalOde::run_compiled(Eigen::VectorXd& f) {
  if (!compiled_ || project_stages_) return false;
  Values<double>& values = e_.values();
  const FunctionLayout& functions = system_.functions();
  if (functions.decisions > 0 && !values.holds_decisions) return false;
  if (!functions.inputs.empty()) evaluate_time(system_.layout(), values, state_.t);
  if (!compiled_->derivative(state_, values, f)) return false;
  state_rates_.add_late(state_, f.data() + system_.nq() + system_.nv());
  if (!turns_.empty()) turns_.see(compiled_->rotation());
  return true;
}

// The same at the motion in e_, which is that of state_.
bool MechanicalOde::derive_here(Eigen::VectorXd& f) {
  if (run_compiled(f)) return true;
  add_feedback();
  return finish(f);
}

bool MechanicalOde::kernel_accelerations(Eigen::Ref<Eigen::VectorXd> a) {
  system_.accelerations(e_, a);
  if (e_.rows().unresisted_body() == 0) return true;
  failure_ = unresisted_message(system_, e_);
  return false;
}

bool MechanicalOde::enter_stage() {
  system_.motion(state_, e_);
  return system_.factor(e_);
}

bool MechanicalOde::derivative(double t, const Eigen::VectorXd& y, Eigen::VectorXd& f) {
  if (!read(t, y)) return false;
  if (run_compiled(f)) {
    if (f_last_.size() == 0) remember(y, f);
    return true;
  }
  const bool factorized = project_stages_ ? stabilizer_->apply_once(e_, state_) : enter_stage();
  if (!factorized) {
    failure_ = singular_message(system_, e_);
    return false;
  }
  step_pivot_ = std::min(step_pivot_, relative_pivot(e_.rows()));
  turns_.see(e_);
  add_feedback();
  if (!finish(f)) return false;
  if (f_last_.size() == 0) remember(y, f);
  return true;
}

void MechanicalOde::remember(const Eigen::VectorXd& y, const Eigen::VectorXd& f) {
  y_last_ = y;
  f_last_ = f;
}

double MechanicalOde::relative_pivot(const KernelRows& rows) const {
  double smallest = 1;
  const auto& pivots = rows.pivots();
  for (std::size_t i = 0; i < pivots.size(); ++i)
    if (largest_pivots_[i] > 0 && rows.selected()[i]) smallest = std::min(smallest, pivots[i] / largest_pivots_[i]);
  return smallest;
}

// Decides from the pivots of a step whether it may be kept.
StepEnd MechanicalOde::watch() {
  if (e_.rows().rows() == 0) return StepEnd::accept;
  const double pivot = std::min(step_pivot_, relative_pivot(e_.rows()));
  step_pivot_ = 1;
  if (pivot < threshold::near_singular && !is_near_singular_) {
    if (leaves_rows_out() && choose_rows_again(as_regular * best_smallest_pivot_)) return StepEnd::repeat;
    is_near_singular_ = true;
    project_stages_ = projects_;
    report_.unprojected = report_.unprojected || !projects_;
    passage_pivot_ = 1;
    passage_is_told_ = false;
    if (projects_) return StepEnd::repeat;
  } else if (pivot > threshold::regular_again) {
    is_near_singular_ = project_stages_ = false;
  }
  report_.smallest_pivot = std::min(report_.smallest_pivot, pivot);
  for (std::size_t i = 0; i < largest_pivots_.size(); ++i)
    largest_pivots_[i] = std::max(largest_pivots_[i], e_.rows().pivots()[i]);
  best_smallest_pivot_ = std::max(best_smallest_pivot_, e_.rows().smallest_pivot());
  return StepEnd::accept;
}

// When the pivots were least in a step near a singular position: along what is interpolated between its ends. Of all steps of a
// passage the least is told.
void MechanicalOde::find_singular_time(double t, const Eigen::VectorXd& y, const Eigen::VectorXd& f) {
  constexpr int samples = 8, rounds = 4;
  if (f_last_.size() == 0 || !(t > t_last_)) return;
  if (!probe_) probe_.emplace(e_);
  probe_->rows().set_selected(e_.rows().selected());
  y_between_.resize(y.size());
  State between = state_;
  const double h = t - t_last_;
  double from = 0, to = 1;
  PassageTime passage;
  double nearest = 1;
  for (int round = 0; round < rounds; ++round) {
    passage.forget();
    for (int i = 0; i <= samples; ++i) {
      const double x = from + (to - from) * i / samples;
      interpolate(x, h, y_last_, f_last_, y, f, y_between_);
      between.t = t_last_ + x * h;
      between.q = y_between_.head(system_.nq());
      between.v = y_between_.segment(system_.nq(), system_.nv());
      system_.motion(between, *probe_);
      if (!system_.factor(*probe_)) return;
      passage.add(x, probe_->rows().smallest_pivot());
      nearest = std::min(nearest, relative_pivot(probe_->rows()));
    }
    if (round == 0 && passage.least() > 2 * passage_pivot_) return;
    const double width = (to - from) / samples;
    from = std::max(0.0, passage.time() - width);
    to = std::min(1.0, passage.time() + width);
  }
  if (!(passage.least() < passage_pivot_)) return;
  if (!passage_is_told_ && !(nearest < threshold::near_singular)) return;
  if (!std::exchange(passage_is_told_, true)) report_.singular_times.emplace_back();
  passage_pivot_ = passage.least();
  report_.singular_times.back() = t_last_ + passage.time() * h;
}

bool MechanicalOde::leaves_rows_out() const {
  const auto& selected = e_.rows().selected();
  return std::find(selected.begin(), selected.end(), 0) != selected.end();
}

// Largest of v', in units of the model: its length and one radian, and the span.
double MechanicalOde::acceleration(const Eigen::VectorXd& f) const {
  double linear = 0, angular = 0;
  largest_rates(system_, f.segment(system_.nq(), system_.nv()), linear, angular);
  return std::max(linear / floor_linear_, angular / floor_angular_);
}

// The rows that were left out as dependent must stay closed, and those that were kept must stay independent. Where they do not,
// choose again; a choice of smaller rank (a singular position) or not clearly better is not taken, nor one whose smallest pivot
// is below `least`. Off the constraints dependent rows seem independent by the square of what is open. True: another one was
// taken.
bool MechanicalOde::choose_rows_again(double least) {
  const std::vector<char> before = e_.rows().selected();
  const long kept = std::count(before.begin(), before.end(), 1);
  const double pivot = e_.rows().smallest_pivot();
  const double open = system_.violation(e_, Order::position, system_.row_set()) / system_.length();
  const int rank = e_.rows().select(std::clamp(100 * open * open, threshold::dependent_row, threshold::largest_truncation));
  const bool better = rank > kept || (rank == kept && e_.rows().smallest_pivot() > std::max(4 * pivot, least));
  if (!better) e_.rows().set_selected(before);
  if (better) {
    ++report_.reselections;
    compiled_.reset();
    std::fill(largest_pivots_.begin(), largest_pivots_.end(), 0.0);
  }
  e_.rows().factor();
  return better;
}

StepEnd MechanicalOde::after_step(double t, Eigen::VectorXd& y, Eigen::VectorXd& f) {
  if (!read(t, y)) return StepEnd::failed;
  const bool closes = project_stages_ ? stabilizer_->apply(e_, state_, tolerance_, 0)
                                      : stabilizer_->apply(e_, state_, unlimited, threshold::needs_no_closing * tolerance_);
  if (!closes) {
    failure_ = system_.why_singular(e_.k);
    if (failure_.empty()) failure_ = "the constraints could not be closed after a step";
    return StepEnd::failed;
  }
  const bool was_near = is_near_singular_;
  if (watch() == StepEnd::repeat) return StepEnd::repeat;

  const double bearable = std::max(100 * tolerance_, threshold::always_bearable) * system_.length();
  if (leaves_rows_out() && (project_stages_ || left_out_rows_open(system_, e_) > bearable)) choose_rows_again(0);

  if (system_.rubs() && !hold_still(system_, e_, state_)) return StepEnd::failed;
  system_.motion(state_, e_, system_.row_set(), Measure::all);
  y.head(system_.nq()) = state_.q;
  y.segment(system_.nq(), system_.nv()) = state_.v;
  if (turns_.must_walk(e_, state_) && f_last_.size() > 0) {
    if (!derive_here(f)) return StepEnd::failed;
    y_between_.resize(y.size());
    turns_.walk(e_, state_, [&, h = t - turns_.since()](double x, State& between) {
      interpolate(x, h, y_last_, f_last_, y, f, y_between_);
      between.q = y_between_.head(system_.nq());
      between.v = y_between_.segment(system_.nq(), system_.nv());
    });
  } else {
    system_.update_angles(e_, state_);
  }
  if (!derive_here(f)) return StepEnd::failed;
  const double now = acceleration(f);
  if (is_near_singular_ && !projects_ && now > false_acceleration * largest_acceleration_) {
    failure_ = "near a singular position the accelerations are false, off the constraints: choose stabilization mass_projection";
    return StepEnd::failed;
  }
  if (!is_near_singular_) largest_acceleration_ = std::max(largest_acceleration_, now);
  if (was_near || is_near_singular_) find_singular_time(t, y, f);
  turns_.arrive(e_, state_);
  remember(y, f);
  t_last_ = t;
  return StepEnd::accept;
}

void MechanicalOde::error_scale(const Eigen::VectorXd& y, Eigen::VectorXd& scale) {
  const auto v = y.segment(system_.nq(), system_.nv());
  largest_rates(system_, v, fastest_linear_, fastest_angular_);
  position_scales(system_, scale.head(system_.nq()));
  velocity_scales(system_, std::max(fastest_linear_, floor_linear_), std::max(fastest_angular_, floor_angular_),
                  scale.segment(system_.nq(), system_.nv()));
  if (absolute_ > 0) scale.setConstant(absolute_);
  // A state counts by the largest value it has had; one that starts at zero by a thousandth.
  largest_z_ = largest_z_.cwiseMax(y.tail(system_.nz()).cwiseAbs());
  scale.tail(system_.nz()) = largest_z_;
}

// Quintic Hermite from q, q', q'' at both ends; velocities from its derivative, so that position and velocity belong together.
void MechanicalOde::interpolate(double theta, double h, const Eigen::VectorXd& y0, const Eigen::VectorXd& f0,
                                const Eigen::VectorXd& y1, const Eigen::VectorXd& f1, Eigen::VectorXd& y) {
  const int nq = system_.nq(), nv = system_.nv();
  const auto second = [&](const Eigen::VectorXd& at, const Eigen::VectorXd& f, Eigen::VectorXd& out) {
    system_.second_rates(at.data(), at.data() + nq, f.data() + nq, out.data());
  };
  second(y0, f0, second0_);
  second(y1, f1, second1_);
  const double x = theta, x2 = x * x, x3 = x2 * x, x4 = x3 * x, x5 = x4 * x;
  const double p0 = 1 - 10 * x3 + 15 * x4 - 6 * x5, p1 = 1 - p0;
  const double v0 = x - 6 * x3 + 8 * x4 - 3 * x5, v1 = -4 * x3 + 7 * x4 - 3 * x5;
  const double a0 = 0.5 * (x2 - 3 * x3 + 3 * x4 - x5), a1 = 0.5 * (x3 - 2 * x4 + x5);
  y.head(nq) =
      p0 * y0.head(nq) + p1 * y1.head(nq) + h * (v0 * f0.head(nq) + v1 * f1.head(nq)) + h * h * (a0 * second0_ + a1 * second1_);
  const double dp0 = -30 * x2 + 60 * x3 - 30 * x4;
  const double dv0 = 1 - 18 * x2 + 32 * x3 - 15 * x4, dv1 = -12 * x2 + 28 * x3 - 15 * x4;
  const double da0 = 0.5 * (2 * x - 9 * x2 + 12 * x3 - 5 * x4), da1 = 0.5 * (3 * x2 - 8 * x3 + 5 * x4);
  rate_ = dp0 / h * (y0.head(nq) - y1.head(nq)) + dv0 * f0.head(nq) + dv1 * f1.head(nq) + h * (da0 * second0_ + da1 * second1_);
  second0_ = y.head(nq);
  Eigen::VectorXd& v = e_.increment;
  system_.velocities(second0_, rate_, v);
  y.segment(nq, nv) = v;
  // User states: cubic Hermite.
  const int nz = system_.nz();
  y.tail(nz) = (1 - 3 * x2 + 2 * x3) * y0.tail(nz) + (3 * x2 - 2 * x3) * y1.tail(nz) +
               h * ((x - 2 * x2 + x3) * f0.tail(nz) + (x3 - x2) * f1.tail(nz));
}

bool MechanicalOde::linearize(double t, const Eigen::VectorXd& y, const Eigen::VectorXd& f) {
  if (!knows_linearization()) return OdeProblem::linearize(t, y, f);
  if (!read(t, y)) return false;
  if (!linearization_ || linearized_rows_ != e_.rows().selected()) {
    linearized_rows_ = e_.rows().selected();
    linearization_ = std::make_shared<Linearization>(system_, kept_rows(system_, e_.rows(), linearized_rows_));
  }
  if (linearization_->take(state_, f.segment(system_.nq(), system_.nv()), e_.values(), feedback())) return true;
  failure_ = "the equations of motion have no derivative here: a singular position, or a force that is not finite";
  return false;
}

std::unique_ptr<ShiftedMatrix> MechanicalOde::shifted() {
  return knows_linearization() ? make_shifted_matrix(linearization_) : OdeProblem::shifted();
}

State MechanicalOde::lift(double t, const Eigen::VectorXd& y) {
  State state = state_;
  state.t = t;
  state.q = y.head(system_.nq());
  state.v = y.segment(system_.nq(), system_.nv());
  state.z = y.tail(system_.nz());
  state_rates_.hold(state.z);
  turns_.recall(state);
  return state;
}

}  // namespace bricard
