// Designs of mechanisms against published and direct solutions.
#include <gtest/gtest.h>

#include <array>
#include <functional>

#include "study/test_conducted.hpp"

namespace bricard::study {
namespace {

class MechanismDesign : public StudyTest {};

// A. P. Morgan, C. W. Wampler, Solving a planar four-bar design problem using continuation, J. Mech. Des. 112 (1990) 544-550, problem
// 7: a coupler point through five points of a line, about pivots (0, 0) and (1, 0). Of the 33 solutions of their equations this is
// the one whose coupler turns in one sense, as phcpy gives it (doc/source/fourbar.rst): joints at d0 + x and d0 + y.
constexpr double published_x[] = {-0.0877960434509, -0.851386907516}, published_y[] = {0.235837391307, -1.41899202704};

const char* const straight_line = R"(bricard: 1
name: Four-bar through five points
dimension: 2
parameters: {x1: -0.15, x2: -0.8, y1: 0.3, y2: -1.3}
points: {A: [0, 0], B: [1, 0], P: [0.5, 1.06], X: [0.5 + x1, 1.06 + x2], Y: [0.5 + y1, 1.06 + y2]}
bodies:
  crank:   {mass: 1, inertia: 1, position: A}
  coupler: {mass: 1, inertia: 1, position: P}
  rocker:  {mass: 1, inertia: 1, position: B}
joints:
  a: {type: revolute, bodies: [ground, crank], at: A}
  x: {type: revolute, bodies: [crank, coupler], at: X}
  y: {type: revolute, bodies: [coupler, rocker], at: Y}
  b: {type: revolute, bodies: [ground, rocker], at: B}
drivers: {turn: {body: coupler, coordinate: angle, value: "t"}}
analysis: {type: kinematics, duration: 1.6, output_step: 0.02}
)";

TEST_F(MechanismDesign, AFourBarThroughFivePoints) {
  give(straight_line, R"(
vary: {x1: {from: -0.3, to: 0.1}, x2: {from: -1, to: -0.6}, y1: {from: 0, to: 0.5}, y2: {from: -1.7, to: -1.1}}
measure:
  e1: min((coupler.x - 0.22)^2 + (coupler.y - 0.78)^2)
  e2: min((coupler.x + 0.13)^2 + (coupler.y - 0.43)^2)
  e3: min((coupler.x + 0.34)^2 + (coupler.y - 0.22)^2)
  e4: min((coupler.x + 0.83)^2 + (coupler.y + 0.27)^2)
  error: e1 + e2 + e3 + e4
optimize: {minimize: error, evaluations: 1000, tolerance: 1e-9}
)");
  Json best = conducted()["best"];
  EXPECT_LT(best["measures"]["error"].get<double>(), 1e-6);
  EXPECT_NEAR(best["point"]["x1"].get<double>(), published_x[0], 2e-4);
  EXPECT_NEAR(best["point"]["x2"].get<double>(), published_x[1], 2e-4);
  EXPECT_NEAR(best["point"]["y1"].get<double>(), published_y[0], 2e-4);
  EXPECT_NEAR(best["point"]["y2"].get<double>(), published_y[1], 2e-4);
}

// The double wishbone of models/mechanisms by hand: the upright carries UBJ, LBJ, TO, WC and the axis of the hub; balls of the arms
// keep their distances from the arms' pivots, the tie rod its length, WC its height.
using Vector = std::array<double, 3>;
Vector operator-(const Vector& a, const Vector& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
Vector operator+(const Vector& a, const Vector& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
double squared(const Vector& a) { return a[0] * a[0] + a[1] * a[1] + a[2] * a[2]; }

struct Corner {
  Vector UF{120, 250, 300}, UR{-180, 250, 285}, UBJ{-8, 520, 325}, LF{140, 175, 128}, LR{-190, 180, 135}, LBJ{0, 555, 130}, TI{65, 245, 155},
      TO{62, 580, 158}, WC{0, 610, 228};
  std::array<double, 6> pose{};  // displacement of WC, rotation vector

  Vector turned(const Vector& p) const {  // Rodrigues
    const Vector w{pose[3], pose[4], pose[5]};
    const double angle = std::sqrt(squared(w)), s = angle > 0 ? std::sin(angle) / angle : 1, c = angle > 0 ? (1 - std::cos(angle)) / (angle * angle) : 0.5;
    const Vector wp{w[1] * p[2] - w[2] * p[1], w[2] * p[0] - w[0] * p[2], w[0] * p[1] - w[1] * p[0]};
    const Vector wwp{w[1] * wp[2] - w[2] * wp[1], w[2] * wp[0] - w[0] * wp[2], w[0] * wp[1] - w[1] * wp[0]};
    return {p[0] + s * wp[0] + c * wwp[0], p[1] + s * wp[1] + c * wwp[1], p[2] + s * wp[2] + c * wwp[2]};
  }
  Vector moved(const Vector& p) const { return turned(p - WC) + WC + Vector{pose[0], pose[1], pose[2]}; }
  std::array<double, 6> gaps(double travel) const {
    const auto stretch = [&](const Vector& fixed, const Vector& p) { return (squared(moved(p) - fixed) - squared(p - fixed)) / 1000; };
    return {stretch(UF, UBJ), stretch(UR, UBJ), stretch(LF, LBJ), stretch(LR, LBJ), stretch(TI, TO), pose[2] - travel};
  }
  void solve(double travel) {
    for (int round = 0; round < 20; ++round) {
      const auto g = gaps(travel);
      double a[6][7];
      for (int j = 0; j < 6; ++j) {
        const double h = j < 3 ? 1e-4 : 1e-7, before = pose[j];
        pose[j] = before + h;
        const auto up = gaps(travel);
        pose[j] = before - h;
        const auto down = gaps(travel);
        pose[j] = before;
        for (int i = 0; i < 6; ++i) a[i][j] = (up[i] - down[i]) / (2 * h);
      }
      for (int i = 0; i < 6; ++i) a[i][6] = -g[i];
      for (int k = 0; k < 6; ++k) {  // Gauss with pivots
        int p = k;
        for (int i = k; i < 6; ++i) if (std::abs(a[i][k]) > std::abs(a[p][k])) p = i;
        std::swap(a[k], a[p]);
        for (int i = 0; i < 6; ++i) {
          if (i == k) continue;
          const double f = a[i][k] / a[k][k];
          for (int j = k; j < 7; ++j) a[i][j] -= f * a[k][j];
        }
      }
      double step = 0;
      for (int j = 0; j < 6; ++j) pose[j] += a[j][6] / a[j][j], step = std::max(step, std::abs(a[j][6] / a[j][j]));
      if (step < 1e-11) return;
    }
  }
  double toe() const {  // deg
    const double camber = -1.5 * M_PI / 180;
    const Vector axis = turned({0, std::cos(camber), -std::sin(camber)});
    return std::atan2(axis[0], axis[1]) * 180 / M_PI;
  }
};

// With the inner end of the tie rod at y and its outer end at z.
double bump_steer(double y, double z) {
  double least = INFINITY, most = -INFINITY;
  for (const double side : {1.0, -1.0}) {
    Corner corner;
    corner.TI[1] = y, corner.TO[2] = z;
    for (int i = 0; i <= 60; ++i) {
      corner.solve(side * 30 * i / 60);
      least = std::min(least, corner.toe());
      most = std::max(most, corner.toe());
    }
  }
  return most - least;
}

TEST_F(MechanismDesign, TheTieRodOfLeastBumpSteer) {
  // Directly: a compass search on the corner by hand.
  double y = 245, z = 158, least = bump_steer(y, z);
  for (double step = 4; step > 1e-4;) {
    bool better = false;
    for (const auto& [dy, dz] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}})
      if (const double other = bump_steer(y + dy * step, z + dz * step); other < least)
        least = other, y += dy * step, z += dz * step, better = true;
    if (!better) step /= 2;
  }
  const std::string file = source_dir + "/models/studies/bump_steer.study.yaml";
  const cli::Ended ended = bricard({"study", file, "--json", "--out", "bump.sqlite"});
  ASSERT_EQ(ended.code, 0) << ended.err;
  Json best = Json::parse(ended.out)["best"];
  const double found_y = best["point"]["TI.y"], found_z = best["point"]["TO.z"], found = best["measures"]["bump_steer"];
  EXPECT_NEAR(found, bump_steer(found_y, found_z), 1e-4);  // both models are of one corner
  EXPECT_LT(found, 1.05 * least);
  EXPECT_NEAR(found_z, z, 0.2);
  EXPECT_NEAR(found_y, y, 1);
  EXPECT_GT(bump_steer(245, 158), 20 * least);  // as the model has it
}

// A rod between a crank and a rocker of length 1, whose pivots are 2 apart: while the crank turns from upright by 0.3, its tip is √5 to
// √((2 + sin 0.3)² + cos² 0.3) = 2.486 from the other pivot, so that the rod fits from 1.486 to 3.236.
TEST_F(MechanismDesign, WhatCannotBeAssembledIsARow) {
  give(R"(bricard: 1
dimension: 2
parameters: {rod: 2.2}
bodies:
  crank:  {mass: 1, inertia: 1, position: [0, 1]}
  rocker: {mass: 1, inertia: 1, position: [2, 1]}
joints:
  main:  {type: revolute, bodies: [ground, crank], at: [0, 0]}
  pivot: {type: revolute, bodies: [ground, rocker], at: [2, 0]}
constraints: {link: {type: distance, bodies: [crank, rocker], at: [0, 1], at2: [2, 1], value: rod}}
drivers: {motor: {joint: main, angle: 0.3*t}}
outputs: {turn: pivot.angle}
analysis: {type: kinematics, duration: 1, output_step: 0.1}
)",
       "vary: {rod: {from: 0.5, to: 6.5, points: 13}}\nmeasure: {turn: turn}\n");
  Json found = conducted();
  EXPECT_EQ(found["samples"], 13);
  EXPECT_EQ(found["failed"]["count"], 9);
  const TableOfRuns table = this->table();
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const bool has_failed = table.cell(i, "status") == "failed";
    const double rod = table.number(i, "rod");
    EXPECT_EQ(has_failed, rod < 1.486 || rod > 3.236) << rod;
    EXPECT_EQ(has_failed, table.cell(i, "turn") == "nan") << i;
    EXPECT_EQ(has_failed, !table.cell(i, "reason").empty()) << i;
  }
}

}  // namespace
}  // namespace bricard::study
