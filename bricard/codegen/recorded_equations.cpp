#include "bricard/codegen/recorded_equations.hpp"

#include "bricard/codegen/regular_position.hpp"
#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"

namespace bricard {

RecordedEquations::RecordedEquations(const EquationContext& context, std::string_view name, std::string_view help,
                                     const ArgumentKinds& kinds)
    : system_(context.system),
      writer_(name, help),
      recording_(writer_.graph()),
      arguments_(system_, writer_, kinds),
      names_(state_names(system_)),
      elements_(system_, context.parameters, arguments_.q, arguments_.v, arguments_.p),
      parameters_(context.parameters) {
  elements_.evaluate_rows(arguments_.t, arguments_.z, arguments_.u, arguments_.angles);
}

Symbols RecordedEquations::dynamics(const Symbols& a) {
  if (!has_forces_) elements_.evaluate_forces();
  has_forces_ = true;
  Symbols tau = inverse_dynamics(elements_.tree(), arguments_.v, a, external_loads(), elements_.loads());
  for (int i = 0; i < system_.nv(); ++i) tau[i] = tau[i] - elements_.efforts()[i];
  return tau;
}

MotionEquations RecordedEquations::motion_equations(const LoopRows& rows, MassBlocks blocks) {
  return {freedoms(), this->rows(), mass_matrix(elements_.tree(), blocks), dynamics({}), rows.J, rows.jdqd};
}

std::pair<MotionSolution, LoopRows> RecordedEquations::solution() {
  const bool is_small = freedoms() <= most_written_out;
  LoopRows rows = elements_.loop_rows();
  const MotionEquations equations = motion_equations(rows, is_small ? MassBlocks::all : MassBlocks::diagonal);
  MotionSolution solution = solved_by_bodies(elements_.tree(), equations, number());
  if (is_small) {
    MotionSolution other = WrittenOutMotion(equations, number()).solution(equations.c, equations.jdqd);
    if (solution.massless >= 0 || (other.massless < 0 && operations(other) < operations(solution))) solution = std::move(other);
  }
  refuse_massless(solution.massless);
  return {std::move(solution), std::move(rows)};
}

void RecordedEquations::refuse_massless(int freedom) const {
  if (freedom >= 0)
    throw Error("code generation", "nothing resists " + quoted(names_.v[freedom]) + " where its loop is still open",
                "give the bodies that it moves a mass, or simulate without generated code");
}

const std::function<double(const Symbol&)>& RecordedEquations::number() {
  if (numbers_) return number_;
  const State state = regular_position(system_);
  regular_ = {{"q", {state.q.begin(), state.q.end()}}, {"angles", {state.angles.begin(), state.angles.end()}}};
  regular_["v"].assign(system_.nv(), 0);
  regular_["z"].assign(state.z.begin(), state.z.end());
  for (const GeneratedParameter& parameter : parameters_.list()) regular_["p"].push_back(parameter.value);
  numbers_.emplace(writer_.graph(), regular_);
  number_ = [this](const Symbol& x) { return (*numbers_)(x.node()); };
  return number_;
}

int RecordedEquations::operations(const MotionSolution& solution) {
  Graph trial = writer_.graph();
  trial.output("solution", solution.a);
  return trial.counts().total();
}

std::vector<Screw6> RecordedEquations::external_loads() const {
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

void RecordedEquations::write_velocity_array(const char* name, const char* help, const Symbols& values) {
  write({name, help, freedoms(), 1, names_.v, {}}, values);
}
void RecordedEquations::write_M() {
  write({"M", "mass matrix", freedoms(), freedoms(), names_.v, names_.v}, mass_matrix(elements_.tree()));
}
void RecordedEquations::write_rows(const char* name, const char* help, const Symbols& values) {
  write({name, help, rows(), 1, row_names(system_), {}}, values);
}
void RecordedEquations::write_J(const Symbols& J) {
  write({"J", "slopes of the rows by velocities", rows(), freedoms(), row_names(system_), names_.v}, J);
}
void RecordedEquations::write_pivot(const char* help, const Symbol& pivot) { write({"pivot", help, 1, 1, {}, {}}, {pivot}); }

}  // namespace bricard
