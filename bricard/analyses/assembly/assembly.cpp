#include "bricard/analyses/assembly/assembly.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <map>
#include <random>

#include "bricard/analyses/assembly/closing.hpp"
#include "bricard/analyses/assembly/start_velocities.hpp"
#include "bricard/analyses/common.hpp"
#include "bricard/analyses/driven/path.hpp"
#include "bricard/core/text.hpp"
#include "bricard/formulations/problems/scales.hpp"
#include "bricard/math/thresholds.hpp"
#include "bricard/system/row_length.hpp"

namespace bricard {

namespace {

constexpr long most_leading_steps = 1000000;  // some ten thousand turns
constexpr int probes = 8;                     // further starts, where joints were open
constexpr double comparable = 2;  // a branch at this many times the distance of the nearest one makes the choice unclear

// Prescribed initial coordinates of joints as further drivers.
struct Start {
  std::vector<HeldCoordinate> held;
  std::vector<std::string> further;  // what the further drivers are

  // `system` has them.
  std::string name(const System& system, const RowGroup& group) const {
    const std::size_t own = system.model().drivers.size() - further.size();
    switch (group.kind) {
      case RowGroup::Kind::joint:
        return fmt::format("joint '{}'", system.name_of(group));
      case RowGroup::Kind::constraint:
        return fmt::format("constraint '{}'", system.name_of(group));
      case RowGroup::Kind::driver:
        break;
    }
    const auto index = static_cast<std::size_t>(group.element);
    return index < own ? fmt::format("driver '{}'", system.name_of(group)) : further[index - own];
  }
};

// Calls visit(joint, coordinate name, index among all measured coordinates).
template <class Visitor>
void for_each_coordinate(const Model& model, Visitor&& visit) {
  int measured = 0;
  for (const Joint& joint : model.joints)
    for (const CoordinateName& name : coordinates_of(model, joint)) visit(joint, name, measured++);
}

// `prescribed`: the value that the further driver of a coordinate has, where `given` is what the model gives.
Start with_initial(const Model& model, std::string_view key(const CoordinateName&),
                   const std::function<double(int measured, double given)>& prescribed) {
  Start start;
  for_each_coordinate(model, [&](const Joint& joint, const CoordinateName& name, int measured) {
    if (!joint.initial || !joint.active) return;
    const double* value = joint.initial->find(key(name));
    if (!value) return;
    HeldCoordinate& held = start.held.emplace_back();
    held.measured = measured;
    held.value = prescribed(measured, *value);
    held.driver.name = fmt::format("{}_{}_at_start", joint.name, name.name);
    held.driver.joint = joint.name;
    held.driver.prescribed[name.name] = held.value;
    start.further.push_back(fmt::format("the initial {} of joint '{}'", key(name), joint.name));
  });
  return start;
}

Start with_initial_positions(const Model& model) {
  return with_initial(
      model, [](const CoordinateName& name) { return std::string_view(name.name); }, [](int, double given) { return given; });
}

// Rates are driven from the coordinates that were found.
struct Moving {
  Start start;
  System system;
};
Moving with_initial_rates(const System& system, const Model& model, const Equations& at) {
  std::vector<std::pair<double, double>> lines;  // by further driver: from, rate
  Start start = with_initial(
      model, [](const CoordinateName& name) { return std::string_view(name.rate); },
      [&](int measured, double given) {
        lines.emplace_back(at.k.measured[measured].value, given);
        return lines.back().first;
      });
  System moving(system, absolute_coordinates, start.held);
  const std::size_t own = system.model().drivers.size();
  for (std::size_t i = 0; i < lines.size(); ++i) moving.drive_along(static_cast<int>(own + i), lines[i].first, lines[i].second);
  return {std::move(start), std::move(moving)};
}

// The coordinate that a one-row group drives or constrains, without what is prescribed for it.
double coordinate_of(const RowGroup& group, const Equations& e) {
  double value = 0;
  for (int m = 0; m < group.terms; ++m) value += e.k.entries[group.first_entry + m].value;
  return value;
}

// By row: how far drivers are from their start values.
std::vector<double> open_drivers(const System& system, const State& state) {
  Equations e(system);
  system.motion(state, e, RowSet::all, Measure::all);
  std::vector<double> open(system.constraints().rows, 0.0);
  for (const RowGroup& group : system.constraints().groups)
    if (group.kind == RowGroup::Kind::driver) open[group.first_row] = e.k.Phi[group.first_row];
  return open;
}

// The same mechanism with drivers that lead, within one unit of time, from where they are to their start values; all else that
// depends on time keeps its value at the start.
System leading_to_start(const System& system, const State& state) {
  Equations e(system);
  system.motion(state, e, RowSet::all, Measure::all);
  Model model = system.model();
  for (Joint& joint : model.joints) joint.initial.reset();  // the drivers say it
  std::vector<std::tuple<int, double, double>> lines;       // driver, from, rate
  for (const RowGroup& group : system.constraints().groups) {
    if (group.kind == RowGroup::Kind::joint) continue;
    const double now = coordinate_of(group, e), open = e.k.Phi[group.first_row];
    if (group.kind == RowGroup::Kind::constraint) {
      auto& value = model.constraints[group.element].value;
      if (value && !value->is_number()) *value = Function(now - open);
      continue;
    }
    Driver& driver = model.drivers[group.element];
    *driver.function() = Function(now);
    lines.emplace_back(group.element, now, -open / model.units.factor(dimension::time));
  }
  System leading(model);
  for (const auto& [driver, from, rate] : lines) leading.drive_along(driver, from, rate);
  return leading;
}

Weights body_weights(const System& system, const AssemblySettings& settings) {
  Weights weights = inertial_weights(system);
  std::vector<std::string> names;
  for (const Body& body : system.model().bodies) names.push_back(body.name);
  for (const auto& [name, factor] : settings.weights) {
    const auto at = std::find(names.begin(), names.end(), name);
    if (at == names.end()) throw Error("analysis.weights", fmt::format("there is no body '{}'", name), did_you_mean(name, names));
    if (!(std::isfinite(factor) && factor > 0))
      throw Error("analysis.weights." + name, "a weight must be positive and finite", "1 is the body's own inertia");
    const int b = system.mechanism().tree.number[at - names.begin() + 1];
    weights.mass[b] *= factor;
    weights.inertia[b] *= factor;
  }
  return weights;
}

// "joint 'pivot' stays open by 12 mm, driver 'motor' by 3 deg": the worst five.
std::string open_groups(const System& system, const Start& start, const Equations& e) {
  struct Open {
    std::string text;
    double by;
  };
  std::vector<Open> open;
  for (const RowGroup& group : system.constraints().groups) {
    int worst = -1;
    double by = threshold::closed_to_rounding * system.length();
    for (int i = 0; i < group.rows; ++i)
      if (const double row = as_length(system, e, group.first_row + i, e.k.Phi[group.first_row + i]); row > by)
        by = row, worst = i;
    if (worst < 0) continue;
    const int row = group.first_row + worst;
    const bool is_angle = e.k.entries[group.first_entry + worst * group.terms].n.squaredNorm() == 0 &&
                          length_per_one(system, e, row) == system.length();
    open.push_back({start.name(system, group) + " stays open by " +
                        (is_angle ? amount(std::abs(e.k.Phi[row]), dimension::angle, system.model().units)
                                  : amount(by, dimension::length, system.model().units)),
                    by});
  }
  std::stable_sort(open.begin(), open.end(), [](const Open& a, const Open& b) { return a.by > b.by; });
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(open.size(), 5); ++i) text += (i ? ", " : "") + open[i].text;
  if (open.size() > 5) text += fmt::format(" and {} more", open.size() - 5);
  return text;
}

// Bodies displaced at random by `size` characteristic lengths and radians each.
Poses displaced(const Poses& design, double size, double length, int seed) {
  std::mt19937 engine(seed);
  std::normal_distribution<double> normal;
  const auto direction = [&] {
    const double x = normal(engine), y = normal(engine), z = normal(engine);
    return Vec3<double>(x, y, z).normalized();
  };
  Poses places = design;
  for (std::size_t b = 1; b < places.p.size(); ++b) {
    places.p[b] += size * length * direction();
    places.R[b] = Eigen::AngleAxisd(size, direction()).toRotationMatrix() * places.R[b];
  }
  return places;
}

// Steps 1 and 2: the nearest closed position, and whether it is clear which branch is meant.
bool close_from_design(Closing& closing, const Poses& design, double length, State& state, std::vector<std::string>& warnings) {
  const State start = state;
  bool found = closing.close(state);
  double distance = found ? closing.approach(state, design) : 0;
  Poses nearest = closing.poses_of(state);
  const double size = found ? largest_difference(design, nearest, length) : 0.5;
  bool unclear = false, first_failed = !found;
  for (int seed = 1; seed <= probes; ++seed) {
    State probe = closing.state_at(displaced(design, size, length, seed), start);
    if (!closing.close(probe)) continue;
    const double further = closing.approach(probe, design);
    if (found && further > comparable * distance) continue;
    State walker = probe;
    const bool same = found && closing.approach(walker, nearest) < threshold::joined;
    unclear = unclear || (found && !same);
    if (found && further >= distance) continue;
    state = probe;
    nearest = closing.poses_of(state);
    distance = further;
    found = true;
  }
  if (found && first_failed)
    warnings.push_back(
        "the design position is so far from closed that the joints could be closed only from a displaced start; "
        "check that the branch is the intended one, or correct the positions of the bodies");
  else if (unclear)
    warnings.push_back(
        "the design position lies between branches: the joints also close in another way at a comparable distance; the nearest "
        "was taken; check that it is the intended one, or correct the positions of the bodies");
  return found;
}

// Step 3. Leaves the state closed with drivers and initial coordinates at their start, or returns false.
bool lead_drivers(const System& placed, Closing& closing, const Weights& weights, const Poses& design, State& state,
                  std::vector<std::string>& warnings) {
  const System leading = leading_to_start(placed, state);
  const double unit = placed.model().units.factor(dimension::time);
  State at_start = state;
  at_start.t = 0;
  Path path(leading, weights, at_start, false);
  path.limit_steps(most_leading_steps);
  const bool led = path.advance(unit, threshold::finest_leading_step * unit);
  if (led) {
    state.q = path.state().q;
    state.angles = path.state().angles;
  }
  closing.hold(std::vector<double>(placed.constraints().rows, 0.0));
  if (!closing.close(state)) return false;
  closing.approach(state, design);
  if (!led || !path.singular_times().empty())
    warnings.push_back(
        "drivers and initial coordinates could be brought to their start values only through a singular position; check that the "
        "branch is the intended one");
  return true;
}

void describe_moves(const System& placed, const Poses& design, const Poses& now, Assembly& assembly) {
  const Model& model = placed.model();
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const Vec6<double> d = difference(design, now, placed.mechanism().tree.number[i + 1]);
    assembly.moved.push_back({model.bodies[i].name, d.head<3>().norm(), d.tail<3>().norm()});
  }
}

