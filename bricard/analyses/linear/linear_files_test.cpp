// Files of a linear model: units, texts and responses of an oscillator whose numbers are written out.
#include "bricard/analyses/linear/linear_files.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <sstream>

#include "bricard/analyses/linear/frequency_response.hpp"

namespace bricard {
namespace {

constexpr double pi = std::numbers::pi;
using Complex = std::complex<double>;

// x'' = -3 x - 2 x' + 5 F, in SI; y1 = x, y2 = 4 x' + 6 F.
LinearModel oscillator() {
  LinearModel linear;
  linear.A = (Eigen::Matrix2d() << 0, 1, -3, -2).finished();
  linear.B = Eigen::Vector2d(0, 5);
  linear.C = (Eigen::Matrix2d() << 1, 0, 0, 4).finished();
  linear.D = Eigen::Vector2d(0, 6);
  linear.M = Eigen::MatrixXd::Constant(1, 1, 0.2);
  linear.G = Eigen::MatrixXd::Constant(1, 1, 0.4);
  linear.K = Eigen::MatrixXd::Constant(1, 1, 0.6);
  linear.drift = Eigen::Vector2d(7, 8);
  linear.states = {"slide.position", "slide.rate"};
  linear.state_dimensions = {dimension::length, dimension::speed};
  linear.inputs = {"push"};
  linear.input_dimensions = {dimension::force};
  linear.input_order = {0};
  linear.outputs = {"x", "it's"};
  linear.output_dimensions = {dimension::length, dimension::force};
  linear.positions = linear.velocities = 1;
  return linear;
}

// In mm and ms a speed of 1 mm/ms is 1 m/s, an energy N*mm = 0.001 J: A12 = dx/dv per time, K = J/m² = N*mm/mm² / 1000 and so on.
TEST(LinearFiles, NumbersAreInTheUnitsOfTheFile) {
  UnitSystem units;
  units.length = "mm";
  units.time = "ms";
  const LinearModel out = in_units(oscillator(), units);
  const auto expect = [](const Eigen::MatrixXd& found, const Eigen::MatrixXd& expected) {
    ASSERT_EQ(found.size(), expected.size());
    EXPECT_LT((found - expected).cwiseAbs().maxCoeff(), 1e-14 * expected.cwiseAbs().maxCoeff()) << found;
  };
  expect(out.A, (Eigen::Matrix2d() << 0, 1, -3e-6, -2e-3).finished());  // mm/ms per mm; 1/ms² and 1/ms
  expect(out.B, Eigen::Vector2d(0, 5e-3));                              // mm/ms² per N
  expect(out.C, (Eigen::Matrix2d() << 1, 0, 0, 4).finished());          // N per mm/ms
  expect(out.D, Eigen::Vector2d(0, 6));
  expect(out.drift, Eigen::Vector2d(7, 8e-3));
  expect(out.M, Eigen::MatrixXd::Constant(1, 1, 200));   // 0.2 kg = 200 N ms²/mm
  expect(out.G, Eigen::MatrixXd::Constant(1, 1, 0.4));   // 0.4 N s/m = 0.4 N ms/mm
  expect(out.K, Eigen::MatrixXd::Constant(1, 1, 6e-4));  // 0.6 N/m
}

TEST(LinearFiles, MatlabReadsWhatStandsThere) {
  Model model;
  model.name = "Mass\non a spring";
  LinearModel linear = oscillator();
  EXPECT_EQ(matlab_text(linear, model),
            R"(% Mass on a spring: x' = A x + B u, y = C x + D u near a state; units of the file, time in s
states = {'slide.position'; 'slide.rate'};
inputs = {'push'};
outputs = {'x'; 'it''s'};
A = [
  0 1
  -3 -2
];
B = [
  0
  5
];
C = [
  1 0
  0 4
];
D = [
  0
  6
];
M = [
  0.2
];
G = [
  0.4
];
K = [
  0.6
];
)");
  linear.input_order = {2};
  EXPECT_NE(matlab_text(linear, model).find("% input 1 acts as its derivative of order 2; its value is a state\n"),
            std::string::npos);
  linear.inputs.clear();
  linear.input_order.clear();
  linear.B.resize(2, 0);
  linear.D.resize(2, 0);
  linear.M.resize(0, 0);
  const std::string text = matlab_text(linear, model);
  EXPECT_NE(text.find("inputs = {};\n"), std::string::npos) << text;
  EXPECT_NE(text.find("B = zeros(2, 0);\n"), std::string::npos) << text;
  EXPECT_NE(text.find("D = zeros(2, 0);\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("K ="), std::string::npos) << text;
}

TEST(LinearFiles, EachMatrixHasATable) {
  std::string all;
  for (const ResultFile& file : matrix_files(oscillator())) all += file.name + "\n" + file.text;
  EXPECT_EQ(all,
            "A.csv\nslide.position,slide.rate\n0,1\n-3,-2\nB.csv\npush\n0\n5\nC.csv\nslide.position,slide.rate\n1,0\n0,4\n"
            "D.csv\npush\n0\n6\nM.csv\nslide.position\n0.2\nG.csv\nslide.position\n0.4\nK.csv\nslide.position\n0.6\n");
}

TEST(LinearFiles, FrequenciesReachADecadeBeyondTheModes) {
  std::vector<Mode> modes(4);
  for (const double frequency : {0.0, 3.0, 0.5, 7.0}) modes[static_cast<std::size_t>(frequency / 2)].frequency = frequency;
  FrequencyRange range = range_of(modes);
  EXPECT_DOUBLE_EQ(range.from, 0.05);
  EXPECT_DOUBLE_EQ(range.to, 70);
  range = range_of({});
  EXPECT_EQ(range.from, FrequencyRange{}.from);
  EXPECT_EQ(range.to, FrequencyRange{}.to);
}

// H1 = 5/(3 - w² + 2 i w) and H2 = 4 i w H1 + 6, at frequencies that grow by the same factor; phases go on without jumps.
TEST(LinearFiles, ResponsesAreThoseOfTheOscillator) {
  UnitSystem units;
  units.length = "mm";
  const LinearModel linear = oscillator();
  const FrequencyResponse response = frequency_response(linear, {0.01, 10, 31}, units);
  ASSERT_EQ(response.frequencies.size(), 31u);
  EXPECT_EQ(response.frequencies.front(), 0.01);
  EXPECT_EQ(response.frequencies.back(), 10);
  EXPECT_NEAR(response.frequencies[10], 0.1, 1e-12);
  std::istringstream table(frequency_response_csv(response));
  std::string line;
  std::getline(table, line);
  EXPECT_EQ(line,
            "frequency,x/push.amplitude,x/push.phase,x/push.real,x/push.imag,it's/push.amplitude,it's/push.phase,it's/push.real,"
            "it's/push.imag");
  for (const double f : response.frequencies) {
    const double w = 2 * pi * f;
    const Complex H1 = 5.0 / Complex(3 - w * w, 2 * w), H2 = Complex(0, 4 * w) * H1 + 6.0;
    std::getline(table, line);
    std::vector<double> numbers;
    std::istringstream cells(line);
    for (std::string cell; std::getline(cells, cell, ',');) numbers.push_back(std::stod(cell));
    ASSERT_EQ(numbers.size(), 9u);
    const double expected[] = {f,
                               1000 * std::abs(H1),
                               std::arg(H1) * 180 / pi,
                               1000 * H1.real(),
                               1000 * H1.imag(),
                               std::abs(H2),
                               std::arg(H2) * 180 / pi,
                               H2.real(),
                               H2.imag()};
    for (int i = 0; i < 9; ++i) EXPECT_NEAR(numbers[i], expected[i], 1e-9 * (1 + std::abs(expected[i]))) << i << " at " << f;
  }
  EXPECT_FALSE(std::getline(table, line));
  // Fourfold integration turns by 360 degrees in all: 0, then -90 and on; no jump by 360 between two frequencies.
  FrequencyResponse lag;
  lag.inputs = linear.inputs;
  lag.outputs = linear.outputs;
  for (const double w : {0.01, 0.5, 1.0, 2.0, 100.0}) {
    lag.frequencies.push_back(w);
    lag.H.push_back(Eigen::MatrixXcd::Constant(2, 1, std::pow(1.0 / Complex(1, w), 4)));
  }
  std::istringstream phases(frequency_response_csv(lag));
  std::getline(phases, line);
  for (const double w : lag.frequencies) {
    std::getline(phases, line);
    std::istringstream cells(line);
    std::string cell;
    for (int i = 0; i < 3; ++i) std::getline(cells, cell, ',');
    EXPECT_NEAR(std::stod(cell), -4 * std::atan(w) * 180 / pi, 1e-9);
  }
}

TEST(LinearFiles, ModesAndShapesAreTables) {
  Mode mode;
  mode.real = -1;
  mode.imag = 2;
  mode.frequency = 0.5;
  mode.damping = 0.25;
  EXPECT_EQ(modes_csv({mode, Mode{}}), "real,imag,frequency,damping\n-1,2,0.5,0.25\n0,0,0,0\n");
  ModeShapes shapes;
  shapes.names = {"car.x", "pin.angle"};
  shapes.dimensions = {dimension::length, dimension::angle};
  shapes.values.resize(2, 2);
  shapes.values << Complex(0.003, 0.004), 0, Complex(0, 2), Complex(-1, 0);
  UnitSystem units;
  units.length = "mm";
  EXPECT_EQ(mode_shapes_csv(shapes, units),
            "mode,name,real,imag,amplitude,phase\n1,car.x,3,4,5,53.13010235415598\n"
            "1,pin.angle,0,2,2,90\n2,car.x,0,0,0,0\n2,pin.angle,-1,0,1,180\n");
}

}  // namespace
}  // namespace bricard
