// The assembler: elements evaluated on bodies in motion, for any scalar. Loops run over vectors of one kind each; the only things
// an element receives are marker pairs and the present values of its functions. K is Kinematics, in space, or PlanarKinematics;
// what they do differently has an overload for each.
#pragma once
#include <cmath>
#include <numbers>
#include <span>

#include "bricard/math/scalar.hpp"
#include "bricard/system/kinematics.hpp"
#include "bricard/system/layout.hpp"

namespace bricard {

// Room for the values.
template <class S>
void make_values(const Layout& layout, Values<S>& k) {
  k.Phi.assign(layout.rows, S(0));
  k.Phi_rate.assign(layout.rows, S(0));
  k.nu.assign(layout.rows, S(0));
  k.second.assign(layout.rows, S(0));
  k.gamma.assign(layout.rows, S(0));
  k.columns.assign(layout.variables, S(0));
  k.z_rate.assign(layout.states.size(), S(0));
  k.decisions.assign(layout.decisions, 0);
  std::size_t nodes = 1;
  for (const auto* slots : {&layout.slots, &layout.outputs, &layout.inputs, &layout.states})
    for (const Slot& slot : *slots)
      nodes = std::max({nodes, slot.value.nodes().size(), slot.rate.nodes().size(), slot.second.nodes().size()});
  for (const ExpressionEntry& entry : layout.expressions) {
    nodes = std::max({nodes, entry.value.nodes().size(), entry.second_of_time.nodes().size()});
    for (const auto& term : entry.terms) nodes = std::max({nodes, term.slope.nodes().size(), term.slope_rate.nodes().size()});
  }
  for (const EventEntry& event : layout.events) {
    nodes = std::max(nodes, event.when.nodes().size());
    for (const auto& each : event.set) nodes = std::max(nodes, each.value.nodes().size());
  }
  k.scratch.assign(nodes, S(0));
}

template <class S>
PlanarKinematics<S> make_planar_kinematics(const Layout& layout) {
  PlanarKinematics<S> k;
  make_values(layout, k);
  const int n = layout.bodies + 1;
  const std::size_t pairs = layout.pairs.size();
  k.angle.assign(n, S(0));
  k.w.assign(n, S(0));
  k.R.resize(n);
  k.p.assign(n, zero2<S>());
  k.v.assign(n, zero2<S>());
  k.S_columns.assign(layout.nv_relative, zero3<S>());
  k.c.assign(n, zero3<S>());
  k.pairs.resize(pairs);
  k.reach_A.resize(pairs);
  k.reach_B.resize(pairs);
  k.drift.resize(pairs);
  k.measured.resize(layout.measured.size());
  k.entries.resize(layout.entries);
  k.terms.resize(layout.most_terms);
  k.f.assign(n, zero3<S>());
  return k;
}

template <class S>
Kinematics<S> make_kinematics(const Layout& layout) {
  Kinematics<S> k;
  make_values(layout, k);
  const int n = layout.bodies + 1;
  k.R.assign(n, Mat3<S>::Identity());
  k.p.assign(n, zero3<S>());
  k.v.assign(n, zero3<S>());
  k.w.assign(n, zero3<S>());
  k.S_columns.assign(layout.nv_relative, Vec6<S>::Zero());
  k.c.assign(n, Vec6<S>::Zero());
  k.pairs.resize(layout.pairs.size());
  k.reach_A.resize(layout.pairs.size());
  k.reach_B.resize(layout.pairs.size());
  k.drift.assign(layout.pairs.size(), Vec6<S>::Zero());
  k.measured.resize(layout.measured.size());
  k.entries.resize(layout.entries);
  k.f.assign(n, Vec6<S>::Zero());
  k.terms.resize(layout.most_terms);
  return k;
}

// Product of a frame fixed in a body with the body's axes, where both are often the identity.
template <class S>
Mat3<S> turned(const Mat3<S>& R, const Mat3<double>& by) {
  return R * by.template cast<S>();
}

template <class S>
void evaluate_pair(const Layout& layout, Kinematics<S>& k, int index) {
  const PairFrames& frames = layout.pairs[index];
  const int a = frames.A.body, b = frames.B.body;
  Pair<S>& pair = k.pairs[index];
  pair.A = turned<S>(k.R[a], frames.A.R);
  pair.B = turned<S>(k.R[b], frames.B.R);
  const Vec3<S> reach_b = k.R[b] * frames.B.p.template cast<S>();
  const Vec3<S> origin_b = k.p[b] + reach_b;
  pair.r = origin_b - k.p[a] - k.R[a] * frames.A.p.template cast<S>();
  const Vec3<S> reach_a = origin_b - k.p[a];
  k.reach_A[index] = reach_a;
  k.reach_B[index] = reach_b;
  const Vec3<S> spin_a = cross<S>(k.w[a], reach_a), spin_b = cross<S>(k.w[b], reach_b);
  pair.w = k.w[b] - k.w[a];
  pair.v = k.v[b] + spin_b - k.v[a] - spin_a;
  // Seen from A: a = a_B + ... - 2 w_A × v, with centripetal parts of both bodies; alpha = alpha_B - alpha_A - w_A × w.
  k.drift[index].template head<3>() = cross<S>(k.w[b], spin_b) - cross<S>(k.w[a], spin_a) - S(2) * cross<S>(k.w[a], pair.v);
  k.drift[index].template tail<3>() = -cross<S>(k.w[a], pair.w);
}

// In the plane w × (w × r) = -w² r, and the angular drift vanishes.
template <class S>
void evaluate_pair(const Layout& layout, PlanarKinematics<S>& k, int index) {
  const PlanarPairFrames& frames = layout.plane.pairs[index];
  const int a = frames.A.body, b = frames.B.body;
  PlanarPair<S>& pair = k.pairs[index];
  pair.A = {&frames.A, k.R[a]};
  pair.B = {&frames.B, k.R[b]};
  const Vec2<S> reach_b = k.R[b] * frames.B.p, origin_b = k.p[b] + reach_b, reach_a = origin_b - k.p[a];
  pair.r = reach_a - k.R[a] * frames.A.p;
  k.reach_A[index] = reach_a;
  k.reach_B[index] = reach_b;
  const S wa = k.w[a], wb = k.w[b];
  pair.w = wb - wa;
  pair.v = k.v[b] - k.v[a] + across<S>(wb * reach_b - wa * reach_a);
  pair.angle = k.angle[b] - k.angle[a] + S(frames.angle);
  k.drift[index] = wa * wa * reach_a - wb * wb * reach_b - S(2) * wa * across<S>(pair.v);
}

// f'' of a row while the bodies have no acceleration, less its quad.
template <class S>
S drift_along(const Row<S>& row, const Kinematics<S>& k, int pair) {
  return dot<S>(row.n, k.drift[pair].template head<3>()) + dot<S>(row.tau, k.drift[pair].template tail<3>());
}
template <class S>
S drift_along(const PlanarRow<S>& row, const PlanarKinematics<S>& k, int pair) {
  return dot<S>(row.n, k.drift[pair]);
}

template <class S>
S evaluate_slot(const Expression& expression, double factor, Values<S>& k) {
  return expression.evaluate<S>(std::span<const S>(k.columns), k.scratch, k.holds_decisions ? k.decisions.data() : nullptr) *
         S(factor);
}

// Writes one row of a group: its terms, Phi, rate and gamma. value, speed, second: the prescribed function of time.
template <class S, class Terms, template <class> class K>
void write_row(K<S>& k, const RowGroup& group, int i, const Terms& terms, const S& value, const S& speed, const S& second) {
  const int row = group.first_row + i;
  k.Phi[row] = -value;
  k.Phi_rate[row] = -speed;
  k.nu[row] = speed;
  k.second[row] = second;
  k.gamma[row] = second;
  for (int m = 0; m < group.terms; ++m) {
    const typename K<S>::RowEntry& term = terms[m];
    const int pair = group.pairs[m];
    k.entries[group.first_entry + i * group.terms + m] = term;
    k.Phi[row] = k.Phi[row] + term.value;
    k.Phi_rate[row] = k.Phi_rate[row] + rate(term, k.pairs[pair]);
    k.gamma[row] = k.gamma[row] - term.quad - drift_along(term, k, pair);
  }
}

// A position column as a row of its pair.
template <class S, template <class> class K>
typename K<S>::RowEntry position_row(const Layout& layout, K<S>& k, const PositionRow& source) {
  using What = PositionRow::What;
  if (source.what == What::measured) return k.measured[source.index];
  evaluate_pair(layout, k, source.pair);
  const typename K<S>::MarkerPair& pair = k.pairs[source.pair];
  switch (source.what) {
    case What::along:
      return along<S>(pair, pair.A.col(source.index));
    case What::direction:
      return between<S>(pair, pair.A.col(source.index), pair.B.col(2));
    case What::length:
      return length(pair);
    default:
      if constexpr (requires { quaternion_row(pair, source.index); }) return quaternion_row(pair, source.index);
      return {};
  }
}

// f(columns, t) = 0: the rows of its columns, each times its slope; quad also holds the change of the slopes.
template <class S, template <class> class K>
void evaluate_expression(const Layout& layout, K<S>& k, const ExpressionEntry& entry) {
  const S time(layout.column_factor[0]);
  for (std::size_t m = 0; m < entry.terms.size(); ++m) {
    const auto& term = entry.terms[m];
    k.terms[m] = position_row(layout, k, term.row);
    const S unit(layout.column_factor[term.column]);
    k.columns[term.column] = k.terms[m].value / unit;
    k.columns[term.rate] = rate(k.terms[m], k.pairs[term.row.pair]) * time / unit;
  }
  for (std::size_t m = 0; m < entry.terms.size(); ++m) {
    const auto& term = entry.terms[m];
    const S speed = rate(k.terms[m], k.pairs[term.row.pair]), unit(layout.column_factor[term.column]);
    k.terms[m] = scaled<S>(evaluate_slot(term.slope, 1.0, k) / unit, k.terms[m]);
    k.terms[m].value = S(0);
    k.terms[m].quad = k.terms[m].quad + evaluate_slot(term.slope_rate, 1.0, k) / (unit * time) * speed;
  }
  write_row(k, layout.groups[entry.group], 0, k.terms.data(), -evaluate_slot(entry.value, 1.0, k),
            -(evaluate_slot(entry.rate_of_time, 1.0, k) / time), -(evaluate_slot(entry.second_of_time, 1.0, k) / (time * time)));
}

enum class RowSet {
  loops,  // what relative coordinates need: loop rows and drivers
  all     // every joint row too
};

// Time and the inputs, which depend on nothing else.
template <class S>
void evaluate_time(const Layout& layout, Values<S>& k, const S& t) {
  k.columns[0] = t / S(layout.column_factor[0]);
  for (std::size_t i = 0; i < layout.inputs.size(); ++i) {
    const Slot& input = layout.inputs[i];
    k.columns[layout.first_input + i] = evaluate_slot(input.value, 1.0, k);
    k.columns[layout.first_input_rate + i] = evaluate_slot(input.rate, 1.0, k);
  }
}

// User states: plain numbers.
template <class S>
void evaluate_states(const Layout& layout, Values<S>& k, const S* z) {
  for (std::size_t i = 0; i < layout.states.size(); ++i) k.columns[layout.first_state + i] = z[i];
}

enum class Measure {
  needed,  // joint coordinates that drivers and forces read
  all
};

// Pairs, measured coordinates and rows. `angles`: last accepted values of measured angles (may be empty: no turns).
// `relative_q`: relative coordinates hold the coordinates of tree joints directly, turns included; null in other coordinates.
template <class S, template <class> class K>
void evaluate_rows(const Layout& layout, K<S>& k, RowSet set, Measure measure, std::span<const double> angles,
                   const S* relative_q) {
  using Pair = typename K<S>::MarkerPair;
  using Row = typename K<S>::RowEntry;
  const auto joints = [&]<class Kind>(const std::vector<JointEntry<Kind>>& entries) {
    if constexpr (JointIn<Kind, K<S>>)
      for (const auto& joint : entries) {
        const bool rows = joint.group >= 0 && (set == RowSet::all || joint.body == 0);
        const bool measured = joint.is_measured || measure == Measure::all;
        if (!rows && !measured) continue;
        evaluate_pair(layout, k, joint.pair);
        const Pair& pair = k.pairs[joint.pair];
        if (measured) {
          int m = joint.measured;
          joint.kind.measured(pair, [&](const Row& row) {
            Row& out = k.measured[m] = row;
            const MeasuredCoordinate& coordinate = layout.measured[m];
            if (relative_q && coordinate.tree_body)
              out.value = relative_q[layout.tree_joints[coordinate.tree_body].q + coordinate.which];
            else if (coordinate.is_angle && !angles.empty())
              out.value = counted_turns(row.value, angles[m]);
            ++m;
          });
        }
        if (rows) {
          const RowGroup& group = layout.groups[joint.group];
          int i = 0;
          unsigned keep = joint.keep;
          const auto write = [&](const Row& row) {
            if (keep & 1u) write_row(k, group, i++, &row, S(0), S(0), S(0));
            keep >>= 1;
          };
          joint.kind.rows(pair, write);
          if constexpr (requires { joint.kind.counted_rows(k.measured.data(), write); })
            joint.kind.counted_rows(k.measured.data() + joint.measured, write);
          if constexpr (requires { joint.kind.rate_rows(pair, write); }) joint.kind.rate_rows(pair, write);
        }
      }
  };
  std::apply([&](const auto&... entries) { (joints(entries), ...); }, layout.joints);
  for (const TurnEntry& turned : layout.turns) {
    if (!turned.is_measured && measure == Measure::needed) continue;
    evaluate_pair(layout, k, turned.pair);
    Row& out = k.measured[turned.measured] = twist(k.pairs[turned.pair]);
    if (!angles.empty()) out.value = counted_turns(out.value, angles[turned.measured]);
  }
  for (const CouplingEntry& coupling : layout.couplings) {
    for (std::size_t m = 0; m < coupling.terms.size(); ++m)
      k.terms[m] = scaled<S>(S(coupling.terms[m].coefficient), k.measured[coupling.terms[m].measured]);
    write_row(k, layout.groups[coupling.group], 0, k.terms.data(), S(0), S(0), S(0));
  }
  for (const ExpressionEntry& entry : layout.expressions) evaluate_expression(layout, k, entry);
  const auto constraints = [&]<class Kind>(const std::vector<ConstraintEntry<Kind>>& entries) {
    if constexpr (ConstraintIn<Kind, K<S>> && Kind::pairs.size() > 0)  // else it is one of the expressions above
      for (const auto& constraint : entries) {
        std::array<Pair, Kind::pairs.size()> pairs;
        for (std::size_t m = 0; m < pairs.size(); ++m) {
          evaluate_pair(layout, k, constraint.pairs[m]);
          pairs[m] = k.pairs[constraint.pairs[m]];
        }
        const auto terms = constraint.kind.function(pairs);
        const Slot& slot = layout.slots[constraint.slot];
        const RowGroup& group = layout.groups[constraint.group];
        if (slot.is_number)
          write_row(k, group, 0, terms, S(slot.number), S(0), S(0));
        else
          write_row(k, group, 0, terms, evaluate_slot(slot.value, slot.factor, k), evaluate_slot(slot.rate, slot.rate_factor, k),
                    evaluate_slot(slot.second, slot.second_factor, k));
      }
  };
  std::apply([&](const auto&... entries) { (constraints(entries), ...); }, layout.constraints);
  for (const DriverEntry& driver : layout.drivers) {
    Row row;
    if (driver.measured >= 0) {
      row = k.measured[driver.measured];
    } else {
      evaluate_pair(layout, k, driver.pair);
      row = along<S>(k.pairs[driver.pair], k.pairs[driver.pair].A.col(driver.axis));
    }
    const Slot& slot = layout.slots[driver.slot];
    if (slot.is_number)
      write_row(k, layout.groups[driver.group], 0, &row, S(slot.number), S(0), S(0));
    else
      write_row(k, layout.groups[driver.group], 0, &row, evaluate_slot(slot.value, slot.factor, k),
                evaluate_slot(slot.rate, slot.rate_factor, k), evaluate_slot(slot.second, slot.second_factor, k));
  }
}

// A column read from the motion, in SI.
template <class S>
S read_column(const Layout& layout, Kinematics<S>& k, const ColumnSource& source) {
  using What = ColumnSource::What;
  const auto pair_of_sensor = [&]() -> const Pair<S>& {
    const int pair = layout.sensors[source.index].pair;
    evaluate_pair(layout, k, pair);
    return k.pairs[pair];
  };
  switch (source.what) {
    case What::position:
      return k.p[source.index][source.component];
    case What::quaternion:
      return quaternion_of_axes<S>(k.R[source.index])[source.component];
    case What::velocity:
      return k.v[source.index][source.component];
    case What::angular_velocity:
      return k.w[source.index][source.component];
    case What::sensor_position:
      return layout.sensors[source.index].kind.position(pair_of_sensor())[source.component];
    case What::sensor_velocity:
      return layout.sensors[source.index].kind.velocity(pair_of_sensor())[source.component];
    case What::sensor_axis:
      return layout.sensors[source.index].kind.direction(pair_of_sensor())[source.component];
    case What::coordinate:
      return k.measured[source.index].value;
    case What::coordinate_rate:
      return rate(k.measured[source.index], k.pairs[layout.measured[source.index].pair]);
  }
  return S(0);
}

// In the plane there are no quaternions.
template <class S>
S read_column(const Layout& layout, PlanarKinematics<S>& k, const ColumnSource& source) {
  using What = ColumnSource::What;
  const auto pair_of_sensor = [&]() -> const PlanarPair<S>& {
    const int pair = layout.sensors[source.index].pair;
    evaluate_pair(layout, k, pair);
    return k.pairs[pair];
  };
  switch (source.what) {
    case What::position:
      return k.p[source.index][source.component];
    case What::velocity:
      return k.v[source.index][source.component];
    case What::angular_velocity:
      return k.w[source.index];
    case What::sensor_position:
      return layout.sensors[source.index].kind.position(pair_of_sensor())[source.component];
    case What::sensor_velocity:
      return layout.sensors[source.index].kind.velocity(pair_of_sensor())[source.component];
    case What::sensor_axis:
      return layout.sensors[source.index].kind.direction(pair_of_sensor())[source.component];
    case What::coordinate:
      return k.measured[source.index].value;
    case What::coordinate_rate:
      return rate(k.measured[source.index], k.pairs[layout.measured[source.index].pair]);
    case What::quaternion:
      break;
  }
  return S(0);
}

template <class S, template <class> class K>
void read_columns(const Layout& layout, K<S>& k) {
  for (const ColumnSource& source : layout.sources) {
    k.columns[source.column] = read_column(layout, k, source) / S(layout.column_factor[source.column]);
  }
}

// Adds a force and torque at a point `reach` from the centre of mass.
template <class S>
void add_wrench(Kinematics<S>& k, int body, const Vec3<S>& force, const Vec3<S>& torque, const Vec3<S>& reach) {
  if (body == 0) return;
  k.f[body].template head<3>() += force;
  k.f[body].template tail<3>() += torque + cross<S>(reach, force);
}

template <class S>
void add_wrench(PlanarKinematics<S>& k, int body, const Vec2<S>& force, const S& torque, const Vec2<S>& reach) {
  if (body == 0) return;
  k.f[body].template head<2>() += force;
  k.f[body][2] += torque + cross<S>(reach, force);
}

template <class S, class Entry, template <class> class K>
auto measure_force(const Layout& layout, K<S>& k, const Entry& force) {
  const auto measured = [&] {
    if constexpr (decltype(force.kind)::uses == ForceEnds::coordinate) {
      const auto& coordinate = k.measured[force.coordinate];
      return force.kind.measure(coordinate.value, rate(coordinate, k.pairs[force.pair]));
    } else {
      evaluate_pair(layout, k, force.pair);
      return force.kind.measure(k.pairs[force.pair]);
    }
  }();
  for (std::size_t i = 0; i < measured.size(); ++i)
    k.columns[force.measured[i]] = measured[i] / S(layout.column_factor[force.measured[i]]);
  return measured;
}

template <class S, class Entry, template <class> class K>
void evaluate_force(const Layout& layout, K<S>& k, const Entry& force) {
  const auto measured = measure_force(layout, k, force);
  const auto& pair = k.pairs[force.pair];
  std::array<S, std::tuple_size_v<decltype(force.kind.functions())>> functions;
  for (std::size_t i = 0; i < functions.size(); ++i) {
    const Slot& slot = layout.slots[force.first_slot + i];
    functions[i] = slot.is_number ? S(slot.number) : evaluate_slot(slot.value, slot.factor, k);
  }
  std::array<S, std::tuple_size_v<decltype(force.results)>> results;
  typename K<S>::Load wrench;
  if constexpr (decltype(force.kind)::uses == ForceEnds::coordinate) {
    const auto& coordinate = k.measured[force.coordinate];
    const S effort = force.kind.effort(measured, functions, results);
    wrench = {effort * coordinate.n, effort * coordinate.tau};
    k.potential = k.potential + force.kind.potential(measured, functions);
  } else {
    wrench = force.kind.act(pair, measured, functions, results);
    k.potential = k.potential + force.kind.potential(pair, measured, functions);
  }
  for (std::size_t i = 0; i < results.size(); ++i)
    if (const int column = force.results[i]; column >= 0) k.columns[column] = results[i] / S(layout.column_factor[column]);
  const PairFrames& frames = layout.pairs[force.pair];
  add_wrench<S>(k, frames.B.body, wrench.force, wrench.torque, k.reach_B[force.pair]);
  add_wrench<S>(k, frames.A.body, -wrench.force, -wrench.torque, k.reach_A[force.pair]);
}

// R J Rᵀ, which is symmetric.
template <class S>
Mat3<S> turned_inertia(const Mat3<S>& R, const Mat3<double>& J) {
  const Mat3<S> T = R * J.template cast<S>();
  const auto entry = [&](int i, int j) { return T(i, 0) * R(j, 0) + T(i, 1) * R(j, 1) + T(i, 2) * R(j, 2); };
  const S xy = entry(0, 1), xz = entry(0, 2), yz = entry(1, 2);
  Mat3<S> W;
  W << entry(0, 0), xy, xz, xy, entry(1, 1), yz, xz, yz, entry(2, 2);
  return W;
}

// World inertia of a body.
template <class S>
Mat3<S> world_inertia(const Layout& layout, const Kinematics<S>& k, int body) {
  return turned_inertia<S>(k.R[body], layout.inertia[body]);
}

// Gravity and the gyroscopic torque -w × J w, which is none in the plane.
template <class S>
void evaluate_weights(const Layout& layout, Kinematics<S>& k) {
  k.potential = S(0);
  const Vec3<double>& gravity = layout.model.gravity;
  for (int b = 1; b <= layout.bodies; ++b) {
    const Vec3<S> w_body = k.R[b].transpose() * k.w[b];
    const Vec3<S> L = layout.inertia[b].template cast<S>() * w_body;
    k.f[b].template head<3>() = (layout.mass[b] * gravity).template cast<S>();
    k.f[b].template tail<3>() = k.R[b] * cross<S>(L, w_body);
    k.potential = k.potential - S(layout.mass[b]) * dot<S>(gravity.template cast<S>(), k.p[b]);
  }
}
template <class S>
void evaluate_weights(const Layout& layout, PlanarKinematics<S>& k) {
  S potential(0);
  const S x(layout.model.gravity[0]), y(layout.model.gravity[1]);
  for (int b = 1; b <= layout.bodies; ++b) {
    const S mass(layout.mass[b]), fx = mass * x, fy = mass * y;
    k.f[b] = Vec3<S>(fx, fy, S(0));
    potential = potential - fx * k.p[b][0] - fy * k.p[b][1];
  }
  k.potential = potential;
}

// Applied wrenches: weights, force elements; then the derivatives of user states.
template <class S, template <class> class K>
void evaluate_forces(const Layout& layout, K<S>& k) {
  const auto for_each_force = [&](const ForceStage& stage, const auto& visit) {
    const auto of_kind = [&]<class Kind>(const std::vector<ForceEntry<Kind>>& entries) {
      if constexpr (ForceIn<Kind, K<S>>)
        for (const auto& force : entries) visit(force);
    };
    std::apply([&](const auto&... entries) { (of_kind(entries), ...); }, stage.forces);
  };
  evaluate_weights(layout, k);
  read_columns(layout, k);
  if (layout.measure_first)
    for (const ForceStage& stage : layout.force_stages)
      for_each_force(stage, [&](const auto& force) { measure_force(layout, k, force); });
  for (const ForceStage& stage : layout.force_stages) {
    for (int output : stage.outputs) {
      const Slot& slot = layout.outputs[output];
      k.columns[layout.output_columns[output]] = evaluate_slot(slot.value, 1.0, k);
      k.columns[layout.columns.size() + output] = evaluate_slot(slot.rate, 1.0, k);
    }
    for_each_force(stage, [&](const auto& force) { evaluate_force(layout, k, force); });
  }
  for (std::size_t i = 0; i < layout.states.size(); ++i) {
    const S derivative = evaluate_slot(layout.states[i].value, 1.0, k);
    k.columns[layout.first_state_rate + i] = derivative;
    k.z_rate[i] = derivative * S(layout.states[i].factor);
  }
}

}  // namespace bricard
