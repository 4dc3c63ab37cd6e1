// The equations written out at a state: against the closed form of a double pendulum, and against each other on closed loops.
#include "bricard/analyses/dynamics/equations_of_motion.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "bricard/analyses/dynamics/simulation.hpp"
#include "bricard/io/formats.hpp"
#include "bricard/model/model.hpp"

namespace bricard::test {
namespace {

std::vector<double> times(const Matrix& A, const std::vector<double>& x) {
  std::vector<double> y(A.rows, 0.0);
  for (int i = 0; i < A.rows; ++i)
    for (int j = 0; j < A.columns; ++j) y[i] += A(i, j) * x[j];
  return y;
}

// Two bars of length l = 1 and mass m = 1 that lie along x in the design position: q = (angle of the first, angle between them).
TEST(EquationsOfMotion, OfADoublePendulumInClosedForm) {
  const EquationsOfMotion equations(read_model("models/mechanisms/double_pendulum.bricard.yaml"));
  EXPECT_EQ(equations.names().q, (std::vector<std::string>{"shoulder.angle", "elbow.angle"}));
  EXPECT_EQ(equations.names().v, (std::vector<std::string>{"shoulder.speed", "elbow.speed"}));
  EXPECT_TRUE(equations.row_names().empty());
  const double g = 9.81, q1 = 0.3, q2 = -0.8, w1 = 1.5, w2 = 0.7;
  const StateValues state{0, {q1, q2}, {w1, w2}, {}, {}};
  const EquationValues at = equations.at(state);
  EXPECT_NEAR(at.M(0, 0), 5. / 3 + std::cos(q2), 1e-14);
  EXPECT_NEAR(at.M(0, 1), 1. / 3 + std::cos(q2) / 2, 1e-14);
  EXPECT_NEAR(at.M(1, 0), at.M(0, 1), 1e-14);
  EXPECT_NEAR(at.M(1, 1), 1. / 3, 1e-14);
  EXPECT_NEAR(at.c[0], -std::sin(q2) * (w1 * w2 + w2 * w2 / 2) + g * (1.5 * std::cos(q1) + 0.5 * std::cos(q1 + q2)), 1e-13);
  EXPECT_NEAR(at.c[1], std::sin(q2) * w1 * w1 / 2 + g / 2 * std::cos(q1 + q2), 1e-13);
  // M v' + c = 0.
  const double det = at.M(0, 0) * at.M(1, 1) - at.M(0, 1) * at.M(1, 0);
  EXPECT_NEAR(at.a[0], (-at.c[0] * at.M(1, 1) + at.c[1] * at.M(0, 1)) / det, 1e-12);
  EXPECT_NEAR(at.a[1], (-at.c[1] * at.M(0, 0) + at.c[0] * at.M(1, 0)) / det, 1e-12);
  const std::vector<double> a{2, -3}, tau = equations.inverse_dynamics(state, a), Ma = times(at.M, a);
  for (int i = 0; i < 2; ++i) EXPECT_NEAR(tau[i], Ma[i] + at.c[i], 1e-12);
  // The tip: x = cos q1 + cos(q1 + q2).
  ASSERT_EQ(at.sensors.size(), 1u);
  const SensorValues& tip = at.sensors[0];
  EXPECT_NEAR(tip.position[0], std::cos(q1) + std::cos(q1 + q2), 1e-14);
  EXPECT_NEAR(tip.J(0, 0), -std::sin(q1) - std::sin(q1 + q2), 1e-14);
  EXPECT_NEAR(tip.J(0, 1), -std::sin(q1 + q2), 1e-14);
  EXPECT_NEAR(tip.velocity[1], w1 * std::cos(q1) + (w1 + w2) * std::cos(q1 + q2), 1e-14);
  EXPECT_NEAR(tip.angular_velocity[2], w1 + w2, 1e-14);
  EXPECT_NEAR(tip.quaternion[3], std::sin((q1 + q2) / 2), 1e-14);
}

// On a closed loop, with a spring, along a motion: the written equations hold with the accelerations of the run.
TEST(EquationsOfMotion, HoldInAllCoordinatesOnAMovingLoop) {
  for (const char* name :
       {"mechanisms/four_bar", "mechanisms/sprung_linkage", "examples/quarter_car", "mechanisms/slider_crank_spatial"})
    for (const char* coordinates : {"relative", "absolute", "euler_parameters"}) {
      const Model model = read_model(std::string("models/") + name + ".bricard.yaml");
      if (model.dimension == 2 && std::string_view(coordinates) == "euler_parameters") continue;
      SCOPED_TRACE(std::string(name) + " " + coordinates);
      AnalysisOptions options;
      options.coordinates = coordinates;
      options.duration = 1;
      options.tolerance.relative = 1e-10;
      Simulation simulation(model, options);
      ASSERT_EQ(simulation.advance_to(0.3).status, Status::done) << simulation.outcome().message;
      const EquationsOfMotion equations(model, coordinates);
      const StateValues state = simulation.state();
      const EquationValues at = equations.at(state);
      ASSERT_EQ(equations.names().q.size(), state.q.size());
      ASSERT_EQ(equations.names().v.size(), state.v.size());
      ASSERT_EQ(equations.row_names().size(), at.Phi.size());
      EXPECT_EQ(equations.names().q, simulation.names().q);

      const std::vector<double> Ma = times(at.M, at.a), Ja = times(at.J, at.a), Mv = times(at.M, state.v);
      const std::vector<double> tau = equations.inverse_dynamics(state, at.a);
      double kinetic = 0, largest = 1;
      for (std::size_t i = 0; i < state.v.size(); ++i) largest = std::max(largest, std::abs(at.c[i]));
      for (std::size_t i = 0; i < state.v.size(); ++i) {
        double load = 0;
        for (int row = 0; row < at.J.rows; ++row) load += at.J(row, static_cast<int>(i)) * at.lambda[row];
        EXPECT_NEAR(Ma[i] + at.c[i], load, 1e-8 * largest) << equations.names().v[i];
        EXPECT_NEAR(tau[i], Ma[i] + at.c[i], 1e-9 * largest);
        kinetic += 0.5 * state.v[i] * Mv[i];
      }
      for (int row = 0; row < at.J.rows; ++row) {
        EXPECT_NEAR(at.Phi[row], 0, 1e-8) << equations.row_names()[row];
        EXPECT_NEAR(Ja[row], at.gamma[row], 1e-6 * (1 + std::abs(at.gamma[row]))) << equations.row_names()[row];
      }
      EXPECT_NEAR(kinetic, simulation.value("energy.kinetic"), 1e-8 * (1 + kinetic));
      for (const LinkValues& link : at.links) {
        EXPECT_NEAR(link.length, simulation.value(link.name + ".length"), 1e-9);
        EXPECT_NEAR(link.rate, simulation.value(link.name + ".rate"), 1e-7);
        EXPECT_NEAR(link.force, simulation.value(link.name + ".force"), 1e-6 * (1 + std::abs(link.force)));
      }
      EXPECT_EQ(at.links.size(), std::string_view(name) == "examples/quarter_car" ? 2u : 0u);
      for (const auto& [column, value] : at.forces) EXPECT_NEAR(value, simulation.value(column), 1e-6 * (1 + std::abs(value)));
    }
}

// A body that nothing holds, in all sets of coordinates.
TEST(EquationsOfMotion, CoordinatesAndVelocitiesHaveNames) {
  const Model model = read_model("models/benchmarks/free_body.bricard.yaml");
  using Names = std::vector<std::string>;
  const Names quaternion{"body.x", "body.y", "body.z", "body.e0", "body.e1", "body.e2", "body.e3"};
  const Names twist{"body.vx", "body.vy", "body.vz", "body.wx", "body.wy", "body.wz"};
  for (const char* coordinates : {"relative", "absolute"}) {
    EXPECT_EQ(EquationsOfMotion(model, coordinates).names().q, quaternion);
    EXPECT_EQ(EquationsOfMotion(model, coordinates).names().v, twist);
  }
  EXPECT_EQ(EquationsOfMotion(model, "euler_angles").names().q,
            (Names{"body.x", "body.y", "body.z", "body.phi", "body.theta", "body.psi"}));
  const EquationsOfMotion parameters(model, "euler_parameters");
  EXPECT_EQ(parameters.names().q, quaternion);
  EXPECT_EQ(parameters.names().v.back(), "body.e3_rate");
  EXPECT_EQ(parameters.row_names(), Names{"body.unit_length"});
}

// gamma = -J' v: the change of J v along the motion with v held.
TEST(EquationsOfMotion, GammaIsWhatTheJacobianChanges) {
  Model model = read_model("models/mechanisms/four_bar.bricard.yaml");
  model.drivers.clear();
  const EquationsOfMotion equations(model, "relative");
  AnalysisOptions options;
  options.duration = 1;
  Simulation simulation(model, options);
  ASSERT_EQ(simulation.advance_to(0.2).status, Status::done);
  const StateValues state = simulation.state();
  const EquationValues at = equations.at(state);
  ASSERT_GT(at.J.rows, 0);
  const double h = 1e-5;
  StateValues before = state, after = state;
  for (std::size_t i = 0; i < state.q.size(); ++i) {  // hinges: q' = v
    before.q[i] -= h * state.v[i];
    after.q[i] += h * state.v[i];
  }
  const std::vector<double> J0v = times(equations.at(before).J, state.v), J1v = times(equations.at(after).J, state.v);
  double largest = 0;
  for (int row = 0; row < at.J.rows; ++row) {
    EXPECT_NEAR(at.gamma[row], -(J1v[row] - J0v[row]) / (2 * h), 1e-5 * (1 + std::abs(at.gamma[row])));
    largest = std::max(largest, std::abs(at.gamma[row]));
  }
  EXPECT_GT(largest, 1e-3);
}

// Nothing is closed: a design position whose joint stands open stays as it is written.
TEST(EquationsOfMotion, TheStateIsTakenAsItIs) {
  Model model = read_model("models/mechanisms/four_bar.bricard.yaml");
  const EquationsOfMotion equations(model, "absolute");
  StateValues state = equations.designed();
  const EquationValues closed = equations.at(state);
  state.q[0] += 0.01;
  const EquationValues open = equations.at(state);
  double largest = 0;
  for (std::size_t row = 0; row < open.Phi.size(); ++row) largest = std::max(largest, std::abs(open.Phi[row] - closed.Phi[row]));
  EXPECT_NEAR(largest, 0.01, 1e-12);
  state.q.pop_back();
  EXPECT_THROW(equations.at(state), Error);
  EXPECT_THROW(EquationsOfMotion(model, "polar"), Error);
}

}  // namespace
}  // namespace bricard::test
