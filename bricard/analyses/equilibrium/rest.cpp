#include "bricard/analyses/equilibrium/rest.hpp"

#include <fmt/format.h>

#include <cmath>

#include "bricard/analyses/assembly/assembly.hpp"
#include "bricard/analyses/assembly/state_file.hpp"
#include "bricard/analyses/common.hpp"
#include "bricard/analyses/equilibrium/equilibrium_coordinates.hpp"
#include "bricard/analyses/equilibrium/equilibrium_exchange.hpp"
#include "bricard/formulations/stabilizations/project.hpp"
#include "bricard/math/thresholds.hpp"
#include "bricard/system/recorder.hpp"
#include "bricard/system/rubbing.hpp"

namespace bricard {

namespace {

constexpr double stride = 0.01;  // of the characteristic length, or radians
constexpr int most_strides = 2000;
constexpr int halvings = 45;  // of a stride

// A position on the way, and how it would go on from there.
struct Place {
  State state;
  Eigen::VectorXd along;  // velocities of the one free motion, whose fastest body moves a characteristic length per unit
  double drive = 0;       // acceleration along it; 0: it rests
};

class Way {
 public:
  explicit Way(const System& system) : system_(system), e_(system), a_(system.nv()) {}

  // Judges a position; `before`: the free motion at a position nearby. False: `why` says it.
  bool look(const State& state, const Eigen::VectorXd* before, Place& place) {
    place.state = state;
    place.state.v.setZero();
    system_.motion(place.state, e_, RowSet::all, Measure::all);
    system_.fill(e_);
    freedoms_ = system_.nv() - static_cast<int>(e_.kernel.select()) - rows_over_joints();
    system_.forces(e_);
    if (!system_.factor(e_)) return refuse("a body without inertia can move: give it mass");
    system_.accelerations(e_, a_);
    const double without = largest(e_.solution.A);
    if (!rub(system_, e_)) return refuse(why_not(system_, e_));
    system_.accelerations(e_, a_);
    const double left = largest(e_.solution.A);
    place.drive = left > threshold::balanced * without ? left : 0;
    if (before || place.drive > 0) {
      place.along = place.drive > 0 ? a_ : *before;
      if (before && place.drive == 0) project_onto_freedom(*before, place);
      normalize(place);
      if (before && place.along.dot(*before) < 0) {
        place.along = -place.along;
        place.drive = -place.drive;
      }
    }
    return true;
  }
  // From a place along its free motion.
  bool go(const Place& from, double way, Place& to) {
    State state = from.state;
    const Eigen::VectorXd step = way * from.along;
    system_.move(from.state.q, step, state.q);
    system_.motion(state, e_, RowSet::all, Measure::all);
    if (!project(system_, e_, state, unlimited, threshold::rounding_of_run))
      return refuse("its joints cannot be closed on the way");
    system_.motion(state, e_, RowSet::all, Measure::all);
    system_.update_angles(e_, state);
    return look(state, &from.along, to);
  }
  // The first place in a direction (±1) at which `is_there`; nothing: none was found, and `why` may say the reason.
  template <class Condition>
  std::optional<Place> first(Place from, double direction, const Condition& is_there) {
    for (int i = 0; i < most_strides; ++i) {
      Place to;
      if (!go(from, direction * stride, to)) return {};
      if (is_there(to)) {
        double outside = 0, inside = stride;
        Place found = to;
        for (int k = 0; k < halvings; ++k) {
          Place middle;
          const double half = 0.5 * (outside + inside);
          if (!go(from, direction * half, middle)) return {};
          (is_there(middle) ? inside : outside) = half;
          if (inside == half) found = middle;
        }
        return found;
      }
      from = to;
    }
    return {};
  }
  // A motion that the constraints leave, where nothing moves it.
  bool any_motion(Place& place) {
    Eigen::VectorXd motion(system_.nv());
    system_.motion(place.state, e_, RowSet::all, Measure::all);
    if (!system_.factor(e_)) return false;
    for (int j = 0; j < 3; ++j) {
      for (auto& f : e_.right.f) f.setZero();
      for (int b = 1; b <= system_.mechanism().bodies; ++b) e_.right.f[b].setConstant(1.0 / (b + j));
      system_.response(Order::velocity, e_, motion);
      place.along = motion;
      if (normalize(place)) return true;
    }
    return false;
  }
  int freedoms() const { return freedoms_; }
  const std::string& why() const { return why_; }

 private:
  int rows_over_joints() const {
    int rows = system_.own_rows();
    for (const RowGroup& group : system_.constraints().groups)
      if (group.edge && !system_.holds(group)) rows += group.rows;
    return rows;
  }
  bool refuse(std::string why) {
    why_ = std::move(why);
    return false;
  }
  double largest(const std::vector<Vec6<double>>& A) const {
    double most = 0;
    for (int b = 1; b <= system_.mechanism().bodies; ++b)
      most = std::max({most, A[b].head<3>().norm(), A[b].tail<3>().norm() * system_.length()});
    return most;
  }
  void project_onto_freedom(const Eigen::VectorXd& before, Place& place) {
    State moving = place.state;
    moving.v = before;
    system_.motion(moving, e_, RowSet::all, Measure::all);
    if (!system_.factor(e_)) return;
    system_.correction(Order::velocity, e_, e_.increment);
    place.along = before + e_.increment;
  }
  bool normalize(Place& place) {
    State moving = place.state;
    moving.v = place.along;
    system_.motion(moving, e_, RowSet::all, Measure::all);
    const double speed = system_.speed(e_);
    if (!(speed > threshold::nothing)) return false;
    place.along *= system_.length() / speed;
    return true;
  }

