// The written-out equations against the dense ones of matrices.hpp, which are found column by column, and in the plane against
// those in space. So is inverse dynamics, M a - Q.
#include "bricard/system/written_out.hpp"

#include <gtest/gtest.h>

#include "bricard/core/count_allocations.hpp"
#include "bricard/elements/elements.hpp"
#include "bricard/model/in_plane.hpp"
#include "bricard/system/matrices.hpp"
#include "bricard/system/test_mechanisms.hpp"

namespace bricard::test {
namespace {

Model with_motor(Model model, const std::string& joint) {
  Driver& motor = model.drivers.emplace_back();
  motor.name = "motor";
  motor.joint = joint;
  motor.prescribed["angle"] = Function("0.3*t^2");
  return model;
}

Model in_the_plane(Model model) {
  model.dimension = 2;
  for (Body& body : model.bodies) body.inertia = planar_inertia(body.inertia.matrix(2, 2));
  return model;
}

void expect_the_dense_matrices(const Model& model, const std::string& coordinates, Purpose purpose) {
  const System relative(model, "relative"), system(model, coordinates);
  const State state = carried_over(relative, random_state(relative, 3), system);
  Kinematics<double> k = make_kinematics<double>(system.layout());
  system.evaluate<double>(k, state.t, state.q.data(), state.v.data(),
                          {state.angles.data(), static_cast<std::size_t>(state.angles.size())});
  const Matrices<double> m = matrices(system, k);
  Equations e(system, purpose);
  ASSERT_EQ(e.plane.has_value(), purpose == Purpose::stepping && model.dimension == 2);
  system.motion(state, e);
  system.forces(e);
  WrittenOut w(system);
  w.write(e);
  const Eigen::VectorXd a = Eigen::VectorXd::LinSpaced(system.nv(), -1, 2);
  Eigen::VectorXd tau(system.nv());
  const long before = allocations;
  w.write(e);
  system.inverse_dynamics(e, a, tau);
  if (counts_allocations) {
    EXPECT_EQ(allocations - before, 0);
  }
  const std::string where = model.name + " " + coordinates;
  EXPECT_LT((w.M().toDense() - m.M).norm(), 1e-13 * m.M.norm()) << where;
  EXPECT_LE((w.Phi_v().toDense() - m.Phi_v).norm(), 1e-13 * m.Phi_v.norm()) << where;
  EXPECT_LT((w.Q() - m.Q).norm(), 1e-13 * (1 + m.Q.norm())) << where;
  EXPECT_LT((tau - m.M * a + m.Q).norm(), 1e-13 * (1 + m.Q.norm() + (m.M * a).norm())) << where;
  EXPECT_LE((w.gamma() - m.gamma).norm(), 1e-12 * (1 + m.gamma.norm())) << where;
  EXPECT_LE((w.Phi() - m.Phi).norm(), 1e-13) << where;
  EXPECT_LE((w.Phi_v() * state.v - m.nu - w.Phi_rate()).norm(), 1e-12) << where;
}

TEST(WrittenOut, IsTheDenseOneInSpace) {
  for (const std::string& coordinates : coordinate_names(3)) {
    for (Model (*mechanism)() : {open_chain, four_bar, slider_crank, bricard_linkage})
      expect_the_dense_matrices(with_tilted_axes(mechanism()), coordinates, Purpose::stepping);
    expect_the_dense_matrices(with_motor(with_tilted_axes(slider_crank()), "main"), coordinates, Purpose::reading);
  }
}

TEST(WrittenOut, IsTheDenseOneInThePlane) {
  for (const std::string& coordinates : coordinate_names(2))
    for (const Purpose purpose : {Purpose::reading, Purpose::stepping})
      for (const Model& model : {in_the_plane(four_bar()), with_motor(in_the_plane(four_bar()), "main")})
        expect_the_dense_matrices(model, coordinates, purpose);
}

// A row between two bodies far out in a tree sees only the branches below the body that they share.
TEST(WrittenOut, RowsEndAtTheSharedBody) {
  const System system(with_tilted_axes(four_bar()), "relative");
  const WrittenOut w(system);
  EXPECT_EQ(w.Phi_v().rows(), 5);
  EXPECT_EQ(w.M().rows(), 3);
  // A chain: every body carries the next.
  Model chain = open_chain();
  Constraint& row = chain.constraints.emplace_back();
  row.name = "row";
  row.kind = Distance{};
  row.bodies = {"b3", "b5"};
  row.at = Point{{2.5, 0, 1}, {}};
  row.at2 = Point{{4, 0.5, 0}, {}};
  const System tree(with_tilted_axes(chain), "relative");
  EXPECT_EQ(WrittenOut(tree).Phi_v().nonZeros(), 3);  // cross (2) and slide (1)
  EXPECT_EQ(WrittenOut(System(with_tilted_axes(chain), "absolute")).M().nonZeros(), 7 * 36);
}

}  // namespace
}  // namespace bricard::test
