#include "bricard/analyses/assembly.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bricard/formulations/scales.hpp"

namespace bricard {

namespace {

// The model with the prescribed initial coordinates of its joints as drivers. They are compiled in absolute coordinates, so that
// joints may start open. `rates`: drive the prescribed initial rates from the coordinates that were found, instead of positions.
Model with_initial_drivers(const Model& model, const System* found = nullptr, const Equations* at = nullptr) {
  Model driven = model;
  for (Joint& joint : driven.joints) joint.initial.reset();
  int measured = 0;
  for (const Joint& joint : model.joints) {
    std::visit(
        [&](const auto& kind) {
          for (const CoordinateName& name : kind.names) {
            const int index = measured++;
            if (!joint.initial || !joint.active) continue;
            const auto value = joint.initial->of(found ? name.rate : name.name);
            if (!value) continue;
            Driver driver;
            driver.name = fmt::format("{}_{}_at_start", joint.name, name.name);
            driver.joint = joint.name;
            Function function = *value;
            if (found) {
              const Dimension dimension = name.is_angle ? dimension::angle : dimension::length;
              const double unit = model.units.factor(dimension), time = model.units.factor(dimension::time);
              function = fmt::format("({:.17g}) + ({:.17g})*t", at->k.measured[index].value / unit, *value / unit * time);
            }
            (name.name == "angle" ? driver.angle : name.name == "position" ? driver.position : driver.angle2) = function;
            driven.drivers.push_back(std::move(driver));
          }
        },
        joint.kind);
  }
  return driven;
}

// Bodies without mass would move for nothing: a small weight makes the nearest position unique.
void floor_weights(const Layout& layout, KernelMatrices& matrices) {
  const double mass = layout.total_mass > 0 ? 1e-6 * layout.total_mass : 1;
  const double inertia = mass * layout.length * layout.length;
  for (int b = 1; b <= layout.bodies; ++b) {
    matrices.mass[b] = std::max(matrices.mass[b], mass);
    for (int i = 0; i < 3; ++i) matrices.inertia[b](i, i) += inertia;
  }
}

double sum_of_squares(const System& system, const Equations& e) {
  double sum = 0;
  for (int row : system.active_rows()) sum += std::pow(system.scaled(row, e.k.Phi[row]), 2);
  return sum;
}

// Gauss–Newton with steps limited to a fraction of the mechanism and halved until the rows come closer together.
bool close_positions(const System& system, Equations& e, State& state, double& moved) {
  const double length = system.layout().length;
  const double closed = 1e-13 * system.reach();
  State trial = state;
  Eigen::VectorXd scale(system.nv());
  velocity_scales(system, length, 1, scale);
  moved = 0;
  system.motion(state, e);
  for (int iteration = 0; iteration < 200; ++iteration) {
    const double open = system.violation(e, Order::position, RowSet::all);
    if (open <= closed) return true;
    system.fill(e);
    floor_weights(system.layout(), e.kernel.matrices());
    // Far from closed, rows that nearly depend on others would ask for huge steps: truncate them.
    const double distance = open / length;
    e.kernel.select(std::clamp(distance * distance, 1e-10, 1e-4));
    if (!e.kernel.factor()) return false;
    system.correction(Order::position, e, e.increment);
    const double largest = (e.increment.array() / scale.array()).abs().maxCoeff();
    if (!std::isfinite(largest)) return false;
    double fraction = largest > 0.4 ? 0.4 / largest : 1;
    const double before = sum_of_squares(system, e);
    const Eigen::VectorXd step = e.increment;
    for (bool better = false; !better; fraction /= 2) {
      if (fraction < 1e-4) {
        system.motion(state, e);
        return open <= 1e-10 * system.reach();  // rounding
      }
      system.move(state.q, fraction * step, trial.q);
      system.motion(trial, e);
      const double after = sum_of_squares(system, e);
      better = after < before || after < closed * closed;
    }
    state.q = trial.q;
    moved += largest;
    system.motion(state, e, RowSet::all, Measure::all);
    system.update_angles(e, state);
  }
  return false;
}

std::string open_joints(const System& system, const Equations& e) {
  struct Open {
    std::string name;
    double by;
  };
  std::vector<Open> open;
  for (const RowGroup& group : system.layout().groups) {
    double by = 0;
    for (int row = group.first_row; row < group.first_row + group.rows; ++row)
      by = std::max(by, system.scaled(row, e.k.Phi[row]));
    if (by > 1e-9 * system.layout().length) open.push_back({system.name_of(group), by});
  }
  std::sort(open.begin(), open.end(), [](const Open& a, const Open& b) { return a.by > b.by; });
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(open.size(), 5); ++i)
    text += fmt::format("{}'{}' stays open by {:.3g} m", i ? ", " : "", open[i].name, open[i].by);
  return text;
}

// Velocities nearest to the given ones: bodies with a given velocity count as 1e8 times heavier, and what they still lost is
// added to the target, which keeps given velocities to rounding wherever the constraints allow it.
bool close_velocities(const System& system, Equations& e, State& state, std::vector<std::string>& warnings) {
  const Layout& layout = system.layout();
  const Model& model = system.model();
  // By twice the body number, linear and angular parts.
  std::vector<Vec3<double>> given(2 * (layout.bodies + 1), Vec3<double>::Zero());
  std::vector<char> is_given(given.size(), 0);
  double speed = 1e-300;
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const int at = 2 * layout.tree.number[i + 1];
    const auto take = [&](const std::optional<Vector3>& velocity, int part) {
      if (!velocity) return;
      given[at + part] = *velocity;
      is_given[at + part] = 1;
      speed = std::max(speed, velocity->cwiseAbs().maxCoeff());
    };
    take(model.bodies[i].velocity, 0);
    take(model.bodies[i].angular_velocity, 1);
  }
  system.motion(state, e);
  system.fill(e);
  floor_weights(layout, e.kernel.matrices());
  for (int b = 1; b <= layout.bodies; ++b) {
    if (is_given[2 * b]) e.kernel.matrices().mass[b] *= 1e8;
    if (is_given[2 * b + 1]) e.kernel.matrices().inertia[b] *= 1e8;
  }
  e.kernel.select();
  if (!e.kernel.factor()) return false;
  std::vector<Vec3<double>> target = given;
  Eigen::VectorXd nearest;
  double lost_before = std::numeric_limits<double>::infinity();
  const auto moves = [&](std::size_t i) -> const Vec3<double>& { return i % 2 ? e.k.w[i / 2] : e.k.v[i / 2]; };
  for (int iteration = 0; iteration < 6; ++iteration) {
    for (int b = 1; b <= layout.bodies; ++b) {
      e.k.v[b] = target[2 * b];
      e.k.w[b] = target[2 * b + 1];
    }
    state.v = system.state_of(e, state.t).v;
    system.motion(state, e);
    system.correction(Order::velocity, e, e.increment);
    state.v += e.increment;
    system.motion(state, e);
    double lost = 0;
    for (std::size_t i = 2; i < given.size(); ++i)
      if (is_given[i]) lost = std::max(lost, (given[i] - moves(i)).cwiseAbs().maxCoeff());
    if (!(lost < 0.5 * lost_before)) break;
    nearest = state.v;
    lost_before = lost;
    if (lost <= 1e-14 * speed) break;
    for (std::size_t i = 2; i < given.size(); ++i)
      if (is_given[i]) target[i] += given[i] - moves(i);
  }
  state.v = nearest;
  system.motion(state, e);
  if (lost_before > 1e-6 * speed)
    for (std::size_t i = 0; i < model.bodies.size(); ++i) {
      const int at = 2 * layout.tree.number[i + 1];
      for (int part = 0; part < 2; ++part) {
        const Vec3<double>& now = moves(at + part);
        if (!is_given[at + part] || (now - given[at + part]).norm() <= 1e-6 * speed) continue;
        warnings.push_back(
            fmt::format("the {} given for body '{}' contradicts the constraints; the nearest is [{:.6g}, {:.6g}, {:.6g}]",
                        part == 0 ? "velocity" : "angular_velocity", model.bodies[i].name, now[0], now[1], now[2]));
      }
    }
  return state.v.allFinite();
}

}  // namespace

