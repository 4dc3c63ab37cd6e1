// Linear models against differences of the motion itself: in loops, with redundant rows, balls, free bodies, rolling, drivers,
// user states and inputs, at moving states; columns against differences of recorded rows; modes in other coordinates; eigenvalues
// of matrices whose eigenvalues are known.
#include "bricard/analyses/linear/linear_model.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "bricard/analyses/assembly/assembly.hpp"
#include "bricard/analyses/linear/linear_coordinates.hpp"
#include "bricard/core/text.hpp"
#include "bricard/elements/elements.hpp"
#include "bricard/formulations/matrices/sparsity.hpp"
#include "bricard/math/dense.hpp"
#include "bricard/math/eigenpairs.hpp"
#include "bricard/system/matrices.hpp"
#include "bricard/system/recorder.hpp"
#include "bricard/system/test_mechanisms.hpp"

namespace bricard::test {
namespace {

// Moves independent coordinates by a given amount and lets the others follow by Newton's method: no derivative of second order
// takes part.
class Nonlinear {
 public:
  Nonlinear(const System& system, const State& state, const LinearModel& linear)
      : system_(system), state_(state), linear_(linear), e_(system) {
    system.motion(state, e_);
    system.fill(e_);
    e_.kernel.select();
    selected_ = e_.kernel.selected();
    kept_ = kept_rows(system, e_.kernel, selected_);
    const std::vector<VelocityName> names = velocity_names(system);
    for (int j = 0; j < system.nv(); ++j)
      for (int i = 0; i < linear.positions + linear.velocities; ++i) {
        if (i < linear.positions && names[j].displacement == linear.states[i]) positions_.push_back(j);
        if (i >= linear.positions && names[j].velocity == linear.states[i]) velocities_.push_back(j);
      }
  }

  State moved(const Eigen::VectorXd& x) {
    State state = state_;
    Eigen::VectorXd d = Eigen::VectorXd::Zero(system_.nv()), q(system_.nq());
    for (std::size_t i = 0; i < positions_.size(); ++i) d[positions_[i]] = x[static_cast<int>(i)];
    for (int iteration = 0; iteration < 8; ++iteration) {
      system_.move(state_.q, d, q);
      state.q = q;
      close(state, Order::position, positions_, d);
    }
    system_.move(state_.q, d, q);
    state.q = q;
    for (std::size_t i = 0; i < velocities_.size(); ++i)
      state.v[velocities_[i]] = state_.v[velocities_[i]] + x[linear_.positions + static_cast<int>(i)];
    close(state, Order::velocity, velocities_, state.v);
    for (int i = 0; i < system_.nz(); ++i) state.z[i] = state_.z[i] + x[linear_.positions + linear_.velocities + i];
    return state;
  }
  Eigen::VectorXd accelerations(const State& state) {
    e_.kernel.set_selected(selected_);
    system_.motion(state, e_);
    system_.forces(e_);
    EXPECT_TRUE(system_.factor(e_));
    Eigen::VectorXd a(system_.nv());
    system_.accelerations(e_, a);
    return a;
  }
  const std::vector<double>& z_rate() const { return e_.k.z_rate; }
  const std::vector<char>& selected() const { return selected_; }
  const std::vector<int>& positions() const { return positions_; }
  const std::vector<int>& velocities() const { return velocities_; }

