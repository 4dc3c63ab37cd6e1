#include "bricard/model/building.hpp"

#include <algorithm>
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

// The key of a coordinate, or also of a rate.
const CoordinateKey& key_of(std::string_view name, const std::string& where, bool rates) {
  const CoordinateKey* key = find_coordinate_key(name);
  if (key && (rates || !key->is_rate)) return *key;
  std::vector<std::string_view> names;
  for (const CoordinateKey& each : coordinate_keys())
    if (rates || !each.is_rate) names.push_back(each.name);
  throw Error(where, "no joint has a coordinate " + quoted(name), did_you_mean(name, names));
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
  (*joint.initial)[coordinate] = value.in(key_of(coordinate, where, true).dimension(), where);
  return joint;
}

Driver& add_driver(Model& model, std::string name, std::string joint, std::string_view coordinate, const Number& function) {
  const std::string where = "drivers." + name;
  Driver& driver = model.drivers.emplace_back();
  driver.name = std::move(name);
  driver.joint = std::move(joint);
  driver.prescribed[coordinate] = function.function(key_of(coordinate, where, false).dimension(), where);
  return driver;
}

void add_path(Model& model, const std::string& name, const std::string& joint, const std::vector<std::string>& names,
              const std::vector<double>& values, bool active) {
  const std::string where = "drivers." + name;
  const auto t = static_cast<std::size_t>(std::find(names.begin(), names.end(), "t") - names.begin());
  if (t == names.size()) throw Error(where, "the path has no column `t`", "");
  if (values.size() % names.size() != 0) throw Error(where, "the rows of the path are not complete", "");
  for (std::size_t c = 0; c < names.size(); ++c) {
    if (c == t) continue;
    Table& table = model.tables.emplace_back();
    table.name = name + '.' + names[c] + "_of_t";
    table.interpolation = Interpolation::spline;
    table.extrapolation = Extrapolation::error;
    for (std::size_t row = 0; row < values.size(); row += names.size())
      table.points.push_back({values[row + t], values[row + c]});
    add_driver(model, name + '.' + names[c], joint, names[c], "table(" + table.name + ", t)").active = active;
  }
}

std::string add_function(Model& model, std::string name, std::vector<std::string> arguments, ExternalFunction::Value value,
                         ExternalFunction::Derivatives first, ExternalFunction::Derivatives second) {
  if (!value) throw Error("functions." + name, "the function is empty", "");
  auto code = std::make_shared<ExternalFunction>();
  code->name = name;
  code->arguments = static_cast<int>(arguments.size());
  code->value = std::move(value);
  code->first = std::move(first);
  code->second = std::move(second);
  CodeFunction& function = model.functions.emplace_back();
  function.name = std::move(name);
  function.arguments = std::move(arguments);
  function.code = std::move(code);
  return function.name;
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
