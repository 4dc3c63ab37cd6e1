// Modes against closed forms: pendulum chains, rods, masses and springs, a damped oscillator and its responses, free bodies, a
// spherical pendulum, a governor in steady rotation, discs and hoops that roll upright; a spatial loop in all coordinates.
#include <fmt/format.h>

#include <Eigen/Dense>
#include <complex>
#include <numbers>
#include <sstream>

#include "bricard/analyses/assembly/assembly.hpp"
#include "bricard/analyses/linear/linear_model.hpp"
#include "bricard/analyses/test_cases.hpp"
#include "bricard/elements/elements.hpp"
#include "bricard/formulations/stabilizations/mass_projection.hpp"
#include "bricard/formulations/stabilizations/project.hpp"
#include "bricard/io/yaml_reader.hpp"
#include "bricard/math/dense.hpp"
#include "bricard/results/root_locus.hpp"
#include "bricard/system/test_mechanisms.hpp"

namespace bricard {
namespace {

constexpr double pi = std::numbers::pi, g = 9.81;

Model model_of(const std::string& text) { return read_yaml_text("bricard: 1\n" + text, "model"); }

Results modes_about_design(const Model& model, const std::string& coordinates = "relative", const ModesOptions& modes = {}) {
  AnalysisOptions options;
  options.type = "modes";
  options.coordinates = coordinates;
  options.modes = modes;
  options.modes->about = About::design;
  return run(model, options);
}

// Angular frequencies |lambda| of modes that are no rigid ones.
std::vector<double> rates(const Results& results) {
  std::vector<double> list;
  for (const Mode& mode : results.summary.modes)
    if (mode.kind != Mode::Kind::rigid) list.push_back(2 * pi * mode.frequency);
  return list;
}

void expect_rates(const Results& results, const std::vector<double>& expected, double tolerance = 1e-9) {
  EXPECT_DONE(results);
  const std::vector<double> found = rates(results);
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], tolerance * expected[i]) << i;
}

const std::vector<std::string> sets{"relative", "absolute", "euler_parameters"};

// n equal point masses on strings of length l: omega² = g/l times the zeros of the Laguerre polynomial L_n.
TEST(Modes, hanging_chain_of_point_masses) {
  const double l = 0.7;
  const Model model = model_of(R"(dimension: 2
gravity: [0, -9.81]
bodies:
  a: {mass: 2, inertia: 0, position: [0, -0.7]}
  b: {mass: 2, inertia: 0, position: [0, -1.4]}
  c: {mass: 2, inertia: 0, position: [0, -2.1]}
joints:
  j1: {type: revolute, bodies: [ground, a], at: [0, 0]}
  j2: {type: revolute, bodies: [a, b], at: [0, -0.7]}
  j3: {type: revolute, bodies: [b, c], at: [0, -1.4]}
)");
  for (const char* coordinates : {"relative", "absolute"})
    expect_rates(modes_about_design(model, coordinates),
                 {std::sqrt(g / l * 0.415774556783), std::sqrt(g / l * 2.294280360279), std::sqrt(g / l * 6.289945082937)});
}

// Uniform rods: the small problem from Lagrange's equations in absolute angles, V = Σ m g l (n - i + 1/2) theta²/2.
TEST(Modes, hanging_chain_of_rods) {
  constexpr int n = 6;
  const double m = 1.3, l = 0.4, inertia = m * l * l / 12;
  std::string bodies = "bodies:\n", joints = "joints:\n";
  for (int i = 0; i < n; ++i) {
    bodies +=
        fmt::format("  r{0}: {{mass: {1}, inertia: [{2}, {2}, {2}], position: [0, 0, {3}]}}\n", i, m, inertia, -(i + 0.5) * l);
    joints += fmt::format("  j{}: {{type: revolute, bodies: [{}, r{}], at: [0, 0, {}], axis: [0, 1, 0]}}\n", i,
                          i ? fmt::format("r{}", i - 1) : "ground", i, -i * l);
  }
  const Model model = model_of("gravity: [0, 0, -9.81]\n" + bodies + joints);
  Eigen::MatrixXd M = Eigen::MatrixXd::Zero(n, n), K = M;
  for (int k = 0; k < n; ++k) {
    Eigen::VectorXd v = Eigen::VectorXd::Zero(n);
    v.head(k).setConstant(l);
    v[k] = l / 2;
    M += m * v * v.transpose();
    M(k, k) += inertia;
    K(k, k) = m * g * l * (n - 1 - k + 0.5);
  }
  const SymmetricSpectrum masses = symmetric_spectrum(M);  // M = V diag(masses) Vᵀ, K x = ω² M x
  const Eigen::MatrixXd scaled = masses.vectors * masses.values.cwiseSqrt().cwiseInverse().asDiagonal();
  const Eigen::VectorXd squares = symmetric_eigenvalues(transposed_product(scaled, product(K, scaled)));
  std::vector<double> expected;
  for (const double square : squares) expected.push_back(std::sqrt(square));
  for (const std::string& coordinates : sets) expect_rates(modes_about_design(model, coordinates), expected);
}

