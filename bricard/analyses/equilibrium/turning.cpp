#include "bricard/analyses/equilibrium/turning.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "bricard/analyses/assembly/state_file.hpp"
#include "bricard/analyses/common.hpp"
#include "bricard/analyses/equilibrium/equilibrium_coordinates.hpp"
#include "bricard/analyses/equilibrium/equilibrium_results.hpp"
#include "bricard/analyses/equilibrium/turning_search.hpp"
#include "bricard/analyses/independent_rows.hpp"
#include "bricard/analyses/linear/linear_model.hpp"
#include "bricard/analyses/unfollowed_states.hpp"
#include "bricard/core/text.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {

// Functions of time in a turn: times from which on they may stay as they are, and later ones at which they are looked at, in
// seconds after it or in parts of it.
constexpr double times[] = {0, 1, 10, 100, 1000, 10000}, later[] = {0.1, 0.37, 1.3, 4.7, 21, 83};

// What assembly says of velocities that rows do not allow.
constexpr std::string_view guessed_velocities = "velocities at the start contradict";

// Everything that changes with time at a place: forces, derivatives of states, rates of drivers and theirs.
Eigen::VectorXd at_time(const System& system, State state, double t, Equations& e, WrittenOut& written) {
  state.t = t;
  system.motion(state, e, RowSet::all, Measure::all);
  system.forces(e);
  written.write(e);
  const auto rows = static_cast<Eigen::Index>(e.k.nu.size());
  Eigen::VectorXd all(system.nv() + system.nz() + 2 * rows);
  all.head(system.nv()) = written.Q();
  for (int i = 0; i < system.nz(); ++i) all[system.nv() + i] = e.k.z_rate[i];
  for (Eigen::Index i = 0; i < rows; ++i) {
    all[system.nv() + system.nz() + i] = e.k.nu[i];
    all[system.nv() + system.nz() + rows + i] = e.k.second[i];
  }
  return all;
}

// The first of `times` from which on nothing changes by itself.
std::optional<double> settled_time(const System& system, const State& state) {
  Equations e(system);
  WrittenOut written(system);
  for (const double t : times) {
    const Eigen::VectorXd first = at_time(system, state, t, e, written);
    const bool stays = first.allFinite() && std::all_of(std::begin(later), std::end(later), [&](double part) {
                         const Eigen::VectorXd then = at_time(system, state, t + part * std::max(1.0, t), e, written);
                         return ((then - first).array().abs() <= threshold::as_written * (1 + first.array().abs())).all();
                       });
    if (stays) return t;
  }
  return std::nullopt;
}

// By number: the one that was named, else the heaviest of those that no joint holds, or of all.
int observed_body(const System& system, const std::string& name) {
  const MechanismLayout& mechanism = system.mechanism();
  if (!name.empty()) {
    std::vector<std::string> known;
    for (std::size_t i = 0; i < system.model().bodies.size(); ++i) {
      if (system.model().bodies[i].name == name) return mechanism.tree.number[i + 1];
      known.push_back(system.model().bodies[i].name);
    }
    throw Error("analysis.equilibrium.body", "there is no body " + quoted(name), did_you_mean(name, known));
  }
  const bool some_are_free =
      std::any_of(mechanism.joint_of_body.begin() + 1, mechanism.joint_of_body.end(), [](int joint) { return joint < 0; });
  int heaviest = 0;
  for (int b = 1; b <= mechanism.bodies; ++b)
    if (!some_are_free || mechanism.joint_of_body[b] < 0)
      if (heaviest == 0 || mechanism.mass[b] > mechanism.mass[heaviest]) heaviest = b;
  return heaviest;
}

class Turn {
 public:
  Turn(const Model& model, const AnalysisOptions& options, const Control& control)
      : options_(options), exchange_(model, options, control) {
    refuse_unfollowed_states(exchange_.mounted(exchange_.start()).system);
  }

  Equilibrium find() {
    MountedSystem& mounted = exchange_.mounted(exchange_.start());
    const System& system = mounted.system;
    result_.model = exchange_.model(exchange_.start());
    const Assembly assembly = assemble(system, assembly_settings(options_));
    for (const std::string& each : assembly.warnings)  // velocities are a guess: they need not fit
      if (each.compare(0, guessed_velocities.size(), guessed_velocities) != 0) result_.warnings.push_back(each);
    result_.assembly = assembly.what;
    if (assembly.outcome.failed()) return failed(assembly.outcome.message);
    if (system.mechanism().bodies == 0) return failed("there is no steady turn: nothing moves");
    State start = assembly.state;
    if (!choose_time(mounted, start)) return failed(result_.outcome.message);

    const int body = observed_body(system, exchange_.options().body);
    const double pace = pace_of(mounted, start);
    const InvariantMotions motions(mounted.equations, start, pace);
    if (!motions.goes_on())
      return failed("there is no steady turn: drivers or forces prescribe something that changes with time");
    TurningSearch search(exchange_, motions, body, pace);
    TurningPoint point{exchange_.start(), start, guess(mounted, motions, start, body)};
    const std::string refused = refusal(motions, system, start);
    const Outcome outcome = refused.empty() ? search.solve(point) : Outcome::failure(refused);
    result_.iterations = search.iterations;
    result_.evaluations = search.evaluations;
    result_.factorizations = search.factorizations;
    if (outcome.failed()) {
      if (exchange_.interrupted()) {
        result_.outcome = {Status::stopped, "interrupted before a steady turn was found"};
        return result_;
      }
      return failed("no steady turn was found: " + outcome.message);
    }
    if (std::string why = search.why_not_steady(point); !why.empty()) return failed("there is no steady turn: " + why);
    report(motions, search, point, body);
    return result_;
  }

