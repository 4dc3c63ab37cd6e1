#include "bricard/vehicle/rig_model.hpp"

#include <algorithm>
#include <set>

#include "bricard/core/text.hpp"
#include "bricard/elements/forces/anti_roll_bar.hpp"
#include "bricard/elements/forces/applied_force.hpp"
#include "bricard/elements/forces/applied_torque.hpp"
#include "bricard/elements/forces/bushing.hpp"
#include "bricard/elements/forces/rotational_spring_damper.hpp"
#include "bricard/elements/forces/spring_damper.hpp"
#include "bricard/model/functions.hpp"
#include "bricard/model/structure.hpp"

namespace bricard::vehicle {

namespace {

// Of a joint, or of the joints it couples.
std::vector<std::string> bodies_of(const Model& model, const Joint& joint) {
  std::vector<std::string> bodies;
  if (joint.joints.empty()) bodies = {joint.bodies[0], joint.bodies[1]};
  for (const std::string& coupled : joint.joints)
    if (const int i = index_of(model.joints, coupled.substr(0, coupled.find('.'))); i >= 0)
      for (const std::string& body : model.joints[i].bodies) bodies.push_back(body);
  for (const std::string& coupled : joint.joints)
    if (const int i = index_of(model.joints, coupled); i >= 0)
      for (const std::string& body : model.joints[i].bodies) bodies.push_back(body);
  return bodies;
}

std::vector<std::string> bodies_of(const Model& model, const Force& force) {
  std::vector<std::string> bodies;
  if (force.from) bodies.push_back(force.from->body);
  if (force.to) bodies.push_back(force.to->body);
  if (force.bodies) bodies.insert(bodies.end(), force.bodies->begin(), force.bodies->end());
  std::vector<std::string> coordinates{force.joint};
  if (force.joints) coordinates.insert(coordinates.end(), force.joints->begin(), force.joints->end());
  for (const Joint& joint : model.joints)
    for (const std::string& coordinate : coordinates)
      if (coordinate == joint.name || coordinate.starts_with(joint.name + '.'))
        bodies.insert(bodies.end(), joint.bodies.begin(), joint.bodies.end());
  return bodies;
}

// What holds bodies against each other and needs no road: springs, bars and bushings. Loads and tires are the rig's.
bool is_elastic(const Force& force) {
  return force.kind.is<AntiRollBar>() || force.kind.is<SpringDamper>() || force.kind.is<RotationalSpringDamper>() || force.kind.is<Bushing>();
}

class RigBuilder {
 public:
  RigBuilder(const Model& model, const Vehicle& vehicle, const Axle& axle) : vehicle_(vehicle), axle_(axle) { rig_.model = model; }

  RigModel build() {
    Model& model = rig_.model;
    model.analysis.reset();
    model.events.clear();
    model.gravity = {};
    for (Force& force : model.forces) force.active = force.active && is_elastic(force);
    hold_chassis();
    keep_the_axle();
    replace_drivers();
    return std::move(rig_);
  }

 private:
  bool is_held(const std::string& body) const { return body == "ground" || body == vehicle_.chassis; }

  void hold_chassis() {
    if (vehicle_.chassis == "ground") return;
    Model& model = rig_.model;
    std::erase_if(model.joints, [&](const Joint& joint) { return joint.joints.empty() && is_held(joint.bodies[0]) && is_held(joint.bodies[1]); });
    std::erase_if(model.constraints, [&](const Constraint& each) { return is_held(each.bodies[0]) && is_held(each.bodies[1]); });
    Joint hold;
    hold.name = "rig_holds_chassis";
    hold.kind = JointKind(*JointKind::find("fixed"));
    hold.bodies = {"ground", vehicle_.chassis};
    hold.at = Point{};
    model.joints.push_back(hold);
  }

  // Bodies that hang together with the carriers and the steering without going through the chassis.
  std::set<std::string> bodies_of_axle() const {
    const Model& model = rig_.model;
    std::set<std::string> found;
    for (const auto& wheel : {axle_.left, axle_.right})
      if (wheel) found.insert(wheel->carrier);
    for (const Joint& joint : model.joints)
      if (joint.name == axle_.steered_by)
        for (const std::string& body : joint.bodies)
          if (!is_held(body)) found.insert(body);
    const auto take = [&](const std::vector<std::string>& bodies) {
      const bool touches = std::any_of(bodies.begin(), bodies.end(), [&](const std::string& body) { return found.count(body) > 0; });
      if (touches)
        for (const std::string& body : bodies)
          if (!is_held(body)) found.insert(body);
    };
    for (std::size_t size = 0; size != found.size();) {
      size = found.size();
      for (const Joint& joint : model.joints)
        if (joint.active) take(bodies_of(model, joint));
      for (const Constraint& each : model.constraints)
        if (each.active) take({each.bodies[0], each.bodies[1]});
      for (const Force& force : model.forces)
        if (force.active) take(bodies_of(model, force));
    }
    return found;
  }

