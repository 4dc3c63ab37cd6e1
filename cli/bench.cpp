// The verb `bench`: the built-in suite, whose models and references are inside the program. Every run has a process of its own,
// so that its peak memory is known and a crash is one line of the table.
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "benchmarks/suite/suite.hpp"
#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"
#include "bricard/formulations/problems/engine.hpp"
#include "bricard/core/units.hpp"
#include "bricard/results/atomic_file.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"

namespace bricard::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using suite::Case;

constexpr double bearable = 100;  // times the tolerance: an error above this is a failure of the run

struct Line {
  const Case* problem = nullptr;
  double tolerance = 0, cpu_seconds = 0, peak = 0, error = 0;  // peak: MiB
  long steps = 0, rejected = 0, evaluations = 0;
  std::string methods, trouble, source;  // trouble: empty where the run arrived and is right
};

std::vector<const Case*> chosen_cases(const std::vector<std::string>& names) {
  std::vector<const Case*> chosen;
  std::vector<std::string> known;
  for (const Case& each : suite::cases()) {
    known.emplace_back(each.name);
    if (names.empty()) chosen.push_back(&each);
  }
  for (const std::string& name : names) {
    const auto found = std::find(known.begin(), known.end(), name);
    if (found == known.end()) {
      std::string all;
      for (const std::string& each : known) all += (all.empty() ? "" : ", ") + each;
      const std::string nearest = did_you_mean(name, known);
      throw Error("", "there is no case " + quoted(name) + " in the suite",
                  nearest.empty() ? "there are " + all : nearest + " There are " + all);
    }
    chosen.push_back(&suite::cases()[found - known.begin()]);
  }
  return chosen;
}

std::vector<double> chosen_tolerances(const Arguments& arguments) {
  const auto given = arguments.analysis.find("tolerance");
  if (given == arguments.analysis.end()) return {1e-6, 1e-9};
  const std::optional<Quantity> quantity = parse_quantity(given->second);
  if (!quantity || quantity->unit || !(quantity->number > 0 && quantity->number < 1))
    throw Error("--tolerance", "a number between 0 and 1 is expected, found " + quoted(given->second), "for instance 1e-6");
  return {quantity->number};
}

AnalysisOptions chosen_methods(const Arguments& arguments) {
  AnalysisOptions options;
  const auto take = [&](const char* key, std::string& member) {
    const auto given = arguments.analysis.find(key);
    if (given != arguments.analysis.end()) member = given->second;
  };
  take("coordinates", options.coordinates);
  take("formulation", options.formulation);
  take("stabilization", options.stabilization);
  take("integrator", options.integrator);
  if (const auto given = arguments.analysis.find("engine"); given != arguments.analysis.end()) set_engine(given->second, "--engine");
  return options;
}

// Several runs where they are short; the least CPU time counts.
Json measured(const Case& problem, const AnalysisOptions& asked, const Control& control) {
  const Model model = suite::model_of(problem);
  const suite::Reference reference = suite::reference_of(problem);
  suite::Measurement best = suite::measure(model, reference, asked, control);
  for (double spent = best.cpu_seconds; spent < 0.2 && best.outcome.status == Status::done;) {
    const double seconds = suite::measure(model, reference, asked, control).cpu_seconds;
    best.cpu_seconds = std::min(best.cpu_seconds, seconds);
    spent += std::max(seconds, 0.01);
  }
  const Methods& m = best.methods;
  const bool done = best.outcome.status == Status::done;
  Json json{
      {"cpu_seconds", best.cpu_seconds}, {"steps", best.steps}, {"rejected", best.rejected}, {"evaluations", best.evaluations}};
  json["error"] = std::isfinite(best.error) ? Json(best.error) : Json();
  json["methods"] = fmt::format("{}, {}, {}, {}", m.coordinates, m.formulation, m.stabilization, m.integrator);
  json["trouble"] = done ? "" : best.outcome.message;
  return json;
}

