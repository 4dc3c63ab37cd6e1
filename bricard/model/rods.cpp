#include "bricard/model/rods.hpp"

#include <algorithm>

#include "bricard/core/text.hpp"
#include "bricard/elements/joints/revolute.hpp"
#include "bricard/elements/joints/spherical.hpp"
#include "bricard/elements/joints/spherical_spherical.hpp"
#include "bricard/math/spatial.hpp"
#include "bricard/model/references.hpp"

namespace bricard {

namespace {

Vector3 in_design(const Model& model, const Point& point) {
  const int b = point.body.empty() ? -1 : index_of(model.bodies, point.body);
  if (b < 0) return point.at;
  const Body& body = model.bodies[b];
  const Vector3 center = body.position ? body.position->at : Vector3();
  return eigen(center) + rotation<double>(eigen(body.orientation.quaternion)) * eigen(point.at);
}

// The points of a joint on the rod and on the other body, global in the design position.
struct BallPoints {
  std::string other;
  Vector3 on_rod, on_other;
};
BallPoints ends_of(const Model& model, const Joint& joint, const std::string& rod) {
  const Vector3 first = in_design(model, *joint.at), second = joint.at2 ? in_design(model, *joint.at2) : first;
  if (joint.bodies[0] == rod) return {joint.bodies[1], first, second};
  return {joint.bodies[0], second, first};
}

void remove(Model& model, const Body& rod, std::vector<std::string>& told) {
  const std::vector<int> at = joints_at(model, rod);
  const BallPoints A = ends_of(model, model.joints[at[0]], rod.name), B = ends_of(model, model.joints[at[1]], rod.name);
  bool spins = true;
  for (const int j : at) spins = spins && is_ball(model, model.joints[j]);
  Joint distance;
  distance.name = rod.name;
  distance.kind = SphericalSpherical{(B.on_rod - A.on_rod).norm()};
  distance.bodies = {A.other, B.other};
  distance.at = Point{A.on_other, ""};
  distance.at2 = Point{B.on_other, ""};
  std::string sentence = "the rod " + quoted(rod.name) + " is replaced by the distance of its ends (`cut: rod`)";
  if (spins && model.dimension == 3) sentence += "; its spin, which moves nothing, no longer counts in the mobility";
  told.push_back(sentence);
  model.joints[at[0]] = std::move(distance);
  model.joints.erase(model.joints.begin() + at[1]);
  std::erase_if(model.bodies, [name = rod.name](const Body& body) { return body.name == name; });
}

}  // namespace

bool is_ball(const Model& model, const Joint& joint) {
  if (model.dimension == 2) return joint.kind.is<Revolute>();
  return joint.kind.is<Spherical>();
}

std::vector<int> joints_at(const Model& model, const Body& body) {
  std::vector<int> at;
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    const Joint& joint = model.joints[j];
    if (joint.active && (joint.bodies[0] == body.name || joint.bodies[1] == body.name)) at.push_back(static_cast<int>(j));
  }
  return at;
}

bool has_rods(const Model& model) {
  return std::any_of(model.bodies.begin(), model.bodies.end(), [](const Body& body) { return body.cut == Cut::rod; });
}

RodsRemoved with_rods_removed(const Model& model) {
  if (std::vector<Fault> faults = validate(model); !faults.empty()) throw Error(std::move(faults));
  RodsRemoved without{model, {}};
  std::string rods;
  for (const Body& body : model.bodies)
    if (body.cut == Cut::rod) {
      remove(without.model, body, without.told);
      rods += (rods.empty() ? "" : ", ") + quoted(body.name);
    }
  if (rods.empty()) return without;
  std::vector<Fault> faults = validate(without.model);
  for (Fault& fault : faults) {
    fault.what = "`cut: rod` takes " + rods + " and the balls out of the model: " + fault.what;
    fault.hint = "leave out `cut: rod`, or what refers to the rod";
  }
  if (!faults.empty()) throw Error(std::move(faults));
  return without;
}

}  // namespace bricard
