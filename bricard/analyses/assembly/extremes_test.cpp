// Numbers of extreme size: guesses from which nothing can be assembled, axes of any length, a soft direction beside a stiff one;
// and what has no direction or no number at all.
#include <cmath>

#include "bricard/analyses/test_cases.hpp"
#include "bricard/io/yaml_reader.hpp"

namespace bricard {
namespace {

Model model_of(const std::string& text) { return read_yaml_text("bricard: 1\n" + text, "model"); }

bool warns(const Results& results, const std::string& part) {
  for (const std::string& warning : results.summary.warnings)
    if (warning.find(part) != std::string::npos) return true;
  return false;
}

// Squares of these would overflow.
TEST(Extremes, PointsBeyondAllMechanismsAreRefused) {
  for (const char* guess : {"1e101", "1e160", "1e200", "-1e300"}) try {
      model_of(std::string("bodies: {b: {mass: 1, inertia: [1,1,1], position: [0, ") + guess + ", 0]}}\n");
      ADD_FAILURE() << guess;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("bodies.b.position: the point is too far away"), std::string::npos)
          << error.what();
    }
}

TEST(Extremes, AGuessFarAwayIsNotAssembled) {
  for (const char* guess : {"1e5", "1e10", "1e99"})
    for (const std::string& coordinates : coordinate_sets_everywhere()) {
      Model model = model_of(std::string("parameters: {guess: ") + guess + R"yaml(}
bodies:
  a: {mass: 1, inertia: [0.1,0.1,0.1], position: [0,0.5,0]}
  b: {mass: 1, inertia: [0.1,0.1,0.1], position: [guess,1,0]}
  c: {mass: 1, inertia: [0.1,0.1,0.1], position: [3,0,0]}
joints:
  j1: {type: revolute, bodies: [ground, a], at: [0,0,0], axis: [0,0,1]}
  j2: {type: revolute, bodies: [a, b], at: {in: a, at: [0,0.5,0]}, at2: {in: b, at: [-1.5,0,0]}, axis: [0,0,1]}
  j3: {type: revolute, bodies: [b, c], at: {in: b, at: [1.5,0,0]}, at2: {in: c, at: [0,1,0]}, axis: [0,0,1]}
  j4: {type: revolute, bodies: [ground, c], at: [3,-1,0], axis: [0,0,1]}
)yaml");
      AnalysisOptions options = timed(0.1, 0.1, coordinates, 1e-6);
      EXPECT_TRUE(check(model, options).summary.outcome.failed()) << guess;
      const Outcome outcome = run(model, options).summary.outcome;
      EXPECT_TRUE(outcome.failed()) << guess;
      EXPECT_NE(outcome.message.find("could not be assembled: joint 'j"), std::string::npos) << guess << ": " << outcome.message;
    }
}

// A body that nothing joins may be anywhere, and does not loosen what a closed loop means elsewhere.
TEST(Extremes, ADistantBodyDoesNotOpenALoop) {
  for (const char* far : {"1e6", "1e12", "1e90"}) {
    const Model model = model_of(std::string("bodies:\n  far: {mass: 1, inertia: [1,1,1], position: [") + far + R"yaml(,0,0]}
  a: {mass: 1, inertia: [0.1,0.1,0.1], position: [0,0.5,0]}
  b: {mass: 1, inertia: [0.1,0.1,0.1], position: [1.4,1,0]}
  c: {mass: 1, inertia: [0.1,0.1,0.1], position: [3,0,0]}
joints:
  j1: {type: revolute, bodies: [ground, a], at: [0,0,0], axis: [0,0,1]}
  j2: {type: revolute, bodies: [a, b], at: {in: a, at: [0,0.5,0]}, at2: {in: b, at: [-1.5,0,0]}, axis: [0,0,1]}
  j3: {type: revolute, bodies: [b, c], at: {in: b, at: [1.5,0,0]}, at2: {in: c, at: [0,1,0]}, axis: [0,0,1]}
  j4: {type: revolute, bodies: [ground, c], at: [3,-1,0], axis: [0,0,1]}
)yaml");
    const Results results = check(model);
    ASSERT_FALSE(results.summary.outcome.failed()) << far << ": " << results.summary.outcome.message;
    EXPECT_LT(results.summary.violation.position, 1e-9) << far;
  }
}

TEST(Extremes, AxesOfAnyLength) {
  const auto with = [](const std::string& x) {
    return model_of("bodies: {b: {mass: 1, inertia: [1,2,1], position: [1,0,0], orientation: {axis: [" + x + ", " + x +
                    ", 0], angle: 0.3}}}\njoints: {j: {type: revolute, bodies: [ground,b], at: [0,0,0], axis: [0, " + x + ", " +
                    x + "]}}\nforces: {f: {type: force, body: b, magnitude: 1, direction: [" + x + ", " + x + ", " + x + "]}}\n");
  };
  const Results expected = run(with("1"), timed(1, 0.5, "auto", 1e-6));
  for (const char* x : {"1e200", "1e-200", "1.7e308", "1e-320", "3"}) {
    const Results results = run(with(x), timed(1, 0.5, "auto", 1e-6));
    ASSERT_FALSE(results.summary.outcome.failed()) << x << ": " << results.summary.outcome.message;
    EXPECT_NEAR(value(results, "j.angle"), value(expected, "j.angle"), 1e-12) << x;
    EXPECT_NEAR(value(results, "b.e1"), value(expected, "b.e1"), 1e-12) << x;
  }
}

TEST(Extremes, ASpringNeedsADirectionAtTheStart) {
  const auto with = [](const std::string& keys) {
    return model_of(
        "bodies: {b: {mass: 1, inertia: [1,1,1], position: [1,0,0]}}\nforces:\n  f: {type: spring_damper, from: {body: "
        "ground, at: [1,0,0]}, to: {body: b, at: [1,0,0]}, " +
        keys + "}\n");
  };
  for (const char* keys : {"stiffness: 100, free_length: 0.5", "force: 3"}) try {
      run(with(keys), timed(0.1, 0.1, "auto", 1e-6));
      ADD_FAILURE() << keys;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("forces.f"), std::string::npos) << error.what();
    }
  for (const char* keys : {"stiffness: 100", "stiffness: 100, free_length: 0", "damping: 3"})
    EXPECT_DONE(run(with(keys), timed(0.1, 0.1, "auto", 1e-6))) << keys;
}

