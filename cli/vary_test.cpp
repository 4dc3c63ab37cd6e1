// Tests of varied numbers as a user meets them: --set, --sweep and `find` with points and keys, and what --keep keeps, against
// closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>

#include "bricard/results/csv_reader.hpp"
#include "cli/test_program.hpp"

namespace bricard::cli {
namespace {

using Json = nlohmann::json;
using Vector2 = std::complex<double>;
constexpr double pi = 3.14159265358979323846;

// A planar four-bar in mm and degrees whose crank is driven through 60 degrees.
const char* const four_bar = R"(bricard: 1
name: Four-bar
dimension: 2
units: {length: mm, angle: deg}
points: {A: [0, 0], B: [0, 100], C: [300, 160], D: [300, -50]}
bodies:
  crank:   {mass: 1, inertia: 1, position: B}
  coupler: {mass: 1, inertia: 1, position: B}
  rocker:  {mass: 1, inertia: 1, position: D}
joints:
  main:  {type: revolute, bodies: [ground, crank], at: A}
  pin:   {type: revolute, bodies: [crank, coupler], at: B}
  wrist: {type: revolute, bodies: [coupler, rocker], at: C}
  pivot: {type: revolute, bodies: [ground, rocker], at: D}
drivers: {motor: {joint: main, angle: 60*t}}
outputs: {slope: coupler.angle}
analysis: {type: kinematics, duration: 1, output_step: 20 ms}
)";

// The turn of the coupler when the crank has turned by phi: C is where the circles about B' and D meet, on the side where it was
// (Freudenstein's problem, by the law of cosines).
double coupler_angle(Vector2 b, Vector2 c, Vector2 d, double phi) {
  const Vector2 moved = b * std::polar(1.0, phi), along = d - moved;
  const double rod = std::abs(c - b), rocker = std::abs(c - d), distance = std::abs(along);
  const double side = std::imag((c - b) * std::conj(d - b)) > 0 ? 1 : -1;
  const double corner = std::acos((rod * rod + distance * distance - rocker * rocker) / (2 * rod * distance));
  const Vector2 end = moved + along / distance * rod * std::polar(1.0, side * corner);
  return std::arg((end - moved) / (c - b)) * 180 / pi;
}

// A slide that is driven as t², and a pendulum of 1 m that is let go at 1 rad.
const char* const slide = R"(bricard: 1
dimension: 2
parameters: {n: 2}
bodies: {block: {mass: 1, inertia: 1, position: [0, 0]}}
joints: {rail: {type: prismatic, bodies: [ground, block], at: [0, 0], axis: [1, 0]}}
drivers: {push: {joint: rail, position: "n/2*t^2"}}
analysis: {type: kinematics, duration: 3, output_step: 100 ms}
)";
const char* const pendulum = R"(bricard: 1
dimension: 2
gravity: [0, -10]
points: {P: [0, -1]}
bodies: {bob: {mass: 1, inertia: 1e-9, position: P}}
joints: {hinge: {type: revolute, bodies: [ground, bob], at: [0, 0], initial: {angle: 1 rad}}}
analysis: {type: dynamics, duration: 2, output_step: 10 ms, tolerance: 1e-10}
)";

class VaryTest : public ProgramTest {
 protected:
  VaryTest() {
    write("bar.bricard.yaml", four_bar);
    write("slide.bricard.yaml", slide);
    write("pendulum.bricard.yaml", pendulum);
  }
  NumberTable table(const std::string& run) const { return read_csv(path(run) / "results.csv"); }
  static double at(const NumberTable& table, std::size_t row, const std::string& column) {
    const int found = table.column(column);
    EXPECT_GE(found, 0) << column;
    return found < 0 ? 0 : table.at(row, static_cast<std::size_t>(found));
  }
};

TEST_F(VaryTest, APointIsSwept) {
  const Ended ended = bricard({"run", "bar.bricard.yaml", "--sweep", "C.y=140:180:10", "--out", "o"});
  ASSERT_EQ(ended.code, 0) << ended.err;
  const NumberTable found = table("o");
  ASSERT_EQ(found.rows(), 5u);
  EXPECT_EQ(found.names[0], "C.y");
  for (std::size_t i = 0; i < 5; ++i) {
    const double y = 140 + 10.0 * static_cast<double>(i);
    EXPECT_EQ(found.at(i, 0), y);
    EXPECT_NEAR(at(found, i, "slope"), coupler_angle({0, 100}, {300, y}, {300, -50}, pi / 3), 1e-6) << y;
  }
  EXPECT_EQ(summary("o")["units"]["columns"]["C.y"], "mm");
  EXPECT_EQ(summary("o")["message"], "5 values of C.y");
}

TEST_F(VaryTest, APointIsSetWithAUnitAndIsInTheResolvedModel) {
  ASSERT_EQ(bricard({"run", "bar.bricard.yaml", "--set", "C.y=6.3 in", "--out", "o"}).code, 0);
  const NumberTable found = table("o");
  EXPECT_NEAR(at(found, found.rows() - 1, "slope"), coupler_angle({0, 100}, {300, 160.02}, {300, -50}, pi / 3), 1e-6);
  ASSERT_EQ(bricard({"run", "o/model.bricard.yaml", "--out", "again"}).code, 0);
  EXPECT_NEAR(at(table("again"), 50, "slope"), at(found, 50, "slope"), 1e-9);
}

