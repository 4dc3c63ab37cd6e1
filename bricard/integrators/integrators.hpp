// The list of time integrators; the contract is in integrator.hpp.
#pragma once
#include <span>

#include "bricard/integrators/adams.hpp"
#include "bricard/integrators/dop853.hpp"
#include "bricard/integrators/dopri5.hpp"
#include "bricard/integrators/generalized_alpha.hpp"
#include "bricard/integrators/radau.hpp"
#include "bricard/integrators/rk4.hpp"

namespace bricard {

inline std::span<const IntegratorEntry> integrators() {
  static constexpr IntegratorEntry list[] = {
      runge_kutta<dopri5>(),
      runge_kutta<dop853>(),
      runge_kutta<rk4>(),
      radau,
      generalized_alpha,
      runge_kutta<dopri5>(), runge_kutta<dop853>(), adams, runge_kutta<rk4>(), generalized_alpha,
  };
  return list;
}

}  // namespace bricard
