// The Model: what the user described, as plain named data in SI. No mathematics, no indices, no scratch. Every struct carries its
// field table, from which files are read and written and the reference is made.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bricard/core/error.hpp"
#include "bricard/core/field.hpp"
#include "bricard/core/units.hpp"
#include "bricard/core/values.hpp"
#include "bricard/elements/constraints/constraint_kind.hpp"
#include "bricard/elements/forces/force_kind.hpp"
#include "bricard/elements/joints/friction.hpp"
#include "bricard/elements/joints/joint_kind.hpp"
#include "bricard/model/analysis.hpp"

namespace bricard {

// A number that the file names, in the file's units, as expressions use it.
struct Parameter {
  std::string name;
  double value = 0;
  std::optional<Unit> unit{};  // that it counts in, where the file gives it one
  friend bool operator==(const Parameter&, const Parameter&) = default;
};

// A named hard point, global, in the design position.
struct NamedPoint {
  std::string name;
  Vector3 at = Vector3::Zero();
  friend bool operator==(const NamedPoint& a, const NamedPoint& b) { return a.name == b.name && a.at == b.at; }
};

enum class Interpolation { linear, akima, spline };
enum class Extrapolation { linear, constant, error };

// Values over a grid: values[j x.size() + i] at (x_i, y_j), x and y rising.
struct TableGrid {
  std::vector<double> x, y, values;
  friend bool operator==(const TableGrid&, const TableGrid&) = default;
};

// A curve y(x) through points, x rising; or a surface over a grid. Numbers are in the file's units, as expressions use them.
struct Table {
  std::string name;
  std::vector<std::array<double, 2>> points;
  Interpolation interpolation = Interpolation::linear;
  Extrapolation extrapolation = Extrapolation::linear;
  std::optional<TableGrid> grid;               // instead of points
  std::array<std::optional<Unit>, 3> units{};  // that x and y, or x, y and the value count in, where the file says it
  friend bool operator==(const Table&, const Table&) = default;
};

struct ExternalFunction;

// A function in code: of a file in C or a shared object, or of C++ (building.hpp). Expressions call it, tire(a, b); its name
// alone is the call with its arguments as they are listed.
struct CodeFunction {
  std::string name;
  std::string file;
  std::string function;                          // its name in C; empty: that in the model
  std::vector<std::string> arguments;            // expressions, or plain names
  std::vector<std::string> units;                // of the arguments; "1" and none: as the file's expressions compute
  std::string unit;                              // of the value
  std::string derivatives, second_derivatives;   // their names in C
  std::shared_ptr<const ExternalFunction> code;  // null until it is loaded: it is not run before
  static constexpr auto fields(const auto& list) {
    return list(field("file", &CodeFunction::file,
                      "a source in C (`.c`) or a shared object (`.so`), the path from the model file", required),
                field("function", &CodeFunction::function, "its name in C; default: the name here"),
                field("arguments", &CodeFunction::arguments,
                      "one for each argument: expressions with which the name alone is called, or any names", required),
                field("units", &CodeFunction::units, "units of the arguments, `1` for none; default: those of the file"),
                field("unit", &CodeFunction::unit, "unit of the value; default: that of the file"),
                field("derivatives", &CodeFunction::derivatives, "C function of the first derivatives; default: differences"),
                field("second_derivatives", &CodeFunction::second_derivatives,
                      "C function of the second derivatives, which drivers and constraints need"));
  }
  friend bool operator==(const CodeFunction&, const CodeFunction&) = default;
};

enum class Shape { cylinder, box, sphere, line, mesh };

// For the viewer only.
struct Geometry {
  Shape type = Shape::cylinder;
  std::optional<double> radius;
  std::optional<Point> from, to, at;
  std::optional<Vector3> size;
  std::string file;
  std::string color;
  static constexpr auto fields(const auto& list) {
    namespace d = dimension;
    return list(field("type", &Geometry::type, "cylinder, box, sphere, line or mesh", required),
                field("radius", &Geometry::radius, d::length, "radius of a cylinder or sphere"),
                field("from", &Geometry::from, d::length, "first end"), field("to", &Geometry::to, d::length, "second end"),
                field("at", &Geometry::at, d::length, "center of a box or sphere"),
                field("size", &Geometry::size, d::length, "edges of a box"), field("file", &Geometry::file, "mesh file"),
                field("color", &Geometry::color, "name or #rrggbb"));
  }
  friend bool operator==(const Geometry&, const Geometry&) = default;
};

// Where the spanning tree of relative coordinates shall be cut. On a joint: `joint`, or `ball` where it is a ball: its rows close
// the loop. On a body: `body`, which gets a second half where it is in a loop (halves.hpp), and else hangs on one joint and
// carries nothing; `rod`, which is a body without mass between two balls and leaves the model: what is left of it is a distance
// (rods.hpp).
enum class Cut { joint, ball, rod, body };

struct Body {
  std::string name;
  double mass = 0;
  Inertia inertia;
  std::optional<Point> position;  // resolved to global coordinates by the reader
  Orientation orientation;
  std::optional<Vector3> velocity;
  std::optional<Vector3> angular_velocity;
  std::vector<Geometry> geometry;
  std::optional<Cut> cut;
  static constexpr auto fields(const auto& list) {
    namespace d = dimension;
    return list(
        field("mass", &Body::mass, d::mass, "mass; a body with mass needs a position"),
        field("inertia", &Body::inertia, d::inertia, "about the center of mass, body axes"),
        field("position", &Body::position, d::length, "center of mass, global, in the design position"),
        field("orientation", &Body::orientation, "body axes in the design position; default: global axes"),
        field("velocity", &Body::velocity, d::speed, "initial velocity of the center of mass, global"),
        field("angular_velocity", &Body::angular_velocity, d::angular_speed, "initial angular velocity, global"),
        field("geometry", &Body::geometry, "shapes for the viewer"),
        field("cut", &Body::cut,
              "body: in relative coordinates it gets a second half without mass, which its other joints hold and six rows "
              "close; rod: without mass between two balls, it is replaced by the distance of its ends"));
  }
  friend bool operator==(const Body&, const Body&) = default;
};

// What is prescribed for coordinates of a joint, by the names that its kind gives to them and their rates, in the order of the
// file.
template <class Value>
struct OfCoordinates {
  std::vector<std::pair<std::string, Value>> list;

