// The pages of what is no kind of element: the sections of a model file that have no types.
#include <algorithm>

#include "bricard/analyses/run.hpp"
#include "bricard/io/reference_page.hpp"
#include "bricard/io/yaml_reader.hpp"
#include "bricard/model/in_plane.hpp"

namespace bricard {

namespace {

namespace d = dimension;

constexpr std::string_view units_example = R"(bricard: 1
name: Pendulum in millimeters, degrees and N
units: {length: mm, angle: deg}
gravity: [0, 0, -9810]
bodies:
  rod: {mass: 2, inertia: [100, 1.7e5, 1.7e5], position: [0.5 m, 0, 0]}
joints:
  hinge: {type: revolute, bodies: [ground, rod], at: [0, 0, 0], axis: [0, 1, 0], initial: {speed: 10 rpm}}
analysis: {type: dynamics, duration: 1, output_step: 50 ms}
)";

constexpr std::string_view gravity_example = R"(bricard: 1
name: Falling stone on the moon
gravity: [0, 0, -1.62]
bodies:
  stone: {mass: 1, inertia: [0.01, 0.01, 0.01], position: [0, 0, 2]}
analysis: {type: dynamics, duration: 1, output_step: 100 ms}
)";

constexpr std::string_view dimension_example = R"(bricard: 1
name: Planar four-bar linkage
dimension: 2
points: {A: [0, 0], B: [0, 1], C: [3, 1], D: [3, -1]}
bodies:
  crank:   {mass: 1, inertia: 0.083, position: [0, 0.5], angular_velocity: -6}
  coupler: {mass: 3, inertia: 2.25, position: [1.5, 1]}
  rocker:  {mass: 2, inertia: 0.667, position: [3, 0]}
joints:
  main:  {type: revolute, bodies: [ground, crank], at: A}
  pin:   {type: revolute, bodies: [crank, coupler], at: B}
  wrist: {type: revolute, bodies: [coupler, rocker], at: C}
  pivot: {type: revolute, bodies: [ground, rocker], at: D}
analysis: {type: dynamics, duration: 1, output_step: 50 ms}
)";

constexpr std::string_view parameters_example = R"(bricard: 1
name: Uniform rod of any length
parameters: {L: 80 cm, m: 1.5, I: m*L^2/12}
bodies:
  rod: {mass: m, inertia: [I/1000, I, I], position: [L/2, 0, 0]}
joints:
  hinge: {type: revolute, bodies: [ground, rod], at: [0, 0, 0], axis: [0, 1, 0]}
analysis: {type: dynamics, duration: 1, output_step: 50 ms}
)";

constexpr std::string_view points_example = R"(bricard: 1
name: Double pendulum between named points
points: {A: [0, 0, 0], B: [0.5, 0, 0], C: [0.5, 0, -0.5]}
bodies:
  upper: {mass: 1, inertia: [1e-3, 0.02, 0.02], position: [B.x/2, 0, 0]}
  lower: {mass: 1, inertia: [0.02, 0.02, 1e-3], position: [B.x, 0, C.z/2]}
joints:
  shoulder: {type: revolute, bodies: [ground, upper], at: A, axis: [0, 1, 0]}
  elbow:    {type: revolute, bodies: [upper, lower], at: B, axis: [0, 1, 0]}
sensors:
  tip: {body: lower, at: C, axis: {from: B, to: C}}
analysis: {type: dynamics, duration: 1, output_step: 50 ms}
)";

constexpr std::string_view tables_example = R"yaml(bricard: 1
name: Shock absorber with a measured curve
tables:
  damper: {points: [[-1, -900], [-0.2, -400], [0, 0], [0.2, 250], [1, 700]], units: [m/s, N], interpolation: akima}
  heat:   {grid: [[0, -0.1, 0, 0.1], [20, 1.1, 1, 1.2], [80, 0.8, 0.7, 0.9]], units: [m, 1, 1]}  # stroke, °C, factor
states:
  warmth: {initial: 20, derivative: 0.002*strut.rate^2*500}
bodies:
  wheel: {mass: 40, inertia: [1, 1, 1], position: [0, 0, 0.4], velocity: [0, 0, -1]}
