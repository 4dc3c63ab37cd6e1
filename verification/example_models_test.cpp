// The example models against equations that are written down here by hand in the fewest coordinates and integrated by an
// integrator of its own (independent.hpp), and Andrews' squeezer against the published solution.
#include <numbers>
#include <type_traits>

#include "verification/cases.hpp"
#include "verification/independent.hpp"

namespace bricard {
namespace {

using independent::integrate;
using independent::Values;

constexpr double pi = 3.14159265358979323846;

Model example(const std::string& name, const std::vector<std::pair<std::string, std::string>>& overrides = {}) {
  return read_model(source_file("models/examples/" + name + ".bricard.yaml"), overrides);
}
Results run_tight(const Model& model, double tolerance = 1e-9) {
  AnalysisOptions options = *model.analysis;
  options.tolerance.relative = tolerance;
  return run(model, options);
}

// ---- Haug's spatial slider-crank
// -----------------------------------------------------------------------------------------------

// Fourth-order central difference.
template <class F>
std::invoke_result_t<F, long double> slope(const F& f, long double x, long double h) {
  return ((f(x + h) - f(x - h)) * 8 - (f(x + 2 * h) - f(x - 2 * h))) / (12 * h);
}

// One degree of freedom: the angle phi of the pin from z towards y. Everything follows from positions alone; velocities by
// differences in long double. The rod's second axis is its hinge, across the rod and across the slide.
struct SpatialSliderCrank {
  using Real = long double;
  using Vector = Eigen::Matrix<Real, 3, 1>;
  Vector rod_inertia;  // along the rod, about the hinge, across both

