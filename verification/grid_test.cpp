// The grid: every legal combination of coordinates, formulation, stabilization and integrator on four problems with known motion:
//   regular    A01, a pendulum; exact in elliptic functions
//   redundant  A04, Bricard's mechanism, one row of 30 depends on the others; independent integration
//   singular   A02 with two windows, which passes a position with three freedoms; exact in elliptic functions
//   stiff      A05, the governor, decay of 1e4/s beside motion of 1 Hz; independent integration
// A run must either end within its documented limit (bricard/analyses/limits.hpp) or stop with the true reason: never a wrong
// answer that looks right. `make test` runs a part in which every pair of methods occurs (pairwise.hpp), `make verify` all of it;
// that writes build/.../grid.csv and prints how many ended how.
#include <filesystem>
#include <fstream>

#include "bricard/analyses/limits.hpp"
#include "bricard/analyses/many/compare.hpp"
#include "bricard/analyses/methods.hpp"
#include "bricard/results/atomic_file.hpp"
#include "bricard/system/test_mechanisms.hpp"
#include "verification/cases.hpp"
#include "verification/pairwise.hpp"

namespace bricard {
namespace {

namespace fs = std::filesystem;

struct Problem {
  const char* name;
  const char* model;  // the reference has the same name
  double duration, long_duration;
  double step;                       // of methods with fixed steps
  double length, tau;                // characteristic length and shortest time scale of the motion, for the limits
  std::vector<std::string> reasons;  // words of which a failure must name one: the true difficulty of this problem
};

const std::vector<Problem> problems = {
    {"regular", "a01", 0.5, 2, 1e-3, 1, 0.3, {}},
    {"redundant", "a04", 0.3, 1, 1e-3, 1, 0.3, {"redundant", "depend", "rank", "singular"}},
    {"singular", "a02", 1, 2, 1e-3, 1, 0.15, {"singular"}},
    {"stiff", "a05", 0.03, 0.2, 1e-4, 1, 0.15, {"stiff", "step"}},
};
constexpr double tolerance = 1e-6;

// Euler angles have positions that they refuse, wherever the problem takes them.
bool is_true_reason(const Problem& problem, const ComparedRun& run, const std::string& message) {
  const auto says = [&](const std::string& word) { return message.find(word) != std::string::npos; };
  if (run.methods.coordinates == "euler_angles" && says("gimbal")) return true;
  for (const Formulation& each : formulations)  // the point mass of A01 has no inertia of its own
    if (each.name == run.methods.formulation && each.inverts_mass && says("the mass matrix is singular")) return true;
  return std::any_of(problem.reasons.begin(), problem.reasons.end(), says);
}
// Only a warning that the motion itself may be wrong counts: without projection nothing keeps the branch at a singular position.
bool is_warned(const ComparedRun& run) {
  return std::any_of(run.warnings.begin(), run.warnings.end(),
                     [](const std::string& warning) { return warning.find("another branch") != std::string::npos; });
}

double limit_of(const Problem& problem, const ComparedRun& run) {
  const Allowance allowance = allowance_of(run.methods.formulation, run.methods.stabilization, run.methods.integrator);
  if (run.tolerance) return error_limit(allowance, *run.tolerance, problem.length);
  int order = 1;
  for (const IntegratorEntry& entry : integrators())
    if (entry.name == run.methods.integrator) order = entry.order;
  return error_limit(allowance, *run.step, problem.tau, order, problem.length);
}

Comparison run_grid(const Problem& problem, const std::vector<Methods>& combinations, double duration, double seconds) {
  CompareOptions grid;
  grid.combinations = combinations;
  grid.tolerances = {tolerance};
  grid.steps = {problem.step};
  grid.limit = seconds;
  grid.reference_name = source_file("verification/data/" + std::string(problem.model) + ".csv");
  grid.reference = read_csv(grid.reference_name);
  const Model model = test::with_tilted_axes(benchmark(problem.model));
  AnalysisOptions options;
  options.duration = duration;
  return compare(model, options, grid);
}

// How a run ended, as the table says it.
std::string verdict(const Problem& problem, const ComparedRun& run) {
  if (run.outcome.failed()) return is_true_reason(problem, run, run.outcome.message) ? "stopped" : "NO TRUE REASON";
  if (!run.complete) return "too slow";
  if (run.error && *run.error <= limit_of(problem, run)) return "within";
  return is_warned(run) ? "warned" : "WRONG";
}

struct Count {
  std::map<std::string, int> of;
  void print(const std::string& title) const {
    std::string text = title + ":";
    for (const auto& [name, number] : of) text += " " + std::to_string(number) + " " + name;
    std::printf("%s\n", text.c_str());
  }
};

// Every run is held to its limit; the lines of the table are returned.
std::string judge(const Problem& problem, const Comparison& comparison, Count& count) {
  std::string lines;
  for (const ComparedRun& run : comparison.runs) {
    const std::string found = verdict(problem, run);
    ++count.of[found];
    const std::string words = std::string(problem.name) + ": " + method_words(run.methods) + ", " + setting_words(run, {});
    if (found == "WRONG")
      ADD_FAILURE() << words << " ended well with an error of " << run.error.value_or(NAN) << " m, limit "
                    << limit_of(problem, run);
    if (found == "NO TRUE REASON") ADD_FAILURE() << words << " failed: " << run.outcome.message;
    std::string message = run.outcome.message;
    std::replace(message.begin(), message.end(), '"', '\'');
    const Methods& m = run.methods;
    lines += std::string(problem.name) + "," + m.coordinates + "," + m.formulation + "," + m.stabilization + "," + m.integrator +
             "," + setting_words(run, {}) + "," + std::to_string(run.cpu_seconds) + "," + std::to_string(run.steps) + "," +
             std::to_string(run.evaluations) + "," + (run.error ? std::to_string(std::log10(*run.error)) : "") + "," +
             std::to_string(std::log10(limit_of(problem, run))) + "," + found + ",\"" + message + "\"\n";
  }
  for (const SkippedRuns& each : comparison.skipped)
    ADD_FAILURE() << problem.name << ": " << method_words(each.combinations[0]) << " is legal, but: " << each.reason;
  return lines;
}

// ---- the part in which every pair occurs

// The i-th combination on problem i mod 4.
TEST(Grid, every_pair_of_methods) {
  const std::vector<Methods> cover = pairwise_cover(all_combinations(coordinate_sets()));
  Count count;
  for (std::size_t p = 0; p < problems.size(); ++p) {
    std::vector<Methods> part;
    for (std::size_t i = p; i < cover.size(); i += problems.size()) part.push_back(cover[i]);
    if (!part.empty()) judge(problems[p], run_grid(problems[p], part, problems[p].duration, 10), count);
  }
  EXPECT_EQ(count.of["too slow"], 0);
  count.print("grid, every pair");
}

TEST(Grid, cover_has_every_pair_and_few_runs) {
  const std::vector<Methods> all = all_combinations(coordinate_sets()), cover = pairwise_cover(all);
  std::set<std::string> wanted, found;
  for (const Methods& each : all)
    for (const std::string& pair : pairs_of(each)) wanted.insert(pair);
  for (const Methods& each : cover)
    for (const std::string& pair : pairs_of(each)) found.insert(pair);
  EXPECT_EQ(wanted, found);
  EXPECT_LE(cover.size(), all.size());
  EXPECT_GE(cover.size() * 4, wanted.size());
}

// ---- all of it

struct WholeGrid : testing::TestWithParam<std::tuple<int, std::string>> {};

// Beside the program: build/grid/*.csv, and all parts that are there as build/grid.csv.
void write_table(const std::string& part, const std::string& lines) {
  const fs::path home = fs::read_symlink("/proc/self/exe").parent_path().parent_path(), parts = home / "grid";
  fs::create_directories(parts);
  write_file(parts / (part + ".csv"), lines);
  std::string all =
      "problem,coordinates,formulation,stabilization,integrator,setting,cpu_seconds,steps,evaluations,log10_error,"
      "log10_limit,verdict,message\n";
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(parts))
    if (entry.path().extension() == ".csv") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) {
    std::ifstream in(file);
    all.append(std::istreambuf_iterator<char>(in), {});
  }
  write_file(home / "grid.csv", all);
}

TEST_P(WholeGrid, within_limits_or_stopped_with_the_true_reason) {
  if (!is_long()) GTEST_SKIP() << "make verify runs it";
  const auto& [index, coordinates] = GetParam();
  const Problem& problem = problems[index];
  Count count;
  const std::string lines = judge(problem, run_grid(problem, all_combinations({coordinates}), problem.long_duration, 20), count);
  write_table(std::string(problem.name) + "_" + coordinates, lines);
  count.print("grid, " + std::string(problem.name) + ", " + coordinates);
}

INSTANTIATE_TEST_SUITE_P(
    All, WholeGrid, testing::Combine(testing::Range(0, static_cast<int>(problems.size())), testing::ValuesIn(coordinate_sets())),
    [](const auto& info) { return std::string(problems[std::get<0>(info.param)].name) + "_" + std::get<1>(info.param); });

}  // namespace
}  // namespace bricard