const char* const chain = R"yaml(dimension: 2
gravity: [0, 0]
parameters: {m: 1, k: 100, c: 0.2}
bodies:
  m1: {mass: m, inertia: 1, position: [1, 0]}
  m2: {mass: m, inertia: 1, position: [2, 0]}
  m3: {mass: m, inertia: 1, position: [3, 0]}
joints:
  g1: {type: prismatic, bodies: [ground, m1], at: [1, 0], axis: [1, 0]}
  g2: {type: prismatic, bodies: [ground, m2], at: [2, 0], axis: [1, 0]}
  g3: {type: prismatic, bodies: [ground, m3], at: [3, 0], axis: [1, 0]}
inputs: {push: "10*sin(2*pi*1.5*t)"
}
forces:
  s01: {type: spring_damper, from: {body: ground, at: [0, 0]}, to: {body: m1, at: [1, 0]}, stiffness: k, damping: c}
  s12: {type: spring_damper, from: {body: m1, at: [1, 0]}, to: {body: m2, at: [2, 0]}, stiffness: k, damping: c}
  s23: {type: spring_damper, from: {body: m2, at: [2, 0]}, to: {body: m3, at: [3, 0]}, stiffness: k, damping: c}
  s34: {type: spring_damper, from: {body: m3, at: [3, 0]}, to: {body: ground, at: [4, 0]}, stiffness: k, damping: c}
  shaker: {type: joint_force, joint: g1, force: push}
)yaml";

// omega_j = 2 sqrt(k/m) sin(j pi/8); dampers in proportion to the springs: zeta = omega c/(2 k). Shapes are sines.
TEST(Modes, masses_and_springs) {
  ModesOptions options;
  options.inputs = {"push"};
  options.outputs = {"g1.position", "g3.position", "m3.vx"};
  const Results results = modes_about_design(model_of(chain), "relative", options);
  std::vector<double> expected;
  for (int j = 1; j <= 3; ++j) expected.push_back(20 * std::sin(j * pi / 8));
  expect_rates(results, expected, 1e-12);
  for (int j = 0; j < 3; ++j) EXPECT_NEAR(results.summary.modes[j].damping, expected[j] * 0.2 / 200, 1e-13);
  std::vector<std::string> names;
  for (const ResultFile& file : results.files) names.push_back(file.name);
  for (const char* name : {"modes.csv", "mode_shapes.csv", "linear.json", "linear.m", "A.csv", "B.csv", "C.csv", "D.csv", "M.csv",
                           "frequency_response.csv", "bode.svg"})
    EXPECT_NE(std::find(names.begin(), names.end(), name), names.end()) << name;
  // Displacements of the first mode: 1/sqrt(2), 1, 1/sqrt(2).
  const System system(model_of(chain), "relative");
  Eigen::MatrixXcd shapes;
  const LinearModel linear = linearize(system, system.designed(), {}, {});
  modes_of(linear, &shapes);
  EXPECT_NEAR(std::abs(shapes(0, 0) / shapes(1, 0) - 1 / std::sqrt(2)), 0, 1e-9);
  EXPECT_NEAR(std::abs(shapes(2, 0) / shapes(1, 0) - 1 / std::sqrt(2)), 0, 1e-9);
}

