// The laws of stabilizations: constraints are closed by the smallest change in their own metric, or not touched at all.
#include <gtest/gtest.h>

#include "bricard/elements/elements.hpp"
#include "bricard/formulations/lagrange.hpp"
#include "bricard/formulations/partitioning/partition.hpp"
#include "bricard/formulations/stabilizations/baumgarte.hpp"
#include "bricard/formulations/stabilizations/mass_projection.hpp"
#include "bricard/formulations/stabilizations/none.hpp"
#include "bricard/formulations/stabilizations/projection.hpp"
#include "bricard/formulations/stabilizations/stabilizations.hpp"
#include "bricard/math/dense.hpp"
#include "bricard/model/in_plane.hpp"
#include "bricard/system/matrices.hpp"
#include "bricard/system/test_mechanisms.hpp"

namespace bricard::test {
namespace {

Matrices<double> matrices_at(const System& system, const State& state) {
  Kinematics<double> k = make_kinematics<double>(system.layout());
  system.evaluate<double>(k, state.t, state.q.data(), state.v.data(), {});
  return matrices(system, k);
}

// Every body with one unit of mass and the inertia of that unit at the distance `length`.
Model with_equal_bodies(Model model, double length) {
  for (Body& body : model.bodies) {
    body.mass = 1;
    body.inertia.matrix = length * length * Matrix3::Identity();
  }
  return model;
}

// The smallest d in the metric W with A d = b.
Eigen::VectorXd smallest(const Eigen::MatrixXd& W, const Eigen::MatrixXd& A, const Eigen::VectorXd& b) {
  const Eigen::Index n = W.rows(), m = A.rows();
  Eigen::MatrixXd K(n + m, n + m);
  K << W, A.transpose(), A, Eigen::MatrixXd::Zero(m, m);
  Eigen::VectorXd right = Eigen::VectorXd::Zero(n + m);
  right.tail(m) = b;
  return LeastNorm(K, 1e-9).solve(right).head(n);
}

// A state on the constraints, and one that is off them by a small amount in position and velocity.
struct Off {
  Off(const Model& given, const std::string& coordinates, int seed)
      : model(given), system(model, coordinates), e(system, Purpose::stepping) {
    const System relative(model, "relative");
    exact = carried_over(relative, random_state(relative, seed), system);
    system.motion(exact, e);
    system.fill(e);
    e.rows().select();
    settings.system = &system;
    settings.report = &report;
    settings.start = exact;
    settings.selected = e.rows().selected();
    settings.options = &options;
    off = exact;
    std::srand(seed);
    const Eigen::VectorXd d = 1e-5 * Eigen::VectorXd::Random(system.nv());
    system.move(exact.q, d, off.q);
    off.v += 1e-3 * Eigen::VectorXd::Random(system.nv());
    system.normalize(off);  // Euler parameters keep their unit length in any case
  }
  // Rows that do not depend on others: off the constraints the others only seem to be independent.
  std::vector<int> independent_rows() const {
    std::vector<int> rows;
    for (int l = 0; l < static_cast<int>(system.active_rows().size()); ++l) {
      bool kept = true;
      for (std::size_t g = 0; g < system.loop_groups().size(); ++g) {
        const RowGroup& group = system.constraints().groups[system.loop_groups()[g]];
        const int i = system.active_rows()[l] - group.first_row;
        if (i >= 0 && i < group.rows) kept = settings.selected[e.rows().first_row(static_cast<int>(g)) + i];
      }
      if (kept) rows.push_back(l);
    }
    return rows;
  }
  Model model;
  System system;
  Equations e;
  State exact, off;
  ProblemReport report;
  AnalysisOptions options;
  ProblemSettings settings;
};

class StabilizationLaws : public testing::TestWithParam<std::tuple<int, std::string>> {
 protected:
  const Stabilization& stabilization() const { return stabilizations[std::get<0>(GetParam())]; }
  std::string coordinates() const { return std::get<1>(GetParam()); }
};

TEST_P(StabilizationLaws, ClosesTheConstraintsOrLeavesTheStateAlone) {
  for (Model (*mechanism)() : {four_bar, slider_crank, bricard_linkage}) {
    Off p(with_tilted_axes(mechanism()), coordinates(), 4);
    State state = p.off;
    ASSERT_TRUE(stabilization().make(p.settings)->apply(p.e, state, 1, 1e-13)) << p.model.name;
    if (!stabilization().projects) {
      EXPECT_LT((state.q - p.off.q).norm() + (state.v - p.off.v).norm(), 1e-14);
      continue;
    }
    EXPECT_GT((state.q - p.off.q).norm(), 1e-7);
    p.system.motion(state, p.e);
    EXPECT_LT(p.system.violation(p.e, Order::position, RowSet::all), 1e-12) << p.model.name;
    EXPECT_LT(p.system.violation(p.e, Order::velocity, RowSet::all), 1e-12) << p.model.name;
  }
}

// What apply leaves in e serves accelerations: those of the corrected state, with the true masses.
TEST_P(StabilizationLaws, LeavesTheEquationsFactorizedWithTheMasses) {
  for (Model (*mechanism)() : {four_bar, slider_crank}) {
    Off p(with_tilted_axes(mechanism()), coordinates(), 2);
    State state = p.off;
    ASSERT_TRUE(stabilization().make(p.settings)->apply(p.e, state, 1, 1e-13));
    Eigen::VectorXd left(p.system.nv()), anew(p.system.nv());
    p.system.forces(p.e);
    p.system.accelerations(p.e, left);
    Equations fresh(p.system);
    fresh.kernel.set_selected(p.e.rows().selected());
    p.system.motion(state, fresh);
    ASSERT_TRUE(p.system.factor(fresh));
    p.system.forces(fresh);
    p.system.accelerations(fresh, anew);
    EXPECT_LT((left - anew).norm(), 1e-10 * (1 + anew.norm())) << p.model.name;
  }
}

// Integrators go on with the derivative that the end of a step gives: it is that of the values which the step ends with.
TEST_P(StabilizationLaws, LeavesTheDerivativeOfItsEnd) {
  Off p(with_tilted_axes(slider_crank()), coordinates(), 6);
  p.options.baumgarte = BaumgarteOptions{20, 30};
  p.settings.stabilization = &stabilization();
  p.settings.start = p.off;
  const auto problem = lagrange.make_ode(p.settings);
  Eigen::VectorXd y(problem->size()), f(problem->size()), again(problem->size());
  y << p.off.q, p.off.v;
  ASSERT_TRUE(problem->derivative(p.off.t, y, f));
  ASSERT_EQ(problem->after_step(p.off.t + 1e-3, y, f), StepEnd::accept) << problem->failure();
  ASSERT_TRUE(problem->derivative(p.off.t + 1e-3, y, again));
  EXPECT_LT((f - again).norm(), 1e-9 * again.norm());
}

INSTANTIATE_TEST_SUITE_P(All, StabilizationLaws,
                         testing::Combine(testing::Range(0, static_cast<int>(stabilizations.size())),
                                          testing::ValuesIn(coordinate_names(3))),
                         [](const auto& info) {
                           return std::string(stabilizations[std::get<0>(info.param)].name) + "_" + std::get<1>(info.param);
                         });

// Both projections, in space and plane: the change is the smallest in the metric of the masses, or of equal bodies. Velocities
// exactly, positions to first order. `weighed`: the same model with the bodies that make the metric.
void expect_smallest(const Stabilization& stabilization, const Model& model, const Model& weighed,
                     const std::string& coordinates) {
  Off p(model, coordinates, 3);
  const System metric(weighed, coordinates);
  State state = p.off;
  ASSERT_TRUE(stabilization.make(p.settings)->apply(p.e, state, 1, 1e-14));
  const Matrices<double> off = matrices_at(p.system, p.off);
  const std::vector<int> rows = p.independent_rows();
  const Eigen::VectorXd d = smallest(matrices_at(metric, p.off).M, off.Phi_v(rows, Eigen::all), -off.Phi(rows));
  Eigen::VectorXd moved(p.system.nq());
  p.system.move(p.off.q, d, moved);
  EXPECT_LT((state.q - moved).norm(), 1e-3 * d.norm()) << model.name << " " << coordinates;
  const Matrices<double> on = matrices_at(p.system, state);
  const Eigen::VectorXd dv = smallest(matrices_at(metric, state).M, on.Phi_v, on.nu - on.Phi_v * p.off.v);
  EXPECT_LT((state.v - p.off.v - dv).norm(), 1e-8 * dv.norm()) << model.name << " " << coordinates;
}

TEST(Projection, ChangesTheLeastInItsMetric) {
  for (const std::string& coordinates : coordinate_names(3))
    for (Model (*mechanism)() : {four_bar, slider_crank, bricard_linkage}) {
      const Model model = with_tilted_axes(mechanism());
      expect_smallest(mass_projection, model, model, coordinates);
      const double length = System(model).length();
      expect_smallest(projection, model, with_equal_bodies(model, length), coordinates);
    }
}

TEST(Projection, ChangesTheLeastInItsMetricInThePlane) {
  Model model = four_bar();
  model.dimension = 2;
  for (Body& body : model.bodies) body.inertia = planar_inertia(body.inertia.matrix(2, 2));
  Model equal = model;
  const double length = System(model).length();
  for (Body& body : equal.bodies) {
    body.mass = 1;
    body.inertia = planar_inertia(length * length);
  }
  for (const std::string& coordinates : coordinate_names(2)) {
    expect_smallest(mass_projection, model, model, coordinates);
    expect_smallest(projection, model, equal, coordinates);
  }
}

// Independent velocities, and the coordinates whose rates they are, keep every digit.
TEST(CoordinatePartitioning, LeavesIndependentCoordinatesAlone) {
  for (const std::string& coordinates : coordinate_names(3))
    for (Model (*mechanism)() : {four_bar, slider_crank, bricard_linkage}) {
      Off p(with_tilted_axes(mechanism()), coordinates, 5);
      Partition partition(p.settings);
      State state = p.off;
      ASSERT_TRUE(partition.close(state, p.e.rows(), 1e-14));
      int independent = 0;
      for (int j = 0; j < p.system.nv(); ++j) {
        if (partition.is_dependent()[j]) continue;
        ++independent;
        EXPECT_EQ(state.v[j], p.off.v[j]) << coordinates;
        if (p.system.nq() == p.system.nv()) {
          EXPECT_EQ(state.q[j], p.off.q[j]) << coordinates;
        }
      }
      EXPECT_EQ(independent, 1) << p.model.name << " " << coordinates;  // the mobility of all three
    }
}

TEST(CoordinatePartitioning, FollowsWishesWhereItCan) {
  const auto chosen = [](const std::vector<std::string>& wishes, ProblemReport& report) {
    Off p(with_tilted_axes(four_bar()), "relative", 1);
    p.options.independent = wishes;
    p.settings.report = &report;
    Partition partition(p.settings);
    State state = p.off;
    EXPECT_TRUE(partition.close(state, p.e.rows(), 1e-14));
    std::vector<std::string> names;
    for (int b = 1; b <= p.system.mechanism().bodies; ++b)
      if (!partition.is_dependent()[p.system.first_velocity(b)])
        names.push_back(p.model.joints[p.system.mechanism().joint_of_body[b]].name);
    return names;
  };
  ProblemReport report;
  int in_tree = 0;
  for (const char* joint : {"main", "pin", "wrist", "pivot"}) {
    report = {};
    const auto names = chosen({joint}, report);
    if (report.warnings.empty()) {
      EXPECT_EQ(names, std::vector<std::string>{joint});
      ++in_tree;
    } else {
      EXPECT_NE(report.warnings[0].find(joint), std::string::npos);
      EXPECT_NE(report.warnings[0].find("loop"), std::string::npos);
    }
  }
  EXPECT_EQ(in_tree, 3);
  // Two wishes for one freedom.
  report = {};
  EXPECT_THROW(chosen({"main", "pin"}, report), Error);
  EXPECT_THROW(chosen({"mian"}, report), Error);
}

// y' of a MechanicalOde, integrated with small steps of the classical Runge-Kutta method.
void integrate(OdeProblem& problem, double t, double h, int steps, Eigen::VectorXd& y) {
  Eigen::VectorXd k1(y.size()), k2 = k1, k3 = k1, k4 = k1;
  for (int i = 0; i < steps; ++i, t += h) {
    ASSERT_TRUE(problem.derivative(t, y, k1) && problem.derivative(t + h / 2, y + h / 2 * k1, k2) &&
                problem.derivative(t + h / 2, y + h / 2 * k2, k3) && problem.derivative(t + h, y + h * k3, k4));
    y += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
}

// A violation of independent rows follows Phi = (Phi_0 + (Phi_0' + alpha Phi_0) t) exp(-alpha t), beta = alpha, whatever the
// motion.
TEST(Baumgarte, ViolationsDieOutAsTheEquationSays) {
  const double alpha = 20, t = 0.1;
  for (const std::string& coordinates : coordinate_names(3)) {
    Off p(with_tilted_axes(slider_crank()), coordinates, 6);
    p.options.baumgarte = BaumgarteOptions{alpha, alpha};
    p.settings.stabilization = &baumgarte;
    State off = p.off;
    if (p.system.own_rows() > 0) {  // the row of the Euler parameters too
      off.q[3] += 1e-5;
      off.v[4] += 1e-4;
    }
    p.settings.start = off;
    const auto problem = lagrange.make_ode(p.settings);
    Eigen::VectorXd y(problem->size());
    y << off.q, off.v;
    integrate(*problem, off.t, t / 400, 400, y);
    State later = off;
    later.t += t;
    later.q = y.head(p.system.nq());
    later.v = y.tail(p.system.nv());
    const Matrices<double> before = matrices_at(p.system, off), after = matrices_at(p.system, later);
    const Eigen::VectorXd rate = before.Phi_v * off.v - before.nu;
    const Eigen::VectorXd expected = std::exp(-alpha * t) * (before.Phi + t * (rate + alpha * before.Phi));
    EXPECT_GT(before.Phi.norm(), 1e-6);
    EXPECT_LT((after.Phi - expected).norm(), 1e-4 * before.Phi.norm()) << coordinates;
  }
}

// Rates from the step: they follow it in steps of two at least, down at once and up with patience.
TEST(Baumgarte, RatesFollowTheStepSeldom) {
  Off p(four_bar(), "relative", 1);
  p.settings.span = 10;
  const auto stabilizer = baumgarte.make(p.settings);
  const double slowest = stabilizer->feedback().alpha;
  EXPECT_DOUBLE_EQ(slowest, 1);
  int changes = 0;
  double before = slowest;
  const auto try_steps = [&](double h, int count) {
    for (int i = 0; i < count; ++i) {
      stabilizer->begin_step(h);
      changes += stabilizer->feedback().alpha != before;
      before = stabilizer->feedback().alpha;
      EXPECT_EQ(stabilizer->feedback().beta, before);
    }
  };
  try_steps(1e-3, 4);
  EXPECT_EQ(changes, 0);
  try_steps(1e-3, 10);
  EXPECT_EQ(changes, 1);
  EXPECT_NEAR(before, 30, 1e-12);
  try_steps(1.9e-3, 20);
  EXPECT_EQ(changes, 1);
  try_steps(4e-3, 1);
  EXPECT_EQ(changes, 2);
  EXPECT_LT(before * 4e-3, 0.1);
  try_steps(1e-15, 20);
  EXPECT_LT(before, 1e5);  // rounding of positions is not felt
}

Model pendulum() {
  Model model;
  model.name = "pendulum";
  model.gravity = {0, -9.81, 0};
  model.bodies = {bar("rod", {0, 0, 0}, {1, 0, 0})};
  model.joints = {joint<Revolute>("pivot", "ground", "rod", {0, 0, 0})};
  return model;
}

// The largest violation of positions in each half of 10 s, with fixed steps.
std::array<double, 2> drift(const Model& model, const std::string& coordinates, const Stabilization& stabilization) {
  Off p(with_tilted_axes(model), coordinates, 1);
  p.settings.stabilization = &stabilization;
  p.settings.span = 10;
  const auto problem = lagrange.make_ode(p.settings);
  Eigen::VectorXd y(problem->size()), f(problem->size());
  y << p.exact.q, p.exact.v;
  std::array<double, 2> largest{};
  constexpr int steps = 1000;
  constexpr double h = 10.0 / steps;
  Equations e(p.system);
  for (int i = 0; i < steps; ++i) {
    const Eigen::VectorXd before = y;
    StepEnd end = StepEnd::repeat;
    for (int attempt = 0; attempt < 2 && end == StepEnd::repeat; ++attempt) {
      y = before;
      problem->begin_step(h);
      integrate(*problem, p.exact.t + i * h, h, 1, y);
      end = problem->after_step(p.exact.t + (i + 1) * h, y, f);
    }
    EXPECT_EQ(end, StepEnd::accept) << problem->failure();
    p.system.motion(problem->lift(p.exact.t + (i + 1) * h, y), e);
    double& half = largest[i < steps / 2 ? 0 : 1];
    half = std::max(half, p.system.violation(e, Order::position, p.system.row_set()));
  }
  return largest;
}

TEST(Drift, GrowsOnlyWithoutStabilization) {
  for (const std::string& coordinates : coordinate_names(3, true))
    for (Model (*mechanism)() : {four_bar, bricard_linkage, pendulum}) {
      const Model model = mechanism();
      if (coordinates == relative_coordinates && model.name == "pendulum") continue;  // no rows
      const std::array<double, 2> free = drift(model, coordinates, none);
      EXPECT_GT(free[1], 1.5 * free[0]) << model.name << " " << coordinates;
      for (const Stabilization& stabilization : stabilizations) {
        if (stabilization.name == none.name) continue;
        const std::array<double, 2> held = drift(model, coordinates, stabilization);
        EXPECT_LT(held[1], std::max(3 * held[0], 1e-8)) << model.name << " " << coordinates << " " << stabilization.name;
        if (stabilization.projects) {
          EXPECT_LT(held[1], 0.3 * free[1]) << model.name << " " << coordinates << " " << stabilization.name;
        }
      }
    }
}

}  // namespace
}  // namespace bricard::test
