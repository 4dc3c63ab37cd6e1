// Tests of the comparison of methods: distances of runs, the choice of the reference, the grid and its limits.
#include "bricard/analyses/many/compare.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "bricard/analyses/limits.hpp"
#include "bricard/analyses/many/trajectories.hpp"
#include "bricard/elements/elements.hpp"
#include "bricard/formulations/formulations.hpp"
#include "bricard/formulations/stabilizations/stabilizations.hpp"
#include "bricard/integrators/integrators.hpp"
#include "bricard/model/in_plane.hpp"
#include "bricard/system/test_mechanisms.hpp"

namespace bricard {
namespace {

// ---- distances

Trajectories sine(double spacing, double end, double amplitude = 1) {
  Trajectories run;
  Track& x = run.tracks.emplace_back();
  x.name = "rod.x";
  for (double t = 0; t < end + spacing / 2; t += spacing) {
    run.t.push_back(t);
    x.position.push_back(amplitude * std::sin(t));
    x.velocity.push_back(amplitude * std::cos(t));
    x.acceleration.push_back(-amplitude * std::sin(t));
  }
  return run;
}

TEST(Trajectories, distance_is_the_largest_euclidean_one) {
  Trajectories a, b;
  a.t = b.t = {0, 1};
  a.tracks = {{"p.x", {0, 0}, {}, {}}, {"p.y", {0, 0}, {}, {}}, {"q.x", {0, 0}, {}, {}}};
  b.tracks = {{"p.x", {0, 3}, {}, {}}, {"p.y", {0, 4}, {}, {}}, {"q.x", {0, 4.5}, {}, {}}};
  EXPECT_DOUBLE_EQ(distance(a, b).value(), 5);  // of p, not mixed with q
  b.tracks[2].position[1] = -6;
  EXPECT_DOUBLE_EQ(distance(a, b).value(), 6);
  b.tracks.erase(b.tracks.begin(), b.tracks.begin() + 2);
  EXPECT_DOUBLE_EQ(distance(a, b).value(), 6);  // over the columns that both have
  b.tracks[0].name = "r.x";
  EXPECT_FALSE(distance(a, b).has_value());
  EXPECT_DOUBLE_EQ(extent(sine(0.01, 2)), std::sin(1.57));
}

TEST(Trajectories, only_common_times_count) {
  Trajectories shorter = sine(0.1, 1), longer = sine(0.1, 3);
  longer.tracks[0].position.back() = 100;
  EXPECT_NEAR(distance(shorter, longer).value(), 0, 1e-12);
  longer.tracks[0].position[5] += 1e-3;
  EXPECT_NEAR(distance(shorter, longer).value(), 1e-3, 1e-12);
}

// The quintic has an error of h^6/46080 times the sixth derivative.
TEST(Trajectories, interpolation_between_rows_is_of_sixth_order) {
  double before = 0;
  for (const double h : {0.4, 0.2}) {
    const double error = distance(sine(h, 4), sine(0.037, 3.9)).value();
    EXPECT_LT(error, std::pow(h, 6) / 46080);
    EXPECT_GT(error, 0.2 * std::pow(h, 6) / 46080);
    if (before > 0) {
      EXPECT_NEAR(before / error, 64, 20);
    }
    before = error;
  }
}

TEST(Trajectories, spacing) {
  EXPECT_NEAR(spacing_of({0, 0.1, 0.2, 0.3}).value(), 0.1, 1e-15);
  EXPECT_FALSE(spacing_of({0, 0.1, 0.25}).has_value());
  EXPECT_FALSE(spacing_of({0.1, 0.2, 0.3}).has_value());
  EXPECT_FALSE(spacing_of({0}).has_value());
}

// ---- the comparison

// A uniform rod of 2 m, released horizontal.
Model rod() {
  Model model;
  model.name = "Rod";
  model.gravity = {0, -9.81, 0};
  model.bodies = {test::bar("rod", {0, 0, 0}, {2, 0, 0})};
  model.joints = {test::joint<Revolute>("pivot", "ground", "rod", {0, 0, 0})};
  model.sensors.push_back({"tip", "rod", Point{{2, 0, 0}, ""}, {}, ""});
  return model;
}

struct Compare : testing::Test {
  Model model = rod();
  AnalysisOptions options;
  CompareOptions grid;
  Compare() { options.duration = 1; }
  Comparison compare() { return bricard::compare(model, options, grid); }
  std::string fault() {
    try {
      compare();
    } catch (const Error& error) {
      return error.what();
    }
    return "none";
  }
};

bool has(const Comparison& comparison, std::string Methods::*part, std::string_view name) {
  const auto is = [&](const Methods& methods) { return methods.*part == name; };
  for (const ComparedRun& run : comparison.runs)
    if (is(run.methods)) return true;
  for (const SkippedRuns& skipped : comparison.skipped)
    for (const Methods& methods : skipped.combinations)
      if (is(methods)) return true;
  return false;
}

// Nothing chosen: every entry of every list takes part, or is skipped with a reason.
TEST_F(Compare, default_grid_has_every_method_once_more_than_auto) {
  grid.tolerances = {1e-5, 1e-7};
  grid.steps = {2e-3, 1e-3};
  const Comparison comparison = compare();
  for (const auto& each : formulations) EXPECT_TRUE(has(comparison, &Methods::formulation, each.name)) << each.name;
  for (const auto& each : stabilizations) EXPECT_TRUE(has(comparison, &Methods::stabilization, each.name)) << each.name;
  for (const auto& each : integrators()) EXPECT_TRUE(has(comparison, &Methods::integrator, each.name)) << each.name;
  for (const auto& each : coordinate_sets()) EXPECT_TRUE(has(comparison, &Methods::coordinates, each)) << each;
  std::set<std::string> seen;
  for (const ComparedRun& run : comparison.runs) {
    EXPECT_TRUE(seen.insert(method_words(run.methods) + setting_words(run, model.units)).second) << method_words(run.methods);
    if (run.outcome.message.find("gimbal lock") != std::string::npos) continue;  // of Euler angles, at the start
    EXPECT_TRUE(run.complete) << method_words(run.methods) << ": " << run.outcome.message;
    EXPECT_FALSE(run.doubtful) << method_words(run.methods) << ": " << run.error.value_or(-1);
    EXPECT_GT(run.steps, 0);
    EXPECT_GT(run.cpu_seconds, 0);
    EXPECT_NE(run.tolerance.has_value(), run.step.has_value());
  }
  const auto reference =
      std::find_if(comparison.runs.begin(), comparison.runs.end(), [](const ComparedRun& run) { return run.is_reference; });
  ASSERT_NE(reference, comparison.runs.end());
  EXPECT_EQ(reference->error, 0);
  EXPECT_NE(comparison.reference.find("another integrator"), std::string::npos) << comparison.reference;
}

// phi'' = -m g a/(J + m a^2) cos phi = -3 g/4 cos phi from the horizontal, by Stormer and Verlet with one extrapolation.
double angle_after(double t) {
  const auto verlet = [&](int n) {
    const double h = t / n, c = 0.75 * 9.81;
    double phi = 0, w = -c * h / 2;
    for (int i = 0; i < n; ++i) {
      phi += h * w;
      w -= h * c * std::cos(phi);
    }
    return phi;
  };
  return (4 * verlet(80000) - verlet(40000)) / 3;
}

TEST_F(Compare, errors_against_a_given_reference_are_those_of_the_closed_form) {
  grid.formulations = {"lagrange"};
  grid.integrators = {"dopri5", "rk4"};
  grid.tolerances = {1e-4, 1e-9};
  grid.steps = {1e-2};
  NumberTable table;
  table.names = {"t", "other.x", "tip.x", "tip.y"};
  for (const double t : {0.0, 0.3, 0.77, 1.0}) {  // not evenly spaced
    const double phi = angle_after(t);
    table.values.insert(table.values.end(), {t, 7, 2 * std::cos(phi), 2 * std::sin(phi)});
  }
  grid.reference = table;
  grid.reference_name = "exact.csv";
  Comparison comparison = compare();
  ASSERT_EQ(comparison.runs.size(), 3u);
  EXPECT_LT(*comparison.runs[1].error, 1e-8);
  EXPECT_GT(*comparison.runs[0].error, *comparison.runs[1].error);
  EXPECT_LT(*comparison.runs[2].error, 1e-5);
  EXPECT_GT(*comparison.runs[2].error, 1e-9);
  EXPECT_NE(comparison.reference.find("quintic"), std::string::npos);
  EXPECT_FALSE(comparison.runs[1].doubtful);
  // a reference that is wrong by 1 mm makes what was right doubtful
  for (std::size_t i = 2; i < table.values.size(); i += 4) table.values[i] += 1e-3;
  grid.reference = table;
  comparison = compare();
  EXPECT_NEAR(*comparison.runs[1].error, 1e-3, 1e-7);
  EXPECT_TRUE(comparison.runs[1].doubtful);
  EXPECT_FALSE(comparison.runs[0].doubtful);  // within its tolerance
}

TEST_F(Compare, threads_change_no_result) {
  grid.integrators = {"all"};
  grid.formulations = {"all"};
  grid.threads = 1;
  const Comparison one = compare();
  grid.threads = 4;
  const Comparison four = compare();
  ASSERT_EQ(one.runs.size(), four.runs.size());
  for (std::size_t i = 0; i < one.runs.size(); ++i) {
    EXPECT_EQ(one.runs[i].steps, four.runs[i].steps);
    EXPECT_EQ(one.runs[i].error, four.runs[i].error);
  }
}

TEST_F(Compare, illegal_combinations_are_skipped_with_the_reason) {
  grid.formulations = {"lagrange", "index3"};
  grid.integrators = {"dopri5"};
  const Comparison comparison = compare();
  EXPECT_EQ(comparison.runs.size(), 3u);
  ASSERT_EQ(comparison.skipped.size(), 1u);
  EXPECT_NE(comparison.skipped[0].reason.find("does not fit the formulation 'index3'"), std::string::npos);
  grid.formulations = {"index3"};
  EXPECT_NE(fault().find("does not fit the formulation 'index3'"), std::string::npos);
}

TEST_F(Compare, one_method_alone_has_no_proof) {
  grid.integrators = {"dopri5"};
  const Comparison comparison = compare();
  EXPECT_NE(comparison.reference.find("no second method confirms it"), std::string::npos) << comparison.reference;
  EXPECT_TRUE(comparison.runs[2].is_reference);
  EXPECT_NEAR(*comparison.uncertainty, *comparison.runs[1].error, 1e-15);
}

TEST_F(Compare, a_run_that_takes_too_long_is_stopped) {
  options.duration = 1e4;
  grid.integrators = {"rk4"};
  grid.steps = {1e-4};
  grid.limit = 0.05;
  const Comparison comparison = compare();
  ASSERT_EQ(comparison.runs.size(), 1u);
  EXPECT_EQ(comparison.runs[0].outcome.status, Status::stopped);
  EXPECT_EQ(comparison.runs[0].outcome.message.find("the limit of 0.05 s of CPU time: interrupted at t = "), 0u)
      << comparison.runs[0].outcome.message;
  EXPECT_FALSE(comparison.runs[0].complete);
  EXPECT_LT(comparison.runs[0].cpu_seconds, 1);
}

// Every value of a key with every other, where the methods know it; others are run once.
TEST_F(Compare, keys_are_varied_where_they_apply) {
  grid.coordinates = {"absolute"};
  grid.formulations = {"lagrange", "augmented_lagrangian"};
  grid.stabilizations = {"none", "baumgarte"};
  grid.integrators = {"dopri5"};
  grid.tolerances = {1e-6};
  grid.keys = {{"penalty.alpha", {1e6, 1e7}}, {"penalty.omega", {10, 20, 30}}, {"baumgarte.beta", {5, 8}}};
  const Comparison comparison = compare();
  ASSERT_EQ(comparison.runs.size(), 1u + 2u + 6u);  // lagrange without and with feedback; penalties keep their rows by themselves
  EXPECT_TRUE(comparison.runs[0].varied.empty());
  EXPECT_EQ(comparison.runs[2].varied, (std::vector<std::pair<std::string, double>>{{"baumgarte.beta", 8}}));
  EXPECT_EQ(comparison.runs[8].varied,
            (std::vector<std::pair<std::string, double>>{{"penalty.alpha", 1e7}, {"penalty.omega", 30}}));
  for (const ComparedRun& run : comparison.runs) EXPECT_TRUE(run.complete) << run.outcome.message;
  EXPECT_EQ(comparison.skipped.size(), 1u);
  grid.keys = {{"penalty.alpah", {1}}};
  EXPECT_NE(fault().find("did you mean `penalty.alpha`"), std::string::npos) << fault();
}

// The error is that against a run of the same values: a pendulum under half of gravity is elsewhere.
TEST_F(Compare, several_parameters_are_swept) {
  grid.integrators = {"dopri5", "dop853"};
  grid.tolerances = {1e-5, 1e-9};
  grid.sweeps = {{"g", {5, 10}}, {"m", {1, 2, 3}}};
  Control control;
  control.vary = [this](const std::vector<std::pair<std::string, double>>& values) {
    Model varied = model;
    varied.gravity = {0, -values[0].second, 0};
    varied.bodies[0].mass = values[1].second;
    return varied;
  };
  const Comparison comparison = bricard::compare(model, options, grid, control);
  ASSERT_EQ(comparison.runs.size(), 6u * 4u);
  int references = 0;
  for (const ComparedRun& run : comparison.runs) {
    references += run.is_reference;
    ASSERT_TRUE(run.error.has_value());
    EXPECT_LT(*run.error, 1e-3);
  }
  EXPECT_EQ(references, 6);
  EXPECT_NE(comparison.reference.find("g = 5, m = 2: the run"), std::string::npos) << comparison.reference;
}

// A pinned rod of 2 m and 1 kg in the plane: M + alpha Phi'ᵀ Phi' has the eigenvalues 1 + alpha and those of a block.
TEST_F(Compare, condition_number_of_a_pinned_rod) {
  model.dimension = 2;
  model.bodies[0].inertia = planar_inertia(1.0 / 3);
  grid.coordinates = {"absolute"};
  grid.formulations = {"penalty", "lagrange"};
  grid.integrators = {"dopri5"};
  grid.tolerances = {1e-4};
  grid.keys = {{"penalty.alpha", {1e3, 1e6}}};
  const Comparison comparison = compare();
  for (int i = 0; i < 2; ++i) {
    const double alpha = i == 0 ? 1e3 : 1e6, I = 1.0 / 3;
    const double trace = 1 + I + 2 * alpha, determinant = (1 + alpha) * (I + alpha) - alpha * alpha;
    const double largest = (trace + std::sqrt(trace * trace - 4 * determinant)) / 2;
    EXPECT_NEAR(comparison.runs[i].condition.value() / (largest * largest / determinant), 1, 1e-6);
  }
  EXPECT_GT(comparison.runs[2].condition.value(), 1);
  EXPECT_LT(comparison.runs[2].condition.value(), 10);
}

TEST_F(Compare, interrupt_keeps_what_was_computed) {
  grid.integrators = {"all"};
  grid.threads = 1;
  std::atomic<bool> stop{false};
  Control control;
  control.interrupt = &stop;
  control.progress = [&](double fraction) { stop = fraction > 0.3; };
  const Comparison comparison = bricard::compare(model, options, grid, control);
  EXPECT_TRUE(comparison.interrupted);
  EXPECT_GE(comparison.runs.size(), 2u);
  EXPECT_TRUE(comparison.runs[0].complete);
  EXPECT_FALSE(comparison.runs.back().complete);
}

TEST_F(Compare, wrong_input_is_told) {
  grid.formulations = {"lagrnge"};
  EXPECT_NE(fault().find("formulations: unknown name `lagrnge`; did you mean `lagrange`?"), std::string::npos) << fault();
  grid.formulations = {};
  grid.tolerances = {1e-3, 2};
  EXPECT_NE(fault().find("tolerances: 2 is not possible"), std::string::npos) << fault();
  grid.tolerances = {};
  grid.steps = {-1};
  EXPECT_NE(fault().find("steps: -1 is not possible"), std::string::npos) << fault();
  grid.steps = {};
  NumberTable table;
  table.names = {"t", "rodd.x"};
  table.values = {0, 0, 1, 1};
  grid.reference = table;
  grid.reference_name = "other.csv";
  EXPECT_NE(fault().find("other.csv: error: the reference has no position column of this model; did you mean `rod.x`"),
            std::string::npos)
      << fault();
  grid.reference->names = {"time", "rod.x"};
  EXPECT_NE(fault().find("no column `t`"), std::string::npos);
  grid.reference->names = {"t", "rod.x"};
  grid.reference->values = {1, 0, 0, 1};
  EXPECT_NE(fault().find("do not rise"), std::string::npos);
  grid.reference.reset();
  options.duration.reset();
  EXPECT_NE(fault().find("duration"), std::string::npos);
}

// ---- limits

TEST(Limits, follow_tolerance_and_step) {
  const Allowance plain = allowance_of("lagrange", "projection", "dopri5"), drifts = allowance_of("lagrange", "none", "dopri5");
  EXPECT_EQ(plain.factor, 1);
  EXPECT_GT(drifts.factor, 1);
  EXPECT_EQ(allowance_of("index3", "none", "rk4").factor, 1);  // closes its positions by itself
  EXPECT_NEAR(error_limit(plain, 1e-6, 2.0), 2e-4, 1e-9);
  EXPECT_NEAR(error_limit(plain, 1e-15, 2.0), 2 * threshold::rounding_of_run, 1e-12);
  EXPECT_NEAR(error_limit(plain, 0.1, 1.0, 4, 1.0), step_factor * 1e-4, 1e-9);
}

}  // namespace
}  // namespace bricard
