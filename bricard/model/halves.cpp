#include "bricard/model/halves.hpp"

#include <algorithm>
#include <set>

#include "bricard/core/text.hpp"
#include "bricard/elements/joints/fixed.hpp"
#include "bricard/model/rods.hpp"

namespace bricard {

namespace {

// Bodies that joints connect with ground when this one is not there.
std::set<std::string> reached_without(const Model& model, const std::string& body) {
  std::set<std::string> reached{"ground"};
  for (bool grows = true; grows;) {
    grows = false;
    for (const Joint& joint : model.joints) {
      if (!joint.active || joint.kind->uses.joints || joint.bodies[0] == body || joint.bodies[1] == body) continue;
      for (int i = 0; i < 2; ++i)
        if (reached.count(joint.bodies[i]) && reached.insert(joint.bodies[1 - i]).second) grows = true;
    }
  }
  return reached;
}

// The joints of a body that lead to ground another way, by index: more than one where it is in a loop.
std::vector<int> ways_to_ground(const Model& model, const Body& body) {
  const std::set<std::string> reached = reached_without(model, body.name);
  std::vector<int> ways;
  for (const int j : joints_at(model, body)) {
    const Joint& joint = model.joints[j];
    if (reached.count(joint.bodies[joint.bodies[0] == body.name ? 1 : 0])) ways.push_back(j);
  }
  return ways;
}

bool is_halved(const Model& model, const Body& body) { return body.cut == Cut::body && ways_to_ground(model, body).size() > 1; }

std::string new_name(const Model& model, const std::string& wish) {
  std::set<std::string> names;
  const auto add = [&](const auto& elements) {
    for (const auto& each : elements) names.insert(each.name);
  };
  add(model.bodies), add(model.joints), add(model.constraints), add(model.drivers), add(model.forces), add(model.sensors),
      add(model.inputs), add(model.states), add(model.events), add(model.outputs), add(model.points), add(model.parameters);
  std::string name = wish;
  for (int i = 2; names.count(name); ++i) name = wish + std::to_string(i);
  return name;
}

void halve(Model& model, const std::string& name, std::vector<std::string>& told) {
  Body& body = *std::find_if(model.bodies.begin(), model.bodies.end(), [&](const Body& each) { return each.name == name; });
  std::vector<int> ways = ways_to_ground(model, body);
  body.cut.reset();
  Body half;
  half.name = new_name(model, name + "_half");
  half.position = body.position;
  half.orientation = body.orientation;
  Joint weld;
  weld.name = new_name(model, name + "_cut");
  weld.kind = Fixed{};
  weld.bodies = {name, half.name};
  weld.at = body.position ? *body.position : Point{};
  weld.cut = Cut::joint;
  ways.erase(ways.begin());
  std::string moved;
  for (const int j : ways) {
    Joint& joint = model.joints[j];
    moved += (moved.empty() ? "" : ", ") + quoted(joint.name);
    for (std::string& each : joint.bodies)
      if (each == name) each = half.name;
    for (std::optional<Point>* point : {&joint.at, &joint.at2})
      if (*point && (*point)->body == name) (*point)->body = half.name;
    for (std::optional<Direction>* direction : {&joint.axis, &joint.axis2})
      if (*direction && (*direction)->body == name) (*direction)->body = half.name;
  }
  told.push_back("the body " + quoted(name) + " is cut into two halves (`cut: body`): " + moved + " hold" +
                 (ways.size() == 1 ? "s " : " ") + quoted(half.name) + ", and six rows, " + quoted(weld.name) +
                 ", hold it in the place of " + quoted(name));
  const auto at = std::find_if(model.bodies.begin(), model.bodies.end(), [&](const Body& each) { return each.name == name; });
  model.bodies.insert(at + 1, std::move(half));
  model.joints.push_back(std::move(weld));
}

}  // namespace

bool has_halves(const Model& model) {
  return std::any_of(model.bodies.begin(), model.bodies.end(), [&](const Body& body) { return is_halved(model, body); });
}

BodiesHalved with_halves(const Model& model) {
  if (std::vector<Fault> faults = validate(model); !faults.empty()) throw Error(std::move(faults));
  BodiesHalved halved{model, {}};
  for (const Body& body : model.bodies)
    if (is_halved(halved.model, body)) halve(halved.model, body.name, halved.told);
  return halved;
}

}  // namespace bricard
