// The laws of integrator.hpp for every method of the list.
#include <gtest/gtest.h>
#include <malloc.h>

#include <cstdlib>
#include <limits>
#include <ostream>
#include <vector>

#include "bricard/core/count_allocations.hpp"
#include "bricard/integrators/test_problems.hpp"

namespace bricard {
void PrintTo(const IntegratorEntry& entry, std::ostream* out) { *out << entry.name; }
}  // namespace bricard

namespace bricard::test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

class IntegratorLaws : public testing::TestWithParam<IntegratorEntry> {
 protected:
  const IntegratorEntry& method() const { return GetParam(); }
  IntegratorSettings fixed(double end, double step) const { return {0, end, 1e-11, step, {}}; }
  // Numbers of steps over 8 s, each twice the one before, at which the error is that of the method and not round-off.
  std::vector<int> numbers_of_steps() const {
    return method().order > 5    ? std::vector{40, 80}
           : method().order == 1 ? std::vector{3200, 6400, 12800}
                                 : std::vector{160, 320, 640};
  }
  // Settings with which every method runs.
  IntegratorSettings usual(double end) const {
    IntegratorSettings settings{0, end, 1e-6, {}, {}};
    if (method().fixed_step) settings.step = end / 400;
    return settings;
  }
  // Steps until the end or a failure.
  static Outcome run(Integrator& integrator, double end) {
    Outcome outcome;
    while (integrator.t() < end && !outcome.failed()) outcome = integrator.step();
    return outcome;
  }
};

TEST_P(IntegratorLaws, EntryIsComplete) {
  EXPECT_FALSE(method().name.empty());
  EXPECT_FALSE(method().help.empty());
  EXPECT_EQ(method().make_ode != nullptr, method().accepts == ProblemKind::ode);
  EXPECT_EQ(method().make_dae != nullptr, method().accepts == ProblemKind::dae);
}

TEST_P(IntegratorLaws, MeasuredOrderIsTheStatedOne) {
  if (method().variable_order) GTEST_SKIP() << "the order is chosen in every step";
  double previous = 0;
  for (int steps : numbers_of_steps()) {
    PendulumRun run(method(), fixed(8, 8. / steps));
    const double error = run.run(8);
    EXPECT_EQ(run.integrator->statistics().steps, steps);
    if (previous > 0) {
      EXPECT_NEAR(std::log2(previous / error), method().order, 0.3) << steps << " steps";
    }
    previous = error;
  }
}

TEST_P(IntegratorLaws, InterpolatedValuesHaveTheOrder) {
  if (method().variable_order) GTEST_SKIP() << "the order is chosen in every step";
  double previous = 0;
  for (int steps : numbers_of_steps()) {
    PendulumRun run(method(), fixed(8, 8. / steps));
    double error = 0;
    while (run.integrator->t() < 8) {
      ASSERT_FALSE(run.integrator->step().failed());
      const double t0 = run.integrator->t_previous(), h = run.integrator->t() - t0;
      for (double theta : {0.0, 0.1, 0.5, 0.9, 1.0}) error = std::max(error, run.error_at(t0 + theta * h));
    }
    if (previous > 0) {
      EXPECT_GT(std::log2(previous / error), method().order - 0.3) << steps << " steps";
    }
    previous = error;
  }
}

// Over six decades. Methods of high order take few and long steps, so that the error of one run is a matter of chance: for them
// the law is about the geometric mean of ten runs in each decade.
TEST_P(IntegratorLaws, ErrorFollowsTheTolerance) {
  if (method().fixed_step) GTEST_SKIP() << "no error control";
  const int runs = method().order > 5 ? 10 : 1;
  double previous = 0;
  for (int decade = 2; decade <= 8; ++decade) {
    double mean = 0;
    for (int i = 0; i < runs; ++i) {
      const double tolerance = std::pow(10, -decade - 0.1 * i);
      PendulumRun run(method(), {0, 20, tolerance, {}, {}});
      const double ratio = run.run(20) / tolerance;
      EXPECT_LT(ratio, runs > 1 ? 10 : 5) << "tolerance " << tolerance;
      mean += std::log(ratio) / runs;
    }
    mean = std::exp(mean);
    EXPECT_LT(mean, 5) << "decade " << decade;
    EXPECT_GT(mean, runs > 1 ? 0.04 : 0.05) << "decade " << decade;
    if (previous > 0) {
      EXPECT_LT(0.1 * mean, 0.3 * previous) << "decade " << decade;
    }
    previous = mean;
  }
}

