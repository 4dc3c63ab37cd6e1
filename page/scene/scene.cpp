// The scene: bodies, joints, constraints, drivers, forces and sensors with their markers, element by element. What a kind takes
// and has is asked of the kind, so that a new one is drawn without a line here. The tree of the model is in scene_tree.cpp.
#include "page/scene/scene.hpp"

#include <Eigen/Eigenvalues>
#include <nlohmann/json.hpp>
#include <unordered_set>

#include "bricard/math/thresholds.hpp"
#include "bricard/model/names_of.hpp"
#include "bricard/model/references.hpp"
#include "page/json.hpp"
#include "page/scene/design.hpp"
#include "page/scene/handles.hpp"
#include "page/scene/scene_tree.hpp"

namespace bricard::page {
namespace {

namespace d = dimension;

class SceneWriter {
 public:
  explicit SceneWriter(const Model& model) : model_(model), design_(model) {
    for (const Joint& joint : model.joints) joints_.insert(joint.name);
  }
  Json write(std::string_view text);

 private:
  double in_units(double value, Dimension dimension) const { return value / model_.units.factor(dimension) + 0.0; }
  Json vector(const Vec3<double>& v, Dimension dimension) const {
    const double factor = model_.units.factor(dimension);
    return {v[0] / factor + 0.0, v[1] / factor + 0.0, v[2] / factor + 0.0};
  }
  Json point(const Vec3<double>& p) const { return vector(p, d::length); }
  Json direction(const Vec3<double>& v) const { return vector(v, d::none); }
  static Json quaternion(const Quaternion& e) { return {e[0], e[1], e[2], e[3]}; }
  std::string name(int body) const { return body == 0 ? "ground" : model_.bodies[body - 1].name; }
  Json end(const Frame& frame) const { return {{"body", name(frame.body)}, {"at", point(frame.p)}}; }

  Json units() const;
  Json body(const Body& body, double size) const;
  Json shape(const Geometry& shape, const Body& body) const;
  Json attachments(int body, double size) const;
  Json joint(const Joint& joint);
  Json constraint(const Constraint& constraint);
  Json driver(const Driver& driver);
  Json force(const Force& force);
  Json sensor(const Sensor& sensor);
  void fasten(const Frame& frame, std::string_view section, const std::string& name) {
    design_.fasten(frame.body, frame.p, section, name);
  }
  template <class Kind>
  void add_data(Json& json, const Kind& kind, bool couples) const;
  template <class Element>
  static Json head(const Element& element);
  template <class Element, class Write>
  static Json each(const std::vector<Element>& elements, Write&& write);

  // The joint of a reference `hinge` or `sleeve.angle`.
  std::string joint_of(const std::string& reference) const {
    return joints_.count(reference) ? reference : reference.substr(0, reference.rfind('.'));
  }

