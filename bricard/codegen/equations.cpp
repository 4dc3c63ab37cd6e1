#include "bricard/codegen/equations.hpp"

#include "bricard/codegen/recorded_equations.hpp"

namespace bricard {
namespace {

constexpr const char* help_h = "what is open: of rows that hold a point x(first) - x(second), in the axes of the common ancestor";
constexpr const char* help_jdqd = "J' v, less what prescribed functions accelerate";

}  // namespace

GeneratedFunction generate_dirdyn(const EquationContext& context) {
  RecordedEquations recorded(context, "dirdyn", "mass matrix and forces of M v' + c = Jᵀ lambda; c holds weights, inertia and all applied forces",
                    {.loads = context.loads, .parameters = context.symbols});
  recorded.write_M();
  recorded.write_velocity_array("c", "forces", recorded.dynamics({}));
  return recorded.finished();
}

GeneratedFunction generate_invdyn(const EquationContext& context) {
  RecordedEquations recorded(context, "invdyn", "inverse dynamics M a + c: what must act along the coordinates, besides the forces of the model, so that v' = a",
                    {.accelerations = true, .loads = context.loads, .parameters = context.symbols});
  recorded.write_velocity_array("tau", "efforts along the coordinates, N and N m", recorded.dynamics(recorded.arguments().a));
  return recorded.finished();
}

GeneratedFunction generate_constraints(const EquationContext& context) {
  RecordedEquations recorded(context, "constraints", "rows h(q, t) = 0 with J v = nu and J v' + jdqd = 0", {.parameters = context.symbols});
  const LoopRows rows = recorded.elements().loop_rows();
  recorded.write_rows("h", help_h, rows.h);
  recorded.write_J(rows.J);
  recorded.write_rows("nu", "what J v shall be", rows.nu);
  recorded.write_rows("jdqd", help_jdqd, rows.jdqd);
  return recorded.finished();
}

GeneratedFunction generate_constraints_hJ(const EquationContext& context) {
  RecordedEquations recorded(context, "constraints_hJ", "rows h(q, t) = 0 and their slopes J", {.parameters = context.symbols});
  const LoopRows rows = recorded.elements().loop_rows();
  recorded.write_rows("h", help_h, rows.h);
  recorded.write_J(rows.J);
  return recorded.finished();
}

GeneratedFunction generate_constraints_jdqd(const EquationContext& context) {
  RecordedEquations recorded(context, "constraints_jdqd", "jdqd of J v' + jdqd = 0", {.parameters = context.symbols});
  recorded.write_rows("jdqd", help_jdqd, recorded.elements().loop_rows().jdqd);
  return recorded.finished();
}

GeneratedFunction generate_accel(const EquationContext& context) {
  RecordedEquations recorded(context, "accel", "v' and lambda of M v' + c = Jᵀ lambda, J v' + jdqd = 0",
                    {.loads = context.loads, .parameters = context.symbols});
  const auto [solution, rows] = recorded.solution();
  recorded.write_velocity_array("a", "accelerations: v'", solution.a);
  recorded.write_rows("lambda", "multipliers of the rows as the elements write them, N and N m; zero of rows that depend on others",
                      rows.element_multipliers(solution.lambda));
  recorded.write_pivot("least pivot of a row, of its own inverse mass: near zero where rows become dependent", solution.pivot);
  return recorded.finished();
}

}  // namespace bricard
