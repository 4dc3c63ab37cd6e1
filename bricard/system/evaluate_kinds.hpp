// The one place where kinds of elements are evaluated: loops over runs of one kind each, for any scalar. A scalar is compiled by
// BRICARD_EVALUATE(Scalar) in one source file (evaluate_number.cpp, evaluate_plane.cpp, evaluate_dual.cpp,
// codegen/symbol_kinds.cpp).
#pragma once
#include "bricard/elements/constraints/constraints.hpp"
#include "bricard/elements/forces/forces.hpp"
#include "bricard/elements/joints/joints.hpp"
#include "bricard/system/evaluate.hpp"

namespace bricard {

// Whether a kind of element sees pairs of the space in which K is.
struct AnyRow {
  template <class Row>
  void operator()(const Row&) const {}
};
template <class Kind, class K>
concept JointIn = requires(const Kind& kind, const typename K::MarkerPair& pair) {
  kind.rows(pair, AnyRow{});
  kind.measured(pair, AnyRow{});
};
template <class Kind, class K>
concept ConstraintIn = requires(const Kind& kind, const std::array<typename K::MarkerPair, Kind::pairs.size()>& pairs) {
  kind.function(pairs);
};
template <class Kind, class K>
concept ForceIn = on_coordinate(Kind::uses) || requires(const Kind& kind, const typename K::MarkerPair& pair) {
  kind.measure(pair);
} || requires(const Kind& kind, const typename K::MarkerPair& pair) {
  kind.measure(pair, pair);
};

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
    case What::turning:
      if constexpr (requires { quaternion_row(pair, source.index); }) return {S(0), zero3<S>(), pair.A.col(source.index), S(0)};
      return {};
    default:
      if constexpr (requires { quaternion_row(pair, source.index); }) return quaternion_row(pair, source.index);
      return {};
  }
}

// f = Σ slope · velocity + h(positions, t) = 0, with the columns at their places and their rows in k.terms.
template <class S, template <class> class K>
void evaluate_rate_expression(const Layout& layout, K<S>& k, const ExpressionEntry& entry) {
  const S time(layout.column_factor[0]);
  S h = evaluate_slot(entry.value, 1.0, k);
  for (std::size_t m = 0; m < entry.terms.size(); ++m) {
    const auto& term = entry.terms[m];
    const S slope = term.is_velocity ? S(evaluate_slot(term.slope, 1.0, k)) : S(0);
    if (term.is_velocity) h = h - slope * k.columns[term.column];
    k.terms[m] = scaled<S>(slope / S(layout.column_factor[term.column]), k.terms[m]);
    k.terms[m].value = S(0);
  }
  write_row(k, layout.groups[entry.group], 0, k.terms.data(), S(0), -h, -(evaluate_slot(entry.second_of_time, 1.0, k) / time));
}

