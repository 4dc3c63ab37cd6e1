// The Magic Formula without turn slip:  y = D sin(C atan(Bx - E (Bx - atan Bx))).
//
// 6.1: H. B. Pacejka, Tire and Vehicle Dynamics, 3rd ed. 2012, equations 4.E1 to 4.E78, and I. J. M. Besselink, A. J. C. Schmeitz,
// H. B. Pacejka, An improved Magic Formula/Swift tyre model that can handle inflation pressure changes, Veh. Syst. Dyn. 48 (2010)
// 337-352. Where they differ the paper is taken: digressive friction A_mu = 1; My (A48); D_t with 1 + QDZ3 gamma + QDZ4 gamma^2
// (A60); equivalent slips (A54, A55) with tangents. F_y' of M_z has gamma = 0 in F_y0 and keeps it in G_yk.
// 5.2: camber enters F_y0 by PHY3, K_ya does not depend on camber squared, and M_z has -t (F_y - S_Vyk), S_Vyk with the friction
// of gamma = 0.
//
// Letters are those of the book, without the asterisks: SH, SV shifts, B, C, D, E factors, G weights of combined slip.
#pragma once
#include <numbers>

#include "bricard/elements/tires/magic_formula_data.hpp"
#include "bricard/elements/tires/slip.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace magic {

constexpr double small = threshold::tire_denominator;

// x with the sign that it has, not smaller than `small`.
template <class S>
S off_zero(const S& x) {
  return x + small * sign_of(x);
}

// The argument of the outer arc tangent, Bx - E (Bx - atan Bx).
template <class S>
S bent(const S& Bx, const S& E) {
  using std::atan;
  return Bx - E * (Bx - atan(Bx));
}
template <class S>
S sine(const S& D, const S& C, const S& Bx, const S& E) {
  using std::atan, std::sin;
  return D * sin(C * atan(bent(Bx, E)));
}
template <class S>
S cosine(const S& C, const S& Bx, const S& E) {
  using std::atan, std::cos;
  return cos(C * atan(bent(Bx, E)));
}
// cos(atan x).
template <class S>
S cos_atan(const S& x) {
  using std::sqrt;
  return S(1) / sqrt(S(1) + x * x);
}

// What the parts of one evaluation share.
template <class S>
struct At {
  // alpha, gamma: the angles, or tan(alpha) and sin(gamma); tilt is gamma itself, which some factors take in either case
  S kappa, alpha, gamma, tilt, Fz, dfz, dpi, speed, cos_alpha, heading;
  S muscale_x, muscale_y;  // scalings of friction
};

template <class S>
struct Longitudinal {
  S F, K, D;
};
template <class S>
Longitudinal<S> longitudinal(const MagicFormula& m, const At<S>& a) {
  using std::exp;
  const S gamma = a.tilt * m.LGAX;
  const S kappa = a.kappa + (m.PHX1 + m.PHX2 * a.dfz) * m.LHX;
  const S C = S(m.PCX1 * m.LCX);
  const S mu = (m.PDX1 + m.PDX2 * a.dfz) * (1.0 + m.PPX3 * a.dpi + m.PPX4 * a.dpi * a.dpi) * (1.0 - m.PDX3 * gamma * gamma) *
               a.muscale_x;
  const S D = mu * a.Fz;
  const S E = smaller(
      S((m.PEX1 + m.PEX2 * a.dfz + m.PEX3 * a.dfz * a.dfz) * (1.0 - m.PEX4 * sign_of(kappa)) * m.LEX), S(1));
  const S K = a.Fz * (m.PKX1 + m.PKX2 * a.dfz) * exp(m.PKX3 * a.dfz) *
              (1.0 + m.PPX1 * a.dpi + m.PPX2 * a.dpi * a.dpi) * m.LKX;
  const S SV = a.Fz * (m.PVX1 + m.PVX2 * a.dfz) * m.LVX * a.muscale_x;
  return {sine<S>(D, C, K / off_zero(S(C * D)) * kappa, E) + SV, K, D};
}

