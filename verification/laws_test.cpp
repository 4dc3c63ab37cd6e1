// Laws that hold for every mechanism: nothing changes when a whole model is turned and moved; the energy that bodies gain is the
// work of forces, drivers and moving constraints, so that joints do none; forces and joints between bodies leave momentum and
// angular momentum alone. On the model that has every element (every_element.bricard.yaml).
#include <set>

#include "bricard/elements/elements.hpp"
#include "bricard/io/yaml_reader.hpp"
#include "bricard/model/references.hpp"
#include "verification/cases.hpp"

namespace bricard {
namespace {

Model every_element() { return read_model(source_file("verification/every_element.bricard.yaml")); }

Vec3<double> vector_of(const Results& results, const std::string& prefix, int row) {
  return {value(results, prefix + "x", row), value(results, prefix + "y", row), value(results, prefix + "z", row)};
}
Eigen::Quaterniond orientation_of(const Results& results, const std::string& body, int row) {
  return {value(results, body + ".e0", row), value(results, body + ".e1", row), value(results, body + ".e2", row),
          value(results, body + ".e3", row)};
}

// ---- frame indifference -------------------------------------------------------------------------------------------------------

// Without what is tied to the global axes by its meaning: absolute drivers, `coordinate` constraints, global components, z in
// events.
Model without_global_axes() {
  Model model = every_element();
  const auto leave_out = [](auto& elements, std::initializer_list<const char*> names) {
    std::erase_if(elements, [&](const auto& e) { return std::find(names.begin(), names.end(), e.name) != names.end(); });
  };
  leave_out(model.constraints, {"level", "latch"});
  leave_out(model.drivers, {"hoist", "pull"});
  leave_out(model.forces, {"breeze"});
  model.events.clear();
  model.outputs.clear();
  return model;
}

Model turned_and_moved(Model model, const Eigen::Quaterniond& R, const Vec3<double>& by) {
  const auto turn = [&](auto& vector) {
    if (vector) *vector = R * eigen(*vector);
  };
  const auto point = [&](std::optional<Point>& p) {
    if (p && p->body.empty()) p->at = R * eigen(p->at) + by;
  };
  const auto direction = [&](std::optional<Direction>& d) {
    if (d && d->body.empty()) d->axis = R * eigen(d->axis);
  };
  const auto orientation = [&](Orientation& o) {
    const Eigen::Quaterniond q = R * Eigen::Quaterniond(o.quaternion[0], o.quaternion[1], o.quaternion[2], o.quaternion[3]);
    o.quaternion = {q.w(), q.x(), q.y(), q.z()};
  };
  model.gravity = R * eigen(model.gravity);
  for (NamedPoint& p : model.points) p.at = R * eigen(p.at) + by;
  for (Body& body : model.bodies) {
    point(body.position);
    orientation(body.orientation);
    turn(body.velocity);
    turn(body.angular_velocity);
  }
  // Points that default to the origin or to a center stay where they are in the mechanism.
  for (Joint& joint : model.joints) point(joint.at), point(joint.at2), direction(joint.axis), direction(joint.axis2);
  for (Constraint& c : model.constraints) point(c.at), point(c.at2), direction(c.axis), direction(c.axis2);
  for (Force& force : model.forces) {
    point(force.at);
    direction(force.axis);
    for (std::optional<End>* end : {&force.from, &force.to})
      if (*end && (*end)->at.body.empty()) (*end)->at.at = R * eigen((*end)->at.at) + by;
    force.kind.for_each_field([&](const auto&, auto& value) {
      if constexpr (requires { value->axis; }) direction(value);
    });
    if (force.kind.is<Bushing>()) {
      if (!force.orientation) force.orientation = Orientation{};
      orientation(*force.orientation);
    }
  }
  for (Sensor& sensor : model.sensors) point(sensor.at), direction(sensor.axis);
  return model;
}

// Columns of joint coordinates whose directions depend on the global axes, and of their rates.
std::set<std::string> columns_in_global_axes(const Model& model) {
  std::set<std::string> names;
  for (const Joint& joint : model.joints)
    for (const CoordinateName& each : coordinates_of(model, joint))
      if (each.along != CountedAlong::axis) {
        names.insert(joint.name + '.' + std::string(each.name));
        names.insert(joint.name + '.' + std::string(each.rate));
      }
  return names;
}

TEST(Laws, nothing_changes_when_everything_is_turned_and_moved) {
  const Eigen::Quaterniond R = Eigen::Quaterniond(0.5, -0.4, 0.3, 0.7).normalized();
  const Vec3<double> by(0.3, -0.5, 0.8);
  const Model here = without_global_axes(), there = turned_and_moved(here, R, by);
  const std::set<std::string> global = columns_in_global_axes(here);
  for (const std::string& coordinates : coordinate_sets_everywhere()) {
    if (coordinates != "relative" && !is_long()) continue;
    SCOPED_TRACE(coordinates);
    const Results a = run(here, timed(0.5, 0.05, coordinates, 1e-10)), b = run(there, timed(0.5, 0.05, coordinates, 1e-10));
    ASSERT_EQ(a.summary.outcome.status, Status::done) << a.summary.outcome.message;
    ASSERT_EQ(b.summary.outcome.status, Status::done) << b.summary.outcome.message;
    ASSERT_EQ(a.columns.size(), b.columns.size());
    int vectors = 0, scalars = 0;
    for (std::size_t c = 0; c < a.columns.size(); ++c) {
      const std::string& name = a.columns[c].name;
      if (global.contains(name)) continue;
      if (name.starts_with("violation") || name.starts_with("seen.") || name.starts_with("energy.potential")) continue;
      const std::string prefix = name.substr(0, name.size() - 1);
      const bool is_vector = name.ends_with('x') && a.column(prefix + "z") >= 0;
      if (a.column(prefix + "x") >= 0 && !is_vector) continue;  // y and z of a vector
      if (name.find(".e") != std::string::npos && name.size() - name.rfind(".e") == 3) {
        if (name.back() != '0') continue;  // quaternions are compared once
        const std::string body = name.substr(0, name.size() - 3);
        for (int row = 0; row < a.rows(); ++row)
          ASSERT_LT((R * orientation_of(a, body, row)).angularDistance(orientation_of(b, body, row)), 1e-6) << body << row;
        continue;
      }
      double largest = 1e-3, apart = 0;
      for (int row = 0; row < a.rows(); ++row) {
        if (is_vector) {
          Vec3<double> expected = R * vector_of(a, prefix, row);
          if (prefix.ends_with('.')) expected += by;
          largest = std::max(largest, expected.norm());
          apart = std::max(apart, (vector_of(b, prefix, row) - expected).norm());
        } else {
          const double shift = name == "energy.total" ? value(b, name, 0) - value(a, name, 0) : 0;
          largest = std::max(largest, std::abs(value(a, name, row)));
          apart = std::max(apart, std::abs(value(b, name, row) - shift - value(a, name, row)));
        }
      }
      EXPECT_LT(apart, 1e-6 * largest) << name;
      ++(is_vector ? vectors : scalars);
    }
    EXPECT_GT(vectors, 150);
    EXPECT_GT(scalars, 50);
  }
}

// ---- energy -------------------------------------------------------------------------------------------------------------------

// d/dt (kinetic energy + weight) = power of all force elements, drivers and constraints that move, each from its columns; joints
// and constraints at rest do not appear. Simpson's rule over fine rows.
TEST(Laws, energy_is_the_work_of_forces_and_drivers) {
  Model model = every_element();
  model.events.clear();
  const double step = 0.25e-3;
  const Results r = run(model, timed(0.5, step, "relative", 1e-10));
  ASSERT_EQ(r.summary.outcome.status, Status::done) << r.summary.outcome.message;
  const auto wrench = [&](const std::string& force, const std::string& at, const std::string& body, int row) {
    return vector_of(r, force + ".f", row).dot(vector_of(r, at + ".v", row)) +
           vector_of(r, force + ".t", row).dot(vector_of(r, body + ".w", row));
  };
  const std::pair<const char*, const char*> mounts[] = {
      {"bend_mount", "half_shaft"}, {"swinging_mount", "swinging"}, {"sliding_mount", "sliding"},
      {"hung_mount", "hung"},       {"tied_mount", "tied"},         {"bead_mount", "bead"},
      {"square_mount", "crosser"},  {"tilted_mount", "tilted"},     {"rider_mount", "floor_rider"}};
  const auto power = [&](int row) {
    const auto at = [&](const char* column) { return value(r, column, row); };
    const double t = at("t");
    double sum = -at("elastic.force") * at("elastic.rate") - at("law.force") * at("law.rate") -
                 at("coil.torque") * at("coil.rate") - at("hinge_spring.torque") * at("hinge_spring.rate") +
                 at("drive.torque") * at("spindle.speed") + at("lifter.force") * at("rack_guide.rate");
    sum += wrench("spin", "arm", "arm", row) + wrench("jet", "nozzle", "puck", row) + wrench("breeze", "driven", "driven", row);
    for (const auto& [mount, body] : mounts) sum += wrench(mount, body, body, row);
    sum += at("hoist.force") * at("base.vz") + at("turn.torque") * at("post.speed") + at("nod.torque") * at("swing.speed2") +
           at("feed.force") * at("shuttle_guide.rate") + at("pull.force") * at("pulled.vx");
    // right sides that move: 20 sin(3 t) mm, 0.1 sin(t), 5 t mm
    sum += at("level.effort") * 0.06 * std::cos(3 * t) + at("lean.effort") * 0.1 * std::cos(t) + at("ledge.effort") * 0.005;
    return sum;
  };
  const auto energy = [&](int row) {
    double sum = value(r, "energy.kinetic", row);
    for (const Body& body : model.bodies) sum += body.mass * 9.81 * value(r, body.name + ".z", row);
    return sum;
  };
  double work = 0, most = 0;
  for (int row = 0; row + 2 < r.rows(); row += 2) {
    work += step / 3 * (power(row) + 4 * power(row + 1) + power(row + 2));
    ASSERT_NEAR(energy(row + 2) - energy(0), work, 1e-6) << row;
    most = std::max(most, std::abs(work));
  }
  EXPECT_GT(most, 0.1);  // something happened
}

// ---- momentum -----------------------------------------------------------------------------------------------------------------

// Bodies in free flight with joints, springs, mounts, actuators and a driver between them.
TEST(Laws, what_acts_between_bodies_leaves_momentum_alone) {
  const Model model = read_yaml_text(R"(bricard: 1
name: In free flight
gravity: [0, 0, 0]
bodies:
  hull:  {mass: 5, inertia: [0.3, 0.4, 0.5], position: [0, 0, 0], velocity: [0.2, -0.1, 0.3], angular_velocity: [1, 0.5, -0.7]}
  boom:  {mass: 1, inertia: [0.02, 0.1, 0.1], position: [0.8, 0, 0]}
  dish:  {mass: 0.6, inertia: [0.05, 0.03, 0.03], position: [1.4, 0.1, 0]}
  wheel: {mass: 0.8, inertia: [0.02, 0.02, 0.04], position: [0, 0, 0.4]}
  load:  {mass: 2, inertia: [0.1, 0.12, 0.15], position: [-0.6, 0, 0], velocity: [0, 0, 1]}
  probe: {mass: 0.5, inertia: [0.01, 0.02, 0.02], position: [-1.2, 0.2, 0], velocity: [0.5, 0, 0]}
  nut:   {mass: 0.4, inertia: [0.01, 0.01, 0.01], position: [0, 0.5, 0]}
joints:
  root:  {type: revolute, bodies: [hull, boom], at: [0.4, 0, 0], axis: [0, 1, 0]}
  wrist: {type: universal, bodies: [boom, dish], at: [1.2, 0, 0], axis: [0, 0, 1], axis2: [0, 1, 0]}
  spin:  {type: revolute, bodies: [hull, wheel], at: [0, 0, 0.4], axis: [0, 0, 1]}
  rod:   {type: spherical_spherical, bodies: [load, probe], at: [-0.7, 0, 0], at2: [-1.1, 0.2, 0]}
  screw: {type: screw, bodies: [hull, nut], at: [0, 0.5, 0], axis: [0, 1, 0], lead: 0.1}
  mesh:  {type: gear, joints: [spin, screw.angle], ratio: -2}
drivers:
  motor: {joint: root, angle: 0.5*sin(3*t)}
forces:
  mount:  {type: bushing, bodies: [hull, load], at: [-0.5, 0, 0], stiffness: [200, 300, 400], damping: [3, 4, 5],
           rotational_stiffness: [20, 30, 40], rotational_damping: [0.3, 0.4, 0.5]}
  spring: {type: spring_damper, from: {body: dish, at: [1.4, 0.3, 0]}, to: {body: probe, at: [-1.2, 0.4, 0]},
           stiffness: 30, damping: 2}
  torque: {type: joint_force, joint: spin, torque: 0.2*cos(t)}
  coil:   {type: rotational_spring_damper, joint: wrist.angle, stiffness: 2, damping: 0.1}
)",
                                     "in free flight");
  for (const std::string& coordinates : coordinate_sets_everywhere()) {
    SCOPED_TRACE(coordinates);
    const Results r = run(model, timed(2, 0.05, coordinates, 1e-10));
    ASSERT_EQ(r.summary.outcome.status, Status::done) << r.summary.outcome.message;
    const auto momenta = [&](int row) {
      Eigen::Matrix<double, 6, 1> sum = Eigen::Matrix<double, 6, 1>::Zero();
      for (const Body& body : model.bodies) {
        const Vec3<double> p = body.mass * vector_of(r, body.name + ".v", row);
        const Mat3<double> Q = orientation_of(r, body.name, row).toRotationMatrix();
        sum.head<3>() += p;
        sum.tail<3>() += vector_of(r, body.name + ".", row).cross(p) +
                         Q * eigen(body.inertia.matrix) * Q.transpose() * vector_of(r, body.name + ".w", row);
      }
      return sum;
    };
    EXPECT_GT(momenta(0).norm(), 1);
    for (int row = 1; row < r.rows(); ++row) ASSERT_LT((momenta(row) - momenta(0)).norm(), 1e-7) << row;
    EXPECT_GT(std::abs(value(r, "energy.kinetic") - value(r, "energy.kinetic", 0)), 0.01);
  }
}

}  // namespace
}  // namespace bricard