joints:
  guide: {type: prismatic, bodies: [ground, wheel], at: [0, 0, 0.4], axis: [0, 0, 1]}
forces:
  strut: {type: spring_damper, from: {body: ground, at: [0, 0, 0]}, to: {body: wheel, at: [0, 0, 0.4]}, stiffness: 2e4,
          force: "table(damper, rate)*table(heat, length - 0.4, warmth)"}
analysis: {type: dynamics, duration: 1, output_step: 20 ms}
)yaml";

constexpr std::string_view bodies_example = R"(bricard: 1
name: Spinning brick, thrown upward
bodies:
  brick: {mass: 3, inertia: [0.006, 0.013, 0.017], position: [0, 0, 1], orientation: {euler_xyz: [10 deg, 20 deg, 0]},
          velocity: [1, 0, 4], angular_velocity: [0.1, 12, 0.1], geometry: [{type: box, at: [0, 0, 1], size: [0.22, 0.11, 0.07]}]}
analysis: {type: dynamics, duration: 0.8, output_step: 20 ms}
)";

constexpr std::string_view drivers_example = R"yaml(bricard: 1
name: Driven crank and its torque
bodies:
  crank: {mass: 2, inertia: [1e-3, 0.02, 0.02], position: [0.15, 0, 0]}
joints:
  main: {type: revolute, bodies: [ground, crank], at: [0, 0, 0], axis: [0, 1, 0]}
drivers:
  motor: {joint: main, angle: "step5(t, 0, 0, 1, 2*pi)"}
analysis: {type: inverse_dynamics, duration: 1, output_step: 20 ms}
)yaml";

constexpr std::string_view inputs_example = R"(bricard: 1
name: Shaken mass
bodies:
  mass: {mass: 2, inertia: [0.01, 0.01, 0.01], position: [0, 0, 0]}
joints:
  rail: {type: prismatic, bodies: [ground, mass], at: [0, 0, 0], axis: [1, 0, 0]}
inputs:
  shake: 10*sin(20*t)
forces:
  spring: {type: spring_damper, from: {body: ground, at: [-1, 0, 0]}, to: {body: mass, at: [0, 0, 0]}, stiffness: 500, damping: 5}
  shaker: {type: joint_force, joint: rail, force: shake}
analysis: {type: dynamics, duration: 1, output_step: 20 ms}
)";

constexpr std::string_view states_example = R"(bricard: 1
name: Direct-current motor with the current as a state
parameters: {U: 12, R: 0.5, L: 5e-3, k: 0.05}
bodies:
  rotor: {mass: 0.5, inertia: [1e-4, 1e-4, 2e-4], position: [0, 0, 0]}
joints:
  shaft: {type: revolute, bodies: [ground, rotor], at: [0, 0, 0], axis: [0, 0, 1]}
states:
  current: {initial: 0, derivative: (U - R*current - k*shaft.speed)/L}
forces:
  motor: {type: joint_force, joint: shaft, torque: k*current}
analysis: {type: dynamics, duration: 0.3, output_step: 5 ms}
)";

constexpr std::string_view events_example = R"(bricard: 1
name: Rod that is let go when it passes the vertical
bodies:
  rod: {mass: 1, inertia: [1e-3, 0.03, 0.03], position: [0.3, 0, 0]}
joints:
  hinge: {type: revolute, bodies: [ground, rod], at: [0, 0, 0], axis: [0, 1, 0]}
events:
  release: {when: hinge.angle > pi/2, do: switch, deactivate: hinge}
  low:     {when: rod.z < -1, do: record}
analysis: {type: dynamics, duration: 1, output_step: 20 ms}
)";

constexpr std::string_view outputs_example = R"(bricard: 1
name: Power and angular momentum of a rod
bodies:
  rod: {mass: 2, inertia: [1e-3, 0.06, 0.06], position: [0.3, 0, 0]}
joints:
  hinge: {type: revolute, bodies: [ground, rod], at: [0, 0, 0], axis: [0, 1, 0]}
forces:
  brake: {type: rotational_spring_damper, joint: hinge, damping: 0.5}
outputs:
  power: -brake.torque*hinge.speed
  momentum: 0.24*rod.wy
  torque: der(momentum)
