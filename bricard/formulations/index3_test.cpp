// What is special to index 3: rows at velocity level, user states, the simplified matrix, projections, the choice of rows.
#include "bricard/formulations/index3.hpp"

#include <gtest/gtest.h>

#include "bricard/elements/elements.hpp"
#include "bricard/formulations/matrices/iteration_matrix.hpp"
#include "bricard/formulations/stabilizations/none.hpp"
#include "bricard/math/dense.hpp"
#include "bricard/system/matrices.hpp"
#include "bricard/system/test_mechanisms.hpp"

namespace bricard::test {
namespace {

Model rolling_disc() {
  Model model;
  model.gravity = {0, 0, -9.81};
  model.bodies = {bar("disc", {0, 0, 0.4}, {0, 0, 0.6}, 1)};
  Joint rolls;
  rolls.name = "rolls";
  rolls.kind = Rolling{.radius = 0.5};
  rolls.bodies = {"ground", "disc"};
  rolls.at = Point{{0, 0, 0}, ""};
  rolls.at2 = Point{{0, 0, 0.5}, ""};
  rolls.axis = Direction{{0, 0, 1}, ""};
  rolls.axis2 = Direction{{0, 1, 0}, ""};
  model.joints = {rolls};
  return model;
}

// A four-bar whose crank has a motor with a state of its own, which reads the motion.
Model motor() {
  Model model = four_bar();
  StateEquation& current = model.states.emplace_back();
  current.name = "current";
  current.initial = 0.3;
  current.derivative = "2 - 5*current - 0.7*main.speed + 0.1*current*main.angle";
  Force& torque = model.forces.emplace_back();
  torque.name = "motor";
  torque.joint = "main";
  JointForce kind;
  kind.torque = "3*current*current";
  torque.kind = kind;
  return model;
}

struct Prepared {
  Prepared(const Model& model, const std::string& coordinates) : system(model, coordinates), state(system.designed()) {
    srand(3);
    Equations e(system);
    const Eigen::VectorXd q = state.q;
    system.move(q, 0.1 * Eigen::VectorXd::Random(system.nv()), state.q);  // off the constraints, for derivatives
    state.v = Eigen::VectorXd::Random(system.nv());
    system.motion(state, e);
    system.fill(e);
    e.kernel.select();
    settings.system = &system;
    settings.stabilization = &none;
    settings.start = state;
    settings.selected = e.kernel.selected();
    settings.report = &report;
  }
  Eigen::VectorXd v() const {
    Eigen::VectorXd values(state.v.size() + state.z.size());
    values << state.v, state.z;
    return values;
  }
  System system;
  State state;
  ProblemReport report;
  ProblemSettings settings;
};

// The solution (d, l) of the factorized equations for random right sides, put back by central differences of the residual along
// q_n ∘ (step + c_q d), v + c_v d, a + c_a d, lambda + l.
TEST(Index3, MatrixKnowsRollingAndStates) {
  for (Model (*mechanism)() : {rolling_disc, motor})
    for (const std::string& coordinates : coordinate_names(3)) {
      Prepared p(with_tilted_axes(mechanism()), coordinates);
      const auto problem = index3.make_dae(p.settings);
      const int n = problem->nv() + problem->nz(), nl = problem->nl();
      const Eigen::VectorXd v = p.v(), a = Eigen::VectorXd::Random(n), lambda = Eigen::VectorXd::Random(nl);
      const Eigen::VectorXd step = 0.2 * Eigen::VectorXd::Random(n);
      Eigen::VectorXd q = p.state.q, moved = q;
      problem->move(p.state.q, step, q);
      const double c_a = 0.8, c_v = 0.3, c_q = 0.05, h = 1e-6;
      ASSERT_TRUE(problem->factorize(p.state.t, q, step, v, a, lambda, c_a, c_v, c_q));
      const Eigen::VectorXd r = Eigen::VectorXd::Random(n), c = Eigen::VectorXd::Random(nl);
      Eigen::VectorXd d = r, l = c, r_up(n), c_up(nl), r_down(n), c_down(nl);
      ASSERT_TRUE(problem->solve(d, l));
      problem->move(p.state.q, step + h * c_q * d, moved);
      ASSERT_TRUE(problem->residual(p.state.t, moved, v + h * c_v * d, a + h * c_a * d, lambda + h * l, r_up, c_up));
      problem->move(p.state.q, step - h * c_q * d, moved);
      ASSERT_TRUE(problem->residual(p.state.t, moved, v - h * c_v * d, a - h * c_a * d, lambda - h * l, r_down, c_down));
      EXPECT_LT(((r_up - r_down) / (2 * h) - r).norm(), 1e-5 * (1 + d.norm() + l.norm())) << coordinates;
      EXPECT_LE(((c_up - c_down) / (2 * h * c_q) - c).norm(), 1e-5 * (1 + d.norm())) << coordinates;
    }
}

// A state that only events change keeps its value to the last digit, whatever Newton's iteration makes of it; others are taken.
TEST(Index3, StatesWithoutADerivativeAreHeld) {
  Model model = motor();
  StateEquation& gear = model.states.emplace_back();
  gear.name = "gear";
  gear.initial = 3;
  Prepared p(model, "relative");
  const auto problem = index3.make_dae(p.settings);
  Eigen::VectorXd v = p.v();
  v[v.size() - 2] = 0.7;        // current
  v[v.size() - 1] = 3 + 1e-12;  // gear
  const State state = problem->lift(0.25, p.state.q, v);
  EXPECT_EQ(state.t, 0.25);
  EXPECT_EQ(state.q, p.state.q);
  EXPECT_EQ(state.v, p.state.v);
  EXPECT_EQ(state.z[0], 0.7);
  EXPECT_EQ(state.z[1], 3);
}

// The simplified matrix against M and Phi_v written out.
TEST(Index3, SimplifiedMatrixIsMAndPhi) {
  for (Model (*mechanism)() : {rolling_disc, motor, open_chain, bricard_linkage})
    for (const std::string& coordinates : coordinate_names(3)) {
      Prepared p(with_tilted_axes(mechanism()), coordinates);
      Kinematics<double> k = make_kinematics<double>(p.system.layout());
      p.system.evaluate<double>(k, 0, p.state.q.data(), p.state.v.data(), {}, p.state.z.data());
      const Matrices<double> m = matrices(p.system, k);
      std::vector<int> rows(m.Phi.size());
      for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<int>(i);
      if (rows.size() > 4) rows.erase(rows.begin() + 1, rows.begin() + 3);  // any choice will do
      IterationMatrix matrix(p.system, rows);
      const int nv = p.system.nv(), n = nv + p.system.nz(), nl = static_cast<int>(rows.size());
      const double c_a = 0.7;
      if (!matrix.factor_mass(0, p.state.q, p.state.angles, c_a)) continue;  // redundant rows
      const Eigen::VectorXd r = Eigen::VectorXd::Random(n), c = Eigen::VectorXd::Random(nl);
      Eigen::VectorXd d = r, l = c, back = r;
      ASSERT_TRUE(matrix.solve(d, l));
      back.head(nv) = c_a * m.M * d.head(nv);
      back.tail(n - nv) = c_a * d.tail(n - nv);
      const double scale = 1e-9 * (1 + d.norm() + l.norm());
      for (int i = 0; i < nl; ++i) {
        back.head(nv) += m.Phi_v.row(rows[i]).transpose() * l[i];
        EXPECT_NEAR(m.Phi_v.row(rows[i]).dot(d.head(nv)), c[i], scale) << coordinates << " row " << i;
      }
      EXPECT_LT((back - r).norm(), scale) << coordinates << " " << p.system.model().name;
    }
}

// After a step: velocities close to rounding, by the smallest change in the metric of the masses (M (v* - v) is a load of the
// constraints: no motion that they allow sees it); accelerations obey the constraints. Without the option nothing changes.
TEST(Index3, ProjectionsCloseVelocitiesAndAccelerations) {
  for (Model (*mechanism)() : {four_bar, slider_crank, bricard_linkage})
    for (const char* coordinates : {"absolute", "relative", "euler_parameters"}) {
      const Model model = with_tilted_axes(mechanism());
      const System relative(model, "relative"), system(model, coordinates);
      const State state = carried_over(relative, random_state(relative, 1), system);
      Equations e(system);
      system.motion(state, e);
      system.fill(e);
      e.kernel.select();
      ProblemReport report;
      AnalysisOptions options;
      ProblemSettings settings;
      settings.system = &system;
      settings.stabilization = &none;
      settings.start = state;
      settings.selected = e.kernel.selected();
      settings.report = &report;
      settings.options = &options;
      const Eigen::VectorXd off = state.v + 1e-3 * Eigen::VectorXd::Random(system.nv());
      for (const bool projections : {false, true}) {
        options.index3 = Index3Options{projections};
        const auto problem = index3.make_dae(settings);
        Eigen::VectorXd q = state.q, v = off, a = Eigen::VectorXd::Random(system.nv());
        const Eigen::VectorXd a_before = a;
        ASSERT_EQ(problem->after_step(state.t, q, v, a), StepEnd::accept);
        EXPECT_EQ(q, state.q);
        if (!projections) {
          EXPECT_EQ(v, off);
          EXPECT_EQ(a, a_before);
          continue;
        }
        Kinematics<double> k = make_kinematics<double>(system.layout());
        system.evaluate<double>(k, state.t, q.data(), v.data(),
                                {state.angles.data(), static_cast<std::size_t>(state.angles.size())});
        const Matrices<double> m = matrices(system, k);
        EXPECT_LT((m.Phi_v * v - m.nu).norm(), 1e-12) << coordinates;
        EXPECT_LT((m.Phi_v * a - m.gamma).norm(), 1e-9 * (1 + a.norm())) << coordinates;
        EXPECT_GT((v - off).norm(), 1e-6);
        const Eigen::VectorXd impulse = m.M * (v - off);
        const Eigen::MatrixXd allowed = complement_of_columns(m.Phi_v.transpose(), 1e-9);
        EXPECT_LT((allowed.transpose() * impulse).norm(), 1e-12) << coordinates;
        EXPECT_LT((allowed.transpose() * (m.M * a - m.Q)).norm(), 1e-9 * (1 + m.Q.norm())) << coordinates;
      }
    }
}

// A row was left out at the start as if it depended on others. As soon as it opens, it is taken back, and the step repeated.
TEST(Index3, RowsThatOpenAreTakenBack) {
  Prepared p(four_bar(), "relative");
  p.state = p.settings.start = p.system.designed();
  Equations e(p.system);
  p.system.motion(p.state, e);
  p.system.fill(e);
  e.kernel.select();
  std::vector<char> fewer = e.kernel.selected();
  const int all = static_cast<int>(std::count(fewer.begin(), fewer.end(), 1));
  *std::find(fewer.begin(), fewer.end(), 1) = 0;
  p.settings.selected = fewer;
  const auto problem = index3.make_dae(p.settings);
  const int nl = problem->nl();
  Eigen::VectorXd q = p.state.q, v = p.state.v, a = v;
  EXPECT_EQ(problem->after_step(0, q, v, a), StepEnd::accept);  // closed: nothing to do
  q[0] += 0.01;                                                 // one joint moves alone: the loop opens
  EXPECT_EQ(problem->after_step(0.01, q, v, a), StepEnd::repeat);
  EXPECT_EQ(problem->nl(), nl + 1);
  EXPECT_EQ(problem->nl(), all);
  EXPECT_EQ(p.report.reselections, 1);
}

// A parallelogram nears its flat position, where every choice of rows is as bad: nothing is chosen again, the step counts, and
// the position is told once for each time it is come near. Its joints turn at equal rates, so that its motion is known.
TEST(Index3, ASingularPositionIsToldWhereNoRowsAreBetter) {
  Model model;
  const Vector3 O(0, 0, 0), A(0, 1, 0), B(3, 1, 0), C(3, 0, 0);
  model.bodies = {bar("crank", O, A), bar("coupler", A, B), bar("rocker", B, C)};
  model.joints = {joint<Revolute>("main", "ground", "crank", O), joint<Revolute>("pin", "crank", "coupler", A),
                  joint<Revolute>("wrist", "coupler", "rocker", B), joint<Revolute>("pivot", "rocker", "ground", C)};
  Prepared p(model, "relative");
  p.state = p.settings.start = p.system.designed();
  Equations e(p.system);
  p.system.motion(p.state, e);
  p.system.fill(e);
  e.kernel.select();
  p.settings.selected = e.kernel.selected();
  const Matrices<double> m = matrices(p.system, e.k);
  const Eigen::VectorXd allowed = complement_of_columns(m.Phi_v.transpose(), 1e-9).col(0);
  const Eigen::VectorXd turning = allowed / allowed.cwiseAbs().maxCoeff();
  const auto problem = index3.make_dae(p.settings);
  ASSERT_LT(problem->nl(), e.kernel.rows());
  const auto step_to = [&](double t, double angle) {
    Eigen::VectorXd q = p.state.q + angle * turning, v = p.state.v, a = v;
    return problem->after_step(t, q, v, a);
  };
  const double flat = std::acos(-1.0) / 2;
  const std::pair<double, std::vector<double>> passages[] = {{0, {}},
                                                             {flat - 0.03, {2}},  // pivots are squares: sin² 0.03 < 0.01
                                                             {flat - 0.02, {2}},
                                                             {0.1, {2}},
                                                             {flat - 0.03, {2, 5}}};
  double t = 1;
  for (const auto& [angle, told] : passages) {
    EXPECT_EQ(step_to(t, angle), StepEnd::accept) << t;
    EXPECT_EQ(p.report.singular_times, told) << t;
    t += 1;
  }
  EXPECT_EQ(p.report.reselections, 0);
  EXPECT_GT(p.report.smallest_pivot, 1e-4);
  EXPECT_LT(p.report.smallest_pivot, 1e-3);
}

}  // namespace
}  // namespace bricard::test
