// The law of coordinate sets: the same physics in all of them, at random states on the constraints. Body axes are tilted, away
// from the gimbal lock of Euler angles.
#include <gtest/gtest.h>

#include "bricard/elements/elements.hpp"
#include "bricard/math/dense.hpp"
#include "bricard/model/in_plane.hpp"
#include "bricard/system/coordinates/names.hpp"
#include "bricard/system/coordinates/planar.hpp"
#include "bricard/system/evaluate_kinds.hpp"
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
  SamePhysics() {
    for (const std::string& name : coordinate_names(3)) systems.emplace_back(model, name);
  }
  const Model model = with_tilted_axes(GetParam().model());
  const System relative{model, "relative"};
  std::vector<System> systems;
};

// From every set into every other.
TEST_P(SamePhysics, StatesCarryOverAndBack) {
  for (int seed = 0; seed < 5; ++seed) {
    const State at = random_state(relative, seed);
    for (const System& from : systems) {
      const State state = carried_over(relative, at, from);
      Equations there(from);
      from.motion(state, there, RowSet::all, Measure::all);
      for (const System& to : systems) {
        Equations here(to);
        to.motion(to.state_of(there, state.t), here, RowSet::all, Measure::all);
        for (std::size_t b = 1; b < here.k.p.size(); ++b) {
          EXPECT_LT((here.k.p[b] - there.k.p[b]).norm(), 1e-11);
          EXPECT_LT((here.k.R[b] - there.k.R[b]).norm(), 1e-11);
          EXPECT_LT((here.k.v[b] - there.k.v[b]).norm(), 1e-11);
          EXPECT_LT((here.k.w[b] - there.k.w[b]).norm(), 1e-11);
        }
        EXPECT_LT(to.violation(here, Order::position, RowSet::all), 1e-11);
        EXPECT_LT(to.violation(here, Order::velocity, RowSet::all), 1e-11);
        for (int i = 0; i < to.own_rows(); ++i) {
          EXPECT_LT(std::abs(here.k.Phi[to.layout().rows + i]), 1e-14);
          EXPECT_LT(std::abs(here.k.Phi_rate[to.layout().rows + i]), 1e-13);
        }
      }
    }
  }
}

// The twist is the derivative of the pose along q' = T v, and the acceleration of a body that of its twist along (q', v'): by
// differences. Also where Euler parameters are off unit length.
TEST_P(SamePhysics, TwistsAndAccelerationsAreDerivatives) {
  const double h = 1e-5;
  for (const System& system : systems) {
    State state = carried_over(relative, random_state(relative, 7), system);
    if (system.own_rows()) state.q *= 1.01, state.v += 0.1 * state.q;
    Kinematics<double> k = make_kinematics<double>(system.layout()), up = k, down = k;
    Eigen::VectorXd a = Eigen::VectorXd::Random(system.nv()), rate(system.nq()), second(system.nq()), back(system.nv());
    system.rates(state.q, state.v, rate);
    system.second_rates(state.q.data(), state.v.data(), a.data(), second.data());
    system.velocities(state.q, rate, back);
    EXPECT_LT((back - state.v).norm(), 1e-12 * state.v.norm()) << system.coordinates();
    const auto at = [&](double t, Kinematics<double>& out) {
      const Eigen::VectorXd q = state.q + t * rate + 0.5 * t * t * second, v = state.v + t * a;
      system.evaluate<double>(out, state.t + t, q.data(), v.data(), {});
    };
    at(0, k), at(h, up), at(-h, down);
    std::vector<Vec6<double>> A(k.p.size(), Vec6<double>::Zero());
    system.body_accelerations<double>(k, a.data(), A);
    for (std::size_t b = 1; b < k.p.size(); ++b) {
      const Mat3<double> spin = (up.R[b] - down.R[b]) / (2 * h) * k.R[b].transpose();
      EXPECT_LT(((up.p[b] - down.p[b]) / (2 * h) - k.v[b]).norm(), 1e-7) << system.coordinates();
      EXPECT_LT((Vec3<double>(spin(2, 1), spin(0, 2), spin(1, 0)) - k.w[b]).norm(), 1e-7) << system.coordinates();
      EXPECT_LT(((up.v[b] - down.v[b]) / (2 * h) - A[b].head<3>()).norm(), 1e-6 * (1 + A[b].norm())) << system.coordinates();
      EXPECT_LT(((up.w[b] - down.w[b]) / (2 * h) - A[b].tail<3>()).norm(), 1e-6 * (1 + A[b].norm())) << system.coordinates();
    }
    // Power: Jᵀ F · a = F · J a, with the drift left out.
    std::vector<Vec6<double>> F(k.p.size(), Vec6<double>::Zero()), J = F;
    for (std::size_t b = 1; b < F.size(); ++b) F[b].setRandom();
    for (auto& c : k.c) c.setZero();
    system.body_accelerations<double>(k, a.data(), J);
    double power = 0;
    for (std::size_t b = 1; b < F.size(); ++b) power += F[b].dot(J[b]);
    Eigen::VectorXd r(system.nv());
    system.pull_back<double>(k, F, r.data());
    EXPECT_NEAR(r.dot(a), power, 1e-11 * (1 + a.norm())) << system.coordinates();
  }
}

