// Combinations of methods on the pendulum (exact solution) and on the free four-bar linkage (one quadrature from its energies):
// those in which every pair occurs, all of them in the long run; measured orders on that linkage; errors that follow the
// tolerance. What a method may be off is in bricard/analyses/limits.hpp.
#include "bricard/analyses/limits.hpp"
#include "bricard/analyses/methods.hpp"
#include "bricard/analyses/test_four_bar.hpp"
#include "bricard/results/comparison.hpp"
#include "verification/cases.hpp"
#include "verification/exact.hpp"
#include "verification/pairwise.hpp"

namespace bricard {
namespace {

constexpr double pi = 3.14159265358979323846;
constexpr double step = 5e-4;
const double tolerance = is_long() ? 1e-8 : 1e-6;  // methods of low order pay for every digit

const IntegratorEntry& entry_of(const std::string& integrator) {
  const auto list = integrators();
  return *std::find_if(list.begin(), list.end(), [&](const IntegratorEntry& each) { return each.name == integrator; });
}

Results run_with(const Model& model, const Methods& m, double duration, std::optional<double> fixed_step, double tolerance) {
  AnalysisOptions options = timed(duration, duration, m.coordinates, tolerance);
  options.formulation = m.formulation;
  options.stabilization = m.stabilization;
  options.integrator = m.integrator;
  options.step = fixed_step;
  return run(model, options);
}

// The run with the step or the tolerance above, whichever the integrator takes, and what it may be off: length 1 m, time scale
// `tau`.
struct Judged {
  Results results;
  double limit;
};
Judged judged(const Model& model, const Methods& m, double duration, double tau) {
  const Allowance allowance = allowance_of(m.formulation, m.stabilization, m.integrator);
  const IntegratorEntry& entry = entry_of(m.integrator);
  if (entry.fixed_step) return {run_with(model, m, duration, step, 1e-6), error_limit(allowance, step, tau, entry.order, 1)};
  return {run_with(model, m, duration, {}, tolerance), error_limit(allowance, tolerance, 1)};
}

template <class Check>
void for_each_combination(Check check) {
  const std::vector<Methods> all = all_combinations(coordinate_sets_everywhere());
  for (const Methods& m : is_long() ? all : pairwise_cover(all)) {
    SCOPED_TRACE(m.formulation + " " + m.stabilization + " " + m.integrator + " " + m.coordinates);
    check(m);
  }
}

// Crank angle of models/mechanisms/four_bar after `t`, from its start at 60 deg with 10 rad/s.
double free_four_bar(double t) { return double(FourBar{}.free_angle(pi / 3, 10, t, 0.03L) - pi / 3); }
Model four_bar() { return read_model(source_file("models/mechanisms/four_bar.bricard.yaml")); }

TEST(Combinations, pendulum) {
  const Model model = read_model(source_file("models/mechanisms/pendulum.bricard.yaml"));
  const auto p = exact::pendulum(0.5);
  for_each_combination([&](const Methods& m) {
    const auto [results, limit] = judged(model, m, 0.5, 1 / std::sqrt(9.81));
    EXPECT_DONE(results);
    EXPECT_LE(distance(results, "bob", {p.x, p.y, 0}), limit);
    ASSERT_TRUE(results.summary.energy_drift.has_value());
    EXPECT_LE(*results.summary.energy_drift, 10 * limit);
  });
}

// 10 rad/s at the start, and three times that when the crank passes the coupler.
TEST(Combinations, free_four_bar) {
  const Model model = four_bar();
  const double angle = free_four_bar(0.25);
  for_each_combination([&](const Methods& m) {
    const auto [results, limit] = judged(model, m, 0.25, 1.0 / 30);
    EXPECT_DONE(results);
    EXPECT_NEAR(value(results, "main.angle"), angle, limit);
    EXPECT_LE(*results.summary.energy_drift, 10 * limit);
  });
}

TEST(Combinations, free_four_bar_sees_a_wrong_inertia) {
  Model wrong = four_bar();
  body(wrong, "coupler").inertia.matrix(2, 2) *= 1 + 1e-4;
  const Results results = run(wrong, timed(1, 1, "relative", 1e-9));
  EXPECT_GT(std::abs(value(results, "main.angle") - free_four_bar(1)), 1e-5);
}

// Halving the step divides the error by 2^order.
double measured_order(const Methods& m, double coarse) {
  const double t = 0.5, exact_angle = free_four_bar(t);
  double error[3];
  for (int i = 0; i < 3; ++i)
    error[i] = std::abs(value(run_with(four_bar(), m, t, coarse / std::exp2(i), 1e-11), "main.angle") - exact_angle);
  return std::log2(error[0] / error[2]) / 2;
}

// Formulation and stabilization that `auto` gives an integrator.
Methods around(const IntegratorEntry& entry, const std::string& coordinates) {
  AnalysisOptions options;
  options.coordinates = coordinates;
  options.integrator = std::string(entry.name);
  if (entry.fixed_step) options.step = 1e-3;
  return choose_methods(options).names();
}

// Every integrator that takes a fixed step.
TEST(Combinations, order_is_what_the_list_says) {
  for (const IntegratorEntry& entry : integrators()) {
    if (!entry.fixed_step && entry.accepts == ProblemKind::ode) continue;
    const double coarse = entry.order == 1   ? 2e-4
                          : entry.order == 2 ? 2e-3
                                             : 8e-3,
                 apart = entry.order < 3 ? 0.2 : 0.1 * entry.order;
    for (const std::string& coordinates : coordinate_sets_everywhere())
      EXPECT_NEAR(measured_order(around(entry, coordinates), coarse), entry.order, apart) << entry.name << " " << coordinates;
  }
}

// Every integrator with error control: within its limit at each tolerance, and a hundred times smaller tolerances give errors at
// least ten times smaller, down to 1e-10 rad. The long run takes three times as long in every set of coordinates.
TEST(Combinations, error_follows_the_tolerance) {
  const double t = is_long() ? 1 : 0.3, exact_angle = free_four_bar(t);
  const std::vector<std::string> sets = is_long() ? coordinate_sets_everywhere() : std::vector<std::string>{"relative"};
  for (const IntegratorEntry& entry : integrators()) {
    if (entry.fixed_step) continue;
    for (const std::string& coordinates : sets) {
      const Methods m = around(entry, coordinates);
      double before = 1;
      for (const double tolerance : {1e-4, 1e-6, 1e-8}) {
        if (tolerance < 1e-7 && entry.order <= 2 && !is_long()) continue;
        const double error = std::abs(value(run_with(four_bar(), m, t, {}, tolerance), "main.angle") - exact_angle);
        EXPECT_LT(error, std::max(before / 10, 1e-10)) << method_words(m) << ", tolerance " << tolerance;
        EXPECT_LT(error, error_limit(allowance_of(m.formulation, m.stabilization, m.integrator), tolerance, 1))
            << method_words(m);
        before = error;
      }
    }
  }
}

}  // namespace
}  // namespace bricard