template <class S>
struct Lateral {
  S F, K, D, mu, SH, SV, BC;  // BC: B_y C_y
};
template <class S>
Lateral<S> lateral(const MagicFormula& m, const At<S>& a, const S& own_gamma) {
  using std::atan, std::sin;
  const S gamma = own_gamma * m.LGAY;
  const double Fz0 = m.FNOMIN * m.LFZO;
  const S bend = (m.PKY2 + m.PKY5 * gamma * gamma) * (1.0 + m.PPY2 * a.dpi);
  const S K = m.PKY1 * Fz0 * (1.0 + m.PPY1 * a.dpi) * (1.0 - m.PKY3 * size_of(gamma)) *
              sin(m.PKY4 * atan(a.Fz / (Fz0 * bend))) * m.LKY;
  const S SV_gamma = a.Fz * (m.PVY3 + m.PVY4 * a.dfz) * gamma * m.LKYC * a.muscale_y;
  const S SV = a.Fz * (m.PVY1 + m.PVY2 * a.dfz) * m.LVY * a.muscale_y + SV_gamma;
  S SH = (m.PHY1 + m.PHY2 * a.dfz) * m.LHY;
  if (m.is_52)
    SH = SH + m.PHY3 * gamma;
  else
    SH = SH + (a.Fz * (m.PKY6 + m.PKY7 * a.dfz) * (1.0 + m.PPY5 * a.dpi) * m.LKYC * gamma - SV_gamma) / off_zero(K);
  const S alpha = a.alpha + SH;
  const S C = S(m.PCY1 * m.LCY);
  const S mu = (m.PDY1 + m.PDY2 * a.dfz) * (1.0 + m.PPY3 * a.dpi + m.PPY4 * a.dpi * a.dpi) * (1.0 - m.PDY3 * gamma * gamma) *
               a.muscale_y;
  const S D = mu * a.Fz;
  const S E = smaller(S((m.PEY1 + m.PEY2 * a.dfz) *
                        (1.0 + m.PEY5 * gamma * gamma - (m.PEY3 + m.PEY4 * gamma) * sign_of(alpha)) * m.LEY),
                      S(1));
  const S B = K / off_zero(S(C * D));
  return {sine<S>(D, C, B * alpha, E) + SV, K, D, mu, SH, SV, B * C};
}

// Of the longitudinal force by slip angle.
template <class S>
S weight_x(const MagicFormula& m, const At<S>& a) {
  const S E = smaller(S(m.REX1 + m.REX2 * a.dfz), S(1));
  const S B = (m.RBX1 + m.RBX3 * a.gamma * a.gamma) * cos_atan(S(m.RBX2 * a.kappa)) * m.LXAL;
  const S C(m.RCX1);
  return cosine<S>(C, B * (a.alpha + m.RHX1), E) / cosine<S>(C, B * m.RHX1, E);
}
// Of the lateral force by slip.
template <class S>
S weight_y(const MagicFormula& m, const At<S>& a) {
  const S SH = m.RHY1 + m.RHY2 * a.dfz, E = smaller(S(m.REY1 + m.REY2 * a.dfz), S(1));
  const S B = (m.RBY1 + m.RBY4 * a.gamma * a.gamma) * cos_atan(S(m.RBY2 * (a.alpha - m.RBY3))) * m.LYKA;
  const S C(m.RCY1);
  return cosine<S>(C, B * (a.kappa + SH), E) / cosine<S>(C, B * SH, E);
}
// Side force that slip alone makes.
template <class S>
S ply_steer(const MagicFormula& m, const At<S>& a, const S& mu) {
  using std::atan, std::sin;
  return mu * a.Fz * (m.RVY1 + m.RVY2 * a.dfz + m.RVY3 * a.gamma) * cos_atan(S(m.RVY4 * a.alpha)) *
         sin(m.RVY5 * atan(m.RVY6 * a.kappa)) * m.LVYKA;
}

template <class S>
S overturning(const MagicFormula& m, const At<S>& a, const S& Fy) {
  using std::atan, std::cos, std::sin;
  const double Fz0 = m.FNOMIN, R0 = m.UNLOADED_RADIUS;
  const S& g = a.tilt;
  const S Fz = a.Fz / Fz0, Qy = Fy / Fz0, bent_load = m.QSX6 * Fz;
  const S first = m.QSX1 * m.LVMX - m.QSX2 * g * (1.0 + m.PPMX1 * a.dpi) + m.QSX3 * Qy +
                  m.QSX4 * cos(m.QSX5 * atan(bent_load * bent_load)) * sin(m.QSX7 * g + m.QSX8 * atan(m.QSX9 * Qy)) +
                  m.QSX10 * atan(m.QSX11 * Fz) * g - m.QSX12 * g * size_of(g);
  return R0 * m.LMX * (a.Fz * first + Fy * (m.QSX13 + m.QSX14 * size_of(g)));
}

// Against the rolling. V/V0 by its size: it turns round with the heading.
template <class S>
S rolling_resistance(const MagicFormula& m, const At<S>& a, const S& Fx) {
  using std::pow;
  const double Fz0 = m.FNOMIN;
  const S v = a.speed / m.LONGVL, v2 = v * v;
  const S factor = m.QSY1 + m.QSY2 * Fx / Fz0 + m.QSY3 * v + m.QSY4 * v2 * v2 +
                   (m.QSY5 + m.QSY6 * a.Fz / Fz0) * a.tilt * a.tilt;
  const double R0 = m.UNLOADED_RADIUS;
  if (m.is_52) return -R0 * a.Fz * factor * m.LMY * a.heading;
  // No load, no resistance, also where the exponent of the load is missing.
  const S load = a.Fz / Fz0;
  const S by_load = m.QSY7 == 0 ? smooth_step(S(20.0 * load)) : pow(larger(load, S(threshold::least_load_ratio)), m.QSY7);
  return -R0 * Fz0 * factor * m.LMY * by_load * pow(1.0 + a.dpi, m.QSY8) * a.heading;
}

}  // namespace magic

