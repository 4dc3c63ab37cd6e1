#include "bricard/system/recorder.hpp"

#include <algorithm>

#include "bricard/model/references.hpp"
#include "bricard/system/weights.hpp"

namespace bricard {

Recorder::Recorder(const System& system, const std::vector<char>& selected, MotionFrom source)
    : system_(system),
      source_(source),
      e_(system),
      joint_group_(system.model().joints.size(), -1),
      driver_group_(system.model().drivers.size(), -1),
      constraint_group_(system.model().constraints.size(), -1),
      a_(system.nv()) {
  select(selected);
  const auto& groups = system.layout().groups;
  for (int g = 0; g < static_cast<int>(groups.size()); ++g) {
    auto& of_kind = groups[g].kind == RowGroup::Kind::joint    ? joint_group_
                    : groups[g].kind == RowGroup::Kind::driver ? driver_group_
                                                               : constraint_group_;
    of_kind[groups[g].element] = g;
  }
  first_measured_.assign(system.model().joints.size() + 1, 0);
  for (const auto& coordinate : system.layout().measured)
    if (coordinate.joint >= 0) ++first_measured_[coordinate.joint + 1];
  for (std::size_t j = 0; j + 1 < first_measured_.size(); ++j) first_measured_[j + 1] += first_measured_[j];
}

void Recorder::select(const std::vector<char>& selected) {
  e_.kernel.set_selected(selected);
  redundant_ = std::find(selected.begin(), selected.end(), 0) != selected.end();
}

// Accelerations, and the reactions that go with them.
bool Recorder::accelerations(double t) {
  if (source_ == MotionFrom::forces) {
    if (!system_.factor(e_)) return false;
    system_.accelerations(e_, a_);
    bricard::reactions(system_, e_, redundant_, reactions_);
    return true;
  }
  system_.fill(e_);
  weigh(equal_weights(system_.layout()), e_);
  if (!e_.kernel.factor()) return false;
  for (auto& f : e_.right.f) f.setZero();
  system_.correction(Order::acceleration, e_, a_);
  if (source_ == MotionFrom::drivers_alone) return true;
  // The multipliers of equal weights mean nothing: efforts follow from the accelerations and the true inertia.
  system_.fill(e_);
  if (sharing_)
    sharing_(t, e_, reactions_);
  else
    bricard::reactions(system_, e_, true, reactions_);
  return true;
}

bool Recorder::record(const State& state, std::vector<double>& values, Level highest) {
  const Layout& layout = system_.layout();
  system_.motion(state, e_, RowSet::all, Measure::all);
  system_.forces(e_);
  reactions_.effort.assign(layout.rows, 0);
  reactions_.wrench.assign(layout.groups.size(), Vec6<double>::Zero());
  const bool with_accelerations = highest > Level::force;
  const bool factorized = with_accelerations && accelerations(state.t);
  if (!with_accelerations) {
    for (auto& A : e_.solution.A) A.setZero();
  } else if (!factorized) {
    for (auto& A : e_.solution.A) A.setConstant(std::nan(""));
    reactions_.effort.assign(layout.rows, std::nan(""));
    reactions_.wrench.assign(layout.groups.size(), Vec6<double>::Constant(std::nan("")));
  }
  energy_ = {system_.kinetic_energy(e_), e_.k.potential};
  position_violation_ = system_.violation(e_, Order::position, RowSet::all);
  velocity_violation_ = system_.violation(e_, Order::velocity, RowSet::all);
  acceleration_violation_ = 0;
  for (std::size_t l = 0; highest > Level::force && l < system_.loop_groups().size(); ++l) {
    const RowGroup& group = layout.groups[system_.loop_groups()[l]];
    for (int i = 0; i < group.rows; ++i) {
      const double open = e_.k.gamma[group.first_row + i] - e_.kernel.row_product(static_cast<int>(l), i, e_.solution.A);
      acceleration_violation_ = std::max(acceleration_violation_, system_.scaled(group.first_row + i, open));
    }
  }

  const std::size_t begin = values.size();
  values.resize(begin + layout.columns.size());
  double* out = values.data() + begin;
  *out++ = state.t;
  body_columns(out);
  sensor_columns(out);
  joint_columns(out);
  effort_columns(out);
  // Force columns were written by the force elements, in the file's units; outputs are computed from all that stands so far.
  double* first = values.data() + begin;
  const auto known = out - first;
  const auto forces_end = layout.output_columns.empty() ? static_cast<std::ptrdiff_t>(layout.columns.size()) - 5
                                                        : static_cast<std::ptrdiff_t>(layout.output_columns.front());
  for (auto c = known; c < forces_end; ++c) *out++ = e_.k.columns[c] * layout.column_factor[c];
  const auto balance = layout.columns.size() - 5;
  const double last[5] = {energy_.kinetic, energy_.potential, energy_.kinetic + energy_.potential, position_violation_,
                          velocity_violation_};
  for (int i = 0; i < 5; ++i) first[balance + i] = last[i];
  for (std::size_t c = 0; c < layout.columns.size(); ++c) e_.k.columns[c] = first[c] / layout.column_factor[c];
  for (int output : layout.output_order) {
    const int column = layout.output_columns[output];
    e_.k.columns[column] = first[column] = evaluate_slot(layout.outputs[output].value, 1.0, e_.k);
    e_.k.columns[layout.columns.size() + output] = evaluate_slot(layout.outputs[output].rate, 1.0, e_.k);
  }
  return highest <= Level::force || (factorized && a_.allFinite());
}

void Recorder::body_columns(double*& out) const {
  const bool planar = system_.model().dimension == 2;
  const auto write = [&](const auto& vector) {
    for (int i = 0; i < vector.size(); ++i) *out++ = vector[i];
  };
  for (std::size_t i = 0; i < system_.model().bodies.size(); ++i) {
    const int b = system_.layout().tree.number[i + 1];
    const Vec6<double>& A = e_.solution.A[b];
    if (planar) {
      write(e_.k.p[b].head<2>());
      *out++ = e_.k.measured[system_.layout().body_angle[b]].value;
      write(e_.k.v[b].head<2>());
      *out++ = e_.k.w[b][2];
      write(A.head<2>());
      *out++ = A[5];
    } else {
      write(e_.k.p[b]);
      write(quaternion_of(e_.k.R[b]));
      write(e_.k.v[b]);
      write(e_.k.w[b]);
      write(A);
    }
  }
}

void Recorder::sensor_columns(double*& out) {
  const int size = system_.model().dimension;
  for (std::size_t s = 0; s < system_.model().sensors.size(); ++s) {
    const auto& [kind, index] = system_.layout().sensors[s];
    evaluate_pair(system_.layout(), e_.k, index);
    const Pair<double>& pair = e_.k.pairs[index];
    const PairFrames& frames = system_.layout().pairs[index];
    const Vec6<double> seen = shifted<double>(e_.solution.A[frames.B.body], e_.k.reach_B[index]) -
                              shifted<double>(e_.solution.A[frames.A.body], e_.k.reach_A[index]) + e_.k.drift[index];
    const auto write = [&](const Vec3<double>& vector) {
      for (int i = 0; i < size; ++i) *out++ = vector[i];
    };
    write(kind.position(pair));
    write(kind.velocity(pair));
    write(kind.acceleration(pair, Vec3<double>(seen.head<3>())));
    if (system_.model().sensors[s].axis) write(kind.direction(pair));
  }
}

void Recorder::joint_columns(double*& out) const {
  const bool planar = system_.model().dimension == 2;
  const auto& groups = system_.layout().groups;
  for (std::size_t j = 0; j < system_.model().joints.size(); ++j) {
    for (int m = first_measured_[j]; m < first_measured_[j + 1]; ++m) {
      *out++ = e_.k.measured[m].value;
      *out++ = rate(e_.k.measured[m], e_.k.pairs[system_.layout().measured[m].pair]);
    }
    const int g = joint_group_[j];
    const double effort = g >= 0 && groups[g].rows > 0 ? reactions_.effort[groups[g].first_row] : 0;
    const Vec6<double> wrench = g >= 0 ? reactions_.wrench[g] : Vec6<double>(Vec6<double>::Zero());
    std::visit(
        [&]<class Kind>(const Kind&) {
          if constexpr (couples_joints<Kind>) {
            *out++ = effort;
          } else {
            if constexpr (requires { Kind::has_tension; }) *out++ = -effort;
            for (int i = 0; i < 6; ++i)
              if (!planar || i == 0 || i == 1 || i == 5) *out++ = wrench[i];
          }
        },
        system_.model().joints[j].kind);
  }
}

void Recorder::effort_columns(double*& out) const {
  const auto& groups = system_.layout().groups;
  for (int g : driver_group_) {
    const int row = g >= 0 ? groups[g].first_row : 0;
    double value = 0;
    if (g >= 0) {
      for (int m = 0; m < groups[g].terms; ++m) value += e_.k.entries[groups[g].first_entry + m].value;
      value -= e_.k.Phi[row];  // what is prescribed
    }
    *out++ = value;
    *out++ = g >= 0 ? reactions_.effort[row] : 0;
  }
  for (int g : constraint_group_) *out++ = g >= 0 ? reactions_.effort[groups[g].first_row] : 0;
}

}  // namespace bricard