 private:
  Equilibrium failed(std::string why) {
    result_.outcome = Outcome::failure(std::move(why));
    return result_;
  }

  // A run starts at t = 0. Else functions of time have come to where they stay.
  bool choose_time(MountedSystem& mounted, State& start) {
    if (options_.type != "equilibrium" && options_.type != "modes") return true;
    const auto t = settled_time(mounted.system, start);
    if (!t) {
      result_.outcome = Outcome::failure(
          "there is no steady turn: functions of time do not come to where they stay; hold them, or give them an end");
      return false;
    }
    if (*t == 0) return true;
    start.t = *t;
    mounted.equations.keep_rates(start.v);
    const bool closes = mounted.equations.close(start);
    mounted.equations.keep_rates({});
    if (closes) return true;
    result_.outcome = Outcome::failure(
        fmt::format("the mechanism does not close nearby with its functions of time as they stay from t = {} s on", *t));
    return false;
  }

  // A fast rate: of the start, of what is asked for, or of falling.
  double pace_of(const MountedSystem& mounted, const State& start) const {
    const EquilibriumOptions& options = exchange_.options();
    const System& system = mounted.system;
    double pace = start.v.cwiseQuotient(mounted.equations.scale()).cwiseAbs().maxCoeff();
    pace = std::max(pace, std::sqrt(system.model().gravity.norm() / system.length()));
    if (options.speed) pace = std::max(pace, *options.speed / system.length());
    return pace > 0 ? pace : 1;
  }

  // All bodies run along the first axis of the body that is looked at; along another where nothing may run along the first.
  static Eigen::VectorXd ahead(const MountedSystem& mounted, const InvariantMotions& motions, const State& start, int body,
                               const Eigen::Matrix3d& velocities) {
    const System& system = mounted.system;
    const int linear = system.model().dimension;
    Eigen::VectorXd v;
    for (int axis = 0; axis < linear; ++axis) {
      v = Eigen::VectorXd::Zero(start.v.size());
      for (int b = 1; b <= system.mechanism().bodies; ++b)
        v.segment(system.first_velocity(b), linear) = velocities.col(axis).head(linear);
      const Eigen::VectorXd rates = motions.nearest_rates(system, start, v, mounted.equations.scale());
      const Eigen::VectorXd runs = motions.motion(system, start, rates).v.segment(system.first_velocity(body), linear);
      if (runs.norm() > threshold::no_share * velocities.col(axis).norm()) return v;
    }
    return v;
  }

  // Velocities that the model gives; of a body that stands the speed that is asked for, ahead.
  Eigen::VectorXd guess(const MountedSystem& mounted, const InvariantMotions& motions, const State& start, int body) const {
    const EquilibriumOptions& options = exchange_.options();
    const System& system = mounted.system;
    Equations e(system);
    system.motion(start, e);
    Eigen::VectorXd v = start.v;
    const double given = e.k.v[body].norm();
    if (options.speed && given <= threshold::no_share * *options.speed)
      v += ahead(mounted, motions, start, body, *options.speed * e.k.R[body]);
    const double speed = options.speed.value_or(given);
    double yaw_rate = 0;
    if (options.radius) yaw_rate = speed / *options.radius;
    if (options.lateral_acceleration && speed > 0) yaw_rate = *options.lateral_acceleration / speed;
    if (yaw_rate != 0 && e.k.w[body].norm() <= threshold::no_share * std::abs(yaw_rate)) {
      const Vec3<double> gravity = eigen(system.model().gravity);
      const Vec3<double> up =
          system.model().dimension == 3 && gravity.norm() > 0 ? Vec3<double>(-gravity / gravity.norm()) : Vec3<double>(0, 0, 1);
      for (int b = 1; b <= system.mechanism().bodies; ++b) {
        const Vec3<double> turned = yaw_rate * up.cross(e.k.p[b] - e.k.p[body]);
        const int first = system.first_velocity(b);
        v.segment(first, system.model().dimension) += turned.head(system.model().dimension);
        if (system.model().dimension == 3)
          v.segment<3>(first + 3) += yaw_rate * up;
        else
          v[first + 2] += yaw_rate;
      }
    }
    return motions.nearest_rates(system, start, v, mounted.equations.scale());
  }

