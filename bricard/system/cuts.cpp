#include "bricard/system/cuts.hpp"

#include <algorithm>

#include "bricard/core/text.hpp"
#include "bricard/model/references.hpp"

namespace bricard {

namespace {

bool may_carry(const Joint& joint) { return joint.active && joint.kind->in_tree; }

// The body in the air on which this one hangs; 0: it hangs on ground.
int floating_root(const Layout& layout, int body) {
  while (body != 0 && layout.tree.edge[body] >= 0) body = layout.tree.parent[body];
  return body;
}

}  // namespace

std::vector<int> cut_joints(const Layout& layout) {
  std::vector<int> cut;
  for (std::size_t j = 0; j < layout.model.joints.size(); ++j) {
    const auto& carrying = layout.joint_of_body;
    const bool carries = std::find(carrying.begin(), carrying.end(), static_cast<int>(j)) != carrying.end();
    if (may_carry(layout.model.joints[j]) && !carries) cut.push_back(static_cast<int>(j));
  }
  return cut;
}

std::string tree_in_words(const Layout& layout) {
  constexpr std::size_t most = 8;
  const std::vector<int> cut = cut_joints(layout);
  if (cut.empty()) return {};
  std::string names;
  for (std::size_t i = 0; i < std::min(most, cut.size()); ++i)
    names += (names.empty() ? "" : ", ") + quoted(layout.model.joints[cut[i]].name);
  if (cut.size() > most) names += " and " + std::to_string(cut.size() - most) + " more joints";
  return "loops are cut at " + names;
}

std::vector<std::string> cut_warnings(const Layout& layout) {
  const Model& model = layout.model;
  const auto number = [&](const std::string& name) {
    const int given = index_of(model.bodies, name);
    return given < 0 ? 0 : layout.tree.number[given + 1];
  };
  const auto name = [&](int b) { return quoted(model.bodies[layout.tree.given[b] - 1].name); };
  std::vector<std::string> warnings;
  const std::vector<int> cut = cut_joints(layout);
  for (const int j : cut) {
    const Joint& joint = model.joints[j];
    if (!joint.cut) continue;
    const int a = floating_root(layout, number(joint.bodies[0])), b = floating_root(layout, number(joint.bodies[1]));
    if (a != b)
      warnings.push_back("the key `joints." + joint.name + ".cut` cuts no loop: without this joint " + name(std::max(a, b)) +
                         " hangs on nothing, so it gets six coordinates, most of which the rows of the joint take away again; "
                         "leave `cut` out");
  }
  for (const Body& body : model.bodies) {
    if (body.cut != Cut::body) continue;
    const int b = number(body.name);
    const auto& parent = layout.tree.parent;
    const auto child = std::find(parent.begin() + 1, parent.end(), b);
    const bool in_loop = std::any_of(cut.begin(), cut.end(), [&](int j) {
      return model.joints[j].bodies[0] == body.name || model.joints[j].bodies[1] == body.name;
    });
    if (child != parent.end())
      warnings.push_back("the key `bodies." + body.name +
                         ".cut` cannot be kept: " + name(static_cast<int>(child - parent.begin())) +
                         " reaches ground only through this body, which carries it");
    else if (!in_loop)
      warnings.push_back("the key `bodies." + body.name + ".cut` has no effect: no joint of this body closes a loop");
  }
  return warnings;
}

}  // namespace bricard
