// A function of the equations of motion (equations.hpp) while its graph is recorded: its arrays, and the tree with its elements.
#pragma once
#include <functional>
#include <optional>
#include <string_view>
#include <utility>

#include "bricard/analyses/linear/coordinate_names.hpp"
#include "bricard/codegen/arguments.hpp"
#include "bricard/codegen/equations.hpp"
#include "bricard/codegen/graph_numbers.hpp"
#include "bricard/codegen/kkt_solution.hpp"
#include "bricard/codegen/tree_elements.hpp"

namespace bricard {

// M has half of its freedoms' square, its elimination a sixth of their cube.
inline constexpr int most_written_out = 60;

class RecordedEquations {
 public:
  RecordedEquations(const EquationContext& context, std::string_view name, std::string_view help, const ArgumentKinds& kinds);

  const System& system() const { return system_; }
  const Arguments& arguments() const { return arguments_; }
  TreeElements& elements() { return elements_; }
  int freedoms() const { return system_.nv(); }
  int rows() const { return static_cast<int>(system_.active_rows().size()); }
  const StateNames& names() const { return names_; }

  // M a + c, with a empty c.
  Symbols dynamics(const Symbols& a);
  // As elimination needs them.
  MotionEquations motion_equations(const LoopRows& rows, MassBlocks blocks);
  // M v' + c = Jᵀ lambda with J v' + jdqd = 0, in the way that takes fewer operations.
  std::pair<MotionSolution, LoopRows> solution();
  // The number of what has been recorded, at a regular position: for choices that are made at generation.
  const std::function<double(const Symbol&)>& number();
  // Throws Error for a freedom without inertia.
  void refuse_massless(int freedom) const;

  void write(GeneratedArray array, const Symbols& values) { writer_.output(std::move(array), values); }
  void write_velocity_array(const char* name, const char* help, const Symbols& values);
  void write_M();
  void write_rows(const char* name, const char* help, const Symbols& values);
  void write_J(const Symbols& J);
  void write_pivot(const char* help, const Symbol& pivot);
  GeneratedFunction finished() { return writer_.finished(); }

 private:
  int operations(const MotionSolution& solution);
  // In the axes of the links.
  std::vector<Screw6> external_loads() const;

  const System& system_;
  FunctionWriter writer_;
  Graph::Recording recording_;
  Arguments arguments_;
  StateNames names_;
  TreeElements elements_;
  GraphNumbers::Arrays regular_;
  std::optional<GraphNumbers> numbers_;
  std::function<double(const Symbol&)> number_;
  bool has_forces_ = false;
  const ModelParameters& parameters_;
};

}  // namespace bricard