  // What is asked for needs something that turns or runs.
  std::string refusal(const InvariantMotions& motions, const System& system, const State& start) const {
    const EquilibriumOptions& options = exchange_.options();
    if (!options.radius && !options.lateral_acceleration) return {};
    for (const InvariantMotions::Name& name : motions.names(system, start))
      if (name.text.compare(0, 6, "about ") == 0) return {};
    return "the model changes if it is turned about any axis of ground, so that there is no path with a radius";
  }

  void report(const InvariantMotions& motions, TurningSearch& search, const TurningPoint& point, int body) {
    const System& system = exchange_.mounted(point.values).system;
    EquilibriumReport& report = result_.report;
    report.method = search.method;
    for (int i = 0; i < exchange_.count(); ++i) report.found.emplace_back(exchange_.options().find[i], point.values[i]);
    report.left_alone = moving_coordinates(system, point.state, motions.fields(system, point.state));
    report.configuration.coordinates = configuration(system, point.state);
    const TurningSearch::Path path = search.path(point);
    TurningReport& turn = report.turning.emplace();
    turn.body = system.model().bodies[system.mechanism().tree.given[body] - 1].name;
    turn.speed = path.speed;
    turn.yaw_rate = path.yaw_rate;
    turn.counts = search.counts.text();
    const std::vector<InvariantMotions::Name> names = motions.names(system, point.state);
    for (std::size_t i = 0; i < names.size(); ++i) {
      const Dimension dimension = names[i].is_length ? dimension::speed : dimension::angular_speed;
      const double rate = point.rates[static_cast<Eigen::Index>(i)] * (names[i].is_length ? system.length() : 1);
      turn.running.push_back({{names[i].text, dimension}, rate});
    }
    turn.kept = search.undetermined;
    result_.model = exchange_.model(point.values);
    result_.state = start_state(system, point.state);
    result_.state.found = report.found;
    result_.turning = search.turning(point);
    judge_stability(system, point.state, *result_.turning);
    tell(search, point);
  }

  void judge_stability(const System& system, const State& state, const Eigen::Vector3d& axes) {
    EquilibriumReport::Position& position = result_.report.configuration;
    const LinearModel linear = linearize(system, state, {}, {}, {}, axes);
    if (linear.outcome.failed()) return;
    position.stable = true;
    std::optional<double> growth;
    const std::vector<Mode> modes = modes_of(linear);
    // Motions that run at any rate are double zeros: an error of the balance splits them by its root.
    const double largest = modes.empty() ? 0 : std::hypot(modes.back().real, modes.back().imag);
    const double least = std::sqrt(threshold::balanced) * largest;
    for (const Mode& mode : modes) {
      if (mode.kind == Mode::Kind::rigid) continue;
      const double real = std::abs(mode.real) > least ? mode.real : 0;
      growth = std::max(growth.value_or(real), real);
      if (mode.unstable && real > 0) position.stable = false;
    }
    position.growth = growth.value_or(0);
  }

  void tell(const TurningSearch& search, const TurningPoint& point) {
    const EquilibriumReport::Position& position = result_.report.configuration;
    std::string words = "its stability is not known";
    if (position.stable)
      words = !*position.stable ? fmt::format("unstable: a disturbance grows by {:.4g} 1/s", position.growth)
              : position.growth < -threshold::growing ? "stable"
                                                      : "stable, though disturbances do not decay";
    result_.outcome.message =
        fmt::format("{} was found by {}; {}; {}", point.state.v.isZero(0) ? "a position of rest" : "a steady turn", search.method,
                    words, search.counts.text());
    if (!search.undetermined.empty())
      result_.outcome.message += fmt::format("; nothing determines the rates {}, which stay near those that were given",
                                             fmt::join(search.undetermined, ", "));
    if (point.state.t > 0)
      result_.outcome.message += fmt::format("; functions of time are taken at t = {} s, from which on they stay", point.state.t);
    if (exchange_.options().starts > 1)
      result_.warnings.push_back("`starts` has no effect: a steady turn is sought from one start");
  }

  AnalysisOptions options_;
  EquilibriumExchange exchange_;
  Equilibrium result_;
};

}  // namespace

Equilibrium find_turning(const Model& model, const AnalysisOptions& options, const Control& control) {
  return Turn(model, options, control).find();
}

Results turning(const Model& model, const AnalysisOptions& options, const Control& control) {
  const Stopwatch clock;
  const Equilibrium found = find_turning(model, options, control);
  const System system(found.model, chosen_coordinates(options));
  Results results =
      results_of(found, system, options, "forces are balanced in absolute coordinates, in a motion that changes nothing");
  if (found.turning) {
    const State state = as_given(system, found.state);
    add_row(found, system, state, Recorder(system, independent_rows(system, state)), results);
  }
  clock.stop(results.summary);
  return results;
}

}  // namespace bricard