// What the child says: lines `p FRACTION` while it works, then `r RESULT`, or `e TEXT` where the options are wrong.
[[noreturn]] void work(int pipe, const Case& problem, const AnalysisOptions& asked) {
  std::FILE* out = fdopen(pipe, "w");
  const std::atomic<bool>& interrupted = interrupt_flag();
  double told = 0;
  const auto progress = [&](double fraction) {
    if (fraction < told + 0.01) return;
    told = fraction;
    fmt::print(out, "p {}\n", fraction);
    std::fflush(out);
  };
  int code = done;
  try {
    Control control;
    control.progress = progress;
    control.interrupt = &interrupted;
    fmt::print(out, "r {}\n", measured(problem, asked, control).dump());
  } catch (const Error& error) {
    const Fault& fault = error.faults().front();
    fmt::print(out, "e {}\n", Json{fault.where, fault.what, fault.hint}.dump());
    code = wrong_input;
  } catch (const std::exception& error) {
    fmt::print(out, "r {}\n", Json{{"trouble", error.what()}}.dump());
  }
  std::fflush(out);
  _exit(code);
}

std::string signal_text(int signal) {
  return signal == SIGKILL ? "the process was killed: out of memory?" : fmt::format("the process ended with signal {}", signal);
}

template <class Show>
Line run_case(const Case& problem, AnalysisOptions asked, double tolerance, Show show) {
  asked.tolerance.relative = tolerance;
  Line line;
  line.problem = &problem;
  line.tolerance = tolerance;
  line.source = suite::reference_of(problem).source;
  line.error = INFINITY;
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe to a process of its own can be made");
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("no process of its own can be made for a run");
  if (child == 0) {
    close(ends[0]);
    work(ends[1], problem, asked);
  }
  close(ends[1]);
  std::FILE* in = fdopen(ends[0], "r");
  char* text = nullptr;
  std::size_t size = 0;
  Json result;
  Error wrong("", "");
  bool is_wrong = false;
  while (getline(&text, &size, in) > 0) {
    if (text[0] == 'p') show(std::atof(text + 2));
    if (text[0] == 'r') result = Json::parse(text + 2);
    if (text[0] == 'e') {
      const Json fault = Json::parse(text + 2);
      wrong = Error(fault[0].get<std::string>(), fault[1].get<std::string>(), fault[2].get<std::string>());
      is_wrong = true;
    }
  }
  std::free(text);
  std::fclose(in);
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  if (is_wrong) throw wrong;
  line.peak = static_cast<double>(usage.ru_maxrss) / 1024;
  if (WIFSIGNALED(status)) {
    line.trouble = signal_text(WTERMSIG(status));
    return line;
  }
  line.trouble = result.value("trouble", "no answer");
  line.methods = result.value("methods", "");
  line.cpu_seconds = result.value("cpu_seconds", 0.0);
  line.steps = result.value("steps", 0L);
  line.rejected = result.value("rejected", 0L);
  line.evaluations = result.value("evaluations", 0L);
  if (result.contains("error") && result["error"].is_number()) line.error = result["error"];
  if (line.trouble.empty() && !(line.error <= bearable * tolerance))
    line.trouble = fmt::format("says done, but the error is {:.1e}, more than {} times the tolerance", line.error, bearable);
  return line;
}

std::string time_text(double seconds) {
  return seconds < 1 ? fmt::format("{:.3g} ms", 1e3 * seconds) : fmt::format("{:.3g} s", seconds);
}

double microseconds_per_evaluation(const Line& line) {
  return line.evaluations > 0 ? 1e6 * line.cpu_seconds / static_cast<double>(line.evaluations) : 0;
}

