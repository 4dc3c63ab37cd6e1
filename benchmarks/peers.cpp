// bricard beside Simbody and MuJoCo in one run, at equal achieved error: A01, A02 (N = 2, 40, 400), A03, A04, A05. Every method
// of every code runs over a row of tolerances or steps; its cost at an error of 1e-3, 1e-5, 1e-8 is interpolated between the two
// runs on both sides of it (log of time over log of error), or is that of the coarsest run where that is better already. Error:
// largest difference from the reference at ten times (benchmarks/references/; m, or rad for the angles of A03 and A05).
//
//   bench_peers [CASE...] [--only=TEXT...] all cases or those named; besides `bricard auto` only methods with TEXT in their name
//   bench_peers --once CASE METHOD VALUE   one run, for the peak memory of a process
//
// Times are CPU times, the least of several runs, of a whole run: from the description in memory to the last value. For bricard
// that is run(Model) with compilation, assembly, diagnosis and output; for the peers the building of their model and the steps.
// `once` is the part before the first step, `steps only` the rest of the same runs.
#include <fmt/format.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <optional>

#include "benchmarks/peers/peer.hpp"
#include "benchmarks/suite/suite.hpp"
#include "bricard/core/error.hpp"
#include "bricard/integrators/integrators.hpp"
#include "verification/planar_twin.hpp"

using namespace bricard;

namespace {

constexpr double levels[] = {1e-3, 1e-5, 1e-8};

struct Point {
  double setting = 0;  // tolerance, or share of the output interval that a step takes
  double error = 0, seconds = 0, reached = 0;
  double once = 0;  // of the seconds: what is done before the first step
  double stepping() const { return seconds - once; }
  long steps = 0, evaluations = 0;
  std::string failure;  // empty: it says "done"
  std::string methods;  // what auto chose
};

struct Method {
  std::string name;
  bool ours = false, fixed_step = false;
  std::function<Point(double setting)> run;
};

struct Level {
  double seconds, steps, evaluations, setting, stepping;
};

struct Series {
  const Method* method;
  std::vector<Point> points;

  // The cheapest way to this error.
  std::optional<Level> at(double error) const {
    std::optional<Level> best;
    const auto take = [&](const Level& level) {
      if (!best || level.seconds < best->seconds) best = level;
    };
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Point& p = points[i];
      if (!p.failure.empty() || !(p.error <= error)) continue;
      const Point* coarser = i > 0 ? &points[i - 1] : nullptr;
      if (coarser && coarser->failure.empty() && coarser->error > error && coarser->seconds < p.seconds) {
        const double x = std::log(error / p.error) / std::log(coarser->error / p.error);
        const auto between = [&](double tight, double coarse) { return tight * std::pow(coarse / tight, x); };
        take({between(p.seconds, coarser->seconds), between(double(p.steps), double(coarser->steps)),
              between(double(p.evaluations), double(coarser->evaluations)), p.setting,
              between(p.stepping(), coarser->stepping())});
      } else {
        take({p.seconds, double(p.steps), double(p.evaluations), p.setting, p.stepping()});
      }
    }
    return best;
  }
};

// Several times where it is fast: the least CPU time counts.
Point measured(const Method& method, double setting) {
  Point best = method.run(setting);
  double spent = best.seconds;
  for (int i = 0; i < 15 && spent < 0.2 && best.failure.empty(); ++i) {
    const Point again = method.run(setting);
    spent += again.seconds;
    if (again.seconds < best.seconds) best = again;
  }
  return best;
}

Series scan(const Method& method, const std::vector<double>& settings, double longest) {
  Series series{&method, {}};
  static const bool on_terminal = isatty(STDERR_FILENO);
  int enough = 0;
  for (const double setting : settings) {
    if (on_terminal) std::fprintf(stderr, "\r  %s %.1e\033[K", method.name.c_str(), setting);
    series.points.push_back(measured(method, setting));
    const Point& p = series.points.back();
    if (p.seconds >= longest) break;
    enough += p.failure.empty() && p.error < 5e-9;
    if (enough == 2) break;
  }
  if (on_terminal) std::fprintf(stderr, "\r\033[K");
  return series;
}