// Expects load > 0.
template <class S>
TireForce<S> forces_of(const MagicFormula& m, const Slip<S>& slip) {
  using std::atan, std::cos, std::sin, std::tan;
  using namespace magic;
  const double Fz0 = m.FNOMIN, R0 = m.UNLOADED_RADIUS;
  At<S> a;
  a.kappa = slip.kappa;
  a.alpha = m.by_tangent ? S(tan(slip.alpha)) : slip.alpha;
  a.gamma = m.by_tangent ? S(sin(slip.gamma)) : slip.gamma;
  a.tilt = slip.gamma;
  a.Fz = slip.load;
  a.dfz = (slip.load - Fz0 * m.LFZO) / (Fz0 * m.LFZO);
  const S pressure = select(slip.pressure > S(0), slip.pressure, S(m.INFLPRES));
  a.dpi = m.NOMPRES > 0 ? S((pressure - m.NOMPRES) / m.NOMPRES) : S(0);
  a.speed = slip.speed;
  a.heading = slip.heading;
  a.cos_alpha = cos(slip.alpha) * slip.heading;
  a.muscale_x = m.LMUX * slip.friction;
  a.muscale_y = m.LMUY * slip.friction;

  const Longitudinal<S> x = longitudinal(m, a);
  const Lateral<S> y = lateral(m, a, a.gamma);
  const S Gy = weight_y(m, a), SVyk = ply_steer(m, a, y.mu);
  TireForce<S> f;
  f.fx = weight_x(m, a) * x.F;
  f.fy = Gy * y.F + SVyk;
  f.mx = overturning(m, a, f.fy);
  f.my = rolling_resistance(m, a, f.fx);
  f.stiffness_x = size_of(x.K);
  f.stiffness_y = size_of(y.K);
  f.peak_x = x.D;
  f.peak_y = y.D;

  // Aligning moment: trail of the side force, residual, arm of the longitudinal force.
  const S gamma = a.gamma * m.LGAZ, K = off_zero(y.K);
  const S alpha_t = a.alpha + m.QHZ1 + m.QHZ2 * a.dfz + (m.QHZ3 + m.QHZ4 * a.dfz) * gamma;
  const S alpha_r = a.alpha + y.SH + y.SV / K;
  const S ratio = x.K / K * a.kappa;
  const auto equivalent = [&](const S& alpha) {
    const S t = tan(alpha);
    return S(atan(root_of(S(t * t + ratio * ratio))) * sign_of(alpha));
  };
  const S at = equivalent(alpha_t), ar = equivalent(alpha_r);
  const S dfz = a.dfz;
  const S B = (m.QBZ1 + m.QBZ2 * dfz + m.QBZ3 * dfz * dfz) * (1.0 + m.QBZ4 * gamma + m.QBZ5 * size_of(gamma)) * m.LKY /
              a.muscale_y;
  const S C(m.QCZ1);
  const S D = a.Fz * (R0 / Fz0) * (m.QDZ1 + m.QDZ2 * dfz) * (1.0 - m.PPZ1 * a.dpi) *
              (1.0 + m.QDZ3 * gamma + m.QDZ4 * gamma * gamma) * m.LTR;
  const S E = smaller(S((m.QEZ1 + m.QEZ2 * dfz + m.QEZ3 * dfz * dfz) *
                        (1.0 + (m.QEZ4 + m.QEZ5 * gamma) * (2 / std::numbers::pi) * atan(B * C * alpha_t))),
                      S(1));
  const S trail = D * cosine<S>(C, B * at, E) * a.cos_alpha;
  const S Br = m.QBZ9 * m.LKY / a.muscale_y + m.QBZ10 * y.BC;
  const S by_camber = (m.QDZ8 + m.QDZ9 * dfz) * (1.0 + m.PPZ2 * a.dpi) + (m.QDZ10 + m.QDZ11 * dfz) * size_of(gamma);
  const S residual = a.Fz * R0 * ((m.QDZ6 + m.QDZ7 * dfz) * m.LRES + by_camber * gamma * m.LKZC) * a.muscale_y *
                     cos_atan(S(Br * ar)) * a.cos_alpha;
  const Lateral<S> upright = lateral(m, a, S(0));
  const S side = m.is_52 ? S(f.fy - ply_steer(m, a, upright.mu)) : S(Gy * upright.F);
  const S arm = R0 * (m.SSZ1 + m.SSZ2 * f.fy / Fz0 + (m.SSZ3 + m.SSZ4 * dfz) * a.tilt * m.LGAZ) * m.LS;
  f.mz = -trail * side + residual + arm * f.fx;
  return f;
}

}  // namespace bricard
