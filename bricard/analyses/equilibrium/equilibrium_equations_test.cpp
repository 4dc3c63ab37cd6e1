#include "bricard/analyses/equilibrium/equilibrium_equations.hpp"

#include <gtest/gtest.h>

#include "bricard/analyses/assembly/assembly.hpp"
#include "bricard/analyses/run.hpp"
#include "bricard/elements/elements.hpp"
#include "bricard/system/test_mechanisms.hpp"

namespace bricard::test {
namespace {

// A spatial loop with a spring and a user state whose force acts on it.
Model sprung_slider_crank() {
  Model model = slider_crank();
  Force spring;
  spring.name = "spring";
  SpringDamper law;
  law.stiffness = Function(300.0);
  law.damping = Function(20.0);
  law.free_length = 0.1;
  spring.kind = law;
  spring.from = End{"ground", Point{{0.1, 0.3, -0.2}, ""}};
  spring.to = End{"rod", Point{{0.1, 0.05, 0.1}, ""}};
  Force push;
  push.name = "push";
  push.kind = JointForce{.force = Function("2*z"), .torque = {}};
  push.joint = "guide";
  model.forces = {spring, push};
  StateEquation z;
  z.name = "z";
  z.initial = 0.4;
  z.derivative = Function("3*guide.position - 0.5*z + 0.2*guide.rate");
  model.states = {z};
  return model;
}

// R and s at a displaced and closed state, in the basis of the undisplaced one.
Eigen::VectorXd residual(EquilibriumEquations& equations, const State& from, const Eigen::MatrixXd& N, const Eigen::VectorXd& y,
                         const Eigen::VectorXd& dz) {
  State state;
  equations.move(from, N * y, state);
  state.z += dz;
  EXPECT_TRUE(equations.close(state));
  EXPECT_TRUE(equations.evaluate(state));
  Eigen::VectorXd R(N.cols() + dz.size());
  R << N.transpose() * equations.unbalanced(), equations.drift();
  return R;
}

void expect_derivative(const Model& model, const std::string& coordinates, const std::optional<double>& rates) {
  const System system(model, coordinates);
  EquilibriumEquations equations(system);
  if (rates) equations.keep_rates(Eigen::VectorXd::Constant(system.nv(), *rates));
  State state = assemble(system).state;
  ASSERT_TRUE(equations.close(state));
  ASSERT_TRUE(equations.evaluate(state));
  ASSERT_TRUE(equations.differentiate(state));
  const Eigen::MatrixXd N = equations.basis(), derivative = equations.derivative();
  const double scale = derivative.cwiseAbs().maxCoeff(), h = 1e-5;
  const Eigen::Index free = N.cols(), nz = state.z.size();
  ASSERT_GT(free, 0);
  for (Eigen::Index j = 0; j < free + nz; ++j) {
    const Eigen::VectorXd unit = h * Eigen::VectorXd::Unit(free + nz, j);
    const Eigen::VectorXd slope = (residual(equations, state, N, unit.head(free), unit.tail(nz)) -
                                   residual(equations, state, N, -unit.head(free), -unit.tail(nz))) /
                                  (2 * h);
    for (Eigen::Index i = 0; i < free + nz; ++i)
      EXPECT_NEAR(derivative(i, j), slope[i], 2e-8 * scale) << coordinates << " " << i << " " << j;
  }
}

TEST(EquilibriumEquations, DerivativeIsThatOfTheResidual) {
  for (const std::string& coordinates : coordinate_sets_everywhere()) {
    expect_derivative(sprung_slider_crank(), coordinates, {});
    expect_derivative(with_tilted_axes(four_bar()), coordinates, {});
  }
}

// Three bars on a pin each: every rate is a joint's own, and no loop changes it.
TEST(EquilibriumEquations, DerivativeInSteadyMotion) {
  Model model = with_tilted_axes(four_bar());
  model.joints.pop_back();
  expect_derivative(model, "relative", 1.3);
}

// R vanishes where the joints carry all: a bar that hangs, whatever the coordinates.
TEST(EquilibriumEquations, JointsCarryWhatTheyCan) {
  Model model = four_bar();
  for (const std::string& coordinates : coordinate_sets_everywhere()) {
    const System system(model, coordinates);
    EquilibriumEquations equations(system);
    State state = assemble(system).state;
    ASSERT_TRUE(equations.close(state));
    ASSERT_TRUE(equations.evaluate(state));
    EXPECT_EQ(equations.basis().cols(), 1) << coordinates;
    EXPECT_NEAR((equations.basis().transpose() * equations.basis() - Eigen::MatrixXd::Identity(1, 1)).norm(), 0, 1e-14);
    EXPECT_GT(equations.unbalanced().norm(), 1);
  }
}

}  // namespace
}  // namespace bricard::test
