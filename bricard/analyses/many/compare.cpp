#include "bricard/analyses/many/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <exception>
#include <map>
#include <set>
#include <tuple>

#include "bricard/analyses/common.hpp"
#include "bricard/analyses/limits.hpp"
#include "bricard/analyses/many/condition_number.hpp"
#include "bricard/analyses/many/crew.hpp"
#include "bricard/analyses/many/trajectories.hpp"
#include "bricard/analyses/many/variants.hpp"
#include "bricard/analyses/methods.hpp"
#include "bricard/core/text.hpp"
#include "bricard/math/thresholds.hpp"
#include "bricard/system/coordinates/names.hpp"

namespace bricard {
namespace {

constexpr int default_rows = 100;  // output rows cost time that belongs to no method
constexpr double default_tolerances[] = {1e-4, 1e-6, 1e-8};
constexpr double default_steps[] = {500, 2000, 8000};  // in the duration

// ---- the grid

// The names of one part of the methods that the user may give.
struct Choices {
  std::string key;  // "formulations"
  std::vector<std::string> given, known;

  // `all` becomes every name, nothing becomes `auto`.
  std::vector<std::string> names() const {
    std::vector<std::string> chosen;
    for (const std::string& name : given) {
      if (name == "all") {
        chosen.insert(chosen.end(), known.begin(), known.end());
      } else if (name == "auto" || std::find(known.begin(), known.end(), name) != known.end()) {
        chosen.push_back(name);
      } else {
        std::string all = "choose among auto, all";
        for (const std::string& each : known) all += ", " + each;
        const std::string hint = did_you_mean(name, known);
        throw Error(key, "unknown name " + bricard::quoted(name), hint.empty() ? all : hint);
      }
    }
    if (chosen.empty()) chosen = {"auto"};
    return chosen;
  }
};

template <class List>
std::vector<std::string> names_of(const List& list) {
  std::vector<std::string> names;
  for (const auto& entry : list) names.emplace_back(entry.name);
  return names;
}

void check_numbers(const std::vector<double>& values, const std::string& key, double below) {
  for (const double value : values)
    if (!(value > 0 && value < below))
      throw Error(key, fmt::format("{:.6g} is not possible", value),
                  std::isfinite(below) ? fmt::format("positive numbers below {:g} are expected", below)
                                       : "positive numbers are expected");
}

// Names, or `auto`, before the program has resolved them.
std::vector<Methods> grid_of(const Model& model, const CompareOptions& grid) {
  if (!grid.combinations.empty()) return grid.combinations;
  const Choices parts[] = {{"coordinates", grid.coordinates, coordinate_names(model.dimension)},
                           {"formulations", grid.formulations, names_of(formulations)},
                           {"stabilizations", grid.stabilizations, names_of(stabilizations)},
                           {"integrators", grid.integrators, names_of(integrators())}};
  constexpr std::string Methods::*members[] = {&Methods::coordinates, &Methods::formulation, &Methods::stabilization,
                                               &Methods::integrator};
  const Methods automatic{"auto", "auto", "auto", "auto", ""};
  std::vector<Methods> combinations;
  if (std::all_of(std::begin(parts), std::end(parts), [](const Choices& part) { return part.given.empty(); })) {
    combinations.push_back(automatic);
    for (const int part : {3, 1, 2, 0})
      for (const std::string& name : parts[part].known) combinations.emplace_back(automatic).*members[part] = name;
    return combinations;
  }
  for (const std::string& coordinates : parts[0].names())
    for (const std::string& formulation : parts[1].names())
      for (const std::string& stabilization : parts[2].names())
        for (const std::string& integrator : parts[3].names())
          combinations.push_back({coordinates, formulation, stabilization, integrator, ""});
  return combinations;
}

bool has_fixed_step(const std::string& integrator) {
  for (const IntegratorEntry& entry : integrators())
    if (entry.name == integrator) return entry.fixed_step;
  return false;
}

std::string reason_of(const Error& error) {
  const Fault& fault = error.faults().front();
  return fault.what + (fault.hint.empty() ? "" : "; " + fault.hint);
}

void skip(Comparison& comparison, const Methods& methods, const std::string& reason) {
  auto& skipped = comparison.skipped;
  auto same = std::find_if(skipped.begin(), skipped.end(), [&](const SkippedRuns& each) { return each.reason == reason; });
  if (same == skipped.end()) {
    skipped.emplace_back().reason = reason;
    same = skipped.end() - 1;
  }
  const auto equal = [&](const Methods& each) { return method_words(each) == method_words(methods); };
  if (std::none_of(same->combinations.begin(), same->combinations.end(), equal)) same->combinations.push_back(methods);
}

// ---- one run

struct Trial {
  std::size_t variant = 0;
  MethodChoice methods;
  AnalysisOptions options;
  ComparedRun run;
  Trajectories path;
  std::string refused;  // why the model does not take it
};

// The model with one set of values of its swept parameters.
class Variant {
 public:
  Variant(Model model, std::vector<Setting> settings)
      : settings_(std::move(settings)), model_(std::move(model)), length_(System(model_, chosen_coordinates({})).length()) {}

