// With nothing but a file: the published benchmark problems through `auto`. A run that says "done" is right: below 1e-5 of a
// metre or radian at the default tolerance 1e-6 (A02: 1e-4) and below 1e-7 at 1e-9. At 1e-9 a run may stop at a singular
// position of A02, if it says so.
#include "bricard/io/yaml_reader.hpp"
#include "verification/cases.hpp"
#include "verification/exact.hpp"
#include "verification/n_four_bar.hpp"

namespace bricard {
namespace {

// What a run should show at the end of a time: a column and its value.
struct Expected {
  double t;
  std::string column;
  double value;
};

struct Problem {
  std::string name;
  Model model;
  double duration;
  std::vector<Expected> expected;
  double limit = 1e-5;  // at the default tolerance
};

Problem four_bars(const std::string& name, Model model, int windows, double duration) {
  Problem problem{name, std::move(model), duration, {}, 1e-4};
  for (double t = 1; t <= duration; t += 1) {
    const auto p = exact::four_bars(windows, t);
    problem.expected.push_back({t, "tip.x", p.x});
    problem.expected.push_back({t, "tip.y", p.y});
  }
  return problem;
}

std::vector<Problem> problems() {
  std::vector<Problem> list;
  list.push_back({"A01", benchmark("a01"), 10, {}});
  for (double t = 1; t <= 10; t += 1) {
    const auto p = exact::pendulum(t);
    list.back().expected.push_back({t, "bob.x", p.x});
    list.back().expected.push_back({t, "bob.y", p.y});
  }
  list.push_back(four_bars("A02", benchmark("a02"), 2, 10));
  list.push_back(four_bars("A02 N = 40", n_four_bar(40), 40, 10));
  if (is_long()) list.push_back(four_bars("A02 N = 400", n_four_bar(400), 400, 10));
  list.push_back({"A04",
                  benchmark("a04"),
                  10,
                  {{1, "p3.x", 0.2744813192646226},
                   {1, "p3.y", -0.8867079387346717},
                   {1, "p3.z", -0.4623300026873759},
                   {5, "p3.x", 0.9999327423021173},
                   {10, "p3.x", 0.9997309873038339},
                   {10, "p3.z", -2.689765122506e-04}}});
  list.push_back({"A05",
                  benchmark("a05"),
                  10,
                  {{1, "slider.z", 0.501420922379571},
                   {2, "slider.z", 0.505909294296707},
                   {5, "slider.z", 0.535563103721647},
                   {10, "slider.z", 0.619622917061355}}});
  list.push_back({"heavy top",
                  benchmark("heavy_top"),
                  2,
                  {{1, "top.x", 0.173343964098},
                   {1, "top.y", 0.640088592070},
                   {1, "top.z", -0.748490791134},
                   {2, "top.x", -0.150416822746},
                   {2, "top.y", -0.724165591637},
                   {2, "top.z", -0.673022269560}}});
  return list;
}

double largest_error(const Problem& problem, const Results& results, double spacing) {
  double worst = 0;
  for (const Expected& e : problem.expected)
    worst = std::max(worst, std::abs(value(results, e.column, int(std::lround(e.t / spacing))) - e.value));
  return worst;
}

Results run_automatically(const Problem& problem, double tolerance) {
  AnalysisOptions options = problem.model.analysis.value_or(AnalysisOptions{});
  options.type = "dynamics";
  options.duration = problem.duration;
  options.output_step = problem.duration / 10;
  options.coordinates = options.formulation = options.stabilization = options.integrator = "auto";
  options.tolerance = {};
  options.tolerance.relative = tolerance;
  return run(problem.model, options);
}

TEST(Automatic, default_tolerance) {
  for (const Problem& problem : problems()) {
    SCOPED_TRACE(problem.name);
    const Results results = run_automatically(problem, 1e-6);
    EXPECT_DONE(results);
    EXPECT_LT(largest_error(problem, results, problem.duration / 10), problem.limit) << results.summary.methods.why;
  }
}

TEST(Automatic, tight_tolerance) {
  for (const Problem& problem : problems()) {
    SCOPED_TRACE(problem.name);
    const Results results = run_automatically(problem, 1e-9);
    if (results.summary.outcome.failed()) {  // loud, with the reason; and only where a singular position is passed
      EXPECT_TRUE(problem.name.starts_with("A02")) << results.summary.outcome.message;
      EXPECT_NE(results.summary.outcome.message.find("singular"), std::string::npos) << results.summary.outcome.message;
      continue;
    }
    EXPECT_LT(largest_error(problem, results, problem.duration / 10), 1e-7) << results.summary.methods.why;
  }
}

TEST(Automatic, says_what_it_chose_and_why) {
  const auto methods = [](const std::string& name) {
    return run_automatically({name, benchmark(name), 1, {}}, 1e-6).summary.methods;
  };
  const Methods tree = methods("heavy_top"), loop = methods("a04"), stiff = methods("a05");
  EXPECT_EQ(tree.integrator, "dop853");
  EXPECT_EQ(tree.stabilization, "none");
  EXPECT_EQ(loop.stabilization, "mass_projection");
  EXPECT_EQ(stiff.integrator, "radau");
  EXPECT_NE(stiff.why.find("stiff"), std::string::npos) << stiff.why;
}

// m x'' + c x' + k (x - 0.5) = 0 with m = 1, c = k = 1e6: the roots are -c and, to 1e-6, -k/c. Explicit methods would need c t /
// 6 steps.
TEST(Automatic, damped_mass) {
  const auto run_with = [](const std::string& damping) {
    return run(
        read_yaml_text("bricard: 1\nname: damped mass\ngravity: [0, 0, 0]\n"
                       "bodies: {mass: {mass: 1, inertia: [1, 1, 1], position: [2, 0, 0]}}\n"
                       "joints: {rail: {type: prismatic, bodies: [ground, mass], at: [0, 0, 0], axis: [1, 0, 0]}}\n"
                       "forces: {strut: {type: spring_damper, from: {body: ground, at: [0, 0, 0]},\n"
                       "  to: {body: mass, at: [2, 0, 0]}, free_length: 1.5, stiffness: " +
                           damping + ", damping: " + damping + "}}\nanalysis: {type: dynamics, duration: 5}\n",
                       "damped mass"));
  };
  const Results stiff = run_with("1e6"), soft = run_with("1");
  EXPECT_DONE(stiff);
  EXPECT_EQ(stiff.summary.methods.integrator, "radau");
  EXPECT_LT(stiff.summary.steps, 1000);
  EXPECT_NEAR(value(stiff, "mass.x"), 1.5 + 0.5 * std::exp(-5.0), 1e-5);
  EXPECT_EQ(soft.summary.methods.integrator, "dop853");
}

}  // namespace
}  // namespace bricard
