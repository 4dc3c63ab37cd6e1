// The columns of results.csv from motion, accelerations and efforts, in SI, for any scalar: numbers for a row of results, dual
// numbers for what changes with a column's arguments.
#pragma once
#include <limits>
#include <vector>

#include "bricard/model/references.hpp"
#include "bricard/system/system.hpp"

namespace bricard {

// What the columns are read from. Expects in k motion, all rows, all measured coordinates and forces.
template <class S>
struct ColumnValues {
  Kinematics<S>& k;
  const std::vector<Vec6<S>>& A;       // accelerations of the bodies, by number
  const std::vector<S>& effort;        // of every row of the layout
  const std::vector<Vec6<S>>& wrench;  // of every group of the layout
};

class ColumnWriter {
 public:
  explicit ColumnWriter(const System& system);

  // All columns, `t` first. `balance`: the last five, energies and violations.
  template <class S>
  void write(const S& t, const ColumnValues<S>& values, const S (&balance)[5], S* out) const {
    const Layout& layout = system_.layout();
    S* const first = out;
    *out++ = t;
    body_columns(values, out);
    sensor_columns(values, out);
    joint_columns(values, first, out);
    effort_columns(values, out);
    // Force columns were written by the force elements, in the file's units; outputs are computed from all that stands so far.
    Kinematics<S>& k = values.k;
    const std::size_t size = layout.columns.size();
    const std::size_t forces_end = layout.output_columns.empty() ? size - 5 : layout.output_columns.front();
    for (auto c = static_cast<std::size_t>(out - first); c < forces_end; ++c) *out++ = k.columns[c] * S(layout.column_factor[c]);
    for (int i = 0; i < 5; ++i) first[size - 5 + i] = balance[i];
    for (std::size_t c = 0; c < size; ++c) k.columns[c] = first[c] / S(layout.column_factor[c]);
    for (std::size_t i = 0; i < layout.states.size(); ++i)
      if (layout.late_states[i]) k.columns[layout.first_state_rate + i] = evaluate_slot(layout.states[i].value, 1.0, k);
    for (int output : layout.output_order) {
      const int column = layout.output_columns[output];
      k.columns[column] = first[column] = evaluate_slot(layout.outputs[output].value, 1.0, k);
      k.columns[size + output] = evaluate_slot(layout.outputs[output].rate, 1.0, k);
    }
  }

 private:
  template <class S, class Vector>
  static void put(const Vector& vector, int count, S*& out) {
    for (int i = 0; i < count; ++i) *out++ = vector[i];
  }
  template <class S>
  static Vec4<S> quaternion(const Mat3<S>& R) {
    if constexpr (std::is_same_v<S, double>)
      return quaternion_of(R);
    else
      return quaternion_of_axes<S>(R);
  }

  template <class S>
  void body_columns(const ColumnValues<S>& values, S*& out) const {
    const bool planar = system_.model().dimension == 2;
    const Kinematics<S>& k = values.k;
    for (std::size_t i = 0; i < system_.model().bodies.size(); ++i) {
      const int b = system_.layout().tree.number[i + 1];
      const Vec6<S>& A = values.A[b];
      put(k.p[b], planar ? 2 : 3, out);
      if (planar) {
        *out++ = k.measured[system_.layout().body_angle[b]].value;
        put(k.v[b], 2, out);
        *out++ = k.w[b][2];
        put(A, 2, out);
        *out++ = A[5];
      } else {
        put(quaternion<S>(k.R[b]), 4, out);
        put(k.v[b], 3, out);
        put(k.w[b], 3, out);
        put(A, 6, out);
      }
    }
  }

  template <class S>
  void sensor_columns(const ColumnValues<S>& values, S*& out) const {
    const int size = system_.model().dimension;
    Kinematics<S>& k = values.k;
    for (std::size_t s = 0; s < system_.model().sensors.size(); ++s) {
      const auto& [kind, index] = system_.layout().sensors[s];
      evaluate_pair(system_.layout(), k, index);
      const Pair<S>& pair = k.pairs[index];
      const PairFrames& frames = system_.layout().pairs[index];
      const Vec6<S> seen = shifted<S>(values.A[frames.B.body], k.reach_B[index]) -
                           shifted<S>(values.A[frames.A.body], k.reach_A[index]) + k.drift[index];
      put(kind.position(pair), size, out);
      put(kind.velocity(pair), size, out);
      put(kind.acceleration(pair, Vec3<S>(seen.template head<3>())), size, out);
      if (system_.model().sensors[s].axis) put(kind.direction(pair), size, out);
    }
  }

