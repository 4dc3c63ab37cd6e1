// The names of all columns, element by element; how expressions refer to them is in vocabulary.cpp.
#include "bricard/model/columns.hpp"

#include <type_traits>

#include "bricard/model/vocabulary.hpp"

namespace bricard {

namespace {

namespace d = dimension;

const std::string xyz[] = {"x", "y", "z"};

// One column per global component: prefix "v" gives name.vx, name.vy, name.vz with the rates of prefix "a".
void add_vector(std::vector<ColumnInfo>& columns, const std::string& name, const std::string& prefix, Dimension dimension,
                Level level, const char* rate_prefix = nullptr) {
  for (const std::string& axis : xyz)
    columns.push_back({name + '.' + prefix + axis, dimension, level, rate_prefix ? name + '.' + rate_prefix + axis : ""});
}

}  // namespace

std::vector<ColumnInfo> body_columns(const Body& body) {
  std::vector<ColumnInfo> columns;
  add_vector(columns, body.name, "", d::length, Level::position, "v");
  for (const char* e : {".e0", ".e1", ".e2", ".e3"}) columns.push_back({body.name + e, d::none, Level::position, ""});
  add_vector(columns, body.name, "v", d::speed, Level::velocity, "a");
  add_vector(columns, body.name, "w", d::angular_speed, Level::velocity, "al");
  add_vector(columns, body.name, "a", d::acceleration, Level::acceleration);
  add_vector(columns, body.name, "al", d::angular_acceleration, Level::acceleration);
  return columns;
}

std::vector<ColumnInfo> sensor_columns(const Sensor& sensor) {
  std::vector<ColumnInfo> columns;
  add_vector(columns, sensor.name, "", d::length, Level::position, "v");
  add_vector(columns, sensor.name, "v", d::speed, Level::velocity, "a");
  add_vector(columns, sensor.name, "a", d::acceleration, Level::acceleration);
  if (sensor.axis) add_vector(columns, sensor.name, "u", d::none, Level::position);
  return columns;
}

std::vector<ColumnInfo> joint_columns(const Joint& joint) {
  std::vector<ColumnInfo> columns;
  std::visit(
      [&](const auto& kind) {
        for (const CoordinateName& coordinate : kind.names) {
          const std::string rate = joint.name + '.' + std::string(coordinate.rate);
          const Dimension dimension = coordinate.is_angle ? d::angle : d::length;
          columns.push_back({joint.name + '.' + std::string(coordinate.name), dimension, Level::position, rate});
          columns.push_back({rate, dimension / d::time, Level::velocity, ""});
        }
      },
      joint.kind);
  add_vector(columns, joint.name, "f", d::force, Level::reaction);
  add_vector(columns, joint.name, "t", d::torque, Level::reaction);
  return columns;
}

std::vector<ColumnInfo> driver_columns(const Driver& driver) {
  const bool is_angle = driver.angle || driver.angle2;
  return {{driver.name + ".value", is_angle ? d::angle : d::length, Level::time, ""},
          {driver.name + (is_angle ? ".torque" : ".force"), is_angle ? d::torque : d::force, Level::reaction, ""}};
}

std::vector<ColumnInfo> constraint_columns(const Constraint& constraint) {
  const Dimension function =
      std::visit([](const auto& kind) { return std::decay_t<decltype(kind)>::dimension; }, constraint.kind);
  return {{constraint.name + ".effort", d::energy / function, Level::reaction, ""}};
}

std::vector<ColumnInfo> force_columns(const Force& force) {
  std::vector<ColumnInfo> columns;
  std::visit(
      [&](const auto& kind) {
        using Kind = std::decay_t<decltype(kind)>;
        // A measured column named `rate` is the rate of the measured length or angle before it.
        for (std::size_t i = 0; i < Kind::measured.size(); ++i) {
          const bool is_rate = Kind::measured[i].name == "rate";
          const bool has_rate = i + 1 < Kind::measured.size() && Kind::measured[i + 1].name == "rate";
          columns.push_back({force.name + '.' + std::string(Kind::measured[i].name), Kind::measured[i].dimension,
                             is_rate ? Level::velocity : Level::position, has_rate ? force.name + ".rate" : ""});
        }
        for (const ColumnName& result : Kind::results)
          columns.push_back({force.name + '.' + std::string(result.name), result.dimension, Level::force, ""});
      },
      force.kind);
  return columns;
}

std::vector<ColumnInfo> list_columns(const Model& model) { return Vocabulary(model).columns(); }

}  // namespace bricard
