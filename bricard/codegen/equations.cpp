#include "bricard/codegen/equations.hpp"

#include "bricard/analyses/linear/coordinate_names.hpp"
#include "bricard/codegen/arguments.hpp"
#include "bricard/codegen/graph_numbers.hpp"
#include "bricard/codegen/kkt_solution.hpp"
#include "bricard/codegen/regular_position.hpp"
#include "bricard/codegen/tree_elements.hpp"
#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"

namespace bricard {
namespace {

constexpr int most_written_out = 60;  // freedoms: M has half of their square, its elimination a sixth of their cube

// A function while it is recorded: its arrays, and the tree with its elements.
class Recorded {
 public:
  Recorded(const EquationContext& context, std::string_view name, std::string_view help, const ArgumentKinds& kinds)
      : system_(context.system),
        writer_(name, help),
        recording_(writer_.graph()),
        arguments_(system_, writer_, kinds),
        names_(state_names(system_)),
        elements_(system_, context.parameters, arguments_.q, arguments_.v, arguments_.p) {
    elements_.evaluate_rows(arguments_.t, arguments_.z, arguments_.u, arguments_.angles);
  }

  // M a + c, with a empty c.
  Symbols dynamics(const Symbols& a) {
    elements_.evaluate_forces();
    Symbols tau = inverse_dynamics(elements_.tree(), arguments_.v, a, external_loads(), elements_.loads());
    for (int i = 0; i < system_.nv(); ++i) tau[i] = tau[i] - elements_.efforts()[i];
    return tau;
  }

  const Arguments& arguments() const { return arguments_; }
  TreeElements& elements() { return elements_; }

  void write_velocity_array(const char* name, const char* help, const Symbols& values) {
    writer_.output({name, help, system_.nv(), 1, names_.v, {}}, values);
  }
  void write_M() {
    writer_.output({"M", "mass matrix", system_.nv(), system_.nv(), names_.v, names_.v}, mass_matrix(elements_.tree()));
  }
  void write_rows(const char* name, const char* help, const Symbols& values) {
    writer_.output({name, help, row_count(), 1, row_names(system_), {}}, values);
  }
  void write_J(const Symbols& J) {
    writer_.output({"J", "slopes of the rows by velocities", row_count(), system_.nv(), row_names(system_), names_.v}, J);
  }
  void write_pivot(const Symbol& pivot) {
    writer_.output({"pivot", "least pivot of a row, of its own inverse mass: near zero where rows become dependent", 1, 1, {}, {}},
                   std::span(&pivot, 1));
  }
  GeneratedFunction finished() { return writer_.finished(); }

  // M v' + c = Jᵀ lambda with J v' + jdqd = 0, in the way that takes fewer operations.
  std::pair<MotionSolution, LoopRows> solution(const ModelParameters& parameters) {
    const bool is_small = system_.nv() <= most_written_out;
    LoopRows rows = elements_.loop_rows();
    const MotionEquations equations{system_.nv(),
                                    row_count(),
                                    mass_matrix(elements_.tree(), is_small ? MassBlocks::all : MassBlocks::diagonal),
                                    dynamics({}),
                                    rows.J,
                                    rows.jdqd};
    const GraphNumbers::Arrays inputs = regular_arguments(parameters);
    GraphNumbers numbers(writer_.graph(), inputs);
    const std::function<double(const Symbol&)> number = [&](const Symbol& x) { return numbers(x.node()); };
    MotionSolution solution = solved_by_bodies(elements_.tree(), equations, number);
    if (is_small) {
      MotionSolution other = solved(equations, number);
      if (solution.massless >= 0 || (other.massless < 0 && operations(other) < operations(solution))) solution = std::move(other);
    }
    if (solution.massless >= 0)
      throw Error("code generation", "nothing resists " + quoted(names_.v[solution.massless]) + " where its loop is still open",
                  "give the bodies that it moves a mass, or simulate without generated code");
    return {std::move(solution), std::move(rows)};
  }

 private:
  int row_count() const { return static_cast<int>(system_.active_rows().size()); }

  int operations(const MotionSolution& solution) {
    Graph trial = writer_.graph();
    trial.output("solution", solution.a);
    return trial.counts().total();
  }

