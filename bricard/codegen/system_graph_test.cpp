// The System traced with symbols, printed as C, compiled, and compared with the System on numbers.
#include "bricard/codegen/system_graph.hpp"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "bricard/codegen/printers.hpp"
#include "bricard/elements/elements.hpp"
#include "bricard/system/matrices.hpp"
#include "bricard/system/test_mechanisms.hpp"

namespace bricard::test {
namespace {

using Generated = void (*)(const double* t, const double* q, const double* v, double* M, double* Q, double* Phi, double* Phi_v,
                           double* gamma);

// A compiled function, in a folder of its own that goes with it.
class Compiled {
 public:
  explicit Compiled(const std::string& source) {
    std::string pattern = (std::filesystem::temp_directory_path() / "bricard_codegen_XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
    std::ofstream(folder_ / "system.c") << source;
    const std::string command = "cc -std=c99 -O1 -shared -fPIC -o '" + (folder_ / "system.so").string() + "' '" +
                                (folder_ / "system.c").string() + "' -lm";
    if (std::system(command.c_str()) == 0) library_ = dlopen((folder_ / "system.so").c_str(), RTLD_NOW);
  }
  ~Compiled() {
    if (library_) dlclose(library_);
    std::filesystem::remove_all(folder_);
  }
  Generated function(const char* name) const { return library_ ? reinterpret_cast<Generated>(dlsym(library_, name)) : nullptr; }

 private:
  std::filesystem::path folder_;
  void* library_ = nullptr;
};

Model pendulum() {
  Model model;
  model.gravity = {0, -9.81, 0};
  model.bodies = {bar("rod", {0, 0, 0}, {1, 0.3, 0.1})};
  model.joints = {joint<Revolute>("pivot", "ground", "rod", {0, 0, 0}, {0.1, 0.2, 1})};
  return model;
}

Model sprung_four_bar() {
  Model model = four_bar();
  Force spring;
  spring.name = "spring";
  SpringDamper law;
  law.stiffness = 30;
  law.damping = 2;
  law.force = "3*sin(t)*main.angle + if(length > 1, 2, 0)";
  spring.kind = law;
  spring.from = End{"ground", Point{{0, 3, 0}, {}}};
  spring.to = End{"coupler", Point{{1, 2, 0}, {}}};
  model.forces = {spring};
  return model;
}

void compare(const Model& model, const char* coordinates) {
  const System relative(model, "relative"), system(model, coordinates);
  const Graph graph = system_graph(system);
  const auto counts = graph.counts();
  EXPECT_GT(counts.total(), 0);
  const Compiled compiled(printers[0].print(graph, "system_equations"));
  const Generated generated = compiled.function("system_equations");
  ASSERT_NE(generated, nullptr);
  for (int seed = 0; seed < 10; ++seed) {
    const State state = carried_over(relative, random_state(relative, seed), system);
    Kinematics<double> k = make_kinematics<double>(system.layout());
    system.evaluate<double>(k, state.t, state.q.data(), state.v.data(), {});
    Matrices<double> expected = matrices(system, k), found = expected;
    generated(&state.t, state.q.data(), state.v.data(), found.M.data(), found.Q.data(), found.Phi.data(), found.Phi_v.data(),
              found.gamma.data());
    const auto near = [](const auto& a, const auto& b) { return a.size() == 0 || (a - b).norm() <= 1e-11 * (1 + a.norm()); };
    EXPECT_TRUE(near(expected.M, found.M)) << expected.M << "\n\n" << found.M;
    EXPECT_TRUE(near(expected.Q, found.Q));
    EXPECT_TRUE(near(expected.Phi, found.Phi));
    EXPECT_TRUE(near(expected.Phi_v, found.Phi_v));
    EXPECT_TRUE(near(expected.gamma, found.gamma));
  }
}

TEST(SystemGraph, PendulumInRelativeCoordinates) { compare(pendulum(), "relative"); }
TEST(SystemGraph, FourBarInRelativeCoordinates) { compare(sprung_four_bar(), "relative"); }
TEST(SystemGraph, FourBarInAbsoluteCoordinates) { compare(sprung_four_bar(), "absolute"); }

TEST(SystemGraph, FourBarInEulerParameters) { compare(sprung_four_bar(), "euler_parameters"); }
TEST(SystemGraph, FourBarInEulerAngles) { compare(with_tilted_axes(sprung_four_bar()), "euler_angles"); }

TEST(SystemGraph, SharesCommonSubexpressions) {
  // A pendulum about a fixed axis through its end: M is a number, and sine and cosine of its angle are computed once each.
  Model model = pendulum();
  model.joints[0].axis = Direction{{0, 0, 1}, {}};
  const Graph graph = system_graph(System(model, "relative"));
  EXPECT_EQ(graph.counts().functions, 2);
}

}  // namespace
}  // namespace bricard::test
