// Compiled motions against interpreted ones: the derivative of the same Problem, with and without code.
#include <gtest/gtest.h>

#include <filesystem>

#include "bricard/analyses/assembly/assembly.hpp"
#include "bricard/codegen/engine/motion_graph.hpp"
#include "bricard/codegen/engine/motion_text.hpp"
#include "bricard/codegen/graph_numbers.hpp"
#include "bricard/core/error.hpp"
#include "bricard/core/test_paths.hpp"
#include "bricard/formulations/lagrange.hpp"
#include "bricard/formulations/problems/compiled_motion.hpp"
#include "bricard/formulations/stabilizations/mass_projection.hpp"
#include "bricard/formulations/stabilizations/project.hpp"
#include "bricard/io/formats.hpp"
#include "bricard/model/rods.hpp"
#include "bricard/system/planar_twin.hpp"
#include "bricard/system/test_mechanisms.hpp"

namespace bricard::test {
namespace {

// In a folder of its own, so that nothing is found that was compiled before.
class CompiledMotions : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    std::string pattern = (std::filesystem::temp_directory_path() / "bricard_engine_XXXXXX").string();
    folder = mkdtemp(pattern.data());
    setenv("XDG_CACHE_HOME", folder.c_str(), 1);
  }
  static void TearDownTestSuite() { std::filesystem::remove_all(folder); }
  inline static std::string folder;
};

// A System at its closed start, moving somehow as its constraints allow.
struct Start {
  System system;
  State state;
  std::vector<char> selected;
  std::vector<double> decisions;

  Start(System of, const State& closed) : system(std::move(of)), state(closed) {
    Equations e(system);
    system.motion(state, e);
    system.fill(e);
    e.kernel.select();
    selected = e.kernel.selected();
    for (Eigen::Index i = 0; i < state.v.size(); ++i) state.v[i] += 0.3 * std::sin(1.0 + static_cast<double>(i));
    project(system, e, state, unlimited, 0);
    if (system.violation(e, Order::velocity, system.row_set()) > 1e-12 * system.speed(e)) state = closed;
    decisions.assign(static_cast<std::size_t>(system.functions().decisions), 0.0);
    if (!decisions.empty()) system.decide(state, e, decisions);
  }

  Eigen::VectorXd derivative(CompiledUse* code) {
    ProblemReport report;
    ProblemSettings settings;
    settings.system = &system;
    settings.stabilization = &mass_projection;
    settings.start = state;
    settings.selected = selected;
    settings.report = &report;
    if (!decisions.empty()) settings.decisions = &decisions;
    settings.compiled = code;
    const auto problem = make_lagrange(settings);
    Eigen::VectorXd y(problem->size()), f = y;
    y << state.q, state.v, state.z;
    EXPECT_TRUE(problem->derivative(state.t, y, f)) << problem->failure();
    return f;
  }
};

// The largest difference, relative to the largest rate of its kind; lengths and angles by the length of the model.
double difference(const Start& start, const Eigen::VectorXd& found, const Eigen::VectorXd& right) {
  const System& system = start.system;
  Eigen::VectorXd size(system.nv());
  for (int i = 0; i < system.nv(); ++i) size[i] = system.v_per_radian()[i] == 0 ? 1 : system.length();
  const auto part = [&](const Eigen::VectorXd& x) { return Eigen::VectorXd(x.segment(system.nq(), system.nv()).cwiseProduct(size)); };
  const auto largest = [](const Eigen::VectorXd& x) { return x.size() == 0 ? 0 : x.cwiseAbs().maxCoeff(); };
  const double scale = std::max(largest(part(right)), 1e-3);
  const Eigen::VectorXd rest = found - right;
  const double z_scale = 1 + largest(right.tail(system.nz()));
  return std::max({largest(part(rest)) / scale, largest(rest.head(system.nq())) / (1 + largest(right.head(system.nq()))),
                   largest(rest.tail(system.nz())) / z_scale});
}

