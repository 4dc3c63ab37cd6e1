// Equations without multipliers: loop rows are solved for the velocities that depend on the others (dependent_velocities.hpp). With
// v = B u + d and v' = B u' + b the rows do no work along B, and of  M v' + c = Jᵀ lambda  remains
//
//   Bᵀ M B u' + Bᵀ (M b + c) = 0.
#include "bricard/codegen/dependent_velocities.hpp"
#include "bricard/codegen/equations.hpp"
#include "bricard/codegen/recorded_equations.hpp"
#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"
#include "bricard/formulations/partitioning/wishes.hpp"

namespace bricard {
namespace {

constexpr const char* help_pivot =
    "the least share of a pivot in its row, squared: near zero where the independent velocities no longer determine the others";

constexpr int wished = 1, driven = 2, acting = 3;  // to stay independent, the larger the rather

const AnalysisOptions* options_of(const System& system) {
  return system.model().analysis ? &*system.model().analysis : nullptr;
}

std::vector<int> wishes_of(const System& system) {
  std::vector<int> wishes(system.nv(), 0);
  const Wishes named(system, options_of(system));
  for (std::size_t j = 0; j < wishes.size(); ++j)
    if (named.any() && named.wished()[j]) wishes[j] = wished;
  return wishes;
}

// By velocity: a radian counts as the length that it moves.
std::vector<double> scale_of(const System& system) {
  std::vector<double> scale;
  for (const double per_radian : system.v_per_radian()) scale.push_back(per_radian == 0 ? system.length() : 1);
  return scale;
}

template <class Visit>
void for_each_active_row(const System& system, Visit&& visit) {
  int row = 0;
  for (const RowGroup& group : system.constraints().groups) {
    if (system.holds(group)) continue;
    for (int i = 0; i < group.rows; ++i) visit(row++, group);
  }
}

std::vector<int> rows_of_drivers(const System& system) {
  std::vector<int> rows;
  for_each_active_row(system, [&](int row, const RowGroup& group) {
    if (group.kind == RowGroup::Kind::driver) rows.push_back(row);
  });
  return rows;
}

// The joints that act, as the model names them: velocities of the tree.
std::vector<int> acting_velocities(const System& system) {
  std::vector<int> acting;
  const AnalysisOptions* options = options_of(system);
  if (!options || !options->inverse_dynamics) return acting;
  const MeasureLayout& measures = system.measures();
  for (const std::string& name : options->inverse_dynamics->actuators) {
    const std::size_t size = acting.size();
    for (const MeasuredCoordinate& coordinate : measures.measured) {
      if (coordinate.joint < 0 || coordinate.tree_body == 0) continue;
      const std::string& joint = system.model().joints[coordinate.joint].name;
      if (name != joint && name != joint + "." + std::string(coordinate_name(system, coordinate))) continue;
      acting.push_back(system.mechanism().tree_joints[coordinate.tree_body].v + coordinate.which);
    }
    if (acting.size() == size)
      throw Error("code generation", "the actuator " + quoted(name) + " has no coordinate of its own in relative coordinates",
                  "name a joint of the tree: `bricard generate` lists the coordinates in the comments of its functions");
  }
  return acting;
}

std::vector<std::string> names_at(const std::vector<std::string>& names, const std::vector<int>& places) {
  std::vector<std::string> chosen;
  for (const int place : places) chosen.push_back(names[place]);
  return chosen;
}

Symbol product(const Symbols& a, const Symbols& b) {
  Symbol sum;
  for (std::size_t i = 0; i < a.size(); ++i) sum = sum + a[i] * b[i];
  return sum;
}

Symbols negative(Symbols x) {
  for (Symbol& each : x) each = -each;
  return x;
}

}  // namespace

GeneratedFunction generate_reduced(const EquationContext& context) {
  RecordedEquations recorded(context, "reduced",
                             "the equations of motion along independent velocities u, a choice of v that is made when the code is "
                             "generated: M_r u' + c_r = 0 with v = B u + d and v' = B u' + b",
                             {.loads = context.loads, .parameters = context.symbols});
  const System& system = recorded.system();
  const LoopRows rows = recorded.elements().loop_rows();
  const DependentVelocities dependent(recorded.rows(), rows.J, wishes_of(system), scale_of(system), recorded.number());
  const std::vector<Symbols> motions = dependent.motions();
  const int n = recorded.freedoms(), free = static_cast<int>(motions.size());
  const std::vector<std::string> names = names_at(recorded.names().v, dependent.independent());
  Symbols B;
  for (const Symbols& motion : motions) B.insert(B.end(), motion.begin(), motion.end());
  const Symbols b = dependent.solved(negative(rows.jdqd));
  const Symbols M = mass_matrix(recorded.elements().tree());
  Symbols reduced_M(static_cast<std::size_t>(free) * free), reduced_c;
  for (int j = 0; j < free; ++j) {
    Symbols column(n);
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < n; ++k) column[i] = column[i] + M[static_cast<std::size_t>(k) * n + i] * motions[j][k];
    for (int i = 0; i <= j; ++i) reduced_M[i * free + j] = reduced_M[j * free + i] = product(motions[i], column);
  }
  const Symbols forces = recorded.dynamics(b);
  for (const Symbols& motion : motions) reduced_c.push_back(product(motion, forces));
  recorded.write({"M_r", "mass matrix along u", free, free, names, names}, reduced_M);
  recorded.write({"c_r", "forces along u", free, 1, names, {}}, reduced_c);
  recorded.write({"B", "all velocities by the independent ones", n, free, recorded.names().v, names}, B);
  recorded.write_velocity_array("d", "velocities where u is zero: what prescribed functions move", dependent.solved(rows.nu));
  recorded.write_velocity_array("b", "accelerations where u' is zero", b);
  recorded.write_velocity_array("step", "Newton's step towards h = 0, with the independent coordinates as they are: a change of "
                                        "coordinates as a velocity is one",
                                dependent.solved(negative(rows.h)));
  recorded.write_pivot(help_pivot, dependent.pivot());
  return recorded.finished();
}

