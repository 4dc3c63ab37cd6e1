// Joints, constraints, drivers, forces and sensors of a model: what they refer to, and the keys that their kinds use.
#include <Eigen/Geometry>
#include <algorithm>
#include <type_traits>

#include "bricard/core/text.hpp"
#include "bricard/math/spatial.hpp"
#include "bricard/model/names_of.hpp"
#include "bricard/model/references.hpp"
#include "bricard/model/structure.hpp"

namespace bricard {

namespace {

constexpr double parallel = 1e-6;  // sine of the angle between axes that count as parallel

template <class Variant>
std::string_view type_of(const Variant& kind) {
  return std::visit([](const auto& k) { return std::decay_t<decltype(k)>::type; }, kind);
}

// "`angle`, `speed`": the coordinates of a joint, with their rates or without.
std::string list(const std::vector<CoordinateName>& coordinates, bool with_rates) {
  std::string text;
  const auto add = [&](std::string_view name) { text += (text.empty() ? "" : ", ") + quoted(name); };
  for (const CoordinateName& coordinate : coordinates) {
    add(coordinate.name);
    if (with_rates) add(coordinate.rate);
  }
  return text.empty() ? "none" : text;
}

}  // namespace

bool StructureCheck::is_section(const std::string& name, const char* section, const char* singular, const std::string& where) {
  const auto found = sections_.find(name);
  if (found != sections_.end() && std::string_view(found->second) == section) return true;
  std::vector<std::string_view> names;
  for (const auto& [known, its_section] : sections_)
    if (std::string_view(its_section) == section) names.push_back(known);
  std::sort(names.begin(), names.end());
  if (std::string_view(section) == "bodies") names.push_back("ground");
  const std::string expected = std::string("unknown ") + singular + ' ' + quoted(name);
  fault(where, found == sections_.end() ? expected : expected + " (that name is in `" + found->second + "`)",
        did_you_mean(name, names));
  return false;
}

bool StructureCheck::is_body(const std::string& name, const std::string& where) {
  return name == "ground" || bodies_.count(name) || is_section(name, "bodies", "body", where);
}

void StructureCheck::two_bodies(const std::array<std::string, 2>& bodies, const std::string& where) {
  const bool first = is_body(bodies[0], where + ".bodies[0]"), second = is_body(bodies[1], where + ".bodies[1]");
  if (first && second && bodies[0] == bodies[1]) fault(where + ".bodies", "both bodies are " + quoted(bodies[0]));
}

void StructureCheck::point(const std::optional<Point>& point, const std::string& where) {
  if (point && !point->body.empty()) is_body(point->body, where + ".in");
}

void StructureCheck::direction(const std::optional<Direction>& direction, const std::string& where) {
  if (!direction) return;
  if (!direction->body.empty()) is_body(direction->body, where + ".in");
  if (direction->axis.allFinite() && direction->axis.isZero(0))
    fault(where, "the direction has zero length", "give a direction such as [0, 0, 1]");
}

void StructureCheck::presence(bool given, bool allowed, bool needed, const std::string& where, const char* key,
                              std::string_view type) {
  if (given && !allowed) fault(where + '.' + key, "the type " + quoted(type) + " does not use `" + key + "`");
  if (!given && needed) fault(where + '.' + key, "the type " + quoted(type) + " needs `" + key + "`");
}

Vector3 StructureCheck::in_design(const Direction& direction) const {
  const auto body = bodies_.find(direction.body);
  return body == bodies_.end() ? direction.axis
                               : Vector3(rotation<double>(body->second->orientation.quaternion) * direction.axis);
}

void StructureCheck::joint(const Joint& joint) {
  const std::string where = "joints." + joint.name;
  const std::string_view type = type_of(joint.kind);
  const JointKeys uses = std::visit([](const auto& kind) { return kind.uses; }, joint.kind);
  two_bodies(joint.bodies, where);
  point(joint.at, where + ".at");
  point(joint.at2, where + ".at2");
  direction(joint.axis, where + ".axis");
  direction(joint.axis2, where + ".axis2");
  presence(joint.axis.has_value(), uses.axis, uses.axis, where, "axis", type);
  presence(joint.axis2.has_value(), uses.axis || uses.axis2, uses.axis2, where, "axis2", type);
  if (uses.axis && uses.axis2 && joint.axis && joint.axis2) {
    const Vector3 a = in_design(*joint.axis).stableNormalized(), b = in_design(*joint.axis2).stableNormalized();
    if (a.norm() > 0.5 && b.norm() > 0.5 && a.cross(b).norm() < parallel)
      fault(where + ".axis2", "`axis` and `axis2` are parallel", "the axes of a cross are perpendicular");
  }
  if (joint.initial) initial(joint, where + ".initial");
}

// The start of a coordinate: it must be one of the joint, and no driver may prescribe it.
void StructureCheck::initial(const Joint& joint, const std::string& where) {
  const std::vector<CoordinateName> coordinates = coordinates_of(joint);
  for_each_field<Initial>([&](const auto& field) {
    if (!((*joint.initial).*field.member)) return;
    const std::string inner = where + '.' + std::string(field.name);
    const auto found = std::find_if(coordinates.begin(), coordinates.end(), [&](const CoordinateName& coordinate) {
      return coordinate.name == field.name || coordinate.rate == field.name;
    });
    if (found == coordinates.end())
      fault(inner, "a " + std::string(type_of(joint.kind)) + " joint has no " + quoted(field.name),
            "it has " + list(coordinates, true));
    else if (driven_.count({joint.name, std::string(found->name)}))
      fault(inner, "the coordinate is prescribed by a driver and cannot have a start of its own");
  });
}

void StructureCheck::constraint(const Constraint& constraint) {
  const std::string where = "constraints." + constraint.name;
  const std::string_view type = type_of(constraint.kind);
  const auto [uses, is_designed] =
      std::visit([](const auto& kind) { return std::pair(kind.uses, kind.value_is_designed); }, constraint.kind);
  two_bodies(constraint.bodies, where);
  point(constraint.at, where + ".at");
  point(constraint.at2, where + ".at2");
  direction(constraint.axis, where + ".axis");
  direction(constraint.axis2, where + ".axis2");
  presence(constraint.at.has_value(), uses.points, uses.points, where, "at", type);
  presence(constraint.at2.has_value(), uses.points, uses.points && is_designed, where, "at2", type);
  presence(constraint.axis.has_value(), uses.axis, uses.axis, where, "axis", type);
  presence(constraint.axis2.has_value(), uses.axis2, uses.axis2, where, "axis2", type);
}

void StructureCheck::driver(const Driver& driver) {
  const std::string where = "drivers." + driver.name;
  if (driver.joint.empty() == driver.body.empty())
    fault(where, driver.joint.empty() ? "a driver needs a `joint` or a `body`" : "a driver has a `joint` or a `body`, not both",
          "{joint: J, angle: f(t)} or {body: B, at: P, coordinate: z, value: f(t)}");
  else if (!driver.joint.empty())
    joint_driver(driver, where);
  else
    body_driver(driver, where);
}

void StructureCheck::drives_once(const Driver& driver, const std::string& where, const std::string& coordinate) {
  if (!driver.active) return;
  const auto [first, is_new] = drivers_.emplace(coordinate, driver.name);
  if (!is_new) fault(where, "the driver " + quoted(first->second) + " prescribes the same coordinate");
}

void StructureCheck::joint_driver(const Driver& driver, const std::string& where) {
  const auto unused = [&](bool given, const char* key) {
    if (given) fault(where + '.' + key, "a driver of a joint does not use `" + std::string(key) + '`');
  };
  unused(driver.at.has_value(), "at");
  unused(driver.coordinate.has_value(), "coordinate");
  unused(driver.value.has_value(), "value");
  std::vector<std::string> given;
  if (driver.angle) given.emplace_back("angle");
  if (driver.position) given.emplace_back("position");
  if (driver.angle2) given.emplace_back("angle2");
  if (!is_section(driver.joint, "joints", "joint", where + ".joint")) return;
  const Joint& joint = *joints_.at(driver.joint);
  const std::vector<CoordinateName> coordinates = coordinates_of(joint);
  if (given.size() > 1) return fault(where, "a driver drives one coordinate");
  if (given.empty())
    return fault(coordinates.empty() ? where : where + '.' + std::string(coordinates[0].name), "the driven coordinate is missing",
                 "the joint has " + list(coordinates, false));
  const bool known = std::any_of(coordinates.begin(), coordinates.end(), [&](const auto& each) { return each.name == given[0]; });
  if (!known)
    return fault(where + '.' + given[0], "a " + std::string(type_of(joint.kind)) + " joint has no " + quoted(given[0]),
                 "it has " + list(coordinates, false));
  drives_once(driver, where, driver.joint + '.' + given[0]);
  if (driver.active) driven_.insert({driver.joint, given[0]});
}

void StructureCheck::body_driver(const Driver& driver, const std::string& where) {
  const auto unused = [&](bool given, const char* key) {
    if (given)
      fault(where + '.' + key, "a driver of a body does not use `" + std::string(key) + '`', "give `coordinate` and `value`");
  };
  unused(driver.angle.has_value(), "angle");
  unused(driver.position.has_value(), "position");
  unused(driver.angle2.has_value(), "angle2");
  if (!driver.coordinate) fault(where + ".coordinate", "a driver of a body needs `coordinate`", "x, y or z");
  if (!driver.value) fault(where + ".value", "a driver of a body needs `value`");
  point(driver.at, where + ".at");
  if (driver.body == "ground") return fault(where + ".body", "ground cannot be driven");
  if (!is_body(driver.body, where + ".body") || !driver.coordinate) return;
  std::string coordinate =
      driver.body + ' ' + std::string(names_of<DrivenCoordinate>[static_cast<std::size_t>(*driver.coordinate)]);
  if (driver.at) {
    coordinate += ' ' + driver.at->body;
    for (const double x : driver.at->at) coordinate += ' ' + to_text(x);
  }
  drives_once(driver, where, coordinate);
}

void StructureCheck::force(const Force& force) {
  const std::string where = "forces." + force.name;
  const std::string_view type = type_of(force.kind);
  const ForceEnds uses = std::visit([](const auto& kind) { return kind.uses; }, force.kind);
  const bool on_body = uses != ForceEnds::two_ends;
  presence(!force.body.empty(), on_body, on_body, where, "body", type);
  presence(force.at.has_value(), uses == ForceEnds::body, false, where, "at", type);
  presence(force.from.has_value(), !on_body, !on_body, where, "from", type);
  presence(force.to.has_value(), !on_body, !on_body, where, "to", type);
  if (on_body && !force.body.empty() && is_body(force.body, where + ".body") && force.body == "ground")
    fault(where + ".body", "a load on ground has no effect");
  point(force.at, where + ".at");
  bool ends_known = force.from && force.to;
  const auto end = [&](const std::optional<End>& end, const char* key) {
    if (!end) return;
    ends_known = is_body(end->body, where + '.' + key + ".body") && ends_known;
    point(end->at, where + '.' + key + ".at");
  };
  end(force.from, "from");
  end(force.to, "to");
  if (ends_known && force.from->body == force.to->body) fault(where + ".to.body", "both ends are on " + quoted(force.to->body));
  std::visit(
      [&](const auto& kind) {
        if constexpr (std::is_base_of_v<Load, std::decay_t<decltype(kind)>>) load(kind, where);
      },
      force.kind);
}

void StructureCheck::load(const Load& load, const std::string& where) {
  direction(load.direction, where + ".direction");
  const bool by_direction = load.magnitude || load.direction;
  if (load.components && by_direction)
    fault(where + ".components", "give `components` or `magnitude` and `direction`, not both");
  else if (!load.components && !by_direction)
    fault(where + ".components", "the load is missing", "give `components` or `magnitude` and `direction`");
  else if (by_direction && !load.magnitude)
    fault(where + ".magnitude", "`direction` needs `magnitude`");
  else if (by_direction && !load.direction)
    fault(where + ".direction", "`magnitude` needs `direction`");
}

void StructureCheck::sensor(const Sensor& sensor) {
  const std::string where = "sensors." + sensor.name;
  is_body(sensor.body, where + ".body");
  point(sensor.at, where + ".at");
  direction(sensor.axis, where + ".axis");
  if (!sensor.relative_to.empty()) is_body(sensor.relative_to, where + ".relative_to");
}

}  // namespace bricard