TEST_P(IntegratorLaws, NothingIsAskedBeyondTheEnd) {
  for (double end : {1.0, 0.77, 1e-3}) {
    double latest = 0;
    Script script;
    script.possible = [&](double t) { return latest = std::max(latest, t), true; };
    IntegratorSettings settings = usual(end);
    if (settings.step) settings.step = (method().order == 1 ? 0.07 : 0.3) * end;  // does not divide the span
    PendulumRun run(method(), settings, script);
    ASSERT_FALSE(this->run(*run.integrator, end).failed());
    EXPECT_EQ(run.integrator->t(), end);
    EXPECT_LE(latest, end);
    const long steps = run.integrator->statistics().steps;
    EXPECT_FALSE(run.integrator->step().failed());  // a step from the end is no step
    EXPECT_EQ(run.integrator->statistics().steps, steps);
  }
}

TEST_P(IntegratorLaws, LargestStepIsRespected) {
  if (method().fixed_step) GTEST_SKIP() << "no error control";
  PendulumRun run(method(), {0, 1, 1e-2, {}, 0.01});
  while (run.integrator->t() < 1) {
    ASSERT_FALSE(run.integrator->step().failed());
    EXPECT_LE(run.integrator->t() - run.integrator->t_previous(), 0.0101 + 1e-12);
  }
}

TEST_P(IntegratorLaws, StateBeforeTheFirstStepIsTheInitialOne) {
  PendulumRun run(method(), usual(1));
  EXPECT_EQ(run.integrator->t(), 0);
  EXPECT_LT(run.error_at(0), 1e-15);
}

TEST_P(IntegratorLaws, RepeatTakesTheSameStepAgain) {
  std::vector<double> ends;
  Script script;
  script.judge = [&](double t) { return ends.push_back(t), ends.size() <= 3 ? StepEnd::repeat : StepEnd::accept; };
  PendulumRun run(method(), usual(1), script), plain(method(), usual(1));
  ASSERT_FALSE(run.integrator->step().failed());
  ASSERT_FALSE(plain.integrator->step().failed());
  EXPECT_EQ(ends, std::vector<double>(4, run.integrator->t()));
  EXPECT_EQ(run.integrator->t(), plain.integrator->t());
  EXPECT_NEAR(run.error_at(run.integrator->t()), plain.error_at(plain.integrator->t()), 1e-12);
}

TEST_P(IntegratorLaws, EndlessRepetitionFails) {
  Script script;
  script.judge = [](double) { return StepEnd::repeat; };
  PendulumRun run(method(), usual(1), script);
  const Outcome outcome = run.integrator->step();
  EXPECT_TRUE(outcome.failed());
  EXPECT_NE(outcome.message.find("200 attempts at a step failed at t = 0 s"), std::string::npos) << outcome.message;
}

TEST_P(IntegratorLaws, RefusedEndShortensTheStepOrFails) {
  std::vector<double> ends;
  Script script;
  script.judge = [&](double t) { return ends.push_back(t), ends.size() == 1 ? StepEnd::failed : StepEnd::accept; };
  script.failure = "joint torn";
  PendulumRun run(method(), usual(1), script);
  const Outcome outcome = run.integrator->step();
  EXPECT_EQ(outcome.failed(), method().fixed_step);
  if (method().fixed_step) {
    EXPECT_NE(outcome.message.find("joint torn"), std::string::npos) << outcome.message;
    EXPECT_EQ(run.integrator->t(), 0);
  } else {
    ASSERT_EQ(ends.size(), 2u);
    EXPECT_LT(ends[1], ends[0]);
  }
}

TEST_P(IntegratorLaws, NotFiniteOnceShortensTheStep) {
  if (method().fixed_step) GTEST_SKIP() << "fails instead";
  bool spoiled = false;
  Script script;
  script.noise = [&](double t) { return t > 0.5 && !std::exchange(spoiled, true) ? nan : 0; };
  PendulumRun run(method(), usual(1), script);
  EXPECT_FALSE(this->run(*run.integrator, 1).failed());
  EXPECT_TRUE(spoiled);
  // It costs at least one attempt more. (Implicit methods may win it back: a matrix renewed there serves later steps.)
  PendulumRun clean(method(), usual(1), Script{});
  EXPECT_FALSE(this->run(*clean.integrator, 1).failed());
  const auto attempts = [](const Integrator& i) { return i.statistics().rejected + i.statistics().factorizations; };
  if (method().accepts == ProblemKind::ode) {
    EXPECT_GT(attempts(*run.integrator), attempts(*clean.integrator));
  }
  EXPECT_LT(run.error_at(1), 1e-5);
}

