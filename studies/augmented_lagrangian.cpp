// T. M. S. P. de Carvalho: Multibody 3D Simulation Tool for Vehicle Development, master's thesis, Universidade de Lisboa, 2022,
// tables 3.6 and 4.6 to 4.26, done again on its data (studies/thesis/): the augmented Lagrangian formulation with
// Adams-Bashforth-Moulton on A01 to A05 over its penalty factors alpha and frequencies Omega, mu = 1, tolerance 1e-6; then
// without these keys, and what `auto` does. Its MSC Adams curves are not ours to copy: they are read beside the checkout, where
// they are.
#include <Eigen/Eigenvalues>

#include "bricard/analyses/assembly/assembly.hpp"
#include "bricard/system/written_out.hpp"
#include "studies/study.hpp"

using namespace bricard;
using namespace bricard::study;

namespace {

constexpr double limit = 6;  // s of CPU time for one run
constexpr double tolerance = 1e-6;
constexpr double DNC = -1;  // did not converge

// An entry of the thesis: difference in y from MSC Adams, %, and time in MATLAB, s.
struct Published {
  double difference, seconds;
};

struct Problem {
  std::string name, title, coordinates, stabilization, tables;
  std::string curve;  // of MSC Adams, below ../shared/reference/thesis/
  std::vector<std::pair<std::string, std::string>>
      columns;  // of ours and of the curve; the first is the one that the thesis watches
  double unit;  // of the curve, m
  double end;   // s
  std::vector<double> alphas, omegas, published_conditions;
  std::vector<std::vector<Published>> published;  // by alpha and omega
  std::string remark;
};

std::vector<Problem> problems() {
  std::vector<Problem> list;
  list.push_back({"a01",
                  "A01, pendulum",
                  "euler_parameters",
                  "none",
                  "4.6 and 4.7",
                  "A01_simple_pendulum/adams.csv",
                  {{"ball.y", "y_mm"}, {"ball.x", "x_mm"}},
                  1e-3,
                  10,
                  {1e6, 1e7, 1e8},
                  {500, 300, 150, 100, 50},
                  {8.724e11, 8.724e12, 8.724e13},
                  {{{DNC, DNC}, {DNC, DNC}, {DNC, DNC}, {DNC, DNC}, {4.571, 1252.8}},
                   {{0.5559, 229.5}, {0.5878, 181.9}, {0.9713, 157.6}, {1.722, 135.8}, {4.571, 90.6}},
                   {{0.5606, 61.6}, {0.5878, 42.7}, {0.9713, 29.5}, {1.722, 20.2}, {4.571, 16.4}}},
                  "The curve of MSC Adams itself is off by 1 % at the end. There lengths are in mm, which multiplies κ."});
  list.push_back(
      {"a02",
       "A02, two four-bars",
       "euler_parameters",
       "mass_projection",
       "4.10 and 4.11",
       "A02_n_four_bar/adams.csv",
       {{"tip.y", "B0_y_m"}, {"tip.x", "B0_x_m"}},
       1,
       10,
       {1e9, 1e10, 1e11},
       {4000, 2000, 1000, 500},
       {9.55e10, 9.55e11, 9.55e12},
       {{{DNC, DNC}, {DNC, DNC}, {0.1635, 139.9}, {0.4083, 103.3}},
        {{0.1143, 479.1}, {0.1219, 245.8}, {0.1680, 150.3}, {0.4010, 113.9}},
        {{DNC, DNC}, {0.0919, 592.8}, {0.1171, 446.8}, {0.3351, 409.3}}},
       "With mass-orthogonal projections (Bayo and Ledesma 1996): without them no run is let through the singular positions. "
       "The curve of MSC Adams is good to 1.1e-3 m."});
  list.push_back({"a03",
                  "A03, squeezer",
                  "absolute",
                  "none",
                  "4.15 and 4.16",
                  "A03_andrews/adams.csv",
                  {{"tip.y", "E_y_m"}, {"tip.x", "E_x_m"}},
                  1,
                  0.03,
                  {1e2, 1e3, 1e4},
                  {1e6, 1e5, 1e4},
                  {7.268e7, 7.268e8, 7.268e9},
                  {{{0.1230, 1044.6}, {0.073, 121.0}, {10.04, 37.9}},
                   {{0.1230, 850.9}, {0.073, 85.5}, {10.04, 27.1}},
                   {{0.1226, 824.7}, {0.073, 85.9}, {10.04, 27.3}}},
                  "There bodies in space without inertia about x and y; here in the plane."});
  list.push_back({"a04",
                  "A04, Bricard's mechanism",
                  "euler_parameters",
                  "none",
                  "4.19 and 4.20",
                  "A04_bricard/adams.csv",
                  {{"tip.y", "P3_y_m"}, {"tip.x", "P3_x_m"}, {"tip.z", "P3_z_m"}},
                  1,
                  10,
                  {1e6, 1e7, 1e8},
                  {4000, 2500, 1000, 500},
                  {7.7e7, 7.7e8, 7.7e9},
                  {{{0.0192, 527.7}, {0.0173, 270.6}, {0.041, 128.6}, {0.0544, 86.5}},
                   {{0.008, 549.6}, {0.0102, 295.5}, {0.1680, 142.7}, {DNC, DNC}},
                   {{0.0595, 550.8}, {0.183, 298.7}, {DNC, DNC}, {DNC, DNC}}},
                  "The curve of MSC Adams is good to 1.4e-4 m."});
  list.push_back({"a05",
                  "A05, governor",
                  "euler_parameters",
                  "none",
                  "4.25 and 4.26",
                  "A05_flyball_governor/adams.csv",
                  {{"support.y", "s_y_m"}},
                  1,
                  5,
                  {1e7, 1e8, 1e9},
                  {1e2, 1e3, 1e4, 1e5},
                  {7.5771e8, 7.5771e9, 7.5771e10},
                  {{{1.8796, 263.46}, {2.6278, 294.48}, {2.6359, 765.86}, {2.6360, 13876}},
                   {{1.8796, 266.16}, {2.6278, 263.57}, {2.6359, 654.67}, {2.6360, 13390}},
                   {{1.8796, 262.85}, {2.6278, 311.67}, {2.6359, 691.61}, {DNC, DNC}}},
                  "There 10 s, of an earlier model; the curve that fits these data has 5 s."});
  return list;
}

// ---- references, of the columns of a problem

constexpr std::size_t rows = 100;

// The curve of MSC Adams, at a hundredth of the times each; none where it is not beside the checkout.
std::optional<NumberTable> adams_curve(const Problem& problem) {
  const std::filesystem::path file = std::filesystem::path("../shared/reference/thesis") / problem.curve;
  if (!std::filesystem::exists(file)) return {};
  const NumberTable curve = read_csv(file);
  NumberTable table;
  table.names = {"t"};
  for (const auto& column : problem.columns) table.names.push_back(column.first);
  const std::size_t every = (curve.rows() - 1) / rows;
  for (std::size_t i = 0; i < curve.rows(); i += every) {
    table.values.push_back(curve.at(i, 0));
    for (const auto& column : problem.columns) table.values.push_back(problem.unit * curve.at(i, curve.column(column.second)));
  }
  return table;
}

// A run of another formulation in other coordinates, at 1e-11, or as fine as singular positions let it.
NumberTable fine_run(const Problem& problem, const Model& model) {
  AnalysisOptions options;
  options.duration = problem.end;
  options.output_step = problem.end / static_cast<double>(rows);
  options.tolerance.relative = 1e-11;
  Results results = bricard::run(model, options);
  while (results.summary.outcome.status != Status::done && options.tolerance.relative < 1e-8) {
    options.tolerance.relative *= 10;
    results = bricard::run(model, options);
  }
  if (results.summary.outcome.status != Status::done) throw Error(problem.name, results.summary.outcome.message, "");
  NumberTable table;
  table.names = {"t"};
  for (const auto& column : problem.columns) table.names.push_back(column.first);
  for (int row = 0; row < results.rows(); ++row)
    for (const std::string& name : table.names) table.values.push_back(results.at(row, results.column(name)));
  return table;
}

struct Line {
  std::optional<double> alpha, omega;
  Run run;
  double percent = INFINITY;  // largest difference from MSC Adams in the column that is watched, of its largest value
  double error = INFINITY;    // largest difference from the fine run in all columns, m
};

// kappa(M + alpha Phi_vᵀ Phi_v) in the design position.
double condition(const Model& model, const std::string& coordinates, double alpha) {
  const System system(model, coordinates);
  Equations e(system);
  system.motion(assemble(system).state, e);
  system.forces(e);
  WrittenOut written(system);
  written.write(e);
  const Eigen::MatrixXd Phi_v = written.Phi_v();
  const Eigen::MatrixXd A = Eigen::MatrixXd(written.M()) + alpha * Phi_v.transpose() * Phi_v;
  const Eigen::VectorXd values = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(A, Eigen::EigenvaluesOnly).eigenvalues();
  return values.maxCoeff() / values.minCoeff();
}

struct References {
  std::optional<NumberTable> adams;
  NumberTable fine;
};

Line compute(const Problem& problem, const Model& model, const References& references, AnalysisOptions options) {
  options.duration = problem.end;
  options.output_step = problem.end / static_cast<double>(rows);
  options.tolerance.relative = tolerance;
  Line line;
  line.run = run_within(limit, model, options);
  if (!line.run.done()) return line;
  line.error = difference(line.run.results, references.fine, problem.end);
  if (!references.adams) return line;
  const NumberTable& curve = *references.adams;
  double largest = 0;
  for (std::size_t i = 0; i < curve.rows(); ++i) largest = std::max(largest, std::abs(curve.at(i, 1)));
  line.percent = 100 * difference(line.run.results, curve, problem.end, curve.names[1]) / largest;
  return line;
}

std::string ended(const Line& line, const Problem& problem, Reasons& reasons) {
  if (line.run.done()) return "done";
  if (line.run.too_long) return fmt::format("stopped after {:g} s of CPU time at t = {:.3g} s", limit, line.run.reached);
  return fmt::format("failed at t = {:.3g} s of {:g} s ({})", line.run.reached, problem.end, reasons.letter(line.run.message));
}

std::string percent(const Line& line) { return std::isfinite(line.percent) ? plain(line.percent) : ""; }

std::string cells(const Line& line) {
  const long steps = line.run.results.summary.steps;
  if (!line.run.done()) return fmt::format("| | {} | {} |", plain(line.run.seconds), steps);
  return fmt::format("{} | {} | {} | {} | {}", percent(line), power(line.error), plain(line.run.seconds), steps,
                     line.run.results.summary.energy_drift ? power(*line.run.results.summary.energy_drift) : "");
}

std::string published(double value) { return value == DNC ? "DNC" : fmt::format("{:g}", value); }

// What the lines of one problem show.
std::string words(const Problem& problem, const std::vector<Line>& lines, const Line& found, const Line& automatic) {
  const std::size_t columns = problem.omegas.size();
  std::size_t done = 0, done_there = 0, failed = 0, here_only = 0, there_only = 0;
  double worst = 0, least = INFINITY, most = 0, adams = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const bool there = problem.published[i / columns][i % columns].difference != DNC, here = lines[i].run.done();
    done += here, done_there += there, here_only += here && !there, there_only += there && !here;
    failed += !here && !lines[i].run.too_long;
    if (!here) continue;
    worst = std::max(worst, lines[i].error);
    if (std::isfinite(lines[i].percent)) adams = std::max(adams, lines[i].percent);
    least = std::min(least, lines[i].run.seconds), most = std::max(most, lines[i].run.seconds);
  }
  std::string text =
      fmt::format("{} of {} runs reached the end within {:g} s ({} in the thesis); {} failed, {} were out of time. ", done,
                  lines.size(), limit, done_there, failed, lines.size() - done - failed);
  if (here_only > 0) text += fmt::format("{} that did not converge there do here. ", here_only);
  if (there_only > 0) text += fmt::format("{} that converged there do not end within the limit here. ", there_only);
  if (done > 0)
    text += fmt::format("Their largest error is {} m, whatever α and Ω{}; they took {} to {} s. ", power(worst),
                        adams > 0 ? fmt::format(", their largest difference from MSC Adams {} %", plain(adams)) : "",
                        plain(least), plain(most));
  const auto line_of = [&](const Line& line, const std::string& what) {
    return line.run.done()
               ? fmt::format("{}: error {} m in {} s. ", what, power(line.error), plain(line.run.seconds))
               : fmt::format("{}: {}{}. ", what,
                             line.run.too_long ? fmt::format("stopped after {:g} s of CPU time; ", limit) : "", line.run.message);
  };
  text += line_of(found, "With parameters found by the program");
  const Methods& methods = automatic.run.results.summary.methods;
  text += line_of(automatic, fmt::format("`auto` ({}, {}, {}, {})", methods.coordinates, methods.formulation,
                                         methods.stabilization, methods.integrator));
  text.pop_back();
  return text + "\n\n";
}