// Off its own rows, a set's corrections close them to first order and its accelerations obey them; bodies accelerate the same.
TEST_P(SamePhysics, SolutionsObeyTheRowsOfTheSetItself) {
  for (const System& system : systems) {
    if (system.own_rows() == 0) continue;
    const State exact = carried_over(relative, random_state(relative, 9), system);
    State off = exact;
    Kinematics<double> k = make_kinematics<double>(system.layout());
    for (int b = 0; b < system.layout().bodies; ++b) {
      off.q.segment<4>(7 * b + 3) *= 1.01;
      off.v.segment<4>(7 * b + 3) = 1.01 * off.v.segment<4>(7 * b + 3) + 0.3 * off.q.segment<4>(7 * b + 3);
    }
    const Solved there(system, exact), here(system, off);
    for (std::size_t b = 1; b < k.p.size(); ++b)
      EXPECT_LT((here.e.solution.A[b] - there.e.solution.A[b]).norm(), 1e-9 * (1 + there.e.solution.A[b].norm()));
    Equations e(system);
    system.motion(off, e);
    ASSERT_TRUE(system.factor(e));
    for (int i = 0; i < system.own_rows(); ++i) {
      const int row = system.layout().rows + i;
      EXPECT_NEAR(system.own_product(e.k, i, here.a.data()), e.k.gamma[row], 1e-10 * (1 + here.a.norm()));
      for (const Order order : {Order::position, Order::velocity}) {
        system.correction(order, e, e.increment);
        const double open = order == Order::position ? e.k.Phi[row] : e.k.Phi_rate[row];
        EXPECT_GT(std::abs(open), 0.005);
        EXPECT_NEAR(system.own_product(e.k, i, e.increment.data()), -open, 1e-13);
      }
    }
  }
}

// A set's own rows vanish on a normalized state, and normalizing moves no body.
TEST_P(SamePhysics, NormalizingMovesNoBody) {
  for (const System& system : systems) {
    State state = carried_over(relative, random_state(relative, 8), system);
    const bool has_rows = system.own_rows() > 0;
    if (has_rows) state.q *= 1.1, state.v -= 0.2 * state.q;
    Equations before(system), after(system);
    system.motion(state, before);
    system.normalize(state);
    system.motion(state, after);
    for (std::size_t b = 1; b < before.k.p.size(); ++b) {
      EXPECT_LT((after.k.R[b] - before.k.R[b]).norm(), 1e-13) << system.coordinates();
      EXPECT_LT((after.k.w[b] - before.k.w[b]).norm(), 1e-13 * (1 + before.k.w[b].norm())) << system.coordinates();
    }
    for (int row = system.layout().rows; row < system.layout().rows + system.own_rows(); ++row) {
      EXPECT_LT(std::abs(after.k.Phi[row]), 1e-14);
      EXPECT_LT(std::abs(after.k.Phi_rate[row]), 1e-14);
      EXPECT_GT(std::abs(before.k.Phi[row]), 0.01);
    }
  }
}

