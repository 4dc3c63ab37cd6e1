// Motions that read their past, against the method of steps: where the history is constant the solutions are polynomials from
// delay to delay (Driver: Ordinary and Delay Differential Equations, Springer 1977, chapter 5; Bellen, Zennaro: Numerical Methods
// for Delay Differential Equations, Oxford 2003, section 1.1).
#include <gtest/gtest.h>

#include <cmath>

#include "bricard/analyses/dynamics/simulation.hpp"
#include "bricard/analyses/run.hpp"
#include "bricard/io/yaml_reader.hpp"
#include "bricard/system/past_values.hpp"

namespace bricard::test {
namespace {

Model model_of(const std::string& text) { return read_yaml_text("bricard: 1\n" + text, "test"); }

// x' = -x(t - 1), x = 1 before t = 0:   x = Σ (-1)^k (t - (k - 1))^k / k!  over k <= t + 1.
double decay(double t) {
  double sum = 0, factorial = 1;
  for (int k = 0; k <= t + 1; ++k) {
    if (k > 0) factorial *= k;
    sum += std::pow(-1, k) * std::pow(t - (k - 1), k) / factorial;
  }
  return sum;
}

// x'' = -w² x(t - T), x = 1 and at rest before t = 0:   x = Σ (-w²)^j (t - (j - 1) T)^(2j) / (2j)!  over (j - 1) T <= t.
double oscillation(double t, double w, double T) {
  double sum = 0, factorial = 1;
  for (int j = 0; (j - 1) * T <= t; ++j) {
    if (j > 0) factorial *= (2 * j - 1) * (2 * j);
    sum += std::pow(-w * w, j) * std::pow(t - (j - 1) * T, 2 * j) / factorial;
  }
  return sum;
}

const std::string state_model = R"text(name: Decay
bodies: {block: {mass: 1, inertia: [1, 1, 1], position: [0, 0, 0]}}
joints: {rail: {type: prismatic, bodies: [ground, block], at: [0, 0, 0], axis: [1, 0, 0]}}
states: {x: {initial: 1, derivative: "-delay(x, 1)"}}
)text";

const std::string rail_model = R"text(name: Late spring
units: {length: mm, time: ms, force: kN}
gravity: [0, 0, 0]
bodies: {block: {mass: 2, inertia: [1, 1, 1], position: [0, 0, 0], orientation: {axis: [1, 0, 0], angle: 1}}}
joints: {rail: {type: prismatic, bodies: [ground, block], at: [0, 0, 0], axis: [1, 0, 0], initial: {position: 10}}}
forces: {spring: {type: joint_force, joint: rail, force: "-18e-6*delay(rail.position, 300)"}}
)text";  // 18 N/m on 2 kg: w = 3

const std::string hinge_model = R"text(name: Late torsion spring
gravity: [0, 0, 0]
bodies:
  arm: {mass: 1, inertia: [1, 1, 1], position: [0, 0, 0]}
  disc: {mass: 1, inertia: [1, 1, 1], position: [1, 0, 0]}
joints:
  hinge: {type: revolute, bodies: [ground, arm], at: [0, 0, 0], axis: [0, 0, 1], initial: {angle: 1}}
  other: {type: revolute, bodies: [ground, disc], at: [1, 0, 0], axis: [0, 0, 1]}
forces:
  spring: {type: joint_force, joint: hinge, torque: "-9*delay(hinge.angle, 0.3)"}
  follower: {type: joint_force, joint: other, torque: "1*hinge.angle"}
)text";

AnalysisOptions options_for(double duration, double tolerance = 1e-9) {
  AnalysisOptions options;
  options.type = "dynamics";
  options.duration = duration;
  options.output_step = duration / 50;
  options.tolerance.relative = tolerance;
  return options;
}

