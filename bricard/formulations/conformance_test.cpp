// The laws of formulations: the same accelerations from all, on regular, redundant and nearly singular cases, in all coordinates;
// exact iteration matrices; nothing allocated in an evaluation.
#include <gtest/gtest.h>

#include "bricard/analyses/assembly/assembly.hpp"
#include "bricard/core/count_allocations.hpp"
#include "bricard/elements/elements.hpp"
#include "bricard/formulations/augmented_lagrangian.hpp"
#include "bricard/formulations/formulations.hpp"
#include "bricard/formulations/index3.hpp"
#include "bricard/formulations/lagrange.hpp"
#include "bricard/formulations/penalty.hpp"
#include "bricard/formulations/stabilizations/mass_projection.hpp"
#include "bricard/formulations/stabilizations/stabilizations.hpp"
#include "bricard/math/dense.hpp"
#include "bricard/model/in_plane.hpp"
#include "bricard/system/matrices.hpp"
#include "bricard/system/test_mechanisms.hpp"
#include "bricard/system/weights.hpp"

namespace bricard::test {
namespace {

struct Prepared {
  Prepared(const Model& model, const std::string& coordinates, int seed)
      : Prepared(model, coordinates, random_state(System(model, "relative"), seed)) {}
  // of_tree: a state in relative coordinates.
  Prepared(const Model& model, const std::string& coordinates, const State& of_tree)
      : system(model, coordinates), state(carried_over(System(model, "relative"), of_tree, system)) {
    Equations e(system);
    system.motion(state, e);
    system.fill(e);
    e.kernel.select();
    if (!e.kernel.factor()) {  // bodies without mass
      weigh(inertial_weights(system), e);
      e.kernel.select();
    }
    settings.system = &system;
    settings.stabilization = &mass_projection;
    settings.start = state;
    settings.selected = e.kernel.selected();
    settings.report = &report;
  }
  Eigen::VectorXd y() const {
    Eigen::VectorXd values(state.q.size() + state.v.size());
    values << state.q, state.v;
    return values;
  }
  // v' by a pseudo-inverse of the equations written out.
  Eigen::VectorXd expected() const {
    Kinematics<double> k = make_kinematics<double>(system.layout());
    system.evaluate<double>(k, state.t, state.q.data(), state.v.data(),
                            {state.angles.data(), static_cast<std::size_t>(state.angles.size())});
    const Matrices<double> m = matrices(system, k);
    const int nv = system.nv(), rows = static_cast<int>(m.Phi.size());
    Eigen::MatrixXd K(nv + rows, nv + rows);
    K << m.M, m.Phi_v.transpose(), m.Phi_v, Eigen::MatrixXd::Zero(rows, rows);
    Eigen::VectorXd b(nv + rows);
    b << m.Q, m.gamma;
    return LeastNorm(K, 1e-10).solve(b).head(nv);
  }
  Prepared(const Prepared&) = delete;

