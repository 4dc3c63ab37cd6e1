// The list of time integrators; the contract is in integrator.hpp.
#pragma once
#include <span>

#include "bricard/integrators/bdf1.hpp"
#include "bricard/integrators/bdf2.hpp"
#include "bricard/integrators/dopri5.hpp"
#include "bricard/integrators/generalized_alpha.hpp"
#include "bricard/integrators/hht.hpp"
#include "bricard/integrators/rk4.hpp"

namespace bricard {

inline std::span<const IntegratorEntry> integrators() {
  static constexpr IntegratorEntry list[] = {
      runge_kutta<dopri5>(), runge_kutta<rk4>(), generalized_alpha, hht, bdf1, bdf2,
  };
  return list;
}

}  // namespace bricard
