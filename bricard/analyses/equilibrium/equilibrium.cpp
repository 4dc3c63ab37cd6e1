#include "bricard/analyses/equilibrium/equilibrium.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <numbers>
#include <random>

#include "bricard/analyses/assembly/poses.hpp"
#include "bricard/analyses/assembly/state_file.hpp"
#include "bricard/analyses/common.hpp"
#include "bricard/analyses/doctor/idle.hpp"
#include "bricard/analyses/equilibrium/equilibrium_coordinates.hpp"
#include "bricard/analyses/equilibrium/equilibrium_found.hpp"
#include "bricard/analyses/equilibrium/equilibrium_results.hpp"
#include "bricard/analyses/equilibrium/equilibrium_search.hpp"
#include "bricard/analyses/equilibrium/rest.hpp"
#include "bricard/analyses/equilibrium/turning.hpp"
#include "bricard/analyses/linear/linear_model.hpp"
#include "bricard/analyses/linear/slow_modes.hpp"
#include "bricard/analyses/unfollowed_states.hpp"
#include "bricard/math/thresholds.hpp"
#include "bricard/model/functions.hpp"
#include "bricard/system/rubbing.hpp"

namespace bricard {

namespace {

constexpr double probing_turn = 0.05;  // how far a steady motion is followed, radians or characteristic lengths
constexpr int modes_for_growth = 10;   // the slowest ones, whose decay is told of large mechanisms

struct Candidate {
  EquilibriumPoint point;
  EquilibriumReport::Position position;
  std::vector<std::string> left_alone;
  std::string method;
  Poses poses;
  double potential = 0;
  double length = 1;
};

// A large mechanism would stay where the potential is lowest, if dampers take energy: that needs no eigenvalues. False: it must
// be judged by them.
bool judge_sparsely(EquilibriumExchange& exchange, const EquilibriumPoint& point, EquilibriumReport::Position& position) {
  const System& given = exchange.mounted(point.values).system;
  const System system(given.model(), absolute_coordinates);
  const SparseMotion motion = sparse_motion(system, system.carry_over(given, point.state));
  if (!motion.refusal.empty()) return false;
  const Curvature lowest = curvature(motion);
  if (!lowest.known || !only_takes_energy(motion)) return false;
  position.stable = !lowest.lowest;
  position.growth = lowest.lowest ? std::sqrt(-*lowest.lowest) : 0;
  if (!motion.damped) return true;
  std::optional<double> growth;
  const auto modes = slow_modes(motion, modes_for_growth);
  if (!modes) return false;
  for (const FoundMode& mode : *modes)
    if (mode.value != 0.0) growth = std::max(growth.value_or(mode.value.real()), mode.value.real());
  position.growth = growth.value_or(0);
  return true;
}

// By the eigenvalues of the motion nearby; where there are none, as with bodies that have no inertia, by the stiffness.
void judge_stability(EquilibriumExchange& exchange, EquilibriumSearch& search, const EquilibriumPoint& point,
                     EquilibriumReport::Position& position) {
  if (exchange.mounted(point.values).system.rubs()) return;  // modes do not know friction
  if (search.sparse() && judge_sparsely(exchange, point, position)) return;
  const LinearModel linear = linearize(exchange.mounted(point.values).system, point.state);
  if (linear.outcome.failed()) {
    if (!exchange.is_steady()) position.stable = search.lowest_stiffness(point) > -threshold::growing;
    return;
  }
  position.stable = true;
  std::optional<double> growth;
  for (const Mode& mode : modes_of(linear)) {
    if (mode.kind == Mode::Kind::rigid) continue;
    growth = std::max(growth.value_or(mode.real), mode.real);
    if (mode.unstable) position.stable = false;
  }
  position.growth = growth.value_or(0);
}

// Along v for a short while: the rates stay, if loops remain closed by themselves and forces in balance.
std::string why_not_steady(EquilibriumExchange& exchange, const EquilibriumPoint& point, double balance) {
  MountedSystem& mounted = exchange.mounted(point.values);
  EquilibriumEquations& equations = mounted.equations;
  const System& system = mounted.system;
  State here = point.state;
  if (!equations.close(here) || !equations.evaluate(here)) return "the position does not close";
  const Eigen::VectorXd rates = here.v.cwiseQuotient(equations.scale());
  const double fastest = rates.size() ? rates.cwiseAbs().maxCoeff() : 0;
  if (!(fastest > 0)) return {};
  const char* advice = "; drive a motion that changes neither lengths nor forces, such as the turning of a vertical shaft";
  if (equations.opening() > threshold::steady * fastest * fastest)
    return std::string("the rates cannot stay as they are: drivers or loops make them change") + advice;
  const double dt = probing_turn / fastest;
  State later = here;
  equations.move(here, dt * rates, later);
  later.t = here.t + dt;
  const State predicted = later;
  if (!equations.close(later) || !equations.evaluate(later)) return std::string("the motion cannot go on") + advice;
  if ((later.v - here.v).cwiseQuotient(equations.scale()).cwiseAbs().maxCoeff() > threshold::steady_rates * fastest)
    return std::string("the rates cannot stay as they are: drivers or loops make them change") + advice;
  if (equations.unbalanced().norm() > std::max(balance, threshold::agrees) * std::max(equations.force(), threshold::nothing)) {
    const LeadingCoordinate leading = leading_coordinate(system, later, equations.scale().cwiseProduct(equations.unbalanced()));
    return fmt::format("forces on {} change as the mechanism moves{}", leading.name, advice);
  }
  return {};
}

Candidate describe(EquilibriumExchange& exchange, EquilibriumSearch& search, const EquilibriumPoint& point) {
  Candidate found;
  found.point = point;
  found.method = search.method;
  MountedSystem& mounted = exchange.mounted(point.values);
  const System& system = mounted.system;
  const Eigen::MatrixXd idle = search.insensitive(point);
  if (idle.cols() > 0) found.left_alone = moving_coordinates(system, point.state, mounted.equations.scale().asDiagonal() * idle);
  found.position.coordinates = configuration(system, point.state);
  judge_stability(exchange, search, point, found.position);
  Equations e(system);
  system.motion(point.state, e, RowSet::all, Measure::all);
  system.forces(e);
  found.poses = poses(e);
  found.potential = e.k.potential;
  found.length = system.length();
  return found;
}

// The same position, whatever stands where nothing depends on it.
bool is_same(const Candidate& a, const Candidate& b) {
  if ((a.point.values - b.point.values).cwiseAbs().sum() > threshold::agrees * (1 + a.point.values.cwiseAbs().sum()))
    return false;
  if (a.left_alone.empty() && b.left_alone.empty()) return largest_difference(a.poses, b.poses, a.length) < threshold::agrees;
  for (std::size_t i = 0; i < a.position.coordinates.size(); ++i) {
    const auto& [column, value] = a.position.coordinates[i];
    if (std::find(a.left_alone.begin(), a.left_alone.end(), column.name) != a.left_alone.end()) continue;
    double d = value - b.position.coordinates[i].second;
    if (column.dimension == dimension::angle) d = std::remainder(d, 2 * std::numbers::pi);
    if (column.dimension == dimension::length) d /= a.length;
    if (std::abs(d) > threshold::agrees) return false;
  }
  return std::abs(a.potential - b.potential) <=
         threshold::agrees * (std::abs(a.potential) + std::abs(b.potential) + threshold::cancelled);
}

// Displaced along the free motions over their whole range, in steps that keep the joints closed.
bool displace(EquilibriumExchange& exchange, EquilibriumPoint& point, int seed) {
  EquilibriumEquations& equations = exchange.mounted(point.values).equations;
  std::mt19937 engine(static_cast<unsigned>(seed));
  Eigen::VectorXd x(equations.scale().size());
  const Eigen::VectorXd& per_radian = exchange.mounted(point.values).system.v_per_radian();
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    const double uniform = 2 * (static_cast<double>(engine()) + 0.5) / 4294967296.0 - 1;
    x[i] = uniform * (per_radian[i] > 0 ? std::numbers::pi : 1);
  }
  constexpr int steps = 20;
  State state = point.state;
  for (int i = 0; i < steps; ++i) {
    if (!equations.close(state) || !equations.evaluate(state)) return i > 0;
    point.state = state;
    const Eigen::VectorXd along = equations.basis() * (equations.basis().transpose() * x) / steps;
    equations.move(point.state, along, state);
  }
  if (equations.close(state)) point.state = state;
  return true;
}

std::string words(const EquilibriumReport::Position& position) {
  if (!position.stable) return "its stability is not known";
  if (*position.stable) return position.growth < -threshold::growing ? "stable" : "stable, though disturbances do not decay";
  return position.growth > 0 ? fmt::format("unstable: a disturbance grows by {:.4g} 1/s", position.growth) : "unstable";
}

// Everything that the two functions below share.
struct Solution {
  Equilibrium result;
  std::optional<Candidate> candidate;
};

class Finder {
 public:
  Finder(const Model& model, const AnalysisOptions& options, const Control& control)
      : options_(options), control_(control), exchange_(model, options, control), search_(exchange_) {
    if (!model.states.empty()) refuse_unfollowed_states(System(model));
  }

