#include "bricard/vehicle/named_points.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bricard/math/thresholds.hpp"
#include "bricard/model/references.hpp"
#include "bricard/vehicle/sheet_units.hpp"

namespace bricard::vehicle {

namespace {

class NamedPoints {
 public:
  NamedPoints(const Model& model, std::vector<std::string>& notes) : model_(model), notes_(notes) {}

  std::vector<Annotation> roles() {
    for (const auto& [corner, axle, side] : {std::tuple{"FL", "front", "left"}, {"FR", "front", "right"}, {"RL", "rear", "left"}, {"RR", "rear", "right"}})
      add_corner(corner, std::string("vehicle.") + axle + '.' + side);
    if (annotations_.empty()) return {};
    const bool has_front = std::any_of(annotations_.begin(), annotations_.end(), [](const Annotation& each) { return each.name.starts_with("vehicle.front"); });
    for (const Joint& joint : has_front ? model_.joints : std::vector<Joint>{})  // a slide along y between the chassis and the rack
      if (joint.active && joint.kind->type == "prismatic" && joint.axis && std::abs(joint.axis->axis.normalized()[1]) > 1 - threshold::written_alike)
        put("vehicle.front.steered_by", {joint.name});
    notes_.push_back("roles are those of the points' names; the wheels spin about y, and the road is z = 0");
    return std::move(annotations_);
  }

 private:
  void put(const std::string& name, const std::vector<std::string>& words) {
    Annotation& annotation = annotations_.emplace_back();
    annotation.name = name;
    for (const std::string& word : words) annotation.values.push_back({word, {}, {}});
  }

  std::optional<std::string> sensor(const std::string& id, const std::string& words, const std::string& corner) const {
    for (const std::string& name : {id + corner, words + '_' + corner})
      if (name != '_' + corner && index_of(model_.sensors, name) >= 0) return name;
    return std::nullopt;
  }
  Vector3 place(const std::string& name) const {
    const Sensor& sensor = model_.sensors[index_of(model_.sensors, name)];
    return sensor.at ? sensor.at->at : Vector3{};
  }

  // The body that joints at both ball joints hold.
  std::string carrier_between(const Vector3& lower, const Vector3& upper) const {
    const auto held_at = [&](const Vector3& at) {
      std::vector<std::string> bodies;
      for (const Joint& joint : model_.joints)
        if (joint.active && joint.at && joint.at->body.empty() && (joint.at->at - at).norm() <= threshold::written_alike * (1 + at.norm()))
          for (const std::string& body : joint.bodies) bodies.push_back(body);
      return bodies;
    };
    for (const std::string& body : held_at(lower))
      for (const std::string& other : held_at(upper))
        if (body == other) return body;
    return "";
  }

  void add_corner(const std::string& corner, const std::string& where) {
    const auto upper = sensor("UAU", "Upper_A_arm_Upright", corner), lower = sensor("LAU", "Lower_A_arm_Upright", corner);
    if (!upper || !lower) return;
    const std::string carrier = carrier_between(place(*lower), place(*upper));
    const int body = index_of(model_.bodies, carrier);
    if (body < 0) return;
    const auto center = sensor("UT", "Upright_Tyre", corner);
    const Vector3 W = center ? place(*center) : model_.bodies[body].position ? model_.bodies[body].position->at : Vector3{};
    put(where + ".carrier", {carrier});
    put(where + ".wheel_center", {center.value_or(carrier)});
    put(where + ".spin_axis", {"y"});
    put(where + ".steering_axis", {*lower, *upper});
    Annotation& radius = annotations_.emplace_back();
    radius.name = where + ".radius";
    radius.values.push_back({fmt::format("{}", W[2]), W[2], {}});  // SI
    for (const auto& [key, words, ball] : {std::tuple{".upper_arm", "Upper_A_arm", *upper}, {".lower_arm", "Lower_A_arm", *lower}}) {
      const auto front = sensor("", std::string(words) + "_Front", corner), rear = sensor("", std::string(words) + "_Rear", corner);
      if (front && rear) put(where + key, {*front, *rear, ball});
    }
  }

  const Model& model_;
  std::vector<std::string>& notes_;
  std::vector<Annotation> annotations_;
};

}  // namespace

std::vector<Annotation> roles_of_named_points(const Model& model, std::vector<std::string>& notes) { return NamedPoints(model, notes).roles(); }

}  // namespace bricard::vehicle
