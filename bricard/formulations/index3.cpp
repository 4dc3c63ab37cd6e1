#include "bricard/formulations/index3.hpp"

#include <algorithm>

#include "bricard/formulations/matrices/iteration_matrix.hpp"
#include "bricard/formulations/matrices/sparsity.hpp"
#include "bricard/formulations/problems/scales.hpp"
#include "bricard/formulations/problems/state_rates.hpp"
#include "bricard/formulations/problems/turn_count.hpp"
#include "bricard/math/thresholds.hpp"
#include "bricard/system/rubbing.hpp"

namespace bricard {

namespace {

class Index3 : public DaeProblem {
 public:
  explicit Index3(const ProblemSettings& settings)
      : system_(*settings.system),
        e_(system_),
        state_(settings.start),
        report_(settings.report),
        projections_(settings.options && settings.options->index3 && settings.options->index3->projections),
        tolerance_(settings.tolerance),
        span_(settings.span),
        absolute_(settings.absolute.value_or(0) / settings.tolerance),
        full_lambda_(system_.active_rows().size(), 0.0),
        state_rates_(system_, settings.start, settings.selected),
        turns_(system_),
        expected_(settings.start) {
    e_.kernel.set_selected(settings.selected);
    system_.motion(state_, e_, system_.row_set(), Measure::all);
    turns_.start(e_, state_);
    largest_pivots_.assign(e_.kernel.rows(), 0.0);
    largest_z_ = settings.start.z.cwiseAbs().cwiseMax(threshold::least_state);
    if (settings.decisions) {
      e_.k.decisions = *settings.decisions;
      e_.k.holds_decisions = !settings.decisions->empty();
    }
    take_rows();
  }

  int nq() const override { return system_.nq(); }
  int nv() const override { return system_.nv(); }
  int nz() const override { return system_.nz(); }
  int nl() const override { return static_cast<int>(rows_.size()); }

  bool residual(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v, const Eigen::VectorXd& a,
                const Eigen::VectorXd& lambda, Eigen::VectorXd& r, Eigen::VectorXd& c) override {
    failure_.clear();
    expect(t);
    system_.evaluate<double>(e_.k, t, q.data(), v.data(), angles(), v.data() + nv());
    turns_.see(e_);
    if (system_.singular(e_.k)) {
      failure_ = singular_message(system_, e_);
      return false;
    }
    if (!rub(system_, e_)) {
      failure_ = why_not(system_, e_);
      return false;
    }
    std::fill(full_lambda_.begin(), full_lambda_.end(), 0.0);
    for (int l = 0; l < nl(); ++l) full_lambda_[rows_[l]] = lambda[l];
    system_.residual<double>(e_.k, a.data(), full_lambda_.data(), r.data());
    if (state_rates_.has_late()) state_rates_.add_late(state_of(t, q, v), e_.k.z_rate.data());
    for (int i = 0; i < nz(); ++i) r[nv() + i] = a[nv() + i] - e_.k.z_rate[i];
    for (int l = 0; l < nl(); ++l) {
      const int row = system_.active_rows()[rows_[l]];
      c[l] = is_rate_row(row) ? rate_weight_ * e_.k.Phi_rate[row] : e_.k.Phi[row];
    }
    if (r.allFinite() && c.allFinite()) return true;
    failure_ = "a force, driver or coordinate is not finite";
    return false;
  }

  bool factorize(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& d, const Eigen::VectorXd& v, const Eigen::VectorXd& a,
                 const Eigen::VectorXd& lambda, double c_a, double c_v, double c_q) override {
    rate_weight_ = c_q / c_v;
    return factorized(matrix_->factor(t, q, v, a, lambda, expect(t), c_a, c_v, c_q, &d));
  }
  bool factorize_mass(double t, const Eigen::VectorXd& q, double c_a, double slope) override {
    rate_weight_ = 1 / slope;
    return factorized(matrix_->factor_mass(t, q, expect(t), c_a));
  }
  bool solve(Eigen::VectorXd& r, Eigen::VectorXd& c) override { return matrix_->solve(r, c); }
  void move(const Eigen::VectorXd& q, const Eigen::VectorXd& d, Eigen::VectorXd& moved) override { system_.move(q, d, moved); }