GeneratedFunction generate_invdynared(const EquationContext& context) {
  RecordedEquations recorded(context, "invdynared",
                             "inverse dynamics of a mechanism with loops: the efforts Q of the joints that act, whose motion determines all "
                             "others, for a motion v' = a that keeps the loops closed; without drivers, whose work Q does",
                             {.accelerations = true, .loads = context.loads, .parameters = context.symbols});
  const System& system = recorded.system();
  std::vector<int> wishes = wishes_of(system);
  LoopRows rows = recorded.elements().loop_rows();
  for (const int row : rows_of_drivers(system))
    for (int j = 0; j < recorded.freedoms(); ++j) rows.J[static_cast<std::size_t>(j) * recorded.rows() + row] = Symbol();
  for (const RowGroup& group : system.constraints().groups)
    if (const int j = system.driven(group); group.kind == RowGroup::Kind::driver && j >= 0) wishes[j] = driven;
  const std::vector<int> named = acting_velocities(system);
  for (const int j : named) wishes[j] = acting;
  const DependentVelocities dependent(recorded.rows(), rows.J, wishes, scale_of(system), recorded.number());
  for (const int j : named)
    if (std::ranges::count(dependent.independent(), j) == 0)
      throw Error("code generation", "the actuators are too many: the motion of " + quoted(recorded.names().v[j]) + " follows from the others",
                  "`bricard inverse` shares the load among redundant actuators");
  if (!named.empty() && named.size() < dependent.independent().size())
    throw Error("code generation", "the actuators are too few: " + std::to_string(named.size()) + " for " +
                                       std::to_string(dependent.independent().size()) + " freedoms", "name as many joints as there are freedoms");
  const Symbols tau = recorded.dynamics(recorded.arguments().a);
  Symbols Q;
  for (const Symbols& motion : dependent.motions()) Q.push_back(product(motion, tau));
  recorded.write({"Q", "efforts, N and N m", static_cast<int>(Q.size()), 1, names_at(recorded.names().v, dependent.independent()), {}}, Q);
  recorded.write_pivot(help_pivot, dependent.pivot());
  return recorded.finished();
}

GeneratedFunction generate_multipliers(const EquationContext& context) {
  RecordedEquations recorded(context, "multipliers", "the multipliers of M a + c = Jᵀ lambda for accelerations that are known",
                             {.accelerations = true, .loads = context.loads, .parameters = context.symbols});
  const System& system = recorded.system();
  const LoopRows rows = recorded.elements().loop_rows();
  const DependentVelocities dependent(recorded.rows(), rows.J, wishes_of(system), scale_of(system), recorded.number());
  const Symbols lambda = rows.element_multipliers(dependent.solved_transposed(recorded.dynamics(recorded.arguments().a)));
  recorded.write_rows("lambda", "multipliers of the rows as the elements write them, N and N m; zero of rows that depend on others", lambda);
  const std::vector<int> drivers = rows_of_drivers(system);
  Symbols of_drivers;
  for (const int row : drivers) of_drivers.push_back(lambda[row]);
  recorded.write({"lambda_c", "those of the drivers: what they do, N and N m", static_cast<int>(drivers.size()), 1,
                  names_at(row_names(system), drivers), {}}, of_drivers);
  recorded.write_pivot(help_pivot, dependent.pivot());
  return recorded.finished();
}

}  // namespace bricard
