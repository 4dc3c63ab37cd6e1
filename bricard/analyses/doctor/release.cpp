#include "bricard/analyses/doctor/release.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "bricard/core/text.hpp"

namespace bricard {

namespace {

constexpr std::size_t most_suggestions = 4;
constexpr int most_trials = 200;  // of one diagnosis
constexpr int most_work = 4000;   // trials times bodies
constexpr int most_per_group = 32;

constexpr std::string_view left_out = "";

bool change_kind(Joint& joint, std::string_view to) {
  const JointInfo* kind = JointKind::find(to);
  if (!kind) return false;
  joint.kind = JointKind(*kind);
  joint.initial.reset();
  if (!kind->uses.axis) {
    joint.axis.reset();
    joint.axis2.reset();
  }
  return true;
}

// Joints and constraints of the group alone.
Model part(Model model, const System& system, const DependentGroup& group) {
  std::set<std::pair<RowGroup::Kind, int>> kept;
  for (int g : group.groups) kept.emplace(system.constraints().groups[g].kind, system.constraints().groups[g].element);
  for (std::size_t j = 0; j < model.joints.size(); ++j)
    if (!kept.count({RowGroup::Kind::joint, static_cast<int>(j)})) model.joints[j].active = false;
  for (std::size_t c = 0; c < model.constraints.size(); ++c)
    if (!kept.count({RowGroup::Kind::constraint, static_cast<int>(c)})) model.constraints[c].active = false;
  return model;
}

// "replace revolute `pivot` by spherical and revolute `wrist` by cylindrical", "leave out `rod`"
std::string words(const std::vector<Replacement>& changes) {
  std::string text;
  for (const Replacement& change : changes) {
    const std::string what = (change.from.empty() ? "" : change.from + " ") + quoted(change.joint);
    if (change.to.empty())
      text += (text.empty() ? "leave out " : " and leave out ") + what;
    else
      text += fmt::format("{}{} by {}", text.empty() ? "replace " : " and ", what, change.to);
  }
  return text;
}

}  // namespace

Releases::Releases(const Model& model, Mechanism& mechanism, std::vector<State> nearby)
    : model_(model),
      mechanism_(mechanism),
      nearby_(std::move(nearby)),
      mobility_(mechanism.mobility()),
      budget_(std::min(most_trials, most_work / (mechanism.system().mechanism().bodies + 1))) {
  const State here = mechanism.state();
  for (const State& state : nearby_) {
    mechanism_.place(state);
    mechanism_.select();
    mobility_nearby_.push_back(mechanism_.mobility());
  }
  mechanism_.place(here);
  mechanism_.select();
}

// Rows of the group that are still redundant in a changed model, its other joints being switched off.
int Releases::remaining_in(const Model& model, const DependentGroup& group) {
  Mechanism alone(part(model, mechanism_.system(), group));
  alone.place(mechanism_.system(), mechanism_.state());
  alone.select();
  std::set<std::string> names;
  for (int g : group.groups) names.insert(mechanism_.system().name_of(mechanism_.system().constraints().groups[g]));
  std::size_t remaining = 0;
  for (const DependentGroup& each : dependent_groups(alone)) {
    std::set<std::string> joints;
    for (int g : each.groups) joints.insert(alone.system().name_of(alone.system().constraints().groups[g]));
    if (joints == names) remaining += each.rows.size();
  }
  return static_cast<int>(remaining);
}

std::optional<Releases::Trial> Releases::tried(const Trial& before, const DependentGroup& group, int layout_group,
                                               std::string_view to) {
  if (budget_-- <= 0) return std::nullopt;
  const RowGroup& changed = mechanism_.system().constraints().groups[layout_group];
  Trial trial = before;
  Replacement change{mechanism_.system().name_of(changed), {}, std::string(to)};
  if (changed.kind == RowGroup::Kind::joint) {
    Joint& joint = trial.model.joints[changed.element];
    change.from = joint.kind->type;
    if (to == left_out)
      joint.active = false;
    else if (!change_kind(joint, to))
      return std::nullopt;
  } else if (changed.kind == RowGroup::Kind::constraint && to == left_out) {
    trial.model.constraints[changed.element].active = false;
  } else {
    return std::nullopt;
  }
  trial.changes.push_back(change);
  try {
    Mechanism released(trial.model);
    trial.released = mechanism_.system().constraints().rows - released.system().constraints().rows;
    if (trial.released <= before.released) return std::nullopt;
    released.place(mechanism_.system(), mechanism_.state());
    released.select();
    if (released.mobility() != mobility_) return std::nullopt;
    for (std::size_t i = 0; i < nearby_.size(); ++i) {
      released.place(mechanism_.system(), nearby_[i]);
      released.select();
      if (released.mobility() != mobility_nearby_[i]) return std::nullopt;
    }
    trial.remaining = remaining_in(trial.model, group);
    if (trial.remaining < before.remaining) compile(trial.model);  // drivers and forces may need the joint as it is
  } catch (const Error&) {
    return std::nullopt;
  }
  if (trial.remaining >= before.remaining) return std::nullopt;
  return trial;
}

// Further changes in other joints of the group, each the one that takes most rows, until the group is gone.
Releases::Trial Releases::completed(Trial trial, const DependentGroup& group) {
  while (trial.remaining > 0 && trial.changes.size() < 3) {
    std::optional<Trial> best;
    for (int g : group.groups) {
      const RowGroup& other = mechanism_.system().constraints().groups[g];
      const bool used = std::any_of(trial.changes.begin(), trial.changes.end(),
                                    [&](const Replacement& each) { return each.joint == mechanism_.system().name_of(other); });
      if (used || other.kind != RowGroup::Kind::joint) continue;
      for (std::string_view to : trial.model.joints[other.element].kind->releases) {
        std::optional<Trial> next = tried(trial, group, g, to);
        if (next && (!best || next->remaining < best->remaining)) best = std::move(next);
      }
      if (best && best->remaining == 0) break;
    }
    if (!best) break;
    trial = std::move(*best);
  }
  return trial;
}

Suggestion Releases::told(const Trial& trial, const DependentGroup& group) const {
  Suggestion suggestion{trial.changes, trial.released, trial.remaining, {}};
  const int gone = static_cast<int>(group.rows.size()) - trial.remaining;
  suggestion.text = fmt::format(
      "{}: the mechanism keeps {} degree{} of freedom and {}", words(trial.changes), mobility_, mobility_ == 1 ? "" : "s",
      trial.remaining == 0 ? "the group disappears"
                           : fmt::format("{} of the {} redundant rows go{}", gone, group.rows.size(), gone == 1 ? "es" : ""));
  return suggestion;
}

std::vector<Suggestion> Releases::of(const DependentGroup& group) {
  const Trial unchanged{model_, {}, 0, static_cast<int>(group.rows.size())};
  struct Candidate {
    std::size_t level;
    bool elsewhere;  // no row of this joint was found superfluous
    int group;
    std::string_view to;
  };
  std::vector<Candidate> candidates;
  for (int g : group.groups) {
    const bool elsewhere =
        std::none_of(group.rows.begin(), group.rows.end(), [&](const DependentGroup::Row& row) { return row.group == g; });
    if (mechanism_.system().constraints().groups[g].kind == RowGroup::Kind::joint) {
      const auto releases =
          mechanism_.system().model().joints[mechanism_.system().constraints().groups[g].element].kind->releases;
      for (std::size_t i = 0; i < releases.size(); ++i) candidates.push_back({i, elsewhere, g, releases[i]});
    }
    // Leaving out is the last resort where the joint could be of another kind.
    if (mechanism_.system().constraints().groups[g].rows <= static_cast<int>(group.rows.size()))
      candidates.push_back({9, elsewhere, g, left_out});
  }
  std::stable_sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
    return std::pair(a.level, a.elsewhere) < std::pair(b.level, b.elsewhere);
  });
  if (candidates.size() > most_per_group) candidates.resize(most_per_group);

  std::vector<Trial> complete, partial;
  for (const Candidate& candidate : candidates) {
    if (complete.size() == most_suggestions) break;
    if (auto trial = tried(unchanged, group, candidate.group, candidate.to))
      (trial->remaining == 0 ? complete : partial).push_back(std::move(*trial));
  }
  std::stable_sort(partial.begin(), partial.end(), [](const Trial& a, const Trial& b) { return a.remaining < b.remaining; });
  if (complete.empty() && !partial.empty()) {
    if (Trial several = completed(partial.front(), group); several.remaining == 0) complete.push_back(std::move(several));
  }
  std::vector<Suggestion> suggestions;
  std::set<std::string> kinds;  // of partial changes one of each kind is enough
  for (const Trial& trial : complete) suggestions.push_back(told(trial, group));
  for (const Trial& trial : partial)
    if (suggestions.size() < most_suggestions && kinds.insert(trial.changes[0].to).second)
      suggestions.push_back(told(trial, group));
  return suggestions;
}

}  // namespace bricard