  System system;
  State state;
  ProblemReport report;
  ProblemSettings settings;
};

Model in_the_plane(Model model) {
  model.dimension = 2;
  for (Body& body : model.bodies) body.inertia = planar_inertia(body.inertia.matrix(2, 2));
  return model;
}

Model two_four_bars() {
  Model model;
  model.gravity = {0, -9.81, 0};
  for (int i = 0; i < 3; ++i) {
    const std::string v = "v" + std::to_string(i), h = "h" + std::to_string(i);
    model.bodies.push_back(bar(v, {double(i), 0, 0}, {double(i), 1, 0}));
    model.bodies.back().inertia.matrix = Matrix3::diagonal({1. / 12, 1e-4, 1. / 12});
    model.joints.push_back(joint<Revolute>("g" + std::to_string(i), "ground", v, {double(i), 0, 0}));
    if (i == 2) break;
    model.bodies.push_back(bar(h, {double(i), 1, 0}, {i + 1., 1, 0}));
    model.bodies.back().inertia.matrix = Matrix3::diagonal({1e-4, 1. / 12, 1. / 12});
    model.joints.push_back(joint<Revolute>("a" + std::to_string(i), v, h, {double(i), 1, 0}));
    model.joints.push_back(joint<Revolute>("b" + std::to_string(i), h, "v" + std::to_string(i + 1), {i + 1., 1, 0}));
  }
  return model;
}

Model with_motor(Model model, const std::string& joint) {
  Driver& motor = model.drivers.emplace_back();
  motor.name = "motor";
  motor.joint = joint;
  motor.prescribed["angle"] = Function("0.3*t^2");
  return model;
}

// Between ground and the first body's centre.
Model with_spring(Model model) {
  Force& spring = model.forces.emplace_back();
  spring.name = "coil";
  SpringDamper law;
  law.stiffness = 70;
  law.damping = 4;
  spring.kind = law;
  spring.from = End{"ground", Point{{0.5, 2, 0}, {}}};
  spring.to = End{model.bodies[0].name, *model.bodies[0].position};
  return model;
}

// Two four-bars near their singular position (benchmark A02): the parallelogram obeys phi'' = c sin phi, c = 11.445 for N = 2.
Prepared near_a_singular_position(const Model& model, const std::string& coordinates, double distance) {
  const System relative(model, "relative");
  State state = assemble(relative).state;
  const double phi = std::acos(-1.0) / 2 - distance, speed = 4.5;
  for (int b = 1; b <= relative.mechanism().bodies; ++b) {
    const bool vertical = model.bodies[relative.mechanism().tree.given[b] - 1].name[0] == 'v';
    state.q[relative.mechanism().tree_joints[b].q] = vertical ? -phi : phi;  // clockwise; horizontals turn back
    state.v[relative.mechanism().tree_joints[b].v] = vertical ? -speed : speed;
  }
  return Prepared(model, coordinates, state);
}

class FormulationLaws : public testing::TestWithParam<std::tuple<int, std::string>> {
 protected:
  const Formulation& formulation() const { return formulations[std::get<0>(GetParam())]; }
  std::string coordinates() const { return std::get<1>(GetParam()); }

  // v' of the formulation. None: it refuses these coordinates, and says why.
  std::optional<Eigen::VectorXd> accelerations(Prepared& p) const {
    Eigen::VectorXd a(p.system.nv());
    if (formulation().yields == ProblemKind::dae) {
      const auto problem = formulation().make_dae(p.settings);
      Eigen::VectorXd lambda(problem->nl()), r(problem->nv()), c(problem->nl());
      EXPECT_TRUE(problem->accelerations(p.state.t, p.state.q, p.state.v, a, lambda)) << problem->failure();
      EXPECT_TRUE(problem->residual(p.state.t, p.state.q, p.state.v, a, lambda, r, c));
      EXPECT_LT(r.norm(), 1e-7 * (1 + a.norm())) << p.system.model().name;
      EXPECT_LE(c.norm(), 1e-9);
      return a;
    }
    const auto problem = formulation().make_ode(p.settings);
    Eigen::VectorXd f(problem->size());
    const bool evaluated = problem->derivative(p.state.t, p.y(), f);
    if (formulation().inverts_mass && p.system.own_rows() > 0) {  // not defined there
      EXPECT_FALSE(evaluated);
      EXPECT_NE(problem->failure().find("the mass matrix is singular"), std::string::npos) << problem->failure();
      return {};
    }
    EXPECT_TRUE(evaluated) << problem->failure() << " " << p.system.model().name;
    return f.tail(p.system.nv());
  }
  // Penalty: 1e-7 of the constraints' part over the smallest eigenvalue of the balanced constraints (penalty.hpp).
  double limit() const { return formulation().name == penalty.name ? 1e-5 : 1e-8; }

