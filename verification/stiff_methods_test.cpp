// The methods for stiff systems on mechanisms: A05, the stiff governor, which holds explicit methods to steps of 0.2 ms; A04 with
// its redundant constraint; A01; the heavy top. References: independent integrations (shared with governor_test.cpp and
// bricard_mechanism_test.cpp), the exact pendulum.
#include "verification/cases.hpp"

namespace bricard {
namespace {

Results with(const std::string& integrator, const std::string& model, double duration, double step,
             const std::string& coordinates, double tolerance) {
  AnalysisOptions options = timed(duration, step, coordinates, tolerance);
  options.integrator = integrator;
  return run(benchmark(model), options);
}

// Steps and evaluations at 1e-6: an explicit method takes 90 000 evaluations for 10 s.
TEST(StiffMethods, governor_in_relative_coordinates) {
  for (const std::string integrator : {"radau", "bdf"})
    for (double tolerance : {1e-4, 1e-6, 1e-8}) {
      SCOPED_TRACE(integrator + " at " + std::to_string(-std::log10(tolerance)));
      const Results results = with(integrator, "a05", 10, 1, "relative", tolerance);
      EXPECT_DONE(results);
      EXPECT_NEAR(value(results, "slider.z", 1), 0.501420922379571, 10 * tolerance);
      EXPECT_NEAR(value(results, "slider.z"), 0.619622917061355, 10 * tolerance);
      EXPECT_LT(results.summary.evaluations, 25000);
    }
}

TEST(StiffMethods, governor_in_all_coordinates) {
  for (const std::string integrator : {"radau", "rosenbrock", "bdf"})
    for (const std::string& coordinates : coordinate_sets_everywhere()) {
      SCOPED_TRACE(integrator + " in " + coordinates);
      const Results results = with(integrator, "a05", 1, 0.5, coordinates, 1e-6);
      EXPECT_DONE(results);
      EXPECT_NEAR(value(results, "slider.z"), 0.501420922379571, 1e-5);
      EXPECT_LT(results.summary.steps, 2000);
    }
}

TEST(StiffMethods, redundant_constraints) {
  const Results exact = with("dopri5", "a04", 1, 0.5, "relative", 1e-11);
  for (const std::string integrator : {"radau", "rosenbrock", "bdf"})
    for (const std::string& coordinates : coordinate_sets_everywhere()) {
      SCOPED_TRACE(integrator + " in " + coordinates);
      const Results results = with(integrator, "a04", 1, 0.5, coordinates, 1e-6);
      EXPECT_DONE(results);
      EXPECT_LT(distance(results, "p3", {value(exact, "p3.x"), value(exact, "p3.y"), value(exact, "p3.z")}), 1e-5);
      EXPECT_LT(results.summary.violation.position, 1e-8);
    }
}

TEST(StiffMethods, heavy_top) {
  for (const std::string integrator : {"radau", "bdf"}) {
    const Results results = with(integrator, "heavy_top", 0.2, 0.2, "absolute", 1e-7);
    EXPECT_DONE(results);
    EXPECT_LT(distance(results, "top", {0.60555056, 0.59895768, -0.52398303}), 1e-6) << integrator;
  }
}

}  // namespace
}  // namespace bricard
