// The columns of a model: every quantity that results.csv may hold and expressions may name, in the order of results.csv. This is
// the one place that knows their names.
#pragma once
#include <string>
#include <vector>

#include "bricard/core/dimension.hpp"
#include "bricard/model/model.hpp"

namespace bricard {

// What must be known before a column can be computed, in order of computation. An expression may use what is known before it:
// drivers and constraint values `time`, forces up to `force`, outputs everything.
enum class Level {
  time,          // t, values of drivers
  position,      // of bodies, sensors, joints; lengths of force elements
  velocity,      // and inputs and states, which only forces and states may use
  force,         // what force elements apply
  acceleration,  // of bodies and sensors
  reaction,      // of joints, drivers, constraints
  balance        // energy and violation
};

struct ColumnInfo {
  std::string name;     // "crank.vx"
  Dimension dimension;  // inputs, states, outputs: none, they are plain numbers
  Level level = Level::time;
  std::string rate;                  // column that is its time derivative: "crank.ax"; empty: there is none
  bool counts_in_file_units = true;  // false: its unit follows from an expression
};

// Every column in the order and naming of results.csv. The level of an output is the highest of its parts.
std::vector<ColumnInfo> list_columns(const Model& model);

// The part of list_columns that belongs to a single element of the model, in the same order: for loops over elements.
std::vector<ColumnInfo> body_columns(const Model& model, const Body& body);
std::vector<ColumnInfo> sensor_columns(const Model& model, const Sensor& sensor);
std::vector<ColumnInfo> joint_columns(const Model& model, const Joint& joint);
std::vector<ColumnInfo> driver_columns(const Model& model, const Driver& driver);
std::vector<ColumnInfo> constraint_columns(const Model& model, const Constraint& constraint);
std::vector<ColumnInfo> force_columns(const Model& model, const Force& force);

// The column of a joint or force that tells its friction: of the first surface, of the second; after it comes `stuck`.
std::string friction_column(int surface);

// Names of a vector's components that a model of this dimension has: of six (fx fy fz tx ty tz) a planar one keeps fx, fy, tz.
bool has_component(const Model& model, std::string_view name);

// The driver prescribes an angle, and not a length.
bool drives_angle(const Driver& driver);

// What it prescribes, for messages: "main.angle", "rod.x", "rod along 0 1 1".
std::string driven_coordinate(const Driver& driver);

}  // namespace bricard
