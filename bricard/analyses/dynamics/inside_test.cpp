// What happens inside a step: short, at one moment, or again and again. The models are in verification/inside/; each has an
// answer in closed form, in every set of coordinates that can describe it.
#include <cmath>
#include <functional>
#include <numbers>

#include "bricard/analyses/run.hpp"
#include "bricard/analyses/test_cases.hpp"
#include "bricard/io/yaml_reader.hpp"

namespace bricard {
namespace {

Model model_of(const std::string& name) { return read_model(source_file("verification/inside/" + name + ".bricard.yaml")); }

Results run_in(const std::string& name, const std::string& coordinates, double tolerance = 1e-6) {
  const Model model = model_of(name);
  AnalysisOptions options = *model.analysis;
  options.coordinates = coordinates;
  options.tolerance.relative = tolerance;
  return run(model, options);
}

// A column at the end, in all coordinates and at two tolerances.
void expect_at_end(const std::string& name, const std::string& column, double value, double error) {
  for (const std::string& coordinates : coordinate_sets_of(model_of(name)))
    for (const double tolerance : {1e-6, 1e-4}) {
      const Results results = run_in(name, coordinates, tolerance);
      ASSERT_EQ(results.summary.outcome.status, Status::done) << name << " " << coordinates << results.summary.outcome.message;
      EXPECT_NEAR(results.series(column).back(), value, error) << name << " " << column << " " << coordinates << " " << tolerance;
    }
}

TEST(InsideAStep, TurnsAreCounted) {
  expect_at_end("spin_counts_turns", "b.angle", 1000, 1e-3);
  expect_at_end("geared_spin", "hinge.angle", -2400, 1e-2);
  expect_at_end("geared_spin", "a.angle", 1600, 1e-2);
  // 100 rad/s to 500 rad, in 5 s, then 5 s against 10 rad/s².
  expect_at_end("two_bearings_brake", "j2.angle", 875, 1e-2);
  expect_at_end("spin_up", "j2.angle", 1000 + 20 * (1 - std::cos(50.0)), 1e-2);
}

TEST(InsideAStep, EveryPassageOfADiscIsAnEvent) {
  for (const std::string& coordinates : coordinate_sets_of(model_of("disc_events"))) {
    const Results results = run_in("disc_events", coordinates);
    ASSERT_EQ(results.summary.events.size(), 100u) << coordinates;
    for (int i = 1; i < 100; ++i) EXPECT_NEAR(results.summary.events[i].t - results.summary.events[i - 1].t, 0.1, 1e-6);
  }
}

TEST(InsideAStep, ShortWindowsAreNotSteppedOver) {
  expect_at_end("abs_window", "s.rate", 1, 1e-9);
  expect_at_end("window_of_position", "s.rate", 2, 1e-7);
  expect_at_end("hammer_table", "j.rate", 5, 1e-9);
  expect_at_end("pwm_floor", "s.rate", 0.25, 1e-9);
  expect_at_end("mod_floor", "z", 5, 1e-9);
}

TEST(InsideAStep, SmoothPulsesGiveTheirImpulse) {
  expect_at_end("pulse_of_time", "s.rate", 1, 1e-3);
  expect_at_end("pulse_of_position", "s.rate", 2, 1e-3);
  for (const double width : {1e-2, 1e-3, 1e-4, 1e-5}) {
    Model model = model_of("pulse_of_time");
    model.parameters[0].value = width;
    const Results results = run(model, *model.analysis);
    EXPECT_NEAR(results.series("s.rate").back(), 1, 1e-5) << width;
  }
}

// z' = -4 z + 3 f(t) by a Runge–Kutta method of order 4 in 20 000 steps.
double relaxed(double z, double end, const std::function<double(double)>& f) {
  constexpr int steps = 20000;
  const double h = end / steps;
  const auto rate = [&](double t, double y) { return -4 * y + 3 * f(t); };
  for (int i = 0; i < steps; ++i) {
    const double t = end * i / steps;
    const double a = rate(t, z), b = rate(t + h / 2, z + h / 2 * a), c = rate(t + h / 2, z + h / 2 * b),
                 d = rate(t + h, z + h * c);
    z += h / 6 * (a + 2 * b + 2 * c + d);
  }
  return z;
}

TEST(InsideAStep, StatesFollowPulsesAndFastFunctions) {
  const auto check = [](const std::string& law, const std::function<double(double)>& f, double end) {
    const Model model = read_yaml_text(
        "bricard: 1\nbodies: {b: {mass: 1, inertia: [1, 1, 1], position: [0, 0, 0]}}\n"
        "joints: {j: {type: fixed, bodies: [ground, b], at: [0, 0, 0]}}\n"
        "states: {z: {initial: -0.6, derivative: \"-4*z + 3*(" +
            law + ")\"}}\n",
        "model");
    const double exact = relaxed(-0.6, end, f);
    for (const char* coordinates : {"relative", "absolute"})
      for (const double tolerance : {1e-5, 1e-6, 1e-7, 1e-8}) {
        const Results results = run(model, timed(end, end, coordinates, tolerance));
        EXPECT_NEAR(results.series("z").back(), exact, 20 * tolerance) << law << " " << coordinates << " " << tolerance;
      }
  };
  for (const double end : {0.1, 0.3, 0.8}) {
    check(
        "asin(0.9*sin(35.8*t)) + atan2(2.5*t - 1, 1.5)",
        [](double t) { return std::asin(0.9 * std::sin(35.8 * t)) + std::atan2(2.5 * t - 1, 1.5); }, end);
    check(
        "10*exp(-((sin(39*t) - 0.3)/0.004)^2) + sin(39*t)^3",
        [](double t) { return 10 * std::exp(-std::pow((std::sin(39 * t) - 0.3) / 0.004, 2)) + std::pow(std::sin(39 * t), 3); },
        end);
  }
}

// Among so many frequencies there are first steps at which the error estimate vanishes by chance.
TEST(InsideAStep, NoErrorPassesByChance) {
  for (int i = 0; i < 120; ++i) {
    const double w = 30 + 0.1 * i;
    const Model model = read_yaml_text("bricard: 1\nstates: {z: {initial: -0.513, derivative: \"-4*z + 3*(asin(0.9*sin(" +
                                           std::to_string(w) + "*t)) + atan2(2.5*t - 1, 1.5))\"}}\n",
                                       "model");
    const Results results = run(model, timed(0.8, 0.1, "relative", 1e-6));
    const double exact =
        relaxed(-0.513, 0.1, [&](double t) { return std::asin(0.9 * std::sin(w * t)) + std::atan2(2.5 * t - 1, 1.5); });
    EXPECT_NEAR(results.series("z")[1], exact, 1e-5) << w;
  }
}

// A slide of 10 m/s over 10 km: positions are known to a millimeter. At the top of a wave that hardly matters, and the wave is
// found 0.14 m (sqrt(2e-7) 1000/pi) before its tops at 500 m, 2500 m, ..; a window of a tenth of a millimeter is told.
TEST(InsideAStep, WhatIsNotAsDeepAsTheToleranceTellsIsTold) {
  const Model model = read_yaml_text(
      "bricard: 1\ngravity: [0, 0, 0]\nbodies: {b: {mass: 1, inertia: [1, 1, 1], position: [0, 0, 0]}}\n"
      "joints: {s: {type: prismatic, bodies: [ground, b], at: [0, 0, 0], axis: [1, 0, 0], initial: {rate: 10}}}\n"
      "events:\n  top: {when: sin(pi*s.position/1000) > 0.9999999, do: record}\n"
      "  gate: {when: abs(s.position - 5000.3) < 1e-4, do: record}\n",
      "model");
  for (const char* coordinates : {"relative", "absolute"}) {
    const Results rough = run(model, timed(1000, 100, coordinates, 1e-6));
    ASSERT_EQ(rough.summary.events.size(), 5u) << coordinates;
    for (int i = 0; i < 5; ++i)
      EXPECT_NEAR(rough.summary.events[i].t, 50 + 200 * i - 0.1 * std::sqrt(2e-7) * 1000 / std::numbers::pi, 1e-3);
    EXPECT_EQ(
        std::count_if(rough.summary.warnings.begin(), rough.summary.warnings.end(),
                      [](const std::string& each) { return each.find("event `gate` is true only by 0.0001") != each.npos; }),
        1)
        << coordinates;
    const Results fine = run(model, timed(1000, 100, coordinates, 1e-8));
    EXPECT_EQ(fine.summary.events.size(), 6u) << coordinates;
    EXPECT_TRUE(fine.summary.warnings.empty()) << coordinates;
  }
}

// A torque that is turned round every 10 ms moves energy only between the rows.
TEST(InsideAStep, EnergyThatIsBackAtEveryRowHasMoved) {
  const Model model = read_yaml_text(
      "bricard: 1\nbodies: {b: {mass: 1, inertia: [1, 1, 1], position: [0, 0, 0]}}\n"
      "joints: {h: {type: revolute, bodies: [ground, b], at: [0, 0, 0], axis: [0, 0, 1]}}\n"
      "states:\n  k: {initial: 0, sample: 10 ms, next: k + 1}\n"
      "  u: {initial: 0, sample: 10 ms, next: \"if(mod(k, 2) < 0.5, 1, -1)\"}\n"
      "forces: {m: {type: joint_force, joint: h, torque: u}}\n",
      "model");
  const Results results = run(model, timed(2, 0.5, "relative", 1e-6));
  EXPECT_TRUE(results.summary.warnings.empty());
  EXPECT_NEAR(results.summary.balance->moved, 0.5 * 0.01 * 0.01, 1e-9);
  EXPECT_NEAR(results.series("h.angle").back(), 100 * 1e-4, 1e-9);
}

// What its own action leaves true does not act again; one that lingers on its border does not because another acts.
TEST(InsideAStep, AnEventThatStaysTrueActsOnce) {
  const Model model = read_yaml_text(
      "bricard: 1\nstates: {z: {initial: 0, derivative: 1}, y: {initial: 0}}\n"
      "events:\n  first: {when: z > 0.18, do: switch, set: {z: 0.5 - z/2}}\n"
      "  second: {when: z > 0.3, do: switch, set: {y: y + 1}}\n",
      "model");
  const Results results = run(model, timed(1, 0.1, "relative", 1e-6));
  ASSERT_EQ(results.summary.events.size(), 2u);
  EXPECT_NEAR(results.summary.events[1].t, 0.18, 1e-9);
  EXPECT_NEAR(results.series("z").back(), 0.41 + 0.82, 1e-9);
  EXPECT_EQ(results.series("y").back(), 1);
}

// A ball that falls 1 m onto a spring: w² z'' = -(z + g/w²) while it touches, so that it leaves with the speed v that it came
// with after (2/w)(pi - atan(v w/g)), and comes again 2 v/g later. In flight the force is exactly zero, neither above nor below.
TEST(InsideAStep, WhatIsZeroInFlightTellsOfEveryLanding) {
  const double g = 9.80665, w = std::sqrt(1000.0), v = std::sqrt(2 * g);
  const double touch = 2 / w * (std::numbers::pi - std::atan(v * w / g));
  for (const char* when : {"f.force > 0", "q > 0", "max(0, -b.z) > 0", "not (f.force <= 0)", "f.force != 0", "q > 0 and b.z < 1",
                           "if(b.z > 0, 0, f.force) > 0"}) {
    const Model model =
        read_yaml_text(std::string("bricard: 1\nbodies: {b: {mass: 1, position: [0, 0, 1]}}\n"
                                   "joints: {s: {type: prismatic, bodies: [ground, b], at: [0, 0, 0], axis: [0, 0, 1]}}\n"
                                   "forces: {f: {type: joint_force, joint: s, force: \"max(0, -1000*b.z)\"}}\n"
                                   "outputs: {q: \"max(0, -1000*b.z)\"}\nevents: {touch: {when: \"") +
                           when + "\", do: record}}\n",
                       "model");
    for (const char* coordinates : {"relative", "absolute"}) {
      const Results results = run(model, timed(4, 0.1, coordinates, 1e-8));
      ASSERT_EQ(results.summary.events.size(), 4u) << when << " " << coordinates;
      for (int i = 0; i < 4; ++i)
        EXPECT_NEAR(results.summary.events[i].t, v / g + i * (touch + 2 * v / g), 1e-6) << when << " " << coordinates;
    }
  }
}

TEST(InsideAStep, WhatHappensTogetherActsTogether) {
  expect_at_end("two_landings_at_once", "a.z", 0, 1e-9);
  expect_at_end("two_landings_at_once", "b.z", 0, 1e-9);
  // A bar that lands flat does not begin to turn, even if one end is a nanosecond late.
  expect_at_end("three_landings", "bar.wy", 0, 1e-9);
  expect_at_end("three_landings", "r.z", 0, 1e-6);
}

TEST(InsideAStep, AnEventAtTheLastMomentCounts) {
  const Results results = run_in("event_at_the_end", "absolute");
  EXPECT_EQ(results.summary.outcome.status, Status::done) << results.summary.outcome.message;
  EXPECT_EQ(results.series("u").back(), 1);
  EXPECT_EQ(results.series("t").back(), 1);
}

// `first` acts at 0.3 s; `third` reads what it has set, at the same moment.
TEST(InsideAStep, OneEventSetsOffAnother) {
  const Results results = run_in("cascade", "absolute");
  ASSERT_EQ(results.summary.events.size(), 2u);
  EXPECT_EQ(results.summary.events[0].name, "first");
  EXPECT_EQ(results.summary.events[1].name, "third");
  EXPECT_DOUBLE_EQ(results.summary.events[1].t, results.summary.events[0].t);
  EXPECT_EQ(results.series("x").back(), 6);
  const Results cycle = run_in("cycle", "absolute");
  EXPECT_EQ(cycle.summary.outcome.status, Status::failed);
  EXPECT_NE(cycle.summary.outcome.message.find("without end"), std::string::npos) << cycle.summary.outcome.message;
}

// Speeds halve, so that all bounces after the first fall take twice its time: 3 sqrt(2/g).
TEST(InsideAStep, ImpactsThatAccumulateStopTheRunOrComeToRest) {
  const double end = 3 * std::sqrt(2 / 9.81);
  const Results stopped = run_in("bouncing_ball", "absolute");
  EXPECT_EQ(stopped.summary.outcome.status, Status::failed);
  EXPECT_NEAR(stopped.series("t").back(), end, 1e-4);
  EXPECT_NE(stopped.summary.outcome.message.find("1.35457"), std::string::npos) << stopped.summary.outcome.message;
  for (const double h : stopped.series("h")) EXPECT_GT(h, -1e-6);
  const Results rests = run_in("resting_force", "absolute");
  EXPECT_EQ(rests.summary.outcome.status, Status::done) << rests.summary.outcome.message;
  EXPECT_NEAR(rests.series("h").back(), 0, 1e-3);
}

// A relay of two events without hysteresis: x falls to zero in 0.5 s and is held there by both, which no run passes.
TEST(InsideAStep, EventsThatUndoEachOtherStopTheRun) {
  const auto relay = [](const std::string& up, const std::string& down) {
    return read_yaml_text("bricard: 1\nstates: {d: {initial: -1}, x: {initial: 0.5, derivative: d}}\nevents:\n  up: {when: " +
                              up + ", do: switch, set: {d: 1}}\n  down: {when: " + down + ", do: switch, set: {d: -1}}\n",
                          "model");
  };
  for (const double tolerance : {1e-4, 1e-8}) {
    const Results stopped = run(relay("x < 0", "x > 0"), timed(2, 0.1, "relative", tolerance));
    EXPECT_EQ(stopped.summary.outcome.status, Status::failed);
    EXPECT_NEAR(stopped.series("t").back(), 0.5, 1e-6);
    EXPECT_NE(stopped.summary.outcome.message.find("events 'up', 'down' follow each other without end at t = 0.5 s"),
              std::string::npos)
        << stopped.summary.outcome.message;
  }
  // With hysteresis it swings between the borders, in 0.02 s there and back.
  const Results swings = run(relay("x < -0.005", "x > 0.005"), timed(2, 0.1, "relative", 1e-6));
  EXPECT_EQ(swings.summary.outcome.status, Status::done) << swings.summary.outcome.message;
  EXPECT_NEAR(static_cast<double>(swings.summary.events.size()), (2 - 0.5) / 0.01, 1);
}

// A slider-crank that is locked in full motion loses all its energy, with a light rod as with one without mass. Where the rod is
// a billion times lighter than the rest, its rows seem to depend on others: then the run stops with that reason.
TEST(InsideAStep, AnImpactDoesNotDependOnTheLightestBody) {
  for (const char* mass : {"0", "1e-6", "1e-8", "1e-9", "1e-11"}) {
    const std::string m = mass;
    const Model model = read_yaml_text(
        "bricard: 1\ngravity: [0, 0, -9.81]\nbodies:\n"
        "  crank: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0.1, 0, 0.05]}\n  rod: {mass: " +
            m + ", inertia: [" + m + ", " + m + ", " + m +
            "], position: [0.5, 0, 0.05]}\n  block: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0.8, 0, 0]}\njoints:\n"
            "  a: {type: revolute, bodies: [ground, crank], at: [0, 0, 0], axis: [0, 1, 0], initial: {speed: 5}}\n"
            "  b: {type: revolute, bodies: [crank, rod], at: [0.2, 0, 0.1], axis: [0, 1, 0]}\n"
            "  c: {type: revolute, bodies: [rod, block], at: [0.8, 0, 0], axis: [0, 1, 0]}\n"
            "  d: {type: prismatic, bodies: [ground, block], at: [0.8, 0, 0], axis: [1, 0, 0]}\n"
            "constraints: {stop: {type: coordinate, bodies: [ground, block], coordinate: x, at: [0, 0, 0], at2: [0.8, 0, 0], "
            "value: 0.7, active: false}}\n"
            "events: {lock: {when: d.position < -0.1, do: switch, activate: stop}}\n",
        "model");
    for (const char* coordinates : {"relative", "absolute"}) {
      const Results results = run(model, timed(1, 0.1, coordinates, 1e-6));
      if (std::stod(mass) > 0 && std::stod(mass) < 1e-8) {
        EXPECT_EQ(results.summary.outcome.status, Status::failed) << mass << coordinates;
        EXPECT_NE(results.summary.outcome.message.find("a billion times lighter"), std::string::npos)
            << results.summary.outcome.message;
        continue;
      }
      ASSERT_EQ(results.summary.outcome.status, Status::done) << mass << coordinates << results.summary.outcome.message;
      EXPECT_NEAR(results.series("crank.wy").back(), 0, 1e-6) << mass << coordinates;
      EXPECT_NEAR(results.summary.balance->error, 0, 1e-5) << mass << coordinates;
    }
  }
}

// The bounces end there whatever the tolerance; two balls at once; and what `rest` names must end them.
TEST(InsideAStep, AccumulationsAreSeenAtAnyTolerance) {
  const auto balls = [](const std::string& rest) {
    return read_yaml_text(
        "bricard: 1\nstates:\n  h: {initial: 1, derivative: v}\n  v: {initial: 0, derivative: \"-g\"}\n"
        "  k: {initial: 1, derivative: w}\n  w: {initial: 0, derivative: \"-g\"}\n  g: {initial: 10}\n"
        "events:\n  a: {when: h < 0, do: switch, set: {v: -0.5*v, h: 0}" +
            rest + "}\n  b: {when: k < 0, do: switch, set: {w: -0.5*w, k: 0}" + rest +
            "}\n  hold: {when: h < 0 or k < 0, do: switch, active: false, set: {g: 0, v: 0, w: 0, h: 0, k: 0}}\n"
            "  nothing: {when: t > 100, do: switch, active: false, set: {g: g}}\n",
        "model");
  };
  const double end = 3 * std::sqrt(2 / 10.0);
  for (const double tolerance : {1e-4, 1e-6, 1e-7, 1e-8, 1e-9}) {
    const Results stopped = run(balls(""), timed(5, 0.1, "relative", tolerance));
    EXPECT_EQ(stopped.summary.outcome.status, Status::failed) << tolerance;
    EXPECT_NEAR(stopped.series("t").back(), end, 1e-3) << tolerance;
    const Results rests = run(balls(", rest: [hold]"), timed(5, 0.1, "relative", tolerance));
    EXPECT_EQ(rests.summary.outcome.status, Status::done) << tolerance << rests.summary.outcome.message;
    EXPECT_NEAR(rests.series("h").back(), 0, 1e-7) << tolerance;
    EXPECT_NEAR(rests.series("k").back(), 0, 1e-7) << tolerance;
    const Results goes_on = run(balls(", rest: [nothing]"), timed(5, 0.1, "relative", tolerance));
    EXPECT_EQ(goes_on.summary.outcome.status, Status::failed) << tolerance;
    EXPECT_NE(goes_on.summary.outcome.message.find("does not hold it"), std::string::npos) << goes_on.summary.outcome.message;
  }
}

// What acts a little before its time, because another has acted, does not act a second time.
TEST(InsideAStep, EventsOfOneMomentActOnce) {
  for (const char* apart : {"1e-15", "1e-12", "1e-10", "5e-10"}) {
    const Model model = read_yaml_text(
        "bricard: 1\nstates: {n: {initial: 0}, k: {initial: 1}, x: {initial: 0, derivative: 2}}\nevents:\n"
        "  a: {when: t > 0.5, do: switch, set: {n: n + k}}\n"
        "  b: {when: \"x > 1 + " +
            std::string(apart) + "\", do: switch, set: {k: k + n}}\n  c: {when: \"t > 0.5 + " + apart +
            "\", do: switch, set: {k: k + n + 10}}\n",
        "model");
    const Results results = run(model, timed(1, 0.1, "relative", 1e-6));
    EXPECT_EQ(results.summary.events.size(), 3u) << apart;
    EXPECT_EQ(results.series("n").back(), 1) << apart;
    EXPECT_EQ(results.series("k").back(), 11) << apart;
  }
}

// Multistep methods and those for index 3 ask at the ends of their steps only: a pulse between them, however wide, is seen all
// the same. Its impulse is 0.06 sqrt(pi).
TEST(InsideAStep, MethodsThatAskAtTheEndsOfStepsSeePulses) {
  const double impulse = 0.06 * std::sqrt(std::acos(-1.0));
  for (const auto& [formulation, integrator] :
       {std::pair{"lagrange", "adams"}, {"lagrange", "bdf"}, {"index3", "generalized_alpha"}})
    for (const double width : {0.003, 0.02, 0.1}) {
      Model model = read_yaml_text("bricard: 1\ngravity: [0, 0, 0]\nparameters: {w: " + std::to_string(width) +
                                       "}\nbodies: {b: {mass: 1, inertia: [1, 1, 1], position: [0, 0, 0]}}\n"
                                       "joints: {s: {type: prismatic, bodies: [ground, b], at: [0, 0, 0], axis: [1, 0, 0]}}\n"
                                       "forces: {f: {type: joint_force, joint: s, force: \"0.02*exp(-((t - 1.3)/w)^2)/w + "
                                       "0.04*exp(-((t - 3.1)/w)^2)/w\"}}\n"
                                       "analysis: {type: dynamics, duration: 4, output_step: 1}\n",
                                   "pulses");
      model.analysis->formulation = formulation;
      model.analysis->integrator = integrator;
      EXPECT_NEAR(run(model).series("s.rate").back(), impulse, 1e-4 * impulse) << integrator << ' ' << width;
    }
}

// A pulse is found however small it is beside the other terms of its function: its impulse is 0.02 sqrt(pi).
TEST(InsideAStep, APulseBesideAWaveIsSeen) {
  const double impulse = 0.02 * std::sqrt(std::acos(-1.0)), wave = 50 * (1 - std::cos(20.0));
  for (const char* law :
       {"100*sin(2*t) + 20*exp(-((t - 5.3)/0.001)^2)", "-(3 - 100*sin(2*t)) + 3 - 2*(5 - 10*exp(-((t - 5.3)/0.001)^2)) + 10"})
    for (const char* coordinates : {"relative", "absolute"})
      for (const double tolerance : {1e-4, 1e-5, 1e-6}) {
        const Model model = read_yaml_text(
            "bricard: 1\ngravity: [0, 0, 0]\nbodies: {b: {mass: 1, inertia: [1, 1, 1], position: [0, 0, 0]}}\n"
            "joints: {s: {type: prismatic, bodies: [ground, b], at: [0, 0, 0], axis: [1, 0, 0]}}\n"
            "forces: {f: {type: joint_force, joint: s, force: \"" +
                std::string(law) + "\"}}\n",
            "model");
        const Results results = run(model, timed(10, 1, coordinates, tolerance));
        EXPECT_NEAR(results.series("s.rate").back(), wave + impulse, 10 * tolerance * wave) << law << coordinates << tolerance;
      }
}

// A road of 10 000 points, whatever its interpolation, is the road of which they were taken, and costs as much; y'' = 100 (r - y)
// - 4 y' by a Runge–Kutta method of order 4 in 200 000 steps.
TEST(InsideAStep, ARoadOfManyPointsCostsAsMuchAsAFormula) {
  const double pi = std::acos(-1.0), end = 49;
  const auto road = [&](double x) { return 0.2 * std::sin(2 * pi * x / 10) + 0.1 * std::sin(2 * pi * x / 23); };
  constexpr int steps = 200000;
  double y = 0, v = 0;
  for (int i = 0; i < steps; ++i) {
    const double h = end / steps, t = end * i / steps;
    const auto a = [&](double at, double p, double q) { return 100 * (road(20 * at) - p) - 4 * q; };
    const double k1 = a(t, y, v), k2 = a(t + h / 2, y + h / 2 * v, v + h / 2 * k1),
                 k3 = a(t + h / 2, y + h / 2 * (v + h / 2 * k1), v + h / 2 * k2),
                 k4 = a(t + h, y + h * (v + h / 2 * k2), v + h * k3);
    y += h * (v + h / 6 * (k1 + k2 + k3));
    v += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  Model model = read_yaml_text(
      "bricard: 1\ngravity: [0, 0, 0]\nbodies:\n  c: {mass: 1, inertia: [1, 1, 1], position: [0, 0, 0]}\n"
      "  b: {mass: 1, inertia: [1, 1, 1], position: [0, 0, 0]}\n"
      "joints:\n  x: {type: prismatic, bodies: [ground, c], at: [0, 0, 0], axis: [1, 0, 0], initial: {rate: 20}}\n"
      "  s: {type: prismatic, bodies: [c, b], at: [0, 0, 0], axis: [0, 0, 1]}\n"
      "outputs: {r: \"0.2*sin(2*pi*b.x/10) + 0.1*sin(2*pi*b.x/23)\"}\n"
      "forces: {f: {type: joint_force, joint: s, force: \"100*(r - s.position) - 4*s.rate\"}}\n",
      "model");
  Table table{"road", {}, Interpolation::akima, Extrapolation::linear, {}};
  for (int i = 0; i <= 10000; ++i) table.points.push_back({0.1 * i, road(0.1 * i)});
  for (const char* coordinates : {"relative", "absolute"}) {
    const Results formula = run(model, timed(end, 0.1, coordinates, 1e-6));
    EXPECT_NEAR(formula.series("s.position").back(), y, 1e-5);
    for (const Interpolation interpolation : {Interpolation::akima, Interpolation::spline})
      for (const char* law : {"table(road, b.x)", "table(road, 20*t)"}) {
        Model with_table = model;
        table.interpolation = interpolation;
        with_table.tables = {table};
        with_table.outputs[0].value = law;
        const Results results = run(with_table, timed(end, 0.1, coordinates, 1e-6));
        ASSERT_EQ(results.summary.outcome.status, Status::done) << results.summary.outcome.message;
        EXPECT_NEAR(results.series("s.position").back(), y, 1e-5) << law << coordinates;
        EXPECT_LT(results.summary.evaluations, 1.3 * formula.summary.evaluations) << law << coordinates;
        // Beyond its end the table goes on along its slope.
        const Results beyond = run(with_table, timed(51, 0.1, coordinates, 1e-6));
        EXPECT_EQ(beyond.summary.outcome.status, Status::done) << beyond.summary.outcome.message;
      }
  }
}

// Shorter than what a run resolves: said, with the name and the period.
TEST(InsideAStep, APulseWidthModulationThatIsTooFastIsNamed) {
  const Model model = read_yaml_text(
      "bricard: 1\nbodies: {b: {mass: 1, inertia: [1, 1, 1], position: [0, 0, 0]}}\n"
      "joints: {s: {type: prismatic, bodies: [ground, b], at: [0, 0, 0], axis: [1, 0, 0]}}\n"
      "forces: {pwm: {type: joint_force, joint: s, force: \"if(mod(t, 1e-8) < 0.25e-8, 1, 0)\"}}\n",
      "model");
  const Results results = run(model, timed(10, 1, "relative", 1e-6));
  EXPECT_EQ(results.summary.outcome.status, Status::failed);
  for (const char* word : {"forces.pwm", "switches every 5", "5e-10 of the duration", "1e-09"})
    EXPECT_NE(results.summary.outcome.message.find(word), std::string::npos) << results.summary.outcome.message;
}

// sin(1e5 t) rises through zero 15 915 times after the start in a second, and just after the start.
TEST(InsideAStep, OfVeryManyEventsTheFirstAndTheLastAreKept) {
  const Model model =
      read_yaml_text("bricard: 1\nstates: {z: {initial: 0}}\nevents: {e: {when: \"sin(1e5*t) > 0\", do: record}}\n", "model");
  const Results results = run(model, timed(1, 0.1, "relative", 1e-6));
  ASSERT_EQ(results.summary.events.size(), 10000u);
  EXPECT_NEAR(results.summary.events.back().t, 2e-5 * std::acos(-1.0) * 15915, 1e-9);
  ASSERT_FALSE(results.summary.warnings.empty());
  EXPECT_NE(results.summary.warnings.back().find("15916 events"), std::string::npos) << results.summary.warnings.back();
}

TEST(InsideAStep, AFunctionThatSwitchesWithoutEndIsNamed) {
  const Results results = run_in("relay", "relative");
  EXPECT_TRUE(std::any_of(results.summary.warnings.begin(), results.summary.warnings.end(),
                          [](const std::string& warning) { return warning.find("forces.brake") != std::string::npos; }));
}

// A body at rest on the border of a condition changes nothing and costs next to nothing.
TEST(InsideAStep, RestOnABorderIsNoEvent) {
  const Results results = run_in("resting", "relative");
  EXPECT_EQ(results.summary.outcome.status, Status::done);
  EXPECT_TRUE(results.summary.events.empty());
  EXPECT_LT(results.summary.evaluations, 1000);
}

}  // namespace
}  // namespace bricard
