// Joints, constraints, drivers, forces and sensors of a model: what they refer to, and the keys that their kinds use.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <type_traits>

#include "bricard/core/text.hpp"
#include "bricard/math/spatial.hpp"
#include "bricard/math/thresholds.hpp"
#include "bricard/model/columns.hpp"
#include "bricard/model/references.hpp"
#include "bricard/model/structure.hpp"

namespace bricard {

namespace {

// "`angle`, `speed`": the coordinates of a joint, with their rates or without.
std::string list(std::span<const CoordinateName> coordinates, bool with_rates) {
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
  const std::string expected = std::string("unknown ") + singular + ' ' + quoted(name);
  fault(where, found == sections_.end() ? expected : expected + " (that name is in `" + found->second + "`)",
        nearest_name(
            name, [&](std::string_view its) { return its == section; }, std::string_view(section) == "bodies" ? "ground" : ""));
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
  if (direction->axis.all_finite() && direction->axis.is_zero())
    fault(where, "the direction has zero length", "give a direction such as [0, 0, 1]");
}

void StructureCheck::presence(bool given, bool allowed, bool needed, const std::string& where, const char* key,
                              std::string_view type) {
  if (given && !allowed) fault(where + '.' + key, "the type " + quoted(type) + " does not use `" + key + "`");
  if (!given && needed) fault(where + '.' + key, "the type " + quoted(type) + " needs `" + key + "`");
}

Vector3 StructureCheck::in_design(const Direction& direction) const {
  const auto body = bodies_.find(direction.body);
  return body == bodies_.end()
             ? direction.axis
             : Vector3(rotation<double>(eigen(body->second->orientation.quaternion)) * eigen(direction.axis.normalized()));
}

std::optional<CoordinateName> StructureCheck::coordinate(const std::string& name, const std::string& where) {
  const CoordinateReference found = find_coordinate(model_, name);
  if (found.joint < 0) {
    is_section(name, "joints", "joint", where);
    return std::nullopt;
  }
  const Joint& joint = model_.joints[found.joint];
  const std::span<const CoordinateName> coordinates = coordinates_of(model_, joint);
  if (found.found()) return coordinates[found.which];
  const std::string a_joint = "a " + std::string(joint.kind->type) + " joint";
  if (coordinates.empty())
    fault(where, a_joint + " has no coordinate");
  else if (name == joint.name)
    fault(where, a_joint + " has more than one coordinate", "name one: " + quoted(name + '.' + std::string(coordinates[0].name)));
  else
    fault(where, a_joint + " has no " + quoted(name.substr(joint.name.size() + 1)), "it has " + list(coordinates, false));
  return std::nullopt;
}

void StructureCheck::joint(const Joint& joint) {
  const std::string where = "joints." + joint.name;
  const std::string_view type = joint.kind->type;
  const JointKeys uses = joint.kind->uses;
  const bool has_bodies = !joint.bodies[0].empty() || !joint.bodies[1].empty();
  presence(has_bodies, !uses.joints, !uses.joints, where, "bodies", type);
  presence(!joint.joints.empty(), uses.joints, uses.joints, where, "joints", type);
  if (has_bodies && !uses.joints) two_bodies(joint.bodies, where);
  point(joint.at, where + ".at");
  point(joint.at2, where + ".at2");
  direction(joint.axis, where + ".axis");
  direction(joint.axis2, where + ".axis2");
  presence(joint.at.has_value(), uses.at, uses.at, where, "at", type);
  presence(joint.at2.has_value(), uses.at || uses.at2, uses.at2, where, "at2", type);
  presence(joint.axis.has_value(), uses.axis, uses.axis, where, "axis", type);
  presence(joint.axis2.has_value(), uses.axis || uses.axis2 || uses.separate_axis2, uses.axis2, where, "axis2", type);
  if (uses.axis && uses.axis2 && joint.axis && joint.axis2) {
    const Vector3 a = in_design(*joint.axis).normalized(), b = in_design(*joint.axis2).normalized();
    if (a.norm() > 0.5 && b.norm() > 0.5 && a.cross(b).norm() < threshold::agrees)
      fault(where + ".axis2", "`axis` and `axis2` are parallel", "the type " + quoted(type) + " has two crossed axes");
  }
  if (uses.joints && !joint.joints.empty()) coupling(joint, where);
  kind_values(joint.kind, where, joint.joints.size());
  if (joint.initial) initial(joint, where + ".initial");
  if (joint.friction) friction(joint, where + ".friction");
  if (joint.cut) cut(joint);
}

void StructureCheck::friction(const Joint& joint, const std::string& where) {
  if (joint.kind->rubs.empty()) {
    std::string rubbing;
    for (const JointInfo* each : JointKind::all())
      if (!each->rubs.empty()) rubbing += (rubbing.empty() ? "" : ", ") + std::string(each->type);
    return fault(where, "the type " + quoted(joint.kind->type) + " has no friction", "these have: " + rubbing);
  }
  const Friction& given = *joint.friction;
  const auto check = [&](const std::optional<double>& value, const char* key, bool positive) {
    if (value && !(std::isfinite(*value) && (positive ? *value > 0 : *value >= 0)))
      fault(where + '.' + key, positive ? "must be positive" : "must not be negative");
  };
  check(given.holding, "static", false);
  check(given.sliding, "sliding", false);
  check(given.stribeck, "stribeck", false);
  check(given.viscous, "viscous", false);
  check(given.preload, "preload", false);
  check(given.radius, "radius", true);
  check(given.length, "length", true);
  if (!given.holding && !given.sliding && given.viscous == 0)
    fault(where, "it has no coefficient", "give `static` or `sliding`, or both");
  if (given.at_rest() < given.in_motion())
    fault(where + ".static", "the coefficient at rest is less than that in motion", "`static` must not be less than `sliding`");
  if (joint.kind->needs_radius && !given.radius)
    fault(where, "the type " + quoted(joint.kind->type) + " needs `radius`", "of the surface that rubs");
}

// A coupling of joint coordinates.
void StructureCheck::coupling(const Joint& joint, const std::string& where) {
  const std::string_view type = joint.kind->type;
  std::vector<std::optional<CoordinateName>> coupled;
  for (std::size_t i = 0; i < joint.joints.size(); ++i)
    coupled.push_back(coordinate(joint.joints[i], where + ".joints[" + std::to_string(i) + ']'));
  for (std::size_t i = 0; i < joint.joints.size(); ++i)
    for (std::size_t k = 0; k < i; ++k) {
      const CoordinateReference a = find_coordinate(model_, joint.joints[k]), b = find_coordinate(model_, joint.joints[i]);
      if (a.found() && a.joint == b.joint && a.which == b.which)
        fault(where + ".joints[" + std::to_string(i) + ']', "the coordinate is coupled with itself");
    }
  const std::span<const bool> angles = joint.kind->coupled;
  if (angles.empty()) return;
  if (coupled.size() != angles.size())
    return fault(where + ".joints", "the type " + quoted(type) + " couples " +
                                        (angles.size() == 2 ? "two" : std::to_string(angles.size())) + " joints");
  for (std::size_t i = 0; i < angles.size(); ++i)
    if (coupled[i] && coupled[i]->is_angle != angles[i])
      fault(where + ".joints[" + std::to_string(i) + ']',
            "the type " + quoted(type) + " needs " + (angles[i] ? "an angle" : "a position") + " here, " +
                quoted(joint.joints[i]) + " is " + (angles[i] ? "a position" : "an angle"));
}

// What the kind itself says of its values.
template <class Kind>
void StructureCheck::kind_values(const Kind& kind, const std::string& where, std::size_t joints) {
  KindCheck check;
  check.planar = model_.dimension == 2;
  check.joints = joints;
  check.report = [&](const std::string& key, std::string what, std::string hint) {
    fault(key.empty() ? where : where + '.' + key, std::move(what), std::move(hint));
  };
  kind.check(check);
  // Directions among its fields.
  kind.for_each_field([&](const KindField& field, const auto& value) {
    if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::optional<Direction>>)
      direction(value, where + '.' + std::string(field.name));
  });
}

// The start of a coordinate: it must be one of the joint, and no driver may prescribe it.
void StructureCheck::initial(const Joint& joint, const std::string& where) {
  const std::span<const CoordinateName> coordinates = coordinates_of(model_, joint);
  for (const auto& [name, value] : joint.initial->list) {
    const std::string inner = where + '.' + name;
    const auto found = std::find_if(coordinates.begin(), coordinates.end(), [&name = name](const CoordinateName& coordinate) {
      return coordinate.name == name || coordinate.rate == name;
    });
    if (found == coordinates.end())
      fault(inner, "a " + std::string(joint.kind->type) + " joint has no " + quoted(name), "it has " + list(coordinates, true));
    else if (driven_.count({joint.name, std::string(found->name)}))
      fault(inner, "the coordinate is prescribed by a driver and cannot have a start of its own");
    else if (found->name == name)
      defined(*found, value, inner);
  }
}

// A given value of the second of three angles.
void StructureCheck::defined(const CoordinateName& coordinate, double value, const std::string& where) {
  if (coordinate.name != coordinate.second_angle || !std::isfinite(value)) return;
  if (std::abs(value) < std::numbers::pi / 2 && std::cos(value) >= threshold::gimbal_lock) return;
  fault(where, quoted(coordinate.name) + " lies within ±90 deg, at these ends it is not defined",
        "choose a design position or axes in which it stays away from there");
}

void StructureCheck::constraint(const Constraint& constraint) {
  const std::string where = "constraints." + constraint.name;
  const std::string_view type = constraint.kind->type;
  const ConstraintKeys uses = constraint.kind->uses;
  const bool is_designed = constraint.kind->value_is_designed;
  const bool has_bodies = !constraint.bodies[0].empty() || !constraint.bodies[1].empty();
  presence(has_bodies, uses.bodies, uses.bodies, where, "bodies", type);
  if (has_bodies && uses.bodies) two_bodies(constraint.bodies, where);
  point(constraint.at, where + ".at");
  point(constraint.at2, where + ".at2");
  direction(constraint.axis, where + ".axis");
  direction(constraint.axis2, where + ".axis2");
  presence(constraint.at.has_value(), uses.points, uses.points, where, "at", type);
  presence(constraint.at2.has_value(), uses.points, uses.points && is_designed, where, "at2", type);
  presence(constraint.axis.has_value(), uses.axis, uses.axis, where, "axis", type);
  presence(constraint.axis2.has_value(), uses.axis2, uses.axis2, where, "axis2", type);
  presence(constraint.value.has_value(), uses.value, false, where, "value", type);
  if (is_designed && constraint.value && constraint.value->is_number() && constraint.value->number <= 0)
    fault(where + ".value", "a " + std::string(type) + " must be positive");
  kind_values(constraint.kind, where);
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
  unused(driver.direction.has_value(), "direction");
  unused(driver.value.has_value(), "value");
  const auto& given = driver.prescribed.list;
  if (!is_section(driver.joint, "joints", "joint", where + ".joint")) return;
  const Joint& joint = *joints_.at(driver.joint);
  const std::span<const CoordinateName> coordinates = coordinates_of(model_, joint);
  if (given.size() > 1) return fault(where, "a driver drives one coordinate");
  if (given.empty())
    return fault(coordinates.empty() ? where : where + '.' + std::string(coordinates[0].name), "the driven coordinate is missing",
                 "the joint has " + list(coordinates, false));
  const auto& [name, function] = given[0];
  const auto known =
      std::find_if(coordinates.begin(), coordinates.end(), [&name = name](const auto& each) { return each.name == name; });
  if (known == coordinates.end())
    return fault(where + '.' + name, "a " + std::string(joint.kind->type) + " joint has no " + quoted(name),
                 "it has " + list(coordinates, false));
  if (function.is_number()) defined(*known, function.number, where + '.' + name);
  drives_once(driver, where, driver.joint + '.' + name);
  if (driver.active) driven_.insert({driver.joint, name});
}

void StructureCheck::body_driver(const Driver& driver, const std::string& where) {
  const auto unused = [&](bool given, const char* key) {
    if (given)
      fault(where + '.' + key, "a driver of a body does not use `" + std::string(key) + '`', "give `coordinate` and `value`");
  };
  for (const auto& [name, function] : driver.prescribed.list) unused(true, name.c_str());
  const bool planar = model_.dimension == 2;
  const char* const known = planar ? "x, y or angle" : "x, y, z, rx, ry or rz";
  if (!driver.coordinate && !driver.direction)
    fault(where + ".coordinate", "a driver of a body needs `coordinate` or `direction`", known);
  if (driver.coordinate && driver.direction)
    fault(where + ".direction", "a driver of a body has a `coordinate` or a `direction`, not both");
  if (driver.coordinate == DrivenCoordinate::angle && !planar)
    fault(where + ".coordinate", "a body in space has no single angle", "drive rx, ry or rz, or the angle of a joint");
  if (driver.coordinate == DrivenCoordinate::z && planar) fault(where + ".coordinate", "a planar model has no z", known);
  if (driver.coordinate && is_turning(*driver.coordinate) && planar)
    fault(where + ".coordinate", "a planar body has one angle, about z", known);
  if (driver.coordinate && is_angle(*driver.coordinate) && driver.at)
    fault(where + ".at", "the angle of a body does not depend on a point");
  if (!driver.value) fault(where + ".value", "a driver of a body needs `value`");
  if (driver.coordinate == DrivenCoordinate::ry && driver.value && driver.value->is_number())
    defined(ry_coordinate, driver.value->number, where + ".value");
  point(driver.at, where + ".at");
  direction(driver.direction, where + ".direction");
  if (driver.body == "ground") return fault(where + ".body", "ground cannot be driven");
  if (!is_body(driver.body, where + ".body") || (!driver.coordinate && !driver.direction)) return;
  std::string coordinate = driven_coordinate(driver);
  if (driver.at) {
    coordinate += ' ' + driver.at->body;
    for (const double x : driver.at->at) coordinate += ' ' + to_text(x);
  }
  drives_once(driver, where, coordinate);
}

void StructureCheck::force(const Force& force) {
  const std::string where = "forces." + force.name;
  const std::string_view type = force.kind->type;
  const ForceEnds uses = force.kind->uses;
  const bool on_body = uses == ForceEnds::body || uses == ForceEnds::torque, two_ends = uses == ForceEnds::two_ends;
  const bool mount = uses == ForceEnds::two_bodies, wheel = uses == ForceEnds::wheel, points = uses == ForceEnds::two_points;
  presence(!force.body.empty(), on_body || points, on_body || points, where, "body", type);
  presence(force.at.has_value(), uses == ForceEnds::body || mount || wheel || points, mount || points, where, "at", type);
  presence(force.at2.has_value(), points, points, where, "at2", type);
  presence(!force.wheel.empty(), wheel, wheel, where, "wheel", type);
  presence(!force.carrier.empty(), wheel, wheel, where, "carrier", type);
  if (!force.wheel.empty() && is_body(force.wheel, where + ".wheel") && force.wheel == "ground")
    fault(where + ".wheel", "a wheel is not ground");
  if (!force.carrier.empty() && is_body(force.carrier, where + ".carrier") && force.carrier == force.wheel)
    fault(where + ".carrier", "wheel and carrier are the same body", "the carrier holds the wheel and does not spin: an upright, an axle");
  presence(force.joints.has_value(), uses == ForceEnds::difference, false, where, "joints", type);
  presence(force.from.has_value(), two_ends, two_ends, where, "from", type);
  presence(force.to.has_value(), two_ends, two_ends, where, "to", type);
  presence(force.orientation.has_value(), mount, false, where, "orientation", type);
  if (uses == ForceEnds::coordinate) {
    coordinate_force(force, where);
  } else if (uses == ForceEnds::difference) {
    difference_force(force, where);
  } else {
    presence(!force.joint.empty(), false, false, where, "joint", type);
    presence(force.bodies.has_value(), mount, mount, where, "bodies", type);
    presence(force.axis.has_value(), wheel, wheel, where, "axis", type);
  }
  if (force.bodies) two_bodies(*force.bodies, where);
  direction(force.axis, where + ".axis");
  if ((on_body || points) && !force.body.empty() && is_body(force.body, where + ".body") && force.body == "ground")
    fault(where + ".body", "a load on ground has no effect");
  if (force.orientation && !(std::abs(force.orientation->quaternion.norm() - 1) < threshold::as_written))
    fault(where + ".orientation", "the quaternion has not unit length");
  point(force.at, where + ".at");
  point(force.at2, where + ".at2");
  bool ends_known = force.from && force.to;
  const auto end = [&](const std::optional<End>& end, const char* key) {
    if (!end) return;
    ends_known = is_body(end->body, where + '.' + key + ".body") && ends_known;
    point(end->at, where + '.' + key + ".at");
  };
  end(force.from, "from");
  end(force.to, "to");
  if (ends_known && force.from->body == force.to->body) fault(where + ".to.body", "both ends are on " + quoted(force.to->body));
  kind_values(force.kind, where);
}

// On one coordinate: that of a joint; or, where the element measures an angle, that of two bodies about an axis. A torque acts on
// an angle, a force on a position.
void StructureCheck::coordinate_force(const Force& force, const std::string& where) {
  const std::string_view type = force.kind->type;
  const bool measures_angle = force.kind->acts_on_angle();
  const bool is_torque = force.kind.results()[0].dimension == dimension::torque;
  const bool by_bodies = force.bodies || force.axis;
  if (!force.joint.empty() && by_bodies) return fault(where + ".joint", "give `joint` or `bodies` and `axis`, not both");
  if (measures_angle && force.joint.empty()) {
    if (!by_bodies) return fault(where + ".joint", "the type " + quoted(type) + " needs `joint`, or `bodies` and `axis`");
    presence(force.bodies.has_value(), true, true, where, "bodies", type);
    return presence(force.axis.has_value(), true, true, where, "axis", type);
  }
  presence(force.bodies.has_value(), measures_angle, false, where, "bodies", type);
  presence(force.axis.has_value(), measures_angle, false, where, "axis", type);
  if (force.joint.empty()) return fault(where + ".joint", "the type " + quoted(type) + " needs `joint`");
  const auto acted_on = coordinate(force.joint, where + ".joint");
  if (!acted_on || acted_on->is_angle == is_torque) return;
  if (measures_angle)
    fault(where + ".joint", quoted(force.joint) + " is a position, and the type " + quoted(type) + " needs an angle");
  else if (is_torque)
    fault(where + ".torque", quoted(force.joint) + " is a position", "give `force`");
  else
    fault(where + ".force", quoted(force.joint) + " is an angle", "give `torque`");
}

// On two coordinates of the same kind, or the angle of two bodies about an axis.
void StructureCheck::difference_force(const Force& force, const std::string& where) {
  const std::string_view type = force.kind->type;
  const bool is_torque = force.kind.results()[1].dimension == dimension::torque;
  presence(!force.joint.empty(), false, false, where, "joint", type);
  if (force.joints && (force.bodies || force.axis)) return fault(where + ".joints", "give `joints` or `bodies` and `axis`, not both");
  if (!force.joints) {
    if (!force.bodies) return fault(where + ".joints", "the type " + quoted(type) + " needs `joints`, or `bodies` and `axis`");
    presence(force.axis.has_value(), true, true, where, "axis", type);
    if (!is_torque) fault(where + ".stiffness", "the angle between two bodies needs `rotational_stiffness`");
    return;
  }
  for (int i = 0; i < 2; ++i) {
    const std::string place = where + ".joints[" + std::to_string(i) + ']', &name = (*force.joints)[i];
    const auto acted_on = coordinate(name, place);
    if (acted_on && acted_on->is_angle != is_torque)
      fault(place, quoted(name) + (is_torque ? " is a position" : " is an angle"),
            is_torque ? "give `stiffness`" : "give `rotational_stiffness`");
  }
  if ((*force.joints)[0] == (*force.joints)[1]) fault(where + ".joints", "both are the same joint");
}

void StructureCheck::sensor(const Sensor& sensor) {
  const std::string where = "sensors." + sensor.name;
  is_body(sensor.body, where + ".body");
  point(sensor.at, where + ".at");
  direction(sensor.axis, where + ".axis");
  if (!sensor.relative_to.empty()) is_body(sensor.relative_to, where + ".relative_to");
}

}  // namespace bricard