  Vector pin(Real phi) const { return {0, 0.1L + 0.08L * std::sin(phi), 0.12L + 0.08L * std::cos(phi)}; }
  Real slider(Real phi) const {
    const Vector p = pin(phi);
    return std::sqrt(0.09L - p.y() * p.y() - p.z() * p.z());
  }
  Vector center(Real phi) const { return (pin(phi) + Vector(slider(phi), 0, 0)) / 2; }
  Eigen::Matrix<Real, 3, 3> axes(Real phi) const {
    Eigen::Matrix<Real, 3, 3> R;
    R.col(0) = (Vector(slider(phi), 0, 0) - pin(phi)).normalized();
    R.col(1) = Vector(1, 0, 0).cross(R.col(0)).normalized();
    R.col(2) = R.col(0).cross(R.col(1));
    return R;
  }
  // Kinetic energy per half squared rate of phi.
  Real inertia(Real phi) const {
    const Real h = 2e-4L;
    const auto R = axes(phi);
    const Eigen::Matrix<Real, 3, 3> W = R.transpose() * slope([&](Real x) { return axes(x); }, phi, h);  // body components
    const Vector w(W(2, 1), W(0, 2), W(1, 0));
    const Vector v = slope([&](Real x) { return center(x); }, phi, h);
    const Real x = slope([&](Real y) { return slider(y); }, phi, h);
    return 1e-4L + 0.5L * v.dot(v) + w.dot(rod_inertia.cwiseProduct(w)) + 2 * x * x;
  }
  Real potential(Real phi) const { return 0.5L * 9.81L * center(phi).z(); }
};

TEST(ExampleModels, haug_slider_crank) {
  const SpatialSliderCrank crank{{4e-4L, 4e-3L, 4e-3L}};
  const Results r = run(example("haug_slider_crank"));
  EXPECT_DONE(r);
  const long double w = 2 * std::numbers::pi_v<long double>;
  for (int row = 0; row < r.rows(); row += 10) {
    const long double phi = w * value(r, "t", row), h = 1e-3L;
    ASSERT_NEAR(value(r, "slider.x", row), double(crank.slider(phi)), 1e-11) << row;
    ASSERT_NEAR(value(r, "slider.vx", row), double(w * slope([&](long double x) { return crank.slider(x); }, phi, 1e-4L)), 1e-10);
    // phi turns against the motor's angle: torque = -(w²/2 dJ/dphi + dV/dphi)
    const long double torque = w * w / 2 * slope([&](long double x) { return crank.inertia(x); }, phi, h) +
                               slope([&](long double x) { return crank.potential(x); }, phi, h);
    ASSERT_NEAR(value(r, "motor.torque", row), -double(torque), 1e-9) << row;
  }
}

// From the rough positions: the same closed loop, and the energy of the one coordinate is constant.
TEST(ExampleModels, haug_slider_crank_from_guesses) {
  const SpatialSliderCrank crank{{4e-3L, 4e-4L, 4e-3L}};
  const Results r = run_tight(example("haug_slider_crank_guess"));
  EXPECT_DONE(r);
  const auto phi = [&](int row) {
    const Vec3<double> y = Eigen::Quaterniond(value(r, "crank.e0", row), value(r, "crank.e1", row), value(r, "crank.e2", row),
                                              value(r, "crank.e3", row)) *
                           Vec3<double>::UnitY();
    return std::atan2(y.y(), y.z());
  };
  const auto energy = [&](int row) {
    const long double rate = -value(r, "crank.wx", row);
    return double(crank.inertia(phi(row)) * rate * rate / 2 + crank.potential(phi(row)));
  };
  EXPECT_NEAR(value(r, "crank.wx", 0), 6, 1e-9);
  for (int row = 0; row < r.rows(); row += 20) {
    ASSERT_NEAR(value(r, "slider.x", row), double(crank.slider(phi(row))), 1e-9) << row;
    ASSERT_NEAR(energy(row), energy(0), 1e-7) << row;
  }
}

// ---- governor -----------------------------------------------------------------------------------------------------------------

// Shaft speed w, arm angle b from the vertical and its rate; the collar's height y(b) through the rods.
TEST(ExampleModels, flyball_governor) {
  for (const double C : {7500.0, 12500.0, 17500.0}) {
    const Results r = run_tight(example("flyball_governor", {{"C", std::to_string(C)}}), 1e-8);
    EXPECT_DONE(r);
    const double arm = 0.16, half = 0.08, rod = 0.10922, g = 9.81, k = 1000, c = 30;
    struct Height {
      double y, d, dd;
    };
    const auto height = [&](double b) {
      const double s = std::sin(b), co = std::cos(b), q = std::sqrt(rod * rod - half * half * s * s);
      const double dq = -half * half * s * co / q;
      const double ddq = (-half * half * (co * co - s * s) - dq * dq) / q;
      return Height{0.2 - half * co - q, half * s - dq, half * co - ddq};
    };
    const auto f = [&](double t, const Values<3>& v) -> Values<3> {
      const auto [w, b, rate] = v;
      const Height h = height(b);
      const double J = 50 + 0.125 + 0.2 + 2 * arm * arm * std::sin(b) * std::sin(b);
      const double dJ = 4 * arm * arm * std::sin(b) * std::cos(b);
      const double M = 2 * (arm * arm + 0.1) + h.d * h.d, dM = 2 * h.d * h.dd;
      const double spring = k * (0.2 - h.y - 0.15) - c * h.d * rate;  // tension: pulls the collar up
      const double slope = 2 * g * arm * std::sin(b) + g * h.d - spring * h.d;
      const double torque = C * (0.05 - h.y) - (t < 1 ? 0 : t < 2 ? 25 * (t - 1) : 25);
      return {(torque - dJ * rate * w) / J, rate, (dJ * w * w / 2 - dM * rate * rate / 2 - slope) / M};
    };
    Values<3> v{value(r, "bearing.speed", 0), pi / 4 + value(r, "arm_right.angle", 0), value(r, "arm_right.speed", 0)};
    EXPECT_NEAR(v[0], 11.0174, 1e-9);
    for (int second = 0; second < 10; ++second) {
      v = integrate(f, second, v, second + 1, 20000);
      const int row = 100 * (second + 1);
      ASSERT_NEAR(value(r, "collar.y", row), height(v[1]).y, 1e-8) << C << ' ' << second;
      ASSERT_NEAR(value(r, "bearing.speed", row), v[0], 1e-6) << C << ' ' << second;
      ASSERT_NEAR(value(r, "arm_left.angle", row), -value(r, "arm_right.angle", row), 1e-9);
    }
  }
}

// ---- Andrews' squeezer --------------------------------------------------------------------------------------------------------

// 25-digit quadrature of its energy; the vector of the test set for initial value problems (W. M. Lioen, J. J. B. de Swart) is
// off by 1e-9.
TEST(ExampleModels, andrews_squeezer) {
  const Results r = run_tight(example("andrews_squeezer"), 1e-10);
  EXPECT_DONE(r);
  const std::pair<const char*, double> published[] = {
      {"beta", 15.81077119515371},    {"Theta", -15.75637105841184}, {"gamma", 0.0408222401196458},
      {"Phi", -0.5347301163420796},   {"delta", 0.5244099658799541}, {"Omega", 0.5347301163420796},
      {"epsilon", 1.048080741041938}, {"OF.w", 1139.920302259106},   {"at_F.speed", -1424.379295177540}};
  for (const auto& [column, expected] : published) EXPECT_NEAR(value(r, column), expected, 1e-6 * std::abs(expected)) << column;
  double worst = 0;
  for (int row = 0; row < r.rows(); ++row)
    worst = std::max(worst,
                     std::abs(value(r, "energy.total", row) - value(r, "energy.total", 0) - 0.033 * value(r, "at_O.angle", row)));
  EXPECT_LT(worst, 1e-7);  // of 1.5 J
  EXPECT_NEAR(value(r, "OF.al", 0), 14222.4439199541, 1e-5);
  EXPECT_NEAR(value(r, "FE.al", 0), 14222.4439199541 - 10666.8329399656, 1e-5);
}

// ---- suspensions
// ---------------------------------------------------------------------------------------------------------------

// With equal travel and no steering the mirrored corner is the mirror image; with roll only, left and right exchange.
TEST(ExampleModels, front_axle_is_symmetric) {
  const Results heave = run(example("front_axle", {{"roll_travel", "0"}, {"rack_travel", "0"}}));
  EXPECT_DONE(heave);
  for (int row = 0; row < heave.rows(); row += 10) {
    ASSERT_NEAR(value(heave, "toe_left", row), value(heave, "toe_right", row), 1e-9);
    for (const char* point : {"hub", "upright", "rocker", "lower_arm"}) {
      const std::string left = std::string("left.") + point, right = std::string("right.") + point;
      ASSERT_NEAR(value(heave, left + ".x", row), value(heave, right + ".x", row), 1e-12) << point;
      ASSERT_NEAR(value(heave, left + ".y", row), -value(heave, right + ".y", row), 1e-12) << point;
      ASSERT_NEAR(value(heave, left + ".az", row), value(heave, right + ".az", row), 1e-9) << point;
    }
    ASSERT_NEAR(value(heave, "left.rocker_axis.angle", row), value(heave, "right.rocker_axis.angle", row), 1e-12);
  }
  const Results one = run(example("front_axle", {{"heave", "0"}, {"rack_travel", "0"}}));
  const Results other = run(example("front_axle", {{"heave", "0"}, {"rack_travel", "0"}, {"roll_travel", "-10"}}));
  for (int row = 0; row < one.rows(); row += 10) {
    ASSERT_NEAR(value(one, "toe_left", row), value(other, "toe_right", row), 1e-9);
    ASSERT_GT(std::abs(value(one, "left.hub.z", row) - value(one, "right.hub.z", row)), row % 100 == 0 ? -1 : 1e-5);
  }
}

// The left corner of the axle is the single corner: same points, same travel. Balls and rods keep their distances.
TEST(ExampleModels, double_wishbone) {
  const Results corner = run(example("double_wishbone", {{"bump", "25 mm"}, {"rack_travel", "0"}}));
  const Results axle = run(example("front_axle", {{"roll_travel", "0"}, {"rack_travel", "0"}}));
  EXPECT_DONE(corner);
  for (const int quarter : {1, 2, 3}) {  // 0.5 Hz and 1 Hz: equal phases
    const int a = 50 * quarter, b = 25 * quarter;
    EXPECT_NEAR(value(corner, "toe", a), value(axle, "toe_left", b), 1e-9);
    EXPECT_NEAR(value(corner, "upright.y", a), value(axle, "left.upright.y", b), 1e-12);
    EXPECT_NEAR(value(corner, "coilover.length", a), value(axle, "left.coilover.length", b), 1e-12);
  }
  // Virtual work at the turning point of the travel, where nothing moves: what the wheel driver holds beyond inertia and weight
  // is the spring times the motion ratio, here from differences of lengths of neighboring rows.
  const int row = 40;
  const double ratio = (value(corner, "coilover.length", row + 1) - value(corner, "coilover.length", row - 1)) /
                       (value(corner, "hub.z", row + 1) - value(corner, "hub.z", row - 1));
  EXPECT_NEAR(value(corner, "motion_ratio", row), ratio, 1e-4);
}

// ---- DC motor
// ------------------------------------------------------------------------------------------------------------------

TEST(ExampleModels, dc_motor) {
  const Results r = run_tight(example("dc_motor_pid"), 1e-8);
  EXPECT_DONE(r);
  const double Ra = 1.2, La = 2e-3, K = 0.05 * 20, J = 5e-3 + 0.8 * 0.01, Vmax = 24;
  const auto f = [&](double t, const Values<4>& y) -> Values<4> {
    const auto [angle, speed, current, integral] = y;
    const double s = std::fmin(1, std::fmax(0, t - 0.2)), error = pi / 2 * independent::ramp5(t, 0.2, 1.2) - angle;
    const double wanted = 40 * error + 30 * integral + 2 * (pi / 2 * 30 * s * s * (1 - s) * (1 - s) - speed);
    const double voltage = std::fmin(Vmax, std::fmax(-Vmax, wanted));
    return {speed, (K * current - 0.8 * 9.80665 * 0.1 * std::cos(angle)) / J, (voltage - Ra * current - K * speed) / La,
            std::abs(wanted) < Vmax ? error : 0};
  };
  Values<4> y{0, 0, 0, 0};
  for (int k = 1; k <= 30; ++k) {
    y = integrate(f, 0.1 * (k - 1), y, 0.1 * k, 20000);
    ASSERT_NEAR(value(r, "main.angle", 100 * k), y[0], 1e-6) << k;
    ASSERT_NEAR(value(r, "main.speed", 100 * k), y[1], 1e-5) << k;
    ASSERT_NEAR(value(r, "current", 100 * k), y[2], 1e-5) << k;
    ASSERT_NEAR(value(r, "integral", 100 * k), y[3], 1e-6) << k;
  }
}

// ---- gears and rack
// --------------------------------------------------------------------------------------------------------------

// One degree of freedom, the motor's angle p: shaft -p/3, rack c/3 of it, c = 90 mm per turn. Efforts by equilibrium of each
// part.
TEST(ExampleModels, rack_and_gears) {
  const Results r = run_tight(example("rack_and_gears"));
  EXPECT_DONE(r);
  const double c = 0.09 / (2 * pi), J1 = 60e-6, J2 = 1200e-6, m = 1.2;
  const auto torque = [](double t) { return 0.8 * independent::ramp3(t, 0, 0.1); };
  const double inertia = J1 + J2 / 9 + m * c * c / 9;
  const auto f = [&](double t, const Values<2>& y) -> Values<2> {
    return {y[1], (torque(t) - c * c / 9 * (20000 * y[0] + 500 * y[1])) / inertia};
  };
  Values<2> y{0, 0};
  for (int k = 1; k <= 20; ++k) {
    y = integrate(f, 0.05 * (k - 1), y, 0.05 * k, 5000);
    const int row = 50 * k;
    const double second = f(0.05 * k, y)[1];
    ASSERT_NEAR(value(r, "motor_axis.angle", row), y[0], 1e-8) << k;
    ASSERT_NEAR(value(r, "rack_guide.position", row), -c / 3 * y[0], 1e-10) << k;
    // rack: m x'' = spring and damper + effort;  shaft: J2 s'' = mesh - c steering;  motor: J1 p'' = torque + mesh/3
    const double steering = m * (-c / 3 * second) - c / 3 * (20000 * y[0] + 500 * y[1]);
    ASSERT_NEAR(value(r, "steering.effort", row), steering, 1e-4) << k;
    ASSERT_NEAR(value(r, "mesh.effort", row), J2 * (-second / 3) + c * steering, 1e-6) << k;
    ASSERT_NEAR(J1 * second, torque(0.05 * k) + value(r, "mesh.effort", row) / 3, 1e-6) << k;
  }
}

// ---- biped -------------------------------------------------------------------------------------------------------------------

// Angles a of the stance leg with the hip mass and b of the swing leg from the upright:
//   A a'' - B cos(a-b) b'' = B sin(a-b) b'² + g (m L/2 + mh L + m L) sin a,
//   C b'' - B cos(a-b) a'' = -B sin(a-b) a'² - g m L/2
//   sin b.
TEST(ExampleModels, biped_touches_down) {
  const double g = 9.80665, L = 1, m = 5, mh = 10, I = 0.2, slope = 3 * pi / 180;
  const double A = I + m * L * L / 4 + mh * L * L + m * L * L, B = m * L * L / 2, C = I + m * L * L / 4;
  const auto f = [&](double, const Values<4>& y) -> Values<4> {
    const auto [a, b, p, q] = y;
    const double c = std::cos(a - b), s = std::sin(a - b);
    const double right_a = B * s * q * q + g * (m * L / 2 + mh * L + m * L) * std::sin(a);
    const double right_b = -B * s * p * p - g * m * L / 2 * std::sin(b);
    const double det = A * C - B * B * c * c;
    return {p, q, (C * right_a + B * c * right_b) / det, (B * c * right_a + A * right_b) / det};
  };
  const auto toe_x = [&](const Values<4>& y) { return L * (std::sin(y[1]) - std::sin(y[0])); };
  const auto clearance = [&](const Values<4>& y) { return L * (std::cos(y[0]) - std::cos(y[1])) + std::tan(slope) * toe_x(y); };
  // clearance' by the rates: it must fall, in front of the stance foot
  const auto strikes = [&](const Values<4>& y) {
    const auto [a, b, p, q] = y;
    const double rate = L * (std::sin(b) * q - std::sin(a) * p) + std::tan(slope) * L * (std::cos(b) * q - std::cos(a) * p);
    return clearance(y) < 0 && rate < 0 && toe_x(y) > 0.1;
  };
  Values<4> y{12 * pi / 180, -12 * pi / 180, -1.2, -0.8};
  const double h = 1e-4;
  double t = 0;
  while (!strikes(independent::step(f, t, y, h))) {
    y = independent::step(f, t, y, h), t += h;
    ASSERT_LT(t, 3);
  }
  double low = 0, high = h;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (strikes(independent::step(f, t, y, middle)) ? high : low) = middle;
  }
  const Values<4> end = independent::step(f, t, y, high);
  const Model model = example("biped_step");
  for (const std::string& coordinates : coordinate_sets_of(model)) {
    SCOPED_TRACE(coordinates);
    AnalysisOptions options = *model.analysis;
    options.coordinates = coordinates;
    options.tolerance.relative = 1e-10;
    const Results r = run(model, options);
    EXPECT_EQ(r.summary.outcome.status, Status::stopped);
    ASSERT_EQ(r.summary.events.size(), 1u);
    EXPECT_EQ(r.summary.events[0].name, "heel_strike");
    EXPECT_NEAR(r.summary.events[0].t, t + high, 1e-9);
    EXPECT_NEAR(value(r, "foot.angle"), end[0], 1e-8);
    EXPECT_NEAR(value(r, "hip_axis.angle"), end[1] - end[0], 1e-8);
    EXPECT_NEAR(value(r, "foot.speed"), end[2], 1e-8);
  }
}

// ---- damper from tables
// --------------------------------------------------------------------------------------------------------

// The energy that the block loses is the work against the unit's force, by Simpson's rule over fine rows; at the knots of the
// dyno curve the law is known without interpolation.
TEST(ExampleModels, tabulated_damper) {
  const Model model = example("tabulated_damper");
  AnalysisOptions options = *model.analysis;
  options.output_step = 1e-4;
  options.tolerance.relative = 1e-9;
  const Results r = run(model, options);
  EXPECT_DONE(r);
  const auto power = [&](int row) { return -value(r, "unit.force", row) * value(r, "unit.rate", row); };
  const auto energy = [&](int row) {
    const double v = value(r, "block.vy", row);
    return 20 * v * v + 40 * 9.80665 * value(r, "block.y", row);
  };
  double work = 0;
  for (int row = 0; row + 2 < r.rows(); row += 2) {
    work += 1e-4 / 3 * (power(row) + 4 * power(row + 1) + power(row + 2));
    if (row % 500 == 0) {
      ASSERT_NEAR(energy(row + 2) - energy(0), work, 2e-4) << row;  // of 26 J; the law has kinks
    }
  }
  EXPECT_LT(work, -10);
  // rate -800 mm/s at the start: beyond the curve, linear from (250, 790) with the slope of Akima's last knot; k (l - l0) = 0
  // there
  const std::pair<double, double> knots[] = {{-0.25, 790}, {-0.1, 480}, {-0.05, 310}, {0, 0}};
  for (int row = 1; row < r.rows(); ++row) {
    const double before = value(r, "unit.rate", row - 1), after = value(r, "unit.rate", row),
                 length = value(r, "unit.length", row);
    for (const auto& [rate, force] : knots) {
      if ((before - rate) * (after - rate) < 0 && length > 0.12) {
        const double share = (rate - before) / (after - before);
        const auto extra = [&](int i) { return value(r, "unit.force", i) - 35000 * (value(r, "unit.length", i) - 0.2); };
        EXPECT_NEAR(extra(row - 1) + share * (extra(row) - extra(row - 1)), -force, 0.05) << rate;
      }
    }
  }
}

}  // namespace
}  // namespace bricard