TEST_P(SamePhysics, EqualAccelerationsAndReactions) {
  for (int seed = 0; seed < 10; ++seed) {
    const State state = random_state(relative, seed);
    const Solved r(relative, state);
    EXPECT_EQ(r.left_out, GetParam().redundant);
    for (const System& system : systems) {
      const Solved a(system, carried_over(relative, state, system));
      EXPECT_EQ(a.left_out, GetParam().redundant) << system.coordinates();
      double largest = 0, apart = 0, force = 0, split = 0;
      for (std::size_t b = 1; b < r.e.solution.A.size(); ++b) {
        largest = std::max(largest, r.e.solution.A[b].norm());
        apart = std::max(apart, (r.e.solution.A[b] - a.e.solution.A[b]).norm());
      }
      EXPECT_LT(apart, 1e-10 * largest) << system.coordinates() << " seed " << seed;
      for (std::size_t g = 0; g < r.split.wrench.size(); ++g) {
        force = std::max(force, r.split.wrench[g].norm());
        split = std::max(split, (r.split.wrench[g] - a.split.wrench[g]).norm());
      }
      EXPECT_LT(split, 1e-6 * force) << system.coordinates() << " seed " << seed;
    }
  }
}

// The second difference of the constraints along the motion is zero: gamma and the Jacobian are right, by no formula of theirs.
TEST_P(SamePhysics, ConstraintsStayClosedToSecondOrder) {
  const double h = 1e-4;
  for (const System& system : systems) {
    State state = carried_over(relative, random_state(relative, 3), system);
    const Solved solved(system, state);
    Equations e(system);
    Eigen::VectorXd sum = Eigen::VectorXd::Zero(system.layout().rows + system.own_rows());
    for (const double t : {-h, h}) {
      // Second order in h for positions: q ∘ (h v + h²/2 a).
      State moved = state;
      Eigen::VectorXd q(system.nq()), second(system.nq()), rate(system.nq());
      system.rates(state.q, state.v, rate);
      system.second_rates(state.q.data(), state.v.data(), solved.a.data(), second.data());
      q = state.q + t * rate + 0.5 * t * t * second;
      moved.q = q;
      moved.t = state.t + t;
      system.motion(moved, e, RowSet::all);
      for (int row = 0; row < sum.size(); ++row) sum[row] += e.k.Phi[row];
    }
    EXPECT_LT(sum.cwiseAbs().maxCoeff() / (h * h), 1e-5 * (1 + solved.a.norm())) << system.coordinates();
  }
}

// The kernel against M, Q, Phi_v, gamma written out and solved with a pseudo-inverse.
TEST_P(SamePhysics, KernelSolvesTheEquationsWrittenOut) {
  for (const System& system : systems)
    for (int seed = 0; seed < 4; ++seed) {
      const State state = carried_over(relative, random_state(relative, seed), system);
      const Solved solved(system, state);
      Kinematics<double> k = make_kinematics<double>(system.layout());
      system.evaluate<double>(k, state.t, state.q.data(), state.v.data(),
                              {state.angles.data(), static_cast<std::size_t>(state.angles.size())});
      const Matrices<double> m = matrices(system, k);
      EXPECT_LT((m.M - m.M.transpose()).norm(), 1e-12 * m.M.norm());
      const int nv = system.nv(), rows = static_cast<int>(m.Phi.size());
      Eigen::MatrixXd K = Eigen::MatrixXd::Zero(nv + rows, nv + rows);
      K << m.M, m.Phi_v.transpose(), m.Phi_v, Eigen::MatrixXd::Zero(rows, rows);
      Eigen::VectorXd b(nv + rows);
      b << m.Q, m.gamma;
      const Eigen::VectorXd x = LeastNorm(K, 1e-10).solve(b);
      EXPECT_LT((x.head(nv) - solved.a).norm(), 1e-8 * (1 + solved.a.norm())) << system.coordinates() << " seed " << seed;
    }
}

