#include "bricard/analyses/dynamics/balance.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace bricard {

namespace {

struct Node {
  double at, weight;  // on [-1, 1]
};
constexpr Node one[] = {{0, 2}};
constexpr Node two[] = {{-0.5773502691896257645, 1}, {0.5773502691896257645, 1}};
constexpr Node three[] = {{-0.7745966692414833770, 5. / 9}, {0, 8. / 9}, {0.7745966692414833770, 5. / 9}};
constexpr Node four[] = {{-0.8611363115940525752, 0.3478548451374538574},
                         {-0.3399810435848562648, 0.6521451548625461426},
                         {0.3399810435848562648, 0.6521451548625461426},
                         {0.8611363115940525752, 0.3478548451374538574}};
constexpr Node five[] = {{-0.9061798459386639928, 0.2369268850561890875},
                         {-0.5384693101056830910, 0.4786286704993664680},
                         {0, 0.5688888888888888889},
                         {0.5384693101056830910, 0.4786286704993664680},
                         {0.9061798459386639928, 0.2369268850561890875}};

std::span<const Node> gauss(int points) {
  switch (points) {
    case 1:
      return one;
    case 2:
      return two;
    case 3:
      return three;
    case 4:
      return four;
    default:
      return five;
  }
}

template <class Elements>
std::vector<std::string> names(const Elements& elements) {
  std::vector<std::string> list;
  for (const auto& element : elements) list.push_back(element.name);
  return list;
}

}  // namespace

int quadrature_points(const IntegratorStatistics& statistics, int order) {
  const long per_step = statistics.evaluations / std::max(1L, statistics.steps + statistics.rejected);
  return static_cast<int>(std::clamp(per_step / 2, order > 2 ? 2L : 1L, 5L));
}

EnergyBalance::EnergyBalance(const Model& model)
    : forces_(model.forces.size()),
      joints_(model.joints.size(), 0.0),
      drivers_(model.drivers.size(), 0.0),
      constraints_(model.constraints.size(), 0.0),
      force_names_(names(model.forces)),
      joint_names_(names(model.joints)),
      driver_names_(names(model.drivers)),
      constraint_names_(names(model.constraints)) {}

// At the ends of a motion only: room for it is not kept between.
double EnergyBalance::energy_of(const State& state) const {
  Equations e(*system_);
  return energy_of(state, e);
}

double EnergyBalance::energy_of(const State& state, Equations& e) const {
  system_->motion(state, e, RowSet::loops, Measure::all);
  system_->forces(e);
  return system_->kinetic_energy(e) + e.k.potential;
}

// ΔV of the elements that take or give energy.
void EnergyBalance::store(double sign, const State& state) {
  if (meter_->forces().empty()) return;
  meter_->measure(state);
  for (const auto& force : meter_->forces()) forces_[force.element].work += sign * force.stored;
}

void EnergyBalance::begin(const System& system, const std::vector<char>& selected, const State& start) {
  system_ = &system;
  looking_.reset();
  meter_ = std::make_unique<PowerMeter>(system, selected);
  const double energy = energy_of(start);
  if (begun_)
    lost_ += last_ - energy;
  else
    start_ = energy;
  begun_ = true;
  last_ = energy;
  store(-1, start);
}

void EnergyBalance::add(double from, double to, int points, const std::function<State(double)>& state_at) {
  if (meter_->idle() || !(to > from)) return;
  const double half = 0.5 * (to - from), middle = 0.5 * (from + to);
  for (const Node& node : gauss(points)) {
    if (!meter_->measure(state_at(middle + half * node.at))) {
      broken_ = true;
      return;
    }
    const double weight = half * node.weight;
    for (const auto& force : meter_->forces()) {
      forces_[force.element].work += weight * (force.power + force.dissipated);
      forces_[force.element].dissipated += weight * force.dissipated;
    }
    for (const auto& rubs : meter_->rubbing())
      (rubs.is_joint ? joints_[rubs.element] : forces_[rubs.element].dissipated) -= weight * rubs.power;
    for (const auto& row : meter_->rows()) {
      const RowGroup& group = system_->constraints().groups[row.group];
      (group.kind == RowGroup::Kind::driver ? drivers_ : constraints_)[group.element] += weight * row.power;
    }
  }
  most_given_ = std::max(most_given_, std::abs(given()));
}

// What prescribed motions and elements have given, less what was dissipated.
double EnergyBalance::given() const {
  double sum = 0;
  for (const double work : drivers_) sum += work;
  for (const double work : constraints_) sum += work;
  for (const Work& each : forces_) sum += each.work - each.dissipated;
  for (const double dissipated : joints_) sum -= dissipated;
  return sum;
}

void EnergyBalance::look(const State& state) {
  if (broken_) return;
  if (!looking_) looking_.emplace(*system_);
  double missing = energy_of(state, *looking_) - (start_ + given() - lost_);
  if (!meter_->forces().empty() && meter_->measure(state))
    for (const auto& force : meter_->forces()) missing -= force.stored;
  largest_error_ = std::max(largest_error_, std::abs(missing));
}

// begin() finds this energy missing, or there: it was not lost at an event.
void EnergyBalance::add(const std::vector<Blow>& blows) {
  for (const Blow& blow : blows) {
    const RowGroup& group = system_->constraints().groups[blow.group];
    (group.kind == RowGroup::Kind::driver ? drivers_ : constraints_)[group.element] += blow.work;
    lost_ += blow.work;
  }
}

void EnergyBalance::end(const State& state) {
  last_ = energy_of(state);
  store(1, state);
}

Balance EnergyBalance::found() const {
  Balance balance;
  balance.energy_start = start_;
  balance.energy_end = last_;
  balance.lost_at_events = lost_;
  const auto tell = [&](const std::string& name, double work, double dissipated) {
    if (work != 0 || dissipated != 0) balance.elements.push_back({name, work, dissipated});
  };
  for (std::size_t i = 0; i < drivers_.size(); ++i) {
    balance.work_drivers += drivers_[i];
    tell(driver_names_[i], drivers_[i], 0);
  }
  for (std::size_t i = 0; i < constraints_.size(); ++i) {
    balance.work_drivers += constraints_[i];
    tell(constraint_names_[i], constraints_[i], 0);
  }
  for (std::size_t i = 0; i < forces_.size(); ++i) {
    balance.work_forces += forces_[i].work;
    balance.dissipated += forces_[i].dissipated;
    tell(force_names_[i], forces_[i].work, forces_[i].dissipated);
  }
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    balance.dissipated += joints_[i];
    tell(joint_names_[i], 0, joints_[i]);
  }
  balance.error = last_ - (start_ + given() - lost_);
  balance.largest_error = std::max(largest_error_, std::abs(balance.error));
  return balance;
}

}  // namespace bricard