std::string what_was_done(const Assembly& assembly, const System& placed, bool led, bool was_closed, bool from_state) {
  const UnitSystem& units = placed.model().units;
  const double length = placed.length();
  const char* where = from_state ? "state that the run starts from" : "design position";
  if (was_closed && !led)
    return from_state ? "the state that the run starts from closes as it is" : "the design position closes as written";
  std::string text = led ? "drivers and initial coordinates were brought to their start values" : "";
  if (!was_closed)
    text = fmt::format("joints were open by up to {} in the {} and were closed{}{}",
                       amount(assembly.open, dimension::length, units), where, led ? "; " : "", text);
  const auto most = std::max_element(assembly.moved.begin(), assembly.moved.end(), [&](const BodyMove& a, const BodyMove& b) {
    return std::max(a.distance / length, a.angle) < std::max(b.distance / length, b.angle);
  });
  if (most != assembly.moved.end())
    text += fmt::format("; body '{}' moved most, by {} and {}", most->body, amount(most->distance, dimension::length, units),
                        amount(most->angle, dimension::angle, units));
  return text;
}

// The bodies of a state, all of them and no others: by body of the model.
std::vector<const StartState::OfBody*> bodies_of(const StartState& from, const Model& model) {
  std::vector<std::string> names;
  for (const Body& body : model.bodies) names.push_back(body.name);
  std::vector<const StartState::OfBody*> bodies(names.size(), nullptr);
  for (const StartState::OfBody& each : from.bodies) {
    const auto at = std::find(names.begin(), names.end(), each.name);
    if (at == names.end())
      throw Error("--from", fmt::format("the state has a body '{}' that the model has not", each.name),
                  did_you_mean(each.name, names));
    bodies[at - names.begin()] = &each;
  }
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (!bodies[i])
      throw Error("--from", fmt::format("the state has no body '{}'", names[i]), "start from a run of the same mechanism");
  return bodies;
}