  const Value* find(std::string_view name) const {
    for (const auto& [known, value] : list)
      if (known == name) return &value;
    return nullptr;
  }
  // Added where it is missing.
  Value& operator[](std::string_view name) {
    if (const Value* found = find(name)) return const_cast<Value&>(*found);
    return list.emplace_back(name, Value{}).second;
  }
  friend bool operator==(const OfCoordinates&, const OfCoordinates&) = default;
};

// The start of a joint: initial["angle"], initial["speed"].
using Initial = OfCoordinates<double>;

// A joint between two bodies; or a coupling (gear, rack_pinion, coupler) of the coordinates of other joints, each named `J`, or
// `J.angle` where a joint has two.
struct Joint {
  std::string name;
  JointKind kind;
  std::array<std::string, 2> bodies;
  std::vector<std::string> joints;
  std::optional<Point> at, at2;
  std::optional<Direction> axis, axis2;
  std::optional<Initial> initial;
  std::optional<Friction> friction;
  std::optional<Cut> cut;
  bool active = true;
  static constexpr auto fields(const auto& list) {
    namespace d = dimension;
    return list(field("bodies", &Joint::bodies, "the first and the second body"),
                field("joints", &Joint::joints, "the joints whose coordinates are coupled, instead of bodies"),
                field("at", &Joint::at, d::length, "point of the first body"),
                field("at2", &Joint::at2, d::length, "point of the second body; default: what coincides with `at`"),
                field("axis", &Joint::axis, "axis on the first body"),
                field("axis2", &Joint::axis2, "axis on the second body; default: what coincides with `axis`"),
                field("initial", &Joint::initial, "coordinates and rates at the start"),
                field("friction", &Joint::friction, "dry friction"),
                field("cut", &Joint::cut, "joint, or ball where it is one: in relative coordinates its rows close a loop"),
                field("active", &Joint::active, "false switches the element off"));
  }
  friend bool operator==(const Joint&, const Joint&) = default;
};

struct Constraint {
  std::string name;
  ConstraintKind kind;
  std::array<std::string, 2> bodies;
  std::optional<Point> at, at2;
  std::optional<Direction> axis, axis2;
  std::optional<Function> value;  // its dimension is that of the kind
  bool active = true;
  static constexpr auto fields(const auto& list) {
    namespace d = dimension;
    return list(field("bodies", &Constraint::bodies, "the first and the second body"),
                field("at", &Constraint::at, d::length, "point of the first body"),
                field("at2", &Constraint::at2, d::length, "point of the second body; default: what coincides with `at`"),
                field("axis", &Constraint::axis, "unit vector of the first body"),
                field("axis2", &Constraint::axis2, "unit vector of the second body"),
                field("value", &Constraint::value, "prescribed value, a function of time"),
                field("active", &Constraint::active, "false switches the element off"));
  }
  friend bool operator==(const Constraint&, const Constraint&) = default;
};

// A global coordinate of a body: of a point, or an angle of its axes: `angle` of a planar body, rx, ry, rz in space, where its
// axes are Rx(rx) Ry(ry) Rz(rz) of the global ones (euler_xyz).
enum class DrivenCoordinate { x, y, z, angle, rx, ry, rz };
constexpr bool is_angle(DrivenCoordinate coordinate) { return coordinate >= DrivenCoordinate::angle; }
constexpr bool is_turning(DrivenCoordinate coordinate) { return coordinate >= DrivenCoordinate::rx; }

// A driver prescribes a joint coordinate (`joint` and the name of the coordinate) or a global coordinate of a body (`body`, `at`,
// `coordinate` or `direction`, `value`).
struct Driver {
  std::string name;
  std::string joint;
  OfCoordinates<Function> prescribed;  // of the joint, one: prescribed["angle"]; keys of the driver itself
  std::string body;
  std::optional<Point> at;  // default: the centre of mass
  std::optional<DrivenCoordinate> coordinate;
  std::optional<Direction> direction;  // instead of a coordinate, fixed in ground: the value is e·p of its unit vector e
  std::optional<Function> value;       // a length, or an angle
  bool active = true;
  static constexpr auto fields(const auto& list) {
    namespace d = dimension;
    return list(field("joint", &Driver::joint, "the joint that is driven"),
                field("", &Driver::prescribed, "this coordinate of the joint, a function of time"),
                field("body", &Driver::body, "the body that is driven, instead of a joint"),
                field("at", &Driver::at, d::length, "its driven point; default: the center of mass"),
                field("coordinate", &Driver::coordinate,
                      "the global coordinate: x, y or z of the point; rx, ry or rz, the angles of the body as `euler_xyz` "
                      "(refused near ry = ±90 deg); in the plane x, y or angle"),
                field("direction", &Driver::direction,
                      "instead of a coordinate a direction, fixed in ground: the value is the distance of the point from the "
                      "origin along it"),
                field("value", &Driver::value, d::length, "its value, a function of time"),
                field("active", &Driver::active, "false switches the element off"));
  }
  // The prescribed function; null: there is none.
  const Function* function() const { return value ? &*value : prescribed.list.empty() ? nullptr : &prescribed.list[0].second; }
  Function* function() { return const_cast<Function*>(std::as_const(*this).function()); }
  friend bool operator==(const Driver&, const Driver&) = default;
};

struct Force {
  std::string name;
  ForceKind kind;
  std::string body;         // of a load on one body
  std::optional<Point> at;  // its point; default: the centre of mass
  std::optional<End> from, to;
  std::string joint;  // whose coordinate it acts on: `J`, or `J.angle` where a joint has two
  std::optional<std::array<std::string, 2>> joints;  // on whose difference of coordinates it acts
  std::string wheel, carrier;                        // of a tire
  std::optional<Point> at2;                          // a second point of `body`
  std::optional<std::array<std::string, 2>> bodies;
  std::optional<Direction> axis;
  std::optional<Orientation> orientation;
  bool active = true;
  static constexpr auto fields(const auto& list) {
    namespace d = dimension;
    return list(field("body", &Force::body, "the body it acts on"),
                field("at", &Force::at, d::length, "the point it acts at; default: the center of mass"),
                field("from", &Force::from, "first end: {body: , at: }"), field("to", &Force::to, "second end: {body: , at: }"),
                field("joint", &Force::joint, "the joint whose coordinate it acts on"),
                field("joints", &Force::joints, "two joints: it acts on the difference of their coordinates"),
                field("bodies", &Force::bodies, "the first and the second body"),
                field("axis", &Force::axis, "the axis of the angle between the bodies; of a tire the spin axis"),
                field("wheel", &Force::wheel, "the body of the wheel, which spins"),
                field("carrier", &Force::carrier, "the body that holds the wheel and does not spin"),
                field("at2", &Force::at2, d::length, "a second point of the body"),
                field("orientation", &Force::orientation, "axes of its stiffness in the design position; default: global"),
                field("active", &Force::active, "false switches the element off"));
  }
  friend bool operator==(const Force&, const Force&) = default;
};

enum class RoadShape { flat, plane, profile, rough };

// What tires roll on: a plane, or heights over it along its direction, fixed in a body.
struct Road {
  RoadShape type = RoadShape::flat;
  std::string body = "ground";
  std::optional<Point> at;
  std::optional<Direction> normal, direction;
  std::string table;
  std::string roughness = "C";
  double waviness = 2, shortest = 0.3, longest = 50, seed = 1;
  bool same_tracks = false;
  static constexpr auto fields(const auto& list) {
    namespace d = dimension;
    return list(
        field("type", &Road::type, "flat; plane: with a `normal`; profile: heights of a table; rough: heights by a spectrum"),
        field("body", &Road::body, "the body that it is part of; default: ground"),
        field("at", &Road::at, d::length, "a point of the plane; default: the origin"),
        field("normal", &Road::normal, "its normal, upwards; default: z"),
        field("direction", &Road::direction, "along which the heights change; default: x"),
        field("table", &Road::table, "of a profile: the table of heights over the distance from `at` along the direction"),
        field("roughness", &Road::roughness,
              "of a rough road: a class from A (very good) to H, the spectral density 16e-6 m^3 * 4^k at 0.1 cycles per meter"),
        field("waviness", &Road::waviness, d::none, "of a rough road: the exponent with which the density falls"),
        field("shortest", &Road::shortest, d::length, "of a rough road: the shortest wavelength"),
        field("longest", &Road::longest, d::length, "of a rough road: the longest wavelength"),
        field("seed", &Road::seed, d::none, "of a rough road: another number is another road of the same kind"),
        field("same_tracks", &Road::same_tracks, "of a rough road: left and right are alike; default: they are independent"));
  }
  friend bool operator==(const Road&, const Road&) = default;
};

struct Sensor {
  std::string name;
  std::string body;
  std::optional<Point> at;  // default: the centre of mass
  std::optional<Direction> axis;
  std::string relative_to;  // empty: global
  static constexpr auto fields(const auto& list) {
    namespace d = dimension;
    return list(field("body", &Sensor::body, "the body that carries it", required),
                field("at", &Sensor::at, d::length, "its point; default: the center of mass"),
                field("axis", &Sensor::axis, "a direction of the body that is followed too"),
                field("relative_to", &Sensor::relative_to, "a body whose axes and origin it is seen from; default: global"));
  }
  friend bool operator==(const Sensor&, const Sensor&) = default;
};

// A derived column: an expression of columns, in the file's units.
struct Output {
  std::string name;
  Function value;
  std::string unit{};  // that its number counts in; empty: what follows from the expression
  friend bool operator==(const Output&, const Output&) = default;
};

// A signal of time, for forces and states; `modes` takes it as an input.
struct Input {
  std::string name;
  Function value;
  friend bool operator==(const Input&, const Input&) = default;
};

// A state of the user, a plain number in the file's units: it follows its derivative; or it takes the value of `next` at every
// sample, from t = 0 on; without both it is held, and only events change it.
struct StateEquation {
  std::string name;
  double initial = 0;
  Function derivative;
  std::optional<double> sample;
  std::optional<Function> next;
  std::optional<Unit> unit{};  // that it counts in, where `initial` has one
  static constexpr auto fields(const auto& list) {
    return list(field("initial", &StateEquation::initial, "value at the start"),
                field("derivative", &StateEquation::derivative, "its time derivative; default: it is held"),
                field("sample", &StateEquation::sample, dimension::time,
                      "time between the samples of a state that changes in steps; the first is at t = 0"),
                field("next", &StateEquation::next, "its value from a sample on, of the columns just before"));
  }
  friend bool operator==(const StateEquation&, const StateEquation&) = default;
};

enum class EventAction { stop, record, change };  // the file calls the last `switch`

// What happens when a condition turns true.
struct EventRule {
  std::string name;
  Function when;
  EventAction action = EventAction::record;
  std::vector<std::string> activate, deactivate;
  std::vector<std::pair<std::string, Function>> set;  // states and their new values
  std::vector<std::string> rest;                      // what is activated where the impacts of this event accumulate
  bool active = true;
  static constexpr auto fields(const auto& list) {
    return list(
        field("when", &EventRule::when, "a condition of any columns", required),
        field("do", &EventRule::action, "stop, record or switch", required),
        field("activate", &EventRule::activate, "elements that a switch turns on"),
        field("deactivate", &EventRule::deactivate, "elements that a switch turns off"),
        field("set", &EventRule::set,
              "states and their new values, and parameters that only functions of forces, states, events and outputs read"),
        field("rest", &EventRule::rest, "elements that are turned on where the switches follow each other ever faster"),
        field("active", &EventRule::active, "false switches the element off"));
  }
  friend bool operator==(const EventRule&, const EventRule&) = default;
};

struct Model {
  Model();
  Model(const Model&);  // here and below: compiled once, in model.cpp
  Model(Model&&) noexcept;
  Model& operator=(const Model&);
  Model& operator=(Model&&) noexcept;
  ~Model();
  std::string name;
  int dimension = 3;  // 2: all motion in the plane z = 0; data are spatial all the same
  UnitSystem units;
  Vector3 gravity{0, 0, -9.80665};
  std::vector<Parameter> parameters;
  std::vector<NamedPoint> points;
  std::vector<Table> tables;
  std::vector<Body> bodies;
  std::vector<Joint> joints;
  std::vector<Constraint> constraints;
  std::vector<Driver> drivers;
  std::vector<Force> forces;
  std::optional<Road> road;  // default: the plane z = 0
  std::vector<Sensor> sensors;
  std::vector<Input> inputs;
  std::vector<StateEquation> states;
  std::vector<EventRule> events;
  std::vector<Output> outputs;
  std::optional<AnalysisOptions> analysis;
  std::vector<CodeFunction> functions;
  friend bool operator==(const Model&, const Model&) = default;
};

// Everything that can be said about a Model without compiling it: names unique and known, references right, axes not zero,
// inertia physical (triangle rule), keys that belong to the kind. Returns all faults; `where` is like "joints.main.axis".
std::vector<Fault> validate(const Model& model);

}  // namespace bricard