double largest_error(const Model& model, const AnalysisOptions& options, const std::string& column,
                     const std::function<double(double)>& exact, double scale = 1) {
  const Results results = run(model, options);
  EXPECT_EQ(results.summary.outcome.status, Status::done) << results.summary.outcome.message;
  double error = 0;
  const int t = results.column("t"), x = results.column(column);
  for (int row = 0; row < results.rows(); ++row)
    error = std::max(error, std::abs(results.at(row, x) / scale - exact(results.at(row, t))));
  EXPECT_GT(results.rows(), 40);
  return error;
}

// Of several durations: at t = 1, where steps begin anew, x passes zero.
TEST(Delay, AStateThatReadsItsPastIsThePolynomialOfTheMethodOfSteps) {
  for (const double duration : {3.0, 6.0, 8.0})
    EXPECT_LT(largest_error(model_of(state_model), options_for(duration), "x", decay), 1e-8) << duration;
}

// x grows to 11. Of bdf1, of first order, steps of h miss about w² h t / 2 of it.
TEST(Delay, EveryIntegratorFollowsThePast) {
  struct Case {
    std::string integrator;
    std::optional<double> step;
    double error;
  };
  for (const Case& each : {Case{"rk4", 0.01, 1e-7}, Case{"dopri5", {}, 1e-7}, Case{"dop853", {}, 1e-7}, Case{"adams", {}, 1e-6},
                           Case{"bdf", {}, 1e-5}, Case{"rosenbrock", {}, 1e-5}, Case{"radau", {}, 1e-6}, Case{"hht", 0.002, 1e-3},
                           Case{"generalized_alpha", 0.002, 1e-3}, Case{"bdf1", 0.001, 0.25}, Case{"bdf2", 0.002, 1e-3}}) {
    SCOPED_TRACE(each.integrator);
    AnalysisOptions options = options_for(3, 1e-8);
    options.integrator = each.integrator;
    options.step = each.step;
    if (each.integrator == "hht" || each.integrator == "generalized_alpha" || each.integrator.starts_with("bdf1") ||
        each.integrator == "bdf2")
      options.formulation = "index3";
    const auto exact = [](double t) { return oscillation(t, 3, 0.3); };
    EXPECT_LT(largest_error(model_of(hinge_model), options, "hinge.angle", exact), each.error);
  }
}

TEST(Delay, EveryCoordinateSetAndAnyUnits) {
  for (const char* coordinates : {"absolute", "euler_parameters", "euler_angles", "relative"}) {
    SCOPED_TRACE(coordinates);
    AnalysisOptions options = options_for(3);
    options.coordinates = coordinates;
    const auto exact = [](double t) { return oscillation(t, 3, 0.3); };
    EXPECT_LT(largest_error(model_of(rail_model), options, "rail.position", exact, 0.01), 1e-7);
    if (options.coordinates == "euler_angles") continue;  // which the arm's axes lock at the start
    EXPECT_LT(largest_error(model_of(hinge_model), options, "hinge.angle", exact), 1e-7);
  }
}

TEST(Delay, MayBeMuchShorterThanTheStepsOfItsMotion) {
  const Model model = model_of(R"text(name: Short
gravity: [0, 0, 0]
bodies: {block: {mass: 1, inertia: [1, 1, 1], position: [0, 0, 0]}}
joints: {rail: {type: prismatic, bodies: [ground, block], at: [0, 0, 0], axis: [1, 0, 0], initial: {position: 1}}}
forces: {spring: {type: joint_force, joint: rail, force: "-1*delay(rail.position, 2 ms)"}}
)text");
  EXPECT_LT(largest_error(model, options_for(0.4), "rail.position", [](double t) { return oscillation(t, 1, 0.002); }), 1e-9);
}