// The state as one of `placed`; joints need not close.
State placed_as(const System& placed, Closing& closing, const StartState& from) {
  const auto bodies = bodies_of(from, placed.model());
  State near = placed.designed();
  std::map<std::string, double> turned(from.coordinates.begin(), from.coordinates.end());
  for (std::size_t m = 0; m < placed.measures().measured.size(); ++m) {
    const MeasuredCoordinate& coordinate = placed.measures().measured[m];
    if (coordinate.joint < 0) continue;
    const Joint& joint = placed.model().joints[coordinate.joint];
    const std::string name(coordinate_name(placed, coordinate));
    if (const auto at = turned.find(joint.name + "." + name); at != turned.end()) near.angles[static_cast<int>(m)] = at->second;
  }
  Poses places = closing.poses_of(near);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const int b = placed.mechanism().tree.number[i + 1];
    const auto& e = bodies[i]->quaternion;
    places.p[b] = Eigen::Map<const Eigen::Vector3d>(bodies[i]->position.data());
    places.R[b] = Eigen::Quaterniond(e[0], e[1], e[2], e[3]).normalized().toRotationMatrix();
  }
  State state = closing.state_at(places, near);
  for (std::size_t i = 0; i < placed.model().states.size(); ++i)
    for (const auto& [name, value] : from.states)
      if (name == placed.model().states[i].name) state.z[static_cast<int>(i)] = value;
  return state;
}

