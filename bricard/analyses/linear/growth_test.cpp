// Large mechanisms: more than 200 freedoms, which modes and equilibrium serve with sparse matrices. Closed forms of masses and
// springs in a row, free or damped or hanging under their weight; a chain between two walls; chains of driven hinges. What they
// cost grows with the number of bodies.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <ctime>
#include <nlohmann/json.hpp>
#include <numbers>
#include <sstream>

#include "bricard/analyses/run.hpp"
#include "bricard/io/yaml_reader.hpp"

namespace bricard {
namespace {

using std::numbers::pi;

constexpr double g = 9.81, mass = 2, stiffness = 3000;

Model model_of(const std::string& text) { return read_yaml_text("bricard: 1\nname: large\n" + text, "model"); }

Results run_as(const Model& model, const std::string& type, const std::string& coordinates = "auto") {
  AnalysisOptions options;
  options.type = type;
  options.coordinates = coordinates;
  Results results = run(model, options);
  EXPECT_EQ(results.summary.outcome.status, Status::done) << results.summary.outcome.message;
  return results;
}

// n masses on guides, springs of length 1 between neighbors; the first one's goes to ground where it is `held`.
Model row_of_masses(int n, bool held, double damping, double gravity) {
  std::string bodies, joints, forces;
  for (int i = 1; i <= n; ++i) {
    bodies += fmt::format("  m{0}: {{mass: {1}, inertia: [1, 1, 1], position: [0, 0, {2}]}}\n", i, mass, -i);
    joints += fmt::format("  j{0}: {{type: prismatic, bodies: [ground, m{0}], at: [0, 0, {1}], axis: [0, 0, 1]}}\n", i, -i);
    if (i == 1 && !held) continue;
    forces += fmt::format(
        "  s{0}: {{type: spring_damper, from: {{body: {1}, at: [0, 0, {2}]}}, to: {{body: m{0}, at: [0, 0, {3}]}}, "
        "stiffness: {4}, damping: {5}}}\n",
        i, i == 1 ? "ground" : fmt::format("m{}", i - 1), 1 - i, -i, stiffness, damping);
  }
  return model_of(fmt::format("gravity: [0, 0, {}]\nbodies:\n{}joints:\n{}inputs: {{push: 0}}\nforces:\n{}", -gravity, bodies, joints, forces));
}

// Held at one end: omega_k = 2 sqrt(k/m) sin((2k - 1) pi/(4n + 2)).
double rate_of_row(int n, int k) { return 2 * std::sqrt(stiffness / mass) * std::sin((2 * k - 1) * pi / (4 * n + 2)); }

TEST(Growth, TheSlowestModesOfALongRow) {
  const int n = 230;
  for (const char* coordinates : {"relative", "absolute"}) {
    const Results results = run_as(row_of_masses(n, true, 0, 0), "modes", coordinates);
    const std::vector<Mode>& modes = results.summary.modes;
    ASSERT_EQ(modes.size(), 20u) << results.summary.outcome.message;
    for (int k = 1; k <= 20; ++k) {
      EXPECT_NEAR(modes[k - 1].imag, rate_of_row(n, k), 1e-10 * rate_of_row(n, k)) << k;
      EXPECT_EQ(modes[k - 1].real, 0) << k;
    }
  }
}

TEST(Growth, RigidMotionsAmongThem) {
  const int n = 230;
  for (const double damping : {0.0, 40.0}) {
    const std::vector<Mode> modes = run_as(row_of_masses(n, false, damping, 0), "modes").summary.modes;
    ASSERT_EQ(modes.size(), 20u);
    EXPECT_EQ(modes[0].kind, Mode::Kind::rigid);
    for (int k = 1; k < 20; ++k) {  // free at both ends: 2 sqrt(k/m) sin(k pi/2n)
      const double square = std::pow(2 * std::sin(k * pi / (2 * n)), 2) * stiffness / mass,
                   half = square * damping / stiffness / 2;
      EXPECT_NEAR(std::abs(std::complex<double>(modes[k].real, modes[k].imag)), std::sqrt(square), 1e-8 * std::sqrt(square)) << k;
      EXPECT_NEAR(modes[k].real, -half, 1e-8 * std::sqrt(square)) << k;
    }
  }
}

// Damping c = 40 in every spring: lambda² + (c/k) omega² lambda + omega² = 0.
TEST(Growth, DampedModesOfALongRow) {
  const int n = 230;
  const std::vector<Mode> modes = run_as(row_of_masses(n, true, 40, 0), "modes").summary.modes;
  ASSERT_EQ(modes.size(), 20u);
  for (int k = 1; k <= 20; ++k) {
    const double square = std::pow(rate_of_row(n, k), 2), half = square * 40 / stiffness / 2;
    EXPECT_NEAR(modes[k - 1].real, -half, 1e-9 * std::sqrt(square)) << k;
    EXPECT_NEAR(modes[k - 1].imag, std::sqrt(square - half * half), 1e-9 * std::sqrt(square)) << k;
  }
}

// The matrices that are written have the modes: xᵀ K x = omega² xᵀ M x for the first shape, which is a sine.
TEST(Growth, SparseMatricesAreWritten) {
  const int n = 230;
  const Results results = run_as(row_of_masses(n, true, 0, 0), "modes");
  nlohmann::json json;
  for (const ResultFile& file : results.files) {
    EXPECT_NE(file.name, "A.csv");
    if (file.name == "linear.json") json = nlohmann::json::parse(file.text);
  }
  std::vector<double> shape;
  for (const std::string name : json.at("displacements"))
    shape.push_back(name.ends_with(".z") ? std::sin(std::stoi(name.substr(1)) * pi / (2 * n + 1)) : 0);
  ASSERT_EQ(shape.size(), 6u * n);
  const auto form = [&](const char* name) {
    double sum = 0;
    const auto& matrix = json.at(name);
    for (std::size_t i = 0; i < matrix.at("value").size(); ++i)
      sum += shape[matrix.at("row")[i]] * matrix.at("value")[i].get<double>() * shape[matrix.at("column")[i]];
    return sum;
  };
  EXPECT_NEAR(std::sqrt(form("K") / form("M")), rate_of_row(n, 1), 1e-12);
  EXPECT_EQ(json.at("constraints").size(), 5u * n);
}

// A force on the last mass and a floor that is driven, on the row with dampers: tridiagonal equations in s = 2 pi i f, solved from the
// floor to the last mass. In mm.
TEST(Growth, ResponsesOfALongRow) {
  using Complex = std::complex<long double>;
  const int n = 230;
  std::string bodies = "  floor: {mass: 1, inertia: [1, 1, 1], position: [0, 0, 0]}\n",
              joints = "  lift: {type: prismatic, bodies: [ground, floor], at: [0, 0, 0], axis: [0, 0, 1]}\n", forces;
  for (int i = 1; i <= n; ++i) {
    bodies += fmt::format("  m{}: {{mass: {}, inertia: [1, 1, 1], position: [0, 0, {}]}}\n", i, mass, -i);
    joints += fmt::format("  j{0}: {{type: prismatic, bodies: [ground, m{0}], at: [0, 0, {1}], axis: [0, 0, 1]}}\n", i, -i);
    forces += fmt::format(
        "  s{0}: {{type: spring_damper, from: {{body: {1}, at: [0, 0, {2}]}}, to: {{body: m{0}, at: [0, 0, {3}]}}, "
        "stiffness: {4} N/m, damping: 40 N*s/m}}\n",
        i, i == 1 ? "floor" : fmt::format("m{}", i - 1), 1 - i, -i, stiffness);
  }
  const Model model = model_of(fmt::format(
      "units: {{length: mm}}\ngravity: [0, 0, 0]\nbodies:\n{}joints:\n{}drivers: {{road: {{joint: lift, position: 0}}}}\ninputs: "
      "{{push: 0}}\nforces:\n{}  shaker: {{type: force, body: m{}, components: [0, 0, push]}}\n",
      bodies, joints, forces, n));
  AnalysisOptions options;
  options.type = "modes";
  options.modes.emplace();
  options.modes->inputs = {"push", "road"};
  options.modes->outputs = {"m230.z", "m1.vz", "m115.az", "s1.force", "road.force"};
  options.modes->frequencies = FrequencyRange{0.03, 30, 4};
  const Results results = run(model, options);
  ASSERT_EQ(results.summary.outcome.status, Status::done) << results.summary.outcome.message;
  EXPECT_EQ(results.summary.modes.size(), 20u);
  std::vector<std::vector<double>> rows;
  for (const ResultFile& file : results.files) {
    EXPECT_NE(file.name, "A.csv");
    if (file.name != "frequency_response.csv") continue;
    std::istringstream lines(file.text);
    std::string line, cell;
    for (std::getline(lines, line); std::getline(lines, line);) {
      std::istringstream cells(line);
      for (rows.emplace_back(); std::getline(cells, cell, ',');) rows.back().push_back(std::stod(cell));
    }
  }
  ASSERT_EQ(rows.size(), 4u);
  for (const std::vector<double>& row : rows) {
    const Complex s(0, 2 * pi * row[0]), spring = Complex(stiffness) + 40.0L * s, inertia = s * s * Complex(mass);
    const auto positions = [&](Complex push, Complex floor) {
      std::vector<Complex> d(n + 1), b(n + 1), x(n + 1);
      d[0] = 1;
      for (int i = 1; i <= n; ++i) {
        d[i] = inertia + spring * (i < n ? 2.0L : 1.0L) - (i > 1 ? spring * spring / d[i - 1] : 0);
        b[i] = (i == 1 ? spring * floor : spring * b[i - 1] / d[i - 1]) + (i == n ? push : 0);
      }
      for (int i = n; i >= 1; --i) x[i] = (b[i] + (i < n ? spring * x[i + 1] : 0)) / d[i];
      x[0] = floor;
      return x;
    };
    for (int input = 0; input < 2; ++input) {
      const std::vector<Complex> x = input == 0 ? positions(1, 0) : positions(0, 1e-3L);  // m per N, m per mm
      const Complex stretch = spring * (x[0] - x[1]);  // the row hangs: tension grows as a mass sinks
      const Complex expected[] = {1e3L * x[n], 1e3L * s * x[1], 1e3L * s * s * x[115], stretch, s * s * x[0] + stretch};
      for (int output = 0; output < 5; ++output) {
        const std::size_t column = 1 + 4 * (static_cast<std::size_t>(input) * 5 + output);
        const std::complex<double> found(row[column + 2], row[column + 3]), wanted(expected[output]);
        EXPECT_LT(std::abs(found - wanted), 1e-8 * std::abs(wanted) + 1e-12) << row[0] << " Hz, " << input << ", " << output;
      }
    }
  }
}

// Each spring carries the weights below it.
TEST(Growth, ALongRowHangs) {
  const int n = 230;
  for (const char* coordinates : {"relative", "absolute"}) {
    const Results results = run_as(row_of_masses(n, true, 0, g), "equilibrium", coordinates);
    double z = 0;
    for (int i = 1; i <= n; ++i) {
      z -= 1 + (n - i + 1) * mass * g / stiffness;
      EXPECT_NEAR(results.series(fmt::format("m{}.z", i))[0], z, 1e-9 * std::abs(z)) << i;
    }
    ASSERT_TRUE(results.summary.equilibrium);
    EXPECT_TRUE(results.summary.equilibrium->configuration.stable.value_or(false));
    EXPECT_EQ(results.summary.equilibrium->configuration.growth, 0);
  }
}

// n equal links between two hinges at the same height, a closed loop, from half a circle: the horizontal force H is the same in
// all, the vertical one grows by a weight from link to link, tan(theta_i) = (i - (n + 1)/2) m g/H, and their widths fill the
// span.
TEST(Growth, AChainHangsBetweenTwoWalls) {
  const int n = 210;
  const double radius = 0.5 / std::sin(pi / (2 * n)), span = 2 * radius;
  std::string bodies, joints;
  const auto pin = [&](int i) { return std::pair(-radius * std::cos(i * pi / n), -radius * std::sin(i * pi / n)); };
  for (int i = 0; i <= n; ++i) {
    const auto [x, y] = pin(i);
    joints += fmt::format("  j{}: {{type: revolute, bodies: [{}, {}], at: [{:.17g}, {:.17g}]}}\n", i,
                          i == 0 ? "ground" : fmt::format("l{}", i), i == n ? "ground" : fmt::format("l{}", i + 1), x, y);
    if (i == n) break;
    const auto [next_x, next_y] = pin(i + 1);
    bodies += fmt::format("  l{}: {{mass: {}, inertia: 0.1, position: [{:.17g}, {:.17g}]}}\n", i + 1, mass, (x + next_x) / 2,
                          (y + next_y) / 2);
  }
  const Model model = model_of(fmt::format("dimension: 2\ngravity: [0, {}]\nbodies:\n{}joints:\n{}", -g, bodies, joints));
  const auto tangent = [&](int i, double H) { return (i - (n + 1) / 2.0) * mass * g / H; };
  double low = 1, high = 1e6;
  for (int step = 0; step < 200; ++step) {
    const double H = std::sqrt(low * high);
    double width = 0;
    for (int i = 1; i <= n; ++i) width += 1 / std::hypot(1, tangent(i, H));
    (width < span ? low : high) = H;
  }
  const Results results = run_as(model, "equilibrium");
  double x = -radius, y = 0;
  for (int i = 1; i <= n; ++i) {
    const double cosine = 1 / std::hypot(1, tangent(i, low)), sine = tangent(i, low) * cosine;
    EXPECT_NEAR(results.series(fmt::format("l{}.x", i))[0], x + cosine / 2, 1e-6) << i;
    EXPECT_NEAR(results.series(fmt::format("l{}.y", i))[0], y + sine / 2, 1e-6) << i;
    x += cosine;
    y += sine;
  }
  EXPECT_TRUE(results.summary.equilibrium->configuration.stable.value_or(false));
}

// Every hinge swings by sin(3t)/2 against the one before: the last of 200 bodies turns 16 times in a quarter of a swing.
TEST(Growth, PathStepsDoNotDependOnTheSizeOfAChain) {
  for (const int dimension : {2, 3})
    for (const char* coordinates : {"relative", "absolute"}) {
      long steps = 0;
      for (const int n : {5, 200}) {
        std::string bodies, joints, drivers;
        const char* zero = dimension == 2 ? "" : ", 0";
        for (int i = 1; i <= n; ++i) {
          bodies += fmt::format("  b{}: {{mass: 1, inertia: {}, position: [{}, 0{}]}}\n", i, dimension == 2 ? "1" : "[1, 1, 1]",
                                i - 0.5, zero);
          joints += fmt::format("  j{}: {{type: revolute, bodies: [{}, b{}], at: [{}, 0{}]{}}}\n", i,
                                i == 1 ? "ground" : fmt::format("b{}", i - 1), i, i - 1, zero,
                                dimension == 2 ? "" : ", axis: [0, 0, 1]");
          drivers += fmt::format("  d{0}: {{joint: j{0}, angle: 0.5*sin(3*t)}}\n", i);
        }
        const Model model =
            model_of(fmt::format("dimension: {}\nbodies:\n{}joints:\n{}drivers:\n{}", dimension, bodies, joints, drivers));
        AnalysisOptions options;
        options.type = "kinematics";
        options.coordinates = coordinates;
        options.duration = 1;
        options.output_step = 0.1;
        const Results results = run(model, options);
        ASSERT_EQ(results.summary.outcome.status, Status::done) << results.summary.outcome.message;
        if (steps == 0) steps = results.summary.steps;
        EXPECT_EQ(results.summary.steps, steps) << coordinates << ", " << n;
        const std::vector<double> t = results.series("t"), x = results.series(fmt::format("b{}.x", n));
        for (std::size_t row = 0; row < t.size(); ++row) {
          double expected = 0;
          for (int i = 1; i <= n; ++i) expected += (i == n ? 0.5 : 1) * std::cos(i * 0.5 * std::sin(3 * t[row]));
          EXPECT_NEAR(x[row], expected, 1e-9) << coordinates << ", " << n;
          if (dimension == 2) {
            EXPECT_NEAR(results.series(fmt::format("b{}.angle", n))[row], n * 0.5 * std::sin(3 * t[row]), 1e-9) << coordinates;
          }
        }
      }
    }
}

double cpu_of(const Model& model, const AnalysisOptions& options) {
  const std::clock_t start = std::clock();
  const Results results = run(model, options);
  EXPECT_EQ(results.summary.outcome.status, Status::done) << results.summary.outcome.message;
  return static_cast<double>(std::clock() - start);
}

// Twice the bodies, twice the cost: quadratic growth would be 4, cubic 8. Modes alone, and as a model between inputs and outputs.
TEST(Growth, CostsGrowWithTheNumberOfBodies) {
  const Model few = row_of_masses(300, true, 0, g), many = row_of_masses(600, true, 0, g);
  for (const char* what : {"equilibrium", "modes", "outputs"}) {
    AnalysisOptions options;
    options.type = what;
    if (options.type == "outputs") {
      options.type = "modes";
      options.modes.emplace();
      options.modes->inputs = {"push"};
      options.modes->outputs = {"m100.z", "j200.fx", "s300.force"};
    }
    double ratio = 1e9;
    for (int attempt = 0; attempt < 3 && ratio > 3; ++attempt)
      ratio = std::min(ratio, cpu_of(many, options) / cpu_of(few, options));
    EXPECT_LT(ratio, 3) << what;
  }
}

}  // namespace
}  // namespace bricard