  EquilibriumExchange& exchange() { return exchange_; }

  Solution find() {
    Solution solution;
    Equilibrium& result = solution.result;
    const auto fail = [&](std::string why) {
      result.outcome = Outcome::failure(std::move(why));
      count(result);
      return solution;
    };
    MountedSystem& mounted = exchange_.mounted(exchange_.start());
    result.model = exchange_.model(exchange_.start());
    const Assembly assembly = assemble(mounted.system, assembly_settings(options_));
    result.warnings = assembly.warnings;
    result.assembly = assembly.what;
    if (assembly.outcome.failed()) return fail(assembly.outcome.message);
    const EquilibriumPoint start{exchange_.start(), assembly.state};
    if (exchange_.is_steady()) keep_insensitive_rates(start);

    EquilibriumPoint point = start;
    const Outcome outcome = search_.solve(point);
    if (outcome.failed() && exchange_.interrupted()) {
      result.outcome = {Status::stopped, "interrupted before an equilibrium was found"};
      count(result);
      return solution;
    }
    if (outcome.failed()) return fail(exchange_.is_steady() ? "no steady motion was found: " + outcome.message : outcome.message);
    if (exchange_.is_steady()) {
      if (std::string why = who_stands_still(point); !why.empty()) return fail(why);
      if (std::string why = why_not_steady(exchange_, point, 0); !why.empty()) return fail("there is no steady motion: " + why);
    }
    std::vector<Candidate> found{describe(exchange_, search_, point)};
    prefer_stable(start, found);
    further_starts(start, found);
    report(start, found, result);
    solution.candidate = std::move(found.front());
    return solution;
  }

