// The law of coordinate sets: the same physics in all of them, at random states on the constraints.
#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "bricard/system/matrices.hpp"
#include "bricard/system/recorder.hpp"
#include "bricard/system/test_mechanisms.hpp"

namespace bricard::test {
namespace {

struct Case {
  const char* name;
  Model (*model)();
  int redundant;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

const Case cases[] = {
    {"open_chain", open_chain, 0}, {"four_bar", four_bar, 3}, {"slider_crank", slider_crank, 0}, {"bricard", bricard_linkage, 1}};

// A System with its equations solved at a state.
struct Solved {
  Solved(const System& system, const State& state) : e(system), a(system.nv()) {
    system.motion(state, e, RowSet::all, Measure::all);
    system.fill(e);
    left_out = e.kernel.rows() - e.kernel.select();
    system.factor(e);
    system.forces(e);
    system.accelerations(e, a);
    reactions(system, e, left_out > 0, split);
  }
  Equations e;
  Eigen::VectorXd a;
  int left_out;
  Reactions split;
};

class SamePhysics : public testing::TestWithParam<Case> {
 protected:
  const Model model = GetParam().model();
  const System absolute{model, "absolute"}, relative{model, "relative"};
};

TEST_P(SamePhysics, StatesCarryOverAndBack) {
  for (int seed = 0; seed < 5; ++seed) {
    const State state = random_state(relative, seed);
    const State back = carried_over(absolute, carried_over(relative, state, absolute), relative);
    Equations there(relative), here(relative);
    relative.motion(state, there, RowSet::all, Measure::all);
    relative.motion(back, here, RowSet::all, Measure::all);
    for (std::size_t b = 1; b < here.k.p.size(); ++b) {
      EXPECT_LT((here.k.p[b] - there.k.p[b]).norm(), 1e-11);
      EXPECT_LT((here.k.R[b] - there.k.R[b]).norm(), 1e-11);
      EXPECT_LT((here.k.v[b] - there.k.v[b]).norm(), 1e-11);
      EXPECT_LT((here.k.w[b] - there.k.w[b]).norm(), 1e-11);
    }
    EXPECT_LT(relative.violation(here, Order::position, RowSet::all), 1e-11);
    EXPECT_LT(relative.violation(here, Order::velocity, RowSet::all), 1e-11);
  }
}

TEST_P(SamePhysics, EqualAccelerationsAndReactions) {
  for (int seed = 0; seed < 10; ++seed) {
    const State state = random_state(relative, seed);
    const Solved r(relative, state), a(absolute, carried_over(relative, state, absolute));
    EXPECT_EQ(r.left_out, GetParam().redundant);
    EXPECT_EQ(a.left_out, GetParam().redundant);
    double largest = 0, apart = 0, force = 0, split = 0;
    for (std::size_t b = 1; b < r.e.solution.A.size(); ++b) {
      largest = std::max(largest, r.e.solution.A[b].norm());
      apart = std::max(apart, (r.e.solution.A[b] - a.e.solution.A[b]).norm());
    }
    EXPECT_LT(apart, 1e-10 * largest) << "seed " << seed;
    for (std::size_t g = 0; g < r.split.wrench.size(); ++g) {
      force = std::max(force, r.split.wrench[g].norm());
      split = std::max(split, (r.split.wrench[g] - a.split.wrench[g]).norm());
    }
    EXPECT_LT(split, 1e-6 * force) << "seed " << seed;
  }
}

// The second difference of the constraints along the motion is zero: gamma and the Jacobian are right, by no formula of theirs.
TEST_P(SamePhysics, ConstraintsStayClosedToSecondOrder) {
  const double h = 1e-4;
  for (const System* system : {&absolute, &relative}) {
    State state = carried_over(relative, random_state(relative, 3), *system);
    const Solved solved(*system, state);
    Equations e(*system);
    Eigen::VectorXd sum = Eigen::VectorXd::Zero(system->layout().rows);
    for (const double t : {-h, h}) {
      // Second order in h for positions: q ∘ (h v + h²/2 a).
      State moved = state;
      Eigen::VectorXd q(system->nq()), second(system->nq()), rate(system->nq());
      system->rates(state.q, state.v, rate);
      system->second_rates(state.q.data(), state.v.data(), solved.a.data(), second.data());
      q = state.q + t * rate + 0.5 * t * t * second;
      moved.q = q;
      moved.t = state.t + t;
      system->motion(moved, e, RowSet::all);
      for (int row = 0; row < sum.size(); ++row) sum[row] += e.k.Phi[row];
    }
    EXPECT_LT(sum.cwiseAbs().maxCoeff() / (h * h), 1e-5 * (1 + solved.a.norm())) << system->coordinates();
  }
}

// The kernel against M, Q, Phi_v, gamma written out and solved with a pseudo-inverse.
TEST_P(SamePhysics, KernelSolvesTheEquationsWrittenOut) {
  for (const System* system : {&absolute, &relative})
    for (int seed = 0; seed < 4; ++seed) {
      const State state = carried_over(relative, random_state(relative, seed), *system);
      const Solved solved(*system, state);
      Kinematics<double> k = make_kinematics<double>(system->layout());
      system->evaluate<double>(k, state.t, state.q.data(), state.v.data(),
                               {state.angles.data(), static_cast<std::size_t>(state.angles.size())});
      const Matrices<double> m = matrices(*system, k);
      EXPECT_LT((m.M - m.M.transpose()).norm(), 1e-12 * m.M.norm());
      const int nv = system->nv(), rows = static_cast<int>(m.Phi.size());
      Eigen::MatrixXd K = Eigen::MatrixXd::Zero(nv + rows, nv + rows);
      K << m.M, m.Phi_v.transpose(), m.Phi_v, Eigen::MatrixXd::Zero(rows, rows);
      Eigen::VectorXd b(nv + rows);
      b << m.Q, m.gamma;
      Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> solver(K);
      solver.setThreshold(1e-10);
      const Eigen::VectorXd x = solver.solve(b);
      EXPECT_LT((x.head(nv) - solved.a).norm(), 1e-8 * (1 + solved.a.norm())) << system->coordinates() << " seed " << seed;
    }
}

// Reactions and applied forces move every body, and no split of the reactions has a smaller norm.
TEST_P(SamePhysics, ReactionsBalanceEveryBodyWithLeastNorm) {
  const State state = random_state(relative, 2);
  for (const System* system : {&absolute, &relative}) {
    const Solved s(*system, carried_over(relative, state, *system));
    const Layout& layout = system->layout();
    const double length = layout.length;
    Eigen::MatrixXd Gt = Eigen::MatrixXd::Zero(6 * layout.bodies, layout.rows);
    Eigen::VectorXd efforts(layout.rows), needed(6 * layout.bodies);
    for (int b = 1; b <= layout.bodies; ++b) {
      Vec6<double> load;
      load << layout.mass[b] * s.e.solution.A[b].head<3>(), s.e.kernel.matrices().inertia[b] * s.e.solution.A[b].tail<3>();
      load -= s.e.k.f[b];
      load.tail<3>() /= length;
      needed.segment<6>(6 * (b - 1)) = load;
    }
    for (const RowGroup& group : layout.groups)
      for (int i = 0; i < group.rows; ++i) {
        const Row<double>& entry = s.e.k.entries[group.first_entry + i];
        const int row = group.first_row + i, pair = group.pairs[0];
        const double unit = entry.n.norm() > 0 ? 1 : length;
        efforts[row] = s.split.effort[row] / unit;
        const auto put = [&](int body, const Vec3<double>& reach, double sign) {
          if (body == 0) return;
          Vec6<double> covector = sign * unit * row_at<double>(entry.n, entry.tau, reach);
          covector.tail<3>() /= length;
          Gt.block<6, 1>(6 * (body - 1), row) += covector;
        };
        put(layout.pairs[pair].B.body, s.e.k.reach_B[pair], 1);
        put(layout.pairs[pair].A.body, s.e.k.reach_A[pair], -1);
      }
    EXPECT_LT((Gt * efforts - needed).norm(), 1e-8 * needed.norm()) << system->coordinates();
    Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> solver(Gt);
    solver.setThreshold(1e-9);
    const Eigen::VectorXd least = solver.solve(needed);
    EXPECT_LT((least - efforts).norm(), 1e-6 * least.norm()) << system->coordinates();
  }
}

INSTANTIATE_TEST_SUITE_P(Mechanisms, SamePhysics, testing::ValuesIn(cases),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace bricard::test
