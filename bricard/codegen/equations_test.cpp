// Generated equations against the System on numbers: M, c and rows written out column by column in global axes.
#include <gtest/gtest.h>

#include "bricard/codegen/generate.hpp"
#include "bricard/codegen/run_data.hpp"
#include "bricard/codegen/test_graph.hpp"
#include "bricard/core/error.hpp"
#include "bricard/io/formats.hpp"
#include "bricard/io/reference.hpp"
#include "bricard/io/yaml_reader.hpp"

namespace bricard::test {
namespace {

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

// What the generated functions of a reduced motion say of the same state: reduced, invdynared, multipliers.
void compare_reduced(const System& system, const State& state) {
  const GeneratedModel model = generate(system, {.functions = {"accel", "constraints", "reduced", "invdynared", "multipliers"}});
  Kinematics<double> k = make_kinematics<double>(system.layout());
  const std::vector<double> angles = numbers(state.angles);
  system.evaluate<double>(k, state.t, state.q.data(), state.v.data(), angles, state.z.data());
  const Matrices<double> right = matrices(system, k);
  Arrays given = arguments_of(system, state);
  add_parameters(model, given);
  const GeneratedFunction& reduced = model.functions[2];
  const Eigen::Index n = system.nv(), rows = right.Phi.size(), free = reduced.outputs[0].rows;
  Arrays solved = values_of(model.functions[0], given), found = values_of(reduced, given);
  if (solved["pivot"][0] < 1e-3 || found["pivot"][0] < 1e-3) return;
  const Eigen::MatrixXd B = matrix(found["B"], n, free), b = matrix(found["b"], n, 1), d = matrix(found["d"], n, 1);
  const Eigen::MatrixXd a = matrix(solved["a"], n, 1);
  // On the constraints every row holds, those that are left out too.
  EXPECT_EQ(n - free, Eigen::FullPivLU<Eigen::MatrixXd>(right.Phi_v).setThreshold(1e-7).rank());
  const double slope = 1 + right.Phi_v.norm(), size = 1 + B.norm();
  EXPECT_LE((right.Phi_v * B).norm(), 1e-7 * slope * size) << "J B";
  EXPECT_LE((right.Phi_v * d - right.nu).norm(), 1e-7 * slope * (1 + d.norm())) << "J d";
  EXPECT_LE((right.Phi_v * b - right.gamma).norm(), 1e-6 * (slope * b.norm() + 1 + right.gamma.norm())) << "J b";
  const Eigen::MatrixXd M = matrix(found["M_r"], free, free), c = matrix(found["c_r"], free, 1);
  expect_near(M, B.transpose() * right.M * B, "reduced M", 1e-10);
  expect_near(c, B.transpose() * (right.M * b - right.Q), "reduced c", 1e-10);
  Eigen::MatrixXd u(free, 1);
  const auto& names = model.functions[0].outputs[0].row_labels;
  for (Eigen::Index i = 0; i < free; ++i)
    u(i) = a(std::ranges::find(names, reduced.outputs[0].row_labels[i]) - names.begin());
  EXPECT_LE((M * u + c).norm(), 1e-7 * (1 + c.norm() + (M * u).norm())) << "reduced equations";
  expect_near(B * u + b, a, "accelerations from independent ones", 1e-6);
  // A step towards closed loops from a little beside.
  Arrays beside = given;
  for (std::size_t i = 0; i < beside["q"].size(); ++i) beside["q"][i] += 1e-5 * std::sin(3.0 * static_cast<double>(i));
  const double open = matrix(values_of(model.functions[1], beside)["h"], rows, 1).norm();
  const std::vector<double> step = values_of(reduced, beside)["step"];
  Eigen::VectorXd moved(system.nq());
  const Eigen::VectorXd q = matrix(beside["q"], system.nq(), 1), by = matrix(step, n, 1);
  system.move(q, by, moved);
  beside["q"] = numbers(moved);
  EXPECT_LE(matrix(values_of(model.functions[1], beside)["h"], rows, 1).norm(), 1e-7 + 1e-2 * open) << "open before: " << open;
  // The motion of the model needs no more than its drivers; efforts of any other do its power.
  given["a"] = solved["a"];
  Arrays multipliers = values_of(model.functions[4], given);
  const Eigen::VectorXd lambda = matrix(multipliers["lambda"], rows, 1);
  const double force = 1 + right.Q.norm() + (right.M * a).norm();
  EXPECT_LE((right.M * a - right.Q - right.Phi_v.transpose() * lambda).norm(), 1e-6 * force * size) << "multipliers";
  Arrays efforts = values_of(model.functions[3], given);
  if (efforts["pivot"][0] < 1e-3) return;
  const Eigen::VectorXd Q = matrix(efforts["Q"], static_cast<Eigen::Index>(efforts["Q"].size()), 1);
  if (system.model().drivers.empty()) {
    EXPECT_LE(Q.norm(), 1e-6 * force * size) << "a motion of its own takes no efforts";
  }
  for (Eigen::Index i = 0; i < n; ++i) given["a"][i] += std::sin(2.0 + static_cast<double>(i));
  const Eigen::VectorXd tau = right.M * matrix(given["a"], n, 1) - right.Q;
  const Eigen::VectorXd pushed = matrix(values_of(model.functions[3], given)["Q"], Q.size(), 1);
  if (system.model().drivers.empty()) expect_near(pushed, B.transpose() * tau, "efforts of what acts", 1e-10);
}

void compare(const Model& model) {
  const System system(model, "relative");
  for (int seed = 0; seed < 3; ++seed) {
    SCOPED_TRACE(seed);
    const State state = random_state(system, seed);
    compare(system, state, false);
    compare(system, state, true);
    compare_accelerations(system, state);
    compare_reduced(system, state);
  }
}

TEST(Equations, OfEveryKindOfTreeJoint) { compare(open_chain()); }
TEST(Equations, OfAFourBar) { compare(four_bar()); }
TEST(Equations, OfASliderCrank) { compare(slider_crank()); }
TEST(Equations, OfBricardsLinkage) { compare(bricard_linkage()); }
TEST(Equations, OfTiltedAxes) { compare(with_tilted_axes(open_chain())); }

TEST(Equations, OfTheModelsOfTheRepository) {
  int models = 0, refused = 0;
  for (const std::string& path : paths_of_models()) {
    SCOPED_TRACE(path);
    const Model model = read_model(path);
    ++models;
    try {
      const System system(model, "relative");
      const State state = random_state(system, 1, 0.02);
      compare(system, state, false);
      compare_accelerations(system, state);
      compare_reduced(system, state);
    } catch (const Error& error) {
      ++refused;
      std::cout << path << ": " << error.what() << "\n";
    }
  }
  EXPECT_GT(models, 40);
  EXPECT_LT(refused, models / 3);
}

// A new kind of joint, constraint or force is generated without a line for it: the example in its own file is judged here.
TEST(Equations, OfTheExampleOfEveryKind) {
  int examples = 0;
  for (const ReferencePage& page : reference_pages()) {
    if (page.example.empty()) continue;
    SCOPED_TRACE(page.path);
    const Model model = read_yaml_text(page.example, page.path, source_dir);
    try {
      const System system(model, "relative");
      refuse_what_has_no_code(model, system);
      const State state = random_state(system, 1, 0.02);
      compare(system, state, false);
      compare_accelerations(system, state);
      compare_reduced(system, state);
      ++examples;
    } catch (const Error& error) {
      std::cout << page.path << ": " << error.what() << "\n";
    }
  }
  EXPECT_GT(examples, 40);
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
