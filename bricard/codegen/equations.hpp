// The equations of motion as generated functions, by recursions over the tree (tree.hpp).
#pragma once
#include "bricard/codegen/model_parameters.hpp"

namespace bricard {

struct EquationContext {
  const System& system;
  const ModelParameters& parameters;
  int symbols = 0;     // how many of them are elements of p: all, or none
  bool loads = false;  // external loads are inputs
};

GeneratedFunction generate_dirdyn(const EquationContext& context);
GeneratedFunction generate_invdyn(const EquationContext& context);
GeneratedFunction generate_constraints(const EquationContext& context);
GeneratedFunction generate_constraints_hJ(const EquationContext& context);
GeneratedFunction generate_constraints_jdqd(const EquationContext& context);
GeneratedFunction generate_accel(const EquationContext& context);
GeneratedFunction generate_jacobians(const EquationContext& context);    // jacobians.cpp
GeneratedFunction generate_reduced(const EquationContext& context);      // reduced_equations.cpp
GeneratedFunction generate_invdynared(const EquationContext& context);   // there too
GeneratedFunction generate_multipliers(const EquationContext& context);  // there too

}  // namespace bricard