Assembly assemble(const System& system) {
  Assembly assembly;
  const System placed(with_initial_drivers(system.model()));
  Equations e(placed);
  State state = placed.designed();
  double moved = 0;
  const double open = [&] {
    placed.motion(state, e);
    return placed.violation(e, Order::position, RowSet::all);
  }();
  if (!close_positions(placed, e, state, moved)) {
    assembly.state = system.designed();
    assembly.outcome = Outcome::failure("the mechanism could not be assembled: " + open_joints(placed, e) +
                                        "; check points, axes and lengths of these joints");
    assembly.what = assembly.outcome.message;
    return assembly;
  }
  placed.motion(state, e, RowSet::all, Measure::all);
  placed.update_angles(e, state);

  const System moving(with_initial_drivers(system.model(), &placed, &e));
  Equations v(moving);
  if (!close_velocities(moving, v, state, assembly.warnings))
    assembly.warnings.push_back("initial velocities could not be found; the run starts from rest");
  moving.motion(state, v, RowSet::all, Measure::all);
  if (const double rest = moving.violation(v, Order::velocity, RowSet::all);
      rest > 1e-6 * std::max(system.layout().length, state.v.cwiseAbs().maxCoeff()))
    assembly.warnings.push_back(fmt::format("initial rates contradict the constraints by {:.3g} m/s", rest));
  assembly.state = system.state_of(v, 0);
  assembly.what = open <= 1e-9 * placed.reach()
                      ? "the design position closes as written"
                      : fmt::format("joints were open by up to {:.3g} m in the design position and were closed", open);
  Equations at_start(system);
  system.motion(assembly.state, at_start);
  if (system.singular(at_start.k))
    assembly.outcome = Outcome::failure("the coordinates '" + std::string(system.coordinates()) +
                                        "' cannot describe the start: " + singular_message(system, at_start));
  return assembly;
}

}  // namespace bricard
