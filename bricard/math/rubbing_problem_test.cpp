#include "bricard/math/rubbing_problem.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <random>
#include <string>

namespace bricard {
namespace {

using Found = RubbingEfforts::Found;

// A surface of one direction whose normal force is |n0 + n1 f|.
RubbingProblem one(double mu, double n0, double n1, double d0 = 0, double D = 1) {
  RubbingProblem problem;
  problem.surfaces = {{0, 1, mu, mu, 0, 0, 1}};
  problem.slip = Eigen::VectorXd::Zero(1);
  problem.d0 = Eigen::VectorXd::Constant(1, d0);
  problem.D = Eigen::MatrixXd::Constant(1, 1, D);
  problem.press = Eigen::MatrixXd::Zero(3, 2);
  problem.press(0, 0) = n0;
  problem.press(0, 1) = n1;
  return problem;
}
const RubbingMode forward{Contact::slides, {1, 0, 0}}, sticking{Contact::sticks, {}};

// f = -mu |n0 + n1 f|.
TEST(RubbingProblem, presses_the_more_the_more_it_rubs) {
  for (const double n1 : {-1.9, -1.0, 0.0, 1.0, 1.9}) {
    const RubbingEfforts found = solve(one(0.5, 10, n1), {forward});
    EXPECT_EQ(found.found, Found::one);
    EXPECT_NEAR(found.f[0], -0.5 * 10 / (1 + 0.5 * n1), 1e-12);
  }
}

// Beyond mu |n1| = 1 there is no solution, or there are two: n > 0 with 1 + mu n1 and n < 0 with 1 - mu n1.
TEST(RubbingProblem, painleve) {
  EXPECT_EQ(solve(one(0.5, 10, -2.1), {forward}).found, Found::none);
  EXPECT_EQ(solve(one(0.5, 10, 2.1), {forward}).found, Found::several);
  EXPECT_EQ(solve(one(0.5, -10, -2.1), {forward}).found, Found::several);
}

TEST(RubbingProblem, painleve_of_two_surfaces) {
  // Two surfaces that press on each other: x = mu |10 - a y|, y = mu |10 - b x|; contracts below mu² a b = 1.
  const auto two = [](double a, std::optional<double> other = {}) {
    RubbingProblem problem;
    problem.surfaces = {{0, 1, 0.5, 0.5, 0, 0, 1}, {1, 1, 0.5, 0.5, 0, 1, 1}};
    problem.slip = problem.d0 = Eigen::VectorXd::Zero(2);
    problem.D = Eigen::MatrixXd::Identity(2, 2);
    problem.press = Eigen::MatrixXd::Zero(6, 3);
    problem.press(0, 0) = problem.press(3, 0) = 10;
    problem.press(0, 2) = a;
    problem.press(3, 1) = other.value_or(a);
    return problem;
  };
  const RubbingEfforts found = solve(two(1.5), {forward, forward});
  EXPECT_EQ(found.found, Found::one);
  EXPECT_NEAR(found.f[0], -0.5 * 10 / (1 + 0.5 * 1.5), 1e-12);
  EXPECT_NEAR(found.f[1], found.f[0], 1e-12);
  EXPECT_EQ(solve(two(2.5), {forward, forward}).found, Found::several);
  EXPECT_EQ(solve(two(-2.5), {forward, forward}).found, Found::none);
  // The one that is pressed more is named.
  EXPECT_EQ(solve(two(-2.2, -2.6), {forward, forward}).surface, 1);
  EXPECT_EQ(solve(two(-2.6, -2.2), {forward, forward}).surface, 0);
}

TEST(RubbingProblem, holds_to_the_last_digits_of_the_cone) {
  for (const double load : {5 * (1 - 1e-13), 5 * (1 + 1e-13)}) {
    const Standing standing = stand_or_slip(one(0.5, 10, 0, load), {{}}, {1});
    EXPECT_EQ(standing.efforts.found, Found::one);
    EXPECT_EQ(standing.modes[0].contact, load < 5 ? Contact::sticks : Contact::slides);
    EXPECT_NEAR(standing.efforts.f[0], -5, 1e-11);
    if (load > 5) {
      EXPECT_EQ(standing.modes[0].direction[0], 1);
    }
  }
}

// In two directions the slip begins along the load where the mass is the same in both, else not: d = d0 + D f against f.
TEST(RubbingProblem, slip_in_two_directions_begins_against_the_friction) {
  RubbingProblem problem;
  problem.surfaces = {{0, 2, 0.5, 0.3, 10, 0, 0}};
  problem.slip = Eigen::VectorXd::Zero(2);
  problem.d0 = Eigen::Vector2d(6, 4);
  problem.D = Eigen::Vector2d(1, 0.25).asDiagonal();
  problem.press = Eigen::MatrixXd::Zero(0, 3);
  const Standing standing = stand_or_slip(problem, {{}}, {1});
  EXPECT_EQ(standing.modes[0].contact, Contact::slides);
  EXPECT_NEAR(standing.efforts.f.norm(), 3, 1e-12);
  const Eigen::Vector2d d = problem.d0 + problem.D * standing.efforts.f;
  EXPECT_NEAR(d[0] * standing.efforts.f[1], d[1] * standing.efforts.f[0], 1e-7);
  EXPECT_LT(d.dot(Eigen::Vector2d(standing.efforts.f)), 0);
  problem.d0 = Eigen::Vector2d(3, 1);  // (3, 4) in forces: just inside
  EXPECT_EQ(stand_or_slip(problem, {{}}, {1}).modes[0].contact, Contact::sticks);
}

// Two surfaces in parallel carry one load: the least split is half each; where one is weak, the other takes more, as long as both
// together can.
TEST(RubbingProblem, redundant_surfaces_share_while_they_can) {
  const auto two = [](double strong, double weak, double load, double moving = 1) {
    RubbingProblem problem;
    problem.surfaces = {{0, 1, 1, moving, strong, 0, 0}, {1, 1, 1, moving, weak, 0, 0}};
    problem.slip = Eigen::VectorXd::Zero(2);
    problem.d0 = Eigen::VectorXd::Constant(2, load);
    problem.D = Eigen::MatrixXd::Ones(2, 2);
    problem.press = Eigen::MatrixXd::Zero(0, 3);
    return stand_or_slip(problem, {{}, {}}, {1, 1});
  };
  Standing standing = two(10, 10, 12);
  EXPECT_FALSE(standing.efforts.unique);
  EXPECT_NEAR(standing.efforts.f[0], -6, 1e-9);
  standing = two(10, 2, 11);
  EXPECT_EQ(standing.modes[0].contact, Contact::sticks);
  EXPECT_EQ(standing.modes[1].contact, Contact::sticks);
  EXPECT_NEAR(standing.efforts.f.sum(), -11, 1e-7);
  EXPECT_NEAR(standing.efforts.f[1], -2, 1e-6);
  standing = two(10, 2, 12.5);
  EXPECT_EQ(standing.modes[0].contact, Contact::slides);
  EXPECT_EQ(standing.modes[1].contact, Contact::slides);
  EXPECT_NEAR(standing.efforts.f.sum(), -12, 1e-9);
  // What holds is the coefficient at rest.
  standing = two(10, 2, 11, 0.5);
  EXPECT_EQ(standing.modes[0].contact, Contact::sticks);
  EXPECT_NEAR(standing.efforts.f[1], -2, 1e-6);
}

// Their cones follow from the split itself: the weak surface, of 2 N, takes from what presses on the strong one half of its
// effort. Both hold 9.9 N only with -7.9 and -2, where |-7.9| < |9 - 0.5 · 2|; half each, the split of least norm, is outside.
TEST(RubbingProblem, redundant_surfaces_share_by_cones_that_follow) {
  RubbingProblem problem;
  problem.surfaces = {{0, 1, 1, 1, 0, 0, 1}, {1, 1, 1, 1, 2, 1, 0}};
  problem.slip = Eigen::VectorXd::Zero(2);
  problem.d0 = Eigen::VectorXd::Constant(2, 9.9);
  problem.D = Eigen::MatrixXd::Ones(2, 2);
  problem.press = Eigen::MatrixXd::Zero(3, 3);
  problem.press(0, 0) = 9;
  problem.press(0, 2) = 0.5;
  const Standing standing = stand_or_slip(problem, {{}, {}}, {1, 1});
  EXPECT_EQ(standing.modes[0].contact, Contact::sticks);
  EXPECT_EQ(standing.modes[1].contact, Contact::sticks);
  EXPECT_NEAR(standing.efforts.f[0], -7.9, 1e-5);
  EXPECT_NEAR(standing.efforts.f[1], -2, 1e-5);
}

// A direction that nothing can move, as that of a sleeve whose axial slip a loop forbids, holds nothing and lets the other one
// slip: at 0.5/0.1 = 5 N it sticks up to that, and slides beyond.
TEST(RubbingProblem, direction_that_nothing_can_move) {
  RubbingProblem problem;
  problem.slip = Eigen::VectorXd::Zero(2);
  problem.d0 = Eigen::Vector2d(0.5, 0);
  problem.D = Eigen::Vector2d(0.1, -1.7e-16).asDiagonal();
  problem.press = Eigen::MatrixXd::Zero(0, 3);
  for (const double limit : {4.0, 6.0}) {
    problem.surfaces = {{0, 2, 1, 1, limit, 0, 0}};
    const Standing standing = stand_or_slip(problem, {{}}, {1});
    EXPECT_EQ(standing.efforts.found, Found::one);
    EXPECT_EQ(standing.modes[0].contact, limit > 5 ? Contact::sticks : Contact::slides);
    EXPECT_NEAR(standing.efforts.f[0], -std::min(limit, 5.0), 1e-9);
    // Held beyond its cone, as in the stages of a step: outside, so that it is released.
    const RubbingEfforts held = solve(problem, {sticking});
    EXPECT_EQ(problem.excess(problem.surfaces[0], held.f) > 0, limit < 5);
  }
  // The same of two surfaces, of which one cannot move: the cross of a shaft at the position where it begins to turn.
  problem.surfaces = {{0, 1, 1, 1, 4, 0, 0}, {1, 1, 1, 1, 4, 0, 0}};
  problem.d0 = Eigen::Vector2d(0.5, -1e-23);
  problem.D << 0.1, -8e-24, -8e-24, 6.7e-45;
  const Standing standing = stand_or_slip(problem, {{}, {}}, {1, 1});
  EXPECT_EQ(standing.efforts.found, Found::one);
  EXPECT_EQ(standing.modes[0].contact, Contact::slides);
  EXPECT_NEAR(standing.efforts.f[0], -4, 1e-9);
  EXPECT_NEAR(standing.efforts.f[1], 0, 1e-9);
  EXPECT_EQ(standing.modes[1].contact, Contact::rests) << "friction does not hold what nothing moves";
}

// Without load what is left is rounding, and no load is too small to be held.
TEST(RubbingProblem, redundant_surfaces_hold_rounding) {
  RubbingProblem problem;
  problem.surfaces = {{0, 1, 1, 1, 10, 0, 0}, {1, 1, 1, 1, 10, 0, 0}};
  problem.slip = Eigen::VectorXd::Zero(2);
  problem.D = Eigen::MatrixXd::Ones(2, 2);
  problem.press = Eigen::MatrixXd::Zero(0, 3);
  for (const Eigen::Vector2d& load : {Eigen::Vector2d(2e-16, -1e-16), Eigen::Vector2d(0, 0), Eigen::Vector2d(1e-6, 1e-6)}) {
    problem.d0 = load;
    const Standing standing = stand_or_slip(problem, {{}, {}}, {1, 1});
    EXPECT_EQ(standing.efforts.found, Found::one);
    EXPECT_EQ(standing.modes[0].contact, Contact::sticks);
    EXPECT_EQ(standing.modes[1].contact, Contact::sticks);
    EXPECT_NEAR(standing.efforts.f.sum(), -0.5 * load.sum(), 1e-15);
  }
}

// Coulomb's law for every surface of random problems, whose normal forces depend a little on the friction: what slides is rubbed
// by moving N against its slip, or against the acceleration with which it begins; what sticks does not move and stays in its
// cone.
TEST(RubbingProblem, random_surfaces_obey_coulomb) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  const auto vector = [&](int size) {
    Eigen::VectorXd v(size);
    for (double& each : v) each = normal(random);
    return v;
  };
  int stuck = 0, begun = 0, sliding = 0;
  for (int trial = 0; trial < 200; ++trial) {
    RubbingProblem problem;
    const int count = 1 + trial % 4;
    int n = 0;
    for (int s = 0; s < count; ++s) {
      const int directions = 1 + static_cast<int>(random() % 2);
      const double moving = 0.1 + 0.2 * s;
      problem.surfaces.push_back({n, directions, trial % 3 == 0 ? 1.2 * moving : moving, moving, 0.5 * s, s, 1});
      n += directions;
    }
    Eigen::MatrixXd A(n, n);
    for (int i = 0; i < n; ++i) A.col(i) = vector(n);
    problem.D = A * A.transpose() + 0.3 * Eigen::MatrixXd::Identity(n, n);
    problem.d0 = 3 * vector(n);
    problem.slip = Eigen::VectorXd::Zero(n);
    problem.press = Eigen::MatrixXd::Zero(3 * count, 1 + n);
    for (int j = 0; j <= n; ++j) problem.press.col(j) = (j == 0 ? 2 : 0.05) * vector(3 * count);
    std::vector<RubbingMode> modes(count);
    std::vector<char> still(count, 1);
    for (int s = 0; s < count; ++s)
      if (random() % 4 == 0) {
        still[s] = 0;
        const Eigen::VectorXd direction = vector(problem.surfaces[s].count).normalized();
        modes[s].contact = Contact::slides;
        for (int i = 0; i < direction.size(); ++i) modes[s].direction[i] = direction[i];
      }
    const Standing standing = stand_or_slip(problem, modes, still);
    if (standing.efforts.found != Found::one) continue;
    const Eigen::VectorXd f = standing.efforts.f, d = problem.d0 + problem.D * f,
                          n_all = problem.press.col(0) + problem.press.rightCols(n) * f;
    for (int s = 0; s < count; ++s) {
      const RubbingSurface& surface = problem.surfaces[s];
      const double N = surface.preload + n_all.segment(3 * s, 3).norm();
      EXPECT_NEAR(problem.normal(surface, f), N, 1e-12);
      const Eigen::VectorXd own = f.segment(surface.first, surface.count), pace = d.segment(surface.first, surface.count);
      SCOPED_TRACE("trial " + std::to_string(trial) + " surface " + std::to_string(s));
      if (!still[s]) {
        ++sliding;
        for (int i = 0; i < surface.count; ++i) EXPECT_NEAR(own[i], -surface.moving * N * modes[s].direction[i], 1e-9 * N);
      } else if (standing.modes[s].contact == Contact::sticks) {
        ++stuck;
        EXPECT_LT(pace.norm(), 1e-7);
        EXPECT_LE(own.norm(), surface.holding * N * (1 + 1e-8));
      } else {
        ++begun;
        EXPECT_LT((own + surface.moving * N * pace.normalized()).norm(), 1e-5 * N);
      }
    }
  }
  EXPECT_GT(stuck, 100);
  EXPECT_GT(begun, 50);
  EXPECT_GT(sliding, 50);
}

}  // namespace
}  // namespace bricard
