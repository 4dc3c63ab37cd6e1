#include "bricard/analyses/equilibrium/rest.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "bricard/analyses/assembly/assembly.hpp"
#include "bricard/analyses/assembly/state_file.hpp"
#include "bricard/analyses/common.hpp"
#include "bricard/analyses/equilibrium/equilibrium_coordinates.hpp"
#include "bricard/analyses/equilibrium/equilibrium_exchange.hpp"
#include "bricard/analyses/equilibrium/rest_range.hpp"
#include "bricard/analyses/unfollowed_states.hpp"
#include "bricard/math/thresholds.hpp"
#include "bricard/system/recorder.hpp"

namespace bricard {

namespace {

constexpr int most_steps = 40;  // of the search for parameters

struct Rest {
  Equilibrium result;
  std::optional<State> state;
};

// "it rests for slide.position from .. to .. m": the first of them.
std::string words(const std::vector<EquilibriumReport::Range>& ranges, const UnitSystem& units) {
  constexpr std::size_t most = 4;
  std::vector<std::string> texts;
  for (const EquilibriumReport::Range& range : ranges) {
    if (texts.size() == most) {
      texts.push_back(fmt::format("and {} more", ranges.size() - most));
      break;
    }
    const auto end = [&](const std::optional<double>& at) {
      return at ? fmt::format("{:.9g} {}", *at / units.factor(range.column.dimension), units.name(range.column.dimension))
                : std::string("where no end was found");
    };
    texts.push_back(range.from || range.to ? fmt::format("{} from {} to {}", range.column.name, end(range.from), end(range.to))
                                           : fmt::format("{} anywhere: no end was found", range.column.name));
  }
  if (texts.empty()) return {};
  return fmt::format("; it rests for {}{}", fmt::join(texts, ", "), texts.size() > 1 ? ", each with the others held" : "");
}

class RestSearch {
 public:
  RestSearch(const Model& model, const AnalysisOptions& options, const Control& control)
      : options_(options), control_(control), exchange_(model, options, control) {
    if (exchange_.is_turning()) refuse_friction(model, "an equilibrium of kind `turning`");
    if (!model.states.empty()) refuse_unfollowed_states(System(model));
    if (exchange_.conditions() < exchange_.count())
      throw Error("analysis.equilibrium.find", "friction balances many values of a parameter, so that balance determines none",
                  "give a condition in `so_that` for each, for instance slide.friction == 5 N; or find it for a steady motion");
  }
  EquilibriumExchange& exchange() { return exchange_; }

  Rest find() {
    Rest rest;
    Equilibrium& result = rest.result;
    const Eigen::VectorXd start = exchange_.start();
    Eigen::VectorXd values = start;
    result.model = exchange_.model(values);
    std::optional<Creep::Place> found = rest_with(values, &result);
    if (found && exchange_.count() > 0) found = meet(values, *found);
    result.iterations = steps_;
    result.evaluations = evaluations_;
    if (!found) {
      result.outcome = Outcome::failure(why_);
      if (exchange_.interrupted()) result.outcome.status = Status::stopped;
      return rest;
    }
    describe(values, *found, rest);
    return rest;
  }

 private:
  // With these values: from the start that assembly gives.
  std::optional<Creep::Place> rest_with(const Eigen::VectorXd& values, Equilibrium* told = nullptr) {
    const System& system = exchange_.mounted(values).system;
    const Assembly assembly = assemble(system, assembly_settings(options_));
    if (told) {
      told->warnings = assembly.warnings;
      told->assembly = assembly.what;
      if (exchange_.options().starts > 1)
        told->warnings.push_back(
            "analysis.equilibrium.starts has no effect: with friction the rest that is nearest to the start is found");
    }
    if (assembly.outcome.failed()) {
      why_ = assembly.outcome.message;
      return {};
    }
    Creep creep(system, control_.interrupt);
    std::optional<Creep::Place> place = creep.look(assembly.state);
    started_at_rest_ = place && place->rests;
    if (place) place = creep.rest_from(*place);
    evaluations_ += creep.evaluations();
    if (!place) why_ = creep.why();
    return place;
  }