// Reactions and applied forces move every body, and no split of the reactions has a smaller norm.
TEST_P(SamePhysics, ReactionsBalanceEveryBodyWithLeastNorm) {
  const State state = random_state(relative, 2);
  for (const System& system : systems) {
    const Solved s(system, carried_over(relative, state, system));
    const Layout& layout = system.layout();
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
    EXPECT_LT((Gt * efforts - needed).norm(), 1e-8 * needed.norm()) << system.coordinates();
    const Eigen::VectorXd least = LeastNorm(Gt, 1e-9).solve(needed);
    EXPECT_LT((least - efforts).norm(), 1e-6 * least.norm()) << system.coordinates();
  }
}

INSTANTIATE_TEST_SUITE_P(Mechanisms, SamePhysics, testing::ValuesIn(cases),
                         [](const auto& info) { return std::string(info.param.name); });

// The plane: three coordinates per body. A pendulum whose pin has two rows, x and y.
struct PinnedBar {
  static constexpr double length = 0.7, mass = 2, inertia = 0.3;
  static Layout layout() {
    Model model;
    model.dimension = 2;
    model.gravity = {0, -9.81, 0};
    model.bodies = {bar("bar", {0, 0, 0}, {2 * length, 0, 0}, mass)};
    model.bodies[0].inertia = planar_inertia(inertia);
    model.joints = {joint<Revolute>("pin", "ground", "bar", {0, 0, 0})};
    return compile(model);
  }
};

TEST(Planar, PinnedBarSwingsAsInTheTextbook) {
  const Layout layout = PinnedBar::layout();
  KernelStructure structure;
  structure.parent = {0, 0};
  structure.free = PlanarCoordinates::free(layout);
  ASSERT_EQ(structure.free[1], 1);
  EXPECT_EQ(PlanarCoordinates::nq(layout), 3);
  Kernel kernel(structure);
  EdgeWork work;
  work.per_row.assign(12, Vec6<double>::Zero());
  work.groups = std::make_shared<const std::vector<std::vector<int>>>(std::vector<std::vector<int>>{{}, {0}});
  const double angle = 0.4, rate = 1.7, l = PinnedBar::length, c = std::cos(angle), s = std::sin(angle);
  const double q[3] = {l * c, l * s, angle}, v[3] = {-l * s * rate, l * c * rate, rate};
  Kinematics<double> k = make_kinematics<double>(PinnedBar::layout());
  PlanarCoordinates::motion(layout, q, v, k);
  const Pair<double> pair = [&] {
    evaluate_pair(layout, k, 0);
    return k.pairs[0];
  }();
  for (int i = 0; i < 2; ++i) {
    const Row<double> row = along<double>(pair, Vec3<double>::Unit(i));
    write_row(k, layout.groups[0], i, &row, 0.0, 0.0, 0.0);
    EXPECT_NEAR(k.Phi[i], 0, 1e-15);
    EXPECT_NEAR(k.Phi_rate[i], 0, 1e-15);
  }
  evaluate_forces(layout, k);
  auto& m = kernel.matrices();
  m.mass[1] = layout.mass[1];
  m.inertia[1] = k.R[1] * layout.inertia[1] * k.R[1].transpose();
  PlanarCoordinates::edges(layout, k, kernel, work);
  for (int component : {2, 3, 4}) EXPECT_EQ(m.S[0][component], 0);
  ASSERT_TRUE(kernel.factor());
  KernelRightSide right = kernel.right_side();
  KernelSolution solution = kernel.solution();
  right.f = k.f;
  PlanarCoordinates::known(layout, k, Order::acceleration, work, right.c);
  kernel.solve(right, solution);
  double a[3];
  PlanarCoordinates::increments(layout, k, Order::acceleration, kernel, solution, work, a);
  // (J + m l²) phi'' = -m g l cos phi; the centre of mass moves on a circle.
  const double expected = -PinnedBar::mass * 9.81 * l * c / (PinnedBar::inertia + PinnedBar::mass * l * l);
  EXPECT_NEAR(a[2], expected, 1e-12 * std::abs(expected));
  EXPECT_NEAR(a[0], -l * s * expected - l * c * rate * rate, 1e-12);
  EXPECT_NEAR(a[1], l * c * expected - l * s * rate * rate, 1e-12);
}

