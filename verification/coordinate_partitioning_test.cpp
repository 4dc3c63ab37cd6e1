// Coordinate partitioning along a motion in which the wished coordinate turns back: a four-bar linkage that turns freely under
// gravity, against its energies in closed form. The rocker stands still twice in a turn, where its angle determines nothing:
// there another coordinate must take over, and neither positions nor accelerations may show when.
#include "bricard/analyses/test_four_bar.hpp"
#include "bricard/elements/elements.hpp"
#include "bricard/io/yaml_reader.hpp"
#include "verification/cases.hpp"

namespace bricard {
namespace {

constexpr double speed = 10;

Model free_four_bar() {
  Model model = benchmark("four_bar_driven");
  model.drivers.clear();
  model.gravity = {0, -9.81, 0};
  model.joints[0].initial = Initial{};
  (*model.joints[0].initial)["speed"] = speed;
  return model;
}

// Acceleration of the crank at an angle: d/dx (E - V)/J, by differences in long double.
double crank_acceleration(const FourBar& linkage, long double x) {
  const long double energy = linkage.kinetic(0, 0) * speed * speed / 2 + linkage.potential(0), d = 1e-5L;
  const auto half_square = [&](long double at) { return (energy - linkage.potential(at)) / linkage.kinetic(at, 0); };
  return double((half_square(x + d) - half_square(x - d)) / (2 * d));
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }
std::string all_warnings(const Results& results) {
  std::string text;
  for (const std::string& warning : results.summary.warnings) text += warning + "\n";
  return text;
}

Results partitioned(const Model& model, const std::vector<std::string>& independent, bool as_formulation, double duration,
                    double output_step) {
  AnalysisOptions options = timed(duration, output_step, "relative", 1e-9);
  (as_formulation ? options.formulation : options.stabilization) = "coordinate_partitioning";
  options.independent = independent;
  return run(model, options);
}

TEST(CoordinatePartitioning, changes_its_choice_without_a_kink) {
  const FourBar linkage;
  const Model model = free_four_bar();
  int kept = 0, changed = 0;
  for (const bool as_formulation : {true, false})
    for (const std::vector<std::string>& wish :
         std::vector<std::vector<std::string>>{{}, {"main"}, {"pin"}, {"wrist"}, {"pivot"}}) {
      SCOPED_TRACE((wish.empty() ? "none" : wish[0]) + (as_formulation ? " formulation" : " stabilization"));
      const Results results = partitioned(model, wish, as_formulation, 0.9, 0.005);
      EXPECT_DONE(results);
      const std::string& why = results.summary.methods.why;
      ASSERT_TRUE(has(why, "independent: ")) << why;
      EXPECT_FALSE(results.summary.redundant.empty());  // three rows, by name
      if (!wish.empty() && !has(all_warnings(results), "has no coordinate in the tree")) {
        EXPECT_TRUE(has(why, "independent: " + wish[0])) << why;
        const bool is_told = has(all_warnings(results), "'" + wish[0] + "' cannot be independent at t = ");
        EXPECT_EQ(is_told, has(why, "; from t = ")) << why << "\n" << all_warnings(results);
        ++(is_told ? changed : kept);
      }
      long double x = 0, t = 0;
      for (int row = 0; row < results.rows(); ++row) {
        const double now = value(results, "t", row);
        if (now > t) {  // on from the last row, with its exact speed
          const long double rate =
              std::sqrt(2 * ((linkage.kinetic(0, 0) * speed * speed / 2 + linkage.potential(0)) - linkage.potential(x)) /
                        linkage.kinetic(x, 0));
          x = linkage.free_angle(x, rate, now - t, 0, 60);
          t = now;
        }
        ASSERT_NEAR(value(results, "main.angle", row), double(x), 1e-6) << now;
        ASSERT_NEAR(value(results, "crank.alz", row), crank_acceleration(linkage, x), 3e-5) << now << why;  // of 1e2
        ASSERT_NEAR(value(results, "rocker.wz", row), double(linkage.at(x, 1).w4) * value(results, "main.speed", row), 1e-8)
            << now;
      }
      ASSERT_GT(double(x), 6.5);  // more than a turn
    }
  EXPECT_GE(kept, 2);     // the crank turns on
  EXPECT_GE(changed, 2);  // what swings to and fro cannot stay
}

// Slider-crank in free motion: J(phi) phi'^2 is constant. It starts in a dead point, where the wished slider stands still, so
// that the wish waits; and it is taken back between dead points.
TEST(CoordinatePartitioning, takes_a_wish_back_where_it_can) {
  const double r = 0.1, l = 0.3, start = 100;
  Model model = benchmark("slider_crank_driven");
  model.drivers.clear();
  model.joints[0].initial = Initial{};
  (*model.joints[0].initial)["speed"] = start;
  const auto inertia = [&](double phi) {  // bars and slider of 1 kg
    const double s = std::sin(phi), c = std::cos(phi), rod = std::sqrt(l * l - r * r * s * s), turn = r * c / rod;
    const double slider = -r * s - r * s * turn, x = -r * s - r * s * turn / 2, y = r * c / 2;
    return r * r / 3 + l * l / 12 * turn * turn + x * x + y * y + slider * slider;
  };
  const Results results = partitioned(model, {"guide"}, true, 0.1, 0.0005);
  EXPECT_DONE(results);
  const std::string& why = results.summary.methods.why;
  EXPECT_TRUE(has(all_warnings(results), "'guide' cannot be independent at t = 0 s")) << all_warnings(results);
  EXPECT_FALSE(has(why, "independent: guide")) << why;
  EXPECT_TRUE(has(why, " on guide")) << why;
  for (int row = 0; row < results.rows(); ++row) {
    const double phi = value(results, "main.angle", row), d = 1e-4;
    const double rate = start * std::sqrt(inertia(0) / inertia(phi));
    const double slope = (inertia(phi + d) - inertia(phi - d)) / (2 * d);
    ASSERT_NEAR(value(results, "main.speed", row), rate, 1e-6) << row << why;
    ASSERT_NEAR(value(results, "crank.alz", row), -slope / (2 * inertia(phi)) * rate * rate, 0.02) << row << why;  // of 1e4
  }
  ASSERT_GT(value(results, "main.angle"), 6.3);  // more than a turn
}

std::string refusal(const Model& model, const std::vector<std::string>& independent) {
  try {
    partitioned(model, independent, true, 0.01, 0.01);
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(CoordinatePartitioning, says_why_a_partition_cannot_be_made) {
  const auto expect_part = [](const std::string& text, const char* part) { EXPECT_TRUE(has(text, part)) << text; };
  Model model = free_four_bar();
  expect_part(refusal(model, {"mian"}), "there is no joint 'mian'; did you mean `main`?");
  expect_part(refusal(model, {"main", "pin"}),
              "analysis.independent: 2 coordinates ('main', 'pin') cannot be independent: constraints and drivers leave 1 degree "
              "of freedom; name at most 1");

  // Two pendulums, one of them driven.
  const char* pendulums = R"(bricard: 1
bodies:
  a: {mass: 1, inertia: [1, 1, 1], position: [1, 0, 0]}
  b: {mass: 1, inertia: [1, 1, 1], position: [2, 0, 0]}
joints:
  first: {type: revolute, bodies: [ground, a], at: [0, 0, 0], axis: [0, 1, 0]}
  second: {type: revolute, bodies: [a, b], at: [1, 0, 0], axis: [0, 1, 0]}
drivers:
  motor: {joint: first, angle: t}
)";
  expect_part(
      refusal(read_yaml_text(pendulums, "test"), {"first"}),
      "analysis.independent[0]: driver 'motor' prescribes 'first': what is known cannot be independent; name one of 'second'");
  EXPECT_EQ(refusal(read_yaml_text(pendulums, "test"), {"second"}), "accepted");
}

// A four-bar linkage and a pendulum on its rocker: two freedoms, but two angles of the loop follow from each other.
TEST(CoordinatePartitioning, names_wishes_that_follow_from_each_other) {
  Model model = free_four_bar();
  Body bob;
  bob.name = "bob";
  bob.mass = 1;
  bob.inertia.matrix = Matrix3::Identity();
  bob.position = Point{{3.2, -1, 0}, ""};
  Joint swing = model.joints[3];
  swing.name = "swing";
  swing.bodies = {"rocker", "bob"};
  model.bodies.push_back(bob);
  model.joints.push_back(swing);
  EXPECT_EQ(refusal(model, {"main", "swing"}), "accepted");
  const std::string text = refusal(model, {"main", "pin"});
  EXPECT_TRUE(has(text, "'pin' follows from 'main': no partition has all of these coordinates independent")) << text;
}

}  // namespace
}  // namespace bricard
