// Every fault that validate() knows, as a table: a change that breaks a good model, and what must be said about it.
#include "bricard/model/model.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "bricard/model/columns.hpp"
#include "bricard/model/in_plane.hpp"
#include "bricard/model/test_good_model.hpp"
#include "bricard/model/vocabulary.hpp"

namespace bricard {
namespace {

TEST(Validate, GoodModelHasNoFaults) {
  for (const Fault& fault : validate(good_model())) ADD_FAILURE() << to_string(fault);
  EXPECT_TRUE(validate(Model{}).empty());
}

const double nan = std::numeric_limits<double>::quiet_NaN();
const double inf = std::numeric_limits<double>::infinity();

SpringDamper& spring(Model& m) { return m.forces[0].kind.as<SpringDamper>(); }
AppliedForce& load(Model& m) { return m.forces[1].kind.as<AppliedForce>(); }

const std::vector<Case> cases{
    // names
    {"bodies.my body", "is not a name", "letters", [](Model& m) { m.bodies[0].name = "my body"; }},
    {"parameters.7", "is not a name here", "letter", [](Model& m) { m.parameters[0].name = "7"; }},
    {"outputs.", "is not a name", "", [](Model& m) { m.outputs[1].name = ""; }},
    {"points.t", "reserved", "",
     [](Model& m) {
       m.points.push_back({"t", {}});
     }},
    {"bodies.ground", "reserved", "", [](Model& m) { m.bodies.emplace_back().name = "ground"; }},
    {"sensors.crank", "used already in `bodies`", "", [](Model& m) { m.sensors[0].name = "crank"; }},
    {"joints.hinge", "used already in `joints`", "", [](Model& m) { m.joints[3].name = "hinge"; }},
    // units
    {"units.length", "is no unit of length", "", [](Model& m) { m.units.length = "kg"; }},
    // numbers
    {"gravity", "finite", "", [](Model& m) { m.gravity[1] = nan; }},
    {"parameters.k", "finite", "", [](Model& m) { m.parameters[0].value = inf; }},
    {"points.A", "finite", "", [](Model& m) { m.points[0].at[2] = nan; }},
    {"bodies.rod.velocity", "finite", "", [](Model& m) { m.bodies[1].velocity = Vector3(nan, 0, 0); }},
    {"bodies.rod.inertia", "finite", "", [](Model& m) { m.bodies[1].inertia.matrix(0, 1) = inf; }},
    {"joints.guide.initial.rate", "finite", "", [](Model& m) { (*m.joints[2].initial)["rate"] = nan; }},
    {"joints.hinge.axis", "finite", "", [](Model& m) { m.joints[0].axis->axis[0] = nan; }},
    {"forces.spring.damping", "finite", "", [](Model& m) { spring(m).damping = nan; }},
    {"forces.spring.from.at", "finite", "", [](Model& m) { m.forces[0].from->at.at[0] = inf; }},
    {"tables.curve.points[1][1]", "finite", "", [](Model& m) { m.tables[0].points[1][1] = nan; }},
    {"analysis.duration", "finite", "", [](Model& m) { m.analysis->duration = inf; }},
    // tables
    {"tables.curve.points[2]", "rise", "", [](Model& m) { m.tables[0].points[2][0] = 1; }},
    {"tables.curve", "two points", "", [](Model& m) { m.tables[0].points.resize(1); }},
    // bodies
    {"bodies.crank.mass", "negative", "", [](Model& m) { m.bodies[0].mass = -1; }},
    {"bodies.crank.position", "needs a `position`", "", [](Model& m) { m.bodies[0].position.reset(); }},
    {"bodies.crank.position", "global", "", [](Model& m) { m.bodies[0].position->body = "rod"; }},
    {"bodies.crank.orientation", "unit length", "", [](Model& m) { m.bodies[0].orientation.quaternion *= 2; }},
    {"bodies.crank.inertia", "negative", "", [](Model& m) { m.bodies[0].inertia.matrix = Matrix3::diagonal({1, 1, -0.1}); }},
    {"bodies.crank.inertia", "negative", "",
     [](Model& m) {
       Matrix3& J = m.bodies[0].inertia.matrix = Matrix3::Identity();
       J(0, 1) = J(1, 0) = 2;
     }},
    {"bodies.crank.inertia", "symmetric", "", [](Model& m) { m.bodies[0].inertia.matrix(0, 1) = 0.1; }},
    {"bodies.rod.geometry[0].radius", "needs `radius`", "",
     [](Model& m) {
       Geometry ball;
       ball.type = Shape::sphere;
       m.bodies[1].geometry = {ball};
     }},
    // joints
    {"joints.hinge.bodies[1]", "unknown body `cranck`", "`crank`", [](Model& m) { m.joints[0].bodies[1] = "cranck"; }},
    {"joints.hinge.bodies[1]", "that name is in `points`", "", [](Model& m) { m.joints[0].bodies[1] = "A"; }},
    {"joints.hinge.bodies", "both bodies", "",
     [](Model& m) {
       m.joints[0].bodies = {"rod", "rod"};
     }},
    {"joints.hinge.at.in", "unknown body", "`rod`", [](Model& m) { m.joints[0].at->body = "rods"; }},
    {"joints.hinge.axis", "zero length", "[0, 0, 1]", [](Model& m) { m.joints[0].axis->axis = Vector3::Zero(); }},
    {"joints.hinge.axis", "needs `axis`", "", [](Model& m) { m.joints[0].axis.reset(); }},
    {"joints.ball.axis", "does not use `axis`", "", [](Model& m) { m.joints[3].axis = Direction{}; }},
    {"joints.ball.axis2", "does not use `axis2`", "", [](Model& m) { m.joints[3].axis2 = Direction{}; }},
    {"joints.cross.axis2", "needs `axis2`", "", [](Model& m) { m.joints[1].axis2.reset(); }},
    {"joints.cross.axis2", "parallel", "", [](Model& m) { m.joints[1].axis2->axis = Vector3(-2, 0, 0); }},
    {"joints.cross.axis2", "parallel", "",
     [](Model& m) {  // the rod is turned by 90 degrees about z: its y axis is global -x
       m.bodies[1].orientation.quaternion = {std::sqrt(0.5), 0, 0, std::sqrt(0.5)};
       m.joints[1].axis2->body = "rod";
     }},
    {"joints.guide.initial.angle", "has no `angle`", "`position`, `rate`", [](Model& m) { (*m.joints[2].initial)["angle"] = 1; }},
    {"joints.hinge.initial.speed", "driver", "",
     [](Model& m) {
       m.joints[0].initial = Initial{};
       (*m.joints[0].initial)["speed"] = 1;
     }},
    {"joints.hinge.at", "needs `at`", "", [](Model& m) { m.joints[0].at.reset(); }},
    {"joints.hinge.bodies", "needs `bodies`", "",
     [](Model& m) {
       m.joints[0].bodies = {"", ""};
     }},
    {"joints.link.at2", "needs `at2`", "", [](Model& m) { joint(m, "link").at2.reset(); }},
    {"joints.link.length", "must be positive", "", [](Model& m) { joint(m, "link").kind = SphericalSpherical{0.0}; }},
    {"joints.sleeve.length", "not be negative", "", [](Model& m) { joint(m, "sleeve").kind = RevoluteCylindrical{-1.0}; }},
    {"joints.sleeve.axis2", "parallel", "", [](Model& m) { joint(m, "sleeve").axis2->axis = Vector3(0, 3, 0); }},
    {"joints.screw.lead", "zero", "", [](Model& m) { joint(m, "screw").kind = Screw{}; }},
    {"joints.wheel.radius", "positive", "", [](Model& m) { joint(m, "wheel").kind = Rolling{-0.1}; }},
    // couplings
    {"joints.mesh.bodies", "does not use `bodies`", "",
     [](Model& m) {
       joint(m, "mesh").bodies = {"ground", "rod"};
     }},
    {"joints.mesh.at", "does not use `at`", "", [](Model& m) { joint(m, "mesh").at = Point{}; }},
    {"joints.mesh.joints", "needs `joints`", "", [](Model& m) { joint(m, "mesh").joints.clear(); }},
    {"joints.mesh.joints", "couples two joints", "", [](Model& m) { joint(m, "mesh").joints = {"hinge"}; }},
    {"joints.mesh.joints[1]", "unknown joint `hing`", "`hinge`", [](Model& m) { joint(m, "mesh").joints[1] = "hing"; }},
    {"joints.mesh.joints[1]", "a spherical joint has more than one coordinate", "`ball.rx`", [](Model& m) { joint(m, "mesh").joints[1] = "ball"; }},
    {"joints.mesh.joints[1]", "more than one coordinate", "`cross.angle`",
     [](Model& m) { joint(m, "mesh").joints[1] = "cross"; }},
    {"joints.mesh.joints[1]", "universal joint has no `position`", "`angle2`",
     [](Model& m) { joint(m, "mesh").joints[1] = "cross.position"; }},
    {"joints.mesh.joints[1]", "needs an angle here, `guide` is a position", "",
     [](Model& m) { joint(m, "mesh").joints[1] = "guide"; }},
    {"joints.rack.joints[1]", "needs a position here, `hinge` is an angle", "",
     [](Model& m) { joint(m, "rack").joints[1] = "hinge"; }},
    {"joints.rack.joints[0]", "needs an angle here", "", [](Model& m) { joint(m, "rack").joints[0] = "guide"; }},
    {"joints.mesh.joints[1]", "coupled with itself", "", [](Model& m) { joint(m, "mesh").joints[1] = "hinge.angle"; }},
    {"joints.mesh.ratio", "zero", "", [](Model& m) { joint(m, "mesh").kind = Gear{}; }},
    {"joints.sum.ratio", "3 joints and 2 ratios", "", [](Model& m) { joint(m, "sum").kind = Coupler{{1, 2}}; }},
    {"joints.sum.ratio[1]", "zero", "", [](Model& m) { joint(m, "sum").kind = Coupler{{1, 0, 1}}; }},
    {"joints.hinge.joints", "does not use `joints`", "", [](Model& m) { m.joints[0].joints = {"guide"}; }},
    // constraints
    {"constraints.nut.equal_zero", "no column", "", [](Model& m) { m.constraints[1].kind = ExpressionConstraint{Function(1)}; }},
    {"constraints.nut.equal_zero", "only `t`, parameters and positions", "",
     [](Model& m) { m.constraints[1].kind = ExpressionConstraint{Function("hinge.speed")}; }},
    {"constraints.nut.value", "does not use `value`", "", [](Model& m) { m.constraints[1].value = 1.0; }},
    {"constraints.nut.bodies", "does not use `bodies`", "",
     [](Model& m) {
       m.constraints[1].bodies = {"rod", "crank"};
     }},
    {"constraints.keep.value", "must be positive", "", [](Model& m) { m.constraints[0].value = -1.0; }},
    {"constraints.keep.bodies", "needs `bodies`", "",
     [](Model& m) {
       m.constraints[0].bodies = {"", ""};
     }},
    {"constraints.keep.at2", "needs `at2`", "", [](Model& m) { m.constraints[0].at2.reset(); }},
    {"constraints.keep.axis", "does not use `axis`", "", [](Model& m) { m.constraints[0].axis = Direction{}; }},
    {"constraints.keep.axis", "needs `axis`", "", [](Model& m) { m.constraints[0].kind = Dot2{}; }},
    {"constraints.keep.bodies[0]", "unknown body", "", [](Model& m) { m.constraints[0].bodies[0] = "hinge"; }},
    {"constraints.keep.value", "depends on the motion", "", [](Model& m) { m.constraints[0].value = Function("1 + rod.x"); }},
    // drivers
    {"drivers.motor.joint", "unknown joint", "`hinge`", [](Model& m) { m.drivers[0].joint = "hing"; }},
    {"drivers.motor", "needs a `joint` or a `body`", "", [](Model& m) { m.drivers[0].joint = ""; }},
    {"drivers.motor", "not both", "", [](Model& m) { m.drivers[0].body = "rod"; }},
    {"drivers.motor.angle", "missing", "`angle`", [](Model& m) { m.drivers[0].prescribed.list.clear(); }},
    {"drivers.motor", "one coordinate", "", [](Model& m) { m.drivers[0].prescribed["position"] = 1.0; }},
    {"drivers.motor.angle", "prismatic joint has no `angle`", "`position`", [](Model& m) { m.drivers[0].joint = "guide"; }},
    {"drivers.motor.value", "does not use `value`", "", [](Model& m) { m.drivers[0].value = 1.0; }},
    {"drivers.second", "`motor` prescribes the same", "",
     [](Model& m) {
       m.drivers.push_back(m.drivers[0]);
       m.drivers[1].name = "second";
     }},
    {"drivers.lift.coordinate", "needs `coordinate` or `direction`", "x, y, z, rx, ry or rz",
     [](Model& m) {
       Driver& lift = m.drivers.emplace_back();
       lift.name = "lift";
       lift.body = "rod";
       lift.value = 1.0;
     }},
    {"drivers.motor.angle", "`hinge.angle` may not be used here", "",
     [](Model& m) { m.drivers[0].prescribed["angle"] = Function("hinge.angle"); }},
    {"drivers.motor.angle", "not smooth enough", "spline", [](Model& m) { m.tables[0].interpolation = Interpolation::akima; }},
    {"drivers.lift.coordinate", "no single angle", "joint",
     [](Model& m) {
       Driver& lift = m.drivers.emplace_back();
       lift.name = "lift";
       lift.body = "rod";
       lift.coordinate = DrivenCoordinate::angle;
       lift.value = 1.0;
     }},
    // forces
    {"forces.coil.joint", "needs `joint`, or `bodies` and `axis`", "", [](Model& m) { force(m, "coil").joint = ""; }},
    {"forces.coil.axis", "needs `axis`", "",
     [](Model& m) {
       force(m, "coil").joint = "";
       force(m, "coil").bodies = {{"rod", "crank"}};
     }},
    {"forces.coil.joint", "not both", "", [](Model& m) { force(m, "coil").axis = Direction{}; }},
    {"forces.coil.joint", "`guide` is a position", "", [](Model& m) { force(m, "coil").joint = "guide"; }},
    {"forces.coil.joint", "unknown joint", "`guide`", [](Model& m) { force(m, "coil").joint = "guid"; }},
    {"forces.coil.body", "does not use `body`", "", [](Model& m) { force(m, "coil").body = "rod"; }},
    {"forces.actuator.joint", "needs `joint`", "", [](Model& m) { force(m, "actuator").joint = ""; }},
    {"forces.actuator.bodies", "does not use `bodies`", "",
     [](Model& m) {
       force(m, "actuator").joint = "";
       force(m, "actuator").bodies = {{"rod", "crank"}};
     }},
    {"forces.actuator.force", "`hinge` is an angle", "`torque`", [](Model& m) { force(m, "actuator").joint = "hinge"; }},
    {"forces.actuator.torque", "not both", "",
     [](Model& m) { force(m, "actuator").kind.as<JointForce>().torque = Function(1); }},
    {"forces.actuator.force", "give `force` or `torque`", "", [](Model& m) { force(m, "actuator").kind = JointForce{}; }},
    {"forces.mount.bodies", "needs `bodies`", "", [](Model& m) { force(m, "mount").bodies.reset(); }},
    {"forces.mount.at", "needs `at`", "", [](Model& m) { force(m, "mount").at.reset(); }},
    {"forces.mount.stiffness", "no stiffness", "", [](Model& m) { force(m, "mount").kind = Bushing{}; }},
    {"forces.mount.matrix", "not both", "",
     [](Model& m) { force(m, "mount").kind.as<Bushing>().matrix = std::array<Bushing::Six, 6>{}; }},
    {"forces.mount.orientation", "unit length", "",
     [](Model& m) {
       force(m, "mount").orientation = Orientation{};
       force(m, "mount").orientation->quaternion *= 2;
     }},
    // states, inputs, events
    {"inputs.u", "depends on the motion", "", [](Model& m) { m.inputs[0].value = Function("hinge.angle"); }},
    {"states.charge.initial", "finite", "", [](Model& m) { m.states[0].initial = nan; }},
    {"states.crank", "used already in `bodies`", "", [](Model& m) { m.states[0].name = "crank"; }},
    {"events.touch.when", "unknown name", "`tip.z`", [](Model& m) { m.events[0].when = Function("tip.zz < 0"); }},
    {"events.touch.activate[0]", "unknown element `bal`", "`ball`", [](Model& m) { m.events[0].activate = {"bal"}; }},
    {"events.touch.activate[0]", "`rod` is in `bodies`", "", [](Model& m) { m.events[0].activate = {"rod"}; }},
    {"events.touch.deactivate[0]", "activated by the same event", "", [](Model& m) { m.events[0].deactivate = {"ball"}; }},
    {"events.touch.set.u", "unknown state `u` (that name is in `inputs`)", "", [](Model& m) { m.events[0].set[0].first = "u"; }},
    {"events.touch.set.charge", "unknown name", "", [](Model& m) { m.events[0].set[0].second = Function("chrge"); }},
    {"events.touch.activate", "only a switch", "`do: switch`", [](Model& m) { m.events[0].action = EventAction::stop; }},
    {"events.touch.activate", "changes nothing", "",
     [](Model& m) {
       m.events[0].activate.clear();
       m.events[0].deactivate.clear();
       m.events[0].set.clear();
     }},
    // names of subsystems
    {"outputs.left..x", "is not a name", "", [](Model& m) { m.outputs[1].name = "left..x"; }},
    {"outputs.crank.x", "`crank` is an element of `bodies`", "", [](Model& m) { m.outputs[1].name = "crank.x"; }},
    // planar models
    {"dimension", "2 or 3", "", [](Model& m) { m.dimension = 4; }},
    {"gravity", "not in the plane", "z = 0", [](Model& m) { m.dimension = 2; }},
    {"points.A", "not in the plane", "", [](Model& m) { m.dimension = 2; }},
    {"joints.ball", "no `spherical`", "revolute, prismatic", [](Model& m) { m.dimension = 2; }},
    {"bodies.crank.inertia", "plane body", "planar_inertia", [](Model& m) { m.dimension = 2; }},
    {"forces.push.direction", "not in the plane", "", [](Model& m) { m.dimension = 2; }},
    {"forces.mount.stiffness", "not in the plane", "", [](Model& m) { m.dimension = 2; }},
    {"bodies.rod.orientation", "not its angle", "planar_orientation",
     [](Model& m) {
       m.dimension = 2;
       m.bodies[1].orientation.angle = 1;
     }},
    {"joints.hinge.axis", "about z", "leave",
     [](Model& m) {
       m.dimension = 2;
       m.joints[0].axis->axis = Vector3(1, 0, 0);
     }},
    {"forces.spring.to", "needs `to`", "", [](Model& m) { m.forces[0].to.reset(); }},
    {"forces.spring.to.body", "both ends", "", [](Model& m) { m.forces[0].to->body = "ground"; }},
    {"forces.spring.from.body", "unknown body", "`crank`", [](Model& m) { m.forces[0].from->body = "crnk"; }},
    {"forces.spring.body", "does not use `body`", "", [](Model& m) { m.forces[0].body = "rod"; }},
    {"forces.push.body", "needs `body`", "", [](Model& m) { m.forces[1].body = ""; }},
    {"forces.push.body", "no effect", "", [](Model& m) { m.forces[1].body = "ground"; }},
    {"forces.push.components", "not both", "",
     [](Model& m) {
       load(m).components = {0.0, 0.0, 0.0};
     }},
    {"forces.push.direction", "needs `direction`", "", [](Model& m) { load(m).direction.reset(); }},
    {"forces.push.components", "load is missing", "components", [](Model& m) { load(m) = {}; }},
    {"forces.push.direction", "zero length", "", [](Model& m) { load(m).direction->axis = Vector3::Zero(); }},
    {"forces.spring.force", "unknown name `lenght`", "`length`", [](Model& m) { spring(m).force = Function("lenght"); }},
    {"forces.spring.force", "unknown name `hing.angle`", "`hinge.angle`",
     [](Model& m) { spring(m).force = Function("hing.angle"); }},
    {"forces.spring.force", "known only after the forces", "", [](Model& m) { spring(m).force = Function("hinge.fx"); }},
    {"forces.spring.force", "known only after the forces", "", [](Model& m) { spring(m).force = Function("power"); }},
    {"forces.spring.force", "known only after the forces", "", [](Model& m) { spring(m).force = Function("crank.ax"); }},
    {"forces.push.magnitude", "unknown name `length`", "", [](Model& m) { load(m).magnitude = Function("length"); }},
    {"forces.spring.force", "is no unit", "", [](Model& m) { spring(m).force = Function("3 k"); }},
    // sensors
    {"sensors.tip.body", "unknown body", "", [](Model& m) { m.sensors[0].body = "xyz"; }},
    {"sensors.tip.relative_to", "unknown body", "`rod`", [](Model& m) { m.sensors[0].relative_to = "rot"; }},
    {"sensors.tip.axis", "zero length", "", [](Model& m) { m.sensors[0].axis->axis = Vector3::Zero(); }},
    // outputs and cycles
    {"outputs.half", "unknown name", "`spring.length`", [](Model& m) { m.outputs[0].value = Function("spring.lenght"); }},
    {"outputs.half", "half -> power -> half", "", [](Model& m) { m.outputs[0].value = Function("power"); }},
    {"outputs.half", "half -> push -> half", "", [](Model& m) { m.outputs[0].value = Function("push.fx"); }},
    {"forces.spring.force", "spring -> spring", "", [](Model& m) { spring(m).force = Function("spring.force"); }},
    {"outputs.half", "time derivative", "", [](Model& m) { m.outputs[0].value = Function("der(hinge.fx)"); }},
    // analysis
    {"analysis.type", "unknown type", "`dynamics`", [](Model& m) { m.analysis->type = "dynamic"; }},
    {"analysis.integrator", "unknown integrator", "`dopri5`", [](Model& m) { m.analysis->integrator = "dorpi5"; }},
    {"analysis.duration", "positive", "", [](Model& m) { m.analysis->duration = -1; }},
    {"analysis.tolerance.relative", "positive", "", [](Model& m) { m.analysis->tolerance.relative = 0; }},
    {"analysis.weights.hinge", "unknown body", "", [](Model& m) { m.analysis->weights = {{"hinge", 1}}; }},
    {"analysis.weights.rod", "positive", "", [](Model& m) { m.analysis->weights = {{"rod", 0}}; }},
    {"analysis.independent[0]", "no coordinate", "", [](Model& m) { m.analysis->independent = {"link"}; }},
    {"analysis.independent[1]", "named twice", "",
     [](Model& m) {
       m.analysis->independent = {"guide", "guide"};
     }},
    {"analysis.baumgarte.beta", "positive", "", [](Model& m) { m.analysis->baumgarte = BaumgarteOptions{10, 0}; }},
    {"analysis.penalty.mu", "positive", "",
     [](Model& m) {
       m.analysis->penalty = PenaltyOptions{1, 1, -1};
     }},
    {"analysis.equilibrium.find[0]", "unknown parameter", "`k`", [](Model& m) { m.analysis->equilibrium->find = {"kk"}; }},
    {"analysis.equilibrium.so_that", "1 unknown parameters and 2 conditions", "",
     [](Model& m) { m.analysis->equilibrium->so_that.push_back("rod.y == 30 mm"); }},
    {"analysis.equilibrium.radius", "belongs to a steady turn", "", [](Model& m) { m.analysis->equilibrium->radius = 50; }},
    {"analysis.equilibrium.radius", "given more than once", "",
     [](Model& m) {
       m.analysis->equilibrium->kind = EquilibriumKind::turning;
       m.analysis->equilibrium->radius = m.analysis->equilibrium->lateral_acceleration = 4;
     }},
    {"analysis.equilibrium.speed", "positive", "",
     [](Model& m) {
       m.analysis->equilibrium->kind = EquilibriumKind::turning;
       m.analysis->equilibrium->speed = 0;
     }},
    {"analysis.equilibrium.steer", "unknown driver or parameter", "",
     [](Model& m) {
       m.analysis->equilibrium->kind = EquilibriumKind::turning;
       m.analysis->equilibrium->steer = "kk";
     }},
    {"analysis.equilibrium.steer", "is held", "",
     [](Model& m) {
       m.analysis->equilibrium->kind = EquilibriumKind::turning;
       m.analysis->equilibrium->steer = "k";
     }},
    {"analysis.equilibrium.so_that[0]", "is no condition", "", [](Model& m) { m.analysis->equilibrium->so_that = {"rod.x"}; }},
    {"analysis.equilibrium.so_that[0]", "unknown name", "`rod.x`",
     [](Model& m) { m.analysis->equilibrium->so_that = {"rod.xx == 3"}; }},
    {"analysis.equilibrium.starts", "at least 1", "", [](Model& m) { m.analysis->equilibrium->starts = 0; }},
    {"analysis.inverse_dynamics.actuators[0]", "unknown joint", "`guide`",
     [](Model& m) { m.analysis->inverse_dynamics->actuators = {"guid"}; }},
    {"analysis.modes.inputs[0]", "unknown input", "", [](Model& m) { m.analysis->modes->inputs = {"rod"}; }},
    {"analysis.modes.outputs[0]", "no column `tip.w`", "`tip.", [](Model& m) { m.analysis->modes->outputs = {"tip.w"}; }},
    {"analysis.modes.frequencies.to", "exceed", "", [](Model& m) { m.analysis->modes->frequencies->to = 0.01; }},
    {"analysis.modes.frequencies.points", "at least 2", "", [](Model& m) { m.analysis->modes->frequencies->points = 1; }},
    {"analysis.modes.frequencies.points", "at most 100000", "", [](Model& m) { m.analysis->modes->frequencies->points = 1000000; }},
    {"analysis.output_step", "rows", "",
     [](Model& m) {
       m.analysis->duration = 1e6;
       m.analysis->output_step = 1e-11;
     }},
};

TEST(Validate, SaysEveryFaultAtItsPlace) { expect_said(cases); }

// A pendulum in the plane, made by a program.
TEST(Validate, PlanarModel) {
  Model model;
  model.dimension = 2;
  model.gravity = default_gravity(2);
  Body& rod = model.bodies.emplace_back();
  rod.name = "rod";
  rod.mass = 1;
  rod.inertia = planar_inertia(0.3);
  rod.orientation = planar_orientation(7);
  rod.position = Point{{1, 2, 0}, ""};
  model.joints = {make_joint("pin", Revolute{}, "ground", "rod")};
  model.joints[0].axis = Direction{};
  for (const Fault& fault : validate(model)) ADD_FAILURE() << to_string(fault);
  model.bodies[0].position->at[2] = 1e-3;
  ASSERT_EQ(validate(model).size(), 1u);
  EXPECT_EQ(validate(model)[0].where, "bodies.rod.position");
}

TEST(Validate, SaysAllFaultsTogether) {
  Model model = good_model();
  model.bodies[0].mass = -1;
  model.joints[0].axis->axis = Vector3::Zero();
  model.sensors[0].body = "nowhere";
  EXPECT_EQ(validate(model).size(), 3u);
}

TEST(Initial, FindsByName) {
  Initial initial;
  initial["speed2"] = 3;
  ASSERT_NE(initial.find("speed2"), nullptr);
  EXPECT_EQ(*initial.find("speed2"), 3);
  EXPECT_EQ(initial.find("angle"), nullptr);
}

std::string names(const std::vector<ColumnInfo>& columns, const std::string& owner) {
  std::string text;
  for (const ColumnInfo& column : columns)
    if (column.name.starts_with(owner + '.')) text += column.name.substr(owner.size() + 1) + ' ';
  return text;
}

TEST(Columns, AreThoseOfTheFormatInItsOrder) {
  const std::vector<ColumnInfo> columns = list_columns(good_model());
  EXPECT_EQ(columns.front().name, "t");
  EXPECT_EQ(names(columns, "crank"), "x y z e0 e1 e2 e3 vx vy vz wx wy wz ax ay az alx aly alz ");
  EXPECT_EQ(names(columns, "tip"), "x y z vx vy vz ax ay az ux uy uz ");
  EXPECT_EQ(names(columns, "hinge"), "angle speed fx fy fz tx ty tz ");
  EXPECT_EQ(names(columns, "guide"), "position rate fx fy fz tx ty tz ");
  EXPECT_EQ(names(columns, "cross"), "angle speed angle2 speed2 fx fy fz tx ty tz ");
  EXPECT_EQ(names(columns, "ball"), "rx rx_rate ry ry_rate rz rz_rate fx fy fz tx ty tz ");
  EXPECT_EQ(names(columns, "motor"), "value torque ");
  EXPECT_EQ(names(columns, "keep"), "effort ");
  EXPECT_EQ(names(columns, "spring"), "length rate force ");
  EXPECT_EQ(names(columns, "push"), "fx fy fz tx ty tz ");
  EXPECT_EQ(names(columns, "energy"), "kinetic potential total ");
  EXPECT_EQ(names(columns, "violation"), "position velocity ");
  std::string order;
  for (const ColumnInfo& column : columns) {
    const std::string owner = column.name.substr(0, column.name.find('.'));
    if (!order.ends_with(' ' + owner)) order += ' ' + owner;
  }
  EXPECT_EQ(order,
            " t crank rod slider tip hinge cross guide ball mesh rack sum link screw wheel sleeve motor keep nut spring push coil"
            " actuator mount u charge half power energy violation");
}

TEST(Columns, KnowRatesLevelsAndDimensions) {
  const Model model = good_model();
  const Vocabulary vocabulary(model);
  const auto column = [&](const char* name) { return vocabulary.columns()[vocabulary.find(name)]; };
  EXPECT_EQ(column("crank.wx").rate, "crank.alx");
  EXPECT_EQ(column("spring.length").rate, "spring.rate");
  EXPECT_EQ(column("hinge.speed").rate, "");
  EXPECT_EQ(column("hinge.speed").dimension, dimension::angular_speed);
  EXPECT_EQ(column("keep.effort").dimension, dimension::force);
  EXPECT_EQ(column("half").level, Level::position);
  EXPECT_EQ(column("power").level, Level::reaction);
  EXPECT_EQ(vocabulary.level(vocabulary.rate(vocabulary.find("half"))), Level::velocity);
  EXPECT_EQ(vocabulary.rate(vocabulary.find("power")), Expression::rate_unknown);  // no rate of motor.torque
  EXPECT_EQ(vocabulary.rate(vocabulary.find("t")), Expression::rate_one);
}

TEST(SortDependencies, OrdersAndFindsCycles) {
  EXPECT_EQ(sort_dependencies({{1}, {2}, {}}).sorted, (std::vector<int>{2, 1, 0}));
  const DependencyOrder order = sort_dependencies({{1}, {2}, {1}, {}});
  EXPECT_EQ(order.sorted, std::vector<int>{3});
  EXPECT_EQ(order.cycle.size(), 2u);
  std::vector<std::vector<int>> chain(100000);
  for (int i = 0; i + 1 < 100000; ++i) chain[i] = {i + 1};
  EXPECT_EQ(sort_dependencies(chain).sorted.size(), chain.size());  // no recursion
}

}  // namespace
}  // namespace bricard