  GraphNumbers::Arrays regular_arguments(const ModelParameters& parameters) const {
    const State state = regular_position(system_);
    GraphNumbers::Arrays inputs{{"q", {state.q.begin(), state.q.end()}}, {"angles", {state.angles.begin(), state.angles.end()}}};
    inputs["v"].assign(system_.nv(), 0);
    inputs["z"].assign(state.z.begin(), state.z.end());
    for (const GeneratedParameter& parameter : parameters.list()) inputs["p"].push_back(parameter.value);
    return inputs;
  }

  // In the axes of the links.
  std::vector<Screw6> external_loads() const {
    if (arguments_.frc.empty()) return {};
    std::vector<Screw6> loads(elements_.tree().links.size());
    std::size_t i = 0;
    for (const int b : loaded_bodies(system_)) {
      const SymbolMatrix out_of_body = exact(elements_.tree().links[b].in_body).transpose();
      const auto turned = [&](const Symbols& x) { return SymbolVector(out_of_body * SymbolVector(x[i], x[i + 1], x[i + 2])); };
      loads[b] = {turned(arguments_.frc), turned(arguments_.trq)};
      i += 3;
    }
    return loads;
  }

  const System& system_;
  FunctionWriter writer_;
  Graph::Recording recording_;
  Arguments arguments_;
  StateNames names_;
  TreeElements elements_;
};

constexpr const char* help_h = "what is open: of rows that hold a point x(first) - x(second), in the axes of the common ancestor";
constexpr const char* help_jdqd = "J' v, less what prescribed functions accelerate";

}  // namespace

GeneratedFunction generate_dirdyn(const EquationContext& context) {
  Recorded recorded(context, "dirdyn", "mass matrix and forces of M v' + c = Jᵀ lambda; c holds weights, inertia and all applied forces",
                    {.loads = context.loads, .parameters = context.symbols});
  recorded.write_M();
  recorded.write_velocity_array("c", "forces", recorded.dynamics({}));
  return recorded.finished();
}

GeneratedFunction generate_invdyn(const EquationContext& context) {
  Recorded recorded(context, "invdyn", "inverse dynamics M a + c: what must act along the coordinates, besides the forces of the model, so that v' = a",
                    {.accelerations = true, .loads = context.loads, .parameters = context.symbols});
  recorded.write_velocity_array("tau", "efforts along the coordinates, N and N m", recorded.dynamics(recorded.arguments().a));
  return recorded.finished();
}

GeneratedFunction generate_constraints(const EquationContext& context) {
  Recorded recorded(context, "constraints", "rows h(q, t) = 0 with J v = nu and J v' + jdqd = 0", {.parameters = context.symbols});
  const LoopRows rows = recorded.elements().loop_rows();
  recorded.write_rows("h", help_h, rows.h);
  recorded.write_J(rows.J);
  recorded.write_rows("nu", "what J v shall be", rows.nu);
  recorded.write_rows("jdqd", help_jdqd, rows.jdqd);
  return recorded.finished();
}

GeneratedFunction generate_constraints_hJ(const EquationContext& context) {
  Recorded recorded(context, "constraints_hJ", "rows h(q, t) = 0 and their slopes J", {.parameters = context.symbols});
  const LoopRows rows = recorded.elements().loop_rows();
  recorded.write_rows("h", help_h, rows.h);
  recorded.write_J(rows.J);
  return recorded.finished();
}

GeneratedFunction generate_constraints_jdqd(const EquationContext& context) {
  Recorded recorded(context, "constraints_jdqd", "jdqd of J v' + jdqd = 0", {.parameters = context.symbols});
  recorded.write_rows("jdqd", help_jdqd, recorded.elements().loop_rows().jdqd);
  return recorded.finished();
}

GeneratedFunction generate_accel(const EquationContext& context) {
  Recorded recorded(context, "accel", "v' and lambda of M v' + c = Jᵀ lambda, J v' + jdqd = 0",
                    {.loads = context.loads, .parameters = context.symbols});
  const auto [solution, rows] = recorded.solution(context.parameters);
  recorded.write_velocity_array("a", "accelerations: v'", solution.a);
  recorded.write_rows("lambda", "multipliers of the rows as the elements write them, N and N m; zero of rows that depend on others",
                      rows.element_multipliers(solution.lambda));
  recorded.write_pivot(solution.pivot);
  return recorded.finished();
}

}  // namespace bricard