  bool accelerations(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v, Eigen::VectorXd& a,
                     Eigen::VectorXd& lambda) override {
    system_.motion(state_of(t, q, v), e_);
    if (!system_.factor(e_)) {
      failure_ = singular_message(system_, e_);
      return false;
    }
    equations_of_motion(a);
    if (e_.kernel.unresisted_body() != 0) {
      failure_ = unresisted_message(system_, e_);
      return false;
    }
    // Multipliers of the kept rows: the solution of M x + Phi_vᵀ lambda = Q - M a, Phi_v x = 0, where x vanishes.
    lambda.setZero();
    Eigen::VectorXd r(nv() + nz()), c(nl());
    if (!residual(t, q, v, a, lambda, r, c) || !factorize_mass(t, q, 1, 1)) return false;
    r = -r;
    c.setZero();
    if (!solve(r, c)) return false;
    lambda = c;
    return a.allFinite() && lambda.allFinite();
  }

  void error_scale(const Eigen::VectorXd&, const Eigen::VectorXd& v, Eigen::VectorXd& scale_q,
                   Eigen::VectorXd& scale_v) override {
    largest_rates(system_, v, fastest_linear_, fastest_angular_);
    const double length = system_.length();
    velocity_scales(system_, length, 1, scale_q);
    velocity_scales(system_, std::max(fastest_linear_, length / span_), std::max(fastest_angular_, 1 / span_), scale_v);
    if (absolute_ > 0) {
      scale_q.setConstant(absolute_);
      scale_v.setConstant(absolute_);
    }
    // A state counts by the largest value it has had; one that starts at zero by a thousandth.
    largest_z_ = largest_z_.cwiseMax(v.tail(nz()).cwiseAbs());
    scale_v.tail(nz()) = largest_z_;
    scale_q.tail(nz()) = largest_z_ * span_;
  }
  double constraint_scale() const override { return threshold::nearly_closed * system_.length(); }

  StepEnd after_step(double t, Eigen::VectorXd& q, Eigen::VectorXd& v, Eigen::VectorXd& a) override {
    State next = state_of(t, q, v);
    system_.motion(next, e_, system_.row_set(), Measure::all);
    if (e_.kernel.rows() > 0 || projections_) {
      const double bearable = std::max(100 * tolerance_, threshold::always_bearable) * system_.length();
      if (left_out_rows_open(system_, e_) > bearable) {
        if (choose_rows_again(state_)) return StepEnd::repeat;
        failure_ = "constraints that depended on others at the start of the step open: the mechanism changes its mobility here";
        return StepEnd::failed;
      }
      if (!system_.factor(e_)) {
        failure_ = singular_message(system_, e_);
        return StepEnd::failed;
      }
      if (watch(next) == StepEnd::repeat) return StepEnd::repeat;
      if (projections_) {
        system_.correction(Order::velocity, e_, e_.increment);
        next.v += e_.increment;
        system_.motion(next, e_, system_.row_set(), Measure::all);
        v.head(nv()) = next.v;
        equations_of_motion(a);
      }
    }
    if (system_.rubs()) {
      if (!hold_still(system_, e_, next)) return StepEnd::failed;
      v.head(nv()) = next.v;
    }
    if (a_last_.size() > 0 && turns_.must_walk(e_, next))
      turns_.walk(e_, next, [&, h = t - turns_.since()](double x, State& between) {
        Eigen::VectorXd rates(nv() + nz());
        interpolate(x, h, q_last_, v_last_, a_last_, q, v, a, between.q, rates);
        between.v = rates.head(nv());
      });
    else
      system_.update_angles(e_, next);
    turns_.arrive(e_, next);
    if (!turns_.empty()) {
      q_last_ = q;
      v_last_ = v;
      a_last_ = a;
    }
    state_ = next;
    return StepEnd::accept;
  }

  void interpolate(double theta, double h, const Eigen::VectorXd& q0, const Eigen::VectorXd& v0, const Eigen::VectorXd& a0,
                   const Eigen::VectorXd& q1, const Eigen::VectorXd& v1, const Eigen::VectorXd& a1, Eigen::VectorXd& q,
                   Eigen::VectorXd& v) override {
    // Cubic Hermite: one order more than the methods of this kind.
    Eigen::VectorXd r0(nq()), r1(nq()), velocity(nv());
    system_.rates(q0, v0, r0);
    system_.rates(q1, v1, r1);
    const double x = theta, x2 = x * x, x3 = x2 * x;
    q = (1 - 3 * x2 + 2 * x3) * q0 + (3 * x2 - 2 * x3) * q1 + h * ((x - 2 * x2 + x3) * r0 + (x3 - x2) * r1);
    const Eigen::VectorXd rate = 6 * (x - x2) / h * (q1 - q0) + (1 - 4 * x + 3 * x2) * r0 + (3 * x2 - 2 * x) * r1;
    system_.velocities(q, rate, velocity);
    v.head(nv()) = velocity;
    v.tail(nz()) = (1 - 3 * x2 + 2 * x3) * v0.tail(nz()) + (3 * x2 - 2 * x3) * v1.tail(nz()) +
                   h * ((x - 2 * x2 + x3) * a0.tail(nz()) + (x3 - x2) * a1.tail(nz()));
  }