  // What a locked angle (is_locked) leaves undefined is not a number.
  template <class S>
  static S where_defined(const Kinematics<S>& k, const MeasuredCoordinate& coordinate, const S& value) {
    using std::cos;
    if (coordinate.second_angle < 0) return value;
    const S c = cos(k.measured[coordinate.second_angle].value);
    const S least(threshold::gimbal_lock * threshold::gimbal_lock);
    return select(c * c >= least, value, S(std::numeric_limits<double>::quiet_NaN()));
  }

  template <class S>
  void joint_columns(const ColumnValues<S>& values, const S* first, S*& out) const {
    const bool planar = system_.model().dimension == 2;
    const auto& groups = system_.layout().groups;
    const Kinematics<S>& k = values.k;
    for (std::size_t j = 0; j < system_.model().joints.size(); ++j) {
      for (int m = first_measured_[j]; m < first_measured_[j + 1]; ++m) {
        const MeasuredCoordinate& coordinate = system_.layout().measured[m];
        *out++ = where_defined<S>(k, coordinate, k.measured[m].value);
        *out++ = where_defined<S>(k, coordinate, rate(k.measured[m], k.pairs[coordinate.pair]));
      }
      const int g = joint_group_[j];
      const S effort = g >= 0 && groups[g].rows > 0 ? values.effort[groups[g].first_row] : S(0);
      const Vec6<S> wrench = g >= 0 ? values.wrench[g] : Vec6<S>(Vec6<S>::Zero());
      const JointInfo& kind = system_.model().joints[j].kind.info();
      if (kind.uses.joints) {
        *out++ = effort;
        continue;
      }
      if (kind.has_tension) *out++ = -effort;
      for (int i = 0; i < 6; ++i)
        if (!planar || i == 0 || i == 1 || i == 5) *out++ = wrench[i];
      for (int i = 0; system_.model().joints[j].friction && i < 2 * kind.surfaces; ++i) {  // written by rub()
        const auto column = static_cast<std::size_t>(out - first);
        *out++ = k.columns[column] * S(system_.layout().column_factor[column]);
      }
    }
  }

  template <class S>
  void effort_columns(const ColumnValues<S>& values, S*& out) const {
    const auto& groups = system_.layout().groups;
    for (int g : driver_group_) {
      const int row = g >= 0 ? groups[g].first_row : 0;
      S value(0);
      if (g >= 0) {
        for (int m = 0; m < groups[g].terms; ++m) value = value + values.k.entries[groups[g].first_entry + m].value;
        value = value - values.k.Phi[row];  // what is prescribed
      }
      *out++ = value;
      *out++ = g >= 0 ? values.effort[row] : S(0);
    }
    for (int g : constraint_group_) *out++ = g >= 0 ? values.effort[groups[g].first_row] : S(0);
  }

  const System& system_;
  std::vector<int> joint_group_, driver_group_, constraint_group_;  // model element → layout group, -1: not active
  std::vector<int> first_measured_;                                 // by joint
};

// Force and torque on the second body at B's origin, per group, from the efforts of its rows.
template <class S>
void sum_wrenches(const Layout& layout, const Kinematics<S>& k, const std::vector<S>& effort, std::vector<Vec6<S>>& wrench) {
  wrench.assign(layout.groups.size(), Vec6<S>::Zero());
  for (std::size_t g = 0; g < layout.groups.size(); ++g) {
    const RowGroup& group = layout.groups[g];
    for (int i = 0; i < group.rows; ++i) {
      const Row<S>& entry = k.entries[group.first_entry + i * group.terms];
      wrench[g].template head<3>() += effort[group.first_row + i] * entry.n;
      wrench[g].template tail<3>() += effort[group.first_row + i] * entry.tau;
    }
  }
}

}  // namespace bricard