std::string time_text(double seconds) {
  return seconds < 1 ? fmt::format("{:.3g} ms", 1e3 * seconds) : fmt::format("{:.3g} s", seconds);
}

std::string cell(const std::optional<Level>& level) {
  if (!level) return "not reached";
  return fmt::format("{} {:.0f} ev {:.0f} st", time_text(level->seconds), level->evaluations, level->steps);
}

// What a table of times does not show.
void print_troubles(const Series& series) {
  int failed = 0, wrong = 0, asked = 0;
  double least = INFINITY, last = 0;
  std::string why;
  const Point* late = nullptr;
  double whole = 0;  // duration
  for (const Point& p : series.points) {
    whole = std::max(whole, p.reached);
    if (!p.failure.empty()) {
      ++failed;
      if (why.empty()) why = p.failure;
      if (p.failure == "out of time") late = &p;
      continue;
    }
    least = std::min(least, p.error);
    last = p.error;
    const bool fine = series.method->fixed_step ? p.setting < 0.01 : p.setting <= 1e-5;
    asked += fine;
    wrong += fine && p.error > 0.05;
  }
  const std::string& name = series.method->name;
  if (wrong > 0)
    fmt::print("  ! {}: {} of {} runs with fine {} end elsewhere (error above 0.05) and say nothing\n", name, wrong, asked,
               series.method->fixed_step ? "steps" : "tolerances");
  if (std::isfinite(least) && last > 3 * least)
    fmt::print("  ! {}: no better than {:.1e}; at its finest setting the error is {:.1e}, without a word\n", name, least, last);
  if (late && !series.at(1e-8))
    fmt::print("  ! {}: given up after {} at t = {:.3g} s with {} {:.1e} (whole run about {})\n", name, time_text(late->seconds),
               late->reached, series.method->fixed_step ? "step share" : "tolerance", late->setting,
               late->reached > 0 ? time_text(late->seconds * whole / late->reached) : "?");
  else if (failed > 0 && !late)
    fmt::print("  ! {}: {} of {} runs stop: {}\n", name, failed, series.points.size(), why.substr(0, 120));
}

// ---- the codes

std::vector<Method> our_methods(const suite::Case& problem, double longest, bool all) {
  const auto reference = std::make_shared<suite::Reference>(suite::reference_of(problem));
  const auto of = [&](const std::string& name, Model model, const std::string& coordinates, const std::string& integrator) {
    auto kept = std::make_shared<Model>(std::move(model));
    Method method{"bricard " + name, true, false, {}};
    method.run = [=](double tolerance) {
      AnalysisOptions asked;
      asked.tolerance.relative = tolerance;
      asked.coordinates = coordinates;
      asked.integrator = integrator;
      std::atomic<bool> stop = false;
      const double start = suite::cpu_time();
      double fraction = 0;
      std::optional<double> once;
      Control control;
      control.interrupt = &stop;
      control.progress = [&](double done) {
        fraction = done;
        const double passed = suite::cpu_time() - start;
        if (!once) once = passed;  // told first as time starts
        stop = passed > longest;
      };
      const suite::Measurement m = suite::measure(*kept, *reference, asked, control);
      Point p{tolerance, m.error, m.cpu_seconds, fraction * reference->times.back(), once.value_or(0), m.steps, m.evaluations,
              {},        {}};
      p.methods = fmt::format("{}, {}, {}, {}", m.methods.coordinates, m.methods.formulation, m.methods.stabilization,
                              m.methods.integrator);
      if (m.outcome.status != Status::done) p.failure = stop ? "out of time" : m.outcome.message;
      return p;
    };
    return method;
  };
  const Model model = suite::model_of(problem);
  std::vector<Method> methods{of("auto", model, "auto", "auto")};
  if (!all) return methods;
  methods.push_back(of("auto, absolute", model, "absolute", "auto"));
  if (problem.name == "a01" || problem.name.starts_with("a02"))
    methods.push_back(of("auto, planar model", in_the_plane(model), "auto", "auto"));
  for (const IntegratorEntry& entry : integrators())
    if (entry.accepts == ProblemKind::ode && !entry.fixed_step)
      methods.push_back(of(std::string(entry.name), model, "auto", std::string(entry.name)));
  return methods;
}

