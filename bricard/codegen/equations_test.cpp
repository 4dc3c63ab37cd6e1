// Generated equations against the System on numbers: M, c and rows written out column by column in global axes.
#include <gtest/gtest.h>

#include <filesystem>

#include "bricard/codegen/generate.hpp"
#include "bricard/codegen/test_graph.hpp"
#include "bricard/core/error.hpp"
#include "bricard/core/test_paths.hpp"
#include "bricard/io/formats.hpp"
#include "bricard/system/matrices.hpp"
#include "bricard/system/test_mechanisms.hpp"

namespace bricard::test {
namespace {

std::vector<double> numbers(const Eigen::VectorXd& x) { return {x.begin(), x.end()}; }

Eigen::MatrixXd matrix(const std::vector<double>& x, Eigen::Index rows, Eigen::Index columns) {
  return x.empty() ? Eigen::MatrixXd::Zero(rows, columns) : Eigen::MatrixXd(Eigen::Map<const Eigen::MatrixXd>(x.data(), rows, columns));
}

void expect_near(const Eigen::MatrixXd& found, const Eigen::MatrixXd& right, const std::string& what, double limit = 1e-11) {
  ASSERT_EQ(found.rows(), right.rows()) << what;
  if (right.size() == 0) return;
  EXPECT_LE((found - right).cwiseAbs().maxCoeff(), limit * (1 + right.cwiseAbs().maxCoeff())) << what << "\n" << found << "\n\n" << right;
}

Arrays arguments_of(const System& system, const State& state) {
  Arrays given{{"t", {state.t}}, {"q", numbers(state.q)}, {"v", numbers(state.v)}};
  for (int i = 0; i < state.z.size(); ++i) given["z"].push_back(state.z[i]);
  given["angles"] = numbers(state.angles);
  if (given["angles"].empty()) given["angles"].assign(system.measures().measured.size(), 0);
  Kinematics<double> k = make_kinematics<double>(system.layout());
  evaluate_time(system.layout(), k, state.t);
  for (std::size_t i = 0; i < system.model().inputs.size(); ++i) given["u"].push_back(k.columns[system.table().first_input + i]);
  return given;
}

void compare(const System& system, const State& state, bool fold) {
  const GeneratedModel model = generate(system, {.functions = {"dirdyn", "invdyn", "constraints", "constraints_jdqd"}, .fold = fold});
  Kinematics<double> k = make_kinematics<double>(system.layout());
  const std::vector<double> angles = numbers(state.angles);
  system.evaluate<double>(k, state.t, state.q.data(), state.v.data(), angles, state.z.data());
  const Matrices<double> right = matrices(system, k);
  Arrays given = arguments_of(system, state);
  add_parameters(model, given);
  const Eigen::Index n = system.nv(), rows = right.Phi.size();
  Eigen::VectorXd a(n);
  for (Eigen::Index i = 0; i < n; ++i) a[i] = std::sin(1.0 + static_cast<double>(i));
  given["a"] = numbers(a);
  Arrays found = values_of(model.functions[0], given);
  expect_near(matrix(found["M"], n, n), right.M, "M");
  expect_near(matrix(found["c"], n, 1), -right.Q, "c");
  expect_near(matrix(values_of(model.functions[1], given)["tau"], n, 1), right.M * a - right.Q, "tau");
  // Rows that hold a point lie in other axes and have the other sign: on the constraints what does not depend on that is compared.
  found = values_of(model.functions[2], given);
  const Eigen::MatrixXd J = matrix(found["J"], rows, n), jdqd = matrix(found["jdqd"], rows, 1);
  expect_near(matrix(found["h"], rows, 1), Eigen::VectorXd::Zero(rows), "h", 1e-8);
  expect_near(J.transpose() * J, right.Phi_v.transpose() * right.Phi_v, "Jᵀ J", 1e-7);
  expect_near(J.transpose() * jdqd, -right.Phi_v.transpose() * right.gamma, "Jᵀ jdqd", 1e-7);
  EXPECT_NEAR(jdqd.norm(), right.gamma.norm(), 1e-7 * (1 + right.gamma.norm()));
  EXPECT_NEAR(matrix(found["nu"], rows, 1).norm(), right.nu.norm(), 1e-9);
  EXPECT_EQ(values_of(model.functions[3], given)["jdqd"], found["jdqd"]);
}

// M a + c = Jᵀ lambda and J a + jdqd = 0 as the System has them, where all rows that were kept are independent.
void compare_accelerations(const System& system, const State& state) {
  const GeneratedModel model = generate(system, {.functions = {"accel"}});
  Kinematics<double> k = make_kinematics<double>(system.layout());
  const std::vector<double> angles = numbers(state.angles);
  system.evaluate<double>(k, state.t, state.q.data(), state.v.data(), angles, state.z.data());
  const Matrices<double> right = matrices(system, k);
  Arrays given = arguments_of(system, state);
  add_parameters(model, given);
  Arrays found = values_of(model.functions[0], given);
  const Eigen::VectorXd a = matrix(found["a"], system.nv(), 1), lambda = matrix(found["lambda"], right.Phi.size(), 1);
  const double force = 1 + right.Q.cwiseAbs().maxCoeff() + (right.M * a).cwiseAbs().maxCoeff();
  EXPECT_GT(found["pivot"][0], 1e-7);
  if (found["pivot"][0] < 1e-3) return;
  EXPECT_LE((right.M * a - right.Q - right.Phi_v.transpose() * lambda).cwiseAbs().maxCoeff(), 1e-9 * force);
  Equations e(system);
  system.motion(state, e);
  system.fill(e);
  e.kernel.select();
  system.forces(e);
  ASSERT_TRUE(system.factor(e));
  Eigen::VectorXd expected(system.nv());
  system.accelerations(e, expected);
  expect_near(a, expected, "accelerations", 1e-9);
}

void compare(const Model& model) {
  const System system(model, "relative");
  for (int seed = 0; seed < 3; ++seed) {
    SCOPED_TRACE(seed);
    const State state = random_state(system, seed);
    compare(system, state, false);
    compare(system, state, true);
    compare_accelerations(system, state);
  }
}

TEST(Equations, OfEveryKindOfTreeJoint) { compare(open_chain()); }
TEST(Equations, OfAFourBar) { compare(four_bar()); }
TEST(Equations, OfASliderCrank) { compare(slider_crank()); }
TEST(Equations, OfBricardsLinkage) { compare(bricard_linkage()); }
TEST(Equations, OfTiltedAxes) { compare(with_tilted_axes(open_chain())); }

TEST(Equations, OfTheModelsOfTheRepository) {
  int models = 0, refused = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(source_dir + "/models")) {
    const std::string path = entry.path().string();
    if (!path.ends_with(".bricard.yaml")) continue;
    SCOPED_TRACE(path);
    const Model model = read_model(path);
    ++models;
    try {
      const System system(model, "relative");
      const State state = random_state(system, 1, 0.02);
      compare(system, state, false);
      compare_accelerations(system, state);
    } catch (const Error& error) {
      ++refused;
      std::cout << path << ": " << error.what() << "\n";
    }
  }
  EXPECT_GT(models, 40);
  EXPECT_LT(refused, models / 3);
}

// Deep trees are solved body by body, shallow ones may be: the same numbers. An arc, so that its end may move.
Vector3 place_on_arc(int i, int links) {
  const double angle = 2.0 * i / links;
  return {links * 0.15 * std::sin(angle), links * 0.15 * (1 - std::cos(angle)), 0.02 * (i % 3)};
}
Model long_chain(int links) {
  Model model;
  model.gravity = {0, 0, -9.81};
  std::string last = "ground";
  for (int i = 0; i < links; ++i) {
    model.bodies.push_back(
        bar("link" + std::to_string(i), place_on_arc(i, links), place_on_arc(i + 1, links), 0.5 + 0.1 * (i % 3)));
    const Vector3 axis = i % 2 ? Vector3{0, 1, 0} : Vector3{0.1, 0, 1};
    model.joints.push_back(joint<Revolute>("joint" + std::to_string(i), last, model.bodies.back().name, place_on_arc(i, links), axis));
    last = model.bodies.back().name;
  }
  return model;
}

TEST(Equations, OfAChainOf70) {
  const System system(long_chain(70), "relative");
  const State state = random_state(system, 1);
  compare_accelerations(system, state);
}

TEST(Equations, OfARing) {
  Model model = long_chain(9);
  model.joints.push_back(joint<Spherical>("end", "ground", "link8", place_on_arc(9, 9)));
  compare(model);
  model = long_chain(66);
  model.joints.push_back(joint<Spherical>("end", "link2", "link65", place_on_arc(66, 66)));
  const System system(model, "relative");
  compare_accelerations(system, random_state(system, 2, 0.02));
}

TEST(Equations, OfADriver) {
  Model model = four_bar();
  Driver driver;
  driver.name = "motor";
  driver.joint = "main";
  driver.prescribed["angle"] = "0.5*t^2 + 0.1*sin(t)";
  model.drivers = {driver};
  compare(model);
}

}  // namespace
}  // namespace bricard::test