TEST(Planar, ChartGoesThereAndBack) {
  const Layout layout = PinnedBar::layout();
  Kinematics<double> k = make_kinematics<double>(layout);
  const double q[3] = {0.3, -0.4, 2.5}, v[3] = {1, 2, -3}, d[3] = {0.1, 0.2, 0.3};
  double q_back[3], v_back[3], moved[3];
  PlanarCoordinates::motion(layout, q, v, k);
  EXPECT_LT((k.R[1] - rotation<double>(quaternion_of(Vec3<double>(0, 0, 2.5)))).norm(), 1e-15);
  PlanarCoordinates::from_bodies(layout, k, q_back, v_back);
  PlanarCoordinates::move(layout, q, d, moved);
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(q_back[i], q[i], 1e-15);
    EXPECT_NEAR(v_back[i], v[i], 1e-15);
    EXPECT_NEAR(moved[i], q[i] + d[i], 1e-15);
  }
  std::vector<Vec6<double>> A(2), F(2, Vec6<double>::LinSpaced(1, 6));
  PlanarCoordinates::accelerations(layout, k, v, A);
  EXPECT_EQ(A[1], (Vec6<double>() << 1, 2, 0, 0, 0, -3).finished());
  double r[3];
  PlanarCoordinates::pull_back(layout, k, F, r);
  EXPECT_EQ(r[0], 1);
  EXPECT_EQ(r[1], 2);
  EXPECT_EQ(r[2], 6);
}

TEST(Planar, OneAngleLeavesNoChoiceOfRotations) {
  Model model;
  model.dimension = 2;
  model.gravity = default_gravity(2);
  model.bodies = {bar("bar", {0, 0, 0}, {1, 0, 0})};
  model.bodies[0].inertia = planar_inertia(1);
  for (const char* name : {"euler_parameters", "euler_angles"}) {
    try {
      System system(model, name);
      ADD_FAILURE() << name << " was accepted";
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("a planar body has one angle"), std::string::npos) << error.what();
      EXPECT_NE(std::string(error.what()).find("absolute, relative"), std::string::npos) << error.what();
    }
  }
  EXPECT_EQ(System(model, "absolute").nv(), 3);
  model.dimension = 3;
  EXPECT_EQ(System(model, "absolute").nv(), 6);
  EXPECT_EQ(System(model, "euler_parameters").nv(), 7);
}

// R = Rz Rx Rz as the reader writes it: the matrix of euler_zxz: [30, 40, 50 deg] in io/yaml_test.cpp comes from there.
TEST(EulerAngles, TurnAsTheReaderWritesThem) {
  Model model;
  model.bodies = {bar("rotor", {0, 0, 0}, {1, 0, 0})};
  const System system(model, "euler_angles");
  State state = system.designed();
  const double degree = std::acos(-1.0) / 180;
  state.q.tail<3>() << 30 * degree, 40 * degree, 50 * degree;
  Equations e(system);
  system.motion(state, e);
  const Eigen::AngleAxisd a(30 * degree, Vec3<double>::UnitZ()), b(40 * degree, Vec3<double>::UnitX()),
      c(50 * degree, Vec3<double>::UnitZ());
  EXPECT_LT((e.k.R[1] - (a * b * c).toRotationMatrix()).norm(), 1e-15);
  EXPECT_NEAR(e.k.R[1](0, 2), 0.32139380484326957, 1e-15);
}

}  // namespace
}  // namespace bricard::test
