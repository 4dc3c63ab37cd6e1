// The choice of methods: names of the options looked up in the lists, `auto` resolved, illegal combinations refused.
//
// What `auto` means, with the reasons (measured in docs/benchmarks.md):
//   coordinates    relative: fewest unknowns, tree joints hold exactly
//   formulation    lagrange: the sparse tree and loop kernel, at home with redundant rows; index3 where the integrator needs it
//   stabilization  mass_projection where rows must be closed, none where the coordinates close all joints
//   integrator     dop853: fewest evaluations from moderate to tight tolerances; dopri5 where steps are short anyway, because the
//                  tolerance is coarse or the motion switches; rk4 where a fixed step is asked for; radau from the moment the
//                  system is seen to be stiff (stiffness.hpp)
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
  const IntegratorEntry* when_stiff = nullptr;  // takes over where the run turns out stiff; none where the user chose
  std::string why;
  Methods names() const;
};

// What `auto` looks at beside the options.
struct Traits {
  bool constrained = true;  // the coordinates leave rows to be closed
  bool switches = false;    // events or functions switch: the integrator starts anew at each of them
  bool rubs = false;        // there is dry friction, which has no exact derivatives
  std::vector<std::string> without_inertia;  // bodies whose own motion only loops determine
};
Traits traits_of(const System& system);

// `auto` resolved. Throws Error naming the legal choices.
MethodChoice choose_methods(const AnalysisOptions& options, const Traits& traits = {});

// The legality of a combination is this comparison.
bool is_legal(const Formulation& formulation, const Stabilization& stabilization, const IntegratorEntry& integrator);
bool is_defined(const Formulation& formulation, const std::string& coordinates);

}  // namespace bricard