// The model with the velocities of a state as given ones; a state at rest may leave those of the model.
Model moving_as(const Model& model, const StartState& from, bool given_velocities) {
  const auto bodies = bodies_of(from, model);
  const auto is_zero = [](const std::array<double, 3>& v) { return v[0] == 0 && v[1] == 0 && v[2] == 0; };
  const bool at_rest = std::all_of(bodies.begin(), bodies.end(), [&](const StartState::OfBody* each) {
    return is_zero(each->velocity) && is_zero(each->angular_velocity);
  });
  if (at_rest && given_velocities) return model;
  Model moving = model;
  for (Joint& joint : moving.joints) joint.initial.reset();
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    moving.bodies[i].velocity = Eigen::Map<const Eigen::Vector3d>(bodies[i]->velocity.data());
    moving.bodies[i].angular_velocity = Eigen::Map<const Eigen::Vector3d>(bodies[i]->angular_velocity.data());
  }
  return moving;
}

// A tension needs the line between its ends.
void check_directions(const System& system, const State& start) {
  Equations e(system);
  system.motion(start, e, RowSet::all, Measure::all);
  system.forces(e);
  for (const ForceStage& stage : system.functions().force_stages)
    for (const ForceEntry& force : stage.forces) {
      if (force.kind->uses != ForceEnds::two_ends) continue;
      const bool meet = e.k.pairs[force.pair].r.norm() <= threshold::rounding_of_positions * system.reach();
      if (meet && std::abs(e.k.columns[force.results[0]]) > 0)
        throw Error("forces." + system.model().forces[force.element].name,
                    "its ends meet at the start, and its force has no direction there",
                    "move one of them, or give it no free length: then it pulls them together from any side");
    }
}

}  // namespace