std::vector<Method> peer_methods(const suite::Case& problem, double longest) {
  const auto mechanism = std::make_shared<peer::Mechanism>(peer::mechanism(std::string(problem.name)));
  const auto reference = std::make_shared<suite::Reference>(suite::reference_of(problem));
  std::vector<peer::Method> all;
#ifdef BRICARD_HAVE_SIMBODY
  for (const peer::Method& each : peer::simbody_methods()) all.push_back(each);
#endif
#ifdef BRICARD_HAVE_MUJOCO
  for (const peer::Method& each : peer::mujoco_methods()) all.push_back(each);
#endif
  std::vector<Method> methods;
  for (const peer::Method& each : all) {
    const bool loops = !mechanism->loops.empty(), many = mechanism->loops.size() > 10;
    if (loops ? each.tree_only : each.loops_only) continue;
    if (each.stiff_only && problem.name != "a05") continue;
    if (many && each.name.find("balls") != std::string::npos) continue;  // redundant rows cost it the cube of their number
    Method method{each.name, false, each.fixed_step, {}};
    method.run = [=](double setting) {
      const peer::Run run = each.run(*mechanism, each, setting, longest);
      Point p{setting, 0, run.loading + run.stepping, run.reached, run.loading, run.steps, run.evaluations, run.failure, {}};
      p.failure = p.failure.substr(0, p.failure.find('\n'));
      for (std::size_t i = 0; i < run.values.size() && i < reference->values.size(); ++i)
        p.error = std::max(p.error, std::abs(run.values[i] - reference->values[i]));
      if (run.values.size() < reference->values.size() || !std::isfinite(p.error)) p.error = INFINITY;
      return p;
    };
    methods.push_back(method);
  }
  return methods;
}

// From coarse to fine.
std::vector<double> settings_of(const Method& method, const suite::Case& problem) {
  std::vector<double> settings;
  const int per_decade = method.ours && problem.windows < 40 ? 2 : 1;
  if (method.fixed_step)
    for (int i = 0; i < 15; ++i) settings.push_back(1.0 / (5L << i));
  else
    for (int i = 0; i <= 10 * per_decade; ++i) settings.push_back(std::pow(10, -1.5 - double(i) / per_decade));
  return settings;
}

// ---- peak memory of one run, in a process of its own

std::string program;

