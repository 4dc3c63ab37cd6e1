// A Simulation that is held: against `dynamics`, against exact motions, against itself after a snapshot, and where things go
// wrong.
#include "bricard/analyses/dynamics/simulation.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "bricard/analyses/run.hpp"
#include "bricard/integrators/integrators.hpp"
#include "bricard/io/formats.hpp"
#include "bricard/io/yaml_reader.hpp"

namespace bricard::test {
namespace {

Model model_of(const std::string& text) { return read_yaml_text("bricard: 1\n" + text, "test"); }

AnalysisOptions run_for(double duration, double output_step, double tolerance = 1e-8) {
  AnalysisOptions options;
  options.duration = duration;
  options.output_step = output_step;
  options.tolerance.relative = tolerance;
  return options;
}

// A mass on a rail, pushed by an input: x'' = u / 2.
Model pushed() {
  return model_of(R"(name: Pushed
gravity: [0, 0, 0]
bodies: {mass: {mass: 2, inertia: [1, 1, 1], position: [0, 0, 0]}}
joints: {rail: {type: prismatic, bodies: [ground, mass], at: [0, 0, 0], axis: [1, 0, 0]}}
inputs: {u: "3*t"}
forces: {push: {type: joint_force, joint: rail, force: u}}
)");
}

// A pendulum that takes hold of a second one on its way down, and lets go of it later.
Model caught() {
  return model_of(R"(name: Caught
dimension: 2
gravity: [0, -10]
bodies:
  arm:  {mass: 1, inertia: 0.1, position: [0.5, 0]}
  load: {mass: 2, inertia: 0.1, position: [0, -1]}
joints:
  pivot: {type: revolute, bodies: [ground, arm], at: [0, 0]}
  hang:  {type: revolute, bodies: [ground, load], at: [0, 0]}
  hook:  {type: fixed, bodies: [arm, load], at: [0, 0], active: false}
events:
  catches: {when: pivot.angle < -1.2, do: switch, activate: [hold], deactivate: [catches]}
  lets_go: {when: pivot.speed > 0, do: switch, deactivate: [hold, lets_go]}
forces:
  hold: {type: rotational_spring_damper, bodies: [arm, load], axis: [0, 0, 1], stiffness: 200, damping: 4, active: false}
)");
}

// Rows of a simulation as it goes.
struct Rows {
  std::vector<double> t, values;
  void of(Simulation& simulation) {
    simulation.on_row([this](double at, std::span<const double> row) {
      t.push_back(at);
      values.insert(values.end(), row.begin(), row.end());
    });
  }
};

TEST(Simulation, StepsAreThoseOfDynamics) {
  for (const char* name :
       {"mechanisms/four_bar", "examples/biped_step", "examples/dc_motor_pid", "examples/quarter_car", "benchmarks/a05"}) {
    SCOPED_TRACE(name);
    const Model model = read_model(std::string("models/") + name + ".bricard.yaml");
    AnalysisOptions options = *model.analysis;
    options.duration = std::min(*options.duration, 1.0);
    const Results results = run(model, options);
    Simulation simulation(model, options);
    Rows rows;
    rows.of(simulation);
    Outcome outcome;
    while (outcome.status == Status::done && simulation.t() < *options.duration) outcome = simulation.step();
    EXPECT_EQ(outcome.status, results.summary.outcome.status);
    EXPECT_EQ(rows.values, results.values);
    ASSERT_EQ(simulation.events().size(), results.summary.events.size());
  }
}

TEST(Simulation, GoesToTheTimesThatAreAskedFor) {
  const Model model = read_model("models/mechanisms/four_bar.bricard.yaml");
  const AnalysisOptions options = run_for(1, 0.1);
  const Results results = run(model, options);
  const int column = results.column("coupler.x");
  ASSERT_GE(column, 0);
  Simulation simulation(model, options);
  for (int row = 0; row < results.rows(); ++row) {
    ASSERT_EQ(simulation.advance_to(results.at(row, 0)).status, Status::done);
    EXPECT_EQ(simulation.t(), results.at(row, 0));
    EXPECT_EQ(simulation.value("t"), results.at(row, 0));
    EXPECT_NEAR(simulation.value("coupler.x"), results.at(row, column), 1e-12);
    EXPECT_EQ(simulation.values()[column], simulation.value("coupler.x"));
  }
  EXPECT_EQ(simulation.step().status, Status::stopped);  // the duration is over
}

// x = t³/4 of x'' = 3 t / 2.
TEST(Simulation, LooksBackInsideTheLastStep) {
  Simulation simulation(pushed(), run_for(2, 2, 1e-10));
  while (simulation.t() < 1) ASSERT_FALSE(simulation.step().failed());
  const double from = simulation.known_from(), to = simulation.t();
  ASSERT_LT(from, to);
  for (const double share : {0.0, 0.3, 0.8, 1.0}) {
    const double t = from + share * (to - from);
    const StateValues state = simulation.at(t);
    EXPECT_EQ(state.t, t);
    EXPECT_NEAR(state.q[0], t * t * t / 4, 1e-9);
    EXPECT_NEAR(state.v[0], 0.75 * t * t, 1e-9);
  }
  EXPECT_EQ(simulation.names().q, std::vector<std::string>{"rail.position"});
  EXPECT_EQ(simulation.names().v, std::vector<std::string>{"rail.rate"});
  EXPECT_THROW(simulation.at(to + 0.1), Error);
  EXPECT_THROW(simulation.at(from - 0.1), Error);
}

// One second of u = 4, one of u = -4: a step of the velocity's slope, exact parabolas.
TEST(Simulation, InputsHoldFromNowOn) {
  for (const char* integrator : {"auto", "adams", "radau", "bdf"}) {
    SCOPED_TRACE(integrator);
    AnalysisOptions options = run_for(3, 3, 1e-9);
    options.integrator = integrator;
    Simulation simulation(pushed(), options);
    simulation.set_input("u", 4);
    EXPECT_EQ(simulation.value("u"), 4);
    ASSERT_EQ(simulation.advance_to(1).status, Status::done);
    EXPECT_NEAR(simulation.value("mass.x"), 1, 1e-7);
    EXPECT_NEAR(simulation.value("mass.ax"), 2, 1e-12);
    simulation.set_input("u", -4);
    EXPECT_NEAR(simulation.value("mass.ax"), -2, 1e-12);
    EXPECT_EQ(simulation.t(), 1);
    ASSERT_EQ(simulation.advance_to(2).status, Status::done);
    EXPECT_NEAR(simulation.value("mass.x"), 2, 1e-7);
    EXPECT_NEAR(simulation.value("mass.vx"), 0, 1e-7);
  }
  Simulation simulation(pushed(), run_for(1, 1));
  EXPECT_THROW(simulation.set_input("v", 1), Error);
  EXPECT_THROW(simulation.set_input("u", NAN), Error);
}

// An input that jumps may make a condition true at once.
TEST(Simulation, EventsSeeInputs) {
  Model model = pushed();
  EventRule rule;
  rule.name = "strong";
  rule.when = Function("u > 10");
  model.events = {rule};
  Simulation simulation(model, run_for(1, 1));
  std::vector<std::string> heard;
  simulation.on_event([&](const Event& event) { heard.push_back(event.name); });
  ASSERT_EQ(simulation.advance_to(0.5).status, Status::done);
  EXPECT_TRUE(simulation.events().empty());
  simulation.set_input("u", 20);
  ASSERT_EQ(simulation.advance_to(0.6).status, Status::done);
  ASSERT_EQ(simulation.events().size(), 1u);
  EXPECT_NEAR(simulation.events()[0].t, 0.5, 1e-9);
  EXPECT_EQ(heard, std::vector<std::string>{"strong"});
}

// One that went on and one that was restored from the text, in the middle of a step and at the end of one.
void expect_same_after_snapshot(const Model& model, const AnalysisOptions& options, double at, double until) {
  Simulation simulation(model, options);
  ASSERT_EQ(simulation.advance_to(at).status, Status::done) << simulation.outcome().message;
  const Snapshot snapshot = simulation.snapshot();
  Simulation restored(model, options, Snapshot::read(std::string(snapshot.text())));
  EXPECT_EQ(restored.state(), simulation.state());
  Rows rows, restored_rows;
  rows.of(simulation);
  restored_rows.of(restored);
  while (simulation.t() < until) {
    const Outcome outcome = simulation.step();
    ASSERT_EQ(outcome.status, Status::done) << outcome.message;
    ASSERT_EQ(restored.step().status, Status::done);
    ASSERT_EQ(restored.state(), simulation.state());
  }
  EXPECT_EQ(restored_rows.values, rows.values);
  EXPECT_GT(rows.t.size(), 1u);

  simulation.restore(snapshot);  // back to where it was taken
  EXPECT_EQ(simulation.t(), at);
  Rows again;
  again.of(simulation);
  while (simulation.t() < until) ASSERT_EQ(simulation.step().status, Status::done);
  EXPECT_EQ(again.values, rows.values);
}

TEST(Simulation, GoesOnBitForBitAfterASnapshotWithEveryIntegrator) {
  const Model model = read_model("models/mechanisms/four_bar.bricard.yaml");
  for (const IntegratorEntry& integrator : integrators()) {
    SCOPED_TRACE(std::string(integrator.name));
    AnalysisOptions options = run_for(0.5, 0.01, 1e-6);
    options.integrator = integrator.name;
    if (integrator.fixed_step || integrator.accepts == ProblemKind::dae) options.step = 1e-3;
    expect_same_after_snapshot(model, options, 0.1234, 0.4);
  }
}

// A block that is pushed harder at every sample, F = k with k = n at the n-th: it breaks loose at static m g = 4.905 N, at 0.4 s,
// and from then on v = Σ (n - sliding m g)/10. A state reads its past, an event counts, and snapshots fall on samples, beside
// them, where it sticks and where it slides.
TEST(Simulation, SnapshotsKnowSamplesDelaysAndWhatSticks) {
  const Model model = model_of(R"(gravity: [0, 0, -9.81]
bodies: {block: {mass: 1, inertia: [1, 1, 1], position: [0, 0, 0]}}
joints: {slide: {type: prismatic, bodies: [ground, block], at: [0, 0, 0], axis: [1, 0, 0], friction: {static: 0.5, sliding: 0.4}}}
states:
  k: {initial: 0, sample: 0.1, next: k + 1}
  past: {initial: 0, derivative: 'delay(slide.rate, 0.15)'}
  passed: {initial: 0}
forces: {push: {type: joint_force, joint: slide, force: k}}
events: {gate: {when: slide.position > 0.05, do: switch, set: {passed: passed + 1}}}
)");
  const AnalysisOptions options = run_for(1, 0.01);
  double v = 0, x = 0, until_015_before = 0;
  for (int n = 5; n <= 10; ++n) {
    const double a = n - 0.4 * 9.81;
    if (n == 9) until_015_before = x + 0.05 * v + 0.5 * a * 0.05 * 0.05;
    x += 0.1 * v + 0.5 * a * 0.01;
    v += 0.1 * a;
  }
  for (const double at : {0.0, 0.1, 0.1 + 1e-12, 0.33, 0.4, 0.5 - 1e-12, 0.5, 0.57, 0.8}) {
    SCOPED_TRACE(at);
    expect_same_after_snapshot(model, options, at, 1);
    Simulation simulation(model, options);
    ASSERT_EQ(simulation.advance_to(at).status, Status::done);
    Simulation restored(model, options, Snapshot::read(simulation.snapshot().text()));
    ASSERT_EQ(restored.advance_to(1 - 1e-9).status, Status::done) << restored.outcome().message;
    EXPECT_EQ(restored.value("k"), 10);
    EXPECT_EQ(restored.value("passed"), 1);
    EXPECT_NEAR(restored.value("slide.rate"), v, 1e-7);
    EXPECT_NEAR(restored.value("slide.position"), x, 1e-7);
    EXPECT_NEAR(restored.value("past"), until_015_before, 1e-7);
  }
}

TEST(Simulation, SnapshotsKnowWhatEventsAndInputsHaveChanged) {
  const AnalysisOptions options = run_for(3, 0.01);
  Simulation simulation(caught(), options);
  ASSERT_EQ(simulation.advance_to(2.5).status, Status::done) << simulation.outcome().message;
  ASSERT_EQ(simulation.events().size(), 2u);
  for (const double at : {simulation.events()[0].t - 0.01, simulation.events()[0].t, simulation.events()[0].t + 0.02,
                          simulation.events()[1].t + 0.1}) {
    SCOPED_TRACE(at);
    expect_same_after_snapshot(caught(), options, at, 2.8);
  }
  Simulation held(pushed(), run_for(2, 0.1));
  held.set_input("u", 4);
  ASSERT_EQ(held.advance_to(1).status, Status::done);
  Simulation restored(pushed(), run_for(2, 0.1), held.snapshot());
  ASSERT_EQ(restored.advance_to(2).status, Status::done);
  EXPECT_NEAR(restored.value("mass.x"), 4, 1e-6);
}

// A force that grows without bound: x'' = 1/(1 - t)² / 2.
TEST(Simulation, AFailureIsAnOutcomeAndRowsBeforeItAreKept) {
  Model model = pushed();
  model.inputs[0].value = Function("1/(1 - t)^2");
  Simulation simulation(model, run_for(2, 0.1));
  Rows rows;
  rows.of(simulation);
  const Outcome outcome = simulation.advance_to(2);
  EXPECT_TRUE(outcome.failed());
  EXPECT_FALSE(outcome.message.empty());
  EXPECT_LT(simulation.t(), 1);
  ASSERT_GE(rows.t.size(), 10u);
  EXPECT_NEAR(rows.t[9], 0.9, 1e-12);
  EXPECT_TRUE(std::isfinite(simulation.value("mass.x")));
  EXPECT_EQ(simulation.step().message, outcome.message);  // it stays
}

TEST(Simulation, AStopStays) {
  const Model model = read_model("models/examples/biped_step.bricard.yaml");
  Simulation simulation(model);
  const Outcome outcome = simulation.advance_to(3);
  EXPECT_EQ(outcome.status, Status::stopped);
  ASSERT_EQ(simulation.events().size(), 1u);
  EXPECT_EQ(simulation.events()[0].name, "heel_strike");
  EXPECT_EQ(simulation.t(), simulation.events()[0].t);
  EXPECT_EQ(simulation.step().status, Status::stopped);
}

TEST(Simulation, WhatIsWrongIsThrownWhenItIsMade) {
  EXPECT_THROW(Simulation(pushed(), AnalysisOptions{}), Error);  // no duration
  AnalysisOptions options = run_for(1, 0.1);
  options.integrator = "rk5";
  EXPECT_THROW(Simulation(pushed(), options), Error);
  Model model = pushed();
  model.joints[0].bodies[1] = "nobody";
  EXPECT_THROW(Simulation(model, run_for(1, 0.1)), Error);
  EXPECT_THROW(Simulation{pushed()}, Error);  // no analysis section
  Simulation simulation(pushed(), run_for(1, 0.1));
  EXPECT_THROW(simulation.value("mass.xx"), Error);
  ASSERT_FALSE(simulation.advance_to(0.5).failed());
  EXPECT_THROW(simulation.advance_to(0.4), Error);
  EXPECT_THROW(Snapshot::read("{}"), Error);
  EXPECT_THROW(Snapshot::read("no"), Error);
  Simulation other(caught(), run_for(1, 0.1));
  EXPECT_THROW(other.restore(simulation.snapshot()), Error);
  const auto changed = [text = simulation.snapshot().text()](const std::string& from, const std::string& to) {
    return Snapshot::read(std::string(text).replace(text.find(from), from.size(), to));
  };
  EXPECT_NO_THROW(simulation.restore(changed("\"t\": 0.5", "\"t\": 0.25")));
  EXPECT_THROW(simulation.restore(changed("\"t\": 0.5", "\"t\": 1e300")), Error);  // not in the duration
  EXPECT_THROW(simulation.restore(changed("\"angles\": [", "\"angles\": [0.5,")), Error);
}

// What cannot be assembled is no fault of the text, and no exception.
TEST(Simulation, AStartThatIsNotFoundIsAnOutcome) {
  const Model model = model_of(R"(name: Too short
dimension: 2
bodies:
  a: {mass: 1, inertia: 1, position: [0.5, 0]}
joints:
  left:  {type: revolute, bodies: [ground, a], at: [0, 0]}
  right: {type: revolute, bodies: [ground, a], at: [3, 0], at2: {in: a, at: [0.5, 0]}}
)");
  Simulation simulation(model, run_for(1, 0.1));
  EXPECT_TRUE(simulation.outcome().failed());
  EXPECT_TRUE(simulation.step().failed());
  EXPECT_EQ(simulation.t(), 0);
}

}  // namespace
}  // namespace bricard::test
