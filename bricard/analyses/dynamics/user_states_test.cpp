// User states against closed forms and recursions: held, sampled, reading accelerations and reactions, along prescribed motions.
#include <cmath>

#include "bricard/analyses/test_motion_cases.hpp"

namespace bricard {
namespace {

Model model_of(const std::string& text) { return read_yaml_text("bricard: 1\n" + text, "model"); }

const char* const pendulum = R"yaml(gravity: [0, 0, -9.81]
bodies: {rod: {mass: 2, inertia: [0.2, 0.2, 0.01], position: [0, 0, -0.5]}}
joints: {h: {type: revolute, bodies: [ground, rod], at: [0, 0, 0], axis: [0, 1, 0], initial: {angle: 1, speed: 0.3}}}
)yaml";
const char* const slider = R"yaml(gravity: [0, 0, 0]
bodies: {b: {mass: 2, inertia: [1, 1, 1], position: [0, 0, 0]}}
joints: {s: {type: prismatic, bodies: [ground, b], at: [0, 0, 0], axis: [1, 0, 0], initial: {position: 1}}}
)yaml";

TEST(UserStates, AreHeldToTheLastDigit) {
  const Model model = model_of(std::string(pendulum) + R"yaml(states:
  three: {initial: 3, derivative: "0"}
  third: {initial: 0.333}
  lag: {initial: 5, derivative: "-lag"}
)yaml");
  for (const std::string& coordinates : coordinate_sets_everywhere())
    for (const char* integrator : {"auto", "dopri5", "adams", "bdf", "radau", "generalized_alpha"}) {
      AnalysisOptions options = timed("dynamics", 1, 0.01, coordinates);
      options.integrator = integrator;
      options.tolerance.relative = 1e-5;
      const Results results = run(model, options);
      ASSERT_EQ(results.summary.outcome.status, Status::done) << integrator << ": " << results.summary.outcome.message;
      for (const double value : results.series("three")) ASSERT_EQ(value, 3) << integrator << ", " << coordinates;
      for (const double value : results.series("third")) ASSERT_EQ(value, 0.333) << integrator << ", " << coordinates;
      EXPECT_EQ(results.series("lag")[0], 5);
    }
}

TEST(UserStates, ChangeByEventsOnly) {
  const Model model = model_of(std::string(pendulum) + R"yaml(states: {n: {initial: 7}}
events: {low: {when: "h.angle < 0", do: switch, set: {n: n + 1}}}
)yaml");
  const Results results = run(model, timed("dynamics", 1, 0.01));
  for (const double n : results.series("n")) EXPECT_TRUE(n == 7 || n == 8) << n;
  EXPECT_EQ(results.series("n").back(), 8);
}

// Between samples the force is constant: x and v follow the recursion of a discrete-time controller exactly.
TEST(UserStates, SampledControlIsExactToTheSample) {
  const Model model = model_of(std::string(slider) + R"yaml(states:
  u: {sample: 0.1, next: "-2*s.position - 3*s.rate - 0.5*sum"}
  sum: {sample: 0.1, next: "sum + s.position"}
forces: {f: {type: joint_force, joint: s, force: u}}
)yaml");
  for (const std::string& coordinates : coordinate_sets_everywhere())
    for (const char* integrator : {"auto", "radau", "adams"}) {
      AnalysisOptions options = timed("dynamics", 2, 0.05, coordinates);
      options.integrator = integrator;
      const Results results = run(model, options);
      ASSERT_EQ(results.summary.outcome.status, Status::done) << integrator << ": " << results.summary.outcome.message;
      const std::vector<double> x = results.series("s.position"), u = results.series("u"), sum = results.series("sum");
      double position = 1, rate = 0, total = 0, force = 0;
      for (int k = 0; k <= 20; ++k) {
        force = -2 * position - 3 * rate - 0.5 * total;  // all from the values before
        total += position;
        EXPECT_NEAR(x[2 * k], position, 1e-7) << coordinates << ", " << integrator << ", sample " << k;
        EXPECT_NEAR(u[2 * k], force, 1e-6) << coordinates << ", sample " << k;
        EXPECT_NEAR(sum[2 * k], total, 1e-6);
        if (k < 20) {
          EXPECT_EQ(u[2 * k + 1], u[2 * k]);  // held between
        }
        position += 0.1 * rate + 0.005 * force / 2;
        rate += 0.1 * force / 2;
      }
    }
}

TEST(UserStates, CountersAndDelayLines) {
  const std::string states = R"yaml(states:
  n: {initial: -1, sample: 10 ms, next: n + 1}
  x1: {sample: 0.25, next: t}
  x2: {sample: 0.25, next: x1}
  x3: {sample: 0.5, next: x2}
)yaml";
  for (const char* type : {"dynamics", "kinematics"}) {
    const bool is_driven = type == std::string("kinematics");
    Model model = model_of(std::string(slider) + states);
    if (is_driven) {
      model.joints[0].initial.reset();
      Driver& driver = model.drivers.emplace_back();
      driver.name = "d";
      driver.joint = "s";
      driver.prescribed["position"] = "1 + t";
    }
    const Results results = run(model, timed(type, 1, 0.005));
    ASSERT_EQ(results.summary.outcome.status, Status::done) << type << ": " << results.summary.outcome.message;
    const std::vector<double> t = results.series("t"), n = results.series("n"), x1 = results.series("x1"),
                              x2 = results.series("x2"), x3 = results.series("x3");
    for (std::size_t i = 0; i < t.size(); ++i) {
      const double quarter = 0.25 * std::floor(4 * t[i] + 1e-9);
      EXPECT_EQ(n[i], std::floor(100 * t[i] + 1e-9)) << type << ", t = " << t[i];
      EXPECT_NEAR(x1[i], quarter, 1e-15);
      EXPECT_NEAR(x2[i], std::max(0.0, quarter - 0.25), 1e-15);
      const double half = 0.5 * std::floor(2 * t[i] + 1e-9);
      EXPECT_NEAR(x3[i], std::max(0.0, half - 0.5), 1e-15) << t[i];
    }
  }
}

