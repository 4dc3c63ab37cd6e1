// Bodies without inertia whose motion loops or a rolling contact determine (verification/idle/), and inertias that no body has.
// References: equations of one freedom integrated here; the same mechanism with other bodies; closed forms.
#include <functional>

#include "bricard/analyses/test_motion_cases.hpp"

namespace bricard {
namespace {

Results run_with(const Model& model, const std::string& coordinates, const std::string& formulation, double tolerance = 1e-8) {
  AnalysisOptions options = *model.analysis;
  options.coordinates = coordinates;
  options.formulation = formulation;
  options.tolerance.relative = formulation == "index3" ? 1e-5 : tolerance;
  options.independent.clear();
  return run(model, options);
}

// u'' = f(u, u') by the classical Runge–Kutta method in 20 000 steps.
std::pair<double, double> integrated(double u, double w, double end, const std::function<double(double, double)>& f) {
  constexpr int steps = 20000;
  const double h = end / steps;
  for (int i = 0; i < steps; ++i) {
    const double a1 = f(u, w), w2 = w + h / 2 * a1, a2 = f(u + h / 2 * w, w2), w3 = w + h / 2 * a2, a3 = f(u + h / 2 * w2, w3),
                 w4 = w + h * a3, a4 = f(u + h * w3, w4);
    u += h / 6 * (w + 2 * w2 + 2 * w3 + w4);
    w += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
  }
  return {u, w};
}

// What needs only the reduced mass matrix.
const std::vector<std::string> takes_massless{"auto", "lagrange", "coordinate_partitioning", "null_space", "index3"};

// check(results, limit) in all coordinates with all of these; the limit is 1e-6, but for index 3, whose steps are coarse.
template <class Check>
void with_every_method(const Model& model, double limit_of_index3, const Check& check) {
  for (const std::string& coordinates : coordinate_sets_of(model))
    for (const std::string& formulation : takes_massless) {
      SCOPED_TRACE(coordinates + " " + formulation);
      const Results results = run_with(model, coordinates, formulation);
      ASSERT_EQ(results.summary.outcome.status, Status::done) << results.summary.outcome.message;
      check(results, formulation == "index3" ? limit_of_index3 : 1e-6);
    }
}

// (J + m x_u²) u'' + m x_u x_uu u'² = 0.05 g cos u: x(u) is the way of the slider, J that of the crank about its hinge.
TEST(Massless, ARodBetweenCrankAndSlider) {
  const double r = 0.1, l = 0.3, J = 1e-3 + 0.05 * 0.05, m = 0.5;
  const auto acceleration = [&](double u, double w) {
    const double s = std::sin(u), c = std::cos(u), root = std::sqrt(l * l - r * r * s * s);
    const double x_u = -r * s - r * r * s * c / root;
    const double x_uu = -r * c - r * r * (c * c - s * s) / root - std::pow(r, 4) * s * s * c * c / std::pow(root, 3);
    return (0.05 * 9.81 * c - m * x_u * x_uu * w * w) / (J + m * x_u * x_u);
  };
  const auto [angle, speed] = integrated(0.3, 30, 0.5, acceleration);
  const Model model = idle_model("massless_rod");
  with_every_method(model, 2e-3, [&](const Results& results, double limit) {
    EXPECT_NEAR(value(results, "main.angle"), angle, limit);
    EXPECT_NEAR(value(results, "main.speed"), speed, 30 * limit);
    EXPECT_NEAR(value(results, "crank.aly"), acceleration(value(results, "main.angle"), value(results, "main.speed")), 1e-2);
    // Two forces on a body without mass act along the line between them.
    const double x = value(results, "slider.x") - r * std::cos(angle), z = r * std::sin(angle);
    const double across = value(results, "wrist.fx") * z - value(results, "wrist.fz") * x;
    EXPECT_NEAR(across / l, 0, 1e-6 * std::hypot(value(results, "wrist.fx"), value(results, "wrist.fz")) + limit);
  });
  const std::string why = run_with(model, "auto", "auto").summary.methods.why;
  EXPECT_NE(why.find("reduced mass matrix, for 'rod'"), std::string::npos) << why;
}

// A body cut in two halves, one without mass, moves as the whole.
TEST(Massless, AShadowBody) {
  Model model = idle_model("shadow_body"), whole = model;
  model.analysis->tolerance.relative = 1e-8;
  std::erase_if(whole.bodies, [](const Body& each) { return each.name == "shadow"; });
  std::erase_if(whole.joints, [](const Joint& each) { return each.name == "weld"; });
  for (Joint& joint : whole.joints)
    for (std::string& body : joint.bodies)
      if (body == "shadow") body = "coupler";
  const Results right = run_with(whole, "absolute", "lagrange", 1e-10);
  ASSERT_EQ(right.summary.outcome.status, Status::done) << right.summary.outcome.message;
  const Results as_written = run(model, *model.analysis);
  ASSERT_EQ(as_written.summary.outcome.status, Status::done) << as_written.summary.outcome.message;
  EXPECT_NEAR(value(as_written, "pivot.angle"), value(right, "pivot.angle"), 1e-6);
  with_every_method(model, 2e-3, [&](const Results& results, double limit) {
    for (const std::string column : {"main.angle", "pivot.angle", "coupler.x", "coupler.z"})
      EXPECT_NEAR(value(results, column), value(right, column), limit) << column;
    EXPECT_NEAR(value(results, "wrist.fx"), value(right, "wrist.fx"), 1e3 * limit);
  });
}

// `cut: body` gives the coupler a second half, and the motion is that of the whole; the cut carries what the wrist brings.
TEST(Massless, ABodyThatIsCutHasASecondHalf) {
  const Model whole = read_model(source_file("models/mechanisms/four_bar.bricard.yaml"));
  Model cut = whole;
  body(cut, "coupler").cut = Cut::body;
  const Results right = run_with(whole, "absolute", "lagrange", 1e-10);
  for (const std::string& formulation : takes_massless) {
    SCOPED_TRACE(formulation);
    const Results results = run_with(cut, "relative", formulation);
    ASSERT_EQ(results.summary.outcome.status, Status::done) << results.summary.outcome.message;
    const double limit = formulation == "index3" ? 2e-3 : 1e-6;
    EXPECT_NEAR(value(results, "coupler.x"), value(right, "coupler.x"), limit);
    EXPECT_NEAR(value(results, "coupler_half.x"), value(right, "coupler.x"), limit);
    EXPECT_NEAR(value(results, "coupler_cut.fx"), value(results, "wrist.fx"), 1e-6);
    EXPECT_NEAR(value(results, "coupler_cut.fy"), value(results, "wrist.fy"), 1e-6);
  }
}

// x = (F / m) t² / 2, and the wheel turns with x / r; the road needs no force along it.
TEST(Massless, AWheelThatRolls) {
  const Model model = idle_model("massless_wheel");
  with_every_method(model, 2e-3, [&](const Results& results, double /*limit*/) {
    EXPECT_NEAR(value(results, "guide.position"), 4, 1e-5);
    EXPECT_NEAR(value(results, "hub.angle"), 20, 1e-4);
    EXPECT_NEAR(value(results, "contact.fx"), 0, 1e-6);
  });
}

// A ladder in two halves, both without mass: (m cos² + M sin²) u'' + (M - m) sin cos u'² = -m g cos / l, x = l cos u.
TEST(Massless, ALadderOfTwoHalves) {
  const double m = 1, M = 2, l = 0.5, g = 9.81;
  const auto acceleration = [&](double u, double w) {
    const double s = std::sin(u), c = std::cos(u);
    return (-m * g * c / l - (M - m) * s * c * w * w) / (m * c * c + M * s * s);
  };
  const auto [angle, speed] = integrated(std::atan2(0.4, 0.3), 0, 0.2, acceleration);
  const Model model = idle_model("massless_double_rod");
  with_every_method(model, 1e-4, [&](const Results& results, double limit) {
    EXPECT_NEAR(value(results, "low.x"), l * std::cos(angle), limit);
    EXPECT_NEAR(value(results, "high.vz"), l * std::cos(angle) * speed, 10 * limit);
  });
}

// Nothing resists: said, with the name of the body, whether a force acts along its motion or not.
TEST(Massless, WhatNothingDeterminesIsRefused) {
  for (const std::string torque : {"", "forces: {push: {type: torque, body: loose, components: [0, 1, 0]}}\n"}) {
    const Model model = read_yaml_text(
        "bricard: 1\nbodies:\n  heavy: {mass: 1, inertia: [1, 1, 1], position: [0, 0, 0]}\n"
        "  loose: {position: [1, 0, 0]}\njoints:\n"
        "  a: {type: revolute, bodies: [ground, heavy], at: [0, 0, 0], axis: [0, 1, 0]}\n"
        "  b: {type: revolute, bodies: [heavy, loose], at: [0.5, 0, 0], axis: [0, 1, 0]}\n" +
            torque + "analysis: {type: dynamics, duration: 1}\n",
        "loose");
    for (const std::string& coordinates : coordinate_sets_of(model)) {
      const Results results = run_with(model, coordinates, "auto");
      EXPECT_EQ(results.summary.outcome.status, Status::failed) << coordinates;
      EXPECT_NE(results.summary.outcome.message.find("'loose' has no inertia"), std::string::npos)
          << results.summary.outcome.message;
    }
  }
}

// A disc that only spins, [0, I, 0]: I w' = T; and a body that turns about its impossible axes as Euler's equations say.
TEST(Massless, InertiasThatNoBodyHas) {
  const Model disc = read_yaml_text(
      "bricard: 1\nbodies:\n  disc: {mass: 1, inertia: [0, 0.5, 0], position: [0, 0, 0]}\njoints:\n"
      "  hub: {type: revolute, bodies: [ground, disc], at: [0, 0, 0], axis: [0, 1, 0]}\n"
      "forces: {motor: {type: joint_force, joint: hub, torque: 2}}\nanalysis: {type: dynamics, duration: 3}\n",
      "disc");
  for (const std::string& coordinates : coordinate_sets_of(disc)) {
    const Results results = run_with(disc, coordinates, "auto");
    ASSERT_EQ(results.summary.outcome.status, Status::done) << coordinates << results.summary.outcome.message;
    EXPECT_NEAR(value(results, "hub.speed"), 12, 1e-6) << coordinates;
    EXPECT_TRUE(std::any_of(results.summary.warnings.begin(), results.summary.warnings.end(), [](const std::string& each) {
      return each.find("bodies.disc.inertia: no body has this inertia") != std::string::npos;
    }));
  }
  EXPECT_THROW(read_yaml_text("bricard: 1\nbodies: {b: {mass: 1, inertia: [-1, 1, 1], position: [0, 0, 0]}}\n", "b"), Error);
  EXPECT_THROW(read_yaml_text("bricard: 1\nbodies: {b: {mass: -1, inertia: [1, 1, 1], position: [0, 0, 0]}}\n", "b"), Error);
}

}  // namespace
}  // namespace bricard