// Several: all combinations, the last one changing first; lists; units.
TEST_F(VaryTest, AGridOfTwo) {
  const Ended ended = bricard({"run", "bar.bricard.yaml", "--sweep", "D.x=29 cm,300 mm", "--sweep", "C.y=150:170:10", "--keep",
                               "max(slope), low = min(slope), at(slope, t == 0.5)", "--out", "o"});
  ASSERT_EQ(ended.code, 0) << ended.err;
  const NumberTable found = table("o");
  ASSERT_EQ(found.rows(), 6u);
  EXPECT_EQ(found.names, (std::vector<std::string>{"D.x", "C.y", "max(slope)", "low", "at(slope, t == 0.5)"}));
  for (std::size_t i = 0; i < 6; ++i) {
    const double x = i < 3 ? 290 : 300, y = 150 + 10.0 * static_cast<double>(i % 3);
    EXPECT_NEAR(found.at(i, 0), x, 1e-12);
    EXPECT_EQ(found.at(i, 1), y);
    const auto slope = [&](double phi) { return coupler_angle({0, 100}, {300, y}, {x, -50}, phi); };
    EXPECT_NEAR(found.at(i, 4), slope(pi / 6), 1e-6);
    double most = 0, least = 0;
    for (int k = 0; k <= 60000; ++k)
      most = std::max(most, slope(k * pi / 180000)), least = std::min(least, slope(k * pi / 180000));
    EXPECT_NEAR(found.at(i, 2), most, 1e-5);
    EXPECT_NEAR(found.at(i, 3), least, 1e-5);
  }
  const Json told = summary("o")["sweep"];
  EXPECT_EQ(told["variants"], 6);
  EXPECT_EQ(told["varied"][1]["values"], (std::vector<double>{150, 160, 170}));
  EXPECT_EQ(told["kept"][1], "low");
}

// x = n t²/2 over 3 s in rows of 0.1 s: the cubic between rows is exact.
TEST_F(VaryTest, NumbersOfAKnownFunction) {
  const Ended ended =
      bricard({"run", "slide.bricard.yaml", "--sweep", "n=1,2", "--keep",
               "mean(rail.position), rms(rail.position), at(rail.position, t == 2.05), at(t, rail.position == 2), "
               "at(t, rail.position > 1.21), at(rail.rate, rail.position == 100)",
               "--out", "o"});
  ASSERT_EQ(ended.code, 0) << ended.err;
  const NumberTable found = table("o");
  for (std::size_t i = 0; i < 2; ++i) {
    const double n = found.at(i, 0);
    EXPECT_NEAR(found.at(i, 1), n / 2 * 3, 1e-12);
    EXPECT_NEAR(found.at(i, 2), n / 2 * std::sqrt(81.0 / 5), 1e-12);
    EXPECT_NEAR(found.at(i, 3), n / 2 * 2.05 * 2.05, 1e-12);
    EXPECT_NEAR(found.at(i, 4), std::sqrt(4 / n), 1e-12);
    EXPECT_NEAR(found.at(i, 5), std::sqrt(2.42 / n), 1e-12);
    EXPECT_TRUE(std::isnan(found.at(i, 6)));
  }
  EXPECT_NE(summary("o")["warnings"].dump().find("never holds"), std::string::npos);
}