Assembly assemble(const System& system, const AssemblySettings& settings) {
  Assembly assembly;
  // Prescribed initial coordinates do not apply to a state that is given.
  const Start start = settings.from ? Start{} : with_initial_positions(system.model());
  const System placed(system, absolute_coordinates, start.held);
  const Weights weights = body_weights(placed, settings);
  const double length = placed.length();
  Closing closing(placed, weights);
  State state = settings.from ? placed_as(placed, closing, *settings.from) : placed.designed();
  const State first = state;
  const Poses design = closing.poses_of(state);

  const auto fail = [&] {
    closing.poses_of(state);
    assembly.state = system.designed();
    assembly.outcome =
        Outcome::failure("the mechanism could not be assembled: " + open_groups(placed, start, closing.equations()) +
                         "; check points, axes and lengths there, and what drivers and `initial` ask for at t = 0");
    assembly.what = assembly.outcome.message;
    return assembly;
  };

  const std::vector<double> ahead = open_drivers(placed, state);
  bool led = false;
  for (std::size_t row = 0; row < ahead.size(); ++row)
    led = led ||
          !(placed.scaled(static_cast<int>(row), ahead[row]) <= threshold::as_written * closing.reach(static_cast<int>(row)));
  closing.hold(ahead);
  closing.poses_of(state);
  assembly.open = closing.open();
  const bool was_closed = closing.relatively_open() <= threshold::as_written;
  const bool closed = was_closed ? closing.close(state) : close_from_design(closing, design, length, state, assembly.warnings);
  if (!closed && led) closing.hold(std::vector<double>(ahead.size(), 0.0));
  if (!closed && !(led && (state = first, close_from_design(closing, design, length, state, assembly.warnings)))) return fail();
  if (closed && led && !lead_drivers(placed, closing, weights, design, state, assembly.warnings)) return fail();

  Equations e(placed);
  placed.motion(state, e, RowSet::all, Measure::all);
  describe_moves(placed, design, poses(e), assembly);
  assembly.what = what_was_done(assembly, placed, led, was_closed, settings.from.has_value());

  std::optional<Model> as_before;
  if (settings.from) as_before = moving_as(system.model(), *settings.from, settings.given_velocities);
  const Model& given = as_before ? *as_before : system.model();
  const auto [moving_start, moving] = with_initial_rates(start.held.empty() ? placed : system, given, e);
  const auto name = [&start = moving_start, &moving = moving](const RowGroup& group) { return start.name(moving, group); };
  if (!start_velocities(moving, given, weights, name, state, assembly.warnings))
    assembly.warnings.push_back("initial velocities could not be found; the run starts from rest");
  Equations v(moving);
  moving.motion(state, v, RowSet::all, Measure::all);
  assembly.state = system.state_of(v, 0);
  check_directions(system, assembly.state);
  Equations at_start(system);
  system.motion(assembly.state, at_start);
  if (system.singular(at_start.k))
    assembly.outcome = Outcome::failure("the coordinates cannot describe the start: " + singular_message(system, at_start));
  return assembly;
}

}  // namespace bricard