// m = 2 under sin(t): a = sin(t)/2; z' = 5 (a - z) from 0.
TEST(UserStates, ReadAccelerationsAndReactions) {
  const Model model = model_of(std::string(slider) + R"yaml(forces: {f: {type: joint_force, joint: s, force: sin(t)}}
states:
  z: {derivative: "5*(b.ax - z)"}
  r: {derivative: "3*(s.tz + 4 - r)"}
outputs: {change: der(z)}
)yaml");
  const auto z = [](double t) { return 2.5 / 26 * (5 * std::sin(t) - std::cos(t) + std::exp(-5 * t)); };
  for (const std::string& coordinates : coordinate_sets_everywhere())
    for (const char* integrator : {"auto", "radau", "bdf"}) {
      AnalysisOptions options = timed("dynamics", 3, 0.1, coordinates);
      options.integrator = integrator;
      const Results results = run(model, options);
      ASSERT_EQ(results.summary.outcome.status, Status::done) << integrator << ": " << results.summary.outcome.message;
      const std::vector<double> t = results.series("t"), found = results.series("z"), r = results.series("r"),
                                change = results.series("change");
      for (std::size_t i = 0; i < t.size(); ++i) {
        EXPECT_NEAR(found[i], z(t[i]), 1e-6) << coordinates << ", " << integrator << ", t = " << t[i];
        EXPECT_NEAR(change[i], 5 * (0.5 * std::sin(t[i]) - z(t[i])), 1e-5);
        EXPECT_NEAR(r[i], 4 * (1 - std::exp(-3 * t[i])), 1e-6);
      }
    }
}

TEST(UserStates, RatesOfStatesInAForceAreACycle) {
  for (const char* more : {"states: {z: {derivative: b.ax}}\nforces: {f: {type: joint_force, joint: s, force: der(z)}}\n",
                           "states: {y: {derivative: der(z)}, z: {derivative: b.ax}}\n"})
    EXPECT_THROW(model_of(std::string(slider) + more), Error) << more;
}

// angle = t² prescribed: z' = angle gives t³/3; the torque of the driver is 2 I.
TEST(UserStates, AreIntegratedAlongPrescribedMotions) {
  const Model model = model_of(R"yaml(gravity: [0, 0, 0]
bodies: {b: {mass: 0, inertia: [2, 3, 2], position: [0, 0, 0]}}
joints: {j: {type: revolute, bodies: [ground, b], at: [0, 0, 0], axis: [0, 1, 0]}}
drivers: {d: {joint: j, angle: t^2}}
states:
  z: {initial: 1, derivative: j.angle}
  w: {derivative: d.torque}
)yaml");
  for (const char* type : {"kinematics", "inverse_dynamics"})
    for (const std::string& coordinates : coordinate_sets_everywhere()) {
      const Results results = run(model, timed(type, 3, 0.25, coordinates));
      ASSERT_EQ(results.summary.outcome.status, Status::done) << type << ": " << results.summary.outcome.message;
      const std::vector<double> t = results.series("t"), z = results.series("z"), w = results.series("w");
      for (std::size_t i = 0; i < t.size(); ++i) {
        EXPECT_NEAR(z[i], 1 + std::pow(t[i], 3) / 3, 1e-7) << type << ", " << coordinates;
        EXPECT_NEAR(w[i], 6 * t[i], 1e-6) << type << ", " << coordinates;
      }
    }
}

TEST(UserStates, KeepTheirStartWhateverJointsStartWith) {
  const Model model = model_of(std::string(pendulum) + R"yaml(inputs: {uin: "24"}
states: {a: {initial: 5}, b: {initial: 7, derivative: "0"}, c: {initial: 9}, d: {initial: 11, derivative: "0"}}
)yaml");
  for (const std::string& coordinates : coordinate_sets_everywhere()) {
    const Results results = run(model, timed("dynamics", 0.1, 0.05, coordinates));
    for (const auto& [name, value] : {std::pair("a", 5), std::pair("b", 7), std::pair("c", 9), std::pair("d", 11)})
      for (const double found : results.series(name)) EXPECT_EQ(found, value) << name;
  }
}

TEST(UserStates, KeysThatContradict) {
  for (const char* state : {"{sample: 1}", "{next: z + 1}", "{sample: 0, next: z}", "{sample: 1, next: z, derivative: \"1\"}",
                            "{sample: 1 m, next: z}"})
    EXPECT_THROW(model_of(std::string(slider) + "states: {z: " + state + "}\n"), Error) << state;
}

}  // namespace
}  // namespace bricard
