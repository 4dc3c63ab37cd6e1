#include "bricard/system/test_mechanisms.hpp"

#include <cmath>
#include <random>

#include "bricard/analyses/assembly/assembly.hpp"
#include "bricard/formulations/stabilizations/project.hpp"

namespace bricard::test {

Body bar(const std::string& name, const Vector3& from, const Vector3& to, double mass) {
  Body body;
  body.name = name;
  body.mass = mass;
  body.position = Point{0.5 * (from + to), {}};
  const Vec3<double> axis = (to - from).normalized();
  const double l2 = (to - from).squared_norm();
  body.inertia.matrix = mass * l2 / 12 * (Mat3<double>::Identity() - 0.97 * axis * axis.transpose());
  return body;
}

Joint universal(const std::string& name, const std::string& first, const std::string& second, const Vector3& at,
                const Vector3& axis, const Vector3& axis2) {
  Joint cross = joint<Universal>(name, first, second, at, axis);
  cross.axis2 = Direction{axis2, {}};
  return cross;
}

Model open_chain() {
  Model model;
  model.name = "open chain";
  model.gravity = {0.3, -9.81, 1};
  const Vector3 p[] = {{0, 0, 0}, {1, 0.2, 0}, {1.5, 1, 0.3}, {2, 1, 1}, {2.5, 0, 1}, {3, 0, 0}, {4, 0.5, 0}};
  for (int i = 0; i < 6; ++i) model.bodies.push_back(bar("b" + std::to_string(i), p[i], p[i + 1], 1 + 0.3 * i));
  model.bodies.push_back(bar("flying", {0, 3, 0}, {1, 3, 0.5}));
  model.joints = {
      joint<Revolute>("hinge", "ground", "b0", p[0], {0.1, 0.2, 1}), joint<Spherical>("ball", "b0", "b1", p[1]),
      joint<Revolute>("reverse", "b2", "b1", p[2], {1, 0.3, 0}),     joint<Cylindrical>("sleeve", "b2", "b3", p[3], {0, 1, 0.5}),
      universal("cross", "b3", "b4", p[4], {0, 0, 1}, {1, 0, 0}),    joint<Prismatic>("slide", "b4", "b5", p[5], {1, 1, 0})};
  Force spring;
  spring.name = "spring";
  SpringDamper law;
  law.stiffness = 40;
  law.damping = 3;
  law.force = "2*sin(t) + 0.1*hinge.angle - 0.2*b3.vx";
  spring.kind = law;
  spring.from = End{"ground", Point{{0, 2, 0}, {}}};
  spring.to = End{"b5", Point{p[6], {}}};
  Force push;
  push.name = "push";
  AppliedForce load;
  load.frame = ForceFrame::body;
  load.components = {Function(1.0), Function("3*t"), Function(-2.0)};
  push.kind = load;
  push.body = "flying";
  push.at = Point{{1, 3, 0.5}, {}};
  model.forces = {spring, push};
  return model;
}

Model four_bar() {
  Model model;
  model.name = "four-bar";
  model.gravity = {0, -9.81, 0};
  const double l1 = 1, l2 = 3, l3 = 2.5, l4 = 3.2;
  const Vector3 O(0, 0, 0), A(0, l1, 0), C(l4, 0, 0);
  const double d = (C - A).norm(), along = (d * d + l2 * l2 - l3 * l3) / (2 * d), up = std::sqrt(l2 * l2 - along * along);
  const Vector3 e = (C - A) / d, B = A + along * e + up * Vector3(-e[1], e[0], 0);
  model.bodies = {bar("crank", O, A), bar("coupler", A, B, 2), bar("rocker", B, C, 1.5)};
  model.joints = {joint<Revolute>("main", "ground", "crank", O), joint<Revolute>("pin", "crank", "coupler", A),
                  joint<Revolute>("wrist", "coupler", "rocker", B), joint<Revolute>("pivot", "rocker", "ground", C)};
  return model;
}

Model slider_crank() {
  Model model;
  model.name = "slider-crank";
  model.gravity = {0, -1, -9.81};
  const Vector3 O(0, 0.1, 0.12), A(0, 0.1, 0.2), S(0.2, 0, 0);
  model.bodies = {bar("crank", O, A), bar("rod", A, S), bar("slider", S, S + Vector3(0.1, 0.02, 0.01), 2)};
  model.joints = {joint<Revolute>("main", "ground", "crank", O, {1, 0, 0}), joint<Spherical>("pin", "crank", "rod", A),
                  universal("wrist", "rod", "slider", S, {0, 2, -1}, {1, 0, 0}),
                  joint<Prismatic>("guide", "ground", "slider", S, {1, 0, 0})};
  return model;
}

Model bricard_linkage() {
  Model model;
  model.name = "Bricard";
  model.gravity = {0, -9.81, 0};
  const Vector3 p[] = {{0, 0, 0}, {1, 0, 0}, {1, -1, 0}, {1, -1, 1}, {0, -1, 1}, {0, 0, 1}};
  const Vector3 axis[] = {Vector3::UnitY(), Vector3::UnitZ(), Vector3::UnitX(),
                          Vector3::UnitY(), Vector3::UnitZ(), Vector3::UnitX()};
  for (int i = 0; i < 5; ++i) model.bodies.push_back(bar("rod" + std::to_string(i), p[i], p[i + 1]));
  const auto name = [](int i) { return i < 0 || i > 4 ? std::string("ground") : "rod" + std::to_string(i); };
  for (int i = 0; i < 6; ++i)
    model.joints.push_back(joint<Revolute>("j" + std::to_string(i), name(i - 1), name(i), p[i], axis[i]));
  return model;
}

Model with_tilted_axes(Model model) {
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    Body& body = model.bodies[i];
    const Mat3<double> before = rotation<double>(body.orientation.quaternion);
    body.orientation.quaternion = quaternion_product<double>(quaternion_of(Vec3<double>(1.3, 0.05 * static_cast<double>(i), 0.1)),
                                                             body.orientation.quaternion);
    const Mat3<double> turn = rotation<double>(body.orientation.quaternion).transpose() * before;
    body.inertia.matrix = turn * eigen(body.inertia.matrix) * turn.transpose();
  }
  return model;
}

State random_state(const System& relative, int seed, double spread) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  State state = assemble(relative).state;
  Equations e(relative);
  relative.motion(state, e);
  relative.fill(e);
  e.kernel.select();
  Eigen::VectorXd d(relative.nv()), moved(relative.nq());
  for (double& x : d) x = spread * uniform(engine);
  relative.move(state.q, d, moved);
  state.q = moved;
  for (double& x : state.v) x = uniform(engine);
  state.t = 0.3;
  for (int i = 0; i < 30; ++i) project_once(relative, e, state);
  relative.motion(state, e, RowSet::all, Measure::all);
  relative.update_angles(e, state);
  return state;
}

State carried_over(const System& from, const State& state, const System& to) {
  Equations e(from);
  from.motion(state, e, RowSet::all, Measure::all);
  return to.state_of(e, state.t);
}

}  // namespace bricard::test
