// The names of all columns, element by element; how expressions refer to them is in vocabulary.cpp.
#include "bricard/model/columns.hpp"

#include <type_traits>

#include "bricard/core/text.hpp"
#include "bricard/elements/constraints/expression.hpp"
#include "bricard/model/names_of.hpp"
#include "bricard/model/references.hpp"
#include "bricard/model/vocabulary.hpp"

namespace bricard {

namespace {

namespace d = dimension;

std::string dotted(const std::string& name, std::string_view prefix, char axis) {
  std::string whole;
  whole.reserve(name.size() + prefix.size() + 2);
  whole.append(name) += '.';
  whole.append(prefix) += axis;
  return whole;
}

// One column per global component: prefix "v" gives name.vx, name.vy, name.vz with the rates of prefix "a".
void add_vector(const Model& model, std::vector<ColumnInfo>& columns, const std::string& name, std::string_view prefix,
                Dimension dimension, Level level, std::string_view rate_prefix = {}) {
  for (const char axis : {'x', 'y', 'z'})
    if (model.dimension == 3 || axis != 'z')
      columns.push_back(
          {dotted(name, prefix, axis), dimension, level, rate_prefix.empty() ? std::string() : dotted(name, rate_prefix, axis)});
}

// Reactions and applied wrenches.
void add_wrench(const Model& model, std::vector<ColumnInfo>& columns, const std::string& name, Level level) {
  add_vector(model, columns, name, "f", d::force, level);
  if (model.dimension == 2)
    columns.push_back({name + ".tz", d::torque, level, ""});
  else
    add_vector(model, columns, name, "t", d::torque, level);
}

}  // namespace

bool has_component(const Model& model, std::string_view name) {
  return model.dimension == 3 || (name != "fz" && name != "tx" && name != "ty");
}

std::string friction_column(int surface) { return surface == 0 ? "friction" : "friction" + std::to_string(surface + 1); }

namespace {

void add_friction(std::vector<ColumnInfo>& columns, const std::string& name, int surfaces, Dimension dimension) {
  for (int surface = 0; surface < surfaces; ++surface) {
    const std::string number = surface == 0 ? "" : std::to_string(surface + 1);
    columns.push_back({name + '.' + friction_column(surface), dimension, Level::reaction, ""});
    columns.push_back({name + ".stuck" + number, d::none, Level::reaction, ""});
  }
}

}  // namespace

bool drives_angle(const Driver& driver) {
  if (driver.joint.empty() || driver.prescribed.list.empty()) return driver.coordinate && is_angle(*driver.coordinate);
  const CoordinateKey* key = find_coordinate_key(driver.prescribed.list[0].first);
  return key && key->is_angle;
}

std::string driven_coordinate(const Driver& driver) {
  if (!driver.joint.empty())
    return driver.prescribed.list.empty() ? driver.joint : driver.joint + '.' + driver.prescribed.list[0].first;
  if (driver.coordinate)
    return driver.body + '.' + std::string(names_of<DrivenCoordinate>[static_cast<std::size_t>(*driver.coordinate)]);
  std::string text = driver.body + " along";
  if (driver.direction)
    for (const double component : driver.direction->axis) text += ' ' + to_text(component);
  return text;
}

std::vector<ColumnInfo> body_columns(const Model& model, const Body& body) {
  std::vector<ColumnInfo> columns;
  columns.reserve(19);
  const std::string& name = body.name;
  add_vector(model, columns, name, "", d::length, Level::position, "v");
  if (model.dimension == 2) {
    columns.push_back({name + ".angle", d::angle, Level::position, name + ".w"});
    add_vector(model, columns, name, "v", d::speed, Level::velocity, "a");
    columns.push_back({name + ".w", d::angular_speed, Level::velocity, name + ".al"});
    add_vector(model, columns, name, "a", d::acceleration, Level::acceleration);
    columns.push_back({name + ".al", d::angular_acceleration, Level::acceleration, ""});
    return columns;
  }
  for (const char* e : {".e0", ".e1", ".e2", ".e3"}) columns.push_back({name + e, d::none, Level::position, ""});
  add_vector(model, columns, name, "v", d::speed, Level::velocity, "a");
  add_vector(model, columns, name, "w", d::angular_speed, Level::velocity, "al");
  add_vector(model, columns, name, "a", d::acceleration, Level::acceleration);
  add_vector(model, columns, name, "al", d::angular_acceleration, Level::acceleration);
  return columns;
}

std::vector<ColumnInfo> sensor_columns(const Model& model, const Sensor& sensor) {
  std::vector<ColumnInfo> columns;
  columns.reserve(12);
  add_vector(model, columns, sensor.name, "", d::length, Level::position, "v");
  add_vector(model, columns, sensor.name, "v", d::speed, Level::velocity, "a");
  add_vector(model, columns, sensor.name, "a", d::acceleration, Level::acceleration);
  if (sensor.axis) add_vector(model, columns, sensor.name, "u", d::none, Level::position);
  return columns;
}

std::vector<ColumnInfo> joint_columns(const Model& model, const Joint& joint) {
  std::vector<ColumnInfo> columns;
  columns.reserve(12);
  for (const CoordinateName& coordinate : coordinates_of(model, joint)) {
    const std::string rate = joint.name + '.' + std::string(coordinate.rate);
    const Dimension dimension = coordinate.is_angle ? d::angle : d::length;
    columns.push_back({joint.name + '.' + std::string(coordinate.name), dimension, Level::position, rate});
    columns.push_back({rate, dimension / d::time, Level::velocity, ""});
  }
  if (joint.kind->has_tension) columns.push_back({joint.name + ".force", d::force, Level::reaction, ""});
  if (joint.kind->uses.joints) {  // a coupling has one effort, on the last coordinate
    const CoordinateReference last = joint.joints.empty() ? CoordinateReference{} : find_coordinate(model, joint.joints.back());
    const bool is_angle = !last.found() || coordinates_of(model, model.joints[last.joint])[last.which].is_angle;
    columns.push_back({joint.name + ".effort", is_angle ? d::torque : d::force, Level::reaction, ""});
  } else {
    add_wrench(model, columns, joint.name, Level::reaction);
  }
  if (joint.friction)
    add_friction(columns, joint.name, joint.kind->surfaces, joint.kind->friction_is_torque ? d::torque : d::force);
  return columns;
}

std::vector<ColumnInfo> driver_columns(const Model&, const Driver& driver) {
  const bool is_angle = drives_angle(driver);
  return {{driver.name + ".value", is_angle ? d::angle : d::length, Level::time, ""},
          {driver.name + (is_angle ? ".torque" : ".force"), is_angle ? d::torque : d::force, Level::reaction, ""}};
}

std::vector<ColumnInfo> constraint_columns(const Model&, const Constraint& constraint) {
  const bool is_known = constraint.kind.get_if<ExpressionConstraint>() == nullptr;
  return {{constraint.name + ".effort", d::energy / constraint.kind->dimension, Level::reaction, "", is_known}};
}

std::vector<ColumnInfo> force_columns(const Model& model, const Force& force) {
  std::vector<ColumnInfo> columns;
  // A measured column named `rate` is the rate of the measured length or angle before it.
  const std::span<const ColumnName> measured = force.kind->measured;
  for (std::size_t i = 0; i < measured.size(); ++i) {
    const bool is_rate = measured[i].name == "rate" || measured[i].dimension == d::speed, has_rate = i + 1 < measured.size() && measured[i + 1].name == "rate";
    columns.push_back({force.name + '.' + std::string(measured[i].name), measured[i].dimension,
                       is_rate ? Level::velocity : Level::position, has_rate ? force.name + ".rate" : ""});
  }
  for (const ColumnName& result : force.kind.results())
    if (has_component(model, result.name))
      columns.push_back({force.name + '.' + std::string(result.name), result.dimension, Level::force, ""});
  if (force.kind.friction() > 0) add_friction(columns, force.name, 1, force.kind.results()[0].dimension);
  return columns;
}

std::vector<ColumnInfo> list_columns(const Model& model) { return Vocabulary(model).columns(); }

}  // namespace bricard
