#include "bricard/codegen/engine/motion_graph.hpp"

#include <algorithm>

#include "bricard/analyses/linear/coordinate_names.hpp"
#include "bricard/codegen/graph_numbers.hpp"
#include "bricard/codegen/kkt_solution.hpp"
#include "bricard/codegen/tree_elements.hpp"
#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"
#include "bricard/model/functions.hpp"
#include "bricard/system/coordinates/relative.hpp"
#include "bricard/system/rubbing.hpp"

namespace bricard {
namespace {

constexpr int most_written_out = 60;  // freedoms: as in equations.cpp
const std::string who = "compiled code";

// Parts of x, in their order.
struct Parts {
  Symbols t, q, v, z, u, u_rates, angles, decisions;

  Parts(const System& system, Graph& graph) {
    const auto count = [](const auto& list) { return static_cast<int>(list.size()); };
    const int inputs = count(system.functions().inputs);
    const std::pair<Symbols*, int> parts[] = {{&t, 1},           {&q, system.nq()},
                                              {&v, system.nv()}, {&z, system.nz()},
                                              {&u, inputs},      {&u_rates, inputs},
                                              {&angles, count(system.measures().measured)},
                                              {&decisions, system.functions().decisions}};
    int size = 0;
    for (const auto& [part, n] : parts) size += n;
    const Symbols x = graph.input("x", size);
    auto from = x.begin();
    for (const auto& [part, n] : parts) {
      part->assign(from, from + n);
      from += n;
    }
  }
};

// By active row: it is in use.
std::vector<char> rows_in_use(const System& system, const std::vector<char>& selected) {
  std::vector<char> of_layout(static_cast<std::size_t>(system.constraints().rows), 1), in_use;
  auto kernel_row = selected.begin();
  for (const int g : system.loop_groups()) {
    const RowGroup& group = system.constraints().groups[g];
    for (int i = 0; i < group.rows; ++i) of_layout[group.first_row + i] = *kernel_row++;
  }
  for (const int row : system.active_rows()) in_use.push_back(of_layout[row]);
  return in_use;
}

class MotionRecorder {
 public:
  MotionRecorder(const System& system, const std::vector<char>& selected, const State& at)
      : system_(system),
        in_use_(rows_in_use(system, selected)),
        recording_(graph_),
        x_(system, graph_),
        parameters_(system),
        elements_(system, parameters_, x_.q, x_.v, {}),
        given_{{"x", {at.t}}},
        numbers_(graph_, given_) {
    std::vector<double>& x = given_["x"];
    x.insert(x.end(), at.q.begin(), at.q.end());
    x.resize(static_cast<std::size_t>(graph_.inputs()[0].size));
    std::copy(at.z.begin(), at.z.end(), x.begin() + 1 + system.nq() + system.nv());
    std::copy(at.angles.begin(), at.angles.end(), x.end() - system.functions().decisions - at.angles.size());
    TreeKinematics<Symbol>& k = elements_.kinematics();
    k.held = x_.decisions;
    elements_.evaluate_rows(x_.t[0], x_.z, x_.u, x_.angles, x_.u_rates);
    elements_.evaluate_forces();
  }

  MotionGraph recorded() {
    const MotionSolution motion = solution();
    Symbols f(system_.nq()), guards = motion.pivots;
    RelativeCoordinates::rates<Symbol>(system_.layout(), x_.q.data(), x_.v.data(), f.data());
    f.insert(f.end(), motion.a.begin(), motion.a.end());
    const auto& z_rate = elements_.kinematics().z_rate;
    f.insert(f.end(), z_rate.begin(), z_rate.end());
    for (const int m : system_.measures().second_angles) guards.push_back(cos(elements_.kinematics().measured[m].value));
    MotionGraph result;
    result.guards = static_cast<int>(guards.size());
    result.gives_rotation = counts_turns();
    if (result.gives_rotation) guards.push_back(square_of_rotation());
    graph_.output("f", f);
    graph_.output("g", guards);
    take_numbers_out(result);
    return result;
  }