analysis: {type: dynamics, duration: 1, output_step: 20 ms}
)";

constexpr std::string_view subsystems_example = R"(bricard: 1
name: Two pendulums from one file, of different length, joined by a spring
gravity: [0, -9.81, 0]
subsystems:
  left:  {file: models/mechanisms/pendulum.bricard.yaml}
  right: {file: models/mechanisms/pendulum.bricard.yaml, mirror: x, move: [1, 0, 0], parameters: {length_rod: 1}}
forces:
  band: {type: spring_damper, from: {body: left.rod, at: left.E}, to: {body: right.rod, at: right.E}, stiffness: 2}
analysis: {type: dynamics, duration: 1, output_step: 50 ms}
)";

constexpr std::string_view analysis_example = R"(bricard: 1
name: Four-bar linkage with chosen methods
points: {A: [0, 0, 0], B: [0, 1, 0], C: [3, 1, 0], D: [3, -1, 0]}
gravity: [0, -9.81, 0]
bodies:
  crank:   {mass: 1, inertia: [0.083, 0.001, 0.083], position: [0, 0.5, 0]}
  coupler: {mass: 3, inertia: [0.001, 2.25, 2.25], position: [1.5, 1, 0]}
  rocker:  {mass: 2, inertia: [0.667, 0.001, 0.667], position: [3, 0, 0]}
joints:
  main:  {type: revolute, bodies: [ground, crank], at: A, axis: [0, 0, 1], initial: {speed: 6}}
  pin:   {type: revolute, bodies: [crank, coupler], at: B, axis: [0, 0, 1]}
  wrist: {type: revolute, bodies: [coupler, rocker], at: C, axis: [0, 0, 1]}
  pivot: {type: revolute, bodies: [ground, rocker], at: D, axis: [0, 0, 1]}
analysis: {type: dynamics, duration: 1, output_step: 50 ms, coordinates: absolute, formulation: index3,
           integrator: generalized_alpha, tolerance: 1e-4, max_step: 20 ms}
)";

PageParts section(std::string title, std::string help, std::string_view example) {
  PageParts page{"sections", std::move(title), std::move(help)};
  page.example = example;
  return page;
}

// The columns of the example that `shown` takes.
template <class Shown>
void show_columns(PageParts& page, Shown&& shown) {
  const Model model = read_yaml_text(page.example, page.title);
  for (ColumnInfo& column : list_columns(model))
    if (shown(model, column.name)) page.columns.push_back(std::move(column));
}

ReferencePage units() {
  PageParts page = section("units", "the units of a file: what a number without a unit counts in", units_example);
  const UnitSystem si;
  page.keys = {{"length", "name", "unit of length", {}, '`' + si.length + '`'},
               {"mass", "name", "unit of mass", {}, '`' + si.mass + '`'},
               {"time", "name", "unit of time", {}, '`' + si.time + '`'},
               {"angle", "name", "unit of angle", {}, '`' + si.angle + '`'},
               {"force", "name", "unit of force; it does not follow from the others", {}, '`' + si.force + '`'}};
  page.note =
      "Derived units follow: a file in mm has stiffness in N/mm, torque and energy in N*mm, inertia in kg*mm^2. A number may "
      "carry its own unit after a blank: names joined by `*`, `/` and `^` without blanks, `9.81 m/s^2`, `1200 rpm`, `90 "
      "mm/rev`. Results are in the units of the file.";
  return make_page(page);
}

ReferencePage gravity() {
  PageParts page = section("gravity", "the acceleration of free fall, on every body", gravity_example);
  const std::string standard = to_text(default_gravity(3).norm());
  page.equation = "F = m g at the center of mass,   potential -m g·p";
  page.keys = {
      {"gravity", "3 numbers", "its global components", {d::acceleration}, standard + " m/s^2 along -z; in the plane along -y"}};
  return make_page(page);
}

