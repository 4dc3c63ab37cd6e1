// Solutions with I - c J against differences of the derivative itself: in all coordinates, with redundant rows, forces that read
// columns, drivers, user states, in space and plane; what they cost in long chains.
#include "bricard/formulations/matrices/shifted_matrix.hpp"

#include <gtest/gtest.h>

#include "bricard/elements/elements.hpp"
#include "bricard/formulations/formulations.hpp"
#include "bricard/formulations/lagrange.hpp"
#include "bricard/formulations/matrices/sparsity.hpp"
#include "bricard/formulations/stabilizations/projection.hpp"
#include "bricard/formulations/stabilizations/stabilizations.hpp"
#include "bricard/model/in_plane.hpp"
#include "bricard/system/test_mechanisms.hpp"

namespace bricard::test {
namespace {

using Complex = std::complex<double>;

struct Prepared {
  Prepared(const Model& model, const std::string& coordinates, int seed, const Formulation& formulation = lagrange)
      : relative(model, "relative"),
        system(model, coordinates),
        state(carried_over(relative, random_state(relative, seed), system)) {
    Equations e(system);
    system.motion(state, e);
    system.fill(e);
    e.kernel.select();
    settings.system = &system;
    settings.stabilization = &projection;
    settings.start = state;
    settings.selected = e.kernel.selected();
    settings.report = &report;
    problem = formulation.make_ode(settings);
    y.resize(problem->size());
    y << state.q, state.v, state.z;
    f.resize(problem->size());
  }
  // J x by central differences of f of fourth order.
  Eigen::VectorXd product(const Eigen::VectorXd& x) {
    const double h = 1e-4;
    const auto at = [&](double s) {
      Eigen::VectorXd moved(y.size());
      EXPECT_TRUE(problem->derivative(state.t, y + s * x, moved));
      return moved;
    };
    return (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
  }
  System relative, system;
  State state;
  ProblemReport report;
  ProblemSettings settings;
  std::unique_ptr<OdeProblem> problem;
  Eigen::VectorXd y, f;
};

// x = (I - c J)⁻¹ b obeys x - c J x = b, where J x does not know of any matrix.
void expect_solutions(const Model& model, const std::string& coordinates, const Formulation& formulation = lagrange,
                      double error = 1e-7) {
  Prepared p(model, coordinates, 2, formulation);
  const std::string which = model.name + " in " + coordinates + " by " + std::string(formulation.name);
  const auto matrix = p.problem->shifted();
  ASSERT_TRUE(p.problem->derivative(p.state.t, p.y, p.f)) << p.problem->failure();
  ASSERT_TRUE(p.problem->linearize(p.state.t, p.y, p.f)) << p.problem->failure();
  std::srand(7);
  const Eigen::VectorXd b = Eigen::VectorXd::Random(p.y.size());
  const Eigen::VectorXcd z = b + Complex(0, 1) * Eigen::VectorXd::Random(p.y.size());
  for (const double c : {1e-3, 0.05, 0.7}) {
    ASSERT_TRUE(matrix->factorize(c)) << which;
    Eigen::VectorXd x = b;
    matrix->solve(x);
    const Eigen::VectorXd cJx = c * p.product(x / x.norm()) * x.norm();
    EXPECT_LT((x - cJx - b).norm(), error * (b.norm() + cJx.norm())) << which << ", c = " << c;

    const Complex shift = c * Complex(0.6, -0.7);
    ASSERT_TRUE(matrix->factorize(shift)) << which;
    Eigen::VectorXcd w = z;
    matrix->solve(w);
    const Eigen::VectorXd re = w.real() / w.norm(), im = w.imag() / w.norm();
    const Eigen::VectorXcd cJw = shift * w.norm() * (p.product(re) + Complex(0, 1) * p.product(im));
    EXPECT_LT((w - cJw - z).norm(), error * (z.norm() + cJw.norm())) << which << ", c = " << shift;
  }
}

// A spring whose force has a lag, z' = (force - z) / 0.1, and a clock; the hinge is driven.
Model with_states() {
  Model model = open_chain();
  model.name = "open chain with states";
  StateEquation lag;
  lag.name = "lag";
  lag.derivative = "10*(0.3*spring.length - lag) + 0.2*b2.vy";
  StateEquation clock;
  clock.name = "clock";
  clock.derivative = "1 + 0.1*lag^2";
  model.states = {lag, clock};
  model.forces[0].kind.as<SpringDamper>().force = "2*sin(t) + 3*lag - clock*b3.vx";
  return model;
}

Model driven(Model model) {
  model.name += ", driven";
  Driver driver;
  driver.name = "motor";
  driver.joint = "main";
  driver.prescribed["angle"] = "0.3*sin(2*t)";
  model.drivers.push_back(driver);
  return model;
}

Model in_the_plane(Model model) {
  model.name += " in the plane";
  model.dimension = 2;
  for (Body& body : model.bodies) body.inertia = planar_inertia(body.inertia.matrix(2, 2));
  return model;
}

class ShiftedMatrixLaws : public testing::TestWithParam<std::string> {};

TEST_P(ShiftedMatrixLaws, SolvesWithTheDerivativeOfTheMotion) {
  for (Model (*mechanism)() : {open_chain, four_bar, slider_crank, bricard_linkage, with_states})
    expect_solutions(with_tilted_axes(mechanism()), GetParam());
  expect_solutions(with_tilted_axes(driven(slider_crank())), GetParam());
}

INSTANTIATE_TEST_SUITE_P(All, ShiftedMatrixLaws, testing::ValuesIn(coordinate_names(3)),
                         [](const auto& info) { return info.param; });

// More states than derivatives are taken at a time, each of which follows the one before.
TEST(ShiftedMatrix, SolvesWithManyStates) {
  Model model = open_chain();
  model.name = "open chain with many states";
  for (int i = 0; i < 27; ++i) {
    StateEquation state;
    state.name = "z" + std::to_string(i);
    state.derivative = i == 0 ? "b2.vy - z0" : "sin(z" + std::to_string(i - 1) + ") - 2*z" + std::to_string(i);
    model.states.push_back(state);
  }
  model.forces[0].kind.as<SpringDamper>().force = "3*z26 + z13*z5";
  expect_solutions(model, "relative");
}

TEST(ShiftedMatrix, SolvesInThePlane) {
  for (const std::string& coordinates : coordinate_names(2)) expect_solutions(in_the_plane(four_bar()), coordinates);
}

// Whether the derivative is known or taken by differences, which have an error. Coordinate partitioning takes dependent
// coordinates from the independent ones: across the constraints its f does not change.
TEST(ShiftedMatrix, SolvesForEveryFormulation) {
  for (const Formulation& formulation : formulations)
    if (formulation.make_ode && formulation.name != "coordinate_partitioning")
      expect_solutions(with_tilted_axes(with_states()), "relative", formulation, 1e-5);
}

// A chain of bars on ball joints, with springs between neighbors.
Model chain(int bars) {
  Model model;
  model.gravity = {0, -9.81, 0};
  for (int i = 0; i < bars; ++i) {
    const Vector3 from(i, 0, 0.1 * i), to(i + 1, 0, 0.1 * i + 0.1);
    const std::string name = "bar" + std::to_string(i), before = i == 0 ? "ground" : "bar" + std::to_string(i - 1);
    model.bodies.push_back(bar(name, from, to));
    model.joints.push_back(joint<Spherical>("ball" + std::to_string(i), before, name, from));
    Force& spring = model.forces.emplace_back();
    spring.name = "spring" + std::to_string(i);
    SpringDamper law;
    law.stiffness = 100;
    law.damping = 1;
    spring.kind = law;
    spring.from = End{before, Point{from + Vector3(-0.3, 0.2, 0), {}}};
    spring.to = End{name, Point{from + Vector3(0.3, 0.2, 0), {}}};
  }
  return model;
}

TEST(ShiftedMatrix, LongChainsAreSolvedSparsely) { expect_solutions(chain(12), "absolute"); }

TEST(ShiftedMatrix, GrowsLinearlyWithAChain) {
  std::vector<double> entries;
  for (int bars : {20, 40, 80}) {
    const System system(chain(bars), "absolute");
    Equations e(system);
    const Linearization linearization(system, kept_rows(system, e.kernel, std::vector<char>(e.kernel.rows(), 1)));
    entries.push_back(static_cast<double>(linearization.pattern().size()));
    const Sparsity found = sparsity(system, kept_rows(system, e.kernel, std::vector<char>(e.kernel.rows(), 1)));
    EXPECT_EQ(found.of_color.size(), 3u) << "derivatives of a chain take three colors, whatever its length";
  }
  EXPECT_NEAR((entries[2] - entries[1]) / (entries[1] - entries[0]), 2, 1e-12);
}

// Rows with feedback Phi'' + 2 alpha Phi' + beta² Phi = 0: d(Phi')/dv = Phi_v = d(Phi)/dq T.
TEST(ShiftedMatrix, FeedbackActsOnTheConstraints) {
  const Model model = with_tilted_axes(slider_crank());
  Prepared p(model, "absolute", 1);
  const auto rows = kept_rows(p.system, Equations(p.system).kernel, p.settings.selected);
  Linearization plain(p.system, rows), damped(p.system, rows), stiff(p.system, rows);
  ASSERT_TRUE(p.problem->derivative(p.state.t, p.y, p.f));
  const Eigen::VectorXd a = p.f.segment(p.system.nq(), p.system.nv());
  Equations e(p.system);
  ASSERT_TRUE(plain.take(p.state, a, e.values(), {}));
  ASSERT_TRUE(damped.take(p.state, a, e.values(), {3, 0}));
  ASSERT_TRUE(stiff.take(p.state, a, e.values(), {0, 5}));
  for (std::size_t b = 0; b < plain.columns().size(); ++b) {
    const auto &one = plain.columns()[b], &two = damped.columns()[b], &three = stiff.columns()[b];
    for (const auto& [place, row] : one.own) {
      const Eigen::RowVectorXd Phi_v = one.by_a.row(place);
      EXPECT_GT(Phi_v.norm(), 1e-3);
      EXPECT_LT((two.by_v.row(place) - one.by_v.row(place) - 6 * Phi_v).norm(), 1e-12);
      EXPECT_LT((three.by_v.row(place) - one.by_v.row(place)).norm(), 1e-12);
      EXPECT_LT(((three.by_q.row(place) - one.by_q.row(place)) * one.T - 25 * Phi_v).norm(), 1e-11);
    }
  }
}

}  // namespace
}  // namespace bricard::test
