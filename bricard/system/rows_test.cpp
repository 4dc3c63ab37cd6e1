// Rows that are made of joint coordinates and columns: couplings, expressions, non-holonomic rows; user states and inputs.
#include <gtest/gtest.h>

#include "bricard/elements/elements.hpp"
#include "bricard/math/dual.hpp"
#include "bricard/system/evaluate_kinds.hpp"
#include "bricard/system/recorder.hpp"
#include "bricard/system/system_sets.hpp"
#include "bricard/system/test_mechanisms.hpp"

namespace bricard::test {
namespace {

// Two wheels on ground, one slider, coupled as wanted.
Model shafts() {
  Model model;
  model.gravity = Vector3::Zero();
  model.bodies = {bar("a", {0, 0, 0}, {0.2, 0, 0}), bar("b", {1, 0, 0}, {1.3, 0, 0}, 2), bar("c", {2, 0, 0}, {2.2, 0, 0}, 3)};
  model.joints = {joint<Revolute>("first", "ground", "a", {0, 0, 0}), joint<Revolute>("second", "ground", "b", {1, 0, 0}),
                  joint<Prismatic>("slide", "ground", "c", {2, 0, 0}, {0, 1, 0})};
  return model;
}
Joint coupling(const std::string& name, JointKind kind, std::vector<std::string> joints) {
  Joint joint;
  joint.name = name;
  joint.kind = std::move(kind);
  joint.joints = std::move(joints);
  return joint;
}
Constraint expression(const std::string& text) {
  Constraint constraint;
  constraint.name = "law";
  constraint.kind = ExpressionConstraint{Function(text)};
  return constraint;
}

// Row `row` and its rates by dual numbers along the motion q ∘ (t v + t²/2 a): value, first and second time derivative.
struct Derivatives {
  double value, rate, second;
};
Derivatives along_motion(const System& system, const State& state, const Eigen::VectorXd& a, int row) {
  using Second = Dual<Dual<double, 1>, 1>;
  const auto time = [](double x, double rate, double second) {
    Second s;
    s.value = Dual<double, 1>(x);
    s.value.d[0] = rate;
    s.d[0] = Dual<double, 1>(rate);
    s.d[0].d[0] = second;
    return s;
  };
  Eigen::VectorXd rate(system.nq()), second(system.nq());
  system.rates(state.q, state.v, rate);
  system.second_rates(state.q.data(), state.v.data(), a.data(), second.data());
  std::vector<Second> q, v(system.nv(), Second(0));
  for (int i = 0; i < system.nq(); ++i) q.push_back(time(state.q[i], rate[i], second[i]));
  Kinematics<Second> k = make_kinematics<Second>(system.layout());
  system.evaluate<Second>(k, time(state.t, 1, 0), q.data(), v.data(),
                          {state.angles.data(), static_cast<std::size_t>(state.angles.size())});
  const Second& Phi = k.Phi[row];
  return {Phi.value.value, Phi.d[0].value, Phi.d[0].d[0]};
}

// Phi, Phi' and Phi'' of the last row, as the System computes them at v and v' = a, against its values moved along time.
void expect_rates(const Model& model, const char* coordinates) {
  const System system(model, coordinates);
  const State relative = random_state(System(model, "relative"), 4);
  State state = carried_over(System(model, "relative"), relative, system);
  state.t = 0.3;
  const int row = system.layout().rows - 1;
  Equations e(system);
  system.motion(state, e, RowSet::all, Measure::all);
  const Eigen::VectorXd a = Eigen::VectorXd::LinSpaced(system.nv(), -1, 2);
  std::vector<Vec6<double>> A(system.layout().bodies + 1, Vec6<double>::Zero());
  system.body_accelerations(e.k, a.data(), A);
  double second = -e.k.gamma[row];
  const RowGroup& group = system.layout().groups.back();
  for (int m = 0; m < group.terms; ++m) {
    const Row<double>& term = e.k.entries[group.first_entry + m];
    const int pair = group.pairs[m];
    second += row_at<double>(term.n, term.tau, e.k.reach_B[pair]).dot(A[system.layout().pairs[pair].B.body]) -
              row_at<double>(term.n, term.tau, e.k.reach_A[pair]).dot(A[system.layout().pairs[pair].A.body]);
  }
  const Derivatives expected = along_motion(system, state, a, row);
  const double scale = 1 + std::abs(expected.second);
  EXPECT_NEAR(e.k.Phi[row], expected.value, 1e-12) << coordinates;
  EXPECT_NEAR(e.k.Phi_rate[row], expected.rate, 1e-11 * scale) << coordinates;
  EXPECT_NEAR(second, expected.second, 1e-10 * scale) << coordinates;
}

TEST(Rows, CouplingsAndExpressionsMoveAsTheirDerivativesSay) {
  Model gears = shafts();
  gears.joints.push_back(coupling("mesh", Coupler{{2, -0.5, 3}}, {"first", "second", "slide.position"}));
  std::vector<Model> models{gears};
  for (const char* text :
       {"slide.position - 0.3*sin(first.angle)*cos(2*second.angle) + 1*t^2*first.angle", "a.x*b.y - c.y^2 + sin(t)",
        "b.e0*b.e3 - a.e1 + c.x*t", "tip.x*tip.uy + tip.z", "rod.length^2 - 1 + 1 m*first.angle*rod.length"}) {
    Model model = shafts();
    Sensor tip;
    tip.name = "tip";
    tip.body = "b";
    tip.at = Point{{0.3, 0.2, 0.1}, "b"};
    tip.axis = Direction{{1, 2, 3}, ""};
    tip.relative_to = "a";
    model.sensors = {tip};
    Force rod;
    rod.name = "rod";
    rod.kind = SpringDamper{};
    rod.from = End{"a", Point{{0.1, 0, 0}, ""}};
    rod.to = End{"b", Point{{1.2, 0.1, 0}, ""}};
    model.forces = {rod};
    model.constraints = {expression(text)};
    models.push_back(model);
  }
  for (const Model& model : models)
    for (const char* coordinates : {"absolute", "relative", "euler_parameters"}) {
      SCOPED_TRACE(model.constraints.empty() ? "coupler" : model.constraints[0].kind.as<ExpressionConstraint>().equal_zero.text);
      expect_rates(model, coordinates);
    }
}

// Torque T on a wheel of inertia J1 that drives J2 through a gear: a1 = T/(J1 + r² J2), effort on the second = J2 a2.
TEST(Rows, GearsShareAccelerationAndEffort) {
  Model model = shafts();
  const double r = -0.4, T = 5;
  model.joints.push_back(coupling("mesh", Gear{r}, {"first", "second"}));
  Force motor;
  motor.name = "motor";
  motor.joint = "first";
  JointForce law;
  law.torque = Function(T);
  motor.kind = law;
  model.forces = {motor};
  // About the hinge at its end: J = (inertia at the centre) + m (half length)².
  const auto about_end = [](const Body& body, double half) { return body.inertia.matrix(2, 2) + body.mass * half * half; };
  const double J1 = about_end(model.bodies[0], 0.1), J2 = about_end(model.bodies[1], 0.15);
  const double a1 = T / (J1 + r * r * J2);
  for (const char* coordinates : {"absolute", "relative", "euler_parameters"}) {
    const System system(model, coordinates);
    Recorder recorder(system, std::vector<char>(Equations(system).kernel.rows(), 1));
    std::vector<double> row;
    ASSERT_TRUE(recorder.record(system.designed(), row));
    const auto column = [&](const std::string& name) {
      for (std::size_t c = 0; c < system.layout().columns.size(); ++c)
        if (system.layout().columns[c].name == name) return row[c];
      ADD_FAILURE() << "no column " << name;
      return 0.0;
    };
    EXPECT_NEAR(column("a.alz"), a1, 1e-10 * a1) << coordinates;
    EXPECT_NEAR(column("b.alz"), r * a1, 1e-10 * a1) << coordinates;
    EXPECT_NEAR(column("mesh.effort"), J2 * r * a1, 1e-10 * std::abs(J2 * a1)) << coordinates;
    EXPECT_NEAR(column("motor.torque"), T, 1e-14);
  }
}

TEST(Rows, InputsAndStatesAreColumns) {
  Model model = shafts();
  model.inputs = {{"u", Function("3*t^2")}};
  StateEquation state;
  state.name = "z";
  state.initial = 2;
  state.derivative = Function("u - 4*z + first.speed");
  model.states = {state};
  model.outputs = {{"slope", Function("der(z)")}, {"ramp", Function("der(u)")}};
  const System system(model, "relative");
  EXPECT_EQ(system.nz(), 1);
  State at = system.designed();
  EXPECT_EQ(at.z[0], 2);
  at.t = 0.5;
  at.v[0] = 7;
  Equations e(system);
  system.motion(at, e);
  system.forces(e);
  EXPECT_NEAR(e.k.z_rate[0], 3 * 0.25 - 8 + 7, 1e-14);
  Recorder recorder(system, std::vector<char>(Equations(system).kernel.rows(), 1));
  std::vector<double> row;
  recorder.record(at, row);
  const auto last = static_cast<int>(row.size()) - 5;
  EXPECT_NEAR(row[last - 4], 0.75, 1e-15);  // u, z, slope, ramp
  EXPECT_NEAR(row[last - 3], 2, 1e-15);
  EXPECT_NEAR(row[last - 2], -0.25, 1e-14);
  EXPECT_NEAR(row[last - 1], 3, 1e-14);
}

// f(t, q, v) = vy sin(angle) - (1 + t²) wz + 3 t of velocities only: the accelerations keep f' = 0.
TEST(Rows, RowsOfVelocitiesHoldTheirTimeDerivative) {
  Model model = shafts();
  model.gravity = Vector3(0.3, -9, 1);
  Constraint law;
  law.name = "law";
  ExpressionConstraint kind;
  kind.rate_zero = Function("c.vy*sin(first.angle) - (1 + 1*t^2)*a.wz + 3*t");
  law.kind = kind;
  model.constraints = {law};
  const System relative(model, "relative");
  for (const char* coordinates : {"absolute", "relative", "euler_parameters"}) {
    const System system(model, coordinates);
    State start = relative.designed();
    start.q << 0.7, -0.2, 0.1;
    start.v << 1.3, 0.4, -2.5;
    State state = carried_over(relative, start, system);
    const double t = state.t = 0.6;
    Recorder recorder(system, std::vector<char>(Equations(system).kernel.rows(), 1));
    std::vector<double> row;
    ASSERT_TRUE(recorder.record(state, row));
    const auto column = [&](const std::string& name) {
      for (std::size_t c = 0; c < system.layout().columns.size(); ++c)
        if (system.layout().columns[c].name == name) return row[c];
      ADD_FAILURE() << "no column " << name;
      return 0.0;
    };
    const double angle = column("first.angle"), speed = column("a.wz");
    EXPECT_NEAR(angle, 0.7, 1e-12);
    EXPECT_NEAR(column("c.ay") * std::sin(angle) + column("c.vy") * std::cos(angle) * speed - 2 * t * speed -
                    (1 + t * t) * column("a.alz") + 3,
                0, 1e-10)
        << coordinates;
  }
}

// A disc that rolls: freedoms of velocity are fewer than those of position, and no position is lost.
TEST(Rows, RollingHasRowsThatHoldForVelocitiesOnly) {
  Model model;
  model.bodies = {bar("disc", {0, 0, 0.4}, {0, 0, 0.6}, 1)};
  Joint rolls;
  rolls.name = "rolls";
  rolls.kind = Rolling{.radius = 0.5};
  rolls.bodies = {"ground", "disc"};
  rolls.at = Point{{0, 0, 0}, ""};
  rolls.at2 = Point{{0, 0, 0.5}, ""};
  rolls.axis = Direction{{0, 0, 1}, ""};
  rolls.axis2 = Direction{{0, 1, 0}, ""};
  model.joints = {rolls};
  const System system(model, "relative");
  EXPECT_EQ(system.layout().rows, 3);
  EXPECT_EQ(system.layout().is_rate_row, (std::vector<char>{0, 1, 1}));
  Equations e(system);
  State state = system.designed();
  state.q[0] = 4.5;  // it may be anywhere on the plane
  system.motion(state, e);
  EXPECT_LT(system.violation(e, Order::position, RowSet::all), 1e-15);
  state.v << 1, 0, 0, 0, 2, 0;  // v = w r about y: rolls along x
  system.motion(state, e);
  EXPECT_LT(system.violation(e, Order::velocity, RowSet::all), 1e-15);
  state.v << 1, 0, 0, 0, 1, 0;  // it slips by half
  system.motion(state, e);
  EXPECT_NEAR(system.violation(e, Order::velocity, RowSet::all), 0.5, 1e-15);
}

}  // namespace
}  // namespace bricard::test