// Where there is no solution the run ends with the time and the reason, and what was computed remains valid.
TEST_P(IntegratorLaws, WallFailsWithTimeAndReason) {
  for (const bool refuses : {true, false}) {
    Script script;
    script.failure = "wall reached";
    script.possible = [=](double t) { return !refuses || t < 0.5; };
    script.noise = [=](double t) { return refuses || t < 0.5 ? 0 : nan; };
    PendulumRun run(method(), usual(1), script);
    const Outcome outcome = this->run(*run.integrator, 1);
    ASSERT_TRUE(outcome.failed());
    EXPECT_NE(outcome.message.find(method().fixed_step ? "fixed step of 0.0025 s failed at t = 0.4975 s" : " s at t = 0.5 s"),
              std::string::npos)
        << outcome.message;
    EXPECT_NE(outcome.message.find("wall reached"), std::string::npos) << outcome.message;
    EXPECT_LT(run.integrator->t(), 0.5);
    EXPECT_GT(run.integrator->t(), 0.49);
    const double error_of_steps = method().fixed_step ? 5 * std::pow(0.0025, method().order) : 0;
    EXPECT_LT(run.error_at(run.integrator->t()), std::max(1e-5, error_of_steps));
  }
}

TEST_P(IntegratorLaws, NoStartFails) {
  Script script;
  script.possible = [](double) { return false; };
  script.failure = "no equations";
  PendulumRun run(method(), usual(1), script);
  const Outcome outcome = run.integrator->step();
  EXPECT_TRUE(outcome.failed());
  EXPECT_NE(outcome.message.find("t = 0 s"), std::string::npos) << outcome.message;
  EXPECT_NE(outcome.message.find("no equations"), std::string::npos) << outcome.message;
}

// Gravity changes at once: per unit step no step across it would be good enough, were it not for the cap.
TEST_P(IntegratorLaws, JumpIsPassed) {
  Script script;
  script.noise = [](double t) { return t > 0.54321 ? 0.5 : 0; };
  PendulumRun run(method(), usual(2), script);
  const Outcome outcome = this->run(*run.integrator, 2);
  EXPECT_FALSE(outcome.failed()) << outcome.message;
  EXPECT_LT(run.integrator->statistics().rejected, 20);
}

TEST_P(IntegratorLaws, NothingIsAllocatedInAStep) {
  if (!counts_allocations) GTEST_SKIP() << "allocations are not counted in this build";
  PendulumRun run(method(), usual(4));
  ASSERT_FALSE(run.integrator->step().failed());
  const long before = allocations;
  bool failed = false;
  while (run.integrator->t() < 4) failed = run.integrator->step().failed() || failed;
  EXPECT_EQ(allocations, before);
  EXPECT_FALSE(failed);
  const Eigen::VectorXd witness = Eigen::VectorXd::Zero(100);
  EXPECT_GT(allocations, before) << "counting does not work: " << witness.size();
}

// What a run says it has cost is what the Problem was asked; and the scale of errors follows the motion.
TEST_P(IntegratorLaws, StatisticsAreWhatTheProblemWasAsked) {
  for (const bool refuses : {false, true}) {
    Script script;
    int judged = 0;
    if (refuses) script.judge = [&](double) { return ++judged % 7 == 3 ? StepEnd::repeat : StepEnd::accept; };
    PendulumRun run(method(), usual(8), script);
    ASSERT_FALSE(this->run(*run.integrator, 8).failed());
    const IntegratorStatistics& said = run.integrator->statistics();
    EXPECT_EQ(said.evaluations, run.asked().evaluations);
    EXPECT_EQ(said.linearizations, run.asked().linearizations);
    if (method().make_dae) {
      EXPECT_EQ(said.factorizations, run.asked().factorizations);
    }
    EXPECT_GE(said.factorizations, said.linearizations);
    EXPECT_LT(said.linearizations, method().needs_derivatives ? 2 * said.steps : said.steps / 2 + 8)
        << "a matrix serves many steps";
    EXPECT_GE(run.asked().scales, said.steps);
  }
}

// A long comparison makes thousands of them.
TEST_P(IntegratorLaws, NothingIsLeftInMemory) {
#if defined(__GLIBC__) && !defined(BRICARD_SANITIZED)
  const auto make = [&] {
    PendulumRun run(method(), usual(1));
    EXPECT_FALSE(run.integrator->step().failed());
  };
  make();
  const std::size_t before = mallinfo2().uordblks;
  for (int i = 0; i < 50; ++i) make();
  EXPECT_LT(mallinfo2().uordblks, before + 50 * 8);
#endif
}

INSTANTIATE_TEST_SUITE_P(, IntegratorLaws, testing::ValuesIn(integrators().begin(), integrators().end()),
                         [](const auto& entry) { return std::string(entry.param.name); });

}  // namespace
}  // namespace bricard::test