// f(columns, t) = 0: the rows of its columns, each times its slope; quad also holds the change of the slopes.
template <class S, template <class> class K>
void evaluate_expression(const Layout& layout, K<S>& k, const ExpressionEntry& entry) {
  const S time(layout.column_factor[0]);
  for (std::size_t m = 0; m < entry.terms.size(); ++m) {
    const auto& term = entry.terms[m];
    k.terms[m] = position_row(layout, k, term.row);
    const S unit(layout.column_factor[term.column]), speed = rate(k.terms[m], k.pairs[term.row.pair]);
    k.columns[term.column] = (term.is_velocity ? speed : k.terms[m].value) / unit;
    if (!term.is_velocity) k.columns[term.rate] = speed * time / unit;
  }
  if (entry.is_of_rates) return evaluate_rate_expression(layout, k, entry);
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

template <class S, template <class> class K>
void evaluate_rows(const Layout& layout, K<S>& k, RowSet set, Measure measure, std::span<const double> angles,
                   const S* relative_q) {
  using Pair = typename K<S>::MarkerPair;
  using Row = typename K<S>::RowEntry;
  Joints::for_each_run(std::span(layout.joints), [&]<class Kind>(std::span<const JointEntry> entries) {
    if constexpr (JointIn<Kind, K<S>>)
      for (const JointEntry& joint : entries) {
        const Kind& kind = joint.kind.template as<Kind>();
        const bool rows = joint.group >= 0 && (set == RowSet::all || joint.body == 0);
        const bool measured = joint.is_measured || measure == Measure::all;
        if (!rows && !measured) continue;
        evaluate_pair(layout, k, joint.pair);
        const Pair& pair = k.pairs[joint.pair];
        if (measured) {
          int m = joint.measured;
          kind.measured(pair, [&](const Row& row) {
            Row& out = k.measured[m] = row;
            const MeasuredCoordinate& coordinate = layout.measured[m];
            if (relative_q && coordinate.tree_body)
              out.value = relative_q[layout.tree_joints[coordinate.tree_body].q + coordinate.which];
            else if (coordinate.is_angle && !angles.empty())
              out.value = counted_turns(row.value, angles[m]);
            else if (coordinate.is_angle && !k.last_angles.empty())
              out.value = counted_from(row.value, k.last_angles[m]);
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
          kind.rows(pair, write);
          if constexpr (requires { kind.counted_rows(k.measured.data(), write); })
            kind.counted_rows(k.measured.data() + joint.measured, write);
          if constexpr (requires { kind.rate_rows(pair, write); }) kind.rate_rows(pair, write);
        }
      }
  });
  for (const TurnEntry& turned : layout.turns) {
    if (!turned.is_measured && measure == Measure::needed) continue;
    evaluate_pair(layout, k, turned.pair);
    Row& out = k.measured[turned.measured] = twist(k.pairs[turned.pair]);
    if (!angles.empty()) out.value = counted_turns(out.value, angles[turned.measured]);
    if (!k.last_angles.empty()) out.value = counted_from(out.value, k.last_angles[turned.measured]);
  }
  for (const CouplingEntry& coupling : layout.couplings) {
    for (std::size_t m = 0; m < coupling.terms.size(); ++m)
      k.terms[m] = scaled<S>(S(coupling.terms[m].coefficient), k.measured[coupling.terms[m].measured]);
    write_row(k, layout.groups[coupling.group], 0, k.terms.data(), S(0), S(0), S(0));
  }
  for (const ExpressionEntry& entry : layout.expressions) evaluate_expression(layout, k, entry);
  Constraints::for_each_run(std::span(layout.constraints), [&]<class Kind>(std::span<const ConstraintEntry> entries) {
    if constexpr (ConstraintIn<Kind, K<S>> && Kind::pairs.size() > 0)  // else it is one of the expressions above
      for (const ConstraintEntry& constraint : entries) {
        std::array<Pair, Kind::pairs.size()> pairs;
        for (std::size_t m = 0; m < pairs.size(); ++m) {
          evaluate_pair(layout, k, constraint.pairs[m]);
          pairs[m] = k.pairs[constraint.pairs[m]];
        }
        const auto terms = constraint.kind.template as<Kind>().function(pairs);
        const Slot& slot = layout.slots[constraint.slot];
        const RowGroup& group = layout.groups[constraint.group];
        if (slot.is_number)
          write_row(k, group, 0, terms, S(slot.number), S(0), S(0));
        else
          write_row(k, group, 0, terms, evaluate_slot(slot.value, slot.factor, k), evaluate_slot(slot.rate, slot.rate_factor, k),
                    evaluate_slot(slot.second, slot.second_factor, k));
      }
  });
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

// A component of an angular velocity; in the plane it has one.
template <class S>
const S& turning_component(const Vec3<S>& w, int component) {
  return w[component];
}
template <class S>
const S& turning_component(const S& w, int) {
  return w;
}

// A column read from the motion, in SI. In the plane there are no quaternions.
template <class S, template <class> class K>
S read_column(const Layout& layout, K<S>& k, const ColumnSource& source) {
  using What = ColumnSource::What;
  const auto pair_of_sensor = [&]() -> const typename K<S>::MarkerPair& {
    const int pair = layout.sensors[source.index].pair;
    evaluate_pair(layout, k, pair);
    return k.pairs[pair];
  };
  switch (source.what) {
    case What::position:
      return k.p[source.index][source.component];
    case What::quaternion:
      if constexpr (requires { quaternion_of_axes<S>(k.R[source.index]); })
        return quaternion_of_axes<S>(k.R[source.index])[source.component];
      break;
    case What::velocity:
      return k.v[source.index][source.component];
    case What::angular_velocity:
      return turning_component<S>(k.w[source.index], source.component);
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

template <class S, template <class> class K>
void read_columns(const Layout& layout, K<S>& k, std::span<const ColumnSource> sources) {
  for (const ColumnSource& source : sources) {
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

// What a force element does: a wrench between the bodies of its pair, or an effort along a measured coordinate.
template <class S, template <class> class K>
void add_load(const Layout& layout, K<S>& k, int pair, const typename K<S>::Load& wrench) {
  const auto& frames = layout.pairs[pair];
  add_wrench<S>(k, frames.B.body, wrench.force, wrench.torque, k.reach_B[pair]);
  add_wrench<S>(k, frames.A.body, -wrench.force, -wrench.torque, k.reach_A[pair]);
}
template <class S, template <class> class K>
void add_effort(const Layout& layout, K<S>& k, const ForceEntry& force, const S& effort) {
  const auto& coordinate = k.measured[force.coordinate];
  add_load(layout, k, force.pair, {effort * coordinate.n, effort * coordinate.tau});
  if (force.less < 0) return;
  const auto& less = k.measured[force.less];
  add_load(layout, k, layout.measured[force.less].pair, {-effort * less.n, -effort * less.tau});
}

// The coordinate that an element acts on, or the difference of two, and its rate.
template <class S>
struct ActedOn {
  S value, rate;
};
template <class S, template <class> class K>
ActedOn<S> acted_on(const Layout& layout, const K<S>& k, const ForceEntry& force) {
  const auto of = [&](int coordinate) -> ActedOn<S> {
    return {k.measured[coordinate].value, rate(k.measured[coordinate], k.pairs[layout.measured[coordinate].pair])};
  };
  ActedOn<S> found = of(force.coordinate);
  if (force.less < 0) return found;
  const ActedOn<S> less = of(force.less);
  return {found.value - less.value, found.rate - less.rate};
}

// The second pair of what is over the road, in the axes of the first: here all are written in those of ground.
template <class Kind, class S, template <class> class K>
const Pair<S>& second_pair(const K<S>& k, const ForceEntry& force) {
  return k.pairs[force.second_pair];
}

// What an element between markers sees: its pair, and where it is over the road a second one.
template <class Kind, class S, template <class> class K, class Use>
decltype(auto) with_pairs(const K<S>& k, const ForceEntry& force, Use&& use) {
  if constexpr (over_road(Kind::uses))
    return use(k.pairs[force.pair], second_pair<Kind>(k, force));
  else
    return use(k.pairs[force.pair]);
}

template <class Kind, class S, template <class> class K>
auto measure_force(const Layout& layout, K<S>& k, const ForceEntry& force) {
  const Kind& kind = force.kind.as<Kind>();
  const auto measured = [&] {
    if constexpr (on_coordinate(Kind::uses)) {
      const ActedOn<S> coordinate = acted_on(layout, k, force);
      return kind.measure(coordinate.value, coordinate.rate);
    } else {
      evaluate_pair(layout, k, force.pair);
      if constexpr (over_road(Kind::uses)) evaluate_pair(layout, k, force.second_pair);
      return with_pairs<Kind>(k, force, [&](const auto&... pairs) { return kind.measure(pairs...); });
    }
  }();
  for (std::size_t i = 0; i < measured.size(); ++i)
    k.columns[force.measured[i]] = measured[i] / S(layout.column_factor[force.measured[i]]);
  return measured;
}

// The present values of its functions.
template <class Kind, class S, template <class> class K>
auto force_functions(const Layout& layout, K<S>& k, const ForceEntry& force) {
  std::array<S, std::tuple_size_v<decltype(std::declval<Kind>().functions())>> functions;
  for (std::size_t i = 0; i < functions.size(); ++i) {
    const Slot& slot = layout.slots[force.first_slot + i];
    functions[i] = slot.is_number ? S(slot.number) : evaluate_slot<S>(slot.value, slot.factor, k);
  }
  return functions;
}

template <class Kind, class S, template <class> class K>
void evaluate_force(const Layout& layout, K<S>& k, const ForceEntry& force) {
  const Kind& kind = force.kind.as<Kind>();
  const auto measured = measure_force<Kind>(layout, k, force);
  const auto functions = force_functions<Kind>(layout, k, force);
  std::array<S, Kind::results.size()> results;
  if constexpr (Kind::uses == ForceEnds::difference) {
    const ActedOn<S> difference = acted_on(layout, k, force);
    add_effort<S>(layout, k, force, kind.effort(difference.value, difference.rate, results));
    k.potential = k.potential + kind.potential(difference.value);
  } else if constexpr (Kind::uses == ForceEnds::coordinate) {
    add_effort<S>(layout, k, force, kind.effort(measured, functions, results));
    k.potential = k.potential + kind.potential(measured, functions);
  } else {
    with_pairs<Kind>(k, force, [&](const auto&... pairs) {
      add_load<S>(layout, k, force.pair, kind.act(pairs..., measured, functions, results));
      k.potential = k.potential + kind.potential(pairs..., measured, functions);
    });
  }
  for (std::size_t i = 0; i < results.size(); ++i)
    if (const int column = force.results[i]; column >= 0) k.columns[column] = results[i] / S(layout.column_factor[column]);
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

template <class S, template <class> class K>
void evaluate_forces(const Layout& layout, K<S>& k) {
  const auto for_each_force = [&](const ForceStage& stage, const auto& visit) {
    Forces::for_each_run(std::span(stage.forces), [&]<class Kind>(std::span<const ForceEntry> entries) {
      if constexpr (ForceIn<Kind, K<S>>)
        for (const ForceEntry& force : entries) visit.template operator()<Kind>(force);
    });
  };
  evaluate_weights(layout, k);
  read_columns<S>(layout, k, layout.sources);
  if (layout.measure_first)
    for (const ForceStage& stage : layout.force_stages)
      for_each_force(stage, [&]<class Kind>(const ForceEntry& force) { measure_force<Kind>(layout, k, force); });
  for (std::size_t i = 0; i < layout.delays.size(); ++i)
    k.columns[layout.first_delay + i] =
        layout.past && layout.past->has_begun() ? S(layout.past->at(i, k.time)) : evaluate_slot(layout.delays[i].value, 1.0, k);
  for (const ForceStage& stage : layout.force_stages) {
    for (int output : stage.outputs) {
      const Slot& slot = layout.outputs[output];
      k.columns[layout.output_columns[output]] = evaluate_slot(slot.value, 1.0, k);
      k.columns[layout.columns.size() + output] = evaluate_slot(slot.rate, 1.0, k);
    }
    for_each_force(stage, [&]<class Kind>(const ForceEntry& force) { evaluate_force<Kind>(layout, k, force); });
  }
  for (std::size_t i = 0; i < layout.states.size(); ++i) {
    if (layout.late_states[i]) continue;
    const S derivative = evaluate_slot(layout.states[i].value, 1.0, k);
    k.columns[layout.first_state_rate + i] = derivative;
    k.z_rate[i] = derivative * S(layout.states[i].factor);
  }
}

template <class S>
void evaluate_motions(const Layout& layout, const S* q, const S* v, Kinematics<S>& k) {
  const auto of_kind = [&]<class Kind>(std::span<const JointEntry> entries) {
    if constexpr (TreeKind<Kind> && !std::is_same_v<Kind, Revolute>)
      for (const JointEntry& joint : entries) {
        if (joint.body == 0) continue;
        const TreeJoint& tree = layout.tree_joints[joint.body];
        const auto motion = joint.kind.template as<Kind>().motion(q + tree.q, v + tree.v);
        k.R[joint.body] = motion.R;
        k.p[joint.body] = motion.p;
        k.c[joint.body] = motion.bias;
        if constexpr (Kind::freedoms > 0)
          for (int i = 0; i < Kind::freedoms; ++i) k.S_columns[tree.v + i] = motion.basis.col(i);
      }
  };
  Joints::for_each_run(std::span(layout.joints), of_kind);
  Joints::for_each_run(std::span(layout.unjoined), of_kind);
}

}  // namespace bricard

#define BRICARD_EVALUATE(Scalar)                                                                                                \
  template void bricard::evaluate_rows(const bricard::Layout&, bricard::Kinematics<Scalar>&, bricard::RowSet, bricard::Measure, \
                                       std::span<const double>, const Scalar*);                                                 \
  template void bricard::evaluate_forces(const bricard::Layout&, bricard::Kinematics<Scalar>&);                                 \
  template void bricard::read_columns(const bricard::Layout&, bricard::Kinematics<Scalar>&,                                     \
                                      std::span<const bricard::ColumnSource>);                                                  \
  template void bricard::evaluate_motions(const bricard::Layout&, const Scalar*, const Scalar*, bricard::Kinematics<Scalar>&)
