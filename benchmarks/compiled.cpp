// Accelerations by compiled code beside interpreted ones, in the same run: what an integrator asks for at a stage of a step, in
// nanoseconds for each evaluation and each freedom; and how long it takes to generate the code and to compile it. CPU time, the
// least of several blocks.
//   bench_compiled              a table
//   bench_compiled text N       the code of a chain of N links
#include <cstdio>
#include <filesystem>

#include "benchmarks/suite/suite.hpp"
#include "bricard/analyses/assembly/assembly.hpp"
#include "bricard/codegen/engine/motion_graph.hpp"
#include "bricard/codegen/engine/motion_text.hpp"
#include "bricard/formulations/lagrange.hpp"
#include "bricard/formulations/problems/compiled_motion.hpp"
#include "bricard/formulations/stabilizations/mass_projection.hpp"
#include "bricard/io/formats.hpp"
#include "bricard/system/planar_twin.hpp"
#include "verification/chains.hpp"

using namespace bricard;

namespace {

template <class Work>
double least_seconds(Work work) {
  const auto seconds = [&](int count) {
    const double start = suite::cpu_time();
    for (int i = 0; i < count; ++i) work();
    return suite::cpu_time() - start;
  };
  int count = 1;
  while (seconds(count) < 0.005) count *= 2;
  double best = 1e9;
  for (int block = 0; block < 15; ++block) best = std::min(best, seconds(count) / count);
  return best;
}

double seconds_of_derivative(const System& system, const State& state, const std::vector<char>& selected, CompiledUse* code) {
  ProblemReport report;
  ProblemSettings settings;
  settings.system = &system;
  settings.stabilization = &mass_projection;
  settings.start = state;
  settings.selected = selected;
  settings.report = &report;
  settings.compiled = code;
  const auto problem = make_lagrange(settings);
  Eigen::VectorXd y(problem->size()), f = y;
  y << state.q, state.v, state.z;
  return least_seconds([&] { problem->derivative(state.t, y, f); });
}

void print(const char* name, const System& system, State state) {
  Equations e(system);
  system.motion(state, e);
  system.fill(e);
  e.kernel.select();
  const std::vector<char> selected = e.kernel.selected();
  for (int i = 0; i < state.v.size(); ++i) state.v[i] += 0.3 * std::sin(1.0 + i);
  const double start = suite::cpu_time();
  const MotionGraph motion = motion_graph(system, selected, state);
  const std::string text = motion_text(motion.graph);
  const double generated = suite::cpu_time() - start;
  std::string why;
  CompiledUse use{compile_motion(system, selected, state, why)};
  if (!use.motion) {
    std::printf("%-22s %s\n", name, why.c_str());
    return;
  }
  const double interpreted = seconds_of_derivative(system, state, selected, nullptr);
  const double compiled = seconds_of_derivative(system, state, selected, &use);
  std::printf("%-22s %4d freedoms %7d operations   interpreted %9.0f ns   compiled %8.0f ns, %5.1f for each freedom   ratio %5.1f   generated in %.1f ms\n",
              name, system.nv(), motion.graph.counts().total(), 1e9 * interpreted, 1e9 * compiled, 1e9 * compiled / system.nv(),
              interpreted / compiled, 1e3 * generated);
  std::fflush(stdout);
}

void print_model(const char* name, const Model& model) {
  const System system(model, "relative");
  const State state = assemble(system).state;
  if (const auto twin = PlanarTwin::of(system))
    print(name, twin->system(), twin->into(state));
  else
    print(name, system, state);
}

struct Chain {
  System system;
  State state;
  explicit Chain(int n) : system(chain(n, ChainAxes::alternating), "relative"), state(assemble(system).state) {
    for (int i = 0; i < state.q.size(); ++i) state.q[i] += 0.2 * std::sin(2.0 + i);
  }
};

}  // namespace

int main(int argc, char** argv) {
  if (argc == 3) {
    const Chain chain(std::atoi(argv[2]));
    std::fputs(motion_text(motion_graph(chain.system, {}, chain.state).graph).c_str(), stdout);
    return 0;
  }
  for (const int n : {10, 30, 100, 300}) {
    const Chain chain(n);
    print(("chain of " + std::to_string(n)).c_str(), chain.system, chain.state);
  }
  print_model("four-bar", read_model("models/mechanisms/four_bar.bricard.yaml"));
  print_model("double wishbone", read_model("models/mechanisms/double_wishbone.bricard.yaml"));
  for (const char* name : {"a01", "a02", "a03", "a04", "a05"})
    print_model(name, read_model(std::string("models/benchmarks/") + name + ".bricard.yaml"));
  return 0;
}
