#include "bricard/formulations/partitioning/wishes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "bricard/core/text.hpp"
#include "bricard/math/thresholds.hpp"
#include "bricard/model/references.hpp"

namespace bricard {

namespace {

const std::string key = "analysis.independent";

std::string quoted_list(const std::vector<std::string>& names) { return fmt::format("'{}'", fmt::join(names, "', '")); }

// The velocity coordinates of one body, or of its joint.
std::vector<std::string> names_of_body(const System& system, int b) {
  const int count = system.velocity_count(b);
  if (system.coordinates() == relative_coordinates) {
    if (system.mechanism().joint_of_body[b] < 0) return std::vector<std::string>(count);
    const Joint& joint = system.model().joints[system.mechanism().joint_of_body[b]];
    const std::span<const CoordinateName> coordinates = coordinates_of(system.model(), joint);
    std::vector<std::string> names(count, joint.name);
    for (int i = 0; count > 1 && i < std::min(joint.kind->stored, count); ++i) names[i] += "." + std::string(coordinates[i].name);
    return names;
  }
  const std::string& body = system.model().bodies[system.mechanism().tree.given[b] - 1].name;
  const std::vector<std::string> turning = count == 3   ? std::vector<std::string>{"angle"}
                                           : count == 7 ? std::vector<std::string>{"e0", "e1", "e2", "e3"}
                                                        : std::vector<std::string>{"wx", "wy", "wz"};
  std::vector<std::string> names;
  for (int i = 0; i < count - static_cast<int>(turning.size()); ++i) names.push_back(body + "." + "xyz"[i]);
  for (const std::string& component : turning) names.push_back(body + "." + component);
  return names;
}

// The driver that moves one of these velocity coordinates; empty: none does.
std::string driver_of(const System& system, const std::vector<int>& columns) {
  for (const RowGroup& group : system.constraints().groups) {
    const int driven = group.kind == RowGroup::Kind::driver ? system.driven(group) : -1;
    if (driven >= 0 && std::find(columns.begin(), columns.end(), driven) != columns.end()) return system.name_of(group);
  }
  return {};
}

}  // namespace

std::vector<std::string> velocity_names(const System& system) {
  std::vector<std::string> names(system.nv());
  for (int b = 1; b <= system.mechanism().bodies; ++b) {
    const std::vector<std::string> own = names_of_body(system, b);
    std::copy(own.begin(), own.end(), names.begin() + system.first_velocity(b));
  }
  return names;
}

Wishes::Wishes(const System& system, const AnalysisOptions* options) : wished_(system.nv(), 0) {
  if (!options || options->independent.empty()) return;
  if (system.coordinates() != relative_coordinates) {
    notes_.push_back("the key `" + key +
                     "` names joints, which have coordinates of their own only in relative coordinates: choose those");
    return;
  }
  // Columns of every joint in the tree, by its name and by those of its coordinates.
  const std::vector<std::string> names = velocity_names(system);
  std::vector<Wish> possible;
  std::vector<std::string> free, known;
  for (const Joint& joint : system.model().joints) known.push_back(joint.name);
  for (int b = 1; b <= system.mechanism().bodies; ++b) {
    const int index = system.mechanism().joint_of_body[b];
    if (index < 0 || system.velocity_count(b) == 0) continue;
    const Joint& joint = system.model().joints[index];
    const std::span<const CoordinateName> coordinates = coordinates_of(system.model(), joint);
    Wish& whole = possible.emplace_back();
    whole.name = joint.name;
    std::vector<Wish> single;
    for (int i = 0; i < system.velocity_count(b); ++i) {
      whole.columns.push_back(system.first_velocity(b) + i);
      if (i >= joint.kind->stored) continue;
      Wish& one = single.emplace_back();
      one.name = joint.name + "." + std::string(coordinates[i].name);
      one.columns = {whole.columns.back()};
    }
    if (driver_of(system, whole.columns).empty()) free.push_back(joint.name);
    possible.insert(possible.end(), single.begin(), single.end());
  }
  for (std::size_t i = 0; i < options->independent.size(); ++i) {
    const std::string& text = options->independent[i];
    const std::string where = fmt::format("{}[{}]", key, i);
    const auto found = std::find_if(possible.begin(), possible.end(), [&](const Wish& each) { return each.name == text; });
    if (found != possible.end()) {
      if (const std::string driver = driver_of(system, found->columns); !driver.empty())
        throw Error(where, fmt::format("driver '{}' prescribes '{}': what is known cannot be independent", driver, text),
                    free.empty() ? "leave the key out" : "name one of " + quoted_list(free));
      list_.push_back(*found);
      for (const int column : found->columns) wished_[column] = 1;
      continue;
    }
    const CoordinateReference reference = find_coordinate(system.model(), text);
    if (reference.joint < 0) throw Error(where, "there is no joint '" + text + "'", did_you_mean(text, known));
    notes_.push_back(fmt::format("'{}' has no coordinate in the tree, where its loop is cut: it cannot be independent{}", text,
                                 free.empty() ? "" : "; name one of " + quoted_list(free)));
  }
}

std::vector<std::string> Wishes::not_kept(const std::vector<char>& is_dependent) const {
  std::vector<std::string> names;
  for (const Wish& wish : list_)
    if (std::any_of(wish.columns.begin(), wish.columns.end(), [&](int j) { return is_dependent[j]; })) names.push_back(wish.name);
  return names;
}

void Wishes::check_number(int freedoms) const {
  const auto count = std::count(wished_.begin(), wished_.end(), 1);
  if (count <= freedoms) return;
  std::vector<std::string> names;
  for (const Wish& wish : list_) names.push_back(wish.name);
  throw Error(key,
              fmt::format("{} coordinates ({}) cannot be independent: constraints and drivers leave {} degree{} of freedom",
                          count, quoted_list(names), freedoms, freedoms == 1 ? "" : "s"),
              freedoms == 0 ? "leave the key out" : fmt::format("name at most {}", freedoms));
}

std::string Wishes::contradiction(const Eigen::MatrixXd& R) const {
  Eigen::MatrixXd seen(R.cols(), 0);  // orthonormal: motions that the wishes so far determine
  std::vector<std::string> before;
  for (const Wish& wish : list_) {
    for (const int j : wish.columns) {
      const Eigen::VectorXd rate = R.row(j).transpose(), rest = rate - seen * (seen.transpose() * rate);
      if (!(rest.norm() > threshold::vanishing * std::max(1.0, rate.norm())))
        return before.empty() || rate.norm() <= threshold::vanishing
                   ? fmt::format("'{}' cannot move", wish.name)
                   : fmt::format("'{}' follows from {}", wish.name, quoted_list(before));
      seen.conservativeResize(Eigen::NoChange, seen.cols() + 1);
      seen.col(seen.cols() - 1) = rest.normalized();
    }
    before.push_back(wish.name);
  }
  return {};
}

}  // namespace bricard
