// M. Pekal, J. Fraczek: Comparison of selected formulations for multibody system dynamics with redundant constraints, Arch. Mech.
// Eng. 63 (2016) 93-112, done again: five formulations, three stabilizations, four tolerances, two McPherson struts. Every
// conclusion of the paper is checked against the numbers of the run that writes the page.
#include "bricard/analyses/assembly/assembly.hpp"
#include "bricard/analyses/dynamics/course.hpp"
#include "bricard/analyses/dynamics/simulation.hpp"
#include "bricard/analyses/methods.hpp"
#include "bricard/system/written_out.hpp"
#include "studies/study.hpp"

using namespace bricard;
using namespace bricard::study;

namespace {

constexpr double limit = 60;    // s of CPU time for one run
constexpr int repetitions = 3;  // of runs shorter than a second
constexpr double duration = 10;

// Direct integration is elimination where rows are independent and the pseudo-inverse of the whole matrix where they are not, as
// in the paper.
constexpr const char* methods[2][5] = {
    {"lagrange", "udwadia_kalaba", "least_squares_1", "least_squares_2", "udwadia_phohomsiri"},
    {"pseudo_inverse", "udwadia_kalaba", "least_squares_1", "least_squares_2", "udwadia_phohomsiri"}};
constexpr const char* methods_there[] = {"direct", "Udwadia-Kalaba", "least squares 1", "least squares 2", "Udwadia-Phohomsiri"};
enum { direct, kalaba, squares_1, squares_2, phohomsiri, method_count };
constexpr const char* stabilizations_[] = {"none", "baumgarte", "coordinate_partitioning"};
enum { unstabilized, baumgarte_, partitioning, stabilization_count };
constexpr double tolerances[] = {1e-3, 1e-6, 1e-8, 1e-10};
constexpr int tolerance_count = 4;
constexpr const char* struts[] = {"mcpherson_strut", "mcpherson_strut_overconstrained"};
constexpr const char* struts_in_words[] = {"Simplified strut", "Overconstrained strut"};
constexpr double spin = 20;  // rad/s, of the tie rod where drift is looked at

// Table 1 of the paper: s, MATLAB R2014b on an Intel Core i5 M520; by strut, stabilization, tolerance and method.
constexpr double table_1[2][stabilization_count][tolerance_count][method_count] = {{{{0.29, 0.27, 0.27, 0.27, 0.29},
                                                                                     {0.59, 0.60, 0.61, 0.63, 0.67},
                                                                                     {1.33, 1.45, 1.41, 1.50, 1.59},
                                                                                     {3.10, 3.55, 3.58, 3.78, 3.95}},
                                                                                    {{0.88, 0.94, 0.94, 0.97, 1.04},
                                                                                     {1.96, 2.22, 2.22, 2.28, 2.46},
                                                                                     {4.35, 5.00, 5.01, 5.17, 5.52},
                                                                                     {10.39, 12.13, 12.19, 12.56, 13.46}},
                                                                                    {{0.48, 0.45, 0.47, 0.46, 0.47},
                                                                                     {1.07, 1.05, 1.05, 1.07, 1.12},
                                                                                     {2.45, 2.52, 2.51, 2.59, 2.65},
                                                                                     {6.05, 6.18, 6.22, 6.38, 6.59}}},
                                                                                   {{{0.40, 0.27, 0.27, 0.28, 0.30},
                                                                                     {0.84, 0.61, 0.63, 0.64, 0.67},
                                                                                     {1.92, 1.46, 1.48, 1.52, 1.64},
                                                                                     {4.70, 3.62, 3.63, 3.77, 4.02}},
                                                                                    {{1.27, 1.00, 0.95, 0.98, 1.33},
                                                                                     {2.90, 2.55, 2.29, 2.32, 2.49},
                                                                                     {6.51, 5.09, 5.14, 5.31, 5.67},
                                                                                     {15.69, 12.27, 12.37, 12.80, 13.54}},
                                                                                    {{0.60, 0.46, 0.47, 0.48, 0.49},
                                                                                     {1.35, 1.10, 1.10, 1.13, 1.17},
                                                                                     {3.11, 2.66, 2.64, 2.69, 2.87},
                                                                                     {7.49, 6.45, 6.47, 6.56, 6.86}}}};

struct Measured {
  double seconds = INFINITY;  // the least
  long evaluations = 0;
  std::string message;  // where it did not reach the end
};
using Grid = Measured[2][stabilization_count][tolerance_count][method_count];

AnalysisOptions options_of(int strut, int stabilization, int tolerance, int method) {
  AnalysisOptions options;
  options.duration = duration;
  options.output_step = duration / 20;
  options.coordinates = "euler_angles";
  options.formulation = methods[strut][method];
  if (strut == 1) options.redundant = "keep";
  options.stabilization = stabilizations_[stabilization];
  options.integrator = "dopri5";
  options.tolerance.relative = tolerances[tolerance];
  if (stabilization == baumgarte_) options.baumgarte = BaumgarteOptions{10, 10};
  return options;
}

Measured measure(const Model& model, const AnalysisOptions& options) {
  Measured found;
  for (int i = 0; i == 0 || (i < repetitions && found.seconds < 1); ++i) {
    const Run run = run_within(limit, model, options);
    found.seconds = std::min(found.seconds, run.seconds);
    found.evaluations = run.results.summary.evaluations;
    found.message = run.message;
  }
  return found;
}

std::string file_of(int strut) { return fmt::format("models/mechanisms/{}.bricard.yaml", struts[strut]); }
Model read_strut(int strut) { return read_model(file_of(strut)); }

void measure(Grid& grid) {
  for (int strut = 0; strut < 2; ++strut) {
    const Model model = read_strut(strut);
    for (int s = 0; s < stabilization_count; ++s)
      for (int t = 0; t < tolerance_count; ++t)
        for (int m = 0; m < method_count; ++m) grid[strut][s][t][m] = measure(model, options_of(strut, s, t, m));
  }
}

// ---- Figs 9 to 11: Euclidean norms of Phi, Phi' and Phi'' at the ends of steps; Phi'' with the accelerations of the
// formulation.

constexpr double drifts = 3;  // times
// What norms are without any drift: the tie rod's Euler angle counts its turns, and what rounding leaves of it is about what it
// leaves of positions (m) and, times the spin, of velocities (m/s).
constexpr double rounding[] = {0x1p-52 * spin * duration, 0x1p-52 * spin* spin* duration};

struct History {
  std::vector<double> t, norm[3];
  std::string message;
  double mean(int level, double from, double to) const {
    double sum = 0, count = 0;
    for (std::size_t i = 0; i < t.size(); ++i)
      if (t[i] >= from && t[i] <= to) sum += norm[level][i], count += 1;
    return sum / count;
  }
  // From about t = 1 s to the end; what is rounding does not count.
  double growth(int level) const {
    const auto counted = [&](double norm) { return std::max(norm, rounding[level]); };
    return counted(mean(level, duration - 1, duration)) / counted(mean(level, 0.5, 1.5));
  }
};

History history(const Model& model, const AnalysisOptions& options) {
  constexpr int rows = 200;
  const System system(model, options.coordinates);
  const MethodChoice choice = choose_methods(options);
  Equations e(system);
  const State start = assemble(system).state;
  system.motion(start, e);
  system.fill(e);
  e.kernel.select();
  ProblemReport report;
  ProblemSettings settings;
  settings.system = &system;
  settings.stabilization = choice.stabilization;
  settings.start = start;
  settings.selected = e.kernel.selected();
  settings.tolerance = options.tolerance.relative;
  settings.span = duration;
  settings.report = &report;
  settings.options = &options;
  const auto problem = choice.formulation->make_ode(settings);
  Eigen::VectorXd y(system.nq() + system.nv()), f(y.size());
  Simulation simulation(model, options);

  History history;
  WrittenOut written(system);
  while (simulation.t() < duration) {
    if (const Outcome outcome = simulation.step(); outcome.failed()) {
      history.message = outcome.message;
      break;
    }
    const double t = simulation.t();
    if (t < duration * static_cast<double>(history.t.size() + 1) / rows) continue;
    const State state = simulation.course().state();
    y << state.q, state.v;
    if (!problem->derivative(t, y, f)) continue;
    system.motion(state, e);
    system.forces(e);
    written.write(e);
    history.t.push_back(t);
    history.norm[0].push_back(written.Phi().norm());
    history.norm[1].push_back(written.Phi_rate().norm());
    history.norm[2].push_back((written.Phi_v() * f.tail(system.nv()) - written.gamma()).norm());
  }
  return history;
}

Plot empty_plot(const std::string& title, const std::string& note) {
  Plot plot;
  plot.title = title;
  plot.note = note;
  plot.x = {"t", "s", Scale::linear, 0.0, duration};
  plot.y = {"norm", "", Scale::logarithmic};
  plot.width = 760, plot.height = 420;
  return plot;
}

void add_series(Plot& plot, const std::string& name, const std::vector<double>& t, const std::vector<double>& y) {
  Series series{name, t, y};
  series.markers = false;
  plot.series.push_back(series);
}

void draw(const History& history, int s, const std::filesystem::path& folder) {
  Plot plot = empty_plot(fmt::format("Constraint norms, stabilization {}", stabilizations_[s]),
                         "simplified strut, tie rod spinning, least_squares_2, tolerance 1e-10; Euclidean norms over the rows");
  add_series(plot, "position", history.t, history.norm[0]);
  add_series(plot, "velocity", history.t, history.norm[1]);
  add_series(plot, "acceleration", history.t, history.norm[2]);
  write_file(folder / fmt::format("redundant_constraints_{}.svg", stabilizations_[s]), svg(plot));
}

// ---- tables

std::string table(const Grid& grid, int strut) {
  std::string text = fmt::format("### {}\n\n| stabilization | tolerance | evaluations |", struts_in_words[strut]);
  for (const char* name : methods[strut]) text += fmt::format(" {}, ms |", name);
  for (const char* name : methods_there) text += fmt::format(" paper: {}, s |", name);
  text += "\n|---|---|---|---|---|---|---|---|---|---|---|---|---|\n";
  for (int s = 0; s < stabilization_count; ++s)
    for (int t = 0; t < tolerance_count; ++t) {
      const auto& cells = grid[strut][s][t];
      const auto fewer = [](const Measured& a, const Measured& b) { return a.evaluations < b.evaluations; };
      const long least = std::min_element(cells, cells + method_count, fewer)->evaluations;
      const long most = std::max_element(cells, cells + method_count, fewer)->evaluations;
      text += fmt::format("| {} | {} | {} |", stabilizations_[s], power(tolerances[t]),
                          least == most ? fmt::format("{}", least) : fmt::format("{} to {}", least, most));
      for (const Measured& each : cells)
        text += each.message.empty() ? fmt::format(" {:.1f} |", 1e3 * each.seconds) : " stopped |";
      for (const double seconds : table_1[strut][s][t]) text += fmt::format(" {:.2f} |", seconds);
      text += "\n";
    }
  return text + "\n";
}

// ---- the conclusions of the paper

struct Judgement {
  std::string says, here;
  bool agrees = false, undecided = false;
};

constexpr double noise = 0.05;  // of ratios of times

// Ratio of the sums of two columns of a strut over tolerances, in one stabilization or (-1) in all.
template <class Time>
double sum(const Time& time, int strut, int stabilization, int method) {
  double total = 0;
  for (int s = 0; s < stabilization_count; ++s)
    for (int t = 0; t < tolerance_count; ++t)
      if (stabilization < 0 || s == stabilization) total += time(strut, s, t, method);
  return total;
}

// Methods from fast to slow, with times relative to the first.
template <class Time>
std::string ranking(const Time& time, int strut, int* fastest = nullptr, int* slowest = nullptr) {
  std::vector<std::pair<double, int>> order;
  for (int m = 0; m < method_count; ++m) order.emplace_back(sum(time, strut, -1, m), m);
  std::sort(order.begin(), order.end());
  if (fastest) *fastest = order.front().second;
  if (slowest) *slowest = order.back().second;
  std::string text;
  for (const auto& [total, m] : order)
    text += fmt::format("{}{} {:.2f}", text.empty() ? "" : ", ", methods[strut][m], total / order.front().first);
  return text;
}

std::vector<Judgement> judge(const Grid& grid, const History (&histories)[stabilization_count]) {
  std::vector<Judgement> list;
  const auto ours = [&](int strut, int s, int t, int m) { return grid[strut][s][t][m].seconds; };
  const auto theirs = [](int strut, int s, int t, int m) { return table_1[strut][s][t][m]; };

  int cases = 0, equal = 0;
  double widest = 1;
  for (const auto& strut : grid)
    for (const auto& stabilization : strut)
      for (const auto& cells : stabilization) {
        long least = cells[0].evaluations, most = least;
        for (const Measured& each : cells) {
          least = std::min(least, each.evaluations);
          most = std::max(most, each.evaluations);
        }
        ++cases;
        equal += least == most;
        widest = std::max(widest, static_cast<double>(most) / static_cast<double>(least));
      }
  list.push_back({"The number of evaluations is the same for all formulations (one case excepted).",
                  fmt::format("equal in {} of {} cases{}", equal, cases,
                              equal < cases ? fmt::format(", at most {:.1f} % apart", 100 * (widest - 1)) : ""),
                  widest < 1.05});

  int fastest = 0, slowest = 0;
  std::string order = ranking(ours, 0, &fastest, &slowest);
  list.push_back(
      {fmt::format("Without redundant constraints direct integration is the fastest (sums of Table 1: {}).", ranking(theirs, 0)),
       order, fastest == direct});
  list.push_back({"Udwadia-Phohomsiri is the slowest there.", order, slowest == phohomsiri});
  order = ranking(ours, 1, &fastest, &slowest);
  list.push_back(
      {fmt::format("With redundant constraints direct integration is the slowest (sums of Table 1: {}).", ranking(theirs, 1)),
       order, slowest == direct});
  list.push_back({"Udwadia-Kalaba and least squares 1 are the fastest there.", order, fastest == kalaba || fastest == squares_1});
  const auto spread = [](const auto& time) {
    double largest = 1;
    for (int strut = 0; strut < 2; ++strut) {
      const double three[] = {sum(time, strut, -1, kalaba), sum(time, strut, -1, squares_1), sum(time, strut, -1, squares_2)};
      largest = std::max(largest, *std::max_element(three, three + 3) / *std::min_element(three, three + 3));
    }
    return largest;
  };
  list.push_back(
      {fmt::format("Udwadia-Kalaba and both least squares are similar (within {:.0f} % in Table 1).", 100 * (spread(theirs) - 1)),
       fmt::format("within {:.0f} %", 100 * (spread(ours) - 1)), spread(ours) < 1.2});
  double squares_over = 0;
  for (int strut = 0; strut < 2; ++strut)
    squares_over = std::max(squares_over, sum(ours, strut, -1, squares_2) / sum(ours, strut, -1, phohomsiri));
  list.push_back({"Least squares 2 is faster than Udwadia-Phohomsiri.", fmt::format("it takes {:.2f} of its time", squares_over),
                  squares_over < 1, std::abs(squares_over - 1) < noise});

  const auto relative = [](const auto& time, int stabilization, int to) {
    double a = 0, b = 0;
    for (int strut = 0; strut < 2; ++strut)
      for (int m = 0; m < method_count; ++m) a += sum(time, strut, stabilization, m), b += sum(time, strut, to, m);
    return a / b;
  };
  list.push_back(
      {fmt::format("Runs without stabilization are the shortest (Table 1: Baumgarte {:.1f}, partitioning {:.1f} times as long).",
                   relative(theirs, baumgarte_, unstabilized), relative(theirs, partitioning, unstabilized)),
       fmt::format("Baumgarte {:.2f}, partitioning {:.2f} times as long", relative(ours, baumgarte_, unstabilized),
                   relative(ours, partitioning, unstabilized)),
       relative(ours, baumgarte_, unstabilized) > 1 && relative(ours, partitioning, unstabilized) > 1});
  list.push_back(
      {fmt::format("Baumgarte is slower than partitioning (Table 1: {:.1f} times).", relative(theirs, baumgarte_, partitioning)),
       fmt::format("{:.2f} times", relative(ours, baumgarte_, partitioning)), relative(ours, baumgarte_, partitioning) > 1});

  const auto growth = [&](int s, int level) { return histories[s].growth(level); };
  const auto ends = [&](int s) {
    return fmt::format("from t = 1 s to the end the norms of positions and velocities grow {} and {} times, to {} and {}",
                       brief(growth(s, 0)), brief(growth(s, 1)), power(histories[s].norm[0].back()),
                       power(histories[s].norm[1].back()));
  };
  list.push_back({"Without stabilization positions and velocities drift off.", ends(unstabilized),
                  growth(unstabilized, 0) > drifts && growth(unstabilized, 1) > drifts});
  for (const int s : {baumgarte_, partitioning})
    list.push_back(
        {fmt::format("With {} they do not.", s == baumgarte_ ? "Baumgarte's stabilization" : "coordinate partitioning"), ends(s),
         growth(s, 0) < drifts && growth(s, 1) < drifts});
  return list;
}

// Why, as far as numbers of this run can say.
std::string explanations(const Grid& grid) {
  const auto ours = [&](int strut, int s, int t, int m) { return grid[strut][s][t][m].seconds; };
  const auto theirs = [](int strut, int s, int t, int m) { return table_1[strut][s][t][m]; };
  const auto per_evaluation = [&](int m) {  // microseconds
    const Measured& each = grid[0][unstabilized][2][m];
    return 1e6 * each.seconds / static_cast<double>(each.evaluations);
  };
  const auto redundant_over_simple = [](const auto& time, int m) { return sum(time, 1, -1, m) / sum(time, 0, -1, m); };
  const auto per_run = [](const Measured& each) { return 1e6 * each.seconds / static_cast<double>(each.evaluations); };
  const auto left_out = [&](int m) {  // microseconds
    AnalysisOptions options = options_of(1, unstabilized, 2, m);
    options.redundant = "auto";
    return per_run(measure(read_strut(1), options));
  };
  const auto evaluations = [&](int s) {
    double total = 0;
    for (int t = 0; t < tolerance_count; ++t) total += static_cast<double>(grid[0][s][t][0].evaluations);
    return total;
  };
  const System overconstrained(read_strut(1), "euler_angles");
  const std::size_t size = overconstrained.nv() + overconstrained.active_rows().size();
  std::string text = "Why:\n\n";
  text += fmt::format(
      "- *Direct integration.* Elimination (`lagrange`) is sparse and follows the tree: {:.1f} µs an evaluation, against {:.0f} "
      "µs of `udwadia_kalaba`. The pseudo-inverse of the whole matrix takes {:.0f} µs, an orthogonal decomposition of {} "
      "rows and columns.\n",
      per_evaluation(direct), per_evaluation(kalaba), per_run(grid[1][unstabilized][2][direct]), size);
  text += fmt::format(
      "- *Redundant rows.* They stay in (`redundant: keep`), so that every evaluation decides on ranks: an evaluation of "
      "`udwadia_kalaba` takes {:.0f} µs, {:.0f} where they are left out as usual; of `pseudo_inverse` {:.0f} and {:.0f}. The "
      "second strut costs {:.2f} times the first with `udwadia_kalaba`; in the paper {:.2f} times.\n",
      per_run(grid[1][unstabilized][2][kalaba]), left_out(kalaba), per_run(grid[1][unstabilized][2][direct]), left_out(direct),
      redundant_over_simple(ours, kalaba), redundant_over_simple(theirs, kalaba));
  text += fmt::format(
      "- *Udwadia-Kalaba, least squares, Udwadia-Phohomsiri.* An evaluation takes {:.0f}, {:.0f}, {:.0f} and {:.0f} µs: the "
      "first two use a factor of the mass matrix, the "
      "others decompose the rows and then a second matrix. In the paper they lie closer together: what all evaluations share "
      "weighs more in MATLAB.\n",
      per_evaluation(kalaba), per_evaluation(squares_1), per_evaluation(squares_2), per_evaluation(phohomsiri));
  text += fmt::format(
      "- *Stabilizations.* Baumgarte's takes {:.1f} times the evaluations of none: the stages of a step lie off the constraints, "
      "feedback with α = β = 10 answers that, and error "
      "control follows it. Partitioning takes {:.2f} times the evaluations of none and closes the constraints once a step; in "
      "the paper Newton's "
      "iteration runs 3 to 4 times at each.\n\n",
      evaluations(baumgarte_) / evaluations(unstabilized), evaluations(partitioning) / evaluations(unstabilized));
  return text;
}

std::string page(const std::filesystem::path& folder) {
  static Grid grid;
  measure(grid);
  History histories[stabilization_count];
  const Model lively = read_model(file_of(0), {{"spin", fmt::format("{:g}", spin)}});
  for (int s = 0; s < stabilization_count; ++s) {
    histories[s] = history(lively, options_of(0, s, tolerance_count - 1, squares_2));
    draw(histories[s], s, folder);
  }
  const std::vector<Judgement> judgements = judge(grid, histories);

  std::string text = head("Redundant constraints: a paper done again", "redundant_constraints",
                          "M. Pękal, J. Frączek: *Comparison of selected formulations for multibody system dynamics with "
                          "redundant constraints*, Arch. Mech. Eng. "
                          "63 (2016) 93-112, compares five formulations and three stabilizations on two McPherson struts, one of "
                          "which has five redundant rows. Here are the same "
                          "runs: 10 s, ode45 (`dopri5`), Euler angles z-x-z, Baumgarte's α = β = 10, four tolerances. The paper "
                          "gives lengths, not the "
                          "drawing: `models/mechanisms/mcpherson_strut.bricard.yaml` and "
                          "`models/mechanisms/mcpherson_strut_overconstrained.bricard.yaml` say in their "
                          "heads which coordinates were chosen, so that the motion, and with it the number of evaluations, is "
                          "not that of the paper. Its direct integration is elimination (`lagrange`) where rows are "
                          "independent and the pseudo-inverse of the whole matrix (`pseudo_inverse`) where they are not; in "
                          "the overconstrained strut all rows stay in (`redundant: keep`), as there.");
  const auto agreed =
      std::count_if(judgements.begin(), judgements.end(), [](const Judgement& each) { return each.agrees && !each.undecided; });
  text += fmt::format(
      "## What the paper concludes, and what is found here\n\n{} of {} conclusions are confirmed; ratios of times within {:.0f} "
      "% "
      "of one are called undecided.\n\n| the paper | here | |\n|---|---|---|\n",
      agreed, judgements.size(), 100 * noise);
  for (const Judgement& each : judgements)
    text += fmt::format("| {} | {} | {} |\n", in_cell(each.says), in_cell(each.here),
                        each.undecided ? "undecided"
                        : each.agrees  ? "agrees"
                                       : "**disagrees**");
  text += "\nNumbers behind names are times relative to the fastest, summed over stabilizations and tolerances.\n\n";
  text += explanations(grid);
  text += fmt::format(
      "## Evaluations and CPU times\n\nOf one run, the least of {} where it is shorter than a second; on the machine that made "
      "this page. Beside them Table 1 of "
      "the paper "
      "(MATLAB R2014b, Intel Core i5 M520, mean of ten).\n\n",
      repetitions);
  text += table(grid, 0) + table(grid, 1);
  std::string stopped;
  for (int strut = 0; strut < 2; ++strut)
    for (int s = 0; s < stabilization_count; ++s)
      for (int t = 0; t < tolerance_count; ++t)
        for (int m = 0; m < method_count; ++m)
          if (const std::string& message = grid[strut][s][t][m].message; !message.empty())
            stopped += fmt::format("- {}, {}, {}, {}: {}\n", struts_in_words[strut], methods[strut][m], stabilizations_[s],
                                   power(tolerances[t]), message);
  text += stopped.empty() ? "All runs reached the end.\n\n" : "Runs that stopped:\n\n" + stopped + "\n";
  text += fmt::format(
      "## Constraint norms\n\nThe case of Figs 9 to 11 of the paper: simplified strut, least squares 2, tolerance 1e-10. Phi'' "
      "is taken with the accelerations of the formulation, at the ends of steps. From rest the strut moves so gently that its "
      "constraints drift no more than numbers round; here the tie rod spins about itself with {0:g} rad/s at the start (`--set "
      "spin={0:g}`). Its Euler angle counts the turns, up to {1:g} rad, whose rounding is {2} rad: that is why Baumgarte's norms "
      "rise with time (with quaternions, `coordinates: absolute`, they do not), and growth is counted from {2} m and {3} m/s "
      "on.\n\n",
      spin, spin * duration, power(rounding[0]), power(rounding[1]));
  for (int s = 0; s < stabilization_count; ++s) {
    text += fmt::format("![stabilization {0}](redundant_constraints_{0}.svg)\n\n", stabilizations_[s]);
    if (!histories[s].message.empty()) text += histories[s].message + "\n\n";
  }
  return text;
}

}  // namespace

int main(int count, char** arguments) { return write_page(count, arguments, "redundant_constraints", page); }
