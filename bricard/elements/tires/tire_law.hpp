// A tire as its file or its keys give it: radius, vertical spring, relaxation, and one of the laws of slip. Plain data.
#pragma once
#include <string>
#include <variant>

#include "bricard/elements/tires/fiala.hpp"
#include "bricard/elements/tires/linear_tire.hpp"
#include "bricard/elements/tires/magic_formula.hpp"
#include "bricard/elements/tires/tire_table.hpp"

namespace bricard {

// Beyond these values a law was not measured: they are cut off there. Nothing is cut off where most is not above least.
struct SlipRange {
  double least = 0, most = 0;
  bool is_known() const { return most > least; }
  friend bool operator==(const SlipRange&, const SlipRange&) = default;
};

// The Magic Formula made linear: its slopes at no slip, at the load at hand.
struct MagicSlope {
  MagicFormula formula;
  friend bool operator==(const MagicSlope&, const MagicSlope&) = default;
};

struct TireLaw {
  std::variant<LinearTire, Fiala, TireTable, MagicFormula, MagicSlope> slip;
  double radius = 0.3;            // unloaded
  double width = 0.2;
  double vertical_stiffness = 2e5, vertical_damping = 50;
  double rolling_radius = 0;      // 0: from the Magic Formula's file, else the unloaded radius less a third of the deflection
  double relaxation_x = 0, relaxation_y = 0;  // 0: from the file, or stiffness over stiffness
  double stiffness_x = 0, stiffness_y = 0;    // of the carcass; 0: as the vertical one
  double low_speed = 1;           // below it slip is not taken by a quotient
  std::string measured_side;      // "left", "right" or empty
  SlipRange load, kappa, alpha, gamma, pressure;
  friend bool operator==(const TireLaw&, const TireLaw&) = default;
};

// Forces of pure or combined slip; load > 0.
template <class S>
TireForce<S> forces_of(const MagicSlope& tire, const Slip<S>& slip) {
  Slip<S> straight = slip;
  straight.kappa = straight.alpha = straight.gamma = S(0);
  const TireForce<S> there = forces_of(tire.formula, straight);
  TireForce<S> f;
  f.fx = there.stiffness_x * slip.kappa;
  f.fy = -there.stiffness_y * slip.alpha;
  f.my = there.my;
  f.stiffness_x = f.peak_x = there.stiffness_x;
  f.stiffness_y = f.peak_y = there.stiffness_y;
  return f;
}
template <class S>
TireForce<S> forces_of(const TireLaw& law, const Slip<S>& slip) {
  return std::visit([&](const auto& each) { return forces_of(each, slip); }, law.slip);
}

// The Magic Formula inside, or null.
inline const MagicFormula* formula_of(const TireLaw& law) {
  if (const auto* m = std::get_if<MagicFormula>(&law.slip)) return m;
  if (const auto* m = std::get_if<MagicSlope>(&law.slip)) return &m->formula;
  return nullptr;
}

// The mirror image of a wheel on the other side of the vehicle: alpha and gamma go in, F_y, M_x and M_z come out with the other
// sign.
template <class S>
TireForce<S> mirrored_forces(const TireLaw& law, Slip<S> slip) {
  slip.alpha = -slip.alpha;
  slip.gamma = -slip.gamma;
  TireForce<S> f = forces_of(law, slip);
  f.fy = -f.fy;
  f.mx = -f.mx;
  f.mz = -f.mz;
  return f;
}

// Free radius, growing with the speed of rotation, vertical stiffness and effective rolling radius: Besselink et al. 2010,
// equations 1, 5 and 7.
template <class S>
S free_radius(const TireLaw& law, const S& omega) {
  const MagicFormula* m = formula_of(law);
  if (!m || m->LONGVL <= 0) return S(law.radius);
  const S turn = omega * law.radius / m->LONGVL;
  return law.radius * (m->Q_RE0 + m->Q_V1 * turn * turn);
}

inline double stiffness_under(const TireLaw& law, double pressure) {
  const MagicFormula* m = formula_of(law);
  if (!m || m->NOMPRES <= 0) return law.vertical_stiffness;
  return law.vertical_stiffness * (1 + m->PFZ1 * (pressure - m->NOMPRES) / m->NOMPRES);
}

// F_z of a deflection > 0: Q_FZ1 rho/R + Q_FZ2 (rho/R)², with the slope of the vertical stiffness at the nominal load.
template <class S>
S spring_force(const TireLaw& law, const S& deflection, const S& omega, double pressure) {
  const double c = stiffness_under(law, pressure);
  const MagicFormula* m = formula_of(law);
  if (!m || m->FNOMIN <= 0 || m->UNLOADED_RADIUS <= 0) return c * deflection;
  const double per_radius = c * law.radius / m->FNOMIN;
  const double root = per_radius * per_radius - 4 * m->Q_FZ2;
  const double first = root > 0 ? std::sqrt(root) : per_radius;
  const S d = deflection / law.radius;
  const S by_speed = m->LONGVL > 0 ? S(1.0 + m->Q_V2 * size_of(omega) * law.radius / m->LONGVL) : S(1);
  return by_speed * (first * d + m->Q_FZ2 * d * d) * m->FNOMIN;
}

template <class S>
S rolling_radius(const TireLaw& law, const S& load, const S& deflection, const S& omega, double pressure) {
  using std::atan;
  if (law.rolling_radius > 0) return S(law.rolling_radius);
  const MagicFormula* m = formula_of(law);
  if (m && m->FNOMIN > 0 && (m->DREFF != 0 || m->FREFF != 0)) {
    const S Fz = load / m->FNOMIN;
    return free_radius(law, omega) -
           m->FNOMIN / stiffness_under(law, pressure) * (m->DREFF * atan(m->BREFF * Fz) + m->FREFF * Fz);
  }
  return law.radius - deflection / 3.0;
}

// Lengths over which slip builds up: of the file (5.2: PTX, PTY), else slip stiffness over carcass stiffness.
template <class S>
struct RelaxationLengths {
  S x, y;
};
template <class S>
RelaxationLengths<S> relaxation_lengths(const TireLaw& law, const TireForce<S>& force, const S& load, const S& gamma) {
  using std::atan, std::exp, std::sin;
  const MagicFormula* m = formula_of(law);
  S x = force.stiffness_x / law.stiffness_x, y = force.stiffness_y / law.stiffness_y;
  if (m && m->PTX1 != 0) {
    const S dfz = load / m->FNOMIN - 1.0;
    x = load * (m->PTX1 + m->PTX2 * dfz) * exp(-m->PTX3 * dfz) * (law.radius / m->FNOMIN) * m->LSGKP;
  }
  if (m && m->PTY1 != 0 && m->PTY2 != 0)
    y = m->PTY1 * sin(2.0 * atan(load / (m->PTY2 * m->FNOMIN * m->LFZO))) * (1.0 - m->PKY3 * size_of(gamma)) * law.radius *
        m->LFZO * m->LSGAL;
  if (law.relaxation_x > 0) x = S(law.relaxation_x);
  if (law.relaxation_y > 0) y = S(law.relaxation_y);
  const S least = S(0.05 * law.radius);  // also where it has no load
  return {larger(least, x), larger(least, y)};
}

}  // namespace bricard