ReferencePage planar() {
  PageParts page = section("dimension", "models in space or in the plane", dimension_example);
  page.keys = {{"dimension", "`3` or `2`", "2: all motion is in the plane z = 0", {}, "3"}};
  page.note =
      "In a planar model points and vectors are `[x, y]`, an orientation is one angle about z, inertia, angular velocity and "
      "torque are one number, and axes of rotation are not written. Joints and forces that make sense in the plane say so on "
      "their page.";
  const Model model = read_yaml_text(page.example, page.title);
  page.element = model.bodies[0].name;
  page.columns = body_columns(model, model.bodies[0]);
  for (ColumnInfo& each : joint_columns(model, model.joints[0])) page.columns.push_back(std::move(each));
  page.element += "` and `" + model.joints[0].name;
  return make_page(page);
}

ReferencePage parameters() {
  PageParts page = section("parameters", "numbers with a name, for every expression of the file", parameters_example);
  page.keys = {
      {"NAME", "number", "an expression of other parameters, in any order; `--set NAME=VALUE` replaces it", {}, "required"}};
  return make_page(page);
}

ReferencePage points() {
  PageParts page = section("points", "hard points: global, in the design position", points_example);
  page.keys = {
      {"NAME", "point", "usable wherever a point is; `NAME.x`, `NAME.y`, `NAME.z` are numbers", {d::length}, "required"}};
  return make_page(page);
}

ReferencePage tables() {
  PageParts page = section("tables",
                           "curves y(x) through points, for `table(NAME, x)` in expressions, and surfaces over a grid, for "
                           "`table(NAME, x, y)`",
                           tables_example);
  page.facts = {
      "A file has two numbers per line, separated by commas, semicolons or blanks, after any headings; or, with `columns`, a "
      "header line and any columns, of which two are read by their names.",
      "A header cell is a name, or a name and its unit in brackets: `speed [rpm]`, `torque (N m)`. The unit is written as in "
      "model "
      "files; blanks and `·` are products too, `1` or `-` is none. Where it is given, and not by `units`, numbers are converted "
      "to the units of the model file; a header and `units` that contradict each other are an error. A unit that is part of a "
      "name, as in `torque_Nm`, is not read.",
      "A grid is a list of rows, `[[0, x1, x2, ..], [y1, v11, v12, ..], ..]`: x rises along the first row, y down the first "
      "column, and the corner is not read. A CSV file has the same rows.",
      "`linear` grids are bilinear between four values, and their lines are switching points, as the points of linear curves "
      "are. "
      "`spline` is the tensor product of splines in x and in y, with continuous curvature; `akima` is for curves alone.",
      "Beyond an end, in each direction by itself, `linear` goes on with the slope there, `constant` with the value, and `error` "
      "has no value."};
  const Table table;
  page.keys = {
      {"points", "pairs of numbers", "`[[x, y], ..]`, x rising; or `file`, or `grid`", {}, "required"},
      {"file", "path", "two columns of numbers, the path from the model file; instead of `points`"},
      {"columns", "names", "of a file with a header: `{x: speed, y: torque}`"},
      {"grid", "rows of numbers, or a path", "a surface: the first row is x, the first column y, the rest values"},
      {"units", "2 or 3 units", "of x and y: `[mm/s, N]`; of a grid x, y and the value", {}, "of the header, or of the file"},
      {"interpolation",
       value_word<Interpolation>(),
       "between the points; drivers need `spline`",
       {},
       default_text(table.interpolation)},
      {"extrapolation",
       value_word<Extrapolation>(),
       "beyond the first and the last point",
       {},
       default_text(table.extrapolation)}};
  return make_page(page);
}

ReferencePage functions() {
  PageParts page = section("functions", "functions in C, shared objects or C++, which expressions call", {});
  page.facts = {
      "`double f(double a, double b, ..)`, with 1 to 16 numbers; `tire(slip, 4000)` calls it, and the name alone, `tire`, with "
      "its "
      "`arguments` as they are listed.",
      "Derivatives are `void g(const double* x, double* slope)`, slope[i] = ∂f/∂x_i; second ones are written row by row.",
      "It may be used where expressions are of something that moves; numbers that are read once cannot come from code. Drivers "
      "and "
      "constraints need both derivatives.",
      "Code runs only with permission: `--allow-code`, or an answer at the terminal."};
  page.note = "The page [functions](../../functions.md) has the interface, an example and what is promised.";
  add_keys<CodeFunction>(page.keys);
  return make_page(page);
}