std::string joined(const std::vector<double>& values) {
  std::string text;
  for (const double value : values) text += fmt::format("{}{:g}", text.empty() ? "" : ",", value);
  return text;
}

// What makes the table on the command line.
std::string command(const Problem& problem) {
  std::string columns = "t=time_s";
  for (const auto& [ours, theirs] : problem.columns)
    columns += fmt::format(",{}={}{}", ours, theirs, problem.unit == 1 ? "" : " mm");
  return fmt::format(
      "```text\nbricard compare studies/thesis/{}.bricard.yaml --coordinates {} --formulations augmented_lagrangian \\\n"
      "  --stabilizations {} --integrators adams --tolerances 1e-6 --penalty-alpha {} --penalty-omega {} --penalty-mu 1 \\\n"
      "  --reference ../shared/reference/thesis/{} --columns '{}'\n```\n\n",
      problem.name, problem.coordinates, problem.stabilization, joined(problem.alphas), joined(problem.omegas), problem.curve,
      columns);
}

// Table 3.6: what alpha does to the time. The thesis does not say of which simulation; here the pendulum.
std::string table_3_6(const Problem& pendulum) {
  constexpr double alphas[] = {1e5, 1e6, 1e7}, there[] = {9399.4, 1195.9, 148.8};
  const Model model = read_model("studies/thesis/a01.bricard.yaml");
  const References references{{}, fine_run(pendulum, model)};
  std::string text =
      "## The penalty factor and the time\n\nThesis: table 3.6, frequency 20, µ = 1, of a simulation that it does not name; here "
      "the pendulum. There a larger α takes less time, because its iteration needs fewer steps; here α grows by itself where the "
      "iteration is slow.\n\n| α | CPU, s | steps | error | thesis: time, s |\n|---|---|---|---|---|\n";
  for (int i = 0; i < 3; ++i) {
    AnalysisOptions options = *model.analysis;
    options.penalty = PenaltyOptions{alphas[i], 20.0, 1.0};
    const Line line = compute(pendulum, model, references, options);
    text += fmt::format("| {} | {} | {} | {} | {} |\n", power(alphas[i]), plain(line.run.seconds), line.run.results.summary.steps,
                        line.run.done() ? power(line.error) : "did not converge", there[i]);
  }
  return text + "\n";
}

