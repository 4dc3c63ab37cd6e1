// A compiled Model: bodies renumbered along the spanning tree, markers as frames fixed in bodies, elements sorted by kind so that
// the assembler loops over plain vectors. Plain data, filled by compile.cpp and never changed afterwards.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "bricard/elements/planar_pair.hpp"
#include "bricard/elements/sensors/sensors.hpp"
#include "bricard/math/expression.hpp"
#include "bricard/math/rubbing_problem.hpp"
#include "bricard/math/spatial.hpp"
#include "bricard/math/thresholds.hpp"
#include "bricard/model/columns.hpp"
#include "bricard/model/model.hpp"
#include "bricard/model/references.hpp"
#include "bricard/system/past_values.hpp"
#include "bricard/system/topology.hpp"

namespace bricard {

// A frame fixed in a body: axes in the body's axes, origin from its centre of mass.
struct Frame {
  int body = 0;
  Mat3<double> R = Mat3<double>::Identity();
  Vec3<double> p = Vec3<double>::Zero();
};

struct PairFrames {
  Frame A, B;
};

// A Function, ready to evaluate. Variables of the expression are columns in the file's units; the result times `factor` is SI.
struct Slot {
  Expression value;
  Expression rate, second;  // along time; for drivers and constraint values
  double factor = 1, rate_factor = 1, second_factor = 1;
  bool is_number = true;
  double number = 0;  // SI
};

// Rows of one joint, constraint or driver. Row i is the sum of its terms: entries[first_entry + i * terms + k] on pair first_pair
// + k.
struct RowGroup {
  enum class Kind { joint, constraint, driver } kind = Kind::joint;
  int element = 0;  // index in the model's list
  int rows = 0, terms = 1;
  int first_row = 0, first_entry = 0;
  std::vector<int> pairs;
  int edge = 0;            // number of the body whose tree joint these rows belong to; 0: loop rows
  int driven_column = -1;  // a driver on a tree joint: which of its free columns
};

// Entries of joints, constraints and forces are sorted by kind, in the order of its list, so that loops over them need one
// dispatch for each kind (Types::for_each_run).
struct JointEntry {
  JointKind kind;  // designed
  int pair = 0;
  int group = -1;            // -1: switched off
  int body = 0;              // the tree body it carries; 0: it closes a loop
  int measured = 0;          // first of its measured coordinates
  bool is_measured = false;  // somebody reads them at every evaluation
  unsigned keep = ~0u;       // bit i: row i is in use; a planar model drops those out of its plane
};

// An angle that no joint countings: of a planar body from ground, or between two bodies about an axis of the first.
struct TurnEntry {
  int pair = 0;
  int measured = 0;
  bool is_measured = false;
};

// Σ coefficient · measured coordinate = 0.
struct CouplingEntry {
  int group = 0;
  struct Term {
    int measured;
    double coefficient;
  };
  std::vector<Term> terms;
};

// A position column as a function of one marker pair.
struct PositionRow {
  enum class What { along, quaternion, direction, length, measured, turning };  // turning: of an angular velocity, no position
  What what = What::along;
  int pair = 0;
  int index = 0;  // component, or measured coordinate
};

// f(columns, t) = 0. Derivatives are expressions of the columns, their rates (variables of their own) and time, in file units.
// Of rates: f is linear in velocity columns, which are terms too, before the positions; only they have slopes, and
// second_of_time is the derivative of f while the velocities stay.
struct ExpressionEntry {
  int group = 0;
  bool is_of_rates = false;
  bool depends_on_time = false;                    // something else than the motion moves it: it may do work
  Expression value, rate_of_time, second_of_time;  // f, ∂f/∂t and its total time derivative
  struct Term {
    PositionRow row;
    int column;  // of the position, or of the velocity that is its rate
    bool is_velocity;
    int rate;                      // variable that holds its rate
    Expression slope, slope_rate;  // ∂f/∂c and its total time derivative
  };
  std::vector<Term> terms;
};

struct ConstraintEntry {
  ConstraintKind kind;
  std::vector<int> pairs;
  int group = 0;
  int slot = 0;
};

struct DriverEntry {
  int group = 0;
  int slot = 0;
  int measured = -1;  // measured coordinate of a joint; -1: a global coordinate of a body point
  int axis = 0;       // of marker A, along which the point is driven
  int pair = 0;
};

struct ForceEntry {
  ForceKind kind;
  int element = 0;
  int pair = 0;
  int second_pair = -1;  // of what sees the road (over_road)
  int coordinate = -1;  // the measured coordinate that it acts on; -1: it acts between the markers of its pair
  int less = -1;        // the coordinate that is taken from it; -1: none
  int first_slot = 0;
  std::vector<int> measured;  // columns
  std::vector<int> results;   // columns; -1: a planar model has none
};

// A stage of force evaluation: everything in it depends only on earlier stages.
struct ForceStage {
  std::vector<int> outputs;  // outputs that forces of this or later stages use
  std::vector<ForceEntry> forces;
};

// A column that is read from the motion: body, sensor or joint.
struct ColumnSource {
  enum class What {
    position,
    quaternion,
    velocity,
    angular_velocity,
    sensor_position,
    sensor_velocity,
    sensor_axis,
    coordinate,
    coordinate_rate
  };
  What what{};
  int index = 0;  // body number, sensor or measured coordinate
  int component = 0;
  int column = 0;
};

// An event of the model: its condition, and the states it sets.
struct EventEntry {
  Expression when;
  Level level = Level::time;  // the highest of the columns it reads
  struct NewValue {
    int state;
    Expression value;
  };
  std::vector<NewValue> set;
};

// A state that takes new values at its samples.
struct SampleEntry {
  int state = 0;
  double period = 0;  // SI
  Expression next;
};

struct SensorEntry {
  PointSensor kind;
  int pair = 0;  // observer, point
};

// A tree joint that turns about one axis, with its constants multiplied out:
//   R_body = R_parent (still + cosine cos q + sine sin q),  q the joint's angle.
struct Hinge {
  Mat3<double> still = Mat3<double>::Identity(), cosine = Mat3<double>::Zero(), sine = Mat3<double>::Zero();
  Vec3<double> axis = Vec3<double>::Zero();  // in the parent's axes; the body turns about it, relative to the parent, with q'
  Vec3<double> at_parent = Vec3<double>::Zero(), at_body = Vec3<double>::Zero();  // the joint, in the axes of each body
};

// Where the tree joint of a body sits.
struct TreeJoint {
  Frame A, B;
  bool is_hinge = false;
  Hinge hinge;
  bool child_is_first = false;  // the joint's first body is the child
  int q = 0, v = 0;             // offsets in relative coordinates
  int freedoms = 6, coordinates = 7;
  bool has_quaternion = true;
  int quaternion = 3;  // its offset within the joint's coordinates
};

struct MeasuredCoordinate {
  int joint = 0;  // index in the model; -1: a turn, or an angle of a body
  int which = 0;  // in Kind::names
  bool is_angle = false;
  int pair = 0;
  int tree_body = 0;      // relative coordinates hold it directly: q of that body's joint plus `which`; 0: no
  int second_angle = -1;  // the measured coordinate near whose ±90 deg it is not defined; -1: it is defined everywhere
  int body = 0;           // number of the body whose angle from ground rx, ry or rz it is, where no joint has it
};

// A tree joint in the plane: its columns move marker B along axes of A, or turn it about the normal.
struct PlanarTreeJoint {
  int parent = 0, q = 0, v = 0, freedoms = 0;
  int angle = -1;         // the column that turns; -1: none does
  double sense = 1;       // +1: about the normal, seen from the parent
  double offset = 0;      // angle of the body relative to its parent where the joint's is zero
  bool reversed = false;  // the joint's first body, with marker A, is the child
  Vec2<double> at_parent = Vec2<double>::Zero(), at_body = Vec2<double>::Zero();  // the joint, in the axes of each body
  Eigen::Matrix<double, 2, 3> axes = Eigen::Matrix<double, 2, 3>::Zero();         // of the other columns, in the axes of A's body
};

struct PlanarPairFrames {
  PlanarFrame A, B;
  double angle = 0;  // from A's x axis to B's where both bodies stand at angle zero
};

// What evaluation in the plane needs. An element that cannot be evaluated there leaves `complete` false: such models are
// evaluated in space, as all are where a run is not in a hurry.
struct PlanarLayout {
  bool complete = false;
  std::vector<PlanarPairFrames> pairs;
  std::vector<PlanarTreeJoint> joints;  // by number
  std::vector<double> inertia;          // by number
};

// A Layout in parts: who is above system/ reads what concerns it (System::mechanism() and so on), never the whole.

// Bodies along the spanning tree, and the frames that elements fix in them.
struct MechanismLayout {
  Topology tree;
  int bodies = 0;  // n; numbers 1..n, ground 0
  std::vector<double> mass;
  std::vector<Mat3<double>> inertia;  // body axes
  std::vector<Pose<double>> designed;
  std::vector<TreeJoint> tree_joints;  // by number
  std::vector<int> joint_of_body;      // model joint that carries the body, -1: free
  std::vector<PairFrames> pairs;
  std::vector<JointEntry> joints;
  std::vector<JointEntry> unjoined;  // bodies that no joint reaches: free, or in the plane planar
  double total_mass = 0;
  int nq_relative = 0, nv_relative = 0;
  std::vector<char> is_linear;  // per relative velocity: a linear one
};

// Rows of joints, constraints and drivers.
struct RowLayout {
  std::vector<RowGroup> groups;
  int rows = 0, entries = 0;
  std::vector<char> is_rate_row;  // per row: non-holonomic, it has no position equation
  int most_terms = 1;             // of a row
  std::vector<CouplingEntry> couplings;
  std::vector<ExpressionEntry> expressions;
  std::vector<ConstraintEntry> constraints;
  std::vector<DriverEntry> drivers;
};

// Coordinates that are measured: of joints, and angles that no joint has.
struct MeasureLayout {
  std::vector<MeasuredCoordinate> measured;
  std::vector<TurnEntry> turns;
  std::vector<int> body_angle;  // planar: measured coordinate of each body, by number
  // Measured coordinates that must keep away from ±90 deg, because rows or forces need the angles.
  std::vector<int> second_angles;
};

// Columns of the results, and what they are read from.
struct TableLayout {
  std::vector<ColumnInfo> columns;
  std::vector<std::string> signal_units;    // of inputs, states, outputs, from column first_input on; empty: not known
  std::vector<double> column_factor;        // SI value of the column's unit
  std::vector<int> output_columns;          // by output
  std::vector<ColumnSource> sources;        // columns that force functions read
  std::vector<ColumnSource> event_sources;  // columns that only conditions of events read
  std::vector<SensorEntry> sensors;
  int first_input = 0, first_state = 0;  // columns
};

// Functions of forces, inputs, states, outputs and events, ready to evaluate.
struct FunctionLayout {
  std::vector<Slot> slots;
  std::vector<Slot> outputs;  // by output
  std::vector<int> output_order;
  std::vector<Slot> inputs;       // by input: value and rate
  std::vector<Slot> states;       // by state: the derivative
  std::vector<int> held_states;   // those that nothing but events and samples changes
  std::vector<char> late_states;  // by state: its derivative reads accelerations or reactions, known after the forces
  std::vector<SampleEntry> samples;
  std::vector<EventEntry> events;  // by event of the model
  std::vector<ForceStage> force_stages;
  bool measure_first = false;  // a force reads the length of another: counting all before any acts
  int first_input_rate = 0, first_state_rate = 0, variables = 0;  // variables of expressions after the columns
  int first_motion_rate = 0;
  // What delay() reads, variables from first_delay on; their pasts, null: none has begun, and they are what they are now.
  std::vector<Slot> delays;
  std::vector<double> delay_times;  // SI
  int first_delay = 0;
  std::shared_ptr<const PastValues> past;
  std::vector<int> motion_rates;  // columns whose derivatives are read and no columns (motion_rates.hpp)
  // Everything that switches in the functions of forces, inputs and states, and in the outputs they read.
  int decisions = 0;
  std::vector<int> deciding_slots, deciding_inputs, deciding_outputs, deciding_states, deciding_delays;
  std::vector<std::string> decision_places;  // where each stands: "forces.brake"
};

// A surface that rubs: of a joint, or the constant friction of a force element.
struct RubbingEntry {
  bool is_joint = true;
  int element = 0;  // index in the model's joints or forces
  JointKind kind;   // of a joint, designed
  int surface = 0;  // of that joint
  int pair = 0;
  int group = -1;       // whose reaction presses; -1: of a force element, it has a preload alone
  int coordinate = -1;  // of a force element: the measured coordinate it acts on; -1: the length of its pair
  Friction friction;
  double told = 1;  // what its column tells, per effort
  int column = 0;   // of the friction; `stuck` is the next
};

struct RubbingLayout {
  std::vector<RubbingEntry> rubbing;
};

struct Layout : MechanismLayout, RowLayout, MeasureLayout, TableLayout, FunctionLayout, RubbingLayout {
  Layout();
  Layout(const Layout&);  // here and below: compiled once, in compile.cpp
  Layout(Layout&&) noexcept;
  Layout& operator=(const Layout&);
  Layout& operator=(Layout&&) noexcept;
  ~Layout();
  Model model;
  double length = 1;  // characteristic length of the model
  PlanarLayout plane;
};

// Whether a second angle is so near to ±90 deg that it and its companions are not defined.
template <class K>
bool is_locked(const K& k, int second_angle) {
  return !(std::abs(std::cos(number_of(k.measured[second_angle].value))) >= threshold::gimbal_lock);
}

// Somebody reads this measured coordinate at every evaluation.
void read_measured(Layout& layout, int measured);

// Compiles; throws Error with all faults of validate() and of the expressions.
Layout compile(const Model& model);

// A further driver, of a measured joint coordinate.
struct HeldCoordinate {
  Driver driver;
  int measured = 0;
  double value = 0;  // SI
};
// The layout with drivers after those of its model. They have rows like others, but no columns.
Layout with_drivers(Layout layout, const std::vector<HeldCoordinate>& held);

}  // namespace bricard
