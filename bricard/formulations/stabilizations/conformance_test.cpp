// The laws of stabilizations: constraints are closed by the smallest change in their own metric, or not touched at all.
#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "bricard/formulations/formulation.hpp"
#include "bricard/formulations/stabilizations/stabilizations.hpp"
#include "bricard/model/planar.hpp"
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
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> solver(K);
  solver.setThreshold(1e-9);
  return solver.solve(right).head(n);
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
        const RowGroup& group = system.layout().groups[system.loop_groups()[g]];
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
      const double length = System(model).layout().length;
      expect_smallest(projection, model, with_equal_bodies(model, length), coordinates);
    }
}

TEST(Projection, ChangesTheLeastInItsMetricInThePlane) {
  Model model = four_bar();
  model.dimension = 2;
  for (Body& body : model.bodies) body.inertia = planar_inertia(body.inertia.matrix(2, 2));
  Model equal = model;
  const double length = System(model).layout().length;
  for (Body& body : equal.bodies) {
    body.mass = 1;
    body.inertia = planar_inertia(length * length);
  }
  for (const std::string& coordinates : coordinate_names(2)) {
    expect_smallest(mass_projection, model, model, coordinates);
    expect_smallest(projection, model, equal, coordinates);
  }
}

}  // namespace
}  // namespace bricard::test