// A motion by the numbers of its graph, with nothing compiled.
struct ByGraph {
  MotionGraph motion;
  int x = 0;
  inline static thread_local const ByGraph* present = nullptr;
  static void run(const double* x, const double*, const CompiledMotion::Call*, double* f, double* g) {
    const GraphNumbers::Arrays given{{"x", {x, x + present->x}}, {"c", present->motion.numbers}};
    const auto found = numbers_of(present->motion.graph, given);
    std::ranges::copy(found.at("f"), f);
    if (found.contains("g")) std::ranges::copy(found.at("g"), g);
  }
};

// True: it has code.
bool compare_graph(Start start) {
  ByGraph graph;
  try {
    graph.motion = motion_graph(start.system, start.selected, start.state);
  } catch (const Error& error) {
    std::cout << "  " << error.what() << "\n";
    return false;
  }
  graph.x = graph.motion.graph.inputs()[0].size;
  ByGraph::present = &graph;
  auto motion = std::make_shared<CompiledMotion>();
  motion->function = ByGraph::run;
  motion->guards = graph.motion.guards;
  CompiledUse use{motion};
  if (!graph.motion.graph.calls().empty()) return true;  // functions of the user have no numbers here
  const Eigen::VectorXd found = start.derivative(&use), right = start.derivative(nullptr);
  EXPECT_EQ(use.interpreted, 0);
  EXPECT_GT(use.compiled, 0);
  EXPECT_LE(difference(start, found, right), 1e-9);  // with no heed to how well the position is conditioned
  return true;
}

Model without_rods(const Model& model) { return has_rods(model) ? with_rods_removed(model).model : model; }

TEST_F(CompiledMotions, OfTheModelsOfTheRepositoryGiveTheirAccelerations) {
  int models = 0, taken = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(source_dir + "/models")) {
    const std::string path = entry.path().string();
    if (!path.ends_with(".bricard.yaml")) continue;
    SCOPED_TRACE(path);
    System system(without_rods(read_model(path)), "relative");
    const Assembly assembly = assemble(system);
    if (assembly.outcome.failed()) continue;
    ++models;
    const auto twin = PlanarTwin::of(system);
    std::cout << path << "\n";
    taken += compare_graph(Start(system, assembly.state));
    if (twin) compare_graph(Start(twin->system(), twin->into(assembly.state)));
  }
  EXPECT_GT(models, 40);
  EXPECT_GT(taken, models * 3 / 4);
}

void compare_compiled(const Model& model) {
  const System system(model, "relative");
  const Assembly assembly = assemble(system);
  Start start(system, assembly.state);
  std::string why;
  CompiledUse use{compile_motion(start.system, start.selected, start.state, why)};
  ASSERT_TRUE(use.motion) << why;
  const Eigen::VectorXd found = start.derivative(&use), right = start.derivative(nullptr);
  EXPECT_GT(use.compiled, 0);
  EXPECT_LE(difference(start, found, right), 1e-12);
}

TEST_F(CompiledMotions, AreCompiledAndLoaded) {
  compare_compiled(four_bar());
  compare_compiled(open_chain());
  compare_compiled(bricard_linkage());
}

// What was compiled of a model in relative coordinates is not taken for the same model in others.
TEST_F(CompiledMotions, AreForRelativeCoordinates) {
  compare_compiled(four_bar());
  const System system(four_bar(), "absolute");
  const Start start(system, assemble(system).state);
  std::string why;
  EXPECT_EQ(compile_motion(start.system, start.selected, start.state, why), nullptr);
  EXPECT_EQ(why, "compiled code is for relative coordinates");
}

TEST_F(CompiledMotions, OfOneStructureShareTheirCode) {
  Model model = four_bar();
  const System a(model, "relative");
  model.bodies[0].mass *= 1.7;
  model.gravity[1] = -3.3;
  const System b(model, "relative");
  const State at = assemble(a).state;
  const Start start(a, at);
  const MotionGraph first = motion_graph(a, start.selected, at), second = motion_graph(b, start.selected, at);
  EXPECT_EQ(motion_text(first.graph), motion_text(second.graph));
  EXPECT_NE(first.numbers, second.numbers);
}

}  // namespace
}  // namespace bricard::test
