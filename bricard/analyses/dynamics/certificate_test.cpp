// The run certificate: elements and their efforts, momentum, condition, the error from a second run, each against what is known
// without this program.
#include "bricard/analyses/dynamics/certificate.hpp"

#include <gtest/gtest.h>

#include <atomic>

#include "bricard/analyses/run.hpp"
#include "bricard/elements/elements.hpp"
#include "bricard/system/test_mechanisms.hpp"

namespace bricard::test {
namespace {

AnalysisOptions for_time(double duration, double tolerance = 1e-9) {
  AnalysisOptions options;
  options.duration = duration;
  options.output_step = duration / 20;
  options.tolerance.relative = tolerance;
  return options;
}

bool warns(const Summary& summary, const std::string& part) {
  return std::any_of(summary.warnings.begin(), summary.warnings.end(),
                     [&](const std::string& warning) { return warning.find(part) != std::string::npos; });
}

Model pendulum() {
  Model model;
  model.gravity = {0, -9.81, 0};
  model.bodies = {bar("rod", {0, 0, 0}, {1, 0, 0}, 2)};
  model.joints = {joint<Revolute>("hinge", "ground", "rod", {0, 0, 0})};
  return model;
}

Force motor(const Function& torque) {
  JointForce law;
  law.torque = torque;
  Force force;
  force.name = "motor";
  force.kind = law;
  force.joint = "hinge";
  return force;
}

TEST(Certificate, EveryElementOfEveryMechanismIsEvaluated) {
  for (const Model& model : {open_chain(), four_bar(), slider_crank(), bricard_linkage()})
    for (const char* coordinates : {"relative", "absolute"}) {
      const System system(model, coordinates);
      for (const ElementActivity& each : list_elements(model, system))
        EXPECT_TRUE(each.evaluated) << model.name << ": " << each.name;
    }
}

TEST(Certificate, ARunThatLeavesActiveElementsOutFailsAndNamesThem) {
  const System system(pendulum());
  Model model = pendulum();
  model.forces = {motor(Function(1.0))};
  model.joints.push_back(joint<Spherical>("extra", "ground", "rod", {1, 0, 0}));
  Results results;
  results.summary.elements = list_elements(model, system);
  add_evidence(model, results);
  EXPECT_TRUE(results.summary.outcome.failed());
  EXPECT_NE(results.summary.outcome.message.find("leave out joint 'extra', force 'motor'"), std::string::npos)
      << results.summary.outcome.message;
  model.forces[0].active = model.joints[1].active = false;
  results = {};
  results.summary.elements = list_elements(model, system);
  add_evidence(model, results);
  EXPECT_FALSE(results.summary.outcome.failed());
}

// At the bottom the hinge carries the most: a rod that falls from level has w² = 3 g/l there, so m g + m w² l/2 = 5/2 m g.
TEST(Certificate, LargestEffortsAreThoseOfTheColumns) {
  AnalysisOptions options = for_time(2);
  options.output_step = 1e-3;
  const Summary summary = run(pendulum(), options).summary;
  ASSERT_EQ(summary.elements.size(), 1u);
  const ElementActivity& hinge = summary.elements[0];
  EXPECT_EQ(hinge.section, "joint");
  EXPECT_EQ(hinge.type, "revolute");
  ASSERT_EQ(hinge.efforts.size(), 2u);
  EXPECT_EQ(hinge.efforts[0].dimension, dimension::force);
  const double inertia = pendulum().bodies[0].inertia.matrix(2, 2) + 2 * 0.25, w2 = 2 * 2 * 9.81 * 0.5 / inertia;
  EXPECT_NEAR(hinge.efforts[0].largest, 2 * (9.81 + w2 * 0.5), 1e-3);
  EXPECT_FALSE(warns(summary, "without effort"));
}

TEST(Certificate, AForceThatStaysZeroIsToldUnlessItIsMeantSo) {
  Model model = pendulum();
  model.forces = {motor(Function("0*t"))};
  EXPECT_TRUE(warns(run(model, for_time(0.5)).summary, "force 'motor' stayed without effort"));
  model.forces = {motor(Function(0.0))};
  EXPECT_FALSE(warns(run(model, for_time(0.5)).summary, "without effort"));
  model.forces = {motor(Function("0.1*t"))};
  EXPECT_FALSE(warns(run(model, for_time(0.5)).summary, "without effort"));
  model.forces.clear();
  model.gravity = Vector3::Zero();  // nothing is loaded: nothing to tell
  EXPECT_FALSE(warns(run(model, for_time(0.5)).summary, "without effort"));
}

// A push between two rows of results: no column shows it, but its work does.
TEST(Certificate, AForceThatActedBetweenRowsHadEffort) {
  Model model = pendulum();
  model.forces = {motor(Function("max(0, 0.02 - abs(t - 0.12))*500"))};
  AnalysisOptions options = for_time(0.5);
  options.output_step = 0.25;
  const Summary summary = run(model, options).summary;
  ASSERT_EQ(summary.outcome.status, Status::done) << summary.outcome.message;
  EXPECT_FALSE(warns(summary, "without effort"));
}

// A driver that only holds is a guide, which often carries nothing.
TEST(Certificate, ADriverThatHoldsMayCarryNothing) {
  Model model = pendulum();
  model.bodies.push_back(bar("arm", {2, 0, 0}, {2, -1, 0}, 1));  // hangs straight down
  model.joints.push_back(joint<Revolute>("shoulder", "ground", "arm", {2, 0, 0}));
  Driver lock;
  lock.name = "lock";
  lock.joint = "shoulder";
  lock.prescribed["angle"] = Function(0.0);
  model.drivers = {lock};
  EXPECT_FALSE(warns(run(model, for_time(0.5)).summary, "without effort"));
}

// Two bars on a hinge, thrown: nothing but gravity acts.
Model thrown() {
  Model model;
  model.gravity = {0, 0, -9.81};
  model.bodies = {bar("a", {0, 0, 0}, {1, 0, 0}, 2), bar("b", {1, 0, 0}, {1, 1, 0}, 1)};
  model.bodies[0].velocity = Vector3(3, 1, 2);
  model.bodies[0].angular_velocity = Vector3(0.5, 0.2, 4);
  model.joints = {joint<Revolute>("hinge", "a", "b", {1, 0, 0}, {0.2, 0, 1})};
  return model;
}

TEST(Certificate, BodiesThatFlyKeepTheirMomentum) {
  for (const char* coordinates : {"relative", "absolute"}) {
    AnalysisOptions options = for_time(2);
    options.coordinates = coordinates;
    const Summary summary = run(thrown(), options).summary;
    ASSERT_TRUE(summary.momentum) << coordinates;
    EXPECT_EQ(summary.momentum->free_groups, 1);
    EXPECT_LT(*summary.momentum->linear, 1e-7) << coordinates;
    EXPECT_LT(*summary.momentum->angular, 1e-7) << coordinates;
    EXPECT_LT(*summary.momentum->reactions, 1e-9) << coordinates;
  }
  // A coarse method loses some: the drift is measured, not assumed.
  AnalysisOptions coarse = for_time(2);
  coarse.integrator = "rk4";
  coarse.step = 0.1;
  coarse.coordinates = "relative";
  EXPECT_GT(*run(thrown(), coarse).summary.momentum->angular, 1e-6);
}

TEST(Certificate, BodiesThatAForceTiesToGroundAreNotFree) {
  Model model = thrown();
  model.bodies.push_back(bar("lone", {5, 0, 0}, {6, 0, 0}));
  EXPECT_EQ(run(model, for_time(0.1)).summary.momentum->free_groups, 2);
  AppliedForce load;
  load.components = {Function(1.0), Function(0.0), Function(0.0)};
  Force push;
  push.name = "push";
  push.kind = load;
  push.body = "lone";
  model.forces = {push};
  EXPECT_EQ(run(model, for_time(0.1)).summary.momentum->free_groups, 1);
}

// Reactions of joints, redundant or not, against accelerations and applied forces of all bodies.
TEST(Certificate, ReactionsOfGroundCarryWhatTheBodiesNeed) {
  for (const Model& model : {open_chain(), four_bar(), slider_crank(), bricard_linkage()}) {
    const Summary summary = run(model, for_time(0.3)).summary;
    ASSERT_TRUE(summary.momentum) << model.name;
    EXPECT_LT(*summary.momentum->reactions, 1e-7) << model.name;
  }
}

// A free body in absolute coordinates: mass 2 against inertia 1, 2, 3 over the squared radius of gyration 6/2: 2 : 1/3.
TEST(Certificate, ConditionOfAMassMatrixThatIsDiagonal) {
  Model model;
  model.gravity = Vector3::Zero();
  model.bodies = {bar("body", {0, 0, 0}, {1, 0, 0}, 2)};
  model.bodies[0].inertia.matrix = Matrix3::diagonal({1, 2, 3});
  AnalysisOptions options = for_time(0.1);
  options.coordinates = "absolute";
  const Summary summary = run(model, options).summary;
  ASSERT_TRUE(summary.condition && summary.condition->mass);
  EXPECT_NEAR(*summary.condition->mass, 6, 1e-9);
  EXPECT_FALSE(summary.condition->constraints) << "there are no loops";
}

TEST(Certificate, ConditionOfLoopsIsSampled) {
  const Summary summary = run(four_bar(), for_time(0.5)).summary;
  ASSERT_TRUE(summary.condition && summary.condition->constraints);
  EXPECT_GT(*summary.condition->constraints, 1);
  EXPECT_LT(*summary.condition->constraints, 1e4);
}

Results certified(const Model& model, const AnalysisOptions& options) {
  Control control;
  control.certify = true;
  return run(model, options, control);
}

double largest_difference(const Results& a, const Results& b, const char* column) {
  const auto x = a.series(column), y = b.series(column);
  double largest = 0;
  for (std::size_t i = 0; i < x.size(); ++i) largest = std::max(largest, std::abs(x[i] - y[i]));
  return largest;
}

// Fixed steps: Richardson's estimate is the true error but for the next order.
TEST(Certificate, ASecondRunWithHalfTheStepTellsTheError) {
  AnalysisOptions options = for_time(2, 1e-13);
  const Results exact = run(pendulum(), options);
  options.integrator = "rk4";
  options.step = 0.02;
  const Results results = certified(pendulum(), options);
  ASSERT_TRUE(results.summary.error_estimate);
  const ErrorEstimate& estimate = *results.summary.error_estimate;
  EXPECT_EQ(estimate.rows, 21);
  EXPECT_DOUBLE_EQ(estimate.step.value(), 0.01);
  EXPECT_FALSE(estimate.tolerance);
  const double error = largest_difference(results, exact, estimate.column.c_str());
  EXPECT_GT(error, 1e-8);
  EXPECT_NEAR(estimate.position, error * (estimate.column == "hinge.angle" ? 0.5 : 1), 0.15 * error);  // length 0.5
  EXPECT_FALSE(run(pendulum(), options).summary.error_estimate) << "only where it is asked for";
}

TEST(Certificate, ASecondRunAtHalfTheToleranceTellsTheError) {
  const Results exact = run(pendulum(), for_time(2, 1e-13));
  for (double tolerance : {1e-5, 1e-7}) {
    const Results results = certified(pendulum(), for_time(2, tolerance));
    ASSERT_TRUE(results.summary.error_estimate);
    const ErrorEstimate& estimate = *results.summary.error_estimate;
    EXPECT_DOUBLE_EQ(estimate.tolerance.value(), tolerance / 2);
    double error = std::max(largest_difference(results, exact, "rod.x"), largest_difference(results, exact, "rod.y"));
    error = std::max(error, 0.5 * largest_difference(results, exact, "hinge.angle"));
    EXPECT_GT(estimate.position, error / 5) << tolerance;
    EXPECT_LT(estimate.position, error * 5) << tolerance;
    EXPECT_FALSE(warns(results.summary, "differs")) << tolerance;
  }
}

// A double pendulum forgets its start: the second run shows it, and the warning says so.
TEST(Certificate, AMotionThatAmplifiesErrorsIsTold) {
  Model model = pendulum();
  model.bodies.push_back(bar("second", {1, 0, 0}, {2, 0, 0}, 1));
  model.joints.push_back(joint<Revolute>("elbow", "rod", "second", {1, 0, 0}));
  model.bodies[1].angular_velocity = Vector3(0, 0, 12);
  const Results results = certified(model, for_time(20, 1e-5));
  ASSERT_TRUE(results.summary.error_estimate);
  EXPECT_GT(results.summary.error_estimate->position, 1e-3);
  EXPECT_TRUE(warns(results.summary, "times the tolerance"));
  // Up to the time that is told the run agrees with one that is far finer; soon after it does not.
  const double trusted = results.summary.error_estimate->trusted_until.value();
  const Results fine = run(model, for_time(20, 1e-12));
  const std::vector<double> t = results.series("t"), x = results.series("second.x"), exact = fine.series("second.x");
  double before = 0, after = 0;
  for (std::size_t i = 0; i < t.size(); ++i)
    (t[i] <= trusted ? before : after) = std::max(t[i] <= trusted ? before : after, std::abs(x[i] - exact[i]));
  EXPECT_GT(trusted, 0.5);
  EXPECT_LT(before, 1e-3);
  EXPECT_GT(after, 1e-3);
}

TEST(Certificate, WhatIsNotIntegratedHasNoErrorToEstimate) {
  AnalysisOptions options = for_time(1);
  options.type = "assembly";
  EXPECT_TRUE(warns(certified(pendulum(), options).summary, "only `dynamics` integrates"));
}

TEST(Certificate, TheSecondRunCanBeInterruptedAndProgressCoversBoth) {
  std::atomic<bool> interrupt = false;
  double last = 0;
  Control control;
  control.certify = true;
  control.interrupt = &interrupt;
  control.progress = [&](double fraction) {
    EXPECT_GE(fraction, last);
    last = fraction;
    interrupt = fraction > 0.7;
  };
  const Results results = run(pendulum(), for_time(2), control);
  EXPECT_EQ(results.summary.outcome.status, Status::stopped);
  EXPECT_NE(results.summary.outcome.message.find("second run"), std::string::npos);
  EXPECT_EQ(results.rows(), 21) << "the first run is complete";
  EXPECT_FALSE(results.summary.error_estimate);
  EXPECT_GT(last, 0.7);
}

}  // namespace
}  // namespace bricard::test