  // Without the rest of the vehicle, unless something names it.
  void keep_the_axle() {
    const Model whole = rig_.model;
    Model& model = rig_.model;
    model.outputs.clear();
    std::erase_if(model.forces, [](const Force& force) { return !force.active; });
    const std::set<std::string> kept = bodies_of_axle();
    const auto is_kept = [&](const std::string& body) { return body.empty() || is_held(body) || kept.count(body) > 0; };
    const auto are_kept = [&](const std::vector<std::string>& bodies) { return std::all_of(bodies.begin(), bodies.end(), is_kept); };
    std::erase_if(model.forces, [&](const Force& force) { return !are_kept(bodies_of(whole, force)); });
    std::erase_if(model.joints, [&](const Joint& joint) { return !are_kept(bodies_of(whole, joint)); });
    std::erase_if(model.constraints, [&](const Constraint& each) { return !is_kept(each.bodies[0]) || !is_kept(each.bodies[1]); });
    std::erase_if(model.sensors, [&](const Sensor& sensor) { return !is_kept(sensor.body) || !is_kept(sensor.relative_to); });
    std::erase_if(model.bodies, [&](const Body& body) { return !is_kept(body.name); });
    std::erase_if(model.drivers, [&](const Driver& driver) {
      return !is_kept(driver.body) || (!driver.joint.empty() && index_of(model.joints, driver.joint) < 0);
    });
    if (!check_structure(model).empty() || !check_functions(model).empty()) model = whole;
  }

  // A driver of a joint goes on holding it where it is; a driver of a body was a rig of the user's own.
  void replace_drivers() {
    Model& model = rig_.model;
    std::erase_if(model.drivers, [&](const Driver& driver) {
      return !driver.active || !driver.body.empty() || driver.joint == axle_.steered_by;
    });
    for (Driver& driver : model.drivers)
      if (Function* function = driver.function()) *function = Function(0.0);
    const auto hold = [&](int input, const std::optional<Wheel>& wheel, const char* name) {
      if (!wheel) return;
      Driver& driver = model.drivers.emplace_back();
      driver.name = name;
      driver.body = wheel->carrier;
      driver.at = Point{wheel->center, ""};
      driver.coordinate = DrivenCoordinate::z;
      driver.value = Function(wheel->center[2]);
      rig_.drivers[input] = static_cast<int>(model.drivers.size()) - 1;
      rig_.designed[input] = wheel->center[2];
      const auto load = [&](auto kind, int first) {
        kind.components.emplace();
        for (int i = 0; i < 3; ++i) {
          model.inputs.push_back({rig_load(input, first + i), Function(0.0)});
          (*kind.components)[i] = Function(rig_load(input, first + i));
        }
        Force& force = model.forces.emplace_back();
        force.name = rig_load(input, first) + "_acts";
        force.kind = ForceKind(kind);
        force.body = wheel->carrier;
        if (first == 0) force.at = Point{wheel->center, ""};
      };
      load(AppliedForce{}, 0);
      load(AppliedTorque{}, 3);
    };
    hold(0, axle_.left, rig_lifts_left);
    hold(1, axle_.right, rig_lifts_right);
    const int steering = axle_.steered_by.empty() ? -1 : index_of(model.joints, axle_.steered_by);
    if (steering < 0) return;
    const auto coordinates = coordinates_of(model, model.joints[steering]);
    if (coordinates.size() != 1)
      throw Error("vehicle." + axle_.name + ".steered_by",
                  quoted(axle_.steered_by) + " has " + std::to_string(coordinates.size()) + " coordinates, so it does not say what steers",
                  "name the guide of the rack (prismatic) or the joint of the steering arm (revolute)");
    Driver& driver = model.drivers.emplace_back();
    driver.name = rig_steers;
    driver.joint = axle_.steered_by;
    driver.prescribed[coordinates[0].name] = Function(0.0);
    rig_.drivers[2] = static_cast<int>(model.drivers.size()) - 1;
    rig_.steers_angle = coordinates[0].is_angle;
  }

  const Vehicle& vehicle_;
  const Axle& axle_;
  RigModel rig_;
};

}  // namespace

std::string rig_load(int side, int component) {
  constexpr std::array components{"x", "y", "z", "about_x", "about_y", "about_z"};
  return std::string(side == 0 ? "rig_load_left_" : "rig_load_right_") + components[component];
}

RigModel rig_model(const Model& model, const Vehicle& vehicle, const Axle& axle) { return RigBuilder(model, vehicle, axle).build(); }

}  // namespace bricard::vehicle