// m x'' + c x' + k x = u, and the same mass on a base that a driver moves.
TEST(Modes, responses_of_a_damped_oscillator) {
  const double m = 2, c = 3, k = 50;
  const std::string text = R"(gravity: [0, 0, 0]
units: {length: mm}
bodies:
  base: {mass: 1, inertia: [1, 1, 1], position: [0, 0, 0]}
  block: {mass: 2, inertia: [1, 1, 1], position: [0, 0, 1000]}
joints:
  lift: {type: prismatic, bodies: [ground, base], at: [0, 0, 0], axis: [0, 0, 1]}
  guide: {type: prismatic, bodies: [ground, block], at: [0, 0, 1000], axis: [0, 0, 1]}
drivers:
  road: {joint: lift, position: 0}
inputs: {u: 0}
forces:
  spring: {type: spring_damper, from: {body: base, at: [0, 0, 0]}, to: {body: block, at: [0, 0, 1000]},
           stiffness: 50 N/m, damping: 3 N*s/m}
  push: {type: force, body: block, components: [0, 0, u]}
)";
  const Model model = model_of(text);
  for (const char* coordinates : {"relative", "absolute"}) {
    const System system(model, coordinates);
    const State state = assemble(system).state;
    const LinearModel linear = linearize(system, state, {"u", "road"}, {"block.z", "block.az", "spring.force", "road.force"});
    ASSERT_FALSE(linear.outcome.failed()) << linear.outcome.message;
    const std::vector<Mode> modes = modes_of(linear);
    ASSERT_EQ(modes.size(), 1u);
    EXPECT_NEAR(2 * pi * modes[0].frequency, std::sqrt(k / m), 1e-12);
    EXPECT_NEAR(modes[0].damping, c / (2 * std::sqrt(k * m)), 1e-13);
    for (const double f : {0.01, 0.7, 0.8, 5.0, 100.0}) {
      const std::complex<double> s(0, 2 * pi * f), dynamic = m * s * s + c * s + k, stiff = c * s + k;
      const Eigen::MatrixXcd H = transfer(linear, f);
      const auto expect = [&](int i, int j, std::complex<double> expected) {
        EXPECT_LT(std::abs(H(i, j) - expected), 1e-10 * std::abs(expected)) << coordinates << " " << f << " " << i << j;
      };
      expect(0, 0, 1.0 / dynamic);
      expect(1, 0, s * s / dynamic);
      expect(2, 0, stiff / dynamic);
      expect(0, 1, stiff / dynamic);
      expect(1, 1, s * s * stiff / dynamic);
      expect(2, 1, stiff * (stiff / dynamic - 1.0));
      expect(3, 1, s * s * 1.0 - stiff * (stiff / dynamic - 1.0));  // the driver lifts the base against the spring
    }
  }
  // The file has its units: mm per mm.
  ModesOptions options;
  options.inputs = {"road"};
  options.outputs = {"block.z"};
  options.frequencies = FrequencyRange{1e-4, 1, 3};
  const Results results = modes_about_design(model, "relative", options);
  for (const ResultFile& file : results.files)
    if (file.name == "frequency_response.csv") {
      const std::string row = file.text.substr(file.text.find('\n') + 1);
      EXPECT_NEAR(std::stod(row.substr(row.find(',') + 1)), 1, 1e-5) << row;
    }
}

