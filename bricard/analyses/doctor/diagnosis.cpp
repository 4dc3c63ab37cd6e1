#include "bricard/analyses/doctor/diagnosis.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "bricard/analyses/doctor/free_motions.hpp"
#include "bricard/analyses/doctor/idle.hpp"
#include "bricard/analyses/doctor/redundancy.hpp"
#include "bricard/analyses/doctor/release.hpp"
#include "bricard/math/thresholds.hpp"
#include "bricard/system/reactions.hpp"

namespace bricard {

namespace {

constexpr int most_nearby = 3;

const char* plural(int count) { return count == 1 ? "" : "s"; }

// With the real inertia, drivers acting: a body that has none against a free motion is named.
void warn_of_missing_inertia(const System& system, const State& state, Diagnosis& diagnosis) {
  IdleFreedoms idle;
  if (const Outcome outcome = check_inertia(system, state, idle); outcome.failed()) diagnosis.warnings.push_back(outcome.message);
}

// Positions a little further along motions of the loops; none where the loops hold still.
struct Nearby {
  std::vector<State> states;
  bool is_stuck = false;  // there should be some, but no motion can be continued
};

Nearby positions_nearby(Mechanism& mechanism) {
  Nearby nearby;
  const std::vector<char> columns = mechanism.in_loops();
  const int alone = static_cast<int>(std::count(columns.begin(), columns.end(), 0));
  if (mechanism.mobility() <= alone) return nearby;
  for (int seed = 1; seed <= 4 && static_cast<int>(nearby.states.size()) < most_nearby; ++seed) {
    const Eigen::VectorXd velocity = mechanism.free_motion(columns, seed);
    for (double sign : {1.0, -1.0})
      if (auto state = mechanism.nearby(sign * velocity)) nearby.states.push_back(std::move(*state));
  }
  nearby.is_stuck = nearby.states.empty();
  return nearby;
}

// Names of the groups that have more superfluous rows here than there.
std::vector<std::string> only_here(Mechanism& mechanism, const std::vector<DependentGroup>& here, const State& there) {
  const State position = mechanism.state();
  mechanism.place(there);
  mechanism.select();
  const std::vector<DependentGroup> elsewhere = dependent_groups(mechanism);
  mechanism.place(position);
  mechanism.select();
  std::vector<std::string> names;
  for (const DependentGroup& group : here) {
    const auto same =
        std::find_if(elsewhere.begin(), elsewhere.end(), [&](const auto& each) { return each.groups == group.groups; });
    if (same != elsewhere.end() && same->rows.size() >= group.rows.size()) continue;
    for (const std::string& name : named(mechanism, group).group)
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

int mobility_at(Mechanism& mechanism, const State& there) {
  const State position = mechanism.state();
  mechanism.place(there);
  mechanism.select();
  const int mobility = mechanism.mobility();
  mechanism.place(position);
  mechanism.select();
  return mobility;
}

Singularity singularity_of(Mechanism& mechanism, const std::vector<DependentGroup>& groups, const Nearby& nearby) {
  Singularity found;
  found.measure = mechanism.measure();
  if (mechanism.system().loop_groups().empty()) {
    found.words = "no loops: no position is singular";
    return found;
  }
  const State* freest = nullptr;
  int least = mechanism.mobility();
  for (const State& state : nearby.states)
    if (const int mobility = mobility_at(mechanism, state); mobility < least) {
      least = mobility;
      freest = &state;
    }
  if (freest) {
    found.singular = true;
    found.measure = 0;
    found.words = fmt::format("this position is singular: {} degree{} of freedom here, {} nearby", mechanism.mobility(),
                              plural(mechanism.mobility()), least);
    if (const auto names = only_here(mechanism, groups, *freest); !names.empty())
      found.words += fmt::format("; only here the constraints of {} depend on each other once more", fmt::join(names, ", "));
  } else if (nearby.is_stuck) {
    found.singular = true;
    found.measure = 0;
    found.words = fmt::format(
        "this position is singular: the {} degree{} of freedom found here {} only instantaneous, the mechanism cannot follow",
        mechanism.mobility(), plural(mechanism.mobility()), mechanism.mobility() == 1 ? "is" : "are");
  } else if (found.measure < threshold::near_singular_value) {
    found.words = fmt::format("near singular: the constraints of {} are nearly dependent ({:.1e})",
                              fmt::join(mechanism.nearly_dependent(), ", "), found.measure);
  } else {
    found.words = fmt::format("far from singular ({:.2g})", found.measure);
  }
  return found;
}

// Couplings have one effort, planar joints three components.
std::vector<std::pair<std::string, int>> components_of(const Model& model, const RowGroup& group) {
  if (group.terms > 1) return {{"effort", -1}};
  if (freedoms_per_body(model) == 3) return {{"fx", 0}, {"fy", 1}, {"tz", 5}};
  return {{"fx", 0}, {"fy", 1}, {"fz", 2}, {"tx", 3}, {"ty", 4}, {"tz", 5}};
}

void find_unique_reactions(Mechanism& acting, Diagnosis& diagnosis) {
  const Model& model = acting.system().model();
  std::vector<std::array<bool, 6>> unique;
  if (acting.redundant() > 0) unique = unique_components(acting.system(), acting.equations());
  const auto is_unique = [&](std::size_t g, int component) {
    if (unique.empty()) return true;
    if (component >= 0) return unique[g][component];
    return std::all_of(unique[g].begin(), unique[g].end(), [](bool each) { return each; });
  };
  for (const Joint& joint : model.joints) diagnosis.reactions.push_back({joint.name, true, {}});
  for (std::size_t g = 0; g < acting.system().constraints().groups.size(); ++g) {
    const RowGroup& group = acting.system().constraints().groups[g];
    if (group.kind != RowGroup::Kind::joint) {
      diagnosis.efforts.emplace_back(acting.system().name_of(group), is_unique(g, -1));
      continue;
    }
    ReactionUniqueness& reaction = diagnosis.reactions[group.element];
    for (const auto& [name, component] : components_of(model, group)) {
      reaction.components.emplace_back(name, is_unique(g, component));
      reaction.unique = reaction.unique && reaction.components.back().second;
    }
  }
}

// Drivers act as further rows: those that follow from the others fight or double them.
void look_at_drivers(const System& given, const State& state, Mechanism& mechanism, Diagnosis& diagnosis) {
  int drivers = 0;
  for (const Driver& driver : given.model().drivers) drivers += driver.active;
  diagnosis.driven = diagnosis.actual;
  if (drivers == 0) return find_unique_reactions(mechanism, diagnosis);
  Mechanism acting(given, WithDrivers::yes);
  acting.place(given, state);
  acting.select();
  diagnosis.driven = acting.mobility();
  if (const int doubled = drivers - (diagnosis.actual - diagnosis.driven); doubled > 0)
    diagnosis.warnings.push_back(
        fmt::format("{} of {} driver{} follow{} from the constraints or from other drivers: {} efforts are not unique", doubled,
                    drivers, plural(drivers), doubled == 1 ? "s" : "", doubled == 1 ? "its and their" : "their"));
  find_unique_reactions(acting, diagnosis);
}

}  // namespace

Diagnosis diagnose(const System& given, const State& state, Therapy therapy) {
  Diagnosis diagnosis;
  Mechanism mechanism(given);
  mechanism.place(given, state);
  mechanism.select();
  diagnosis.rows = mechanism.system().constraints().rows;
  diagnosis.counted =
      freedoms_per_body(given.model()) * mechanism.system().mechanism().bodies - mechanism.system().constraints().rows;
  diagnosis.actual = mechanism.mobility();
  warn_of_missing_inertia(given, state, diagnosis);

  const Nearby nearby = positions_nearby(mechanism);
  const std::vector<DependentGroup> groups = dependent_groups(mechanism);
  diagnosis.singularity = singularity_of(mechanism, groups, nearby);
  std::optional<Releases> releases;
  if (!groups.empty() && therapy == Therapy::suggested) releases.emplace(given.model(), mechanism, nearby.states);
  for (const DependentGroup& group : groups) {
    diagnosis.redundant.push_back(named(mechanism, group));
    if (releases) diagnosis.redundant.back().suggestions = releases->of(group);
  }
  look_at_drivers(given, state, mechanism, diagnosis);
  int left = 0;
  diagnosis.free_motions = free_motions(mechanism, left);
  if (left > 0) diagnosis.warnings.push_back(fmt::format("{} of {} free motions are not listed", left, diagnosis.actual));
  return diagnosis;
}

void DoctorAlongRun::sample(const System& system, const State& state) {
  if (!mechanism_ || !whose_->shares(system)) {
    whose_ = std::make_unique<System>(system);
    mechanism_ = std::make_unique<Mechanism>(system);
    least_ = -1;
  }
  mechanism_->place(system, state);
  mechanism_->select();
  const int mobility = mechanism_->mobility();
  const auto singular = [&](double t, double measure) {
    if (!found_.nearest_singular || measure < found_.nearest_singular->measure) found_.nearest_singular = {t, measure};
  };
  if (mobility_ >= 0 && mobility != mobility_) found_.mobility_changes.push_back({state.t, mobility, mobility_});
  // More freedoms than at other positions of the same mechanism: singular, here or where it was before.
  if (least_ >= 0 && mobility != least_) singular(mobility > least_ ? state.t : before_, 0);
  if (!mechanism_->system().loop_groups().empty()) singular(state.t, mechanism_->measure());
  least_ = least_ < 0 ? mobility : std::min(least_, mobility);
  mobility_ = mobility;
  before_ = state.t;
  ++found_.sampled;
}

}  // namespace bricard