// v² = 2 g L (1 - cos(1)), below the hinge: between rows, and first reached after a quarter of the period.
TEST_F(VaryTest, TheLargestSpeedOfAPendulum) {
  const Ended ended = bricard({"run", "pendulum.bricard.yaml", "--sweep", "P.y=-2:-1:0.5", "--keep",
                               "max(abs(bob.vx)), at(bob.y, hinge.angle == 0)", "--out", "o"});
  ASSERT_EQ(ended.code, 0) << ended.err;
  const NumberTable found = table("o");
  ASSERT_EQ(found.rows(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    const double length = -found.at(i, 0);
    EXPECT_NEAR(found.at(i, 1), std::sqrt(2 * 10 * length * (1 - std::cos(1))), 2e-5);
    EXPECT_NEAR(found.at(i, 2), -length, 1e-6);
  }
}

TEST_F(VaryTest, WholeCurvesAreOneTable) {
  ASSERT_EQ(bricard({"run", "slide.bricard.yaml", "--sweep", "n=1:3:1", "--keep", "curves", "--out", "o"}).code, 0);
  const NumberTable found = table("o");
  ASSERT_EQ(found.rows(), 3 * 31u);
  EXPECT_EQ(found.names[1], "t");
  for (std::size_t i = 0; i < found.rows(); ++i)
    EXPECT_NEAR(at(found, i, "rail.position"), found.at(i, 0) / 2 * std::pow(at(found, i, "t"), 2), 1e-9);
  const Json curves = summary("o")["sweep"]["curves"];
  ASSERT_EQ(curves.size(), 3u);
  EXPECT_EQ(curves[2]["values"][0], 3);
  EXPECT_EQ(curves[2]["rows"], 31);
}

// With C at y = 300 the linkage still closes, but at 60 degrees the rocker is too far away.
TEST_F(VaryTest, AVariantThatFailsIsARowWithAReason) {
  const Ended ended = bricard(
      {"run", "bar.bricard.yaml", "--set", "motor.angle=360*t", "--sweep", "B.y=100,250", "--keep", "max(slope)", "--out", "o"});
  ASSERT_EQ(ended.code, 0) << ended.err;
  const NumberTable found = table("o");
  ASSERT_EQ(found.rows(), 2u);
  EXPECT_TRUE(std::isfinite(found.at(0, 1)));
  EXPECT_TRUE(std::isnan(found.at(1, 1)));
  const Json told = summary("o")["sweep"];
  ASSERT_EQ(told["failures"].size(), 1u);
  EXPECT_EQ(told["failures"][0]["values"][0], 250);
  EXPECT_NE(text("o/variants.csv").find("250,failed,\""), std::string::npos);
  EXPECT_NE(summary("o")["warnings"].dump().find("B.y = 250: "), std::string::npos);
  EXPECT_EQ(bricard({"run", "bar.bricard.yaml", "--set", "motor.angle=360*t", "--sweep", "B.y=240,250", "--out", "p"}).code, 1);
}

// A value with which the model is wrong does not end the others; where all are wrong the input is.
TEST_F(VaryTest, AWrongValueIsAFailedVariant) {
  ASSERT_EQ(bricard({"run", "slide.bricard.yaml", "--sweep", "block.mass=1,-1", "--out", "o"}).code, 0);
  EXPECT_EQ(summary("o")["sweep"]["done"], 1);
  EXPECT_EQ(bricard({"run", "slide.bricard.yaml", "--sweep", "block.mass=-2,-1", "--out", "p"}).code, 2);
}

TEST_F(VaryTest, WhatIsWrongIsToldByName) {
  const auto refused = [&](std::vector<std::string> more, const std::string& words) {
    std::vector<std::string> all{"run", "bar.bricard.yaml"};
    all.insert(all.end(), more.begin(), more.end());
    const Ended ended = bricard(all);
    EXPECT_EQ(ended.code, 2) << words << ended.err;
    EXPECT_NE(ended.err.find(words), std::string::npos) << ended.err;
  };
  refused({"--sweep", "C.z=1:2:1"}, "--sweep C.z: `z` is none of a list of 2");
  refused({"--sweep", "CC.y=1:2:1"}, "did you mean `C.y`?");
  refused({"--sweep", "C.y=1 N:2 N:1 N"}, "expected length");
  refused({"--sweep", "C.y=140:180:1 cm"}, "has a unit and `180` has none");
  refused({"--sweep", "C.y=1,2", "--sweep", "C.y=1,2"}, "varied twice");
  refused({"--keep", "curves"}, "there is no --sweep");
  refused({"--sweep", "C.y=1,2", "--keep", "maxi(slope)"}, "did you mean `max`?");
  refused({"--sweep", "C.y=1,2", "--keep", "max(slop)"}, "`max(slop)`: unknown name `slop`");
  refused({"--sweep", "C.y=1,2", "--keep", "at(slope, t = 2)"}, "for a comparison");
  refused({"--sweep", "C.y=1,2", "--keep", "max(slope), max(slope)"}, "asked for twice");
  refused({"--sweep", "C.y=1,2", "--keep", "max(slope"}, "not closed");
  refused({"--set", "wrist.friction.statik=1"}, "statik");
}

// The bob hangs on a spring of 1 N/mm: the upper end moves up by m g/k so that the bob is where it was drawn.
TEST_F(VaryTest, APointIsFound) {
  write("hung.bricard.yaml", R"(bricard: 1
units: {length: mm}
dimension: 2
gravity: [0, -10 m/s^2]
points: {top: [0, 0]}
bodies: {bob: {mass: 2, inertia: 1e3, position: [0, -100]}}
joints: {guide: {type: prismatic, bodies: [ground, bob], at: [0, -100], axis: [0, 1]}}
forces: {spring: {type: spring_damper, from: {body: ground, at: top}, to: {body: bob, at: [0, -100]}, stiffness: 1, free_length: 100}}
analysis: {type: equilibrium, equilibrium: {find: [top.y], so_that: ["bob.y == -100"]}}
)");
  const Ended ended = bricard({"run", "hung.bricard.yaml", "--out", "o"});
  ASSERT_EQ(ended.code, 0) << ended.err;
  EXPECT_NEAR(summary("o")["found"]["top.y"].get<double>(), 20, 1e-6);
  EXPECT_NE(text("o/model.bricard.yaml").find("top"), std::string::npos);
  const Ended wrong = bricard({"run", "hung.bricard.yaml", "--set", "analysis.equilibrium.starts=0", "--out", "p"});
  EXPECT_EQ(wrong.code, 2);
}

}  // namespace
}  // namespace bricard::cli