std::string table_text(const std::vector<Line>& lines) {
  std::string text = fmt::format("{:<10} {:>9} {:>10} {:>7} {:>11} {:>8} {:>9} {:>9}  {}\n", "case", "tolerance", "CPU time",
                                 "steps", "evaluations", "us/eval", "error", "peak MiB", "methods");
  for (const Line& line : lines) {
    const std::string error = std::isfinite(line.error) ? fmt::format("{:.1e}", line.error) : "-";
    text += fmt::format("{:<10} {:>9.0e} {:>10} {:>7} {:>11} {:>8.2f} {:>9} {:>9.1f}  {}\n", line.problem->name, line.tolerance,
                        time_text(line.cpu_seconds), line.steps, line.evaluations, microseconds_per_evaluation(line), error,
                        line.peak, line.methods);
    if (!line.trouble.empty()) text += fmt::format("           ! {}\n", line.trouble);
  }
  text +=
      "\nCPU time of a whole run (compilation, assembly, diagnosis, steps, ten rows), the least of several. Error: largest "
      "difference from\n"
      "the reference over ten times, in m or rad. References:\n";
  const Case* last = nullptr;
  for (const Line& line : lines) {
    if (line.problem != last) text += fmt::format("  {:<10} {}: {}\n", line.problem->name, line.problem->title, line.source);
    last = line.problem;
  }
  return text;
}

Json table_json(const std::vector<Line>& lines) {
  Json json{{"version", BRICARD_VERSION}, {"runs", Json::array()}};
  for (const Line& line : lines)
    json["runs"].push_back({{"case", line.problem->name},
                            {"title", line.problem->title},
                            {"methods", line.methods},
                            {"tolerance", line.tolerance},
                            {"cpu_seconds", line.cpu_seconds},
                            {"steps", line.steps},
                            {"rejected", line.rejected},
                            {"evaluations", line.evaluations},
                            {"microseconds_per_evaluation", microseconds_per_evaluation(line)},
                            {"error", std::isfinite(line.error) ? Json(line.error) : Json()},
                            {"reference", line.source},
                            {"peak_mebibytes", line.peak},
                            {"status", line.trouble.empty() ? "done" : "failed"},
                            {"message", line.trouble}});
  return json;
}

std::string table_csv(const std::vector<Line>& lines) {
  std::string text = "case,tolerance,cpu_seconds,steps,rejected,evaluations,error,peak_mebibytes,status\n";
  for (const Line& line : lines)
    text += fmt::format("{},{:g},{:g},{},{},{},{:g},{:.1f},{}\n", line.problem->name, line.tolerance, line.cpu_seconds,
                        line.steps, line.rejected, line.evaluations, std::isfinite(line.error) ? line.error : NAN, line.peak,
                        line.trouble.empty() ? "done" : "failed");
  return text;
}

// Made before the runs, so that trouble shows at once.
void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error || !fs::is_directory(folder))
    throw Error("--out",
                fmt::format("the folder {} cannot be made{}", quoted(folder.string()), error ? ": " + error.message() : ""),
                "choose another folder");
  write_file(folder / "bench.csv", "");
}

}  // namespace

int bench(const Arguments& arguments) {
  const std::vector<const Case*> cases = chosen_cases(arguments.cases);
  const std::vector<double> tolerances = chosen_tolerances(arguments);
  const AnalysisOptions asked = chosen_methods(arguments);
  if (arguments.out) make_folder(*arguments.out);
  const std::atomic<bool>& interrupted = interrupt_flag();

  std::vector<Line> lines;
  {
    ProgressBar bar(arguments.quiet);
    const double all = static_cast<double>(cases.size() * tolerances.size());
    for (const Case* problem : cases) {
      for (const double tolerance : tolerances) {
        if (interrupted) break;
        const auto before = static_cast<double>(lines.size());
        lines.push_back(run_case(*problem, asked, tolerance, [&](double part) { bar.show((before + part) / all); }));
      }
    }
  }
  if (arguments.out) {
    const fs::path folder = *arguments.out;
    write_file(folder / "bench.csv", table_csv(lines));
    write_file(folder / "bench.json", table_json(lines).dump(2) + "\n");
  }
  if (arguments.json) {
    print(table_json(lines).dump(2) + "\n");
  } else if (!arguments.quiet) {
    print(table_text(lines));
  }
  int troubled = 0;
  for (const Line& line : lines) troubled += !line.trouble.empty();
  if (interrupted) print_error("bricard: interrupted; the table has the runs until then\n");
  if (troubled > 0 && !interrupted)
    print_error(fmt::format("bricard: error: {} of {} runs failed or are wrong\n", troubled, lines.size()));
  return troubled > 0 || interrupted ? failed : done;
}

}  // namespace bricard::cli
