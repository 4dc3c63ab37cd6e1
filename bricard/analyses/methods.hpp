// The choice of methods: names of the options looked up in the lists, `auto` resolved, illegal combinations refused.
#pragma once
#include "bricard/formulations/formulations.hpp"
#include "bricard/formulations/stabilizations/stabilizations.hpp"
#include "bricard/integrators/integrators.hpp"
#include "bricard/model/analysis.hpp"
#include "bricard/results/results.hpp"

namespace bricard {

struct MethodChoice {
  std::string coordinates;
  const Formulation* formulation = nullptr;
  const Stabilization* stabilization = nullptr;
  const IntegratorEntry* integrator = nullptr;
  std::string why;
  Methods names() const;
};

// Throws Error naming the legal choices.
MethodChoice choose_methods(const AnalysisOptions& options);

// The legality of a combination is this comparison.
bool is_legal(const Formulation& formulation, const Stabilization& stabilization, const IntegratorEntry& integrator);

}  // namespace bricard
