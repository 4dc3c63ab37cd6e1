// A05, stiff flyball governor (UDC/IFToMM library of multibody benchmark problems), against an independent integration (DOP853
// and Radau in minimal coordinates, which agree to 1e-12). The dampers hold explicit methods to steps of 0.2 ms.
#include "verification/cases.hpp"

namespace bricard {
namespace {

double height(const Results& results, int row = -1) { return value(results, "slider.z", row); }

Results implicit(const Model& model, double duration, double step, const std::string& coordinates) {
  AnalysisOptions options = timed(duration, duration, coordinates, 1e-9);
  options.integrator = "generalized_alpha";
  options.step = step;
  return run(model, options);
}

TEST(Governor, explicit_method) {
  const Results results = run(benchmark("a05"), timed(1, 0.01, "relative", 1e-8));
  EXPECT_DONE(results);
  EXPECT_NEAR(height(results), 0.501420922379571, 1e-8);
  EXPECT_NEAR(height(results, 1), 0.500232383659537, 1e-8);
  EXPECT_NEAR(value(results, "bearing.angle", 1), 0.0628251505078466, 1e-8);
  EXPECT_NEAR(value(results, "right.angle", 1), 0.523307454791447 - 0.523598775598299, 1e-8);
  EXPECT_NEAR(value(results, "left.angle", 1), value(results, "right.angle", 1), 1e-10);
}

TEST(Governor, implicit_method_with_steps_of_one_millisecond) {
  for (const std::string& coordinates : coordinate_sets_everywhere()) {
    const Results results = implicit(benchmark("a05"), 1, 1e-3, coordinates);
    EXPECT_DONE(results);
    EXPECT_NEAR(height(results), 0.501420922379571, 2e-6) << coordinates;
    EXPECT_NEAR(value(results, "left.angle"), value(results, "right.angle"), 1e-7) << coordinates;
  }
}

TEST(Governor, implicit_method_at_ten_seconds) {
  const Results results = implicit(benchmark("a05"), 10, 1e-3, "relative");
  EXPECT_NEAR(height(results), 0.619622917061355, 1e-4);
  EXPECT_NEAR(value(results, "bearing.angle"), 55.935409909103, 1e-3);
}

TEST(Governor, sees_a_wrong_inertia) {
  Model wrong = benchmark("a05");
  body(wrong, "arm_left").inertia.matrix *= 1.01;
  EXPECT_GT(std::abs(height(implicit(wrong, 1, 1e-3, "relative")) - 0.501420922379571), 3e-6);
}

}  // namespace
}  // namespace bricard
