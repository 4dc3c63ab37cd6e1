#include "bricard/model/building.hpp"

#include <cmath>

#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"

namespace bricard {

namespace {

std::optional<double> converted(const std::string& text, Dimension dimension, const std::string& where) {
  const std::optional<Quantity> quantity = parse_quantity(text);
  if (!quantity) return std::nullopt;
  if (!quantity->unit) return quantity->number;
  if (!compatible(quantity->unit->dimension, dimension))
    throw Error(where, "expected " + to_string(dimension) + ", found " + quoted(text), "");
  return quantity->number * quantity->unit->factor;
}

Vector3 vector(const Triple& triple, Dimension dimension, const std::string& where) {
  return {triple[0].in(dimension, where), triple[1].in(dimension, where), triple[2].in(dimension, where)};
}

template <class Kind>
Kind kind_of(std::string_view type, const std::string& where) {
  if (const auto* info = Kind::find(type)) return Kind(*info);
  std::vector<std::string_view> types;
  for (const auto* each : Kind::all()) types.push_back(each->type);
  throw Error(where + ".type", "unknown type " + quoted(type), did_you_mean(type, types));
}

template <class Element>
Element& set_key(const char* section, Element& element, std::string_view key, const Number& value) {
  const std::string where = std::string(section) + '.' + element.name + '.' + std::string(key);
  std::vector<std::string_view> keys;
  bool found = false;
  element.kind.for_each_field([&](const KindField& field, auto& member) {
    using Member = std::decay_t<decltype(member)>;
    keys.push_back(field.name);
    if (field.name != key) return;
    found = true;
    if constexpr (std::is_same_v<Member, double> || std::is_same_v<Member, std::optional<double>>)
      member = value.in(field.dimension, where);
    else if constexpr (std::is_same_v<Member, Function> || std::is_same_v<Member, std::optional<Function>>)
      member = value.function(field.dimension, where);
    else
      throw Error(where, "this key is not one number", "give it in a model file");
  });
  if (!found)
    throw Error(where, "the type " + quoted(element.kind->type) + " has no key " + quoted(key), did_you_mean(key, keys));
  return element;
}

Force& new_force(Model& model, std::string name, std::string_view type) {
  const std::string where = "forces." + name;
  Force& force = model.forces.emplace_back();
  force.name = std::move(name);
  force.kind = kind_of<ForceKind>(type, where);
  return force;
}

}  // namespace

double Number::in(Dimension dimension, const std::string& where) const {
  if (text_.empty()) return number_;
  if (const auto number = converted(text_, dimension, where)) return *number;
  throw Error(where, "expected a number, with or without a unit, found " + quoted(text_), "for instance \"35 N/mm\"");
}

Function Number::function(Dimension dimension, const std::string& where) const {
  if (text_.empty()) return number_;
  if (const auto number = converted(text_, dimension, where)) return *number;
  return text_;
}

Body& add_body(Model& model, std::string name, const Number& mass, const Triple& moments, const Triple& position) {
  const std::string where = "bodies." + name;
  Body& body = model.bodies.emplace_back();
  body.name = std::move(name);
  body.mass = mass.in(dimension::mass, where + ".mass");
  body.inertia.matrix = Matrix3::diagonal(vector(moments, dimension::inertia, where + ".inertia"));
  body.position = Point{vector(position, dimension::length, where + ".position"), ""};
  return body;
}

Joint& add_joint(Model& model, std::string name, std::string_view type, const std::array<std::string, 2>& bodies,
                 const Triple& at, const Triple& axis) {
  const std::string where = "joints." + name;
  Joint& joint = model.joints.emplace_back();
  joint.name = std::move(name);
  joint.kind = kind_of<JointKind>(type, where);
  joint.bodies = bodies;
  if (joint.kind->uses.at) joint.at = Point{vector(at, dimension::length, where + ".at"), ""};
  if (joint.kind->uses.axis) joint.axis = Direction{vector(axis, dimension::none, where + ".axis"), ""};
  return joint;
}

Joint& add_coupling(Model& model, std::string name, std::string_view type, std::vector<std::string> joints) {
  const std::string where = "joints." + name;
  Joint& joint = model.joints.emplace_back();
  joint.name = std::move(name);
  joint.kind = kind_of<JointKind>(type, where);
  joint.joints = std::move(joints);
  return joint;
}

Joint& start(Joint& joint, std::string_view coordinate, const Number& value) {
  if (!joint.initial) joint.initial.emplace();
  const std::string where = "joints." + joint.name + ".initial." + std::string(coordinate);
  std::vector<std::string_view> names;
  bool found = false;
  for_each_field<Initial>([&](const auto& field) {
    names.push_back(field.name);
    if (field.name != coordinate) return;
    (*joint.initial).*field.member = value.in(field.dimension, where);
    found = true;
  });
  if (!found) throw Error(where, "no joint has a coordinate " + quoted(coordinate), did_you_mean(coordinate, names));
  return joint;
}

Driver& add_driver(Model& model, std::string name, std::string joint, std::string_view coordinate, const Number& function) {
  const std::string where = "drivers." + name;
  Driver& driver = model.drivers.emplace_back();
  driver.name = std::move(name);
  driver.joint = std::move(joint);
  std::vector<std::string_view> names;
  bool found = false;
  for_each_field<Driver>([&](const auto& field) {
    if constexpr (std::is_same_v<std::decay_t<decltype(driver.*field.member)>, std::optional<Function>>) {
      if (field.name == "value") return;
      names.push_back(field.name);
      if (field.name != coordinate) return;
      driver.*field.member = function.function(field.dimension, where);
      found = true;
    }
  });
  if (!found) throw Error(where, "no joint has a coordinate " + quoted(coordinate), did_you_mean(coordinate, names));
  return driver;
}

Force& add_force(Model& model, std::string name, std::string_view type, const std::array<std::string, 2>& bodies,
                 const Triple& from, const Triple& to) {
  Force& force = new_force(model, std::move(name), type);
  const std::string where = "forces." + force.name;
  force.from = End{bodies[0], Point{vector(from, dimension::length, where + ".from"), ""}};
  force.to = End{bodies[1], Point{vector(to, dimension::length, where + ".to"), ""}};
  return force;
}

Force& add_load(Model& model, std::string name, std::string_view type, std::string body, const Triple& at) {
  Force& force = new_force(model, std::move(name), type);
  force.body = std::move(body);
  if (force.kind->uses == ForceEnds::body) force.at = Point{vector(at, dimension::length, "forces." + force.name + ".at"), ""};
  return force;
}

Force& add_joint_force(Model& model, std::string name, std::string_view type, std::string joint) {
  Force& force = new_force(model, std::move(name), type);
  force.joint = std::move(joint);
  return force;
}

Joint& set(Joint& joint, std::string_view key, const Number& value) { return set_key("joints", joint, key, value); }
Constraint& set(Constraint& constraint, std::string_view key, const Number& value) {
  return set_key("constraints", constraint, key, value);
}
Force& set(Force& force, std::string_view key, const Number& value) { return set_key("forces", force, key, value); }

}  // namespace bricard