  const Model& model_;
  Design design_;
  std::unordered_set<std::string_view> joints_;
};

template <class Element, class Write>
Json SceneWriter::each(const std::vector<Element>& elements, Write&& write) {
  Json list = Json::array();
  for (const Element& element : elements) list.push_back(write(element));
  return list;
}

Json SceneWriter::units() const {
  const UnitSystem& units = model_.units;
  return {{"length", units.length}, {"mass", units.mass},   {"time", units.time},
          {"angle", units.angle},   {"force", units.force}, {"radians", units.factor(d::angle)}};
}

// ---- bodies -----------------------------------------------------------------------------------------------------------------

// In the order of the body's axes where they are the principal ones.
Vector3 principal_moments(const Matrix3& inertia) {
  const Vector3 diagonal(inertia(0, 0), inertia(1, 1), inertia(2, 2));
  if (Matrix3::diagonal(diagonal) == inertia) return diagonal;
  return Eigen::SelfAdjointEigenSolver<Mat3<double>>(eigen(inertia), Eigen::EigenvaluesOnly).eigenvalues();
}

Json SceneWriter::body(const Body& body, double size) const {
  const int k = design_.number(body.name);
  return {{"name", body.name},
          {"at", point(design_.pose(k).p)},
          {"q", quaternion(body.orientation.quaternion)},
          {"mass", in_units(body.mass, d::mass)},
          {"inertia", vector(principal_moments(body.inertia.matrix), d::inertia)},
          {"geometry", each(body.geometry, [&](const Geometry& geometry) { return shape(geometry, body); })},
          {"attachments", attachments(k, size)}};
}

// Boxes and meshes have global axes in the design position: seen from the body, the inverse of its orientation.
Json SceneWriter::shape(const Geometry& shape, const Body& body) const {
  const int k = design_.number(body.name);
  Json json{{"type", names_of<Shape>[static_cast<std::size_t>(shape.type)]}};
  if (shape.radius) json["radius"] = in_units(*shape.radius, d::length);
  if (shape.from) json["from"] = point(design_.local(k, *shape.from));
  if (shape.to) json["to"] = point(design_.local(k, *shape.to));
  if (!shape.from) json["at"] = point(shape.at ? design_.local(k, *shape.at) : Vec3<double>::Zero());
  if (shape.size) json["size"] = point(*shape.size);
  if (shape.type == Shape::box || shape.type == Shape::mesh) {
    const Quaternion& e = body.orientation.quaternion;
    json["q"] = quaternion({e[0], -e[1], -e[2], -e[3]});
  }
  if (!shape.file.empty()) json["file"] = shape.file;
  if (!shape.color.empty()) json["color"] = shape.color;
  return json;
}

Json SceneWriter::attachments(int body, double size) const {
  Json list = Json::array();
  for (const Design::Attachment& attachment : design_.attachments(body, threshold::agrees * size)) {
    Json of = Json::array();
    for (const auto& [section, name] : attachment.of) of.push_back({{"section", section}, {"name", name}});
    list.push_back({{"at", point(attachment.at)}, {"of", std::move(of)}});
  }
  return list;
}

// ---- joints and constraints -------------------------------------------------------------------------------------------------

// The numbers of a kind, under their names in the file. Those of couplings are lists, one number or several.
template <class Kind>
void SceneWriter::add_data(Json& json, const Kind& kind, bool couples) const {
  kind.for_each_field([&](const KindField& field, const auto& value) {
    using Value = std::decay_t<decltype(value)>;
    const std::string key(field.name);
    if constexpr (std::is_same_v<Value, double>) {
      const double number = in_units(value, field.dimension);
      json[key] = couples ? Json::array({number}) : Json(number);
    } else if constexpr (std::is_same_v<Value, std::optional<double>>) {
      if (value) json[key] = std::abs(in_units(*value, field.dimension));  // lengths are signed once they are designed
    } else if constexpr (std::is_same_v<Value, std::vector<double>>) {
      json[key] = value;
    }
  });
}

// What every element with a kind has.
template <class Element>
Json SceneWriter::head(const Element& element) {
  return {{"name", element.name},
          {"type", element.kind->type},
          {"symbol", element.kind->symbol},
          {"active", element.active},
          {"bodies", Json::array()}};
}

Json SceneWriter::joint(const Joint& joint) {
  Json json = head(joint);
  const JointKeys& uses = joint.kind->uses;
  if (uses.joints) {
    Json joints = Json::array();
    for (const std::string& reference : joint.joints) joints.push_back(joint_of(reference));
    json["joints"] = std::move(joints);
    add_data(json, joint.kind, true);
    return json;
  }
  const auto [A, B] = design_.frames().of(joint);
  json["bodies"] = {name(A.body), name(B.body)};
  json["at"] = {point(A.p), point(B.p)};
  if (uses.axis || uses.axis2) {
    const bool crossed = uses.axis && uses.axis2;
    json["axis"] = {direction(A.R.col(2)), direction(B.R.col(crossed ? 0 : 2))};
  }
  if (joint.at || joint.at2) {
    fasten(A, "joints", joint.name);
    fasten(B, "joints", joint.name);
  }
  add_data(json, joint.kind.designed(design_.frames().designed({A, B})), false);
  return json;
}

Json SceneWriter::constraint(const Constraint& constraint) {
  Json json = head(constraint);
  const ConstraintInfo& kind = constraint.kind.info();
  if (kind.uses.bodies) {
    const auto [A, B] = design_.frames().of(constraint);
    json["bodies"] = {name(A.body), name(B.body)};
    json["at"] = {point(A.p), point(B.p)};
    if (kind.uses.axis || kind.uses.axis2) json["axis"] = {direction(A.R.col(2)), direction(B.R.col(2))};
    if (kind.uses.points) {
      fasten(A, "constraints", constraint.name);
      fasten(B, "constraints", constraint.name);
    }
    if (kind.value_is_designed && kind.dimension == d::length && kind.pairs == 1) {
      const bool is_given = constraint.value && constraint.value->is_number();
      const Pair<double> pair = design_.frames().designed({A, B});
      json["length"] = in_units(is_given ? constraint.value->number : constraint.kind.function({&pair, 1}), d::length);
    }
  }
  add_data(json, constraint.kind, false);
  return json;
}

Json SceneWriter::driver(const Driver& driver) {
  Json json{{"name", driver.name}, {"active", driver.active}};
  if (!driver.joint.empty()) {
    json["joint"] = driver.joint;
    json["coordinate"] = driver.prescribed.list.empty() ? "" : driver.prescribed.list[0].first;
  } else {
    const Frame frame = design_.frames().point(driver.body, driver.at);
    json["body"] = driver.body;
    json["at"] = point(frame.p);
    json["coordinate"] = driver.coordinate ? names_of<DrivenCoordinate>[static_cast<std::size_t>(*driver.coordinate)] : "";
    if (driver.direction) json["direction"] = direction(design_.frames().in_ground(*driver.direction).col(2));
    fasten(frame, "drivers", driver.name);
  }
  return json;
}

// ---- forces and sensors -----------------------------------------------------------------------------------------------------

Json SceneWriter::force(const Force& force) {
  const ForceEnds uses = force.kind->uses;
  Json json{{"name", force.name},
            {"type", force.kind->type},
            {"symbol", force.kind->symbol},
            {"active", force.active},
            {"ends", Json::array()}};
  const FrameCompiler& frames = design_.frames();
  if (uses == ForceEnds::coordinate && !force.joint.empty()) {
    json["joint"] = joint_of(force.joint);
    return json;
  }
  if (uses == ForceEnds::coordinate) {
    const auto [A, B] = frames.about_axis(force);
    json["bodies"] = {name(A.body), name(B.body)};
    json["axis"] = direction(A.R.col(2));
    json["ends"] = {end(A), end(B)};
    return json;
  }
  if (uses == ForceEnds::difference) {
    if (force.joints) {
      json["joint"] = joint_of((*force.joints)[0]);
      return json;
    }
    const auto [A, B] = frames.about_axis(force);
    json["bodies"] = {name(A.body), name(B.body)};
    json["axis"] = direction(A.R.col(2));
    json["ends"] = {end(A), end(B)};
    return json;
  }
  if (over_road(uses)) {
    const Frame B = frames.over_road(force, model_.road).B;
    json["ends"].push_back(end(B));
    fasten(B, "forces", force.name);
    return json;
  }
  const auto [A, B] = frames.of(force);
  const bool on_one = uses == ForceEnds::body || uses == ForceEnds::torque;
  if (!on_one) json["ends"].push_back(end(A));
  json["ends"].push_back(end(B));
  if (!on_one) fasten(A, "forces", force.name);
  if (uses != ForceEnds::torque) fasten(B, "forces", force.name);
  if (uses == ForceEnds::two_bodies) json["bodies"] = {name(A.body), name(B.body)};
  if (on_one) {
    const bool in_body = force.kind.in_body_axes();
    json["frame"] = names_of<ForceFrame>[static_cast<std::size_t>(in_body ? ForceFrame::body : ForceFrame::global)];
    if (force.kind.direction()) json["direction"] = direction(in_body ? B.R.col(2) : A.R.col(2));
  }
  if (const auto length = force.kind.rest_length(frames.designed({A, B}).r.norm()))
    json["freeLength"] = in_units(*length, d::length);
  return json;
}

Json SceneWriter::sensor(const Sensor& sensor) {
  const Frame frame = design_.frames().point(sensor.body, sensor.at);
  Json json{{"name", sensor.name}, {"body", sensor.body}, {"at", point(frame.p)}};
  if (sensor.axis) json["axis"] = direction(design_.frames().along(sensor.body, *sensor.axis).col(2));
  if (!sensor.relative_to.empty()) json["relativeTo"] = sensor.relative_to;
  fasten(frame, "sensors", sensor.name);
  return json;
}

// The elements first: they tell where bodies have their attachments.
Json SceneWriter::write(std::string_view text) {
  Json joints = each(model_.joints, [&](const Joint& element) { return joint(element); });
  Json constraints = each(model_.constraints, [&](const Constraint& element) { return constraint(element); });
  Json drivers = each(model_.drivers, [&](const Driver& element) { return driver(element); });
  Json forces = each(model_.forces, [&](const Force& element) { return force(element); });
  Json sensors = each(model_.sensors, [&](const Sensor& element) { return sensor(element); });
  const double size = design_.size();
  Json json;
  json["name"] = model_.name;
  json["dimension"] = model_.dimension;
  json["units"] = units();
  json["gravity"] = vector(model_.gravity, d::acceleration);
  json["size"] = in_units(size, d::length);
  json["bodies"] = each(model_.bodies, [&](const Body& element) { return body(element, size); });
  json["ground"] = attachments(0, size);
  json["joints"] = std::move(joints);
  json["constraints"] = std::move(constraints);
  json["drivers"] = std::move(drivers);
  json["forces"] = std::move(forces);
  json["sensors"] = std::move(sensors);
  json["points"] = each(model_.points, [&](const NamedPoint& each) { return Json{{"name", each.name}, {"at", point(each.at)}}; });
  const SceneTree tree(model_, text);
  json["parameters"] = tree.parameters();
  json["sections"] = tree.sections();
  json["handles"] = tree.document() ? handles(model_, *tree.document()) : Json::array();
  json["analysis"] = model_.analysis ? model_.analysis->type : "";
  return json;
}

}  // namespace

Json scene(const Model& model, std::string_view text) { return SceneWriter(model).write(text); }

}  // namespace bricard::page