TEST(Modes, rigid_motions_of_a_free_body) {
  for (const std::string& coordinates : sets) {
    const Results results = modes_about_design(model_of(R"(gravity: [0, 0, 0]
bodies:
  stone: {mass: 3, inertia: [1, 2, 2.5], position: [0.3, 0.2, 0.1]}
)"),
                                               coordinates);
    EXPECT_DONE(results);
    ASSERT_EQ(results.summary.modes.size(), 6u) << coordinates;
    for (const Mode& mode : results.summary.modes) {
      EXPECT_EQ(mode.kind, Mode::Kind::rigid);
      EXPECT_EQ(mode.frequency, 0);
    }
  }
  // Two bodies with a spring between them: one mode with the reduced mass, the others rigid but the two in which the spring
  // turns, which are rigid too.
  const Results pair = modes_about_design(model_of(R"(dimension: 2
gravity: [0, 0]
bodies:
  a: {mass: 1, inertia: 1, position: [0, 0]}
  b: {mass: 3, inertia: 1, position: [2, 0]}
forces:
  spring: {type: spring_damper, from: {body: a, at: [0, 0]}, to: {body: b, at: [2, 0]}, stiffness: 12}
)"));
  expect_rates(pair, {4.0}, 1e-12);
  EXPECT_EQ(pair.summary.modes.size(), 6u);
}

// Two equal frequencies with independent shapes, and the spin about the vertical axis, which is rigid.
TEST(Modes, spherical_pendulum) {
  const Model model = model_of(R"(gravity: [0, 0, -9.81]
bodies:
  bob: {mass: 2, inertia: [0.3, 0.3, 0.1], position: [0, 0, -0.8]}
joints:
  ball: {type: spherical, bodies: [ground, bob], at: [0, 0, 0]}
)");
  const double rate = std::sqrt(2 * g * 0.8 / (0.3 + 2 * 0.64));
  for (const std::string& coordinates : sets) {
    const Results results = modes_about_design(model, coordinates);
    expect_rates(results, {rate, rate}, 1e-10);
    EXPECT_EQ(results.summary.modes[0].kind, Mode::Kind::rigid);
    EXPECT_EQ(results.summary.modes[1].multiplicity, 2);
  }
  const System system(model, "relative");
  Eigen::MatrixXcd shapes;
  const LinearModel linear = linearize(system, assemble(system).state);
  modes_of(linear, &shapes);
  // Two displacements that are not the same.
  const Eigen::MatrixXd x = linear.X * shapes.rightCols(2).real(), y = linear.X * shapes.rightCols(2).imag();
  Eigen::VectorXcd one(x.rows()), two(x.rows());
  one.real() = x.col(0), one.imag() = y.col(0), two.real() = x.col(1), two.imag() = y.col(1);
  EXPECT_LT(std::abs(one.dot(two)), 0.9 * one.norm() * two.norm());
}

// A loop in space that springs hold against gravity: at its equilibrium the same modes in all coordinates.
TEST(Modes, closed_loop_in_all_coordinates) {
  Model model = test::slider_crank();
  Force spring;
  spring.name = "spring";
  SpringDamper law;
  law.stiffness = 900;
  law.damping = 2;
  law.free_length = 0.15;
  spring.kind = law;
  spring.from = End{"ground", Point{{0.1, 0.3, 0.4}, {}}};
  spring.to = End{"rod", Point{{0.1, 0.05, 0.1}, {}}};
  Force stay = spring;
  stay.name = "stay";
  law.stiffness = 2000;
  law.free_length = 0.4;
  stay.kind = law;
  stay.from = End{"ground", Point{{0.6, 0.2, 0}, {}}};
  stay.to = End{"slider", Point{{0.25, 0.01, 0}, {}}};
  model.forces = {spring, stay};
  const System relative(model, "relative");
  State state = assemble(relative).state;
  Equations e(relative);
  relative.motion(state, e);
  relative.fill(e);
  e.kernel.select();
  for (int i = 0; i < 60; ++i) {
    const LinearModel linear = linearize(relative, state);
    ASSERT_FALSE(linear.outcome.failed()) << linear.outcome.message;
    const int n = linear.positions;
    Eigen::VectorXd step = -LeastNorm(linear.A.block(n, 0, n, n)).solve(linear.drift.segment(n, n)), moved(relative.nq());
    if (const double size = step.norm(); size > 0.1) step *= 0.1 / size;
    relative.move(state.q, linear.X.leftCols(n) * step, moved);
    state.q = moved;
    for (int k = 0; k < 5; ++k) project_once(relative, e, state);
    state.v.setZero();
  }
  relative.motion(state, e, RowSet::all, Measure::all);
  relative.update_angles(e, state);
  const LinearModel linear = linearize(relative, state);
  ASSERT_LT(linear.drift.norm(), 1e-9);
  EXPECT_LT((linear.K - linear.K.transpose()).norm(), 1e-9 * linear.K.norm());
  const std::vector<Mode> expected = modes_of(linear);
  ASSERT_GE(expected.size(), 1u);
  for (const char* coordinates : {"absolute", "euler_parameters"}) {
    const System system(model, coordinates);
    const std::vector<Mode> found = modes_of(linearize(system, test::carried_over(relative, state, system)));
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_NEAR(found[i].real, expected[i].real, 1e-8 * 2 * pi * expected[i].frequency) << coordinates;
      EXPECT_NEAR(found[i].imag, expected[i].imag, 1e-8 * 2 * pi * expected[i].frequency) << coordinates;
    }
  }
}

