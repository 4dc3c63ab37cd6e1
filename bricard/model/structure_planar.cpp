// A planar model has all its points, vectors and motions in the plane z = 0 and all rotations about z (planar.hpp). A file cannot
// say otherwise; a program that builds a Model can.
#include "bricard/core/text.hpp"
#include "bricard/model/planar.hpp"
#include "bricard/model/structure.hpp"

namespace bricard {

namespace {

const char* const plane_hint = "a planar model (dimension 2) lies in the plane z = 0";

template <class Kind>
constexpr bool is_planar_kind() {
  if constexpr (requires { Kind::planar; })
    return Kind::planar;
  else if constexpr (requires { Kind::uses.planar; })
    return Kind::uses.planar;
  else
    return true;
}

bool is_zero_number(const Function& f) { return f.is_number() && f.number == 0; }

}  // namespace

void StructureCheck::in_plane(const Vector3& vector, const std::string& where, const char* what) {
  if (vector.allFinite() && vector[2] != 0) fault(where, std::string(what) + " is not in the plane", plane_hint);
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
  const auto refuse_kind = [&]<class List>(List, std::string_view type, const std::string& where) {
    std::string known;
    List::for_each([&]<class Kind>() {
      if (is_planar_kind<Kind>()) known += (known.empty() ? "it has " : ", ") + std::string(Kind::type);
    });
    fault(where, "a planar model has no " + quoted(type), known);
  };
  for (const Joint& each : model_.joints) {
    const std::string where = "joints." + each.name;
    bool is_planar = true;
    std::visit(
        [&]<class Kind>(const Kind&) {
          is_planar = is_planar_kind<Kind>();
          if (!is_planar) refuse_kind(Joints{}, Kind::type, where);
        },
        each.kind);
    if (!is_planar) continue;
    ends(each, where);
    if (turns(each)) {
      about_z(each.axis, where + ".axis");
      about_z(each.axis2, where + ".axis2");
      continue;
    }
    if (each.axis) in_plane(each.axis->axis, where + ".axis", "the axis");
    if (each.axis2 && std::visit([](const auto& kind) { return kind.uses.separate_axis2; }, each.kind))
      about_z(each.axis2, where + ".axis2");
    else if (each.axis2)
      in_plane(each.axis2->axis, where + ".axis2", "the axis");
  }
  for (const Constraint& each : model_.constraints) {
    const std::string where = "constraints." + each.name;
    ends(each, where);
    if (each.axis) in_plane(each.axis->axis, where + ".axis", "the axis");
    if (each.axis2) in_plane(each.axis2->axis, where + ".axis2", "the axis");
    std::visit(
        [&](const auto& kind) {
          if constexpr (requires { kind.coordinate == Axis::z; })
            if (kind.coordinate == Axis::z) fault(where + ".coordinate", "a planar model has no z", "x or y");
        },
        each.kind);
  }
  for (const Driver& each : model_.drivers) ends(each, "drivers." + each.name);
  for (const Force& each : model_.forces) {
    ends(each, "forces." + each.name);
    planar_force(each);
    std::visit(
        [&]<class Kind>(const Kind&) {
          if (!is_planar_kind<Kind>()) refuse_kind(Forces{}, Kind::type, "forces." + each.name);
        },
        each.kind);
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
  if (body.angular_velocity && body.angular_velocity->head(2) != Eigen::Vector2d::Zero())
    fault(where + ".angular_velocity", "the angular velocity is not about z", plane_hint);
  if (!(body.inertia == planar_inertia(body.inertia.matrix(2, 2))))
    fault(where + ".inertia", "the inertia is not that of a plane body", "make it with planar_inertia(I)");
  if (!((body.orientation.quaternion - planar_orientation(body.orientation.angle).quaternion).norm() < 1e-9))
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
      !((force.orientation->quaternion - planar_orientation(force.orientation->angle).quaternion).norm() < 1e-9))
    fault(where + ".orientation", "the orientation is not its angle about z", "make it with planar_orientation(angle)");
  std::visit(
      [&]<class Kind>(const Kind& kind) {
        const auto three = [&](const auto& value, bool rotational, const char* key) {
          if (!value) return;
          const bool good = rotational ? value->at(0) == 0 && value->at(1) == 0 : value->at(2) == 0;
          if (!good) fault(where + '.' + key, rotational ? "it is not about z" : "it is not in the plane", plane_hint);
        };
        if constexpr (std::is_base_of_v<Load, Kind>) {
          const bool is_torque = Kind::uses == ForceEnds::torque;
          if (kind.components) {
            const auto& c = *kind.components;
            const bool good = is_torque ? is_zero_number(c[0]) && is_zero_number(c[1]) : is_zero_number(c[2]);
            if (!good)
              fault(where + ".components", is_torque ? "the torque is not about z" : "the force is not in the plane", plane_hint);
          }
          if (is_torque)
            about_z(kind.direction, where + ".direction");
          else if (kind.direction)
            in_plane(kind.direction->axis, where + ".direction", "the direction");
        }
        if constexpr (requires { kind.matrix.has_value(); }) {
          three(kind.stiffness, false, "stiffness");
          three(kind.damping, false, "damping");
          three(kind.rotational_stiffness, true, "rotational_stiffness");
          three(kind.rotational_damping, true, "rotational_damping");
          const auto out_of_plane = [](std::size_t i) { return i > 1 && i < 5; };
          bool good = true;
          for (std::size_t i = 0; i < 6; ++i) {
            if (kind.preload && out_of_plane(i) && (*kind.preload)[i] != 0) good = false;
            for (std::size_t j = 0; kind.matrix && j < 6; ++j)
              if ((out_of_plane(i) || out_of_plane(j)) && (*kind.matrix)[i][j] != 0) good = false;
          }
          if (!good) fault(where, "its stiffness or preload is not in the plane", plane_hint);
        }
      },
      force.kind);
}

}  // namespace bricard