  void expect_the_same(Prepared& p) const {
    const Eigen::VectorXd expected = p.expected();
    if (const auto a = accelerations(p)) {
      EXPECT_LT((*a - expected).norm(), limit() * (1 + expected.norm())) << p.system.model().name << " " << coordinates();
    }
  }
};

std::string law_name(const testing::TestParamInfo<std::tuple<int, std::string>>& info) {
  return std::string(formulations[std::get<0>(info.param)].name) + "_" + std::get<1>(info.param);
}

class InSpaceLaws : public FormulationLaws {};

TEST_P(InSpaceLaws, TheSameAccelerations) {
  for (Model (*mechanism)() : {open_chain, four_bar, slider_crank, bricard_linkage})
    for (int seed = 0; seed < 3; ++seed) {
      Prepared p(with_tilted_axes(mechanism()), coordinates(), seed);
      expect_the_same(p);
    }
}

TEST_P(InSpaceLaws, TheSameAccelerationsUnderAMotorAndASpring) {
  for (Model (*mechanism)() : {slider_crank, bricard_linkage}) {
    Model model = with_spring(mechanism());
    model = with_motor(model, model.joints[0].name);
    Prepared p(with_tilted_axes(model), coordinates(), 5);
    expect_the_same(p);
  }
}

// Rows that depend on others stay in, also where positions are open a little as in the stages of a step.
TEST_P(InSpaceLaws, TheSameAccelerationsWithDependentRows) {
  if (!formulation().keeps_redundant) GTEST_SKIP() << "it needs independent rows";
  AnalysisOptions keep;
  keep.redundant = "keep";
  for (Model (*mechanism)() : {four_bar, bricard_linkage})
    for (const double open : {0.0, 1e-9}) {
      const Model model = with_tilted_axes(mechanism());
      Prepared p(model, coordinates(), 1);
      const Eigen::VectorXd expected = p.expected();
      p.settings.options = &keep;
      for (int i = 0; i < p.state.q.size(); ++i) p.state.q[i] += open * std::sin(i + 1.0);
      if (const auto a = accelerations(p)) {
        EXPECT_LT((*a - expected).norm(), (limit() + 1e4 * open) * (1 + expected.norm())) << model.name << " " << coordinates();
      }
    }
}

// The spring as the law of non-ideal constraints: as much as it does as a force.
TEST_P(InSpaceLaws, TheSameAccelerationsUnderANonidealLaw) {
  if (!formulation().takes_nonideal) GTEST_SKIP() << "its constraints are ideal";
  AnalysisOptions options;
  options.nonideal = {"coil"};
  for (Model (*mechanism)() : {slider_crank, bricard_linkage}) {
    Prepared p(with_tilted_axes(with_spring(mechanism())), coordinates(), 5);
    p.settings.options = &options;
    expect_the_same(p);
  }
}

// Units of length and mass do not matter: a mechanism of a micrometre and a nanogram.
TEST_P(InSpaceLaws, TheSameAccelerationsAtAnySize) {
  if (formulation().yields == ProblemKind::dae)
    GTEST_SKIP() << "index 3 fails in these units: it finds its iteration matrix singular, why is not known";
  Model model = bricard_linkage();
  const double length = 1e-6, mass = 1e-12;
  model.gravity *= length;
  for (Body& body : model.bodies) {
    body.mass *= mass;
    body.inertia.matrix *= mass * length * length;
    body.position->at *= length;
  }
  for (Joint& joint : model.joints) joint.at->at *= length;
  Prepared large(with_tilted_axes(bricard_linkage()), coordinates(), 2), small(with_tilted_axes(model), coordinates(), 2);
  const auto a = accelerations(large), b = accelerations(small);
  if (!a || !b) return;
  for (int i = 0; i < a->size(); ++i)
    EXPECT_NEAR((*b)[i] / (large.system.v_per_radian()[i] > 0 ? 1 : length), (*a)[i], limit() * (1 + a->norm())) << i;
}

INSTANTIATE_TEST_SUITE_P(All, InSpaceLaws,
                         testing::Combine(testing::Range(0, static_cast<int>(formulations.size())),
                                          testing::ValuesIn(coordinate_names(3))),
                         law_name);

class InPlaneLaws : public FormulationLaws {};

TEST_P(InPlaneLaws, TheSameAccelerations) {
  for (const Model& model : {four_bar(), two_four_bars(), with_motor(with_spring(four_bar()), "main")})
    for (int seed = 0; seed < 3; ++seed) {
      Prepared p(in_the_plane(model), coordinates(), seed);
      expect_the_same(p);
    }
}

// Of every absolute set of coordinates this is the one of the plane.
TEST_P(InPlaneLaws, FollowsTheBranchNearASingularPosition) {
  if (formulation().yields == ProblemKind::dae) GTEST_SKIP() << "its accelerations are only the start of a step";
  for (const Model& model : {two_four_bars(), in_the_plane(two_four_bars())})
    for (const double distance : {0.3, 1e-2, 1e-3, 1e-4, 1e-5}) {
      if (formulation().name == penalty.name && distance < 0.1) break;  // its limit
      Prepared p = near_a_singular_position(model, coordinates(), distance);
      const auto a = accelerations(p);
      const double phi = std::acos(-1.0) / 2 - distance;
      const double allowed = formulation().name == penalty.name ? 1e-4 : 1e-11 / distance;
      for (int b = 1; b <= p.system.mechanism().bodies; ++b) {
        const bool vertical = model.bodies[p.system.mechanism().tree.given[b] - 1].name[0] == 'v';
        const int turning = p.system.first_velocity(b) + p.system.velocity_count(b) - 1;
        if (vertical || coordinates() == "relative") {
          EXPECT_NEAR(std::abs((*a)[turning]), 11.445 * std::sin(phi), allowed) << distance << " " << model.dimension;
        }
      }
    }
}

INSTANTIATE_TEST_SUITE_P(All, InPlaneLaws,
                         testing::Combine(testing::Range(0, static_cast<int>(formulations.size())),
                                          testing::ValuesIn(coordinate_names(2))),
                         law_name);

// A bead on the ellipse x = 2 cos u, y = sin u: (4 sin² u + cos² u) u'' + 3 sin u cos u u'² + g cos u = 0.
TEST_P(InPlaneLaws, ABeadOnAnEllipse) {
  const double u = 0.7, rate = 1.3, g = 9.81, s = std::sin(u), c = std::cos(u);
  Model model;
  model.name = "bead";
  model.dimension = 2;
  model.gravity = {0, -g, 0};
  Body& bead = model.bodies.emplace_back();
  bead.name = "bead";
  bead.mass = 0.3;
  bead.inertia = planar_inertia(0.01);
  bead.position = Point{{2 * c, s, 0}, {}};
  Constraint& wire = model.constraints.emplace_back();
  wire.name = "wire";
  ExpressionConstraint ellipse;
  ellipse.equal_zero = "bead.x^2/4 + bead.y^2 - 1";
  wire.kind = ellipse;
  const System relative(model, "relative");
  State state = relative.designed();
  const int x = relative.first_velocity(1);  // x, y, angle
  state.v[x] = -2 * s * rate;
  state.v[x + 1] = c * rate;
  Prepared p(model, coordinates(), state);
  const double second = -(3 * s * c * rate * rate + g * c) / (4 * s * s + c * c);
  const auto a = accelerations(p);
  EXPECT_NEAR((*a)[0], -2 * c * rate * rate - 2 * s * second, 20 * limit());
  EXPECT_NEAR((*a)[1], -s * rate * rate + c * second, 20 * limit());
}

// Bodies without mass, whose motion is known from loops: M is singular, the reduced mass matrix is not.
class MasslessLaws : public FormulationLaws {
 protected:
  bool refuses(Prepared& p) const {
    if (formulation().takes_massless || formulation().yields == ProblemKind::dae) return !formulation().takes_massless;
    try {
      const auto problem = formulation().make_ode(p.settings);
      Eigen::VectorXd f(problem->size());
      EXPECT_FALSE(problem->derivative(p.state.t, p.y(), f)) << "a singular mass matrix must be noticed";
      EXPECT_NE(problem->failure(), "");
    } catch (const Error&) {
    }
    return true;
  }
};

// A crank of inertia J, a rod without mass and a slider m, with nothing else: (J + m x_u²) u'' + m x_u x_uu u'² = 0, where x(u) =
// r cos u + sqrt(l² - r² sin² u) is the way of the slider.
TEST_P(MasslessLaws, ASliderCrankWithAMasslessRod) {
  const double r = 0.3, l = 1.1, J = 0.02, m = 0.7, u = 0.9, rate = 2.5, s = std::sin(u), c = std::cos(u);
  const double root = std::sqrt(l * l - r * r * s * s), x = r * c + root;
  const Vector3 A(r * c, r * s, 0), B(x, 0, 0);
  Model model;
  model.name = "massless rod";
  model.dimension = 2;
  model.gravity = {0, 0, 0};
  model.bodies = {bar("crank", {0, 0, 0}, A), bar("rod", A, B, 0), bar("slider", B, B + Vector3(0.1, 0, 0), m)};
  model.bodies[0].position = Point{{0, 0, 0}, {}};
  model.bodies[0].inertia = planar_inertia(J);
  model.bodies[1].inertia = planar_inertia(0);
  model.bodies[2].inertia = planar_inertia(0.01);
  model.joints = {joint<Revolute>("main", "ground", "crank", {0, 0, 0}), joint<Revolute>("pin", "crank", "rod", A),
                  joint<Revolute>("wrist", "rod", "slider", B), joint<Prismatic>("guide", "ground", "slider", B, {1, 0, 0})};
  const System relative(model, "relative");
  State state = assemble(relative).state;
  const double x_u = -r * s - r * r * s * c / root;
  const double x_uu = -r * c - r * r * (c * c - s * s) / root - std::pow(r, 4) * s * s * c * c / std::pow(root, 3);
  Equations e(relative);  // velocities of the closed loop, from those of the crank
  relative.motion(state, e);
  for (int b = 1; b <= 3; ++b) {
    const std::string& name = model.bodies[relative.mechanism().tree.given[b] - 1].name;
    const double w_rod = -r * c * rate / root;  // l sin(angle) = -r sin u
    const int parent = relative.mechanism().tree.given[relative.mechanism().tree.parent[b]];
    const std::string& carrier = parent ? model.bodies[parent - 1].name : std::string("ground");
    const auto w = [&](const std::string& of) { return of == "crank" ? rate : of == "rod" ? w_rod : 0.0; };
    const int v = relative.first_velocity(b);
    state.v[v] = name == "slider" && carrier == "ground" ? x_u * rate : w(name) - w(carrier);
    if (relative.mechanism().tree_joints[b].child_is_first) state.v[v] *= -1;
  }
  Prepared p(model, coordinates(), state);
  Equations at(p.system);
  p.system.motion(p.state, at);
  ASSERT_LT(p.system.violation(at, Order::velocity, RowSet::all), 1e-12);
  if (refuses(p)) return;
  const auto a = accelerations(p);
  const double expected = -m * x_u * x_uu * rate * rate / (J + m * x_u * x_u);
  for (int b = 1; b <= 3; ++b)
    if (model.bodies[p.system.mechanism().tree.given[b] - 1].name == "crank") {
      EXPECT_NEAR((*a)[p.system.first_velocity(b) + p.system.velocity_count(b) - 1], expected, 100 * limit());
    }
}

// Udwadia and Phohomsiri (2006), section 4: two masses and two springs in a row, with the end of the first mass as a body of its
// own: m1 x1'' = -k1 x1 + k2 (x2 - x1),  m2 x2'' = -k2 (x2 - x1), displacements from rest.
TEST_P(MasslessLaws, TwoMassesAndThePlateBetweenThem) {
  const double m1 = 2, m2 = 0.5, k1 = 30, k2 = 7, x1 = 0.13, x2 = -0.21;
  Model model;
  model.name = "two masses";
  model.dimension = 2;
  model.gravity = {0, 0, 0};
  const auto add = [&](const std::string& name, double x, double mass) {
    Body& body = model.bodies.emplace_back();
    body.name = name;
    body.mass = mass;
    body.inertia = planar_inertia(mass);
    body.position = Point{{x, 0, 0}, {}};
    model.joints.push_back(joint<Prismatic>("guide_" + name, "ground", name, {x, 0, 0}, {1, 0, 0}));
  };
  add("first", 1 + x1, m1);
  add("plate", 1.2 + x1, 0);
  add("second", 2.2 + x2, m2);
  const auto spring = [&](const std::string& name, const End& from, const End& to, double k) {
    Force& force = model.forces.emplace_back();
    force.name = name;
    SpringDamper law;
    law.stiffness = k;
    law.free_length = 1;
    force.kind = law;
    force.from = from;
    force.to = to;
  };
  spring("k1", {"ground", Point{{0, 0, 0}, {}}}, {"first", Point{{1 + x1, 0, 0}, {}}}, k1);
  spring("k2", {"plate", Point{{1.2 + x1, 0, 0}, {}}}, {"second", Point{{2.2 + x2, 0, 0}, {}}}, k2);
  Constraint& weld = model.constraints.emplace_back();
  weld.name = "weld";
  ExpressionConstraint distance;
  distance.equal_zero = "plate.x - first.x - 0.2";
  weld.kind = distance;
  const System relative(model, "relative");
  Prepared p(model, coordinates(), relative.designed());
  if (refuses(p)) return;
  const auto a = accelerations(p);
  const double a1 = (-k1 * x1 + k2 * (x2 - x1)) / m1, a2 = -k2 * (x2 - x1) / m2;
  for (int b = 1; b <= 3; ++b) {
    const std::string& name = model.bodies[p.system.mechanism().tree.given[b] - 1].name;
    EXPECT_NEAR((*a)[p.system.first_velocity(b)], name == "second" ? a2 : a1, 20 * limit()) << name;
  }
}

// A body without inertia that nothing holds has no acceleration: said, with its name. The kernel leaves it where it is, unless a
// force acts along its motion: whether it is idle is decided before a run (analyses/doctor/idle.hpp).
TEST_P(MasslessLaws, WhatNothingDeterminesIsRefused) {
  if (!formulation().takes_massless || formulation().yields == ProblemKind::dae) GTEST_SKIP();
  Model model = in_the_plane(four_bar());
  Body& loose = model.bodies.emplace_back(bar("loose", {1, 1, 0}, {2, 1, 0}, 0));
  loose.inertia = planar_inertia(0);
  model.joints.push_back(joint<Revolute>("pivot_of_loose", "ground", "loose", {1, 1, 0}));
  if (formulation().name == lagrange.name) {
    Force& push = model.forces.emplace_back();
    push.name = "push";
    AppliedTorque torque;
    torque.components = std::array<Function, 3>{Function(0.0), Function(0.0), Function(1.0)};
    push.kind = torque;
    push.body = "loose";
  }
  Prepared p(model, coordinates(), 0);
  const auto problem = formulation().make_ode(p.settings);
  Eigen::VectorXd f(problem->size());
  EXPECT_FALSE(problem->derivative(p.state.t, p.y(), f));
  EXPECT_NE(problem->failure().find("inertia"), std::string::npos) << problem->failure();
}

INSTANTIATE_TEST_SUITE_P(All, MasslessLaws,
                         testing::Combine(testing::Range(0, static_cast<int>(formulations.size())),
                                          testing::ValuesIn(coordinate_names(2))),
                         law_name);

// The accelerations do not depend on alpha: where the iteration is slow it grows.
TEST(AugmentedLagrangian, ConvergesWithAnyAlpha) {
  Prepared p(with_tilted_axes(four_bar()), "absolute", 0);
  AnalysisOptions options;
  p.settings.options = &options;
  Eigen::VectorXd f;
  for (const double alpha : {1e-3, 1.0, 1e4, 1e7, 1e10}) {  // the range of García de Jalón and Bayo, and far beyond
    options.penalty = PenaltyOptions{alpha, {}, {}};
    const auto right = augmented_lagrangian.make_ode(p.settings);
    f.resize(right->size());
    ASSERT_TRUE(right->derivative(p.state.t, p.y(), f)) << right->failure();
    EXPECT_LT((f.tail(p.system.nv()) - p.expected()).norm(), 1e-8 * (1 + p.expected().norm())) << alpha;
  }
  options.penalty = PenaltyOptions{-1.0, {}, {}};
  EXPECT_THROW(augmented_lagrangian.make_ode(p.settings), Error);
}

// Off the constraints by d, both ask for Phi'' = -omega² d: seen on a pendulum that is too long by d.
TEST(Penalty, ConstraintsReturnWithTheirFrequency) {
  Model model;
  model.dimension = 2;
  model.gravity = {0, 0, 0};
  model.bodies = {bar("bob", {0, 0, 0}, {1, 0, 0})};
  model.bodies[0].inertia = planar_inertia(0.1);
  model.joints = {joint<Revolute>("pin", "ground", "bob", {0, 0, 0})};
  Prepared p(model, "absolute", System(model, "relative").designed());
  AnalysisOptions options;
  options.penalty = PenaltyOptions{{}, 3.0, 0.5};
  p.settings.options = &options;
  const double d = 1e-3, speed = 0.02;
  p.state.q[0] += d;
  p.state.v[0] += speed;
  for (const Formulation* formulation : {&penalty, &augmented_lagrangian}) {
    const auto problem = formulation->make_ode(p.settings);
    Eigen::VectorXd f(problem->size());
    ASSERT_TRUE(problem->derivative(0, p.y(), f));
    EXPECT_NEAR(f[3], -9 * d - 3 * speed, 1e-7) << formulation->name;  // 2 omega mu = 3
  }
  options.penalty->mu.reset();  // critical damping
  for (const Formulation* formulation : {&penalty, &augmented_lagrangian}) {
    const auto problem = formulation->make_ode(p.settings);
    Eigen::VectorXd f(problem->size());
    ASSERT_TRUE(problem->derivative(0, p.y(), f));
    EXPECT_NEAR(f[3], -9 * d - 6 * speed, 1e-7) << formulation->name;
  }
}

// A chain of bars whose pins are rows seen from ground: a row joins two bodies that share no marker pair.
Model pins_seen_from_ground() {
  Model model;
  model.gravity = {0, -9.81, 0};
  for (int i = 0; i < 3; ++i) {
    const Vector3 from(i, 0, 0.1 * i), to(i + 1, 0, 0.1 * i + 0.1);
    model.bodies.push_back(bar("bar" + std::to_string(i), from, to));
    for (const Axis axis : {Axis::x, Axis::y, Axis::z}) {
      Constraint& row = model.constraints.emplace_back();
      row.name = "row" + std::to_string(model.constraints.size());
      row.kind = Coordinate{axis};
      row.bodies = {i == 0 ? "ground" : "bar" + std::to_string(i - 1), "bar" + std::to_string(i)};
      row.at = row.at2 = Point{from, {}};
    }
  }
  return model;
}

TEST(Index3, IterationMatrixIsTheDerivativeOfTheResidual) {
  for (Model (*mechanism)() : {open_chain, pins_seen_from_ground})
    for (const std::string& coordinates : coordinate_names(3)) {
      Prepared p(with_tilted_axes(mechanism()), coordinates, 1);
      const auto problem = index3.make_dae(p.settings);
      const int nv = problem->nv(), nl = problem->nl();
      const Eigen::VectorXd& v = p.state.v;
      Eigen::VectorXd a = Eigen::VectorXd::Random(nv), lambda = Eigen::VectorXd::Random(nl), moved(p.state.q.size()), q = moved;
      const Eigen::VectorXd step = 0.2 * Eigen::VectorXd::Random(nv);
      problem->move(p.state.q, step, q);
      const double c_a = 0.8, c_v = 0.3, c_q = 0.05, h = 1e-6;
      ASSERT_TRUE(problem->factorize(p.state.t, q, step, v, a, lambda, c_a, c_v, c_q));
      Eigen::VectorXd r = Eigen::VectorXd::Random(nv), c = Eigen::VectorXd::Random(nl), d = r, dl = c;
      ASSERT_TRUE(problem->solve(d, dl));
      Eigen::VectorXd up_r(nv), up_c(nl), down_r(nv), down_c(nl);
      problem->move(p.state.q, step + h * c_q * d, moved);
      ASSERT_TRUE(problem->residual(p.state.t, moved, v + h * c_v * d, a + h * c_a * d, lambda + h * dl, up_r, up_c));
      problem->move(p.state.q, step - h * c_q * d, moved);
      ASSERT_TRUE(problem->residual(p.state.t, moved, v - h * c_v * d, a - h * c_a * d, lambda - h * dl, down_r, down_c));
      EXPECT_LT(((up_r - down_r) / (2 * h) - r).norm(), 1e-5 * (1 + d.norm())) << coordinates;
      EXPECT_LE(((up_c - down_c) / (2 * h * c_q) - c).norm(), 1e-5 * (1 + d.norm())) << coordinates;
    }
}

void expect_no_allocation(const Model& model, const std::string& coordinates) {
  Prepared p(model, coordinates, 0);
  const auto problem = lagrange.make_ode(p.settings);
  Eigen::VectorXd y = p.y(), f(problem->size()), scale(problem->size());
  problem->derivative(p.state.t, y, f);
  problem->after_step(p.state.t, y, f);
  const long before = allocations;
  problem->derivative(p.state.t, y, f);
  const StepEnd end = problem->after_step(p.state.t, y, f);
  problem->error_scale(y, scale);
  EXPECT_EQ(allocations - before, 0) << coordinates << " " << p.system.model().name;
  EXPECT_EQ(end, StepEnd::accept);
}

TEST(Lagrange, AllocatesNothingInAStep) {
  if (!counts_allocations) GTEST_SKIP() << "allocations are not counted under a sanitizer";
  for (const std::string& coordinates : coordinate_names(3))
    for (Model (*mechanism)() : {open_chain, four_bar, slider_crank})
      expect_no_allocation(with_tilted_axes(mechanism()), coordinates);
  for (const std::string& coordinates : coordinate_names(2))
    for (Model (*mechanism)() : {four_bar, two_four_bars}) expect_no_allocation(in_the_plane(mechanism()), coordinates);
}

}  // namespace
}  // namespace bricard::test