std::string page(const std::filesystem::path&) {
  std::string body;
  std::size_t runs = 0, done = 0, there = 0, rescued = 0;
  double worst = 0;
  bool has_curves = true;
  const std::vector<Problem> list = problems();
  for (const Problem& problem : list) {
    const Model model = read_model(fmt::format("studies/thesis/{}.bricard.yaml", problem.name));
    const References references{adams_curve(problem), fine_run(problem, model)};
    has_curves = has_curves && references.adams;
    AnalysisOptions options = *model.analysis;
    options.stabilization = problem.stabilization;
    const Line found = compute(problem, model, references, options);
    const Line automatic = compute(problem, model, references, {});
    std::vector<Line> lines(problem.alphas.size() * problem.omegas.size());
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const double alpha = problem.alphas[i / problem.omegas.size()], omega = problem.omegas[i % problem.omegas.size()];
      AnalysisOptions given = options;
      given.penalty = PenaltyOptions{alpha, omega, 1.0};
      lines[i] = compute(problem, model, references, given);
      lines[i].alpha = alpha, lines[i].omega = omega;
    }
    Reasons reasons;
    body += fmt::format("## {}\n\nCoordinates `{}`, stabilization `{}`, {:g} s. {} Thesis: tables {}.\n\n", problem.title,
                        problem.coordinates, problem.stabilization, problem.end, problem.remark, problem.tables);
    std::string table =
        "| α | Ω | κ | difference, % | error, m | CPU, s | steps | energy | how it ended | thesis: κ | difference, % | time, s "
        "|\n|---|---|---|---|---|---|---|---|---|---|---|---|\n";
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const std::size_t a = i / problem.omegas.size();
      const Published& entry = problem.published[a][i % problem.omegas.size()];
      table += fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} |\n", power(*lines[i].alpha), plain(*lines[i].omega),
                           power(condition(model, problem.coordinates, *lines[i].alpha)), cells(lines[i]),
                           ended(lines[i], problem, reasons), power(problem.published_conditions[a]), published(entry.difference),
                           published(entry.seconds));
      ++runs;
      done += lines[i].run.done();
      there += entry.difference != DNC;
      rescued += lines[i].run.done() && entry.difference == DNC;
      if (lines[i].run.done()) worst = std::max(worst, lines[i].error);
    }
    for (const auto& [line, name] : {std::pair{&found, "found by the program"}, std::pair{&automatic, "`auto`"}})
      table += fmt::format("| {} | | | {} | {} | | | |\n", name, cells(*line), ended(*line, problem, reasons));
    body += words(problem, lines, found, automatic) + table + "\n";
    if (!reasons.empty()) body += reasons.list() + "\n";
    body += command(problem);
  }
  body += table_3_6(list.front());
  std::string text =
      head("The augmented Lagrangian and its parameters: a thesis done again", "augmented_lagrangian",
           fmt::format("T. M. S. P. de Carvalho: *Multibody 3D Simulation Tool for Vehicle Development*, master's thesis, "
                       "Universidade de Lisboa, 2022, solves A01 to A05 with the index-1 augmented Lagrangian "
                       "formulation and Adams-Bashforth-Moulton, and looks for its penalty factor α and frequency "
                       "Ω in a convergence study of each. Here are its runs on its data, as its workbooks have them "
                       "(`studies/thesis/`): `formulation: augmented_lagrangian`, `integrator: adams`, `penalty: "
                       "{{alpha: α, omega: Ω, mu: 1}}`, tolerance 1e-6. Difference: largest difference from MSC Adams in the "
                       "coordinate that the thesis watches, of its largest value{}. Error: largest distance of a coordinate from "
                       "a run of `auto` at tolerance 1e-11 (A02: as fine as it passes). κ: condition number of M + αΦᵀΦ at the "
                       "start, in SI units. Energy: "
                       "relative drift. DNC: did not converge. A run may take {:g} s of CPU time here; times there are "
                       "those of MATLAB on other machines.",
                       has_curves ? "" : " (its curves were not there when this page was made)", limit));
  text += fmt::format(
      "Of the {} pairs of parameters {} reach the end here ({} there); of the {} that did not converge there {} do here. No run "
      "that "
      "reached the end is off by more than {} m: what the thesis finds to depend on Ω, 4.6 % at Ω = 50 and 0.56 % at Ω = 500 "
      "(A01), "
      "10 % at Ω = 1e4 (A03), is not a property of the formulation. What a larger Ω costs is time: an explicit method must "
      "follow "
      "it.\n\n",
      runs, done, there, runs - there, rescued, power(worst));
  body.pop_back();
  return text + body;
}

}  // namespace

int main(int count, char** arguments) { return write_page(count, arguments, "augmented_lagrangian", page); }
