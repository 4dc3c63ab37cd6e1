// The explicit error-controlled integrators on the benchmark mechanisms: the error follows the tolerance over six decades, A02
// keeps its branch through ten singular positions or the run says why not, and the stiffness of A05 is noticed early, by nobody
// elsewhere. Exact solutions and reference numbers as in pendulum_test.cpp, four_bars_test.cpp, governor_test.cpp.
#include "bricard/analyses/dynamics/course.hpp"
#include "bricard/analyses/dynamics/simulation.hpp"
#include "verification/cases.hpp"
#include "verification/exact.hpp"

namespace bricard {
namespace {

const std::vector<std::string> methods{"dopri5", "dop853", "adams"};

Results run_with(const std::string& method, const std::string& name, double duration, double tolerance) {
  AnalysisOptions options = timed(duration, duration / 10, "relative", tolerance);
  options.integrator = method;
  return run(benchmark(name), options);
}

// Evaluations until the integrator says that the system is stiff; 0: never.
long evaluations_until_stiff(const std::string& method, const std::string& name, double duration, double tolerance) {
  const Model model = benchmark(name);
  AnalysisOptions options = timed(duration, duration, "relative", tolerance);
  options.integrator = method;
  Simulation simulation(model, options);
  while (simulation.t() < duration && simulation.step().status == Status::done)
    if (const IntegratorStatistics& counts = simulation.course().statistics_of_integrator(); counts.stiff_steps > 0)
      return counts.evaluations;
  return 0;
}

// Median-like: the geometric mean over the decades lies near one, no run is off by 10 times, and each decade tells.
TEST(ExplicitMethods, error_follows_the_tolerance) {
  const auto exact = exact::pendulum(10);
  for (const std::string& method : methods) {
    double previous = 1;
    for (const double tolerance : {1e-3, 1e-5, 1e-7, 1e-9}) {
      SCOPED_TRACE(method + ", tolerance " + std::to_string(std::log10(tolerance)) + " (log10)");
      const Results results = run_with(method, "a01", 10, tolerance);
      EXPECT_DONE(results);
      const double error = distance(results, "bob", {exact.x, exact.y, 0});
      EXPECT_LT(error, 10 * tolerance);
      EXPECT_LT(error, previous / 10);
      previous = error;
    }
  }
}

TEST(ExplicitMethods, singular_positions_are_passed_or_refused) {
  const int count = is_long() ? 40 : 8;
  const auto exact = exact::four_bars(2, 10);
  for (const std::string method : {"dop853", "adams"})
    for (int i = 0; i < count; ++i) {
      const double tolerance = std::pow(10, -3 - 6.0 * i / (count - 1));
      SCOPED_TRACE(method + ", tolerance " + std::to_string(std::log10(tolerance)) + " (log10)");
      const Results results = run_with(method, "a02", 10, tolerance);
      if (tolerance < 2e-9 && results.summary.outcome.failed()) continue;
      EXPECT_DONE(results);
      EXPECT_LT(distance(results, "tip", {exact.x, exact.y, 0}), 100 * tolerance);
    }
}

TEST(ExplicitMethods, stiffness_is_noticed_early) {
  for (const std::string& method : methods)
    for (const double tolerance : {1e-3, 1e-5, 1e-6}) {
      const long evaluations = evaluations_until_stiff(method, "a05", 10, tolerance);
      EXPECT_GT(evaluations, 0) << method << ", " << tolerance;
      EXPECT_LT(evaluations, 1500) << method << ", " << tolerance;
    }
}

TEST(ExplicitMethods, no_other_benchmark_seems_stiff) {
  for (const std::string& method : methods)
    for (const std::string name : {"a01", "a02", "a04", "free_body", "heavy_top"})
      for (const double tolerance : {1e-3, 1e-5, 1e-7})
        EXPECT_EQ(evaluations_until_stiff(method, name, name == "heavy_top" ? 2 : 10, tolerance), 0)
            << method << ", " << name << ", " << tolerance;
}

}  // namespace
}  // namespace bricard
