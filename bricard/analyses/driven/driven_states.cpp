#include "bricard/analyses/driven/driven_states.hpp"

#include <algorithm>
#include <utility>

#include "bricard/integrators/integrators.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {

// The method that is asked for, or an explicit one.
const IntegratorEntry& method(const AnalysisOptions& options) {
  const IntegratorEntry* standard = nullptr;
  for (const IntegratorEntry& each : integrators()) {
    if (each.accepts != ProblemKind::ode || each.fixed_step) continue;
    if (each.name == options.integrator) return each;
    if (each.name == "dop853") standard = &each;
  }
  return *standard;
}

}  // namespace

class DrivenStates::Problem final : public OdeProblem {
 public:
  Problem(const System& system, const Path& path, double finest)
      : system_(system), base_(path), before_(path), finest_(finest), recorder_(system, path.selected(), MotionFrom::drivers) {
    largest_ = path.state().z.cwiseAbs().cwiseMax(threshold::least_state);
  }

  int size() const override { return system_.nz(); }

  bool derivative(double t, const Eigen::VectorXd& y, Eigen::VectorXd& f) override {
    return y.allFinite() && reach(t, y) && rates(probe_->state(), f);
  }

  void error_scale(const Eigen::VectorXd& y, Eigen::VectorXd& scale) override {
    largest_ = largest_.cwiseMax(y.cwiseAbs());
    scale = largest_;
  }

  StepEnd after_step(double t, Eigen::VectorXd& y, Eigen::VectorXd& f) override {
    if (!reach(t, y)) return StepEnd::failed;
    before_ = std::exchange(base_, *probe_);
    return rates(base_.state(), f) ? StepEnd::accept : StepEnd::failed;
  }

  // Cubic Hermite, as for the states of a simulation.
  void interpolate(double x, double h, const Eigen::VectorXd& y0, const Eigen::VectorXd& f0, const Eigen::VectorXd& y1,
                   const Eigen::VectorXd& f1, Eigen::VectorXd& y) override {
    const double x2 = x * x, x3 = x2 * x;
    y = (1 - 3 * x2 + 2 * x3) * y0 + (3 * x2 - 2 * x3) * y1 + h * ((x - 2 * x2 + x3) * f0 + (x3 - x2) * f1);
  }

  State lift(double t, const Eigen::VectorXd& y) override {
    State state = base_.state();
    state.t = t;
    state.z = with_held(y);
    return state;
  }
  std::string failure() const override { return "positions or rates of states cannot be found there"; }

 private:
  Eigen::VectorXd with_held(Eigen::VectorXd z) const {
    for (const int held : system_.functions().held_states) z[held] = base_.state().z[held];
    return z;
  }

  // The motion at a time of the present step, or for dense output of the last one, in probe_.
  bool reach(double t, const Eigen::VectorXd& y) {
    probe_.emplace(t < base_.state().t ? before_ : base_);
    if (t > probe_->state().t) return probe_->advance_to(t, with_held(y), finest_);
    probe_->pass(t, with_held(y));
    return true;
  }

  bool rates(const State& state, Eigen::VectorXd& f) {
    row_.clear();
    recorder_.select(base_.selected());
    recorder_.record(state, row_);
    const FunctionLayout& functions = system_.functions();
    const auto& columns = recorder_.equations().k.columns;
    for (int i = 0; i < size(); ++i) f[i] = columns[functions.first_state_rate + i] * functions.states[i].factor;
    return f.allFinite();
  }

  const System& system_;
  Path base_, before_;  // at the start of the present step and of the last
  std::optional<Path> probe_;
  double finest_;
  Recorder recorder_;
  Eigen::VectorXd largest_;
  std::vector<double> row_;
};

DrivenStates::DrivenStates(const System& system, const AnalysisOptions& options)
    : system_(system), options_(options), empty_(system.functions().held_states.size() == system.functions().states.size()) {}
DrivenStates::~DrivenStates() = default;

void DrivenStates::begin(const Path& path, double end) {
  if (integrator_) statistics_ += integrator_->statistics();
  problem_ = std::make_unique<Problem>(system_, path, threshold::finest_path_step * *options_.duration);
  IntegratorSettings settings;
  settings.start = path.state().t;
  settings.end = end;
  settings.span = *options_.duration;
  settings.tolerance = options_.tolerance.relative;
  settings.max_step = options_.max_step;
  integrator_ = method(options_).make_ode(*problem_, path.state().z, settings);
}

Outcome DrivenStates::at(double t, Eigen::VectorXd& z) {
  while (integrator_->t() < t)
    if (const Outcome outcome = integrator_->step(); outcome.failed()) return outcome;
  z = integrator_->state_at(t).z;
  return {};
}

}  // namespace bricard
