// Every legal combination of methods in every set of coordinates, on the pendulum (exact solution) and on the free four-bar
// linkage (one quadrature from its energies); measured orders of the fixed-step methods on that linkage; energy that is kept.
#include "verification/cases.hpp"
#include "verification/exact.hpp"
#include "verification/four_bar_closed_form.hpp"

namespace bricard {
namespace {

constexpr double pi = 3.14159265358979323846;

bool takes_fixed_step(const LegalCombination& c) { return c.integrator == "rk4" || c.formulation == "index3"; }

Results run_with(const Model& model, const LegalCombination& c, const std::string& coordinates, double duration, double step,
                 double tolerance) {
  AnalysisOptions options = timed(duration, duration, coordinates, tolerance);
  options.formulation = c.formulation;
  options.stabilization = c.stabilization;
  options.integrator = c.integrator;
  if (takes_fixed_step(c)) options.step = step;
  return run(model, options);
}

template <class Check>
void for_each_combination(Check check) {
  for (const LegalCombination& c : legal_combinations())
    for (const std::string& coordinates : coordinate_sets_everywhere()) {
      SCOPED_TRACE(c.formulation + " " + c.stabilization + " " + c.integrator + " " + coordinates);
      check(c, coordinates);
    }
}

// Crank angle of models/mechanisms/four_bar after `t`, from its start at 60 deg with 10 rad/s.
double free_four_bar(double t) { return double(FourBar{}.free_angle(pi / 3, 10, t, 0.03L) - pi / 3); }
Model four_bar() { return read_model(source_file("models/mechanisms/four_bar.bricard.yaml")); }

// The first-order method: its errors are of the size of the step times the path.
bool is_first_order(const LegalCombination& c) { return c.integrator == "bdf1"; }

// Limit: 1e-5 m after 1 s with steps of 0.5 ms or a tolerance of 1e-8; bdf1 1e-2 m.
TEST(Combinations, pendulum) {
  const Model model = read_model(source_file("models/mechanisms/pendulum.bricard.yaml"));
  const auto p = exact::pendulum(1);
  for_each_combination([&](const LegalCombination& c, const std::string& coordinates) {
    const Results results = run_with(model, c, coordinates, 1, 5e-4, 1e-8);
    EXPECT_DONE(results);
    EXPECT_LT(distance(results, "bob", {p.x, p.y, 0}), is_first_order(c) ? 1e-2 : 1e-5);
    ASSERT_TRUE(results.summary.energy_drift.has_value());
    EXPECT_LT(*results.summary.energy_drift, is_first_order(c) ? 0.1 : 1e-5);
  });
}

// Limit: 1e-3 rad of 2 turns after 1 s with steps of 0.5 ms, or a tolerance of 1e-8 (methods for index 3 are of order 2; the
// others reach 1e-6). bdf1, of order 1: 0.5 rad.
TEST(Combinations, free_four_bar) {
  const double angle = free_four_bar(1);
  for_each_combination([&](const LegalCombination& c, const std::string& coordinates) {
    const Results results = run_with(four_bar(), c, coordinates, 1, 5e-4, 1e-8);
    EXPECT_DONE(results);
    EXPECT_NEAR(value(results, "main.angle"), angle, is_first_order(c) ? 0.5 : c.formulation == "index3" ? 1e-3 : 1e-6);
    EXPECT_LT(*results.summary.energy_drift, is_first_order(c) ? 0.2 : c.formulation == "index3" ? 1e-4 : 1e-7);
  });
}

TEST(Combinations, free_four_bar_sees_a_wrong_inertia) {
  Model wrong = four_bar();
  body(wrong, "coupler").inertia.matrix(2, 2) *= 1 + 1e-4;
  const Results results = run(wrong, timed(1, 1, "relative", 1e-9));
  EXPECT_GT(std::abs(value(results, "main.angle") - free_four_bar(1)), 1e-5);
}

// Halving the step divides the error by 2^order.
double measured_order(const LegalCombination& c, const std::string& coordinates, double step) {
  const double t = 0.5, exact_angle = free_four_bar(t);
  double error[3];
  for (int i = 0; i < 3; ++i)
    error[i] = std::abs(value(run_with(four_bar(), c, coordinates, t, step / std::exp2(i), 1e-11), "main.angle") - exact_angle);
  return std::log2(error[0] / error[2]) / 2;
}

TEST(Combinations, order_of_rk4_is_4) {
  for (const std::string& coordinates : coordinate_sets_everywhere())
    EXPECT_NEAR(measured_order({"lagrange", "projection", "rk4"}, coordinates, 8e-3), 4, 0.4) << coordinates;
}
TEST(Combinations, orders_of_index3_methods) {
  for (const std::string& coordinates : coordinate_sets_everywhere()) {
    for (const char* method : {"generalized_alpha", "hht", "bdf2"})
      EXPECT_NEAR(measured_order({"index3", "none", method}, coordinates, 2e-3), 2, 0.2) << method << " " << coordinates;
    EXPECT_NEAR(measured_order({"index3", "none", "bdf1"}, coordinates, 2e-4), 1, 0.2) << coordinates;
  }
}
// A tolerance 100 times smaller gives an error at least 30 times smaller, down to 1e-10 rad.
TEST(Combinations, error_follows_the_tolerance) {
  const double exact_angle = free_four_bar(1);
  for (const std::string& coordinates : coordinate_sets_everywhere()) {
    double before = 1;
    for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10}) {
      const Results results = run_with(four_bar(), {"lagrange", "projection", "dopri5"}, coordinates, 1, 0, tolerance);
      const double error = std::abs(value(results, "main.angle") - exact_angle);
      EXPECT_LT(error, std::max(before / 30, 1e-10)) << coordinates << ", tolerance " << tolerance;
      EXPECT_LT(error, 1e3 * tolerance) << coordinates << ", tolerance " << tolerance;
      before = error;
    }
  }
}

}  // namespace
}  // namespace bricard