// Names are made of letters, digits and _, and serve in expressions whatever they begin with.
TEST(Extremes, NamesMayBeginWithDigits) {
  const Model model = model_of(R"yaml(
parameters: {3rd: 7}
bodies: {1a: {mass: 1, inertia: [1,1,1], position: [5,0,0]}, 2e: {mass: 1, inertia: [1,1,1], position: [0,0,0]}}
outputs: {o: "2*1a.x + 3rd + 2e3 - 2e.y", p: 1e2}
)yaml");
  const Results results = run(model, timed(0.1, 0.1, "auto", 1e-6));
  EXPECT_NEAR(value(results, "o"), 2017, 1e-9);
  EXPECT_EQ(value(results, "p"), 100);
  for (const char* name : {"7", "1e5", "2E07"})  // a body may be a number, a parameter not
    EXPECT_THROW(model_of(std::string("parameters: {") + name + ": 1}\n"), Error) << name;
}

// ---- soft beside stiff
// ----------------------------------------------------------------------------------------------------------

std::string two_masses(const std::string& stiff, const std::string& soft, bool in_series) {
  return "gravity: [0, 0, 0]\nbodies:\n  a: {mass: 1, inertia: [1, 1, 1], position: [1, 0, 0]}\n  b: {mass: 1, inertia: [1, 1, "
         "1], "
         "position: [2, 0, 0]}\njoints:\n  s: {type: prismatic, bodies: [ground, a], at: [1, 0, 0], axis: [1, 0, 0]}\n  r: "
         "{type: "
         "prismatic, bodies: [ground, b], at: [2, 0, 0], axis: [1, 0, 0]}\nforces:\n  f: {type: spring_damper, from: {body: " +
         std::string(in_series ? "b, at: [2, 0, 0]" : "ground, at: [0, 0, 0]") + "}, to: {body: a, at: [1, 0, 0]}, " + stiff +
         "}\n  g: {type: spring_damper, from: {body: ground, at: [0, 0, 0]}, to: {body: b, at: [2, 0, 0]}, " + soft + "}\n";
}