 private:
  // Given velocities stay where nothing depends on the coordinate that they change; all else stands still relative to its joint.
  void keep_insensitive_rates(const EquilibriumPoint& start) {
    Eigen::MatrixXd motions = search_.insensitive(start);
    if (motions.cols() == 0) motions.resize(start.state.v.size(), 0);
    exchange_.keep_rates_along(std::move(motions));
  }

  // It is where the mechanism was put.
  bool is_meant(const EquilibriumPoint& start, const Candidate& found) {
    const System& system = exchange_.mounted(start.values).system;
    Equations e(system);
    system.motion(start.state, e, RowSet::all, Measure::all);
    return largest_difference(poses(e), found.poses, found.length) < threshold::meant;
  }

  // In a steady motion friction follows from the slip; where there is none it could be anything.
  std::string who_stands_still(const EquilibriumPoint& point) {
    MountedSystem& mounted = exchange_.mounted(point.values);
    if (!mounted.system.rubs() || !mounted.equations.evaluate(point.state)) return {};
    const std::vector<RubbingMode>& modes = mounted.equations.rubbed().modes;
    for (std::size_t s = 0; s < modes.size(); ++s)
      if (modes[s].contact != Contact::slides)
        return fmt::format(
            "there is not one steady motion but a range of them: {} stands still in it, and its friction may hold "
            "any position nearby; drive it, or leave its friction out",
            name_of(mounted.system, mounted.system.rubbing().rubbing[s]));
    return {};
  }

  // Newton's method may end where the mechanism would not stay. If that is not where it was put, it is not what was meant.
  void prefer_stable(const EquilibriumPoint& start, std::vector<Candidate>& found) {
    const Candidate& first = found.front();
    if (first.position.stable.value_or(true) || exchange_.count() > 0) return;
    if (is_meant(start, first)) return;
    EquilibriumPoint point = start;
    if (search_.settle(point).failed()) return;
    Candidate other = describe(exchange_, search_, point);
    if (!other.position.stable.value_or(false)) return;
    found.insert(found.begin(), std::move(other));
  }

