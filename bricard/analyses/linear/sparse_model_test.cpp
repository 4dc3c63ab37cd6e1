// Sparse linear models between inputs and outputs: against the full matrices of minimal coordinates, and where they are refused.
#include "bricard/analyses/linear/sparse_model.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "bricard/analyses/assembly/assembly.hpp"
#include "bricard/analyses/linear/linear_model.hpp"
#include "bricard/analyses/linear/sparse_files.hpp"
#include "bricard/io/yaml_reader.hpp"

namespace bricard {
namespace {

Model model_of(const std::string& text) { return read_yaml_text("bricard: 1\nname: small\n" + text, "model"); }

struct Sparse {
  explicit Sparse(const Model& model) : system(model, absolute_coordinates) {
    state = assemble(system).state;
    motion = sparse_motion(system, state);
  }
  System system;
  State state;
  SparseMotion motion;
};

// Two ways to the same responses: a full A of independent coordinates, and the entries of all bodies with their constraints.
void expect_same_responses(const Model& model, const std::vector<std::string>& inputs, const std::vector<std::string>& outputs) {
  const System system(model, relative_coordinates);
  const LinearModel full = linearize(system, assemble(system).state, inputs, outputs);
  ASSERT_FALSE(full.outcome.failed()) << full.outcome.message;
  const Sparse sparse(model);
  ASSERT_EQ(sparse.motion.refusal, "");
  const SparseModel between = sparse_model(sparse.system, sparse.state, sparse.motion, inputs, outputs);
  ASSERT_EQ(between.refusal, "");
  SparseResponse response(sparse.motion, between);
  for (const double f : {0.02, 0.9, 3.0, 40.0}) {
    const Eigen::MatrixXcd expected = transfer(full, f), found = response.at(f);
    ASSERT_EQ(found.rows(), expected.rows());
    for (int i = 0; i < found.rows(); ++i)
      for (int j = 0; j < found.cols(); ++j)
        EXPECT_LT(std::abs(found(i, j) - expected(i, j)), 1e-8 * (1e-9 + expected.row(i).cwiseAbs().maxCoeff()))
            << outputs[i] << " over " << inputs[j] << " at " << f << " Hz: " << found(i, j) << " and " << expected(i, j);
  }
}

// A pendulum in space that a damped spring holds up, in mm, on a cart that a driver holds: positions, rates, accelerations, forces,
// reactions, a sensor and an expression.
TEST(SparseModel, IsTheModelOfFullMatrices) {
  const Model model = model_of(R"yaml(units: {length: mm}
gravity: [0, 0, -9810]
bodies:
  cart: {mass: 3, inertia: [1e4, 1e4, 1e4], position: [0, 0, 0]}
  arm: {mass: 2, inertia: [1e4, 2e4, 3e4], position: [100, 0, 0]}
  bob: {mass: 1, inertia: [1e3, 1e3, 2e3], position: [200, 0, -150]}
joints:
  rail: {type: prismatic, bodies: [ground, cart], at: [0, 0, 0], axis: [1, 0, 0]}
  pin: {type: revolute, bodies: [cart, arm], at: [0, 0, 0], axis: [0, 1, 0]}
  ball: {type: spherical, bodies: [arm, bob], at: [200, 0, 0]}
drivers: {motor: {joint: rail, position: 0}}
inputs: {push: 0, lift: 0}
forces:
  holder: {type: rotational_spring_damper, joint: pin, stiffness: 2e4, damping: 300, torque: load}
  rubber: {type: bushing, bodies: [arm, bob], at: [200, 0, 0], rotational_stiffness: [1e4, 1e4, 1e4],
           rotational_damping: [10, 20, 10]}
  shaker: {type: force, body: bob, components: [push, 2*push, lift]}
parameters: {load: "2*9.81*100 + 9.81*200"}
sensors: {tip: {body: bob, at: [200, 0, -300]}}
outputs: {mix: "3*pin.angle + tip.vx/1000 + lift"}
)yaml");
  expect_same_responses(model, {"push", "lift", "motor"},
                        {"bob.x", "bob.vy", "arm.az", "pin.angle", "pin.speed", "ball.fx", "ball.fz", "rail.tz", "motor.force",
                         "motor.value", "tip.x", "tip.ay", "mix", "holder.torque"});
}

// A four-bar with a spring, a loop without redundant rows: in the plane.
TEST(SparseModel, HoldsLoopsInThePlane) {
  const Model model = model_of(R"yaml(dimension: 2
gravity: [0, 0]
bodies:
  left: {mass: 1, inertia: 0.1, position: [0, -0.5]}
  bar: {mass: 2, inertia: 0.3, position: [0.5, -1.1]}
  right: {mass: 1, inertia: 0.1, position: [1.2, -0.4]}
joints:
  a: {type: revolute, bodies: [ground, left], at: [0, 0]}
  b: {type: revolute, bodies: [left, bar], at: [0, -1]}
  c: {type: revolute, bodies: [bar, right], at: [1, -0.9]}
  d: {type: revolute, bodies: [right, ground], at: [1.4, 0.1]}
inputs: {push: 0}
forces:
  wind: {type: force, body: bar, components: [push, 0]}
  rub: {type: rotational_spring_damper, joint: a, damping: 0.2, stiffness: 30}
)yaml");
  expect_same_responses(model, {"push"}, {"bar.x", "a.angle", "d.speed", "b.fx", "d.fy", "right.ax"});
}

// Only what an output depends on has entries: the height of one body its own coordinate, a distance those of both bodies.
TEST(SparseModel, EntriesAreFewWhereOutputsSeeFewBodies) {
  std::string bodies, forces;
  for (int i = 0; i < 40; ++i) {
    bodies += "  m" + std::to_string(i) + ": {mass: 1, inertia: 1, position: [" + std::to_string(i) + ", 0]}\n";
    forces += "  s" + std::to_string(i) + ": {type: bushing, bodies: [" + (i ? "m" + std::to_string(i - 1) : "ground") + ", m" +
              std::to_string(i) + "], at: [" + std::to_string(i) + ", 0], stiffness: [100, 100], rotational_stiffness: 100}\n";
  }
  const Sparse row(model_of("dimension: 2\ngravity: [0, 0]\nbodies:\n" + bodies + "forces:\n" + forces +
                            "outputs: {stretch: \"m30.x - m10.x\"}\n"));
  ASSERT_EQ(row.motion.refusal, "");
  const SparseModel model = sparse_model(row.system, row.state, row.motion, {}, {"m17.y", "stretch", "m5.vx", "m39.ay"});
  ASSERT_EQ(model.refusal, "");
  std::vector<std::pair<int, double>> found[4];
  for (const SparseEntry& entry : model.C) found[entry.row].emplace_back(entry.column, entry.value);
  const int n = row.motion.size;
  ASSERT_EQ(n, 120);
  const auto first = [&](int body) { return row.system.first_velocity(row.system.mechanism().tree.number[body + 1]); };
  using Entries = std::vector<std::pair<int, double>>;
  EXPECT_EQ(found[0], (Entries{{first(17) + 1, 1}}));
  EXPECT_EQ(found[1], (Entries{{first(10), -1}, {first(30), 1}}));
  EXPECT_EQ(found[2], (Entries{{n + first(5), 1}}));
  EXPECT_EQ(found[3], (Entries{{2 * n + first(39) + 1, 1}}));
}

// m = 3 kg on a spring of 5 N/mm, a damper of 2 N ms/mm and a rail, pushed by 7 N per input; in mm and ms an energy is N*mm. A
// displacement of the bob in mm, its speed in mm/ms = m/s, its acceleration in mm/ms² = 1000 m/s², a reaction in N.
TEST(SparseModel, FilesAreInTheirUnits) {
  const Sparse bob(model_of(R"yaml(units: {length: mm, time: ms}
gravity: [0, 0, 0]
bodies: {bob: {mass: 3, inertia: [1, 1, 1], position: [0, 0, 0]}}
joints:
  rail: {type: prismatic, bodies: [ground, bob], at: [0, 0, 0], axis: [1, 0, 0]}
inputs: {u: 0}
forces:
  push: {type: force, body: bob, components: [7*u, u, 0]}
  spring: {type: spring_damper, from: {body: ground, at: [-100, 0, 0]}, to: {body: bob, at: [0, 0, 0]}, stiffness: 5, damping: 2}
outputs: {twice: 2*u}
)yaml"));
  const SparseModel model = sparse_model(bob.system, bob.state, bob.motion, {"u"}, {"bob.x", "bob.vx", "bob.ax", "rail.fy", "twice"});
  ASSERT_EQ(model.refusal, "");
  const auto json = nlohmann::json::parse(sparse_json(bob.motion, model, {}, bob.system, bob.state));
  const auto entry = [&](const char* name, int row, int column) {
    const auto& matrix = json.at(name);
    double sum = 0;
    for (std::size_t i = 0; i < matrix.at("value").size(); ++i)
      if (matrix["row"][i] == row && matrix["column"][i] == column) sum += matrix["value"][i].get<double>();
    return sum;
  };
  const auto displacement = [&](const char* name) {
    const auto& names = json.at("displacements");
    return static_cast<int>(std::find(names.begin(), names.end(), name) - names.begin());
  };
  const int x = displacement("bob.x"), y = displacement("bob.y"), n = 6, side = 3 * n;
  ASSERT_LT(y, n);
  EXPECT_NEAR(entry("M", x, x), 3000, 1e-9);  // N ms²/mm
  EXPECT_NEAR(entry("G", x, x), 2, 1e-12);
  EXPECT_NEAR(entry("K", x, x), 5, 1e-12);
  EXPECT_NEAR(entry("B", x, 0), 7, 1e-12);
  EXPECT_NEAR(entry("B", y, 0), 1, 1e-12);
  EXPECT_NEAR(entry("C", 0, x), 1, 1e-12);
  EXPECT_NEAR(entry("C", 1, n + x), 1, 1e-12);
  EXPECT_NEAR(entry("C", 2, 2 * n + x), 1, 1e-12);
  EXPECT_NEAR(entry("D", 4, 0), 2, 1e-12);
  EXPECT_EQ(json["units"]["outputs"], (std::vector<std::string>{"mm", "mm/ms", "mm/ms^2", "N", "1"}));
  EXPECT_EQ(json["B"]["rows"], n + bob.motion.rows);
  // The rail holds the bob against u: Phi' mu = B u in the row of y, and its force is what C makes of mu.
  double force = 0;
  for (int l = 0; l < bob.motion.rows; ++l)
    if (const double reach = entry("Phi", l, y); reach != 0) force += entry("C", 3, side + l) * entry("B", y, 0) / reach;
  EXPECT_NEAR(force, -1, 1e-12);

  const std::string matlab = sparse_matlab_text(bob.motion, model, bob.system);
  for (const char* part : {"inputs = {'u'};\n", "outputs = {'bob.x'; 'bob.vx'; 'bob.ax'; 'rail.fy'; 'twice'};\n", "\nC = [\n  1 1 1\n",
                           "D = sparse(D(:, 1), D(:, 2), D(:, 3), 5, 1);\n", "B = [sparse(2*n, size(B, 2)); B];\n"})
    EXPECT_NE(matlab.find(part), std::string::npos) << part << matlab;
}

TEST(SparseModel, SaysWhatItCannotDo) {
  const std::string bob = R"yaml(gravity: [0, 0, 0]
bodies: {bob: {mass: 1, inertia: [1, 1, 1], position: [0, 0, 0]}}
joints:
  rail: {type: prismatic, bodies: [ground, bob], at: [0, 0, 0], axis: [1, 0, 0]}
)yaml";
  const Sparse by_rate(model_of(bob + "inputs: {u: 0}\nforces: {f: {type: joint_force, joint: rail, force: \"der(u)\"}}\n"));
  EXPECT_EQ(sparse_model(by_rate.system, by_rate.state, by_rate.motion, {"u"}, {}).refusal, "forces read the rate of the input 'u'");
  const Sparse twice(model_of(bob + "  again: {type: prismatic, bodies: [ground, bob], at: [0, 1, 0], axis: [1, 0, 0]}\n"));
  ASSERT_EQ(twice.motion.refusal, "");
  EXPECT_NE(sparse_model(twice.system, twice.state, twice.motion, {}, {"rail.fy"}).refusal.find("least norm"), std::string::npos);
  EXPECT_EQ(sparse_model(twice.system, twice.state, twice.motion, {}, {}).refusal, "");
  const Sparse plain(model_of(bob));
  EXPECT_THROW(sparse_model(plain.system, plain.state, plain.motion, {"u"}, {}), Error);
  EXPECT_THROW(sparse_model(plain.system, plain.state, plain.motion, {}, {"bob.w"}), Error);
}

}  // namespace
}  // namespace bricard