TEST(Extremes, ASoftPairBesideAStiffOne) {
  for (const std::string& coordinates : {std::string("relative"), std::string("absolute")}) {
    AnalysisOptions options;
    options.type = "modes";
    options.coordinates = coordinates;
    options.modes.emplace();
    options.modes->about = About::design;
    for (const char* stiff : {"stiffness: 1e11", "stiffness: 1e12"}) {
      std::vector<Mode> modes = run(model_of(two_masses(stiff, "stiffness: 1, damping: 0.01", false)), options).summary.modes;
      ASSERT_EQ(modes.size(), 2u) << coordinates;
      EXPECT_NEAR(modes[0].real, -0.005, 1e-8);
      EXPECT_NEAR(modes[0].imag, std::sqrt(1 - 0.005 * 0.005), 1e-8);
      EXPECT_FALSE(modes[0].unstable);
      modes = run(model_of(two_masses(stiff, "stiffness: 1", false)), options).summary.modes;
      ASSERT_EQ(modes.size(), 2u) << coordinates;
      EXPECT_NEAR(modes[0].imag, 1, 1e-8);
      // Where the soft stiffness is negative one of the two grows.
      modes = run(model_of(two_masses(stiff, "stiffness: -1, damping: 0.01", false)), options).summary.modes;
      ASSERT_EQ(modes.size(), 3u);
      EXPECT_TRUE(modes[0].unstable || modes[1].unstable);
      modes = run(model_of(two_masses(stiff, "stiffness: -1", false)), options).summary.modes;
      ASSERT_EQ(modes.size(), 3u);
      EXPECT_TRUE(modes[0].unstable || modes[1].unstable);
      // Both masses on the soft spring: rounding of the stiff one is 1e-16 of it.
      modes = run(model_of(two_masses(stiff, "stiffness: 1, damping: 0.01", true)), options).summary.modes;
      ASSERT_EQ(modes.size(), 2u);
      EXPECT_NEAR(modes[0].imag, std::sqrt(0.5), 2e-3) << stiff;
      modes = run(model_of(two_masses(stiff, "stiffness: 0", true)), options).summary.modes;
      ASSERT_EQ(modes.size(), 2u);
      EXPECT_EQ(modes[0].imag, 0) << stiff;  // rigid
    }
  }
}

// ---- the certificate
// --------------------------------------------------------------------------------------------------------------

// About the middle axis a free body turns over at times that errors decide.
TEST(Extremes, TheCertificateSeesOrientations) {
  const Model model = model_of(
      "gravity: [0, 0, 0]\nbodies: {nut: {mass: 1, inertia: [1.0, 2.0, 3.0], position: [0, 0, 0], angular_velocity: [1e-3, 5, "
      "0]}}\n");
  AnalysisOptions options = timed(20, 0.25, "auto", 1e-6);
  Control control;
  control.certify = true;
  const Results results = run(model, options, control);
  EXPECT_TRUE(warns(results, "the orientation of nut")) << results.summary.error_estimate->position;
}

// The motion ends where it began: only the way shows the error of the steps.
TEST(Extremes, FixedStepsAreJudgedByTheirLargestDrift) {
  const Model model = model_of(R"yaml(
gravity: [0, 0, 0]
bodies: {b: {mass: 1, inertia: [1,1,1], position: [2,0,0]}}
joints: {s: {type: prismatic, bodies: [ground, b], at: [0,0,0], axis: [1,0,0]}}
forces: {f: {type: spring_damper, from: {body: ground, at: [0,0,0]}, to: {body: b, at: [2,0,0]}, stiffness: 39.47841760435743, free_length: 1}}
)yaml");
  AnalysisOptions options = timed(1, 0.05, "auto", 1e-6);
  options.formulation = "index3";
  options.integrator = "generalized_alpha";
  options.step = 0.08;
  const Results results = run(model, options);
  ASSERT_EQ(results.summary.outcome.status, Status::done) << results.summary.outcome.message;
  EXPECT_GT(results.summary.balance->largest_error, 1.2 * std::abs(results.summary.balance->error));
  EXPECT_TRUE(warns(results, "the energy balance misses up to")) << results.summary.balance->largest_error;
}

}  // namespace
}  // namespace bricard