 private:
  void close(const State& state, Order order, const std::vector<int>& held, Eigen::VectorXd& unknown) {
    system_.motion(state, e_);
    const Matrices<double> m = matrices(system_, e_.k);
    std::vector<int> rows, columns;
    for (const int l : kept_) {
      const int row = system_.active_rows()[l];
      if (order == Order::velocity || !system_.constraints().is_rate_row[row]) rows.push_back(l);
    }
    for (int j = 0; j < system_.nv(); ++j)
      if (std::find(held.begin(), held.end(), j) == held.end()) columns.push_back(j);
    if (columns.empty()) return;
    Eigen::MatrixXd Phi(static_cast<int>(rows.size()), static_cast<int>(columns.size()));
    Eigen::VectorXd open(Phi.rows());
    for (int i = 0; i < Phi.rows(); ++i) {
      const int row = system_.active_rows()[rows[i]];
      open[i] = order == Order::position ? e_.k.Phi[row] : e_.k.Phi_rate[row];
      for (int j = 0; j < Phi.cols(); ++j) Phi(i, j) = m.Phi_v(rows[i], columns[j]);
    }
    const Eigen::VectorXd step = LeastNorm(Phi).solve(open);
    for (int j = 0; j < step.size(); ++j) unknown[columns[j]] -= step[j];
  }

