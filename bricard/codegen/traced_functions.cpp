// Functions of time, of a state and of a motion, traced.
#include "bricard/codegen/traced_functions.hpp"

#include "bricard/analyses/linear/coordinate_names.hpp"
#include "bricard/codegen/symbol.hpp"
#include "bricard/codegen/traced_columns.hpp"
#include "bricard/system/coordinates/relative.hpp"
#include "bricard/system/matrices.hpp"

namespace bricard {
namespace {

int count(std::size_t n) { return static_cast<int>(n); }

// The margin of a condition whose nodes have the values w: > 0 where it is true. a < b: b - a; `and` the smaller, `or` the larger
// of two (analyses/dynamics/change.hpp).
Symbol margin_of(const Expression& condition, const std::vector<Symbol>& w) {
  using Op = Expression::Op;
  std::vector<Symbol> m(condition.nodes().size());
  for (std::size_t i = 0; i < m.size(); ++i) {
    const Expression::Node& n = condition.nodes()[i];
    switch (n.op) {
      case Op::less:
      case Op::less_equal:
        m[i] = w[n.b] - w[n.a];
        break;
      case Op::equal:
        m[i] = -abs(w[n.a] - w[n.b]);
        break;
      case Op::logical_and:
        m[i] = min(m[n.a], m[n.b]);
        break;
      case Op::logical_or:
        m[i] = max(m[n.a], m[n.b]);
        break;
      case Op::logical_not:
        m[i] = -m[n.a];
        break;
      case Op::if_else:
        m[i] = select(w[n.a] != Symbol(0), m[n.b], m[n.c]);
        break;
      default:
        m[i] = select(w[i] != Symbol(0), Symbol(1), Symbol(-1));
    }
  }
  return m.back();
}

}  // namespace

GeneratedFunction generate_rates(const System& system) {
  FunctionWriter writer("rates", "q', from q and v: v itself but for quaternions");
  const Graph::Recording recording(writer.graph());
  const auto q = writer.input(coordinate_array(system)), v = writer.input(velocity_array(system));
  std::vector<Symbol> rates(system.nq());
  RelativeCoordinates::rates<Symbol>(system.layout(), q.data(), v.data(), rates.data());
  writer.output({"q_rate", "rates of the coordinates", system.nq(), 1, state_names(system).q, {}}, rates);
  return writer.finished();
}

GeneratedFunction generate_inputs(const System& system) {
  FunctionWriter writer("inputs", "the inputs of the model at a time, as numbers of its file");
  const Graph::Recording recording(writer.graph());
  const Symbol t = writer.input(time_array())[0];
  auto k = make_kinematics<Symbol>(system.layout());
  evaluate_time(system.layout(), k, t);
  std::vector<Symbol> u;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < system.model().inputs.size(); ++i) {
    u.push_back(k.columns[system.layout().first_input + i]);
    names.push_back(system.model().inputs[i].name);
  }
  writer.output({"u", "inputs", count(u.size()), 1, names, {}}, u);
  return writer.finished();
}

GeneratedFunction generate_slopes(const System& system) {
  FunctionWriter writer("slopes", "the rows as elements write them, to which lambda belongs: slopes v' = gamma");
  const Graph::Recording recording(writer.graph());
  Traced traced(system, writer, TracedArrays::state);
  const Matrices<Symbol> m = matrices(system, traced.k);
  writer.output({"slopes", "by row and velocity", static_cast<int>(m.Phi_v.rows()), system.nv(), row_names(system), state_names(system).v},
                std::span<const Symbol>(m.Phi_v.data(), static_cast<std::size_t>(m.Phi_v.size())));
  writer.output({"gamma", "by row", static_cast<int>(m.gamma.size()), 1, row_names(system), {}},
                std::span<const Symbol>(m.gamma.data(), static_cast<std::size_t>(m.gamma.size())));
  return writer.finished();
}

GeneratedFunction generate_states(const System& system) {
  FunctionWriter writer("states", "z': the derivatives of the model's states");
  const Graph::Recording recording(writer.graph());
  Traced traced(system, writer, TracedArrays::state);
  writer.output({"z_rate", "per second", system.nz(), 1, state_names(system).z, {}}, traced.k.z_rate);
  return writer.finished();
}

GeneratedFunction generate_angles(const System& system) {
  FunctionWriter writer("angles", "measured coordinates, their angles to the turn nearest to the last ones");
  const Graph::Recording recording(writer.graph());
  Traced traced(system, writer, TracedArrays::state);
  traced.measure_all();
  std::vector<Symbol> values;
  for (const auto& measured : traced.k.measured) values.push_back(measured.value);
  writer.output({"measured", "coordinates, m and rad", count(values.size()), 1, {}, {}}, values);
  return writer.finished();
}

GeneratedFunction generate_events(const System& system) {
  FunctionWriter writer("events", "margins of the conditions of events: above 0 where they are true");
  const Graph::Recording recording(writer.graph());
  Traced traced(system, writer, TracedArrays::motion);
  traced_columns(system, traced);
  std::vector<Symbol> margins;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < system.functions().events.size(); ++i) {
    const Expression& when = system.functions().events[i].when;
    when.evaluate<Symbol>(traced.k.columns, traced.k.scratch);
    margins.push_back(margin_of(when, traced.k.scratch));
    names.push_back(system.model().events[i].name);
  }
  writer.output({"margin", "by event", count(margins.size()), 1, names, {}}, margins);
  return writer.finished();
}

