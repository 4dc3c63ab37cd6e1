// The error that a run achieves over the tolerance that was asked for: every error-controlled integrator, six decades, the
// benchmark problems. Formulation, stabilization and coordinates are left to `auto`.
#include "bricard/integrators/integrators.hpp"
#include "bricard/system/system.hpp"
#include "studies/study.hpp"

using namespace bricard;
using namespace bricard::study;

namespace {

constexpr double limit = 4;  // s of CPU time for one run
constexpr int points = 13;

struct Problem {
  std::string file, title;
  double end;  // of the reference, or of the model
  Model model = {};
  NumberTable reference = {};
  double length = 1;  // characteristic
};

std::vector<Problem> problems() {
  std::vector<Problem> list{{"a01", "A01, pendulum", 10},   {"a02", "A02, two four-bars", 10},
                            {"a03", "A03, squeezer", 0.03}, {"a04", "A04, Bricard's mechanism", 10},
                            {"a05", "A05, governor", 1},    {"car_axis", "car axis", 3},
                            {"heavy_top", "heavy top", 2}};
  for (Problem& each : list) {
    each.model = read_model("models/benchmarks/" + each.file + ".bricard.yaml");
    each.reference = read_csv("verification/data/" + each.file + ".csv");
    each.length = System(each.model).length();
  }
  return list;
}

double tolerance(int k) { return std::pow(10, -3 - k / 2.0); }

// One integrator on one problem, from loose to tight.
struct Row {
  std::string integrator;
  std::vector<double> achieved = std::vector<double>(points, NAN);  // error over characteristic length
  std::vector<std::string> stopped = std::vector<std::string>(points);
  int reached() const {
    return static_cast<int>(std::count_if(achieved.begin(), achieved.end(), [](double x) { return std::isfinite(x); }));
  }
};

Row sweep(const Problem& problem, const std::string& integrator) {
  Row row{integrator};
  bool too_long = false;
  for (int k = 0; k < points; ++k) {
    if (too_long) {
      row.stopped[k] = fmt::format("not tried: a looser tolerance already took more than {:g} s of CPU time", limit);
      continue;
    }
    AnalysisOptions options;
    options.duration = problem.end;
    options.output_step = spacing(problem.reference);
    options.integrator = integrator;
    options.tolerance.relative = tolerance(k);
    const Run run = run_within(limit, problem.model, options);
    too_long = run.too_long;
    if (run.done())
      row.achieved[k] = difference(run.results, problem.reference, problem.end) / problem.length;
    else
      row.stopped[k] = too_long ? fmt::format("stopped after {:g} s of CPU time", limit) : run.message;
  }
  return row;
}

std::vector<double> ratios(const Row& row) {
  std::vector<double> list;
  for (int k = 0; k < points; ++k)
    if (std::isfinite(row.achieved[k])) list.push_back(row.achieved[k] / tolerance(k));
  std::sort(list.begin(), list.end());
  return list;
}

// Of log error over log tolerance, least squares; errors below 1e-12 are rounding and that of the reference.
double slope(const Row& row) {
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (int k = 0; k < points; ++k) {
    if (!(row.achieved[k] > 1e-12)) continue;
    const double a = std::log10(tolerance(k)), b = std::log10(row.achieved[k]);
    n += 1, x += a, y += b, xx += a * a, xy += a * b;
  }
  return n < 4 ? NAN : (n * xy - x * y) / (n * xx - x * x);
}

void draw(const Problem& problem, const std::vector<Row>& rows, const std::filesystem::path& folder) {
  Plot plot;
  plot.title = problem.title + ": achieved over requested error";
  plot.note = "largest position error over the run, relative to the characteristic length of the model; gaps: runs that stopped";
  plot.x = {"tolerance", "", Scale::logarithmic, 5e-10, 2e-3};
  plot.y = {"error", "", Scale::logarithmic};
  plot.width = 760, plot.height = 470;
  std::vector<double> asked;
  for (int k = 0; k < points; ++k) asked.push_back(tolerance(k));
  for (const Row& row : rows) plot.series.push_back({row.integrator, asked, row.achieved});
  for (const double factor : {1.0, 10.0}) {
    Series line{factor == 1 ? "error = tolerance" : "error = 10 tolerances", {1e-9, 1e-3}, {factor * 1e-9, factor * 1e-3}};
    line.markers = false;
    plot.series.push_back(line);
  }
  write_file(folder / ("tolerances_" + problem.file + ".svg"), svg(plot));
}

std::string page(const std::filesystem::path& folder) {
  const std::vector<Problem> list = problems();
  std::vector<std::string> names;
  for (const IntegratorEntry& entry : integrators())
    if (!entry.fixed_step) names.emplace_back(entry.name);
  std::vector<std::vector<Row>> all(list.size(), std::vector<Row>(names.size()));
  in_parallel(list.size() * names.size(), [&](std::size_t i) {
    const std::size_t p = i / names.size(), n = i % names.size();
    all[p][n] = sweep(list[p], names[n]);
  });

  std::string text = head(
      "Is a tolerance met?", "tolerances",
      fmt::format(
          "The error that a run achieves over the tolerance that was asked for, from 1e-3 to 1e-9 in {} steps: every integrator "
          "with error control on the benchmark problems of `models/benchmarks/`, everything else left to `auto`. The error is "
          "the "
          "largest difference of a coordinate of a point from `verification/data/` (exact, or integrated independently) over "
          "all its times, relative to the model's characteristic length. A run may take {:g} s of CPU time.",
          points, limit));
  int runs = 0, done = 0, within_1 = 0, within_10 = 0, within_100 = 0;
  std::vector<double> slopes;
  for (const auto& rows : all)
    for (const Row& row : rows) {
      runs += points;
      for (const double ratio : ratios(row)) ++done, within_1 += ratio <= 1, within_10 += ratio <= 10, within_100 += ratio <= 100;
      if (const double s = slope(row); std::isfinite(s)) slopes.push_back(s);
    }
  std::sort(slopes.begin(), slopes.end());
  text += fmt::format(
      "Of {} runs {} reached the end; of these {:.0f} % have an error below the tolerance, {:.0f} % below ten and {:.0f} % below "
      "a hundred "
      "times the tolerance. A tenth of the tolerance is a tenth of the error where the slope of the logarithms is 1: the median "
      "slope is "
      "{:.2f}, nine of ten lie between {:.2f} and {:.2f}.\n\n",
      runs, done, 100.0 * within_1 / done, 100.0 * within_10 / done, 100.0 * within_100 / done, slopes[slopes.size() / 2],
      slopes[slopes.size() / 20], slopes[slopes.size() - 1 - slopes.size() / 20]);

  text +=
      "## Achieved over requested\n\nMedian and worst ratio of error and tolerance, and the slope; in brackets the runs that "
      "reached the "
      "end, where not all did.\n\n| problem |";
  for (const std::string& name : names) text += fmt::format(" {} |", name);
  text += "\n|---|" + [&] {
    std::string line;
    for (std::size_t i = 0; i < names.size(); ++i) line += "---|";
    return line;
  }() + "\n";
  std::string worst_where;
  double worst = 0;
  for (std::size_t p = 0; p < list.size(); ++p) {
    text += fmt::format("| {}, {:g} s |", list[p].title, list[p].end);
    for (const Row& row : all[p]) {
      const std::vector<double> list_of_ratios = ratios(row);
      if (list_of_ratios.empty()) {
        text += " none |";
        continue;
      }
      if (list_of_ratios.back() > worst) {
        worst = list_of_ratios.back();
        worst_where = fmt::format("{} with {}", list[p].title, row.integrator);
      }
      const double s = slope(row);
      text += fmt::format(" {} / {}{}{} |", brief(list_of_ratios[list_of_ratios.size() / 2]), brief(list_of_ratios.back()),
                          std::isfinite(s) ? fmt::format(", {:.2f}", s) : "",
                          row.reached() < points ? fmt::format(" ({})", row.reached()) : "");
    }
    text += "\n";
  }
  text += fmt::format("\nThe worst ratio is {}: {}. ", brief(worst), worst_where);
  std::vector<std::pair<double, std::string>> careful;
  for (std::size_t n = 0; n < names.size(); ++n) {
    double largest = 0;
    for (const auto& rows : all)
      if (const auto each = ratios(rows[n]); !each.empty()) largest = std::max(largest, each.back());
    careful.emplace_back(largest, names[n]);
  }
  std::sort(careful.begin(), careful.end());
  text += "Worst ratio by integrator:";
  for (std::size_t i = 0; i < careful.size(); ++i)
    text += fmt::format("{} {} {}", i == 0 ? "" : ",", careful[i].second, brief(careful[i].first));
  text += ".";
  std::string flat;  // where the tight end is worse than the rest
  for (std::size_t p = 0; p < list.size(); ++p)
    for (const Row& row : all[p]) {
      const int last = points - 1;
      const std::vector<double> each = ratios(row);
      if (row.achieved[last] > 1e-12 && row.achieved[last] / tolerance(last) > 3 * each[each.size() / 2])
        flat +=
            fmt::format("{} {} with {} ({})", flat.empty() ? "" : ",", list[p].title, row.integrator, power(row.achieved[last]));
    }
  if (!flat.empty())
    text +=
        fmt::format(" At {} the ratio is more than three times its median, so that the error no longer falls as it should:{}.",
                    power(tolerance(points - 1)), flat);
  text += "\n\n";

  Reasons reasons;
  std::string stops;
  for (std::size_t p = 0; p < list.size(); ++p)
    for (const Row& row : all[p]) {
      std::map<std::string, std::vector<double>> by_reason;
      for (int k = 0; k < points; ++k)
        if (!row.stopped[k].empty()) by_reason[reasons.letter(row.stopped[k])].push_back(tolerance(k));
      for (const auto& [letter, where] : by_reason)
        stops += fmt::format("| {} | {} | {} | ({}) |\n", list[p].title, row.integrator,
                             where.size() == 1
                                 ? power(where[0])
                                 : fmt::format("{} to {}, {} runs", power(where.front()), power(where.back()), where.size()),
                             letter);
    }
  if (!stops.empty())
    text += "## Runs that stopped\n\n| problem | integrator | tolerance | why |\n|---|---|---|---|\n" + stops + "\n" +
            reasons.list() + "\n";

  text += "## Pictures\n\n";
  for (std::size_t p = 0; p < list.size(); ++p) {
    draw(list[p], all[p], folder);
    text += fmt::format("![{}](tolerances_{}.svg)\n\n", list[p].title, list[p].file);
  }
  text.pop_back();
  return text;
}

}  // namespace

int main(int count, char** arguments) { return write_page(count, arguments, "tolerances", page); }