  // Newton's method with differences, shortened until the conditions miss less.
  std::optional<Creep::Place> meet(Eigen::VectorXd& values, Creep::Place place) {
    const int n = exchange_.count();
    const auto fail = [&](const std::string& why) -> std::optional<Creep::Place> {
      why_ = why;
      return {};
    };
    const auto size = [&](int j) { return exchange_.size_of(j, values[j]); };
    Eigen::VectorXd missing = exchange_.mounted(values).conditions(place.state);
    for (; steps_ < most_steps; ++steps_) {
      Eigen::MatrixXd J(exchange_.conditions(), n);
      for (int j = 0; j < n; ++j) {
        Eigen::VectorXd beside = values;
        beside[j] += threshold::parameter_increment * size(j);
        const auto there = rest_with(beside);
        if (!there) return {};
        J.col(j) = (exchange_.mounted(beside).conditions(there->state) - missing) / threshold::parameter_increment;
      }
      if (!missing.allFinite() || !J.allFinite()) return fail("a condition of `so_that` has no finite value");
      bool met = true;
      for (int i = 0; i < missing.size(); ++i) {
        const double effect = J.row(i).cwiseAbs().sum();
        if (!(effect > 0))
          return fail(fmt::format("no parameter of `find` has an effect on {}: find another parameter, or another condition",
                                  exchange_.options().so_that[i]));
        met = met && std::abs(missing[i]) <= threshold::balanced * effect;
      }
      if (met) return place;
      const Eigen::VectorXd step = -LeastNorm(J, threshold::insensitive_differences).solve(missing);
      double fraction = 1;
      for (; fraction > threshold::shortest_balancing; fraction *= 0.5) {
        Eigen::VectorXd trial = values;
        for (int j = 0; j < n; ++j) trial[j] += fraction * step[j] * size(j);
        const auto there = rest_with(trial);
        if (!there) continue;
        const Eigen::VectorXd left = exchange_.mounted(trial).conditions(there->state);
        if (!left.allFinite() || !(left.norm() < missing.norm())) continue;
        values = trial;
        missing = left;
        place = *there;
        break;
      }
      if (!(fraction > threshold::shortest_balancing)) break;
    }
    return fail(
        fmt::format("no values of {} could be found that meet {} at a position of rest: conditions may be out of reach; "
                    "give start values nearer to the solution",
                    fmt::join(exchange_.options().find, ", "), fmt::join(exchange_.options().so_that, " and ")));
  }

  void describe(const Eigen::VectorXd& values, const Creep::Place& found, Rest& rest) {
    const System& system = exchange_.mounted(values).system;
    Creep creep(system, control_.interrupt);
    rest.state = found.state;
    Equilibrium& result = rest.result;
    EquilibriumReport& report = result.report;
    report.configuration.coordinates = configuration(system, found.state);
    report.ranges = ranges_of_rest(system, creep, found);
    report.method = "friction at rest";
    for (int i = 0; i < exchange_.count(); ++i) report.found.emplace_back(exchange_.options().find[i], values[i]);
    result.model = exchange_.model(values);
    result.state = start_state(system, found.state);
    result.state.found = report.found;
    result.outcome.message = started_at_rest_ ? "the start is a position of rest, held by friction"
                                              : "the position of rest that is nearest to the start, held by friction";
    result.outcome.message += words(report.ranges, system.model().units);
  }

  const AnalysisOptions& options_;
  const Control& control_;
  EquilibriumExchange exchange_;
  bool started_at_rest_ = false;
  std::string why_;
  long steps_ = 0, evaluations_ = 0;
};

}  // namespace

Equilibrium find_rest(const Model& model, const AnalysisOptions& options, const Control& control) {
  return RestSearch(model, options, control).find().result;
}

Results rest(const Model& model, const AnalysisOptions& options, const Control& control) {
  const Stopwatch clock;
  RestSearch search(model, options, control);
  const Rest found = search.find();
  const System system(at_rest(found.result.model), search.exchange().coordinates());
  Results results;
  results.columns = result_columns(system);
  Summary& summary = results.summary;
  summary = describe(system, "equilibrium");
  summary.methods = {std::string(system.coordinates()), "none", "none", "none", "friction holds; nothing is integrated"};
  warn_of_keys_without_effect(options, summary);
  summary.warnings.insert(summary.warnings.end(), found.result.warnings.begin(), found.result.warnings.end());
  summary.assembly = found.result.assembly;
  summary.outcome = found.result.outcome;
  summary.steps = found.result.iterations;
  summary.evaluations = found.result.evaluations;
  if (found.state) {
    add(diagnose(system, *found.state, Therapy::none), summary);
    Equations e(system);
    system.motion(*found.state, e, RowSet::all, Measure::all);
    system.fill(e);
    e.kernel.select();
    Recorder recorder(system, e.kernel.selected());
    recorder.record(*found.state, results.values);
    summary.violation = {recorder.position_violation(), recorder.velocity_violation(), recorder.acceleration_violation()};
    summary.equilibrium = found.result.report;
    results.state = state_text(found.result.state);
  }
  clock.stop(summary);
  return results;
}

}  // namespace bricard
