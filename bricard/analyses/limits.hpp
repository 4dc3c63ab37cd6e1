// How far a run that ends well may be off: the documented limits of the methods, in one place.
//
//   with error control   error <= (tolerance_factor · a · tolerance + floor) · L
//   with fixed steps     error <= (step_factor · a · (h/tau)^p + floor) · L
//
// L is the characteristic length of the model, tau the shortest time scale of its motion (1/omega), p the order of the
// integrator. The allowance a is the product of those of the formulation, the stabilization and the integrator, the floor the
// largest of theirs; a method without a line here has a = 1, and the floor is that of rounding. Beyond its limit a run must have
// failed and said why. The verification grid holds every combination to these limits; `compare`, which knows neither tau nor how
// a mechanism amplifies errors, marks what is ten times beyond.
#pragma once
#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <string_view>

#include "bricard/formulations/formulations.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard {

inline constexpr double tolerance_factor = 100;  // a mechanism amplifies the errors of its steps
inline constexpr double step_factor = 30;        // error constants of the methods and the length of the run

struct Allowance {
  std::string_view method;
  double factor = 1;
  double floor = threshold::rounding_of_run;  // relative to L
  std::string_view why;
};

inline std::span<const Allowance> allowances() {
  static constexpr Allowance list[] = {
      {"none", 10, threshold::rounding_of_run, "constraints drift with the errors of velocities and accelerations"},
      {"baumgarte", 10, threshold::rounding_of_run, "the drift is damped, not removed"},
      {"penalty", 10, threshold::penalty_gives, "constraints are stiff springs that give"},
      {"generalized_alpha", 10, threshold::rounding_of_run, "order 2 under error control of single steps"},
      {"hht", 10, threshold::rounding_of_run, "order 2 under error control of single steps"},
      {"bdf1", 3, threshold::rounding_of_run, "first order: it takes energy out of the motion"},
      {"bdf", 10, threshold::rounding_of_run, "error control of single steps, not per unit step"},
      {"adams", 10, threshold::rounding_of_run, "error control of single steps, not per unit step"},
      {"rosenbrock", 10, threshold::rounding_of_run, "error control of single steps, not per unit step"},
      {"radau", 10, threshold::rounding_of_run, "error control of single steps, not per unit step"},
  };
  return list;
}

// Of one combination. A formulation that keeps its constraints by itself does not drift, though its stabilization is `none`.
inline Allowance allowance_of(std::string_view formulation, std::string_view stabilization, std::string_view integrator) {
  for (const Formulation& each : formulations)
    if (each.name == formulation && each.stabilizes) stabilization = {};
  Allowance total;
  for (const Allowance& each : allowances())
    for (const std::string_view name : {formulation, stabilization, integrator}) {
      if (each.method != name) continue;
      total.factor *= each.factor;
      total.floor = std::max(total.floor, each.floor);
    }
  return total;
}

inline double error_limit(const Allowance& allowance, double tolerance, double length) {
  return (tolerance_factor * allowance.factor * tolerance + allowance.floor) * length;
}
inline double error_limit(const Allowance& allowance, double step, double tau, int order, double length) {
  return (step_factor * allowance.factor * std::pow(step / tau, order) + allowance.floor) * length;
}

}  // namespace bricard
