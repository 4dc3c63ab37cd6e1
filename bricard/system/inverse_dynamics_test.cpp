// Inverse dynamics undoes forward dynamics. written_out_test.cpp compares it with matrices, in all coordinates.
#include <gtest/gtest.h>

#include "bricard/elements/elements.hpp"
#include "bricard/system/test_mechanisms.hpp"

namespace bricard::test {
namespace {

Eigen::VectorXd some_numbers(int n, double phase) {
  Eigen::VectorXd x(n);
  for (int i = 0; i < n; ++i) x[i] = std::sin(1.3 * i + phase);
  return x;
}

// Forward dynamics gives accelerations that need nothing more; and what inverse dynamics asks for is what accelerates.
TEST(InverseDynamics, IsUndoneByForwardDynamics) {
  const System system(open_chain(), "relative");
  const State state = random_state(system, 8);
  Equations e(system);
  system.motion(state, e);
  ASSERT_TRUE(system.factor(e));
  system.forces(e);
  Eigen::VectorXd free(system.nv()), tau(system.nv()), back(system.nv());
  system.accelerations(e, free);
  system.inverse_dynamics(e, free, tau);
  EXPECT_LT(tau.norm(), 1e-11 * (1 + free.norm()));

  const Eigen::VectorXd wanted = some_numbers(system.nv(), 1.1);
  system.inverse_dynamics(e, wanted, tau);
  for (int b = 1; b <= system.layout().bodies; ++b)
    for (int i = 0; i < system.velocity_count(b); ++i)
      e.right.tau[e.kernel.first_column(b) + i] = tau[system.first_velocity(b) + i];
  system.accelerations(e, back);
  EXPECT_LT((back - wanted).norm(), 1e-11 * (1 + free.norm()));
}

// A bar of length l on a hinge, released horizontal: m g l/2 holds it, and m l²/3 alpha moves it.
TEST(InverseDynamics, OfABarInClosedForm) {
  Model model;
  model.gravity = {0, -9.81, 0};
  model.bodies = {bar("bar", {0, 0, 0}, {2, 0, 0}, 3)};
  model.bodies[0].inertia.matrix = Matrix3::diagonal({0, 1, 1});  // m l²/12
  model.joints = {joint<Revolute>("hinge", "ground", "bar", {0, 0, 0})};
  const System system(model, "relative");
  Equations e(system);
  system.motion(system.designed(), e);
  system.forces(e);
  Eigen::VectorXd a(1), tau(1);
  a << 0.7;
  system.inverse_dynamics(e, a, tau);
  EXPECT_NEAR(tau[0], 3 * 9.81 + 4 * 0.7, 1e-13);
}

}  // namespace
}  // namespace bricard::test