ReferencePage bodies() {
  PageParts page = section("bodies", "rigid bodies; `ground` is always there", bodies_example);
  page.equation = "m p'' = F,   I w' + w × I w = T        about the center of mass p";
  page.note =
      "`inertia` is `[Ixx, Iyy, Izz]`, `[Ixx, Iyy, Izz, Ixy, Iyz, Ixz]` or `{xx: , xy: , ..}`: matrix elements, Ixy = -∫xy "
      "dm. `orientation` is `{axis: [x, y, z], angle: }`, `{euler_xyz: [a, b, c]}` or any of the twelve sequences `euler_xyx` to "
      "`euler_zyz` about the "
      "body's own turning axes, `{quaternion: [e0, e1, e2, e3]}`, `{x_point: P, y_point: P}` or `{matrix: [[..], [..], "
      "[..]]}` with the body axes as columns. An initial velocity that is not given follows from the others with least "
      "kinetic energy.";
  add_keys<Body>(page.keys);
  page.meaning =
      "Position, velocity and acceleration of the center of mass, quaternion `e0` to `e3`, angular velocity `w` and angular "
      "acceleration `al`, all in global components.";
  const Model model = read_yaml_text(page.example, page.title);
  page.element = model.bodies[0].name;
  page.columns = body_columns(model, model.bodies[0]);
  return make_page(page);
}

ReferencePage drivers() {
  PageParts page =
      section("drivers", "prescribe a joint coordinate, or a global coordinate or angle of a body, as a function of time",
              drivers_example);
  page.equation = "c(q) - value(t) = 0           1 row";
  page.facts = {
      "Give `joint` and one of its coordinates, which the page of the joint names; or `joint` and `path`; or `body`, "
      "`coordinate` or `direction`, and `value`.",
      "`rx`, `ry`, `rz` of a body turn its axes from the global ones, about x, then y as it has turned, then z as it has turned; "
      "`rx` and `rz` count turns, and near `ry` = ±90 deg, where none is defined, the motion is refused by name. Their torques "
      "are "
      "those about the axes that their rates turn about.",
      "The function needs two derivatives, which the program forms; it may use `t`, parameters, and states whose own derivatives "
      "read `t`, inputs and such states only.",
      "Where its value jumps or has no limit the motion ends, by name and time. Where its rate jumps velocities do: in "
      "`dynamics` "
      "that is an impact, whose work is in the energy balance, in `inverse_dynamics` an impulse that a warning names.",
      "A path is a CSV file whose first line names its columns, `t` and all coordinates of the joint (`t,x,y,z,rx,ry,rz` "
      "of a free joint), in the file's units, `t` rising. Between its rows runs a spline, and after the last one the "
      "motion is refused. It is the same as a table `NAME.rx_of_t` and a driver `NAME.rx` for each coordinate, which "
      "have the columns `NAME.rx.value` and `NAME.rx.torque`."};
  add_keys<Driver>(page.keys);
  page.keys.insert(std::find_if(page.keys.begin(), page.keys.end(), [](const Key& key) { return key.name == "body"; }),
                   {"path", "name of a file", "all coordinates of the joint, from a CSV file"});
  page.meaning = "The prescribed value, and the force or torque that the driver applies, positive along its coordinate.";
  const Model model = read_yaml_text(page.example, page.title);
  page.element = model.drivers[0].name;
  page.columns = driver_columns(model, model.drivers[0]);
  return make_page(page);
}

ReferencePage inputs() {
  PageParts page = section("inputs", "signals of time, for forces and states", inputs_example);
  page.keys = {{"NAME", "number or function", "of `t` and parameters, a plain number in the file's units", {}, "required"}};
  page.meaning = "The value of each input.";
  show_columns(page, [](const Model& model, const std::string& name) { return name == model.inputs[0].name; });
  return make_page(page);
}