  State lift(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v) override { return state_of(t, q, v); }
  std::string failure() const override { return failure_; }

 private:
  std::span<const double> angles() const { return {expected_.angles.data(), static_cast<std::size_t>(expected_.angles.size())}; }
  const Eigen::VectorXd& expect(double t) {
    expected_.t = t;
    turns_.expect(expected_);
    return expected_.angles;
  }
  bool is_rate_row(int row) const { return row < system_.constraints().rows && system_.constraints().is_rate_row[row]; }

  State state_of(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v) const {
    State state = state_;
    state.t = t;
    state.q = q;
    state.v = v.head(nv());
    state.z = v.tail(nz());
    state_rates_.hold(state.z);
    turns_.recall(state);
    return state;
  }

  void take_rows() {
    rows_ = kept_rows(system_, e_.kernel, e_.kernel.selected());
    matrix_.emplace(system_, rows_);
  }

  bool factorized(bool well) {
    if (!well) failure_ = "the iteration matrix is singular: a singular position, or a body without inertia";
    return well;
  }

  // v' and z' at the motion in e_, which is factorized.
  void equations_of_motion(Eigen::VectorXd& a) {
    system_.forces(e_);
    rub(system_, e_);
    system_.accelerations(e_, a.head(nv()));
    for (int i = 0; i < nz(); ++i) a[nv() + i] = e_.k.z_rate[i];
  }

  // Looks at the pivots of the loop rows after a step, whose motion and factorization stand in e_.
  StepEnd watch(const State& next) {
    const auto& selected = e_.kernel.selected();
    double pivot = 1;
    for (std::size_t i = 0; i < selected.size(); ++i)
      if (selected[i] && largest_pivots_[i] > 0) pivot = std::min(pivot, e_.kernel.pivots()[i] / largest_pivots_[i]);
    if (pivot < threshold::near_singular) {
      const bool redundant = std::find(selected.begin(), selected.end(), 0) != selected.end();
      if (redundant && choose_rows_again(next)) return StepEnd::repeat;
      if (!near_ && report_) report_->singular_times.push_back(next.t);
    }
    near_ = pivot < threshold::near_singular;
    if (report_) report_->smallest_pivot = std::min(report_->smallest_pivot, pivot);
    for (std::size_t i = 0; i < selected.size(); ++i) largest_pivots_[i] = std::max(largest_pivots_[i], e_.kernel.pivots()[i]);
    return StepEnd::accept;
  }

  // Another choice of independent rows, at a state on the constraints: more rows, or (in place of nearly dependent ones) as many
  // that are clearly more independent. False: there is none, and e_ is again as it was.
  bool choose_rows_again(const State& at) {
    const std::vector<char> before = e_.kernel.selected();
    const long kept = std::count(before.begin(), before.end(), 1);
    system_.motion(at, e_, system_.row_set(), Measure::all);
    system_.fill(e_);
    e_.kernel.factor();
    const double pivot = e_.kernel.smallest_pivot();
    const int rank = e_.kernel.select();
    if (rank > kept || (rank == kept && e_.kernel.smallest_pivot() > 4 * pivot)) {
      if (report_) ++report_->reselections;
      std::fill(largest_pivots_.begin(), largest_pivots_.end(), 0.0);
      take_rows();
      return true;
    }
    e_.kernel.set_selected(before);
    e_.kernel.factor();
    return false;
  }

  const System& system_;
  Equations e_;
  std::vector<int> rows_;
  std::optional<IterationMatrix> matrix_;
  State state_;  // of the last accepted step
  ProblemReport* report_;
  bool projections_;
  double tolerance_, span_, absolute_;
  double fastest_linear_ = 0, fastest_angular_ = 0;
  double rate_weight_ = 1;  // of Phi' where it stands for Phi
  bool near_ = false;       // a singular position
  std::vector<double> full_lambda_;
  StateRates state_rates_;
  TurnCount turns_;
  State expected_;  // whose angles are those to be expected at the moment
  Eigen::VectorXd q_last_, v_last_, a_last_;
  std::vector<double> largest_pivots_;  // of every row so far
  Eigen::VectorXd largest_z_;
  std::string failure_;
};

}  // namespace

std::unique_ptr<DaeProblem> make_index3(const ProblemSettings& settings) { return std::make_unique<Index3>(settings); }

}  // namespace bricard
