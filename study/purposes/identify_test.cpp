// Numbers that are found again in a measurement.
#include <gtest/gtest.h>

#include <random>

#include "bricard/io/formats.hpp"
#include "study/conduct.hpp"
#include "study/test_conducted.hpp"

namespace bricard::study {
namespace {

class Identification : public StudyTest {
 protected:
  static constexpr const char* step = "0.05";  // between the rows, in which curves are cubics
  // t and f(t) with normal errors, seeded.
  template <class F>
  void measured(const F& f, double deviation, unsigned seed, int rows, double end) const {
    std::mt19937_64 bits(seed);
    std::normal_distribution<double> error(0, deviation);
    std::ostringstream text;
    text.precision(17);
    text << "t,y\n";
    for (int i = 0; i < rows; ++i) {
      const double t = end * (i + 1) / rows;
      text << t << ',' << f(t) + (deviation > 0 ? error(bits) : 0) << '\n';
    }
    write("data.csv", text.str());
  }

  // As conducted(), without a process.
  Json identified() const {
    const std::string model = path("m.bricard.yaml").string(), results = path("inside.sqlite").string();
    ModelAccess access;
    access.load = [&](const Settings& settings) { return read_model(model, settings); };
    access.variable = [&](const std::string& name, const std::string&) {
      std::vector<Variable> all;
      read_model(model, {}, "", &all);
      return *std::find_if(all.begin(), all.end(), [&](const Variable& each) { return each.name == name; });
    };
    access.number = [](const Variable&, const std::string&, const std::string& text) { return std::stod(text); };
    const Study study = read_study(path("s.study.yaml").string(), access);
    const Evaluation evaluation(study, access, "test");
    Work work(evaluation, nullptr);
    std::filesystem::remove(results);
    Store store(results, Store::Use::write);
    store.begin(study, "one");
    Outstanding outstanding(evaluation, work, store);
    EXPECT_TRUE(on_cores(outstanding, work, 1, nullptr, [&](const News& news) { outstanding.take(news); }));
    return conclusion_of(study, store).json;
  }
};

// A mass of 2 kg on a spring of 50 N/m with a damper of 1.2 N s/m, let go at 0.1 m: x = x0 e^(-δt) (cos ωt + δ/ω sin ωt).
const char* const oscillator = R"(bricard: 1
parameters: {k: 30 N/m, c: 3 N*s/m}
gravity: [0, 0, 0]
bodies: {block: {mass: 2, inertia: [1, 1, 1], position: [0, 0, 0]}}
joints: {rail: {type: prismatic, bodies: [ground, block], at: [0, 0, 0], axis: [1, 0, 0], initial: {position: 0.1}}}
forces: {strut: {type: joint_force, joint: rail, force: "-k*rail.position - c*rail.rate"}}
analysis: {type: dynamics, duration: 3, output_step: 20 ms, tolerance: 1e-9}
)";
double released(double t, double k, double c, double m) {
  const double delta = c / (2 * m), omega = std::sqrt(k / m - delta * delta);
  return 0.1 * std::exp(-delta * t) * (std::cos(omega * t) + delta / omega * std::sin(omega * t));
}

TEST_F(Identification, SpringAndDamperOfAnOscillator) {
  measured([](double t) { return released(t, 50, 1.2, 2); }, 0, 1, 60, 2.9);
  give(oscillator, "vary: {k: {from: 10 N/m, to: 100 N/m}, c: {from: 0, to: 5}}\nidentify: {data: data.csv, match: {y: rail.position}}\n");
  Json found = conducted();
  EXPECT_NEAR(found["numbers"]["k"]["value"].get<double>(), 50, 1e-4);
  EXPECT_NEAR(found["numbers"]["c"]["value"].get<double>(), 1.2, 1e-5);
  EXPECT_LT(found["root_mean_square"].get<double>(), 1e-7);
  EXPECT_EQ(found["residuals"][0]["residuals"].size(), 60u);
}

// In a hundred trials with other errors, 95 % intervals hold the truth as often as they say: binomially, in 89 to 99 of a hundred. Inside
// of this process: it is the statistics that is tested.
TEST_F(Identification, IntervalsHoldTheTruthAsOftenAsTheySay) {
  for (const bool given : {false, true}) {
    int held[2] = {0, 0};
    give(functions_of("a: 1, b: 1", "y: \"a*exp(-b*t)\"", step), "vary: {a: {from: 0, to: 5}, b: {from: 0, to: 5}}\nidentify: {data: data.csv, match: {y: y}" +
                                                                     std::string(given ? ", deviations: {y: 0.05}" : "") + "}\n");
    for (unsigned seed = 1; seed <= 100; ++seed) {
      measured([](double t) { return 2 * std::exp(-1.5 * t); }, 0.05, seed, 12, 1);
      Json numbers = identified()["numbers"];
      const double truth[] = {2, 1.5};
      const char* const names[] = {"a", "b"};
      for (int i = 0; i < 2; ++i) {
        Json each = numbers[names[i]];
        held[i] += each["low"].get<double>() <= truth[i] && truth[i] <= each["high"].get<double>();
      }
    }
    for (const int each : held) {
      EXPECT_GE(each, 89) << given;
      EXPECT_LE(each, 99) << given;
    }
  }
}

// Another measurement is another study: what was found for the first is not taken for it.
TEST_F(Identification, ANewMeasurementIsIdentifiedAnew) {
  give(functions_of("a: 1, b: 1", "y: \"a*exp(-b*t)\"", step), "vary: {a: {from: 0, to: 5}, b: {from: 0, to: 5}}\nidentify: {data: data.csv, match: {y: y}}\n");
  for (const double a : {2.0, 3.0}) {
    measured([a](double t) { return a * std::exp(-1.5 * t); }, 0, 1, 12, 1);
    EXPECT_NEAR(conducted()["numbers"]["a"]["value"].get<double>(), a, 1e-4);
  }
}

// Of a straight line the estimates and their deviations are known (Gauss): b = Sxy/Sxx, σ_b² = s²/Sxx.
TEST_F(Identification, AStraightLineHasTheIntervalsOfLinearRegression) {
  write("data.csv", "t,y\n0,1.1\n0.25,1.4\n0.5,2.1\n0.75,2.4\n1,3.2\n");
  give(functions_of("a: 0.5, b: 1", "y: \"a + b*t\"", step), "vary: {a: {from: -5, to: 5}, b: {from: -5, to: 5}}\nidentify: {data: data.csv, match: {y: y}}\n");
  const double t[] = {0, 0.25, 0.5, 0.75, 1}, y[] = {1.1, 1.4, 2.1, 2.4, 3.2};
  double tm = 0, ym = 0, sxx = 0, sxy = 0, ss = 0;
  for (int i = 0; i < 5; ++i) tm += t[i] / 5, ym += y[i] / 5;
  for (int i = 0; i < 5; ++i) sxx += (t[i] - tm) * (t[i] - tm), sxy += (t[i] - tm) * (y[i] - ym);
  const double b = sxy / sxx, a = ym - b * tm;
  for (int i = 0; i < 5; ++i) ss += std::pow(y[i] - a - b * t[i], 2);
  const double student = 3.182446305;  // 97.5 % of three freedoms, Abramowitz and Stegun 26.10
  Json numbers = conducted()["numbers"];
  EXPECT_NEAR(numbers["b"]["value"].get<double>(), b, 1e-6);
  EXPECT_NEAR(numbers["a"]["value"].get<double>(), a, 1e-6);
  EXPECT_NEAR(numbers["b"]["high"].get<double>() - b, student * std::sqrt(ss / 3 / sxx), 1e-5);
  EXPECT_NEAR(numbers["a"]["high"].get<double>() - a, student * std::sqrt(ss / 3 * (0.2 + tm * tm / sxx)), 1e-5);
}

// Only the quotient of stiffness and mass is seen in a free oscillation: which numbers the data do not tell apart is said.
TEST_F(Identification, WhatTheDataDoNotTellApartIsNamed) {
  measured([](double t) { return 2 * std::exp(-1.5 * t); }, 0.01, 3, 20, 1);
  give(functions_of("a: 1, b: 1, c: 1", "y: \"a*c*exp(-b*t)\"", step), "vary: {a: {from: 0.5, to: 5}, b: {from: 0, to: 5}, c: {from: 0.5, to: 5}}\nidentify: {data: data.csv, match: {y: y}}\n");
  EXPECT_EQ(conducted()["unseen"], Json({"a, c"}));
}

TEST_F(Identification, HardlyToldApartIsNamedToo) {
  measured([](double t) { return 1 + t + 0.1 * t * t; }, 0.01, 3, 20, 0.1);
  give(functions_of("a: 1, b: 1", "y: \"1 + a*t + b*t*(1 + 0.3*t)\"", step), "vary: {a: {from: -9, to: 9}, b: {from: -9, to: 9}}\nidentify: {data: data.csv, match: {y: y}}\n");
  conducted();
  EXPECT_NE(bricard({"study", "show", "s.study.sqlite"}).out.find("a and b are hardly told apart"), std::string::npos);
}

}  // namespace
}  // namespace bricard::study
