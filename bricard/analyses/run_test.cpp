// Options that make no sense are refused with the legal choices; runs keep what they computed.
#include "bricard/analyses/run.hpp"

#include <gtest/gtest.h>

#include <atomic>

#include "bricard/analyses/limits.hpp"
#include "bricard/analyses/methods.hpp"
#include "bricard/elements/elements.hpp"
#include "bricard/formulations/least_squares_1.hpp"
#include "bricard/formulations/udwadia_kalaba.hpp"
#include "bricard/model/in_plane.hpp"
#include "bricard/results/row_sink.hpp"
#include "bricard/system/test_mechanisms.hpp"

namespace bricard::test {
namespace {

AnalysisOptions one_second() {
  AnalysisOptions options;
  options.duration = 1;
  options.output_step = 0.1;
  return options;
}

std::string refusal(const AnalysisOptions& options) {
  try {
    run(four_bar(), options);
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Run, RefusesContradictoryOptionsAndNamesTheLegalOnes) {
  const auto with = [](auto change) {
    AnalysisOptions options = one_second();
    change(options);
    return refusal(options);
  };
  const auto expect = [](const std::string& text, const char* part) { EXPECT_NE(text.find(part), std::string::npos) << text; };
  expect(with([](auto& o) { o.integrator = "dopri6"; }), "dopri5");
  expect(with([](auto& o) { o.coordinates = "polar"; }), "relative");
  expect(with([](auto& o) { o.formulation = "index3", o.integrator = "dopri5"; }), "generalized_alpha");
  expect(with([](auto& o) { o.formulation = "index3", o.stabilization = "projection"; }), "none");
  expect(with([](auto& o) { o.integrator = "rk4"; }), "step");
  expect(with([](auto& o) { o.integrator = "dopri5", o.step = 0.01; }), "max_step");
  expect(with([](auto& o) { o.duration.reset(); }), "duration");
  expect(with([](auto& o) { o.duration = -1; }), "positive");
  expect(with([](auto& o) { o.tolerance.relative = 0; }), "tolerance");
  expect(with([](auto& o) { o.type = "dynamic"; }), "dynamics");
}

// One method of each list after the other, the rest left to the program. All pairs: verification/grid_test.cpp.
TEST(Run, EveryMethodRunsAndTheyAgree) {
  const Model model = with_tilted_axes(four_bar());
  for (const std::string& coordinates : coordinate_sets()) {
    std::optional<double> expected;
    const auto run_with = [&](auto choose) {
      AnalysisOptions options = one_second();
      options.coordinates = coordinates;
      options.tolerance.relative = 1e-7;
      choose(options);
      const MethodChoice methods = choose_methods(options);
      SCOPED_TRACE(coordinates + " " + std::string(methods.formulation->name) + " " + std::string(methods.stabilization->name) +
                   " " + std::string(methods.integrator->name));
      const Results results = run(model, options);
      EXPECT_EQ(results.summary.outcome.status, Status::done) << results.summary.outcome.message;
      EXPECT_EQ(results.rows(), 11);
      const double end = results.series("coupler.x").back();
      if (!expected) expected = end;
      const Allowance allowed = allowance_of(methods.formulation->name, methods.stabilization->name, methods.integrator->name);
      // Steps of 2 ms against a motion of 10 rad/s; lengths of the linkage are about 1 m.
      EXPECT_NEAR(end, *expected,
                  options.step ? error_limit(allowed, *options.step, 0.1, methods.integrator->order, 1)
                               : error_limit(allowed, options.tolerance.relative, 1));
    };
    run_with([](AnalysisOptions&) {});
    for (const Formulation& each : formulations) {
      const bool needs_regular_mass = each.name == udwadia_kalaba.name || each.name == least_squares_1.name;
      if (coordinates == "euler_parameters" && needs_regular_mass) {
        AnalysisOptions options = one_second();
        options.coordinates = coordinates;
        options.formulation = each.name;
        EXPECT_THROW(run(model, options), Error) << each.name;
        continue;
      }
      run_with([&](AnalysisOptions& options) { options.formulation = each.name; });
    }
    for (const Stabilization& each : stabilizations)
      run_with([&](AnalysisOptions& options) { options.stabilization = each.name; });
    for (const IntegratorEntry& each : integrators())
      run_with([&](AnalysisOptions& options) {
        options.integrator = each.name;
        if (each.fixed_step) options.step = 2e-3;
      });
  }
}

TEST(Run, OutputStepDoesNotChangeTheSolution) {
  AnalysisOptions coarse = one_second(), fine = one_second();
  fine.output_step = 0.001;
  EXPECT_EQ(run(four_bar(), coarse).series("rocker.y").back(), run(four_bar(), fine).series("rocker.y").back());
}

// A door hangs in two hinges on one axis: all rows of the second follow from the first, to rounding. One of them, kept as if it
// were independent, would lock the door.
TEST(Run, TwoHingesOnOneAxisMoveAsOne) {
  Model model = four_bar();
  model.joints.push_back(model.joints.front());
  model.joints.back().name = "second_hinge";
  model.joints.back().at->at += 0.05 * model.joints.front().axis->axis.normalized();
  for (const bool tilted : {false, true})
    for (const std::string& coordinates : coordinate_sets()) {
      AnalysisOptions options = one_second();
      options.coordinates = coordinates;
      options.tolerance.relative = 1e-8;
      const Results one = run(tilted ? with_tilted_axes(four_bar()) : four_bar(), options);
      const Results two = run(tilted ? with_tilted_axes(model) : model, options);
      if (one.summary.outcome.failed()) continue;  // gimbal lock
      EXPECT_EQ(two.summary.mobility_actual, 1);
      EXPECT_NEAR(two.series("coupler.x").back(), one.series("coupler.x").back(), 1e-6) << coordinates << " " << tilted;
    }
}

// A spatial mechanism and a chain of all joints with a flying body: every set against `absolute`, positions and energy.
TEST(Run, EverySetOfCoordinatesMovesAlike) {
  for (Model (*mechanism)() : {slider_crank, open_chain}) {
    const Model model = with_tilted_axes(mechanism());
    AnalysisOptions options = one_second();
    options.duration = 0.3;
    options.tolerance.relative = 1e-10;
    options.coordinates = "absolute";
    const Results expected = run(model, options);
    ASSERT_EQ(expected.summary.outcome.status, Status::done) << expected.summary.outcome.message;
    for (const std::string& coordinates : coordinate_sets())
      for (const char* integrator : {"dopri5", "generalized_alpha"}) {
        options.coordinates = coordinates;
        options.integrator = integrator;
        const bool second_order = std::string(integrator) == "generalized_alpha";
        options.step.reset();
        if (second_order) options.step = 2e-4;
        const Results results = run(model, options);
        ASSERT_EQ(results.summary.outcome.status, Status::done) << coordinates << ": " << results.summary.outcome.message;
        EXPECT_LT(results.summary.violation.position, 1e-9) << coordinates << " " << integrator;
        for (const Body& body : model.bodies)
          for (const char* column : {".x", ".y", ".z", ".e0", ".e1", ".wx"}) {
            const double at = expected.series(body.name + column).back();
            EXPECT_NEAR(results.series(body.name + column).back(), at, (second_order ? 2e-4 : 1e-7) * (1 + std::abs(at)))
                << coordinates << " " << integrator << " " << body.name << column;
          }
        const double energy = expected.series("energy.total").back();
        EXPECT_NEAR(results.series("energy.total").back(), energy, (second_order ? 1e-4 : 1e-7) * std::abs(energy))
            << coordinates;
      }
  }
}

// The four-bar linkage as a planar model: a pin has two rows there, and nothing is redundant.
Model planar_four_bar() {
  Model model = four_bar();
  model.dimension = 2;
  for (Body& body : model.bodies) {
    body.inertia = planar_inertia(body.inertia.matrix(2, 2));
    body.orientation = planar_orientation(2 * std::atan2(body.orientation.quaternion[3], body.orientation.quaternion[0]));
  }
  return model;
}

TEST(Run, APlanarModelMovesAsInSpace) {
  AnalysisOptions options = one_second();
  options.coordinates = "absolute";
  options.tolerance.relative = 1e-10;
  const Results expected = run(four_bar(), options);
  const System planar(planar_four_bar(), "absolute");
  EXPECT_EQ(planar.nq(), 9);
  EXPECT_EQ(planar.nv(), 9);
  EXPECT_EQ(planar.active_rows().size(), 8u);
  EXPECT_EQ(System(planar_four_bar(), "relative").nv(), 3);
  EXPECT_EQ(check(planar_four_bar()).summary.mobility_counted, 1);
  EXPECT_EQ(check(planar_four_bar()).summary.mobility_actual, 1);
  for (const char* coordinates : {"absolute", "relative"})
    for (const char* integrator : {"dopri5", "generalized_alpha"}) {
      options.coordinates = coordinates;
      options.integrator = integrator;
      options.step.reset();
      const bool second_order = std::string(integrator) == "generalized_alpha";
      if (second_order) options.step = 1e-4;
      const Results results = run(planar_four_bar(), options);
      ASSERT_EQ(results.summary.outcome.status, Status::done) << results.summary.outcome.message;
      EXPECT_LT(results.summary.violation.position, 1e-9);
      for (const char* column : {"crank.x", "coupler.x", "coupler.y", "rocker.vx", "rocker.ay", "pin.angle", "main.speed"}) {
        const double at = expected.series(column).back();
        EXPECT_NEAR(results.series(column).back(), at, (second_order ? 1e-4 : 1e-8) * (1 + std::abs(at)))
            << integrator << " " << column;
      }
      EXPECT_LT(*results.summary.energy_drift, second_order ? 1e-5 : 1e-9);
    }
}

Model rotor(double nutation) {
  Model model;
  model.name = "rotor";
  model.gravity = Vector3::Zero();
  model.bodies = {bar("rotor", {0, 0, 0}, {1, 0, 0})};
  model.bodies[0].orientation.quaternion = quaternion_of(Vec3<double>(nutation, 0, 0));
  model.bodies[0].inertia.matrix = Matrix3::diagonal({1, 2, 3});
  model.bodies[0].angular_velocity = Vector3(-1, 0, 0);
  return model;
}

// Turning about the line of nodes with 1 rad/s from 0.5 rad, the second Euler angle is zero after 0.5 s.
TEST(Run, EulerAnglesStopAtGimbalLockAndSayWhatToDo) {
  for (const char* integrator : {"dopri5", "rk4", "generalized_alpha"}) {
    AnalysisOptions options = one_second();
    options.coordinates = "euler_angles";
    options.integrator = integrator;
    if (options.integrator == "rk4") options.step = 0.03;
    const Results results = run(rotor(0.5), options);
    const std::string& message = results.summary.outcome.message;
    ASSERT_EQ(results.summary.outcome.status, Status::failed) << integrator;
    EXPECT_NE(message.find("body 'rotor' is at gimbal lock (second Euler angle 0): choose coordinates absolute or relative"),
              std::string::npos)
        << integrator << ": " << message;
    EXPECT_NE(message.find("t = 0."), std::string::npos) << message;
    EXPECT_NEAR(results.series("t").back(), 0.5, options.step.value_or(1e-3)) << integrator;
    options.coordinates = "absolute";
    EXPECT_EQ(run(rotor(0.5), options).summary.outcome.status, Status::done);
  }
  AnalysisOptions backwards = one_second();
  backwards.coordinates = "euler_angles";
  Model model = rotor(2.8);
  model.bodies[0].angular_velocity = Vector3(1, 0, 0);
  const std::string message = run(model, backwards).summary.outcome.message;
  EXPECT_NE(message.find("(second Euler angle 180 deg)"), std::string::npos) << message;
}

TEST(Run, KeysWithoutEffectAreTold) {
  AnalysisOptions options = one_second();
  options.newton = Newton::quasi;
  options.coordinates = "absolute";
  Model model = four_bar();
  model.joints[1].cut = Cut::joint;
  const auto& warnings = run(model, options).summary.warnings;
  for (const char* key : {"`analysis.newton`", "`joints.pin.cut`"})
    EXPECT_TRUE(std::any_of(warnings.begin(), warnings.end(), [&](const std::string& warning) {
      return warning.find(key) != std::string::npos;
    })) << key;
}

TEST(Run, TheTreeIsTold) {
  Model model = four_bar();
  EXPECT_EQ(check(model, one_second()).summary.tree, "loops are cut at `wrist`");
  model.joints[1].cut = Cut::joint;
  const Results cut = run(model, one_second());
  EXPECT_EQ(cut.summary.tree, "loops are cut at `pin`");
  for (const std::string& warning : cut.summary.warnings) EXPECT_EQ(warning.find("cut"), std::string::npos) << warning;
}

// A weight on a massless rod: the body of the rod cannot be moved by forces, the distance that takes its place can. Length 2,
// released horizontal: the speed at the bottom is sqrt(2 g l).
TEST(Run, ARodThatIsCutIsADistance) {
  Model model;
  model.gravity = {0, 0, -9.81};
  model.bodies.resize(2);
  model.bodies[0].name = "rod";
  model.bodies[0].position = Point{{1, 0, 0}, ""};
  model.bodies[0].cut = Cut::rod;
  model.bodies[1].name = "weight";
  model.bodies[1].mass = 3;
  model.bodies[1].inertia.matrix = Matrix3::Identity();
  model.bodies[1].position = Point{{2, 0, 0}, ""};
  for (const auto& [name, first, second, x] :
       {std::tuple{"upper", "ground", "rod", 0.0}, std::tuple{"lower", "rod", "weight", 2.0}}) {
    Joint& ball = model.joints.emplace_back();
    ball.name = name;
    ball.kind = Spherical{};
    ball.bodies = {first, second};
    ball.at = Point{{x, 0, 0}, ""};
  }
  const Results results = run(model, one_second());
  ASSERT_EQ(results.summary.outcome.status, Status::done) << results.summary.outcome.message;
  for (int row = 0; row < results.rows(); ++row) {
    const auto at = [&](const char* column) { return results.at(row, results.column(column)); };
    ASSERT_NEAR(std::hypot(at("weight.x"), at("weight.y"), at("weight.z")), 2, 1e-8);
    ASSERT_NEAR(std::hypot(at("weight.vx"), at("weight.vz")), std::sqrt(-2 * 9.81 * at("weight.z")), 1e-4);
  }
  const auto& warnings = results.summary.warnings;
  EXPECT_TRUE(std::any_of(warnings.begin(), warnings.end(), [](const std::string& warning) {
    return warning.find("the rod `rod` is replaced by the distance of its ends") != std::string::npos;
  }));
}

TEST(Run, EulerAnglesRefuseAStartAtGimbalLock) {
  AnalysisOptions options = one_second();
  options.coordinates = "euler_angles";
  for (const Results& results : {run(four_bar(), options), check(four_bar(), options)}) {
    EXPECT_EQ(results.summary.outcome.status, Status::failed);
    EXPECT_NE(results.summary.outcome.message.find("cannot describe the start: body 'crank' is at gimbal lock"),
              std::string::npos)
        << results.summary.outcome.message;
    EXPECT_NE(results.summary.outcome.message.find("choose coordinates absolute or relative"), std::string::npos);
  }
}

TEST(Run, DrivenAnglesCountTheirTurns) {
  Model model = with_tilted_axes(four_bar());
  Driver motor;
  motor.name = "motor";
  motor.joint = "main";
  motor.prescribed["angle"] = Function("50*t");
  model.drivers = {motor};
  for (const std::string& coordinates : coordinate_sets()) {
    AnalysisOptions options = one_second();
    options.coordinates = coordinates;
    const Results results = run(model, options);
    ASSERT_EQ(results.summary.outcome.status, Status::done) << results.summary.outcome.message;
    const auto t = results.series("t"), angle = results.series("main.angle"), pivot = results.series("pivot.angle");
    for (std::size_t i = 0; i < t.size(); ++i) {
      EXPECT_NEAR(angle[i], 50 * t[i], 1e-8) << coordinates;
      EXPECT_LT(std::abs(pivot[i]), 3.2) << coordinates;  // the rocker only swings
    }
  }
}

TEST(Run, IsDeterministic) {
  const Results a = run(bricard_linkage(), one_second()), b = run(bricard_linkage(), one_second());
  EXPECT_EQ(a.values, b.values);
}

TEST(Run, KeepsWhatWasComputedWhenItIsInterrupted) {
  std::atomic<bool> interrupt = false;
  Control control;
  control.interrupt = &interrupt;
  control.progress = [&](double done) { interrupt = done > 0.5; };
  const Results results = run(four_bar(), one_second(), control);
  EXPECT_EQ(results.summary.outcome.status, Status::stopped);
  EXPECT_GE(results.rows(), 6);
  EXPECT_LT(results.rows(), 11);
}

TEST(Run, KeepsWhatWasComputedWhenTheNumbersFail) {
  Model model = four_bar();
  Force force;
  force.name = "broken";
  AppliedForce load;
  load.components = {Function("sqrt(0.5 - t)"), Function(0.0), Function(0.0)};  // no value after 0.5 s
  force.kind = load;
  force.body = "coupler";
  model.forces = {force};
  const Results results = run(model, one_second());
  EXPECT_EQ(results.summary.outcome.status, Status::failed);
  EXPECT_NE(results.summary.outcome.message.find("0.5"), std::string::npos) << results.summary.outcome.message;
  EXPECT_NEAR(results.series("t").back(), 0.5, 1e-3);
}

TEST(Run, ABodyWithoutInertiaIsNamed) {
  Model model = four_bar();
  model.bodies[1].mass = 0;
  model.bodies[1].inertia.matrix = Matrix3::Zero();
  const Results determined = run(model, one_second());  // by the loop
  EXPECT_EQ(determined.summary.outcome.status, Status::done);
  EXPECT_NE(determined.summary.methods.why.find("'coupler'"), std::string::npos) << determined.summary.methods.why;
  model.joints.erase(model.joints.begin() + 2);  // the loop is open
  const Results results = run(model, one_second());
  EXPECT_TRUE(results.summary.outcome.failed());
  EXPECT_NE(results.summary.outcome.message.find("'coupler'"), std::string::npos) << results.summary.outcome.message;
}

struct Collected final : RowSink {
  std::size_t columns = 0;
  std::vector<double> values;
  void begin(const std::vector<ResultColumn>& all, const UnitSystem&) override { columns = all.size(); }
  void row(std::span<const double> row) override { values.insert(values.end(), row.begin(), row.end()); }
};

// The rows are the same, the Results have none of them, and what is said of the run is the same.
TEST(Run, ASinkTakesTheRowsAsTheyCome) {
  const Model model = four_bar();
  Control control;
  control.certify = true;
  const Results kept = run(model, one_second(), control);
  Collected sink;
  control.rows = &sink;
  const Results taken = run(model, one_second(), control);
  EXPECT_EQ(sink.columns, kept.columns.size());
  EXPECT_EQ(sink.values, kept.values);
  EXPECT_TRUE(taken.values.empty());
  EXPECT_EQ(taken.tally.count, kept.rows());
  EXPECT_EQ(taken.tally.last.back(), kept.values.back());
  EXPECT_EQ(taken.state, kept.state);
  EXPECT_EQ(taken.summary.warnings, kept.summary.warnings);
  EXPECT_EQ(taken.summary.elements[0].efforts[0].largest, kept.summary.elements[0].efforts[0].largest);
  ASSERT_TRUE(taken.summary.error_estimate && kept.summary.error_estimate);
  EXPECT_EQ(taken.summary.error_estimate->position, kept.summary.error_estimate->position);
  EXPECT_EQ(taken.summary.error_estimate->rows, 11);
  EXPECT_GT(taken.summary.error_estimate->position, 0);
}

}  // namespace
}  // namespace bricard::test