std::vector<HeldValue> held_values(const System& system) {
  std::vector<HeldValue> values;
  const FunctionLayout& layout = system.functions();
  for (std::size_t i = 0; i < layout.events.size(); ++i)
    for (const auto& each : layout.events[i].set) values.push_back({count(i), each.state, 0});
  for (const SampleEntry& sample : layout.samples) values.push_back({-1, sample.state, sample.period});
  return values;
}

GeneratedFunction generate_held(const System& system) {
  FunctionWriter writer("held", "the values that events set and that sampled states take next");
  const Graph::Recording recording(writer.graph());
  Traced traced(system, writer, TracedArrays::motion);
  traced_columns(system, traced);
  const FunctionLayout& layout = system.functions();
  std::vector<Symbol> values;
  std::vector<std::string> names;
  const auto add = [&](const Expression& value, int state, const std::string& by) {
    values.push_back(value.evaluate<Symbol>(traced.k.columns, traced.k.scratch));
    names.push_back(system.model().states[state].name + " by " + by);
  };
  for (std::size_t i = 0; i < layout.events.size(); ++i)
    for (const auto& each : layout.events[i].set) add(each.value, each.state, system.model().events[i].name);
  for (const SampleEntry& sample : layout.samples) add(sample.next, sample.state, "its sample");
  writer.output({"value", "new values", count(values.size()), 1, names, {}}, values);
  return writer.finished();
}

GeneratedFunction generate_sensors(const System& system) {
  FunctionWriter writer("sensors", "pose, twist, acceleration and Jacobian of every sensor, as its observer sees them");
  const Graph::Recording recording(writer.graph());
  Traced traced(system, writer, TracedArrays::motion);
  const Layout& layout = system.layout();
  const int n = count(layout.sensors.size());
  std::vector<Symbol> position, axes, velocity, spin, acceleration, J;
  std::vector<std::string> names;
  const auto put = [](std::vector<Symbol>& to, const auto& x) { to.insert(to.end(), x.data(), x.data() + x.size()); };
  const std::vector<Vec6<Symbol>> A = traced.accelerations();
  auto& k = traced.k;
  for (int s = 0; s < n; ++s) {
    const auto& [kind, index] = layout.sensors[s];
    evaluate_pair(layout, k, index);
    const Pair<Symbol>& pair = k.pairs[index];
    const PairFrames& frames = layout.pairs[index];
    const Vec6<Symbol> seen = shifted<Symbol>(A[frames.B.body], k.reach_B[index]) -
                              shifted<Symbol>(A[frames.A.body], k.reach_A[index]) + k.drift[index];
    names.push_back(system.model().sensors[s].name);
    put(position, kind.position(pair));
    put(axes, Mat3<Symbol>(pair.A.transpose() * pair.B));
    put(velocity, kind.velocity(pair));
    put(spin, Vec3<Symbol>(pair.A.transpose() * pair.w));
    put(acceleration, kind.acceleration(pair, Vec3<Symbol>(seen.head<3>())));
  }
  // What velocities of one do: the part of accelerations that is linear in v'.
  for (auto& c : k.c) c = Vec6<Symbol>::Zero();
  std::vector<Symbol> unit(system.nv());
  std::vector<Vec6<Symbol>> of_unit(layout.bodies + 1, Vec6<Symbol>::Zero());
  for (int j = 0; j < system.nv(); ++j) {
    unit[j] = 1;
    system.body_accelerations(k, unit.data(), of_unit);
    unit[j] = 0;
    for (int s = 0; s < n; ++s) {
      const int index = layout.sensors[s].pair;
      const PairFrames& frames = layout.pairs[index];
      const Mat3<Symbol> axes_of = k.pairs[index].A.transpose();
      const Vec6<Symbol> seen = shifted<Symbol>(of_unit[frames.B.body], k.reach_B[index]) -
                                shifted<Symbol>(of_unit[frames.A.body], k.reach_A[index]);
      put(J, Vec3<Symbol>(axes_of * Vec3<Symbol>(seen.head<3>())));
      put(J, Vec3<Symbol>(axes_of * Vec3<Symbol>(seen.tail<3>())));
    }
  }
  const std::vector<std::string> xyz{"x", "y", "z"};
  writer.output({"position", "of each sensor's point, m", 3, n, xyz, names}, position);
  writer.output({"axes", "of each sensor, column by column", 9, n, {}, names}, axes);
  writer.output({"velocity", "m/s", 3, n, xyz, names}, velocity);
  writer.output({"angular_velocity", "rad/s", 3, n, xyz, names}, spin);
  writer.output({"acceleration", "m/s^2", 3, n, xyz, names}, acceleration);
  writer.output({"J", "(velocity; angular velocity) of each sensor one below the other = J v", 6 * n, system.nv(), {},
                 state_names(system).v}, J);
  return writer.finished();
}

}  // namespace bricard
