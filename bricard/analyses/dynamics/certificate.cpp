#include "bricard/analyses/dynamics/certificate.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>
#include <unordered_set>

#include "bricard/math/dense.hpp"
#include "bricard/math/thresholds.hpp"
#include "bricard/system/matrices.hpp"

namespace bricard {

namespace {

constexpr double mark = -0x1.2ad5e7p+1001;  // no element computes this
constexpr std::size_t most_names = 8;
constexpr int largest_mass_matrix = 60;

template <class Visit>
void for_each_force(const System& system, const Visit& visit) {
  for (const ForceStage& stage : system.functions().force_stages)
    for (const ForceEntry& force : stage.forces) visit(force);
}

// Names of the joints, constraints, drivers and forces that an evaluation wrote.
std::unordered_set<std::string> evaluated_by(const System& system, Purpose purpose) {
  const State state = system.designed();
  Equations e(system, purpose);
  Values<double>& values = e.values();
  std::fill(values.Phi.begin(), values.Phi.end(), mark);
  for_each_force(system, [&](const auto& force) {
    for (int column : force.results)
      if (column >= 0) values.columns[column] = mark;
  });
  system.motion(state, e, RowSet::all, Measure::all);
  system.forces(e);
  std::unordered_set<std::string> names;
  for (const RowGroup& group : system.constraints().groups) {
    bool all = true;
    for (int i = 0; i < group.rows; ++i) all = all && values.Phi[group.first_row + i] != mark;
    if (all) names.insert(system.name_of(group));
  }
  for_each_force(system, [&](const auto& force) {
    bool all = true;
    for (int column : force.results) all = all && (column < 0 || values.columns[column] != mark);
    if (all) names.insert(system.model().forces[force.element].name);
  });
  return names;
}

// As steps and as rows of results evaluate.
std::unordered_set<std::string> evaluated(const System& system) {
  std::unordered_set<std::string> names = evaluated_by(system, Purpose::reading);
  if (system.is_in_plane()) {
    const auto stepping = evaluated_by(system, Purpose::stepping);
    std::erase_if(names, [&](const std::string& name) { return stepping.count(name) == 0; });
  }
  return names;
}

template <class Visit>
void for_each_element(const Model& model, const Visit& visit) {
  for (const auto& each : model.joints) visit(each, "joint", joint_columns(model, each));
  for (const auto& each : model.drivers) visit(each, "driver", driver_columns(model, each));
  for (const auto& each : model.constraints) visit(each, "constraint", constraint_columns(model, each));
  for (const auto& each : model.forces) visit(each, "force", force_columns(model, each));
}

template <class Element>
std::string type_of(const Element& element) {
  if constexpr (requires { element.kind; })
    return std::string(element.kind->type);
  else
    return {};
}

// A force whose given functions are all the number zero is meant to be zero; a driver that only holds is a guide.
template <class Element>
bool is_meant_zero(const Element& element) {
  if constexpr (std::is_same_v<Element, Force>) {
    const std::vector<Term> functions = element.kind.functions();
    return !functions.empty() && std::all_of(functions.begin(), functions.end(), [](const Term& term) {
      return !term.function || (term.function->is_number() && term.function->number == 0);
    });
  } else if constexpr (std::is_same_v<Element, Driver>) {
    return !element.function() || element.function()->is_number();
  } else {
    return false;
  }
}

std::string shortened(const std::vector<std::string>& names) {
  if (names.size() <= most_names) return fmt::format("{}", fmt::join(names, ", "));
  return fmt::format("{} and {} more", fmt::join(names.begin(), names.begin() + most_names, ", "), names.size() - most_names);
}

double relative(double error, double scale) { return scale > 0 ? error / scale : 0; }

}  // namespace

std::vector<ElementActivity> list_elements(const Model& model, const System& system) {
  const auto names = evaluated(system);
  std::unordered_set<std::string> idle;
  for (const RowGroup& group : system.constraints().groups)
    if (group.rows == 0) idle.insert(system.name_of(group));
  std::vector<ElementActivity> list;
  for_each_element(model, [&](const auto& element, const char* section, const auto&) {
    ElementActivity& added = list.emplace_back();
    added.name = element.name;
    added.active = element.active;
    added.section = section;
    added.type = type_of(element);
    added.evaluated = element.active && names.count(element.name) > 0;
    added.has_effort = idle.count(element.name) == 0;
  });
  return list;
}

void add_evidence(const Model& model, Results& results) {
  Summary& summary = results.summary;
  std::vector<std::string> missing;
  for (const ElementActivity& each : summary.elements)
    if (each.active && !each.evaluated) missing.push_back(fmt::format("{} '{}'", each.section, each.name));
  if (!missing.empty())
    summary.outcome = Outcome::failure(fmt::format(
        "the equations leave out {}: results without it would be wrong; this is a fault of the program", shortened(missing)));

  const std::size_t count = results.columns.size();
  const Model& m = model;
  if (summary.elements.size() != m.joints.size() + m.drivers.size() + m.constraints.size() + m.forces.size()) return;
  RowTally tally = results.tally;
  for (int row = static_cast<int>(tally.count); row < results.rows(); ++row)
    tally.add({results.values.data() + static_cast<std::size_t>(row) * count, count});
  std::vector<double>& largest = tally.largest;
  largest.resize(count, 0.0);
  std::unordered_map<std::string, std::size_t> index;
  for (std::size_t c = 0; c < count; ++c) index[results.columns[c].name] = c;
  double most = 0;
  std::size_t next = 0;
  struct Quiet {
    std::size_t element;
    double effort;
  };
  std::vector<Quiet> quiet;
  for_each_element(model, [&](const auto& element, const char*, const std::vector<ColumnInfo>& columns) {
    ElementActivity& activity = summary.elements[next++];
    double effort = 0;
    for (const ColumnInfo& column : columns) {
      const auto found = index.find(column.name);
      if (found == index.end() || (column.level != Level::reaction && column.level != Level::force)) continue;
      auto of_dimension = std::find_if(activity.efforts.begin(), activity.efforts.end(),
                                       [&](const auto& each) { return each.dimension == column.dimension; });
      if (of_dimension == activity.efforts.end()) {
        activity.efforts.push_back({column.dimension, 0});
        of_dimension = activity.efforts.end() - 1;
      }
      of_dimension->largest = std::max(of_dimension->largest, largest[found->second]);
      effort = std::max(effort, largest[found->second]);
    }
    most = std::max(most, effort);
    if (activity.active && activity.has_effort && !activity.efforts.empty() && !is_meant_zero(element))
      quiet.push_back({next - 1, effort});
  });
  if (tally.count < 2 || !(most > 0)) return;  // nothing is loaded at all
  // What acted between the rows of results has done work.
  const auto has_worked = [&](const std::string& name) {
    return summary.balance &&
           std::any_of(summary.balance->elements.begin(), summary.balance->elements.end(), [&](const auto& each) {
             return each.name == name && (std::abs(each.work) > threshold::cancelled * summary.balance->moved ||
                                          std::abs(each.dissipated) > threshold::cancelled * summary.balance->moved);
           });
  };
  std::vector<std::string> names;
  for (const Quiet& each : quiet) {
    const ElementActivity& element = summary.elements[each.element];
    if (element.section == "joint") continue;  // guides often carry nothing
    if (each.effort <= threshold::cancelled * most && !has_worked(element.name))
      names.push_back(fmt::format("{} '{}'", element.section, element.name));
  }
  if (!names.empty())
    summary.warnings.push_back(fmt::format("{} stayed without effort: nothing acts through {}; is that meant?", shortened(names),
                                           names.size() == 1 ? "it" : "them"));
}

void MomentumWatch::begin(const System& system) {
  close();
  system_ = &system;
  started_ = false;
  groups_.clear();
  std::vector<int> joined(system.mechanism().bodies + 1);
  std::iota(joined.begin(), joined.end(), 0);
  const auto root = [&](int body) {
    while (joined[body] != body) body = joined[body] = joined[joined[body]];
    return body;
  };
  const auto join = [&](int pair) {
    const int a = root(system.mechanism().pairs[pair].A.body), b = root(system.mechanism().pairs[pair].B.body);
    joined[std::max(a, b)] = std::min(a, b);
  };
  for (const RowGroup& group : system.constraints().groups)
    if (group.rows > 0)
      for (int pair : group.pairs) join(pair);
  for_each_force(system, [&](const auto& force) { join(force.pair); });
  std::vector<int> group_of(system.mechanism().bodies + 1, -1);
  for (int b = 1; b <= system.mechanism().bodies; ++b) {
    const int r = root(b);
    if (r == 0) continue;
    if (group_of[r] < 0) {
      group_of[r] = static_cast<int>(groups_.size());
      groups_.emplace_back();
    }
    groups_[group_of[r]].bodies.push_back(b);
    groups_[group_of[r]].mass += system.mechanism().mass[b];
  }
  std::erase_if(groups_, [](const Group& group) { return !(group.mass > 0); });
  most_groups_ = std::max(most_groups_, static_cast<int>(groups_.size()));
}

// P - M g t and the angular momentum about the center of mass.
void MomentumWatch::look_at(Group& group, const Kinematics<double>& k, double t) const {
  Vec3<double> center = Vec3<double>::Zero(), linear = center, angular = center;
  double moving = 0, turning = 0;
  for (int b : group.bodies) {
    center += system_->mechanism().mass[b] / group.mass * k.p[b];
    linear += system_->mechanism().mass[b] * k.v[b];
    moving += system_->mechanism().mass[b] * k.v[b].norm();
  }
  for (int b : group.bodies) {
    const Vec3<double> orbit = (k.p[b] - center).cross(system_->mechanism().mass[b] * (k.v[b] - linear / group.mass));
    const Vec3<double> spin = k.R[b] * (system_->mechanism().inertia[b] * (k.R[b].transpose() * k.w[b]));
    angular += orbit + spin;
    turning += orbit.norm() + spin.norm();
  }
  if (!started_) {
    group.begin = t;
    group.linear = linear;
    group.angular = angular;
  }
  const Vec3<double> impulse = group.mass * (t - group.begin) * system_->model().gravity;
  group.linear_drift = std::max(group.linear_drift, (linear - group.linear - impulse).norm());
  group.linear_scale = std::max({group.linear_scale, moving, impulse.norm()});
  group.angular_drift = std::max(group.angular_drift, (angular - group.angular).norm());
  group.angular_scale = std::max(group.angular_scale, turning);
}

// Σ (I A - f) over all bodies against the efforts of all rows that see ground, about the origin.
void MomentumWatch::look_at_ground(const Recorder& row) {
  const Equations& e = row.equations();
  const bool planar = system_->model().dimension == 2;
  Vec3<double> force = Vec3<double>::Zero(), moment = force;
  double forces = 0, moments = 0;
  const auto add = [&](double sign, const Vec3<double>& f, const Vec3<double>& torque, const Vec3<double>& at) {
    const Vec3<double> about = at.cross(f);
    force += sign * f;
    moment += sign * (torque + about);
    forces += f.norm();
    moments += torque.norm() + about.norm();
  };
  for (int b = 1; b <= system_->mechanism().bodies; ++b) {
    const Vec6<double>& A = e.solution.A[b];
    const Vec3<double> turned = e.k.R[b] * (system_->mechanism().inertia[b] * (e.k.R[b].transpose() * A.tail<3>()));
    add(1, system_->mechanism().mass[b] * A.head<3>(), turned, e.k.p[b]);
    add(-1, e.k.f[b].head<3>(), e.k.f[b].tail<3>(), e.k.p[b]);
  }
  for (const RowGroup& group : system_->constraints().groups)
    for (int i = 0; i < group.rows; ++i)
      for (int m = 0; m < group.terms; ++m) {
        const PairFrames& frames = system_->mechanism().pairs[group.pairs[m]];
        if ((frames.A.body == 0) == (frames.B.body == 0)) continue;
        const Row<double>& entry = e.k.entries[group.first_entry + i * group.terms + m];
        const double effort = row.reactions().effort[group.first_row + i];
        const Vec3<double> at = e.k.p[frames.B.body] + e.k.reach_B[group.pairs[m]];
        add(frames.A.body == 0 ? -1 : 1, effort * entry.n, effort * entry.tau, at);
      }
  if (planar) {
    force[2] = 0;
    moment.head<2>().setZero();
  }
  if (!std::isfinite(forces + moments)) return;
  any_ = true;
  force_error_ = std::max(force_error_, force.norm());
  force_scale_ = std::max(force_scale_, forces);
  moment_error_ = std::max(moment_error_, moment.norm());
  moment_scale_ = std::max(moment_scale_, moments);
}

void MomentumWatch::look(const Recorder& row, double t) {
  for (Group& group : groups_) look_at(group, row.equations().k, t);
  started_ = true;
  look_at_ground(row);
}

void MomentumWatch::close() {
  for (const Group& group : groups_) {
    linear_ = std::max(linear_, relative(group.linear_drift, group.linear_scale));
    angular_ = std::max(angular_, relative(group.angular_drift, group.angular_scale));
  }
}

std::optional<MomentumBalance> MomentumWatch::found() const {
  if (!any_) return {};
  MomentumWatch closed = *this;
  closed.close();
  MomentumBalance balance;
  balance.free_groups = most_groups_;
  if (most_groups_ > 0) {
    balance.linear = closed.linear_;
    balance.angular = closed.angular_;
  }
  balance.reactions = std::max(relative(force_error_, force_scale_), relative(moment_error_, moment_scale_));
  return balance;
}

void add_condition(const System& system, const Recorder& row, double t, Conditioning& condition) {
  const Equations& e = row.equations();
  if (e.kernel.rows() > 0 && e.kernel.smallest_pivot() > 0) {
    const double constraints = 1 / std::sqrt(e.kernel.smallest_pivot());
    if (!(constraints <= condition.constraints.value_or(0))) {
      condition.constraints = constraints;
      condition.constraints_t = t;
    }
  }
  if (system.nv() == 0 || system.nv() > largest_mass_matrix) return;
  Eigen::MatrixXd M = matrices<double>(system, e.k).M;
  for (int i = 0; i < system.nv(); ++i)
    if (const double per_radian = system.v_per_radian()[i]; per_radian > 0) {
      M.row(i) *= per_radian / system.length();
      M.col(i) *= per_radian / system.length();
    }
  if (!M.allFinite()) return;
  const Eigen::VectorXd values = symmetric_eigenvalues(M);
  const double mass = values[0] > 0 ? values[values.size() - 1] / values[0] : std::numeric_limits<double>::infinity();
  if (!(mass <= condition.mass.value_or(0))) {
    condition.mass = mass;
    condition.mass_t = t;
  }
}

double growth_of_error(const MethodChoice& methods, const AnalysisOptions& options) {
  return options.step ? 1 / (1 - std::pow(0.5, methods.integrator->order)) : 2;
}

}  // namespace bricard
