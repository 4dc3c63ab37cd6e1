// What the motions under which a model does not change are called.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "bricard/analyses/equilibrium/equilibrium_coordinates.hpp"
#include "bricard/analyses/equilibrium/invariant_motions.hpp"
#include "bricard/analyses/equilibrium/twists.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard {

using namespace twists;

std::vector<InvariantMotions::Name> InvariantMotions::names(const System& system, const State& state) const {
  const Eigen::MatrixXd all = fields(system, state);
  std::vector<Name> names;
  for (int j = 0; j < count(); ++j) {
    Vec6<double> of_first = Vec6<double>::Zero();
    int first = -1;
    for (int i = 1; i < candidates(); ++i) {
      if (motions_(i, j) == 0) continue;
      if (first < 0) first = i;
      if (&block(i) == &block(first)) of_first[part(i)] = motions_(i, j);
    }
    Name& name = names.emplace_back();
    const auto axis = [](const Vec3<double>& n) {
      for (int i = 0; i < 3; ++i)
        if (std::abs(std::abs(n[i]) - n.norm()) < threshold::no_share * n.norm()) return std::string(1, "xyz"[i]);
      return fmt::format("[{:.4g}, {:.4g}, {:.4g}]", n[0] / n.norm(), n[1] / n.norm(), n[2] / n.norm());
    };
    name.is_length = angular(of_first).isZero(0);
    if (block(first).owner == 0) {
      name.text = name.is_length ? "along " + axis(linear(of_first)) : "about " + axis(angular(of_first));
      continue;
    }
    std::vector<std::string> joints;
    for (const std::string& each : moving_coordinates(system, state, all.col(j)))
      for (const Joint& joint : system.model().joints)
        if (each.size() > joint.name.size() && each.compare(0, joint.name.size() + 1, joint.name + ".") == 0 &&
            each.find('.', joint.name.size() + 1) == std::string::npos)
          joints.push_back(each);
    const Body& owner = system.model().bodies[system.mechanism().tree.given[block(first).owner] - 1];
    name.text =
        joints.empty() ? (name.is_length ? "shift of " : "spin of ") + owner.name : fmt::format("{}", fmt::join(joints, " + "));
  }
  return names;
}

}  // namespace bricard