  void further_starts(const EquilibriumPoint& start, std::vector<Candidate>& found) {
    const auto add = [&](const EquilibriumPoint& point) {
      if (exchange_.is_steady() && !why_not_steady(exchange_, point, 0).empty()) return;
      Candidate candidate = describe(exchange_, search_, point);
      for (const Candidate& each : found)
        if (is_same(each, candidate)) return;
      found.push_back(std::move(candidate));
    };
    for (int i = 1; i < exchange_.options().starts; ++i) {
      if (control_.interrupt && control_.interrupt->load()) return;
      if (control_.progress) control_.progress(static_cast<double>(i) / exchange_.options().starts);
      EquilibriumPoint point = start;
      if (!displace(exchange_, point, i)) continue;
      if (!search_.solve(point).failed()) add(point);
    }
  }

  void count(Equilibrium& result) const {
    result.iterations = search_.iterations;
    result.evaluations = search_.evaluations;
    result.factorizations = search_.factorizations;
  }

  void report(const EquilibriumPoint& start, const std::vector<Candidate>& found, Equilibrium& result) {
    const Candidate& first = found.front();
    EquilibriumReport& report = result.report;
    report.configuration = first.position;
    report.left_alone = first.left_alone;
    report.method = first.method;
    for (int i = 0; i < exchange_.count(); ++i) report.found.emplace_back(exchange_.options().find[i], first.point.values[i]);
    for (std::size_t i = 1; i < found.size(); ++i) report.others.push_back(found[i].position);
    result.model = exchange_.model(first.point.values);
    result.state = start_state(exchange_.mounted(first.point.values).system, first.point.state);
    result.state.found = report.found;
    // What is unstable where it was meant, as a bicycle is, standing or rolling, is no other one from elsewhere.
    if (!first.position.stable.value_or(true) && !exchange_.is_steady())
      result.warnings.push_back(
          fmt::format("the equilibrium is {}; {}", words(first.position),
                      exchange_.options().starts > 1 || is_meant(start, first)
                          ? "the mechanism stays there only if nothing disturbs it"
                          : "another one may be found from another position of the bodies, or with equilibrium: {starts: 8}"));
    result.outcome.message = fmt::format("{} was found by {}; {}", exchange_.is_steady() ? "a steady motion" : "an equilibrium",
                                         first.method, words(first.position));
    if (!report.others.empty())
      result.outcome.message += fmt::format("; {} other{} too", report.others.size(), report.others.size() == 1 ? "" : "s");
    count(result);
  }

  const AnalysisOptions& options_;
  const Control& control_;
  EquilibriumExchange exchange_;
  EquilibriumSearch search_;
};

}  // namespace

namespace {
bool is_turning(const AnalysisOptions& options) {
  return options.equilibrium && options.equilibrium->kind == EquilibriumKind::turning;
}
// Friction holds it, unless it slides steadily.
bool rests(const Model& model, const AnalysisOptions& options) {
  return has_friction(model) && !(options.equilibrium && options.equilibrium->kind == EquilibriumKind::steady);
}
}  // namespace

namespace {

// At rest all has always been as it is; in a steady motion it has not.
void refuse_past_motion(const Model& model, const AnalysisOptions& options) {
  if (options.equilibrium && options.equilibrium->kind != EquilibriumKind::rest) refuse_delay(model, "a steady motion");
}

}  // namespace

Equilibrium find_equilibrium(const Model& model, const AnalysisOptions& options, const Control& control) {
  refuse_past_motion(model, options);
  if (rests(model, options)) return find_rest(model, options, control);
  if (is_turning(options)) return find_turning(model, options, control);
  return Finder(model, options, control).find().result;
}

Results equilibrium(const Model& model, const AnalysisOptions& options, const Control& control) {
  refuse_past_motion(model, options);
  if (rests(model, options)) return rest(model, options, control);
  if (is_turning(options)) return turning(model, options, control);
  const Stopwatch clock;
  Finder finder(model, options, control);
  const Solution solution = finder.find();
  const Equilibrium& found = solution.result;
  // The same System without the conditions among its outputs.
  const bool is_steady = finder.exchange().is_steady();
  const System system(is_steady ? found.model : at_rest(found.model), finder.exchange().coordinates());
  std::string why = "forces are balanced";
  if (is_steady) why += "; a steady motion is one whose joint rates stay, so that relative coordinates tell it";
  Results results = results_of(found, system, options, why);
  if (solution.candidate) {
    const State& state = solution.candidate->point.state;
    add_row(found, system, state, Recorder(system, Equations(system).kernel.selected(), MotionFrom::rates), results);
    if (const IdleFreedoms idle = idle_freedoms(system, state); idle.count() > 0)
      results.summary.warnings.push_back(idle_warning(idle));
  }
  clock.stop(results.summary);
  return results;
}

}  // namespace bricard
