// The law of stabilizations: constraints are closed by the smallest change in the metric of the masses, or not touched at all.
#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "bricard/formulations/stabilizations/stabilizations.hpp"
#include "bricard/system/matrices.hpp"
#include "bricard/system/test_mechanisms.hpp"

namespace bricard::test {
namespace {

class StabilizationLaws : public testing::TestWithParam<std::tuple<int, std::string>> {};

TEST_P(StabilizationLaws, ClosesTheConstraintsOrLeavesTheStateAlone) {
  const Stabilization& stabilization = stabilizations[std::get<0>(GetParam())];
  for (Model (*mechanism)() : {four_bar, slider_crank, bricard_linkage}) {
    const Model model = with_tilted_axes(mechanism());
    const System relative(model, "relative"), system(model, std::get<1>(GetParam()));
    const State exact = carried_over(relative, random_state(relative, 4), system);
    Equations e(system);
    system.motion(exact, e);
    system.fill(e);
    e.kernel.select();
    // Off by a small amount in position and velocity.
    State off = exact;
    Eigen::VectorXd d = 1e-4 * Eigen::VectorXd::Random(system.nv());
    system.move(exact.q, d, off.q);
    off.v += 1e-3 * Eigen::VectorXd::Random(system.nv());
    system.normalize(off);  // Euler parameters keep their unit length in any case
    State state = off;
    ASSERT_TRUE(stabilization.apply(system, e, state, 1, 1e-13)) << model.name;
    system.motion(state, e);
    if (!stabilization.projects) {
      EXPECT_LT((state.q - off.q).norm() + (state.v - off.v).norm(), 1e-14);
      continue;
    }
    EXPECT_LT(system.violation(e, Order::position, RowSet::all), 1e-12);
    EXPECT_LT(system.violation(e, Order::velocity, RowSet::all), 1e-12);
    // The change of velocity is an impulse of the constraints: M dv = Phi_vᵀ mu, so it does no work on admissible motions.
    Kinematics<double> k = make_kinematics<double>(system.layout());
    system.evaluate<double>(k, state.t, state.q.data(), state.v.data(), {});
    const Matrices<double> m = matrices(system, k);
    Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> rows(m.Phi_v);
    rows.setThreshold(1e-9);
    const Eigen::VectorXd impulse = m.M * (state.v - off.v);
    const Eigen::VectorXd admissible_part =
        impulse - m.Phi_v.transpose() * m.Phi_v.transpose().completeOrthogonalDecomposition().solve(impulse);
    EXPECT_LT(admissible_part.norm(), 1e-8 * impulse.norm()) << model.name;
  }
}

INSTANTIATE_TEST_SUITE_P(All, StabilizationLaws,
                         testing::Combine(testing::Range(0, static_cast<int>(stabilizations.size())),
                                          testing::ValuesIn(coordinate_names(3))),
                         [](const auto& info) {
                           return std::string(stabilizations[std::get<0>(info.param)].name) + "_" + std::get<1>(info.param);
                         });

}  // namespace
}  // namespace bricard::test
