// The list of time integrators: one line each.
#include "bricard/integrators/integrators.hpp"

#include "bricard/integrators/adams.hpp"
#include "bricard/integrators/bdf.hpp"
#include "bricard/integrators/bdf1.hpp"
#include "bricard/integrators/bdf2.hpp"
#include "bricard/integrators/dop853.hpp"
#include "bricard/integrators/dopri5.hpp"
#include "bricard/integrators/generalized_alpha.hpp"
#include "bricard/integrators/hht.hpp"
#include "bricard/integrators/radau.hpp"
#include "bricard/integrators/rk4.hpp"
#include "bricard/integrators/rosenbrock.hpp"

namespace bricard {

std::span<const IntegratorEntry> integrators() {
  static constexpr IntegratorEntry list[] = {
      // explicit
      runge_kutta<dopri5>(),
      runge_kutta<dop853>(),
      runge_kutta<rk4>(),
      adams,
      // implicit
      radau,
      rosenbrock,
      bdf,
      // of differential-algebraic equations
      generalized_alpha,
      hht,
      bdf1,
      bdf2,
  };
  return list;
}

}  // namespace bricard
