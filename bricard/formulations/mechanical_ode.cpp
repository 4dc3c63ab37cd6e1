#include "bricard/formulations/mechanical_ode.hpp"

#include <algorithm>
#include <cmath>

#include "bricard/formulations/scales.hpp"
#include "bricard/formulations/stabilizations/projection.hpp"
#include "bricard/model/planar.hpp"
#include "bricard/system/weights.hpp"

namespace bricard {

namespace {

constexpr double near_singular = 0.01;  // of the largest pivot seen (squares of singular values)
constexpr double regular_again = 0.04;

// A millionth of the mass on every body, as assembly does (system/weights.hpp).
Model with_some_mass(const System& system) {
  Model model = system.model();
  const Weights weights = inertial_weights(system.layout());
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const int b = system.layout().tree.number[i + 1];
    model.bodies[i].mass = weights.mass[b];
    if (model.dimension == 2)
      model.bodies[i].inertia = planar_inertia(weights.inertia[b](2, 2));
    else
      model.bodies[i].inertia.matrix = weights.inertia[b];
    if (!model.bodies[i].position) model.bodies[i].position = Point{system.layout().designed[b].p, {}};
  }
  return model;
}

}  // namespace

MechanicalOde::MechanicalOde(const ProblemSettings& settings, Masses masses)
    : system_(*settings.system),
      e_(system_, Purpose::stepping),
      stabilization_(*settings.stabilization),
      report_(*settings.report),
      state_(settings.start),
      tolerance_(settings.tolerance),
      floor_linear_(system_.layout().length / settings.span),
      floor_angular_(1 / settings.span),
      absolute_(settings.absolute.value_or(0) / settings.tolerance) {
  e_.rows().set_selected(settings.selected);
  if (masses == Masses::any) {
    system_.motion(state_, e_);
    if (!system_.singular(e_.k) && !system_.factor(e_)) weighed_.emplace(with_some_mass(system_), system_.coordinates());
  }
  largest_pivots_.assign(e_.rows().rows(), 0.0);
  second0_.setZero(system_.nq());
  second1_ = rate_ = second0_;
  largest_z_ = settings.start.z.cwiseAbs().cwiseMax(1e-3);
  if (settings.holds_decisions) {
    std::vector<double> amounts;
    system_.decision_amounts(settings.start, e_, amounts);
    for (std::size_t i = 0; i < amounts.size(); ++i) e_.values().decisions[i] = amounts[i] > 0;
    e_.values().holds_decisions = !amounts.empty();
  }
}

bool MechanicalOde::read(double t, const Eigen::VectorXd& y) {
  state_.t = t;
  state_.q = y.head(system_.nq());
  state_.v = y.segment(system_.nq(), system_.nv());
  state_.z = y.tail(system_.nz());
  if (y.allFinite()) return true;
  failure_ = "a coordinate or velocity is not finite";
  return false;
}

// Forces and accelerations at the motion in e_, which is factorized.
bool MechanicalOde::finish(Eigen::VectorXd& f) {
  system_.forces(e_);
  system_.rates(state_.q, state_.v, f.head(system_.nq()));
  if (!accelerations(f.segment(system_.nq(), system_.nv()))) return false;
  for (int i = 0; i < system_.nz(); ++i) f[system_.nq() + system_.nv() + i] = e_.values().z_rate[i];
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

bool MechanicalOde::derivative(double t, const Eigen::VectorXd& y, Eigen::VectorXd& f) {
  if (!read(t, y)) return false;
  bool factorized;
  if (project_stages_) {
    factorized = project_once(kernel_system(), e_, state_);
  } else {
    system_.motion(state_, e_);
    factorized = kernel_system().factor(e_);
  }
  if (!factorized) {
    failure_ = singular_message(system_, e_);
    return false;
  }
  step_pivot_ = std::min(step_pivot_, relative_pivot());
  return finish(f);
}

double MechanicalOde::relative_pivot() const {
  double smallest = 1;
  const auto& pivots = e_.rows().pivots();
  for (std::size_t i = 0; i < pivots.size(); ++i)
    if (largest_pivots_[i] > 0 && e_.rows().selected()[i]) smallest = std::min(smallest, pivots[i] / largest_pivots_[i]);
  return smallest;
}

// Decides from the pivots of a step whether it may be kept.
StepEnd MechanicalOde::watch() {
  if (e_.rows().rows() == 0) return StepEnd::accept;
  const double pivot = std::min(step_pivot_, relative_pivot());
  step_pivot_ = 1;
  if (pivot < near_singular) {
    if (!project_stages_ && stabilization_.projects) {
      project_stages_ = true;
      report_.singular_times.push_back(state_.t);
      return StepEnd::repeat;
    }
  } else if (project_stages_ && pivot > regular_again) {
    project_stages_ = false;
  }
  report_.smallest_pivot = std::min(report_.smallest_pivot, pivot);
  for (std::size_t i = 0; i < largest_pivots_.size(); ++i)
    largest_pivots_[i] = std::max(largest_pivots_[i], e_.rows().pivots()[i]);
  return StepEnd::accept;
}

// The rows that were left out as dependent must stay closed, and those that were kept must stay independent. Where they do not,
// choose again, on the constraints; a choice of smaller rank (a singular position) or not clearly better is not taken.
bool MechanicalOde::choose_rows_again() {
  const std::vector<char> before = e_.rows().selected();
  const long kept = std::count(before.begin(), before.end(), 1);
  const double pivot = e_.rows().smallest_pivot();
  const int rank = e_.rows().select();
  const bool better = rank > kept || (rank == kept && e_.rows().smallest_pivot() > 4 * pivot);
  if (!better) e_.rows().set_selected(before);
  if (better) {
    ++report_.reselections;
    std::fill(largest_pivots_.begin(), largest_pivots_.end(), 0.0);
  }
  return e_.rows().factor();
}

StepEnd MechanicalOde::after_step(double t, Eigen::VectorXd& y, Eigen::VectorXd& f) {
  if (!read(t, y)) return StepEnd::failed;
  const bool closes = project_stages_ ? stabilization_.apply(kernel_system(), e_, state_, tolerance_, 0)
                                      : stabilization_.apply(kernel_system(), e_, state_, unlimited, 1e-3 * tolerance_);
  if (!closes) {
    failure_ = system_.singular(e_.k) ? singular_message(system_, e_) : "the constraints could not be closed after a step";
    return StepEnd::failed;
  }
  if (watch() == StepEnd::repeat) return StepEnd::repeat;

  const auto& selected = e_.rows().selected();
  const bool redundant = std::find(selected.begin(), selected.end(), 0) != selected.end();
  if (redundant &&
      (project_stages_ || left_out_rows_open(system_, e_) > std::max(100 * tolerance_, 1e-9) * system_.layout().length))
    if (!choose_rows_again()) return StepEnd::failed;

  system_.motion(state_, e_, system_.row_set(), Measure::all);
  system_.update_angles(e_, state_);
  y.head(system_.nq()) = state_.q;
  y.segment(system_.nq(), system_.nv()) = state_.v;
  return finish(f) ? StepEnd::accept : StepEnd::failed;
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

State MechanicalOde::lift(double t, const Eigen::VectorXd& y) {
  State state = state_;
  state.t = t;
  state.q = y.head(system_.nq());
  state.v = y.segment(system_.nq(), system_.nv());
  state.z = y.tail(system_.nz());
  return state;
}

}  // namespace bricard
