// The assembler: elements evaluated on bodies in motion, for any scalar. The only things an element receives are marker pairs and
// the present values of its functions. K is Kinematics, in space, or PlanarKinematics; what they do differently has an overload
// for each. This header knows no kind of element; what does is in evaluate_kinds.hpp.
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
  for (const auto* slots : {&layout.slots, &layout.outputs, &layout.inputs, &layout.states, &layout.delays})
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

enum class RowSet {
  loops,  // what relative coordinates need: loop rows and drivers
  all     // every joint row too
};

// Time and the inputs, which depend on nothing else.
template <class S>
void evaluate_time(const Layout& layout, Values<S>& k, const S& t) {
  k.columns[0] = t / S(layout.column_factor[0]);
  if (!layout.delays.empty()) k.time = number_of(t);
  for (std::size_t i = 0; i < layout.inputs.size(); ++i) {
    const Slot& input = layout.inputs[i];
    if (!k.given_inputs.empty()) {
      k.columns[layout.first_input + i] = k.given_inputs[i];
      k.columns[layout.first_input_rate + i] = S(0);
      continue;
    }
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

// What follows knows the kinds of joints, constraints and forces: it is compiled once for each scalar (evaluate_kinds.hpp).

// Pairs, measured coordinates and rows. `angles`: last accepted values of measured angles (may be empty: no turns).
// `relative_q`: relative coordinates hold the coordinates of tree joints directly, turns included; null in other coordinates.
template <class S, template <class> class K>
void evaluate_rows(const Layout& layout, K<S>& k, RowSet set, Measure measure, std::span<const double> angles,
                   const S* relative_q);

// Applied wrenches: weights, force elements; then the derivatives of user states, but for late ones.
template <class S, template <class> class K>
void evaluate_forces(const Layout& layout, K<S>& k);

// Columns of bodies, sensors and joints at the motion in k.
template <class S, template <class> class K>
void read_columns(const Layout& layout, K<S>& k, std::span<const ColumnSource> sources);

// The motion of every tree joint but hinges: pose of B in A in k.R and k.p, its columns and its bias.
template <class S>
void evaluate_motions(const Layout& layout, const S* q, const S* v, Kinematics<S>& k);

}  // namespace bricard