  const Model& model() const { return model_; }
  const std::vector<Setting>& settings() const { return settings_; }
  double length() const { return length_; }
  const Traits& traits(const std::string& coordinates) {
    const auto at = traits_.find(coordinates);
    return at != traits_.end() ? at->second : traits_[coordinates] = traits_of(System(model_, coordinates));
  }

 private:
  std::vector<Setting> settings_;
  Model model_;
  double length_;
  std::map<std::string, Traits> traits_;  // by coordinates
};

std::vector<Variant> variants_of(const Model& model, const CompareOptions& grid, const Control& control) {
  std::vector<Variant> variants;
  for (std::vector<Setting>& settings : combinations_of(grid.sweeps)) {
    Model varied = settings.empty() ? model : control.vary(settings);
    variants.emplace_back(std::move(varied), std::move(settings));
  }
  return variants;
}

double thread_seconds() {
  std::timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

// The limit of time and the user's interrupt act between two steps.
void execute(const Model& model, Trial& trial, double limit, bool derivatives, const Control& control) {
  try {
    trial.run.condition = condition_number(model, trial.methods, trial.options);
  } catch (const Error&) {  // the run says why
  }
  std::atomic<bool> stop{false};
  bool too_long = false;
  double begin = thread_seconds(), end = begin;
  const double entered = begin;
  Control own;
  own.interrupt = &stop;
  own.doctor = false;
  own.progress = [&](double fraction) {
    end = thread_seconds();
    if (fraction == 0) begin = end;  // assembly and diagnosis are over
    too_long = end - entered > limit;
    if (too_long || (control.interrupt && control.interrupt->load())) stop = true;
    if (control.progress) control.progress(fraction);
  };
  ComparedRun& run = trial.run;
  try {
    const Results results = bricard::run(model, trial.options, own);
    const Summary& summary = results.summary;
    if (summary.outcome.status != Status::done) end = thread_seconds();
    run.methods = summary.methods;
    run.outcome = summary.outcome;
    run.complete = summary.outcome.status == Status::done || (summary.outcome.status == Status::stopped && !stop);
    if (run.outcome.status == Status::stopped && too_long)
      run.outcome.message = fmt::format("the limit of {:g} s of CPU time: {}", limit, run.outcome.message);
    run.steps = summary.steps;
    run.rejected = summary.rejected;
    run.evaluations = summary.evaluations;
    run.factorizations = summary.factorizations;
    run.violation = summary.violation;
    run.energy_drift = summary.energy_drift;
    run.warnings = summary.warnings;
    trial.path = trajectories_of(results, derivatives);
  } catch (const Error& error) {
    trial.refused = reason_of(error);
  } catch (const std::exception& error) {
    run.outcome = Outcome::failure(error.what());
  }
  run.cpu_seconds = end - begin;
}

// False: interrupted; the trials that were begun are left.
bool execute_all(const std::vector<Variant>& variants, std::vector<Trial>& trials, const CompareOptions& grid, bool derivatives,
                 const Control& control) {
  const std::size_t begun = run_side_by_side(trials.size(), grid.threads, control, [&](std::size_t i, const Control& own) {
    execute(variants[trials[i].variant].model(), trials[i], grid.limit, derivatives, own);
  });
  if (!control.interrupt || !control.interrupt->load()) return true;
  trials.resize(begun);
  return false;
}

// ---- the reference

std::string in_words(const Trial& trial, const UnitSystem& units) {
  return method_words(trial.run.methods) + ", " + setting_words(trial.run, units);
}

// Of every combination its tightest run that reached the end, and how far the next looser one of it is away.
struct Candidate {
  std::size_t trial = 0;
  double setting = 0;
  std::optional<double> spread;
};

std::vector<Candidate> candidates_of(const std::vector<Trial>& trials, std::size_t variant) {
  std::vector<Candidate> best;
  for (std::size_t i = 0; i < trials.size(); ++i) {
    const ComparedRun& run = trials[i].run;
    if (trials[i].variant != variant || !run.complete || !distance(trials[i].path, trials[i].path)) continue;
    const double setting = run.tolerance ? *run.tolerance : run.step.value_or(1);
    const auto same = std::find_if(best.begin(), best.end(), [&](const Candidate& each) {
      return method_words(trials[each.trial].run.methods) == method_words(run.methods) &&
             trials[each.trial].run.varied == run.varied;
    });
    if (same == best.end()) {
      best.push_back({i, setting, {}});
      continue;
    }
    const std::optional<double> apart = distance(trials[i].path, trials[same->trial].path);
    if (setting < same->setting) {
      *same = {i, setting, apart};
    } else if (apart) {
      same->spread = std::min(same->spread.value_or(*apart), *apart);
    }
  }
  return best;
}

// Two runs of different integrators that agree are hardly wrong in the same way; different formulations with the same integrator
// may be, because they take the same steps. Nor do two low orders with one step prove anything: so a pair counts by its distance,
// or by how far the better of the two still moves when its own setting is tightened, whichever is larger.
struct Pair {
  Candidate reference, other;
  double apart = 0, level = std::numeric_limits<double>::infinity();
  bool other_integrator = false;
};

std::optional<Pair> best_pair(const std::vector<Trial>& trials, const std::vector<Candidate>& candidates) {
  std::optional<Pair> best;
  for (const Candidate& a : candidates)
    for (const Candidate& b : candidates) {
      if (&a == &b || a.spread.value_or(INFINITY) > b.spread.value_or(INFINITY)) continue;
      Pair pair{a, b};
      pair.other_integrator = trials[a.trial].run.methods.integrator != trials[b.trial].run.methods.integrator;
      const std::optional<double> apart = distance(trials[b.trial].path, trials[a.trial].path);
      if (!apart || !std::isfinite(*apart)) continue;
      pair.apart = *apart;
      pair.level = std::max(*apart, a.spread.value_or(0));
      const bool better =
          !best || std::tuple(!pair.other_integrator, pair.level) < std::tuple(!best->other_integrator, best->level);
      if (better) best = pair;
    }
  return best;
}

// Chooses the reference among the runs of a variant.
struct ReferenceRun {
  std::optional<std::size_t> trial;
  std::optional<double> uncertainty;
  std::string words;
};

ReferenceRun choose_reference(const std::vector<Trial>& trials, std::size_t variant, const UnitSystem& units) {
  const std::vector<Candidate> candidates = candidates_of(trials, variant);
  const std::string unit = units.length;
  const double length = units.factor(dimension::length);
  if (candidates.empty()) return {{}, {}, "none: no run has reached the end"};
  if (const std::optional<Pair> pair = best_pair(trials, candidates)) {
    const Trial& chosen = trials[pair->reference.trial];
    std::string words =
        fmt::format("the run {}; it agrees to {:.2g} {} with {} ({}); smaller errors are not resolved", in_words(chosen, units),
                    pair->apart / length, unit, in_words(trials[pair->other.trial], units),
                    pair->other_integrator ? "another integrator" : "the same integrator, which proves little");
    if (pair->level > threshold::bearable * extent(chosen.path))
      words += fmt::format("; CAUTION: no two methods agree better than {:.2g} {}, so that errors mean little",
                           pair->level / length, unit);
    return {pair->reference.trial, pair->apart, words};
  }
  const Candidate& only = candidates.front();
  return {only.trial, only.spread,
          fmt::format("the run {}, the tightest of the only method that reached the end{}; CAUTION: no second method "
                      "confirms it",
                      in_words(trials[only.trial], units),
                      only.spread ? fmt::format(" ({:.2g} {} from its next looser run)", *only.spread / length, unit) : "")};
}

// Far above what the method promises: a thousand tolerances, and more where it has an allowance. A fixed step promises nothing by
// itself: there a tenth of the motion is too much.
bool is_doubtful(const ComparedRun& run, double length, double motion) {
  if (run.outcome.status != Status::done || !run.error) return false;
  if (std::isnan(*run.error)) return true;
  if (!run.tolerance) return *run.error > 0.1 * motion;
  const Allowance allowance = allowance_of(run.methods.formulation, run.methods.stabilization, run.methods.integrator);
  return *run.error > 10 * error_limit(allowance, *run.tolerance, length);
}

}  // namespace

namespace {

// What may be compared of one combination: its tolerances or steps.
std::vector<double> tolerances_or_steps(const CompareOptions& grid, bool fixed, double duration) {
  std::vector<double> settings = fixed ? grid.steps : grid.tolerances;
  if (settings.empty() && fixed)
    for (const double count : default_steps) settings.push_back(duration / count);
  if (settings.empty() && !fixed) settings.assign(std::begin(default_tolerances), std::end(default_tolerances));
  return settings;
}

// The runs of one combination of methods with one variant of the model. Throws Error where the combination is not legal.
void add_trials(const CompareOptions& grid, const AnalysisOptions& base, const Methods& asked, std::size_t variant, Variant& of,
                std::set<std::string>& seen, std::vector<Trial>& trials) {
  AnalysisOptions trial = base;
  trial.coordinates = asked.coordinates;
  trial.formulation = asked.formulation;
  trial.stabilization = asked.stabilization;
  trial.integrator = asked.integrator;
  const bool fixed = has_fixed_step(asked.integrator);
  for (const double setting : tolerances_or_steps(grid, fixed, *base.duration)) {
    trial.tolerance = {};
    if (fixed) trial.step = setting;
    if (!fixed) trial.tolerance.relative = setting;
    const MethodChoice methods = choose_methods(trial, of.traits(choose_methods(trial).coordinates));
    const Methods names = methods.names();
    if (!seen.insert(fmt::format("{} {} {}", method_words(names), setting, variant)).second) continue;
    for (const std::vector<Setting>& keys : combinations_of(applying(grid.keys, methods))) {
      Trial& added = trials.emplace_back();
      added.variant = variant;
      added.methods = methods;
      added.options = trial;
      apply(keys, added.options);
      added.run.methods = names;
      added.run.varied = of.settings();
      added.run.varied.insert(added.run.varied.end(), keys.begin(), keys.end());
      (fixed ? added.run.step : added.run.tolerance) = setting;
    }
  }
}

std::string setting_words(const std::vector<Setting>& settings) {
  std::string words;
  for (const auto& [name, value] : settings) words += fmt::format("{}{} = {:.6g}", words.empty() ? "" : ", ", name, value);
  return words;
}

// Measures the runs against the reference that was given, or against one of their own.
void judge(const Trajectories* given, const std::vector<Variant>& variants, std::vector<Trial>& trials, Comparison& comparison) {
  for (std::size_t v = 0; v < variants.size(); ++v) {
    const Trajectories* reference = given;
    if (!given) {
      const ReferenceRun own = choose_reference(trials, v, comparison.units);
      const std::string at = setting_words(variants[v].settings());
      comparison.reference += (v == 0 ? "" : "; ") + (at.empty() ? "" : at + ": ") + own.words;
      if (own.uncertainty) comparison.uncertainty = std::max(comparison.uncertainty.value_or(0), *own.uncertainty);
      if (own.trial) {
        trials[*own.trial].run.is_reference = true;
        reference = &trials[*own.trial].path;
      }
    }
    for (Trial& trial : trials) {
      if (!reference || trial.variant != v) continue;
      trial.run.error = distance(trial.path, *reference);
      trial.run.doubtful = is_doubtful(trial.run, variants[v].length(), extent(*reference));
    }
  }
}

}  // namespace

Comparison compare(const Model& model, const AnalysisOptions& options, const CompareOptions& grid, const Control& control) {
  AnalysisOptions base = options;
  base.type = "dynamics";
  base.step.reset();
  check_numbers(grid.tolerances, "tolerances", 1);
  check_numbers(grid.steps, "steps", INFINITY);
  check_numbers({grid.limit}, "limit", INFINITY);
  const std::vector<Methods> combinations = grid_of(model, grid);
  const System system(model, chosen_coordinates({}));
  check_output_times(base);
  check_size(base, system.table().columns.size(), control);
  const double duration = *base.duration;

  Comparison comparison;
  comparison.model = model.name;
  comparison.duration = duration;
  comparison.units = model.units;
  comparison.norm = "largest distance of a body's or sensor's point (x, y, z) from the reference over all common times";

  Trajectories given;
  bool interpolates = false;
  if (grid.reference) {
    given = trajectories_of(*grid.reference, result_columns(system), model.units, grid.reference_name);
    const std::optional<double> spacing = spacing_of(given.t);
    interpolates = !spacing;
    base.output_step = spacing ? *spacing : std::min(duration / 1000, base.output_step.value_or(duration));
    comparison.reference = fmt::format(
        "{}, {} columns, {} times; {}", grid.reference_name, given.tracks.size(), given.t.size(),
        spacing ? "the runs have output rows at its times"
                : "the runs are interpolated to its times by quintic polynomials of position, velocity and acceleration");
  } else if (!base.output_step) {
    base.output_step = duration / default_rows;
  }

  std::vector<Variant> variants = variants_of(model, grid, control);
  std::vector<Trial> trials;
  std::set<std::string> seen;
  std::optional<Error> first_error;
  for (std::size_t v = 0; v < variants.size(); ++v)
    for (const Methods& asked : combinations) {
      try {
        add_trials(grid, base, asked, v, variants[v], seen, trials);
      } catch (const Error& error) {
        if (!first_error) first_error = error;
        skip(comparison, asked, reason_of(error));
      }
    }
  if (trials.empty()) throw first_error.value();

  comparison.interrupted = !execute_all(variants, trials, grid, interpolates, control);
  for (const Trial& trial : trials)
    if (!trial.refused.empty()) skip(comparison, trial.run.methods, trial.refused);
  std::erase_if(trials, [](const Trial& trial) { return !trial.refused.empty(); });
  if (trials.empty() && !comparison.interrupted)
    throw Error("analysis", "none of the combinations can be run: " + comparison.skipped.front().reason, "");

  judge(grid.reference ? &given : nullptr, variants, trials, comparison);
  for (const Trial& trial : trials) comparison.runs.push_back(trial.run);
  return comparison;
}

}  // namespace bricard
