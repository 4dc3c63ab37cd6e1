// The laws of integrator.hpp for every method of the list.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <limits>

#include "bricard/integrators/test_problems.hpp"

// Counts allocations, Eigen's among them (they do not pass through operator new).
static thread_local long allocations = 0;
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
extern "C" void* __libc_malloc(std::size_t size);
extern "C" void* malloc(std::size_t size) {
  ++allocations;
  return __libc_malloc(size);
}
constexpr bool counts_allocations = true;
#else
constexpr bool counts_allocations = false;
#endif

namespace bricard::test {
namespace {

class IntegratorLaws : public testing::TestWithParam<IntegratorEntry> {
 protected:
  const IntegratorEntry& method() const { return GetParam(); }
  // Settings with which every method runs.
  IntegratorSettings settings(double end = 4) const {
    IntegratorSettings settings{.start = 0, .end = end, .tolerance = 1e-6, .step = {}, .max_step = {}};
    if (method().fixed_step) settings.step = end / 400;
    return settings;
  }
};

TEST_P(IntegratorLaws, EntryIsComplete) {
  EXPECT_FALSE(method().name.empty());
  EXPECT_FALSE(method().help.empty());
  EXPECT_EQ(method().make_ode != nullptr, method().accepts == ProblemKind::ode);
  EXPECT_EQ(method().make_dae != nullptr, method().accepts == ProblemKind::dae);
}

TEST_P(IntegratorLaws, MeasuredOrderIsTheStatedOne) {
  double previous = 0;
  for (int steps : {160, 320, 640}) {
    PendulumRun run(method(), {.start = 0, .end = 8, .tolerance = 1e-11, .step = 8. / steps, .max_step = {}});
    const double error = run.run(8);
    EXPECT_EQ(run.integrator->statistics().steps, steps);
    if (previous > 0) {
      const double order = std::log2(previous / error);
      RecordProperty("order_" + std::to_string(steps), fmt::format("{:.2f}", order));
      fmt::print("{} {} error {:.2e} order {:.2f} evaluations {}\n", method().name, steps, error, order, run.integrator->statistics().evaluations);
      EXPECT_NEAR(order, method().order, 0.35) << method().name << ", " << steps << " steps";
    }
    previous = error;
  }
}

TEST_P(IntegratorLaws, InterpolatedValuesHaveTheOrder) {
  double previous = 0;
  for (int steps : {160, 320, 640}) {
    PendulumRun run(method(), {.start = 0, .end = 8, .tolerance = 1e-11, .step = 8. / steps, .max_step = {}});
    double error = 0;
    while (run.integrator->t() < 8) {
      ASSERT_FALSE(run.integrator->step().failed());
      for (double theta : {0.0, 0.1, 0.5, 0.9, 1.0})
        error = std::max(error, run.error_at(run.integrator->t_previous() + theta * (run.integrator->t() - run.integrator->t_previous())));
    }
    if (previous > 0) EXPECT_GT(std::log2(previous / error), method().order - 0.35);
    previous = error;
  }
}

TEST_P(IntegratorLaws, ErrorFollowsTheTolerance) {
  if (method().fixed_step) return;
  double previous = 0;
  for (double tolerance : {1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8}) {
    PendulumRun run(method(), {.start = 0, .end = 20, .tolerance = tolerance, .step = {}, .max_step = {}});
    const double error = run.run(20);
    fmt::print("{} tol {:.0e} error/tol {:.3f} steps {} rejected {} evaluations {} factorizations {}\n", method().name, tolerance, error/tolerance,
      run.integrator->statistics().steps, run.integrator->statistics().rejected, run.integrator->statistics().evaluations, run.integrator->statistics().factorizations);
    EXPECT_LT(error, 10 * tolerance) << method().name;
    EXPECT_GT(error, 1e-3 * tolerance) << method().name << " wastes work";
    if (previous > 0) EXPECT_LT(error, previous);
    previous = error;
  }
}

}  // namespace
INSTANTIATE_TEST_SUITE_P(, IntegratorLaws, testing::ValuesIn(integrators().begin(), integrators().end()),
                         [](const auto& entry) { return std::string(entry.param.name); });
}  // namespace bricard::test
