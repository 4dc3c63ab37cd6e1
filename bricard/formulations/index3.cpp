#include "bricard/formulations/index3.hpp"

#include <algorithm>

#include "bricard/formulations/iteration_matrix.hpp"
#include "bricard/formulations/scales.hpp"
#include "bricard/formulations/sparsity.hpp"

namespace bricard {

namespace {

class Index3 : public DaeProblem {
 public:
  explicit Index3(const ProblemSettings& settings)
      : system_(*settings.system),
        e_(system_),
        selected_(settings.selected),
        rows_(kept_rows(system_, e_.kernel, selected_)),
        matrix_(system_, rows_),
        state_(settings.start),
        floor_linear_(system_.layout().length / settings.span),
        floor_angular_(1 / settings.span),
        absolute_(settings.absolute.value_or(0) / settings.tolerance),
        full_lambda_(system_.active_rows().size(), 0.0) {
    e_.kernel.set_selected(selected_);
  }

  int nq() const override { return system_.nq(); }
  int nv() const override { return system_.nv(); }
  int nl() const override { return static_cast<int>(rows_.size()); }

  bool residual(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v, const Eigen::VectorXd& a,
                const Eigen::VectorXd& lambda, Eigen::VectorXd& r, Eigen::VectorXd& c) override {
    system_.evaluate<double>(e_.k, t, q.data(), v.data(), angles());
    if (system_.singular(e_.k)) {
      failure_ = singular_message(system_, e_);
      return false;
    }
    for (std::size_t l = 0; l < rows_.size(); ++l) full_lambda_[rows_[l]] = lambda[static_cast<int>(l)];
    system_.residual<double>(e_.k, a.data(), full_lambda_.data(), r.data());
    for (std::size_t l = 0; l < rows_.size(); ++l) c[static_cast<int>(l)] = e_.k.Phi[system_.active_rows()[rows_[l]]];
    if (r.allFinite() && c.allFinite()) return true;
    failure_ = "a force, driver or coordinate is not finite";
    return false;
  }

  bool factorize(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v, const Eigen::VectorXd& a,
                 const Eigen::VectorXd& lambda, double c_a, double c_v, double c_q) override {
    if (matrix_.factor(t, q, v, a, lambda, state_.angles, c_a, c_v, c_q)) return true;
    failure_ = "the iteration matrix is singular: a singular position, or a body without inertia";
    return false;
  }
  bool solve(Eigen::VectorXd& r, Eigen::VectorXd& c) override { return matrix_.solve(r, c); }
  void move(const Eigen::VectorXd& q, const Eigen::VectorXd& d, Eigen::VectorXd& moved) override { system_.move(q, d, moved); }

  bool accelerations(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v, Eigen::VectorXd& a,
                     Eigen::VectorXd& lambda) override {
    state_.t = t;
    state_.q = q;
    state_.v = v;
    system_.motion(state_, e_);
    if (!system_.factor(e_)) {
      failure_ = singular_message(system_, e_);
      return false;
    }
    system_.forces(e_);
    system_.accelerations(e_, a);
    // Multipliers of the kept rows: the least squares solution of Phi_vᵀ lambda = Q - M a by the iteration matrix with a held.
    lambda.setZero();
    Eigen::VectorXd r(nv()), c(nl());
    if (!residual(t, q, v, a, lambda, r, c) || !factorize(t, q, v, a, lambda, 1, 0, 1e-300 + 1e-12)) return false;
    r = -r;
    c.setZero();
    if (!solve(r, c)) return false;
    lambda = c;
    return a.allFinite() && lambda.allFinite();
  }

  void error_scale(const Eigen::VectorXd&, const Eigen::VectorXd& v, Eigen::VectorXd& scale_q,
                   Eigen::VectorXd& scale_v) override {
    largest_rates(system_, v, fastest_linear_, fastest_angular_);
    velocity_scales(system_, system_.layout().length, 1, scale_q);
    velocity_scales(system_, std::max(fastest_linear_, floor_linear_), std::max(fastest_angular_, floor_angular_), scale_v);
    if (absolute_ > 0) {
      scale_q.setConstant(absolute_);
      scale_v.setConstant(absolute_);
    }
  }
  double constraint_scale() const override { return 1e-10 * system_.layout().length; }

  StepEnd after_step(double t, Eigen::VectorXd& q, Eigen::VectorXd& v) override {
    state_.t = t;
    state_.q = q;
    state_.v = v;
    system_.motion(state_, e_, system_.row_set(), Measure::all);
    system_.update_angles(e_, state_);
    return StepEnd::accept;
  }

  void interpolate(double theta, double h, const Eigen::VectorXd& q0, const Eigen::VectorXd& v0, const Eigen::VectorXd&,
                   const Eigen::VectorXd& q1, const Eigen::VectorXd& v1, const Eigen::VectorXd&, Eigen::VectorXd& q,
                   Eigen::VectorXd& v) override {
    // Cubic Hermite: one order more than the methods of this kind.
    Eigen::VectorXd r0(nq()), r1(nq());
    system_.rates(q0, v0, r0);
    system_.rates(q1, v1, r1);
    const double x = theta, x2 = x * x, x3 = x2 * x;
    q = (1 - 3 * x2 + 2 * x3) * q0 + (3 * x2 - 2 * x3) * q1 + h * ((x - 2 * x2 + x3) * r0 + (x3 - x2) * r1);
    const Eigen::VectorXd rate = 6 * (x - x2) / h * (q1 - q0) + (1 - 4 * x + 3 * x2) * r0 + (3 * x2 - 2 * x) * r1;
    system_.velocities(q, rate, v);
  }

  State lift(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v) override {
    State state = state_;
    state.t = t;
    state.q = q;
    state.v = v;
    return state;
  }
  std::string failure() const override { return failure_; }

 private:
  std::span<const double> angles() const { return {state_.angles.data(), static_cast<std::size_t>(state_.angles.size())}; }

  const System& system_;
  Equations e_;
  std::vector<char> selected_;
  std::vector<int> rows_;
  IterationMatrix matrix_;
  State state_;
  double floor_linear_, floor_angular_, absolute_;
  double fastest_linear_ = 0, fastest_angular_ = 0;
  std::vector<double> full_lambda_;
  std::string failure_;
};

}  // namespace

std::unique_ptr<DaeProblem> make_index3(const ProblemSettings& settings) { return std::make_unique<Index3>(settings); }

}  // namespace bricard
