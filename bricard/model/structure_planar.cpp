// A planar model has all its points, vectors and motions in the plane z = 0 and all rotations about z (planar.hpp). A file cannot
// say otherwise; a program that builds a Model can.
#include "bricard/core/text.hpp"
#include "bricard/math/thresholds.hpp"
#include "bricard/model/in_plane.hpp"
#include "bricard/model/structure.hpp"

namespace bricard {

void StructureCheck::in_plane(const Vector3& vector, const std::string& where, const char* what) {
  if (vector.all_finite() && vector[2] != 0) fault(where, std::string(what) + " is not in the plane", in_plane_hint);
}

void StructureCheck::about_z(const std::optional<Direction>& axis, const std::string& where) {
  if (axis && !(axis->body.empty() && (axis->axis == Vector3::UnitZ() || axis->axis == -Vector3::UnitZ())))
    fault(where, "in a planar model rotations are about z", "leave the axis out");
}

void StructureCheck::planar() {
  in_plane(model_.gravity, "gravity", "gravity");
  for (const NamedPoint& each : model_.points) in_plane(each.at, "points." + each.name, "the point");
  for (const Body& each : model_.bodies) planar_body(each);
  const auto ends = [&](const auto& element, const std::string& where) {
    if (element.at) in_plane(element.at->at, where + ".at", "the point");
    if constexpr (requires { element.at2; })
      if (element.at2) in_plane(element.at2->at, where + ".at2", "the point");
  };
  const auto refuse_kind = [&](std::string_view type, const std::string& where, const auto& kinds, const auto& is_planar) {
    std::string known;
    for (const auto* kind : kinds)
      if (is_planar(*kind)) known += (known.empty() ? "it has " : ", ") + std::string(kind->type);
    fault(where, "a planar model has no " + quoted(type), known);
  };
  for (const Joint& each : model_.joints) {
    const std::string where = "joints." + each.name;
    if (!each.kind->uses.planar) {
      refuse_kind(each.kind->type, where, JointKind::all(), [](const JointInfo& kind) { return kind.uses.planar; });
      continue;
    }
    ends(each, where);
    if (turns(each)) {
      about_z(each.axis, where + ".axis");
      about_z(each.axis2, where + ".axis2");
      continue;
    }
    if (each.axis) in_plane(each.axis->axis, where + ".axis", "the axis");
    if (each.axis2 && each.kind->uses.separate_axis2)
      about_z(each.axis2, where + ".axis2");
    else if (each.axis2)
      in_plane(each.axis2->axis, where + ".axis2", "the axis");
  }
  for (const Constraint& each : model_.constraints) {
    const std::string where = "constraints." + each.name;
    ends(each, where);
    if (each.axis) in_plane(each.axis->axis, where + ".axis", "the axis");
    if (each.axis2) in_plane(each.axis2->axis, where + ".axis2", "the axis");
  }
  for (const Driver& each : model_.drivers) {
    ends(each, "drivers." + each.name);
    if (each.direction) in_plane(each.direction->axis, "drivers." + each.name + ".direction", "the direction");
  }
  for (const Force& each : model_.forces) {
    ends(each, "forces." + each.name);
    planar_force(each);
    if (!each.kind->planar)
      refuse_kind(each.kind->type, "forces." + each.name, ForceKind::all(), [](const ForceInfo& kind) { return kind.planar; });
  }
  for (const Sensor& each : model_.sensors) {
    ends(each, "sensors." + each.name);
    if (each.axis) in_plane(each.axis->axis, "sensors." + each.name + ".axis", "the axis");
  }
}

void StructureCheck::planar_body(const Body& body) {
  const std::string where = "bodies." + body.name;
  if (body.position) in_plane(body.position->at, where + ".position", "the position");
  if (body.velocity) in_plane(*body.velocity, where + ".velocity", "the velocity");
  if (body.angular_velocity && ((*body.angular_velocity)[0] != 0 || (*body.angular_velocity)[1] != 0))
    fault(where + ".angular_velocity", "the angular velocity is not about z", in_plane_hint);
  if (!(body.inertia == planar_inertia(body.inertia.matrix(2, 2))))
    fault(where + ".inertia", "the inertia is not that of a plane body", "make it with planar_inertia(I)");
  if (!((body.orientation.quaternion - planar_orientation(body.orientation.angle).quaternion).norm() < threshold::as_written))
    fault(where + ".orientation", "the orientation is not its angle about z", "make it with planar_orientation(angle)");
  for (std::size_t i = 0; i < body.geometry.size(); ++i) {
    const std::string shape = where + ".geometry[" + std::to_string(i) + ']';
    const Geometry& geometry = body.geometry[i];
    if (geometry.from) in_plane(geometry.from->at, shape + ".from", "the point");
    if (geometry.to) in_plane(geometry.to->at, shape + ".to", "the point");
    if (geometry.at) in_plane(geometry.at->at, shape + ".at", "the point");
    if (geometry.size) in_plane(*geometry.size, shape + ".size", "the third edge");
  }
}

void StructureCheck::planar_force(const Force& force) {
  const std::string where = "forces." + force.name;
  if (force.from) in_plane(force.from->at.at, where + ".from.at", "the point");
  if (force.to) in_plane(force.to->at.at, where + ".to.at", "the point");
  about_z(force.axis, where + ".axis");
  if (force.orientation &&
      !((force.orientation->quaternion - planar_orientation(force.orientation->angle).quaternion).norm() < threshold::as_written))
    fault(where + ".orientation", "the orientation is not its angle about z", "make it with planar_orientation(angle)");
  if (const Direction* direction = force.kind.direction()) {
    if (force.kind->uses == ForceEnds::torque)
      about_z(*direction, where + ".direction");
    else
      in_plane(direction->axis, where + ".direction", "the direction");
  }
}

}  // namespace bricard
