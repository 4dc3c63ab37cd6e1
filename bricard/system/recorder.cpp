#include "bricard/system/recorder.hpp"

#include <algorithm>

#include "bricard/system/row_length.hpp"
#include "bricard/system/rubbing.hpp"
#include "bricard/system/weights.hpp"

namespace bricard {

Recorder::Recorder(const System& system, const std::vector<char>& selected, MotionFrom source)
    : system_(system), source_(source), e_(system), writer_(system), a_(system.nv()) {
  select(selected);
  if (!system.layout().motion_rates.empty()) rates_.emplace(system);
}

void Recorder::select(const std::vector<char>& selected) {
  e_.kernel.set_selected(selected);
  redundant_ = std::find(selected.begin(), selected.end(), 0) != selected.end();
}

// Accelerations, and the reactions that go with them.
bool Recorder::accelerations(double t) {
  if (source_ == MotionFrom::forces) {
    if (!rub(system_, e_) || !system_.factor(e_)) return false;
    system_.accelerations(e_, a_);
    if (e_.kernel.unresisted_body() != 0) return false;
    bricard::reactions(system_, e_, redundant_, reactions_);
    return true;
  }
  system_.fill(e_);
  if (source_ == MotionFrom::rates) {
    a_.setZero();
    system_.body_accelerations(e_.k, a_.data(), e_.solution.A);
    if (!rub_driven(system_, e_, [&](Reactions& out) { bricard::reactions(system_, e_, true, out); })) return false;
    bricard::reactions(system_, e_, true, reactions_);
    return true;
  }
  if (known_) {
    a_ = *known_;
    system_.body_accelerations(e_.k, a_.data(), e_.solution.A);
  } else {
    weigh(equal_weights(system_), e_);
    if (!e_.kernel.factor()) return false;
    for (auto& f : e_.right.f) f.setZero();
    system_.correction(Order::acceleration, e_, a_);
  }
  if (source_ == MotionFrom::drivers_alone) return true;
  // The multipliers of equal weights mean nothing: efforts follow from the accelerations and the true inertia.
  system_.fill(e_);
  const auto share = [&](Reactions& out) {
    if (sharing_)
      sharing_(t, e_, out);
    else
      bricard::reactions(system_, e_, true, out);
  };
  if (!rub_driven(system_, e_, share)) return false;
  share(reactions_);
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
      acceleration_violation_ = std::max(acceleration_violation_, as_length(system_, e_, group.first_row + i, open));
    }
  }

  const std::size_t begin = values.size();
  values.resize(begin + layout.columns.size());
  const double balance[5] = {energy_.kinetic, energy_.potential, energy_.kinetic + energy_.potential, position_violation_,
                             velocity_violation_};
  const auto write = [&] {
    if (rates_ && with_accelerations) rates_->write(state, e_.solution.A, e_.k);
    writer_.write<double>(state.t, {e_.k, e_.solution.A, reactions_.effort, reactions_.wrench}, balance, values.data() + begin);
  };
  write();
  // The derivatives of some states are known only now, and forces may read those states.
  if (rates_ && std::find(layout.late_states.begin(), layout.late_states.end(), 1) != layout.late_states.end()) write();
  return highest <= Level::force || (factorized && a_.allFinite());
}

}  // namespace bricard