  const System& system_;
  State state_;
  const LinearModel& linear_;
  Equations e_;
  std::vector<char> selected_;
  std::vector<int> kept_, positions_, velocities_;
};

// Fourth-order central difference of a vector.
template <class F>
Eigen::VectorXd difference(const F& f, double h = 1e-3) {
  return (8 * (f(h) - f(-h)) - (f(2 * h) - f(-2 * h))) / (12 * h);
}

// w × in the rotations of balls and free bodies.
Eigen::VectorXd turned(const System& system, const State& state, const Eigen::VectorXd& xi) {
  Eigen::VectorXd out = Eigen::VectorXd::Zero(xi.size());
  for (int b = 1; b <= system.mechanism().bodies; ++b) {
    const TreeJoint& joint = system.mechanism().tree_joints[b];
    if (!joint.has_quaternion) continue;
    const int at = joint.v + joint.quaternion;
    out.segment<3>(at) = state.v.segment<3>(at).cross(xi.segment<3>(at));
  }
  return out;
}

void expect_derivatives(const Model& model, const State& state, const System& system) {
  SCOPED_TRACE(model.name);
  const LinearModel linear = linearize(system, state);
  ASSERT_FALSE(linear.outcome.failed()) << linear.outcome.message;
  Nonlinear motion(system, state, linear);
  const int np = linear.positions, nv = linear.velocities, n = static_cast<int>(linear.A.rows());
  ASSERT_EQ(motion.positions().size(), static_cast<std::size_t>(np));
  ASSERT_EQ(motion.velocities().size(), static_cast<std::size_t>(nv));
  for (int j = 0; j < n; ++j) {
    const Eigen::VectorXd unit = Eigen::VectorXd::Unit(n, j);
    const Eigen::VectorXd v = difference([&](double h) { return motion.moved(h * unit).v; });
    const Eigen::VectorXd rates = difference([&](double h) {
      const Eigen::VectorXd a = motion.accelerations(motion.moved(h * unit));
      Eigen::VectorXd all(system.nv() + system.nz());
      all << a, Eigen::Map<const Eigen::VectorXd>(motion.z_rate().data(), system.nz());
      return all;
    });
    EXPECT_LT((linear.V.col(j) - v).norm(), 1e-8 * (1 + v.norm())) << linear.states[j];
    const Eigen::VectorXd xi_rate = v + turned(system, state, linear.X.col(j));
    Eigen::VectorXd expected(n);
    for (int i = 0; i < np; ++i) expected[i] = xi_rate[motion.positions()[i]];
    for (int i = 0; i < nv; ++i) expected[np + i] = rates[motion.velocities()[i]];
    expected.tail(system.nz()) = rates.tail(system.nz());
    EXPECT_LT((linear.A.col(j) - expected).norm(), 2e-7 * (1 + expected.norm())) << linear.states[j] << "\n"
                                                                                 << linear.A.col(j).transpose() << "\n"
                                                                                 << expected.transpose();
  }
}

Model with_states() {
  Model model = open_chain();
  model.name = "open chain with states";
  StateEquation lag, clock;
  lag.name = "lag";
  lag.initial = 0.4;
  lag.derivative = "3*(hinge.angle - lag) + 0.2*lag^2 + 0.05*spring.force";
  clock.name = "clock";
  clock.derivative = "sin(clock) - 0.3*b3.vx + lag";
  model.states = {lag, clock};
  Force pull;
  pull.name = "pull";
  JointForce law;
  law.torque = "2*lag + 3*u + 0.5*lag*u";
  pull.kind = law;
  pull.joint = "hinge";
  model.forces.push_back(pull);
  Input u;
  u.name = "u";
  u.value = "0.7 + t";
  model.inputs = {u};
  return model;
}

Model driven_four_bar(bool with_spring) {
  Model model = four_bar();
  model.name = "driven four-bar";
  Driver lift;
  lift.name = "lift";
  lift.joint = "main";
  lift.prescribed["angle"] = Function("0.3*t + t^2");
  Body bob = bar("bob", {3, 1, 0}, {3.5, 1.2, 0});
  model.bodies.push_back(bob);
  model.joints.push_back(joint<Revolute>("bell", "rocker", "bob", {3, 1, 0}, {0, 0, 1}));
  model.joints.push_back(joint<Spherical>("string", "coupler", "tail", {1, 2, 0}));
  model.bodies.push_back(bar("tail", {1, 2, 0}, {1.3, 2.5, 0.4}));
  model.drivers = {lift};
  if (with_spring) {
    Force spring;
    spring.name = "spring";
    SpringDamper law;
    law.stiffness = 30;
    law.damping = 2;
    spring.kind = law;
    spring.from = End{"ground", Point{{0, 3, 0}, {}}};
    spring.to = End{"bob", Point{{3.5, 1.2, 0}, {}}};
    model.forces = {spring};
  }
  Sensor tip;
  tip.name = "tip";
  tip.body = "bob";
  tip.at = Point{{3.5, 1.2, 0}, {}};
  tip.relative_to = "rocker";
  model.sensors = {tip};
  Output power;
  power.name = "power";
  power.value = Function("lift.torque*main.speed + bell.fx*tip.vx");
  model.outputs = {power};
  return model;
}

Model rolling_disc() {
  Model model;
  model.name = "rolling disc";
  model.gravity = {0, 0, -9.81};
  Body disc;
  disc.name = "disc";
  disc.mass = 1;
  const double a = 0.5, lean = 0.1;
  disc.inertia.matrix = Matrix3::diagonal({a * a / 4, a * a / 2, a * a / 4});
  disc.position = Point{{0, a * std::sin(lean), a * std::cos(lean)}, {}};
  disc.orientation.quaternion = quaternion_of(Vec3<double>(-lean, 0, 0));
  model.bodies = {disc};
  Joint contact = joint<Rolling>("contact", "ground", "disc", {0, 0, 0}, {0, 0, 1});
  Rolling kind;
  kind.radius = a;
  contact.kind = kind;
  contact.at2 = Point{{0, a * std::sin(lean), a * std::cos(lean)}, {}};
  contact.axis2 = Direction{{0, std::cos(lean), -std::sin(lean)}, {}};
  model.joints = {contact};
  return model;
}

TEST(LinearModel, IsTheDerivativeOfTheMotion) {
  for (Model (*mechanism)() : {open_chain, four_bar, slider_crank, bricard_linkage, with_states, rolling_disc}) {
    const Model model = mechanism();
    const System relative(model, "relative");
    expect_derivatives(model, random_state(relative, 3), relative);
  }
  const Model driven = driven_four_bar(true);
  const System relative(driven, "relative");
  expect_derivatives(driven, random_state(relative, 5), relative);
}

TEST(LinearModel, RollingLeavesMoreDisplacementsThanVelocities) {
  const Model model = rolling_disc();
  const System relative(model, "relative");
  const LinearModel linear = linearize(relative, random_state(relative, 3));
  EXPECT_EQ(linear.positions, 5);
  EXPECT_EQ(linear.velocities, 3);
  EXPECT_EQ(linear.M.rows(), 0);
  EXPECT_EQ(linear.states.size(), 8u);
}

// C and D against differences of recorded rows: all columns but energies and violations. In the last two, redundant rows carry
// loads, and how they share them changes with the position.
TEST(LinearModel, OutputsAreDerivativesOfRecordedColumns) {
  Model leaning = four_bar();
  leaning.gravity = {3, -9.81, 5};
  for (const Model& model : {with_states(), driven_four_bar(true), leaning, bricard_linkage()}) {
    SCOPED_TRACE(model.name);
    const System system(model, "relative");
    const State state = random_state(system, 4);
    std::vector<std::string> outputs;
    for (const ColumnInfo& column : system.table().columns)
      if (column.level != Level::balance) outputs.push_back(column.name);
    const LinearModel linear = linearize(system, state, {}, outputs);
    ASSERT_FALSE(linear.outcome.failed()) << linear.outcome.message;
    Nonlinear motion(system, state, linear);
    Recorder recorder(system, motion.selected());
    const int n = static_cast<int>(linear.A.rows());
    for (int j = 0; j < n; ++j) {
      const Eigen::VectorXd row = difference([&](double h) {
        std::vector<double> values;
        EXPECT_TRUE(recorder.record(motion.moved(h * Eigen::VectorXd::Unit(n, j)), values));
        return Eigen::VectorXd(Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(outputs.size())));
      });
      for (std::size_t c = 0; c < outputs.size(); ++c)
        EXPECT_NEAR(linear.C(static_cast<int>(c), j), row[static_cast<int>(c)], 1e-6 * (1 + row.cwiseAbs().maxCoeff()))
            << outputs[c] << " by " << linear.states[j];
    }
  }
}

// B and D of an input of the model: by its value, which also multiplies a state.
TEST(LinearModel, InputsOfTheModel) {
  const Model model = with_states();
  const System system(model, "relative");
  const State state = random_state(system, 4);
  const std::vector<std::string> outputs{"b0.ax", "hinge.fx", "pull.torque", "u"};
  const LinearModel linear = linearize(system, state, {"u"}, outputs);
  ASSERT_EQ(linear.input_order, std::vector<int>{0});
  ASSERT_EQ(linear.of_inputs, 0);
  const auto with_input = [&](double more) {
    Model changed = model;
    changed.inputs[0].value = Function("0.7 + t + (" + to_text(more) + ")");
    const System other(changed, "relative");
    Nonlinear motion(other, state, linear);
    const Eigen::VectorXd a = motion.accelerations(state);
    Eigen::VectorXd out(static_cast<int>(linear.A.rows()) + 4);
    out.setZero();
    for (int i = 0; i < linear.velocities; ++i) out[linear.positions + i] = a[motion.velocities()[i]];
    for (int i = 0; i < 2; ++i) out[linear.positions + linear.velocities + i] = motion.z_rate()[i];
    Recorder recorder(other, motion.selected());
    std::vector<double> row;
    recorder.record(state, row);
    for (int i = 0; i < 4; ++i)
      for (std::size_t c = 0; c < other.table().columns.size(); ++c)
        if (other.table().columns[c].name == outputs[i]) out[linear.A.rows() + i] = row[c];
    return out;
  };
  const Eigen::VectorXd expected = difference(with_input, 0.25);  // it is linear in u
  EXPECT_LT((linear.B.col(0) - expected.head(linear.A.rows())).norm(), 1e-9 * expected.norm());
  EXPECT_LT((linear.D.col(0) - expected.tail(4)).norm(), 1e-9 * expected.norm());
  EXPECT_NEAR(linear.D(3, 0), 1, 1e-14);
}

// A driver's motion enters by its value, its rate and its acceleration.
TEST(LinearModel, DriversAsInputs) {
  const Model model = driven_four_bar(true);
  const System system(model, "relative");
  const State state = random_state(system, 6);
  const std::vector<std::string> outputs{"lift.value", "lift.torque", "tip.ax", "bell.fy", "main.speed", "power"};
  const LinearModel linear = linearize(system, state, {"lift"}, outputs);
  ASSERT_FALSE(linear.outcome.failed()) << linear.outcome.message;
  ASSERT_EQ(linear.input_order, std::vector<int>{2});
  ASSERT_EQ(linear.of_inputs, 2);
  const int n = static_cast<int>(linear.A.rows()), own = n - 2;
  EXPECT_EQ(linear.states[own], "lift.value");
  EXPECT_EQ(linear.states[own + 1], "lift.rate");
  EXPECT_EQ(linear.A(own, own + 1), 1);
  EXPECT_EQ(linear.B(own + 1, 0), 1);
  // The same motions by a driver with another function: value, rate and acceleration at this moment are changed one by one.
  const auto derivative_by = [&](int order) {
    return difference(
        [&](double h) {
          const std::string s = "(t - " + to_text(state.t) + ")", amount = "(" + to_text(h) + ")";
          Model changed = model;
          changed.drivers[0].prescribed["angle"] = Function("0.3*t + t^2 + " + (order == 0   ? amount
                                                                                : order == 1 ? amount + "*" + s
                                                                                             : "0.5*" + amount + "*" + s + "^2"));
          const System other(changed, "relative");
          Nonlinear motion(other, state, linear);
          const State moved = motion.moved(Eigen::VectorXd::Zero(n));
          const Eigen::VectorXd a = motion.accelerations(moved);
          Eigen::VectorXd out = Eigen::VectorXd::Zero(own + static_cast<int>(outputs.size()));
          const Eigen::VectorXd xi_rate = moved.v;  // of joints without balls
          for (int i = 0; i < linear.positions; ++i) out[i] = xi_rate[motion.positions()[i]];
          for (int i = 0; i < linear.velocities; ++i) out[linear.positions + i] = a[motion.velocities()[i]];
          Recorder recorder(other, motion.selected());
          std::vector<double> row;
          EXPECT_TRUE(recorder.record(moved, row));
          for (std::size_t i = 0; i < outputs.size(); ++i)
            for (std::size_t c = 0; c < other.table().columns.size(); ++c)
              if (other.table().columns[c].name == outputs[i]) out[own + static_cast<int>(i)] = row[c];
          return out;
        },
        0x1p-9);
  };
  for (int order = 0; order < 3; ++order) {
    const Eigen::VectorXd expected = derivative_by(order);
    const Eigen::VectorXd by_state = order == 0 ? linear.A.col(own) : order == 1 ? linear.A.col(own + 1) : linear.B.col(0);
    const Eigen::VectorXd output = order == 0 ? linear.C.col(own) : order == 1 ? linear.C.col(own + 1) : linear.D.col(0);
    EXPECT_LT((by_state.head(own) - expected.head(own)).norm(), 1e-6 * (1 + expected.head(own).norm()))
        << order << "\n"
        << by_state.transpose() << "\n"
        << expected.head(own).transpose();
    EXPECT_LT((output - expected.tail(output.size())).norm(), 1e-6 * (1 + expected.tail(output.size()).norm()))
        << order << "\n"
        << output.transpose() << "\n"
        << expected.tail(output.size()).transpose();
  }
}

std::vector<std::complex<double>> eigenvalues(const Eigen::MatrixXd& A) {
  const Eigen::VectorXcd values = general_eigenpairs(A).values;
  std::vector<std::complex<double>> list(values.data(), values.data() + values.size());
  std::sort(list.begin(), list.end(), [](const auto& a, const auto& b) {
    return std::abs(a) != std::abs(b) ? std::abs(a) < std::abs(b) : a.imag() < b.imag();
  });
  return list;
}

// M, G, K describe the same motion as A.
TEST(LinearModel, SecondOrderFormHasTheSameEigenvalues) {
  const Model model = slider_crank();
  const System system(model, "relative");
  const LinearModel linear = linearize(system, random_state(system, 3));
  const int n = linear.positions;
  ASSERT_EQ(linear.M.rows(), n);
  EXPECT_LT((linear.M - linear.M.transpose()).norm(), 1e-14 * linear.M.norm());
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(2 * n, 2 * n);
  A.topRightCorner(n, n).setIdentity();
  A.bottomLeftCorner(n, n) = -product(inverse(linear.M), linear.K);
  A.bottomRightCorner(n, n) = -product(inverse(linear.M), linear.G);
  const auto expected = eigenvalues(linear.A), found = eigenvalues(A);
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_LT(std::abs(found[i] - expected[i]), 1e-9 * std::abs(expected[i]));
}

// A spindle turns steadily; an arm hangs from it, and a slider is held on the arm by a spring. In absolute coordinates, whose
// axes turn with the parents, the same eigenvalues.
TEST(LinearModel, SteadyRotationIsTheSameInAllCoordinates) {
  Model model;
  model.name = "steady rotation";
  model.gravity = {0, 0, -9.81};
  Body spindle = bar("spindle", {0.2, 0.1, 0}, {0.2, 0.1, 1}, 3);  // its center of mass is off the axis
  model.bodies = {spindle, bar("arm", {0.3, 0, 1}, {0.9, 0, 0.5}), bar("slider", {0.6, 0, 0.7}, {0.7, 0, 0.6}, 0.5)};
  model.joints = {joint<Revolute>("axle", "ground", "spindle", {0, 0, 0}, {0, 0, 1}),
                  joint<Revolute>("hinge", "spindle", "arm", {0.3, 0, 1}, {0, 1, 0}),
                  joint<Prismatic>("guide", "arm", "slider", {0.65, 0, 0.65}, {0.6, 0, -0.5})};
  Force spring;
  spring.name = "spring";
  SpringDamper law;
  law.stiffness = 400;
  law.damping = 1;
  spring.kind = law;
  spring.from = End{"arm", Point{{0.3, 0, 1}, {}}};
  spring.to = End{"slider", Point{{0.65, 0, 0.65}, {}}};
  Force stay = spring;
  stay.name = "stay";
  law.stiffness = 300;
  law.damping = 0.3;
  stay.kind = law;
  stay.from = End{"spindle", Point{{0.2, 0.1, 0}, {}}};
  stay.to = End{"arm", Point{{0.9, 0, 0.5}, {}}};
  model.forces = {spring, stay};
  const System relative(model, "relative");
  State state = assemble(relative).state;
  state.v[0] = 5;
  // Steady: hinge and guide take positions in which their accelerations vanish.
  Equations e(relative);
  Eigen::VectorXd a(3);
  const auto accelerations = [&] {
    relative.motion(state, e);
    relative.forces(e);
    EXPECT_TRUE(relative.factor(e));
    relative.accelerations(e, a);
  };
  for (int i = 0; i < 30; ++i) {
    const LinearModel linear = linearize(relative, state);
    accelerations();
    ASSERT_EQ(linear.states[0], "axle.angle");
    state.q.tail(2) -= LeastNorm(linear.A.block(4, 1, 2, 2)).solve(a.tail(2));
  }
  accelerations();
  ASSERT_LT(a.cwiseAbs().maxCoeff(), 1e-9);
  const LinearModel linear = linearize(relative, state);
  EXPECT_LT(linear.drift.norm(), 1e-9);
  const std::vector<Mode> expected = modes_of(linear);
  for (const char* coordinates : {"absolute", "euler_parameters"}) {
    const System system(model, coordinates);
    const LinearModel other = linearize(system, carried_over(relative, state, system));
    ASSERT_FALSE(other.outcome.failed()) << other.outcome.message;
    EXPECT_LT(other.drift.norm(), 1e-8);
    const std::vector<Mode> modes = modes_of(other);
    ASSERT_EQ(modes.size(), expected.size()) << coordinates;
    for (std::size_t i = 0; i < modes.size(); ++i) {
      EXPECT_NEAR(modes[i].real, expected[i].real, 1e-8 * (1 + std::abs(expected[i].real)));
      EXPECT_NEAR(modes[i].imag, expected[i].imag, 1e-8 * (1 + expected[i].imag));
    }
  }
  // And the motion does what they say: the slowest pair that decays, by a run of the nonlinear equations, is left to
  // verification/.
}

LinearModel of_matrix(const Eigen::MatrixXd& A, int positions = 0) {
  LinearModel linear;
  linear.A = A;
  linear.positions = positions;
  linear.velocities = positions;
  linear.unit = Eigen::VectorXd::Ones(A.rows());
  return linear;
}

// |A u - lambda u| by real and imaginary parts: products of complex matrices take long to compile.
double missed(const Eigen::MatrixXd& A, std::complex<double> lambda, const Eigen::VectorXcd& u) {
  const Eigen::VectorXd x = u.real(), y = u.imag();
  return std::hypot((A * x - lambda.real() * x + lambda.imag() * y).norm(),
                    (A * y - lambda.real() * y - lambda.imag() * x).norm());
}
// 0: orthogonal, 1: parallel.
double likeness(const Eigen::VectorXcd& u, const Eigen::VectorXcd& v) { return std::abs(u.dot(v)) / (u.norm() * v.norm()); }

TEST(ModesOf, KindsAndPairs) {
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(7, 7);
  A.block<2, 2>(0, 0) << 0, 1, -9, 0;        // ± 3 i
  A.block<2, 2>(2, 2) << 0, 1, -25, -6;      // -3 ± 4 i
  A.block<2, 2>(4, 4) << 0.5, 20, -20, 0.5;  // unstable
  A(6, 6) = -2;
  // in other coordinates
  std::srand(3);
  const Eigen::MatrixXd S = Eigen::MatrixXd::Random(7, 7) + 3 * Eigen::MatrixXd::Identity(7, 7);
  Eigen::MatrixXcd shapes;
  const Eigen::MatrixXd turned = product(product(S, A), inverse(S));
  const std::vector<Mode> modes = modes_of(of_matrix(turned), &shapes);
  ASSERT_EQ(modes.size(), 4u);
  EXPECT_EQ(modes[0].kind, Mode::Kind::real);
  EXPECT_NEAR(modes[0].real, -2, 1e-12);
  EXPECT_NEAR(modes[0].damping, 1, 1e-12);
  EXPECT_NEAR(modes[1].imag, 3, 1e-12);
  EXPECT_FALSE(modes[1].unstable);
  EXPECT_EQ(modes[1].kind, Mode::Kind::oscillating);
  EXPECT_NEAR(modes[1].frequency, 3 / (2 * std::numbers::pi), 1e-12);
  EXPECT_NEAR(modes[2].damping, 0.6, 1e-12);
  EXPECT_NEAR(modes[2].frequency, 5 / (2 * std::numbers::pi), 1e-12);
  EXPECT_TRUE(modes[3].unstable);
  for (std::size_t i = 0; i < modes.size(); ++i) {
    const Eigen::VectorXcd u = shapes.col(static_cast<int>(i));
    EXPECT_GT(u.norm(), 1e-6);
    EXPECT_LT(missed(turned, {modes[i].real, modes[i].imag}, u), 1e-10 * u.norm());
  }
}

// Rigid motions are double zeros with one eigenvector, here beside a damper, whose zero is simple, and a critically damped pair.
TEST(ModesOf, ZerosAreExact) {
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(8, 8);
  A.block<2, 2>(0, 0) << 0, 1, 0, 0;
  A.block<2, 2>(2, 2) << 0, 1, 0, -4;
  A.block<2, 2>(4, 4) << 0, 1, -49, -14;
  A.block<2, 2>(6, 6) << 0, 1, -1e4, 0;
  std::srand(5);
  const Eigen::MatrixXd S = Eigen::MatrixXd::Random(8, 8) + 3 * Eigen::MatrixXd::Identity(8, 8);
  Eigen::MatrixXcd shapes;
  const Eigen::MatrixXd turned = product(product(S, A), inverse(S));
  const std::vector<Mode> modes = modes_of(of_matrix(turned), &shapes);
  ASSERT_EQ(modes.size(), 6u);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(modes[i].kind, Mode::Kind::rigid);
    EXPECT_EQ(modes[i].real, 0);
    EXPECT_EQ(modes[i].multiplicity, 2);
    EXPECT_LT(missed(turned, 0, shapes.col(i)), 1e-9 * shapes.col(i).norm());
  }
  EXPECT_LT(likeness(shapes.col(0), shapes.col(1)), 0.6);
  EXPECT_NEAR(modes[2].real, -4, 1e-9);
  EXPECT_EQ(modes[2].kind, Mode::Kind::real);
  for (int i = 3; i < 5; ++i) {
    EXPECT_EQ(modes[i].kind, Mode::Kind::real);
    EXPECT_NEAR(modes[i].real, -7, 1e-5);
    EXPECT_EQ(modes[i].multiplicity, 2);
  }
  EXPECT_NEAR(modes[5].imag, 100, 1e-7);
}

