// Inverse dynamics: against the written-out equations, M a - Q; undone by forward dynamics; without allocations.
#include <gtest/gtest.h>

#include "bricard/core/count_allocations.hpp"
#include "bricard/model/planar.hpp"
#include "bricard/system/test_mechanisms.hpp"
#include "bricard/system/written_out.hpp"

namespace bricard::test {
namespace {

Eigen::VectorXd some_numbers(int n, double phase) {
  Eigen::VectorXd x(n);
  for (int i = 0; i < n; ++i) x[i] = std::sin(1.3 * i + phase);
  return x;
}

void expect_what_is_written_out(const Model& model, const std::string& coordinates, Purpose purpose) {
  const System relative(model, "relative"), system(model, coordinates);
  const State state = carried_over(relative, random_state(relative, 5), system);
  Equations e(system, purpose);
  system.motion(state, e);
  system.forces(e);
  WrittenOut w(system);
  w.write(e);
  const Eigen::VectorXd a = some_numbers(system.nv(), 0.4), expected = w.M() * a - w.Q();
  Eigen::VectorXd tau(system.nv());
  const long before = allocations;
  system.inverse_dynamics(e, a, tau);
  if (counts_allocations) {
    EXPECT_EQ(allocations - before, 0);
  }
  EXPECT_LT((tau - expected).norm(), 1e-13 * (1 + expected.norm())) << model.name << " " << coordinates;
}

TEST(InverseDynamics, IsMaMinusQ) {
  for (const std::string& coordinates : coordinate_names(3))
    for (Model (*mechanism)() : {open_chain, four_bar, slider_crank})
      expect_what_is_written_out(with_tilted_axes(mechanism()), coordinates, Purpose::stepping);
  Model planar = four_bar();
  planar.dimension = 2;
  for (Body& body : planar.bodies) body.inertia = planar_inertia(body.inertia.matrix(2, 2));
  for (const std::string& coordinates : coordinate_names(2))
    for (const Purpose purpose : {Purpose::reading, Purpose::stepping}) expect_what_is_written_out(planar, coordinates, purpose);
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
  model.bodies[0].inertia.matrix = Vector3(0, 1, 1).asDiagonal();  // m l²/12
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