// A ball on an arm that is hinged to a turning spindle: cos theta = g/(l Omega²). A driven spindle: omega² = Omega² sin² theta. A
// free one: from the potential L²/(2 I) - m g l cos theta with I = J + m l² sin² theta.
TEST(Modes, governor_in_steady_rotation) {
  const double l = 0.5, theta = 0.9, m = 1.5, J = 0.2, Omega = std::sqrt(g / (l * std::cos(theta)));
  const auto text = [&](bool driven) {
    return fmt::format(R"(gravity: [0, 0, -9.81]
bodies:
  spindle: {{mass: 1, inertia: [1, 1, {0}], position: [0, 0, 0], angular_velocity: [0, 0, {1:.17g}]}}
  ball: {{mass: {2}, inertia: [0, 0, 0], position: [{3:.17g}, 0, {4:.17g}]}}
joints:
  axle: {{type: revolute, bodies: [ground, spindle], at: [0, 0, 0], axis: [0, 0, 1]}}
  hinge: {{type: revolute, bodies: [spindle, ball], at: [0, 0, 0], axis: [0, 1, 0]}}
{5})",
                       J, Omega, m, l * std::sin(theta), -l * std::cos(theta),
                       driven ? fmt::format("drivers:\n  motor: {{joint: axle, angle: \"{:.17g}*t\"}}\n", Omega) : "");
  };
  const double s = std::sin(theta), I = J + m * l * l * s * s, I1 = m * l * l * std::sin(2 * theta),
               I2 = 2 * m * l * l * std::cos(2 * theta), L = I * Omega;
  const double curvature = L * L * (I1 * I1 / (I * I * I) - I2 / (2 * I * I)) + m * g * l * std::cos(theta);
  for (const std::string& coordinates : sets) {
    const Results driven = modes_about_design(model_of(text(true)), coordinates);
    expect_rates(driven, {Omega * s}, 1e-10);
    EXPECT_TRUE(driven.summary.warnings.empty()) << driven.summary.warnings[0];
    const Results free = modes_about_design(model_of(text(false)), coordinates);
    expect_rates(free, {std::sqrt(curvature / (m * l * l))}, 1e-10);
    EXPECT_EQ(free.summary.modes[0].kind, Mode::Kind::rigid);
  }
}