// A jump comes back after the delay, to the last digit: m x'' = u(t - 0.5), u jumps at 0.3 (numbers that are not binary).
TEST(Delay, AJumpComesBackAtItsMoment) {
  const Model model = model_of(R"text(name: Jump
gravity: [0, 0, 0]
bodies: {block: {mass: 1, inertia: [1, 1, 1], position: [0, 0, 0]}}
joints: {rail: {type: prismatic, bodies: [ground, block], at: [0, 0, 0], axis: [1, 0, 0]}}
inputs: {u: "if(t < 0.3, 0, 1)"}
states: {z: {derivative: "delay(2*u, 0.5)"}, w: {derivative: "delay(if(t < 0.3, 0, 1), 0.5)"}}
forces: {push: {type: joint_force, joint: rail, force: "delay(u, 0.5)"}}
)text");
  const auto ramp = [](double t) { return std::max(0.0, t - 0.8); };
  EXPECT_LT(largest_error(model, options_for(2), "rail.position", [&](double t) { return ramp(t) * ramp(t) / 2; }), 1e-12);
  EXPECT_LT(largest_error(model, options_for(2), "z", ramp, 2), 1e-12);
  EXPECT_LT(largest_error(model, options_for(2), "w", ramp), 1e-12);
}

// What is switched on later reads what was before: from t = 1 on x'' = x(t - 0.4), where x was t.
TEST(Delay, AForceThatIsSwitchedOnReadsWhatWasBefore) {
  const Model model = model_of(R"text(name: Switched
gravity: [0, 0, 0]
bodies: {block: {mass: 1, inertia: [1, 1, 1], position: [0, 0, 0]}}
joints: {rail: {type: prismatic, bodies: [ground, block], at: [0, 0, 0], axis: [1, 0, 0], initial: {rate: 1}}}
forces: {push: {type: joint_force, joint: rail, force: "1*delay(rail.position, 0.4)", active: false}}
events: {on: {when: t >= 1, do: switch, activate: [push]}}
)text");
  const auto exact = [](double t) { return t < 1 ? t : t + std::pow(t - 0.4, 3) / 6 - std::pow(0.6, 3) / 6 - 0.18 * (t - 1); };
  EXPECT_LT(largest_error(model, options_for(1.4), "rail.position", exact), 1e-9);
}

TEST(Delay, DelaysOfDelaysAndSeveralAtOnce) {
  const Model model = model_of(state_model.substr(0, state_model.find("states")) + R"text(
states:
  x: {initial: 1, derivative: "-delay(delay(x, 0.25), 0.75)"}
  y: {initial: 0, derivative: "delay(x, 0.5) + delay(t, 0.3)"}
outputs: {late: "x"}
)text");
  EXPECT_LT(largest_error(model, options_for(5), "x", decay), 1e-7);
  // y' = x(t - 1/2) + max(t - 0.3, 0); up to t = 3/2 x(t - 1/2) is 1, then 3/2 - t.
  const auto y = [](double t) {
    const double late = std::max(0.0, t - 0.5);
    return t - late * late / 2 + std::pow(std::max(0.0, t - 0.3), 2) / 2;
  };
  EXPECT_LT(largest_error(model, options_for(1.5), "y", y), 1e-8);
}

// What goes on from a snapshot does what the simulation itself does, and both are right.
TEST(Delay, SnapshotsKeepThePast) {
  const Model model = model_of(state_model);
  Simulation simulation(model, options_for(6, 1e-9));
  simulation.advance_to(2.3);
  const Snapshot snapshot = simulation.snapshot();
  const Snapshot read = Snapshot::read(snapshot.text());
  Simulation other(model, options_for(6, 1e-9), read);
  simulation.advance_to(5.1);
  other.advance_to(5.1);
  EXPECT_NEAR(simulation.value("x"), decay(5.1), 1e-8);
  EXPECT_EQ(other.value("x"), simulation.value("x"));
  simulation.restore(snapshot);
  simulation.advance_to(5.1);
  EXPECT_EQ(other.value("x"), simulation.value("x"));
  std::string without = snapshot.text();
  without.replace(without.find("\"past\""), 6, "\"gone\"");
  EXPECT_THROW(Simulation(model, options_for(6, 1e-9), Snapshot::read(without)), Error);
}

