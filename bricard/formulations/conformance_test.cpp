// The laws of formulations: the same accelerations from all, on regular, redundant and nearly singular cases, in all coordinates;
// exact iteration matrices; nothing allocated in an evaluation.
#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "bricard/core/count_allocations.hpp"
#include "bricard/formulations/formulations.hpp"
#include "bricard/formulations/stabilizations/stabilizations.hpp"
#include "bricard/model/planar.hpp"
#include "bricard/system/matrices.hpp"
#include "bricard/system/test_mechanisms.hpp"

namespace bricard::test {
namespace {

struct Prepared {
  Prepared(const Model& model, const std::string& coordinates, int seed)
      : relative(model, "relative"),
        system(model, coordinates),
        state(carried_over(relative, random_state(relative, seed), system)) {
    Equations e(system);
    system.motion(state, e);
    system.fill(e);
    e.kernel.select();
    settings.system = &system;
    settings.stabilization = &mass_projection;
    settings.start = state;
    settings.selected = e.kernel.selected();
    settings.report = &report;
  }
  Eigen::VectorXd y() const {
    Eigen::VectorXd values(state.q.size() + state.v.size());
    values << state.q, state.v;
    return values;
  }
  // v' by a pseudo-inverse of the equations written out.
  Eigen::VectorXd expected() const {
    Kinematics<double> k = make_kinematics<double>(system.layout());
    system.evaluate<double>(k, state.t, state.q.data(), state.v.data(),
                            {state.angles.data(), static_cast<std::size_t>(state.angles.size())});
    const Matrices<double> m = matrices(system, k);
    const int nv = system.nv(), rows = static_cast<int>(m.Phi.size());
    Eigen::MatrixXd K(nv + rows, nv + rows);
    K << m.M, m.Phi_v.transpose(), m.Phi_v, Eigen::MatrixXd::Zero(rows, rows);
    Eigen::VectorXd b(nv + rows);
    b << m.Q, m.gamma;
    Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> solver(K);
    solver.setThreshold(1e-10);
    return solver.solve(b).head(nv);
  }
  System relative, system;
  State state;
  ProblemReport report;
  ProblemSettings settings;
};

class FormulationLaws : public testing::TestWithParam<std::tuple<int, std::string>> {
 protected:
  const Formulation& formulation() const { return formulations[std::get<0>(GetParam())]; }
  std::string coordinates() const { return std::get<1>(GetParam()); }
};

TEST_P(FormulationLaws, TheSameAccelerations) {
  for (Model (*mechanism)() : {open_chain, four_bar, slider_crank, bricard_linkage})
    for (int seed = 0; seed < 3; ++seed) {
      Prepared p(with_tilted_axes(mechanism()), coordinates(), seed);
      const Eigen::VectorXd expected = p.expected();
      Eigen::VectorXd a(p.system.nv());
      if (formulation().yields == ProblemKind::ode) {
        const auto problem = formulation().make_ode(p.settings);
        Eigen::VectorXd f(problem->size());
        ASSERT_TRUE(problem->derivative(p.state.t, p.y(), f)) << problem->failure();
        a = f.tail(p.system.nv());
      } else {
        const auto problem = formulation().make_dae(p.settings);
        Eigen::VectorXd lambda(problem->nl()), r(problem->nv()), c(problem->nl());
        ASSERT_TRUE(problem->accelerations(p.state.t, p.state.q, p.state.v, a, lambda)) << problem->failure();
        ASSERT_TRUE(problem->residual(p.state.t, p.state.q, p.state.v, a, lambda, r, c));
        EXPECT_LT(r.norm(), 1e-7 * (1 + a.norm())) << p.system.model().name;
        EXPECT_LE(c.norm(), 1e-9);
      }
      EXPECT_LT((a - expected).norm(), 1e-8 * (1 + expected.norm())) << p.system.model().name << " seed " << seed;
    }
}

INSTANTIATE_TEST_SUITE_P(All, FormulationLaws,
                         testing::Combine(testing::Range(0, static_cast<int>(formulations.size())),
                                          testing::ValuesIn(coordinate_names(3))),
                         [](const auto& info) {
                           return std::string(formulations[std::get<0>(info.param)].name) + "_" + std::get<1>(info.param);
                         });

Model in_the_plane(Model model) {
  model.dimension = 2;
  for (Body& body : model.bodies) body.inertia = planar_inertia(body.inertia.matrix(2, 2));
  return model;
}

Model two_four_bars() {
  Model model;
  model.gravity = {0, -9.81, 0};
  for (int i = 0; i < 3; ++i) {
    const std::string v = "v" + std::to_string(i), h = "h" + std::to_string(i);
    model.bodies.push_back(bar(v, {double(i), 0, 0}, {double(i), 1, 0}));
    model.bodies.back().inertia.matrix.diagonal() << 1. / 12, 1e-4, 1. / 12;
    model.joints.push_back(joint<Revolute>("g" + std::to_string(i), "ground", v, {double(i), 0, 0}));
    if (i == 2) break;
    model.bodies.push_back(bar(h, {double(i), 1, 0}, {i + 1., 1, 0}));
    model.bodies.back().inertia.matrix.diagonal() << 1e-4, 1. / 12, 1. / 12;
    model.joints.push_back(joint<Revolute>("a" + std::to_string(i), v, h, {double(i), 1, 0}));
    model.joints.push_back(joint<Revolute>("b" + std::to_string(i), h, "v" + std::to_string(i + 1), {i + 1., 1, 0}));
  }
  return model;
}

// Two four-bars near their singular position (benchmark A02): the parallelogram obeys phi'' = c sin phi, c = 11.445 for N = 2.
void expect_branch_near_a_singular_position(const Model& model, int redundant) {
  const System system(model, "relative");
  State state = assemble(system).state;
  Equations e(system, Purpose::stepping);
  system.motion(state, e);
  system.fill(e);
  EXPECT_EQ(e.rows().rows() - e.rows().select(), redundant);
  const double speed = 4.5;
  for (const double distance : {0.3, 1e-2, 1e-3, 1e-4, 1e-5}) {
    const double phi = std::acos(-1.0) / 2 - distance;
    for (int b = 1; b <= system.layout().bodies; ++b) {
      const bool vertical = model.bodies[system.layout().tree.given[b] - 1].name[0] == 'v';
      state.q[system.layout().tree_joints[b].q] = vertical ? -phi : phi;  // clockwise; horizontals turn back
      state.v[system.layout().tree_joints[b].v] = vertical ? -speed : speed;
    }
    system.motion(state, e);
    ASSERT_TRUE(system.factor(e));
    system.forces(e);
    Eigen::VectorXd a(system.nv());
    system.accelerations(e, a);
    for (int i = 0; i < a.size(); ++i) EXPECT_NEAR(std::abs(a[i]), 11.445 * std::sin(phi), 3e-13 / distance) << distance;
  }
}
TEST(Lagrange, FollowsTheBranchNearASingularPosition) { expect_branch_near_a_singular_position(two_four_bars(), 6); }
TEST(Lagrange, FollowsTheBranchNearASingularPositionInThePlane) {
  expect_branch_near_a_singular_position(in_the_plane(two_four_bars()), 0);
}

// A chain of bars whose pins are rows seen from ground: a row joins two bodies that share no marker pair.
Model pins_seen_from_ground() {
  Model model;
  model.gravity = {0, -9.81, 0};
  for (int i = 0; i < 3; ++i) {
    const Vector3 from(i, 0, 0.1 * i), to(i + 1, 0, 0.1 * i + 0.1);
    model.bodies.push_back(bar("bar" + std::to_string(i), from, to));
    for (const Axis axis : {Axis::x, Axis::y, Axis::z}) {
      Constraint& row = model.constraints.emplace_back();
      row.name = "row" + std::to_string(model.constraints.size());
      row.kind = Coordinate{axis};
      row.bodies = {i == 0 ? "ground" : "bar" + std::to_string(i - 1), "bar" + std::to_string(i)};
      row.at = row.at2 = Point{from, {}};
    }
  }
  return model;
}

TEST(Index3, IterationMatrixIsTheDerivativeOfTheResidual) {
  for (Model (*mechanism)() : {open_chain, pins_seen_from_ground})
    for (const std::string& coordinates : coordinate_names(3)) {
      Prepared p(with_tilted_axes(mechanism()), coordinates, 1);
      const auto problem = index3.make_dae(p.settings);
      const int nv = problem->nv(), nl = problem->nl();
      const Eigen::VectorXd& v = p.state.v;
      Eigen::VectorXd a = Eigen::VectorXd::Random(nv), lambda = Eigen::VectorXd::Random(nl), moved(p.state.q.size()), q = moved;
      const Eigen::VectorXd step = 0.2 * Eigen::VectorXd::Random(nv);
      problem->move(p.state.q, step, q);
      const double c_a = 0.8, c_v = 0.3, c_q = 0.05, h = 1e-6;
      ASSERT_TRUE(problem->factorize(p.state.t, q, step, v, a, lambda, c_a, c_v, c_q));
      Eigen::VectorXd r = Eigen::VectorXd::Random(nv), c = Eigen::VectorXd::Random(nl), d = r, dl = c;
      ASSERT_TRUE(problem->solve(d, dl));
      Eigen::VectorXd up_r(nv), up_c(nl), down_r(nv), down_c(nl);
      problem->move(p.state.q, step + h * c_q * d, moved);
      ASSERT_TRUE(problem->residual(p.state.t, moved, v + h * c_v * d, a + h * c_a * d, lambda + h * dl, up_r, up_c));
      problem->move(p.state.q, step - h * c_q * d, moved);
      ASSERT_TRUE(problem->residual(p.state.t, moved, v - h * c_v * d, a - h * c_a * d, lambda - h * dl, down_r, down_c));
      EXPECT_LT(((up_r - down_r) / (2 * h) - r).norm(), 1e-5 * (1 + d.norm())) << coordinates;
      EXPECT_LE(((up_c - down_c) / (2 * h * c_q) - c).norm(), 1e-5 * (1 + d.norm())) << coordinates;
    }
}

void expect_no_allocation(const Model& model, const std::string& coordinates) {
  Prepared p(model, coordinates, 0);
  const auto problem = lagrange.make_ode(p.settings);
  Eigen::VectorXd y = p.y(), f(problem->size()), scale(problem->size());
  problem->derivative(p.state.t, y, f);
  problem->after_step(p.state.t, y, f);
  const long before = allocations;
  problem->derivative(p.state.t, y, f);
  const StepEnd end = problem->after_step(p.state.t, y, f);
  problem->error_scale(y, scale);
  EXPECT_EQ(allocations - before, 0) << coordinates << " " << p.system.model().name;
  EXPECT_EQ(end, StepEnd::accept);
}

TEST(Lagrange, AllocatesNothingInAStep) {
  if (!counts_allocations) GTEST_SKIP() << "allocations are not counted under a sanitizer";
  for (const std::string& coordinates : coordinate_names(3))
    for (Model (*mechanism)() : {open_chain, four_bar, slider_crank})
      expect_no_allocation(with_tilted_axes(mechanism()), coordinates);
  for (const std::string& coordinates : coordinate_names(2))
    for (Model (*mechanism)() : {four_bar, two_four_bars}) expect_no_allocation(in_the_plane(mechanism()), coordinates);
}

}  // namespace
}  // namespace bricard::test