  const System& system_;
  Equations e_;
  Eigen::VectorXd a_;
  int freedoms_ = 0;
  std::string why_;
};

std::string value_text(const System& system, const State& state, const std::string& name) {
  for (const auto& [column, value] : configuration(system, state))
    if (column.name == name)
      return fmt::format("{:.9g} {}", value / system.model().units.factor(column.dimension),
                         system.model().units.name(column.dimension));
  return "?";
}

// The range about a place of rest, in words: "slide.position may be anywhere from .. to .."
std::string range(const System& system, Way& way, Place place) {
  if (way.freedoms() != 1 || !way.any_motion(place)) return {};
  const std::string name = leading_coordinate(system, place.state, place.along).name;
  const auto moves = [](const Place& at) { return at.drive != 0; };
  std::string ends[2];
  for (int i = 0; i < 2; ++i) {
    const std::optional<Place> end = way.first(place, i == 0 ? -1 : 1, moves);
    if (end) ends[i] = value_text(system, end->state, name);
  }
  if (ends[0].empty() && ends[1].empty()) return fmt::format("; along {} no end of its range was found", name);
  for (std::string& end : ends)
    if (end.empty()) end = "where no end was found";
  return fmt::format("; it rests for {} from {} to {}", name, ends[0], ends[1]);
}

}  // namespace

bool has_friction(const Model& model) {
  for (const Joint& joint : model.joints)
    if (joint.active && joint.friction) return true;
  for (const Force& force : model.forces)
    if (force.active && force.kind.friction() > 0) return true;
  return false;
}

namespace {

struct Rest {
  Equilibrium result;
  std::optional<State> state;
};

Rest look_for_rest(const System& system, const AnalysisOptions& options) {
  Rest rest;
  rest.result.model = system.model();
  const auto fail = [&](const std::string& why) {
    rest.result.outcome = Outcome::failure(why);
    return rest;
  };
  if (options.equilibrium && (!options.equilibrium->find.empty() || options.equilibrium->kind != EquilibriumKind::rest))
    refuse_friction(system.model(), "an equilibrium that is steady or finds parameters");
  if (system.nz() > 0) refuse_friction(system.model(), "an equilibrium with user states");
  const Assembly assembly = assemble(system, assembly_settings(options));
  rest.result.warnings = assembly.warnings;
  rest.result.assembly = assembly.what;
  if (assembly.outcome.failed()) return fail(assembly.outcome.message);
  Way way(system);
  Place start;
  if (!way.look(assembly.state, nullptr, start)) return fail(way.why());
  Place found = start;
  if (start.drive != 0) {
    if (way.freedoms() != 1)
      return fail(
          fmt::format("the start does not rest, and of {} freedoms the nearest position of rest is not looked for: start "
                      "nearer to it, or let a run of `dynamics` come to rest",
                      way.freedoms()));
    const auto nearest = way.first(start, 1, [](const Place& at) { return !(at.drive > 0); });
    if (!nearest)
      return fail(way.why().empty() ? "no position of rest was found on the way that it would take from the start" : way.why());
    found = *nearest;
  }
  rest.state = found.state;
  Equilibrium& result = rest.result;
  result.report.configuration.coordinates = configuration(system, found.state);
  result.report.method = "friction at rest";
  result.state = start_state(system, found.state);
  result.outcome.message = start.drive == 0 ? "the start is a position of rest, held by friction"
                                            : "the position of rest that is nearest to the start, held by friction";
  result.outcome.message += range(system, way, found);
  return rest;
}

}  // namespace

Equilibrium find_rest(const Model& model, const AnalysisOptions& options) {
  const System system(at_rest(model), chosen_coordinates(options));
  Equilibrium found = look_for_rest(system, options).result;
  found.model = model;
  return found;
}

Results rest(const Model& model, const AnalysisOptions& options) {
  const Stopwatch clock;
  const System system(at_rest(model), chosen_coordinates(options));
  const Rest found = look_for_rest(system, options);
  Results results;
  results.columns = result_columns(system);
  Summary& summary = results.summary;
  summary = describe(system, "equilibrium");
  summary.methods = {std::string(system.coordinates()), "none", "none", "none", "friction holds; nothing is integrated"};
  warn_of_keys_without_effect(options, summary);
  summary.warnings.insert(summary.warnings.end(), found.result.warnings.begin(), found.result.warnings.end());
  summary.assembly = found.result.assembly;
  summary.outcome = found.result.outcome;
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
