#include "bricard/codegen/system_graph.hpp"

#include "bricard/codegen/symbol.hpp"
#include "bricard/model/functions.hpp"
#include "bricard/system/matrices.hpp"
#include "bricard/system/rubbing.hpp"

namespace bricard {

Graph system_graph(const System& system) {
  refuse_friction(system.model(), "generated code");
  refuse_delay(system.model(), "generated code");
  Graph graph;
  const Graph::Recording recording(graph);
  const auto t = graph.input("t", 1), q = graph.input("q", system.nq()), v = graph.input("v", system.nv());
  auto k = make_kinematics<Symbol>(system.layout());
  // Angles of a symbol cannot count turns: the generated functions see them in (-pi, pi] but where q holds them itself.
  system.evaluate<Symbol>(k, t[0], q.data(), v.data(), {});
  const Matrices<Symbol> m = matrices(system, k);
  const auto write = [&](const char* name, const auto& matrix) {
    graph.output(name, std::span<const Symbol>(matrix.data(), static_cast<std::size_t>(matrix.size())));
  };
  write("M", m.M);
  write("Q", m.Q);
  write("Phi", m.Phi);
  write("Phi_v", m.Phi_v);
  write("gamma", m.gamma);
  return graph.pruned();
}

}  // namespace bricard
