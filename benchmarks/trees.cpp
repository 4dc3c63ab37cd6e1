// Recursive algorithms on trees in relative coordinates, beside Simbody in the same run: forward dynamics (from q and v to v', as
// an integrator asks for it) and inverse dynamics (from q, v and v' to generalized forces), in microseconds for each joint. CPU
// time, the least of several blocks; slope = log cost over log joints by least squares, 1 is linear.
//   bench_trees                         tables
//   bench_trees forward|inverse N       a thousand evaluations of a chain of N joints, for a profiler
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "benchmarks/peers/peer.hpp"
#include "bricard/elements/elements.hpp"
#include "verification/chains.hpp"
#include "verification/peer_tree.hpp"

using namespace bricard;

namespace {

// The clock costs as much as ten joints: it is read once for many evaluations.
template <class Work>
double least_seconds(Work work) {
  const auto seconds = [&](int count) {
    const double start = peer::cpu_time();
    for (int i = 0; i < count; ++i) work();
    return peer::cpu_time() - start;
  };
  int count = 1;
  while (seconds(count) < 0.005) count *= 2;
  double best = 1e9;
  for (int block = 0; block < 15; ++block) best = std::min(best, seconds(count) / count);
  return best;
}

struct Tree {
  System system;
  Equations e;
  State state;
  Eigen::VectorXd a, tau;

  explicit Tree(const Model& model)
      : system(model, "relative"), e(system, Purpose::stepping), state(RandomTree(5).state(system)), a(system.nv()), tau(a) {}

  // What formulations/problems/mechanical_ode.cpp does at every stage of a step.
  [[gnu::noinline]] void forward() {
    system.motion(state, e);
    system.factor(e);
    system.forces(e);
    system.accelerations(e, a);
  }
  [[gnu::noinline]] void inverse() {
    system.motion(state, e);
    system.forces(e);
    system.inverse_dynamics(e, a, tau);
  }
};

Model tree_of(const char* kind, int n) {
  if (std::strcmp(kind, "chain") == 0) return chain(n, ChainAxes::alternating);
  return RandomTree(7).model(n, {Revolute{}}, std::max(2, n / 4));
}

struct Slope {
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  void add(double size, double cost) {
    const double u = std::log(size), v = std::log(cost);
    n += 1, x += u, y += v, xx += u * u, xy += u * v;
  }
  double value() const { return (n * xy - x * y) / (n * xx - x * x); }
};

void print_costs(const char* kind) {
  Slope forward, inverse;
  for (const int n : {10, 30, 100, 300, 1000}) {
    Tree tree(tree_of(kind, n));
    const double f = least_seconds([&] { tree.forward(); }), i = least_seconds([&] { tree.inverse(); });
    forward.add(n, f);
    inverse.add(n, i);
    std::printf("%-6s %5d   forward %6.3f us", kind, n, 1e6 * f / n);
    peer::TreeCost cost;
#ifdef BRICARD_HAVE_SIMBODY
    cost = peer::simbody_cost(peer_tree(tree.system, tree.state));
    std::printf("  Simbody %6.3f  ratio %5.2f", 1e6 * cost.forward / n, cost.forward / f);
#endif
    std::printf("   inverse %6.3f us", 1e6 * i / n);
#ifdef BRICARD_HAVE_SIMBODY
    std::printf("  Simbody %6.3f  ratio %5.2f", 1e6 * cost.inverse / n, cost.inverse / i);
#endif
    std::printf("\n");
    std::fflush(stdout);
  }
  std::printf("%-6s slope   forward %.3f   inverse %.3f\n", kind, forward.value(), inverse.value());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 3) {
    Tree tree(tree_of("chain", std::atoi(argv[2])));
    for (int i = 0; i < 1000; ++i) std::strcmp(argv[1], "inverse") == 0 ? tree.inverse() : tree.forward();
    return 0;
  }
  std::printf("Hinges in space: cost of one evaluation for each joint, and how many times less than Simbody's\n");
  for (const char* kind : {"chain", "tree"}) print_costs(kind);
  return 0;
}