// Upright rolling of a body with inertia A about a diameter and C about its axis:
//   A (A + m r²) lambda² + C (C + m r²) Omega² - A m g r = 0,
// stable above v² = g r/3 (disc) and v² = g r/4 (hoop).
TEST(Modes, critical_speed_of_rolling) {
  const double m = 1.7, r = 0.4;
  for (const bool hoop : {false, true}) {
    const double A = (hoop ? 0.5 : 0.25) * m * r * r, C = 2 * A, critical = std::sqrt(g * r / (hoop ? 4 : 3));
    const auto model_at = [&](double v) {
      return model_of(fmt::format(R"(gravity: [0, 0, -9.81]
bodies:
  wheel: {{mass: {0}, inertia: [{1}, {2}, {1}], position: [0, 0, {3}], velocity: [{4:.17g}, 0, 0], angular_velocity: [0, {5:.17g}, 0]}}
joints:
  floor: {{type: rolling, bodies: [ground, wheel], at: [0, 0, 0], axis: [0, 0, 1], axis2: [0, 1, 0], at2: [0, 0, {3}], radius: {3}}}
)",
                                  m, A, C, r, v, v / r));
    };
    const auto grows = [](const Results& results) {
      return std::any_of(results.summary.modes.begin(), results.summary.modes.end(),
                         [](const Mode& mode) { return mode.unstable; });
    };
    std::vector<LocusPoint> points;
    for (double v = 0.525 * critical; v < 1.5 * critical; v += 0.05 * critical) {
      const double square = (A * m * g * r - C * (C + m * r * r) * v * v / (r * r)) / (A * (A + m * r * r));
      for (const char* coordinates : {"relative", "absolute"}) {
        const Results results = modes_about_design(model_at(v), coordinates);
        EXPECT_DONE(results);
        EXPECT_TRUE(results.summary.warnings.empty()) << results.summary.warnings[0];
        EXPECT_EQ(grows(results), v < critical) << v << " " << critical;
        const Mode& last = results.summary.modes.back();
        EXPECT_NEAR(last.real * last.real - last.imag * last.imag, square, 1e-9 * (1 + std::abs(square)));
        if (std::string(coordinates) == "relative") points.push_back({v, results.summary.modes});
      }
    }
    double low = 0.5 * critical, high = 1.5 * critical;
    while (high - low > 1e-7 * critical) {
      const double v = 0.5 * (low + high);
      (grows(modes_about_design(model_at(v))) ? low : high) = v;
    }
    EXPECT_NEAR(low, critical, 1e-6 * critical);
    EXPECT_NE(locus_svg("Rolling", "v", "m/s", points).find("<svg"), std::string::npos);
  }
}

// Along a run: a pendulum that swings over, lambda² = -g cos(angle) at every moment; in space with a state of the user, whose
// eigenvalue is -0.5.
TEST(Modes, along_a_run) {
  for (const bool in_space : {false, true}) {
    const Model model = in_space ? model_of(R"(gravity: [0, 0, -9.81]
bodies:
  bob: {mass: 1, inertia: [0, 0, 0], position: [0, 0, -1]}
joints:
  pin: {type: revolute, bodies: [ground, bob], at: [0, 0, 0], axis: [0, 1, 0], initial: {angle: 0.5, speed: 7}}
states:
  lag: {initial: 2, derivative: "pin.speed - 0.5*lag"}
)")
                                 : model_of(R"(dimension: 2
gravity: [0, -9.81]
bodies:
  bob: {mass: 1, inertia: 0, position: [0, -1]}
joints:
  pin: {type: revolute, bodies: [ground, bob], at: [0, 0], initial: {angle: 0.5, speed: 7}}
)");
    AnalysisOptions options = timed(2, 0.05, "relative", 1e-9);
    options.type = "modes";
    options.modes = ModesOptions{};
    options.modes->about = About::run;
    const Results results = run(model, options);
    EXPECT_DONE(results);
    ASSERT_EQ(results.rows(), 41);
    EXPECT_GT(value(results, "pin.angle"), 7);
    const auto file = std::find_if(results.files.begin(), results.files.end(),
                                   [](const ResultFile& each) { return each.name == "modes_over_time.csv"; });
    ASSERT_NE(file, results.files.end());
    std::istringstream lines(file->text);
    std::string line;
    std::getline(lines, line);
    EXPECT_EQ(line, "t,mode,real,imag,frequency,damping");
    int swinging = 0, lagging = 0;
    while (std::getline(lines, line)) {
      double t, number, real, imag;
      char comma;
      std::istringstream(line) >> t >> comma >> number >> comma >> real >> comma >> imag;
      const double square = real * real - imag * imag,
                   angle = value(results, "pin.angle", static_cast<int>(std::lround(t / 0.05)));
      if (std::abs(real + 0.5) < 1e-9 && imag == 0) {
        ++lagging;
      } else {
        EXPECT_NEAR(square, -g * std::cos(angle), 1e-8) << t;
        ++swinging;
      }
    }
    EXPECT_GE(swinging, 41);
    EXPECT_EQ(lagging, in_space ? 41 : 0);
  }
}

}  // namespace
}  // namespace bricard