// An input that is held from outside changes the past from there on.
TEST(Delay, InputsThatAreHeldAreRemembered) {
  const Model model = model_of(R"text(name: Held
gravity: [0, 0, 0]
bodies: {block: {mass: 1, inertia: [1, 1, 1], position: [0, 0, 0]}}
joints: {rail: {type: prismatic, bodies: [ground, block], at: [0, 0, 0], axis: [1, 0, 0]}}
inputs: {u: 0}
forces: {push: {type: joint_force, joint: rail, force: "delay(u, 0.5)"}}
)text");
  Simulation simulation(model, options_for(3));
  simulation.advance_to(0.7);
  simulation.set_input("u", 3);
  simulation.advance_to(2);
  EXPECT_NEAR(simulation.value("rail.position"), 1.5 * 0.8 * 0.8, 1e-9);
}

// Of the memory of a run no more is kept than the longest delay reaches back.
TEST(Delay, ThePastIsForgottenWhereNothingReachesIt) {
  PastValues past({1.0});
  const double first = 4;
  past.begin(0, {&first, 1});
  for (int i = 0; i < 1000; ++i) {
    PastValues::Piece piece{0.1 * i, 0.1 * (i + 1), {}};
    for (int j = 0; j <= PastValues::degree; ++j) piece.values[j] = std::pow(piece.from + 0.1 * PastValues::node(j), 3);
    past.append(0, piece);
    past.end_at(piece.to);
  }
  EXPECT_LT(past.pasts()[0].pieces.size(), 15u);
  EXPECT_NEAR(past.at(0, 100.03), std::pow(99.03, 3), 1e-8);
}

TEST(Delay, AnEquilibriumAtRestHasAlwaysBeenThere) {
  const Model model = model_of(R"text(name: Rest
gravity: [0, 0, -10]
bodies: {block: {mass: 2, inertia: [1, 1, 1], position: [0, 0, 0]}}
joints: {rail: {type: prismatic, bodies: [ground, block], at: [0, 0, 0], axis: [0, 0, 1]}}
forces: {spring: {type: joint_force, joint: rail, force: "-100*delay(rail.position, 1)"}}
)text");
  AnalysisOptions options;
  options.type = "equilibrium";
  const Results results = run(model, options);
  EXPECT_NEAR(results.at(results.rows() - 1, results.column("rail.position")), -0.2, 1e-9);
}

TEST(Delay, IsRefusedByNameWhereNoPastIsKnown) {
  const auto refusal = [](const std::string& text, AnalysisOptions options) -> std::string {
    try {
      run(model_of(text), options);
    } catch (const Error& error) {
      return error.faults()[0].where + ": " + error.faults()[0].what;
    }
    return "";
  };
  for (const char* type : {"modes", "kinematics", "inverse_dynamics"}) {
    AnalysisOptions options = options_for(1);
    options.type = type;
    EXPECT_EQ(refusal(hinge_model, options),
              std::string("forces.spring.torque: the analysis '") + type + "' does not know `delay` of a motion");
  }
  AnalysisOptions options = options_for(3);
  options.step = 0.5;
  options.integrator = "rk4";
  EXPECT_EQ(refusal(hinge_model, options), "analysis.step: the step of 0.5 s is longer than the shortest delay, 0.3 s");
  const auto fault = [&](const std::string& line) { return refusal(state_model + line, options_for(1)); };
  EXPECT_NE(fault("outputs: {late: \"delay(x, 1)\"}\n").find("`delay` may not be used here"), std::string::npos);
  EXPECT_NE(fault("events: {e: {when: \"delay(x, 1) < 0\", do: stop}}\n").find("`delay` may not be used here"),
            std::string::npos);
  EXPECT_NE(fault("drivers: {d: {joint: rail, position: \"delay(t, 1)\"}}\n").find("`delay` may not be used here"),
            std::string::npos);
  EXPECT_NE(
      fault("forces: {f: {type: joint_force, joint: rail, force: \"delay(g.force, 1)\"}, g: {type: joint_force, joint: rail, "
            "force: x}}\n")
          .find("`delay` cannot be used here: `g.force` is not remembered"),
      std::string::npos);
}

}  // namespace
}  // namespace bricard::test
