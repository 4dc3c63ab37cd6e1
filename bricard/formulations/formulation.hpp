// The contract of a formulation: how the equations of a System become a Problem.
//
//   name, help
//   yields       the kind of Problem; an integrator must accept it
//   stabilizes   it keeps the constraints by itself: only the stabilization `none` is legal; where it penalizes, a projection too
//   make_ode / make_dae   exactly one is set
//   inverts_mass          not defined in coordinates whose mass matrix is singular by itself (System::own_rows)
//   penalizes             it takes the options of penalty methods
//   keeps_redundant       it decides on ranks by itself: dependent rows may stay (analysis: redundant: keep)
//   takes_nonideal        constraints may do work, as force elements say (analysis: nonideal)
//   takes_massless        bodies without inertia against their free motion in the tree, where loops determine it
//
// The law (conformance_test.cpp): the same accelerations from all formulations, on regular, redundant and singular cases.
#pragma once
#include <memory>
#include <string_view>

#include "bricard/formulations/problems/problem.hpp"
#include "bricard/formulations/stabilizations/stabilization.hpp"
#include "bricard/model/analysis.hpp"
#include "bricard/system/system.hpp"

namespace bricard {

struct CompiledUse;  // formulations/problems/compiled_motion.hpp

struct ProblemSettings {
  const System* system = nullptr;
  const Stabilization* stabilization = nullptr;
  State start;                 // consistent
  std::vector<char> selected;  // independent loop rows, from Kernel::select at the start
  double tolerance = Tolerance{}.relative;
  std::optional<double> absolute;  // absolute tolerance, instead of the one from the model's scale
  double span = 1;                 // duration, for the scale of velocities of a mechanism at rest
  ProblemReport* report = nullptr;
  const AnalysisOptions* options = nullptr;  // parameters of the method, where the user gives them (baumgarte, penalty, ...)
  const std::vector<double>* decisions = nullptr;  // the branches that functions keep (System::decide); null: none are kept
  CompiledUse* compiled = nullptr;  // code of this System and these rows; null: it is interpreted
};

struct Formulation {
  std::string_view name;
  std::string_view help;
  ProblemKind yields;
  bool stabilizes;
  std::unique_ptr<OdeProblem> (*make_ode)(const ProblemSettings&) = nullptr;
  std::unique_ptr<DaeProblem> (*make_dae)(const ProblemSettings&) = nullptr;
  bool takes_massless = false;
  bool inverts_mass = false;
  bool penalizes = false;
  bool keeps_redundant = false;
  bool takes_nonideal = false;
};

}  // namespace bricard
