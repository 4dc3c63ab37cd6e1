#include "bricard/vehicle/maneuver_model.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bricard/core/text.hpp"
#include "bricard/elements/forces/applied_torque.hpp"
#include "bricard/elements/forces/joint_force.hpp"
#include "bricard/elements/forces/tire.hpp"
#include "bricard/model/references.hpp"

namespace bricard::vehicle {

namespace {

// The controller of the speed: a force m/T (e + ∫e/T_i).
constexpr double speed_time = 0.4, speed_integral_time = 1.5;  // s
// The hands of a driver who watches: a lag, and a spring with damper to the steered joint.
constexpr double hand_time = 0.08;                                    // s
constexpr double hand_stiffness = 1e6, hand_damping = 1.5e4;          // N/m, N s/m
constexpr double hand_rotational_stiffness = 2e4, hand_rotational_damping = 2e2;  // N m/rad, N m s/rad
constexpr double brake_speed = 0.5;                                   // rad/s of a wheel, over which a brake's torque turns its sign

Vector3 design_axis(const Model& model, const Joint& joint) {
  if (!joint.axis) return {};
  const int body = index_of(model.bodies, joint.axis->body);
  if (body < 0) return joint.axis->axis.normalized();
  const Quaternion& e = model.bodies[body].orientation.quaternion;
  const Vector3 u{e[1], e[2], e[3]}, v = joint.axis->axis;
  return (v + 2.0 * (e[0] * u.cross(v) + u.cross(u.cross(v)))).normalized();
}

}  // namespace

ManeuverModel::ManeuverModel(const Model& model, const Vehicle& vehicle, const ManeuverOptions&) : model_(model), vehicle_(vehicle) {
  std::vector<Fault> faults;
  const auto fault = [&](std::string where, std::string what, std::string hint) {
    faults.push_back({{}, std::move(where), std::move(what), std::move(hint)});
  };
  if (vehicle.chassis == "ground")
    fault("vehicle.chassis", "the chassis of a vehicle that drives is a body", "chassis: car");
  for (const Body& body : model.bodies) mass_ += body.mass;
  double drive = 0, front_x = 0, rear_x = 0;
  for (const Axle& axle : vehicle.axles) {
    drive += axle.drive_share;
    if (axle.is_front() && !axle.steered_by.empty()) steered_ = axle.steered_by;
    for (const std::optional<Wheel>* side : {&axle.left, &axle.right}) {
      if (!*side) {
        fault("vehicle." + axle.name, "the axle has only one wheel", "left and right");
        continue;
      }
      const Wheel& wheel = **side;
      (axle.is_front() ? front_x : rear_x) += wheel.center[0] / 2;
      if (axle.is_front()) track_ += std::abs(wheel.center[1]);
      const Force* tire = nullptr;
      for (const Force& force : model.forces)
        if (force.kind.is<Tire>() && force.carrier == wheel.carrier) tire = &force;
      if (!tire) {
        fault(wheel.role, "no tire is on the carrier " + quoted(wheel.carrier), "forces: {tire: {type: tire, carrier: " + wheel.carrier + ", wheel: ..}}");
        continue;
      }
      Driven driven;
      driven.wheel = tire->wheel;
      driven.carrier = wheel.carrier;
      driven.axis = wheel.axis;
      driven.radius = wheel.radius;
      driven.drive = axle.drive_share / 2;
      driven.brake = (axle.has_brake_share ? axle.brake_share : 0.5) / 2;
      for (const Joint& joint : model.joints) {
        const bool ahead = joint.bodies[0] == wheel.carrier && joint.bodies[1] == tire->wheel;
        const bool behind = joint.bodies[1] == wheel.carrier && joint.bodies[0] == tire->wheel;
        if (joint.kind->type != "revolute" || !(ahead || behind)) continue;
        driven.hub = joint.name;
        driven.sense = (design_axis(model, joint).dot(wheel.axis) > 0 ? 1 : -1) * (ahead ? 1 : -1);
      }
      if (driven.hub.empty())
        fault(wheel.role, "no hinge joins the wheel " + quoted(tire->wheel) + " and its carrier " + quoted(wheel.carrier),
              "the wheels of a vehicle that drives spin on a revolute joint");
      wheels_.push_back(std::move(driven));
    }
  }
  wheelbase_ = vehicle.wheelbase.value_or(front_x - rear_x);
  if (vehicle.axles.size() < 2) fault("vehicle", "a vehicle that drives has a front and a rear axle", "rear: {left: rl, right: rr}");
  if (steered_.empty())
    fault("vehicle.front", "what steers the front wheels is missing", "steered_by: rack_guide, a joint whose coordinate steers");
  if (!(drive > 0)) fault("vehicle.drive", "which axle is driven is missing", "drive: {rear: 1, torque_on: chassis}");
  if (const int joint = index_of(model.joints, steered_); joint >= 0) {
    const auto coordinates = coordinates_of(model, model.joints[joint]);
    if (coordinates.empty())
      fault("vehicle.front.steered_by", quoted(steered_) + " has no coordinate", "a slide or a hinge");
    else
      coordinate_ = coordinates[0].name, steers_by_angle_ = coordinates[0].is_angle;
  }
  if (!faults.empty()) throw Error(std::move(faults));
}

std::string ManeuverModel::text(double si, Dimension dimension) const { return to_text(si / model_.units.factor(dimension)); }

// What is told of the vehicle's motion, in axes that turn with its heading and stay level.
void ManeuverModel::measure(Model& model) const {
  const auto sensor = [&](const std::string& name, const std::string& body, const Vector3& axis, const std::string& relative_to) {
    Sensor& added = model.sensors.emplace_back();
    added.name = name;
    added.body = body;
    added.axis = Direction{axis, {}};
    added.relative_to = relative_to;
  };
  const bool degrees = model.units.angle == "deg";
  const std::string atan2 = degrees ? "atan2d" : "atan2", asin = degrees ? "asind" : "asin";
  const auto output = [&](const std::string& name, std::string text) {
    Output& added = model.outputs.emplace_back();
    added.name = "maneuver." + name;
    added.value = Function(std::move(text));
  };
  const std::string f = "maneuver.forward", l = "maneuver.left";
  sensor(f, vehicle_.chassis, {1, 0, 0}, "");
  sensor(l, vehicle_.chassis, {0, 1, 0}, "");
  const std::string along = fmt::format("({0}.vx*{0}.ux + {0}.vy*{0}.uy)", f), across = fmt::format("({0}.vy*{0}.ux - {0}.vx*{0}.uy)", f);
  const std::string level = fmt::format("sqrt({0}.ux^2 + {0}.uy^2)", f);
  output("speed", along + "/" + level);
  output("sideslip", fmt::format("{}({}, {})", atan2, across, along));
  output("yaw_rate", vehicle_.chassis + ".wz");
  output("yaw", fmt::format("{0}({1}.uy, {1}.ux)", atan2, f));
  output("lateral_acceleration", fmt::format("({0}.ay*{0}.ux - {0}.ax*{0}.uy)/{1}", f, level));
  output("longitudinal_acceleration", fmt::format("({0}.ax*{0}.ux + {0}.ay*{0}.uy)/{1}", f, level));
  output("roll", fmt::format("{}({}.uz)", asin, l));
  output("pitch", fmt::format("-{}({}.uz)", asin, f));
  for (const Axle& axle : vehicle_.axles) {
    if (!axle.is_front()) continue;
    for (const auto& [wheel, name] : {std::pair(&*axle.left, "left"), std::pair(&*axle.right, "right")}) {
      const std::string spin = std::string("maneuver.spin_") + name;
      sensor(spin, wheel->carrier, wheel->axis, vehicle_.chassis);
      output(std::string("wheel_angle_") + name, fmt::format("{0}(-{1}.ux, {1}.uy)", atan2, spin));
    }
  }
  output("wheel_angle", "(maneuver.wheel_angle_left + maneuver.wheel_angle_right)/2");
  output("steer", steered_ + '.' + coordinate_);
}

// Whoever moved the steered joint before leaves it.
void ManeuverModel::steer(Model& model, const Command& command) const {
  std::erase_if(model.drivers, [&](const Driver& driver) { return driver.joint == steered_; });
  std::erase_if(model.forces, [&](const Force& force) { return force.kind.is<JointForce>() && (force.joint == steered_ || force.joint == steered_ + '.' + coordinate_); });
  if (!command.follows) {
    Driver& driver = model.drivers.emplace_back();
    driver.name = "maneuver.steering";
    driver.joint = steered_;
    driver.prescribed[coordinate_] = Function(command.steer);
    return;
  }
  namespace d = dimension;
  StateEquation& hands = model.states.emplace_back();
  hands.name = "maneuver.hands";
  hands.derivative = Function(fmt::format("({} - maneuver.hands)/{}", command.steer, text(hand_time, d::time)));
  const std::string column = steered_ + '.' + coordinate_, rate = steered_ + '.' + std::string(coordinates_of(model_, model_.joints[index_of(model_.joints, steered_)])[0].rate);
  const auto k = steers_by_angle_ ? text(hand_rotational_stiffness, d::rotational_stiffness) : text(hand_stiffness, d::stiffness);
  const auto c = steers_by_angle_ ? text(hand_rotational_damping, d::rotational_damping) : text(hand_damping, d::damping);
  JointForce force;
  const Function law(fmt::format("{}*(maneuver.hands - {}) - {}*{}", k, column, c, rate));
  (steers_by_angle_ ? force.torque : force.force) = law;
  Force& arm = model.forces.emplace_back();
  arm.name = "maneuver.arm";
  arm.kind = force;
  arm.joint = column;
}

// Torque on the wheels by their shares: at the hub, with its reaction on the carrier, or through a shaft, on the chassis. Brakes hold
// the wheel to its carrier.
void ManeuverModel::drive(Model& model, const Command& command) const {
  namespace d = dimension;
  std::string force = command.drive_force;
  if (command.speed) {
    const double kp = mass_ / speed_time, ki = kp / speed_integral_time;
    StateEquation& integral = model.states.emplace_back();
    integral.name = "maneuver.speed_integral";
    integral.derivative = Function(fmt::format("{} - maneuver.speed", text(*command.speed, d::speed)));
    force = fmt::format("{}*({} - maneuver.speed) + {}*maneuver.speed_integral", text(kp, d::force / d::speed), text(*command.speed, d::speed),
                        text(ki, d::force / d::length));
    if (command.speed_until)
      force = fmt::format("({})*(1 - step5(t, {}, 0, {}, 1))", force, text(*command.speed_until, d::time), text(*command.speed_until + 0.1, d::time));
    if (!command.drive_force.empty()) force += " + " + command.drive_force;
  }
  const auto output = [&](const char* name, const std::string& text) {
    Output& added = model.outputs.emplace_back();
    added.name = name;
    added.value = Function(text);
  };
  if (!force.empty()) output("maneuver.drive_force", force);
  if (!command.brake_force.empty()) output("maneuver.brake_force", command.brake_force);
  const bool on_hub = std::any_of(vehicle_.axles.begin(), vehicle_.axles.end(), [](const Axle& axle) { return axle.torque_on_hub; });
  for (const Driven& wheel : wheels_) {
    const auto add = [&](const std::string& name, ForceKind kind) -> Force& {
      Force& added = model.forces.emplace_back();
      std::string hub = wheel.hub;
      std::replace(hub.begin(), hub.end(), '.', '_');
      added.name = "maneuver." + name + '_' + hub;
      added.kind = std::move(kind);
      return added;
    };
    if (!force.empty() && wheel.drive > 0) {
      const std::string torque = text(wheel.drive * wheel.radius, d::length) + "*maneuver.drive_force";
      if (on_hub) {
        JointForce at_hub;
        at_hub.torque = Function((wheel.sense < 0 ? "-" : "") + torque);
        add("drive", at_hub).joint = wheel.hub;
      } else {
        for (const bool reaction : {false, true}) {
          AppliedTorque on_body;
          on_body.frame = ForceFrame::body;
          on_body.magnitude = Function((reaction ? "-" : "") + torque);
          on_body.direction = Direction{wheel.axis, {}};
          add(reaction ? "drive_reaction" : "drive", on_body).body = reaction ? vehicle_.chassis : wheel.wheel;
        }
      }
    }
    if (!command.brake_force.empty() && wheel.brake > 0) {
      JointForce brake;
      brake.torque = Function(fmt::format("-{}*maneuver.brake_force*tanh({}.speed/{})", text(wheel.brake * wheel.radius, d::length), wheel.hub,
                                          text(brake_speed, d::angular_speed)));
      add("brake", brake).joint = wheel.hub;
    }
  }
}

Model ManeuverModel::with(const Command& command, double start_speed) const {
  Model model = model_;
  steer(model, command);
  measure(model);
  drive(model, command);
  for (Body& body : model.bodies) {
    body.velocity = Vector3{start_speed, 0, 0};
    body.angular_velocity = Vector3{};
    for (const Driven& wheel : wheels_)
      if (wheel.wheel == body.name && wheel.radius > 0) body.angular_velocity = (start_speed / wheel.radius) * wheel.axis;
  }
  for (Joint& joint : model.joints)
    if (joint.initial)
      std::erase_if(joint.initial->list, [&](const auto& each) {
        const CoordinateKey* key = find_coordinate_key(each.first);
        return key && key->is_rate;
      });
  return model;
}

}  // namespace bricard::vehicle