double peak_memory(const std::vector<std::string>& words) {
  std::vector<std::string> kept{program};
  kept.insert(kept.end(), words.begin(), words.end());
  std::vector<char*> pointers;
  for (std::string& word : kept) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  pid_t child = 0;
  if (posix_spawn(&child, program.c_str(), nullptr, nullptr, pointers.data(), environ) != 0) return NAN;
  int status = 0;
  rusage usage{};
  if (wait4(child, &status, 0, &usage) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0) return NAN;
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

void print_memory(const suite::Case& problem, const std::vector<const Series*>& shown) {
  const std::string name(problem.name);
  fmt::print("  peak memory at 1e-5, MiB (the program alone {:.1f}):", peak_memory({"--once", name, "nothing", "1"}));
  for (const Series* series : shown) {
    const auto level = series->at(1e-5);
    if (level)
      fmt::print("  {} {:.1f}", series->method->name,
                 peak_memory({"--once", name, series->method->name, fmt::format("{:.17g}", level->setting)}));
  }
  fmt::print("\n");
}

// ---- one problem

void compare(const suite::Case& problem, const std::vector<std::string>& only) {
  const bool big = problem.windows >= 40;
  const double longest = big ? 40 : 4;
  fmt::print("{} {}\n", problem.name, problem.title);
  fmt::print("  {:<34} {:<28} {:<28} {:<28} {}\n", "", "error 1e-3", "error 1e-5", "error 1e-8", "once");
  std::vector<Method> methods = our_methods(problem, longest, problem.windows < 400);
  for (Method& each : peer_methods(problem, longest)) methods.push_back(std::move(each));
  std::vector<Series> all;
  const auto left_out = [&](const Method& method) {
    const auto has = [&](const std::string& text) { return method.name.find(text) != std::string::npos; };
    return &method != &methods.front() && !only.empty() && std::none_of(only.begin(), only.end(), has);
  };
  for (const Method& method : methods) {
    if (left_out(method)) continue;
    all.push_back(scan(method, settings_of(method, problem), longest));
    const Series& series = all.back();
    fmt::print("  {:<34} {:<28} {:<28} {:<28} {:.3g} ms\n", method.name, cell(series.at(1e-3)), cell(series.at(1e-5)),
               cell(series.at(1e-8)), 1e3 * series.points.back().once);
    std::fflush(stdout);
  }
  const Series& ours = all.front();
  std::map<std::string, int> chosen;
  for (const Point& p : ours.points) ++chosen[p.methods];
  for (const auto& [what, times] : chosen) fmt::print("  auto chose {} ({} of {} runs)\n", what, times, ours.points.size());
  std::vector<const Series*> remembered{&ours};
  const auto print_ratios = [&](const char* title, const auto& cost) {
    fmt::print("  {:<34}", title);
    for (const double level : levels) {
      const Series* best = nullptr;
      for (const Series& each : all)
        if (!each.method->ours && each.at(level) && (!best || cost(*each.at(level)) < cost(*best->at(level)))) best = &each;
      const auto own = ours.at(level);
      std::string text = !own && !best ? "none gets there" : !own ? "only " + best->method->name : "only bricard gets there";
      if (own && best) text = fmt::format("{:.1f} ({})", cost(*best->at(level)) / cost(*own), best->method->name);
      fmt::print(" {:<28}", text);
      if (level == 1e-5 && best && remembered.size() == 1) remembered.push_back(best);
    }
    fmt::print("\n");
  };
  print_ratios("best peer / bricard auto", [](const Level& level) { return level.seconds; });
  print_ratios("the same, steps only", [](const Level& level) { return level.stepping; });
  for (const Series& each : all)
    if (!each.method->ours || &each == &ours) print_troubles(each);
  print_memory(problem, remembered);
  fmt::print("\n");
  std::fflush(stdout);
}

const suite::Case& find(const std::string& name) {
  std::string known;
  for (const suite::Case& each : suite::cases()) {
    if (each.name == name) return each;
    known += " " + std::string(each.name);
  }
  throw Error(name, "there is no such case", "there are:" + known);
}

int run_once(const std::string& name, const std::string& method_name, double setting) {
  const suite::Case& problem = find(name);
  std::vector<Method> methods = our_methods(problem, 60, true);
  for (Method& each : peer_methods(problem, 60)) methods.push_back(std::move(each));
  if (method_name == "nothing") return 0;
  for (const Method& method : methods)
    if (method.name == method_name) return method.run(setting).failure.empty() ? 0 : 1;
  return 2;
}

}  // namespace

int main(int count, char** words) {
  program = "/proc/self/exe";
  const std::vector<std::string> arguments(words + 1, words + count);
  try {
    if (arguments.size() == 4 && arguments[0] == "--once") return run_once(arguments[1], arguments[2], std::stod(arguments[3]));
    std::vector<std::string> only;
    std::vector<const suite::Case*> chosen;
    for (const std::string& word : arguments) {
      if (word.starts_with("--only="))
        only.push_back(word.substr(7));
      else
        chosen.push_back(&find(word));
    }
    for (const suite::Case& each : suite::cases())
      if (chosen.empty() ? each.name.starts_with("a0") : std::count(chosen.begin(), chosen.end(), &each) > 0) compare(each, only);
  } catch (const Error& error) {
    for (const Fault& fault : error.faults()) fmt::print(stderr, "{}\n", to_string(fault));
    return 2;
  }
  return 0;
}