 private:
  MotionSolution solution() {
    const int nv = system_.nv();
    const LoopRows rows = elements_.loop_rows();
    const int all = static_cast<int>(in_use_.size());
    MotionEquations equations;
    equations.freedoms = nv;
    for (int r = 0; r < all; ++r)
      if (in_use_[r]) equations.jdqd.push_back(rows.jdqd[r]);
    equations.rows = static_cast<int>(equations.jdqd.size());
    for (int j = 0; j < nv; ++j)
      for (int r = 0; r < all; ++r)
        if (in_use_[r]) equations.J.push_back(rows.J[static_cast<std::size_t>(j) * all + r]);
    const bool is_small = nv <= most_written_out;
    equations.M = mass_matrix(elements_.tree(), is_small ? MassBlocks::all : MassBlocks::diagonal);
    equations.c = inverse_dynamics(elements_.tree(), x_.v, {}, {}, elements_.loads());
    for (int i = 0; i < nv; ++i) equations.c[i] = equations.c[i] - elements_.efforts()[i];
    const std::function<double(const Symbol&)> number = [&](const Symbol& x) { return numbers_(x.node()); };
    MotionSolution solution = solved_by_bodies(elements_.tree(), equations, number);
    if (is_small) {
      MotionSolution other = WrittenOutMotion(equations, number).solution(equations.c, equations.jdqd);
      if (!is_whole(solution) || (is_whole(other) && operations(other) < operations(solution))) solution = std::move(other);
    }
    if (solution.massless >= 0)
      throw Error(who, "nothing resists " + quoted(state_names(system_).v[solution.massless]) + " where its loop is still open");
    if (!solution.left_out.empty()) throw Error(who, "it starts where constraints that are kept depend on each other");
    return solution;
  }
  static bool is_whole(const MotionSolution& solution) { return solution.massless < 0 && solution.left_out.empty(); }

  int operations(const MotionSolution& solution) const {
    Graph trial = graph_;
    trial.output("solution", solution.a);
    return trial.counts().total();
  }

  bool counts_turns() const {
    return std::ranges::any_of(system_.measures().measured, [](const auto& each) { return each.is_angle && each.tree_body == 0; });
  }

  Symbol square_of_rotation() const {
    const std::vector<Link>& links = elements_.tree().links;
    std::vector<SymbolVector> w(links.size(), zero3<Symbol>());
    Symbol largest;
    for (std::size_t b = 1; b < links.size(); ++b) {
      const Link& link = links[b];
      const SymbolVector from_parent = link.C.transpose() * w[link.parent];
      w[b] = link.is_reversed ? SymbolVector(link.R * from_parent) : from_parent;
      for (int i = 0; i < link.freedoms; ++i) w[b] += link.basis[i].angular * x_.v[link.first_v + i];
      if (!link.is_reversed) w[b] = SymbolVector(link.R.transpose() * w[b]);
      largest = max(largest, dot<Symbol>(w[b], w[b]));
    }
    return largest;
  }

  void take_numbers_out(MotionGraph& result) const {
    const Graph pruned = graph_.pruned();
    std::vector<int> element(pruned.nodes().size(), -1);
    for (std::size_t i = 0; i < element.size(); ++i) {
      const Graph::Node& node = pruned.nodes()[i];
      if (node.op != Graph::Op::constant || is_of_the_text(node.value)) continue;
      element[i] = static_cast<int>(result.numbers.size());
      result.numbers.push_back(node.value);
    }
    result.graph = pruned.with_input("c", static_cast<int>(result.numbers.size()), element);
  }
  static bool is_of_the_text(double value) { return value == std::floor(value) && std::abs(value) <= 4; }

  const System& system_;
  std::vector<char> in_use_;
  Graph graph_;
  Graph::Recording recording_;
  Parts x_;
  ModelParameters parameters_;
  TreeElements elements_;
  GraphNumbers::Arrays given_;
  GraphNumbers numbers_;
};

}  // namespace

void refuse_motion_without_code(const System& system) {
  if (system.coordinates() != relative_coordinates) throw Error("", who + " is for relative coordinates");
  refuse_friction(system.model(), who);
  refuse_delay(system.model(), who);
}

MotionGraph motion_graph(const System& system, const std::vector<char>& selected, const State& at) {
  refuse_motion_without_code(system);
  return MotionRecorder(system, selected, at).recorded();
}

}  // namespace bricard
