// The list of time integrators; the contract is in integrator.hpp.
#pragma once
#include <span>

#include "bricard/integrators/bdf.hpp"
#include "bricard/integrators/dopri5.hpp"
#include "bricard/integrators/generalized_alpha.hpp"
#include "bricard/integrators/radau.hpp"
#include "bricard/integrators/rk4.hpp"
#include "bricard/integrators/rosenbrock.hpp"

namespace bricard {

inline std::span<const IntegratorEntry> integrators() {
  static constexpr IntegratorEntry list[] = {
      runge_kutta<dopri5>(), runge_kutta<rk4>(), radau, rosenbrock, bdf, generalized_alpha,
  };
  return list;
}

}  // namespace bricard