ReferencePage states() {
  PageParts page = section("states", "differential equations and sampled values of the user", states_example);
  page.equation = "z' = derivative(t, z, inputs, motion, forces, reactions)   or   z = next(all columns) at every sample";
  page.facts = {
      "Without `derivative`, or where it is the constant 0, a state is held to the last digit; only events change it.",
      "With `sample` and `next` it changes in steps, the first at t = 0: all `next` of a moment read the columns just before it, "
      "and "
      "a row at that moment shows the new values. So counters, delay lines and discrete-time controllers need no events.",
      "A derivative may read accelerations and reactions, but not `der()` of a state; a force cannot read `der()` of a state.",
      "`kinematics` and `inverse_dynamics` integrate states along the prescribed motion."};
  add_keys<StateEquation>(page.keys);
  page.meaning = "The value of each state, a plain number in the file's units.";
  show_columns(page, [](const Model& model, const std::string& name) { return name == model.states[0].name; });
  return make_page(page);
}

ReferencePage events() {
  PageParts page = section("events", "what happens when a condition turns true", events_example);
  page.note =
      "The time at which `when` turns true is found between the steps; a condition that is true at the start does not fire. "
      "`stop` ends the run, `record` adds a row to the results, `switch` changes elements and states. A constraint that is "
      "switched on acts as an impact without rebound. `summary.json` lists the events with their times.\n\nA parameter that an "
      "event sets is a state that nothing else changes: it has a column, snapshots and `--from` keep it, and `--set` gives its "
      "first value. What is fixed for a whole run, a point, a mass, an axis, another parameter, may not read it, nor may "
      "drivers, "
      "inputs and constraints.";
  add_keys<EventRule>(page.keys);
  return make_page(page);
}

ReferencePage outputs() {
  PageParts page = section("outputs", "derived columns: expressions of all columns", outputs_example);
  page.keys = {{"NAME",
                "number or function",
                "of any columns, a plain number in the file's units; `der(x)` is a time derivative",
                {},
                "required"}};
  page.meaning = "The value of each output. An output may be used in other functions where all its parts may.";
  show_columns(page, [](const Model& model, const std::string& name) {
    return std::any_of(model.outputs.begin(), model.outputs.end(), [&](const Output& output) { return output.name == name; });
  });
  return make_page(page);
}

ReferencePage subsystems() {
  PageParts page = section("subsystems", "other model files as parts of this one", subsystems_example);
  page.keys = {{"file", "path", "a model file, the path from the file that names it", {}, "required"},
               {"bodies", "names with names", "for each body of the part's `interface` one of this file"},
               {"parameters", "names with numbers", "other values of the part's parameters", {}, "the part's own"},
               {"mirror", value_word<Axis>(), "the direction that is reflected; equal angles are then mirror images"},
               {"move", "3 numbers", "displacement, after the reflection", {d::length}, "0"}};
  page.note =
      "Names become `left.rod`, columns `left.rod.x`. `interface: [chassis]` in the part's file lists bodies that its user "
      "supplies; alone they are ground. Units are each file's own; gravity and analysis are those of the outer file.";
  return make_page(page);
}

ReferencePage analysis() {
  PageParts page = section("analysis", "what is computed, and how", analysis_example);
  for (const AnalysisEntry& each : analysis_types())
    page.facts.push_back("`" + std::string(each.type) + "`: " + std::string(each.help) + '.');
  page.note =
      "The methods are listed under [coordinates](../methods/coordinates.md), [formulations](../methods/formulations.md), "
      "[stabilizations](../methods/stabilizations.md) and [integrators](../methods/integrators.md); `auto` is a good choice "
      "for any mechanism. Types and methods that are not listed are refused; keys of a method or of an analysis act only with"
      " it. Every analysis first assembles: drivers at t = 0 and `initial` of joints hold exactly, bodies move least. Keys "
      "and options of the command line have the same names.";
  add_keys<AnalysisOptions>(page.keys);
  page.meaning = "Without `record`, every run has these beside the columns of its elements:";
  show_columns(page, [](const Model&, const std::string& name) {
    return name == "t" || name.starts_with("energy.") || name.starts_with("violation.");
  });
  return make_page(page);
}

}  // namespace

std::vector<ReferencePage> section_pages() {
  return {units(),           expression_page(), gravity(), planar(), parameters(), points(),  tables(),     functions(), bodies(),
          mass_table_page(), drivers(),         inputs(),  states(), events(),     outputs(), subsystems(), analysis()};
}

}  // namespace bricard