// Two equal pairs: their shapes span the plane of both.
TEST(ModesOf, RepeatedPairsHaveIndependentShapes) {
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(6, 6);
  for (int i = 0; i < 4; i += 2) A.block<2, 2>(i, i) << -0.1, 3, -3, -0.1;
  A.block<2, 2>(4, 4) << -1, 5, -5, -1;
  std::srand(2);
  const Eigen::MatrixXd S = Eigen::MatrixXd::Random(6, 6) + 2 * Eigen::MatrixXd::Identity(6, 6);
  Eigen::MatrixXcd shapes;
  const Eigen::MatrixXd turned = product(product(S, A), inverse(S));
  const std::vector<Mode> modes = modes_of(of_matrix(turned), &shapes);
  ASSERT_EQ(modes.size(), 3u);
  EXPECT_EQ(modes[0].multiplicity, 2);
  EXPECT_EQ(modes[1].multiplicity, 2);
  EXPECT_EQ(modes[2].multiplicity, 1);
  for (int i = 0; i < 2; ++i) EXPECT_LT(missed(turned, {-0.1, 3}, shapes.col(i)), 1e-9 * shapes.col(i).norm());
  EXPECT_LT(likeness(shapes.col(0), shapes.col(1)), 0.6);
}

TEST(LinearModel, NamesThatAreWrong) {
  const Model model = driven_four_bar(false);
  const System system(model, "relative");
  const State state = assemble(system).state;
  const auto text = [&](const std::vector<std::string>& inputs, const std::vector<std::string>& outputs) -> std::string {
    try {
      linearize(system, state, inputs, outputs);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(text({}, {"tip.xx"}).find("analysis.modes.outputs"), std::string::npos);
  EXPECT_NE(text({}, {"tip.xx"}).find("did you mean `tip.x`"), std::string::npos);
  EXPECT_NE(text({"lyft"}, {}).find("did you mean `lift`"), std::string::npos);
  EXPECT_NE(text({}, {"energy.total"}).find("energies"), std::string::npos);
}

TEST(LinearModel, WithoutInertiaThereIsNoMotion) {
  Model model = four_bar();
  for (Body& body : model.bodies) {
    body.mass = 0;
    body.inertia.matrix = Matrix3::Zero();
  }
  const System system(model, "relative");
  const LinearModel linear = linearize(system, system.designed());
  EXPECT_TRUE(linear.outcome.failed());
  EXPECT_NE(linear.outcome.message.find("no inertia"), std::string::npos);
  // One body of the loop is enough.
  model.bodies[1].mass = 2;
  const System other(model, "relative");
  EXPECT_FALSE(linearize(other, other.designed()).outcome.failed());
}

}  // namespace
}  // namespace bricard::test
