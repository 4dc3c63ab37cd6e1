// Dual numbers: every function against its closed-form first and second derivative, arithmetic, edges, Eigen.
#include "bricard/math/dual.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "bricard/math/spatial.hpp"

namespace bricard {
namespace {

using D1 = Dual<double, 1>;
using D2 = Dual<double, 2>;
using Second = Dual<D1, 1>;  // value.value, first derivative value.d[0] = d[0].value, second d[0].d[0]

static_assert(std::is_trivially_copyable_v<D2> && std::is_trivially_copyable_v<Second>);
static_assert(sizeof(D2) == 3 * sizeof(double));

Second second_variable(double x) { return Second(D1::variable(x, 0), {D1(1)}); }

struct Case {
  std::string name;
  std::function<Second(Second)> f;
  std::function<double(double)> value, slope, curvature;
  std::vector<double> points;
};

std::vector<Case> cases() {
  using std::acos, std::asin, std::atan, std::cos, std::cosh, std::exp, std::log, std::pow, std::sin, std::sinh, std::sqrt,
      std::tan, std::tanh;
  using D = double;
  const auto power = [](D a) { return [a](D x) { return std::pow(x, a); }; };
  const std::vector<D> all{-1.3, -0.2, 0.4, 2.1}, positive{0.3, 1.0, 2.7}, inner{-0.9, 0.1, 0.7};
  return {
      {"sin", [](Second x) { return sin(x); }, [](D x) { return sin(x); }, [](D x) { return cos(x); },
       [](D x) { return -sin(x); }, all},
      {"cos", [](Second x) { return cos(x); }, [](D x) { return cos(x); }, [](D x) { return -sin(x); },
       [](D x) { return -cos(x); }, all},
      {"tan", [](Second x) { return tan(x); }, [](D x) { return tan(x); }, [](D x) { return 1 / (cos(x) * cos(x)); },
       [](D x) { return 2 * tan(x) / (cos(x) * cos(x)); }, all},
      {"asin", [](Second x) { return asin(x); }, [](D x) { return asin(x); }, [](D x) { return 1 / sqrt(1 - x * x); },
       [](D x) { return x / pow(1 - x * x, 1.5); }, inner},
      {"acos", [](Second x) { return acos(x); }, [](D x) { return acos(x); }, [](D x) { return -1 / sqrt(1 - x * x); },
       [](D x) { return -x / pow(1 - x * x, 1.5); }, inner},
      {"atan", [](Second x) { return atan(x); }, [](D x) { return atan(x); }, [](D x) { return 1 / (1 + x * x); },
       [](D x) { return -2 * x / pow(1 + x * x, 2); }, all},
      {"sinh", [](Second x) { return sinh(x); }, [](D x) { return sinh(x); }, [](D x) { return cosh(x); },
       [](D x) { return sinh(x); }, all},
      {"cosh", [](Second x) { return cosh(x); }, [](D x) { return cosh(x); }, [](D x) { return sinh(x); },
       [](D x) { return cosh(x); }, all},
      {"tanh", [](Second x) { return tanh(x); }, [](D x) { return tanh(x); }, [](D x) { return 1 / (cosh(x) * cosh(x)); },
       [](D x) { return -2 * tanh(x) / (cosh(x) * cosh(x)); }, all},
      {"exp", [](Second x) { return exp(x); }, [](D x) { return exp(x); }, [](D x) { return exp(x); }, [](D x) { return exp(x); },
       all},
      {"log", [](Second x) { return log(x); }, [](D x) { return log(x); }, [](D x) { return 1 / x; },
       [](D x) { return -1 / (x * x); }, positive},
      {"sqrt", [](Second x) { return sqrt(x); }, power(0.5), [](D x) { return 0.5 / sqrt(x); },
       [](D x) { return -0.25 / pow(x, 1.5); }, positive},
      {"x^3", [](Second x) { return pow(x, 3); }, power(3), [](D x) { return 3 * x * x; }, [](D x) { return 6 * x; }, all},
      {"x^-1.5", [](Second x) { return pow(x, -1.5); }, power(-1.5), [](D x) { return -1.5 * pow(x, -2.5); },
       [](D x) { return 3.75 * pow(x, -3.5); }, positive},
      {"2^x", [](Second x) { return pow(2, x); }, [](D x) { return pow(2, x); }, [](D x) { return log(2) * pow(2, x); },
       [](D x) { return log(2) * log(2) * pow(2, x); }, all},
      {"x^x", [](Second x) { return pow(x, x); }, [](D x) { return pow(x, x); }, [](D x) { return pow(x, x) * (log(x) + 1); },
       [](D x) { return pow(x, x) * (pow(log(x) + 1, 2) + 1 / x); }, positive},
      {"abs", [](Second x) { return abs(x); }, [](D x) { return std::abs(x); }, [](D x) { return x < 0 ? -1 : 1; },
       [](D) { return 0; }, all},
      {"floor", [](Second x) { return floor(x); }, [](D x) { return std::floor(x); }, [](D) { return 0; }, [](D) { return 0; },
       all},
      {"fmod", [](Second x) { return fmod(x, 0.5); }, [](D x) { return std::fmod(x, 0.5); }, [](D) { return 1; },
       [](D) { return 0; }, all},
      {"fmod of both", [](Second x) { return fmod(5 * x, x * x + 0.5); }, [](D x) { return std::fmod(5 * x, x * x + 0.5); },
       [](D x) { return 5 - std::trunc(5 * x / (x * x + 0.5)) * 2 * x; },
       [](D x) { return -std::trunc(5 * x / (x * x + 0.5)) * 2; }, all},
      {"min", [](Second x) { return min(x * x, x); }, [](D x) { return x * x < x ? x * x : x; },
       [](D x) { return x * x < x ? 2 * x : 1; }, [](D x) { return x * x < x ? 2 : 0; }, all},
      {"max", [](Second x) { return max(x * x, x); }, [](D x) { return x * x > x ? x * x : x; },
       [](D x) { return x * x > x ? 2 * x : 1; }, [](D x) { return x * x > x ? 2 : 0; }, all},
      {"select", [](Second x) { return select(x > 0.0, x * x, -x); }, [](D x) { return x > 0 ? x * x : -x; },
       [](D x) { return x > 0 ? 2 * x : -1; }, [](D x) { return x > 0 ? 2 : 0; }, all},
      {"quotient", [](Second x) { return (x + 1) / (x * x + 2); }, [](D x) { return (x + 1) / (x * x + 2); },
       [](D x) { return (2 - 2 * x - x * x) / pow(x * x + 2, 2); },
       [](D x) { return 2 * (x * x * x + 3 * x * x - 6 * x - 2) / pow(x * x + 2, 3); }, all},
      {"1/x", [](Second x) { return 1 / x; }, [](D x) { return 1 / x; }, [](D x) { return -1 / (x * x); },
       [](D x) { return 2 / (x * x * x); }, all},
      {"atan2", [](Second x) { return atan2(x * x, x); }, [](D x) { return std::atan2(x * x, x); },
       [](D x) { return 1 / (1 + x * x); }, [](D x) { return -2 * x / pow(1 + x * x, 2); }, all},
      {"mixed", [](Second x) { return 3 - (2 * x - 1) / 4 + (x - 2) * x * 3 - x + 1 + (1 + x); },
       [](D x) { return 3 - (2 * x - 1) / 4 + (x - 2) * x * 3 - x + 1 + (1 + x); }, [](D x) { return 6 * x - 6.5; },
       [](D) { return 6; }, all},
  };
}

TEST(Dual, FirstAndSecondDerivativesAreTheClosedForms) {
  for (const Case& c : cases()) {
    for (const double x : c.points) {
      const Second y = c.f(second_variable(x));
      const auto near = [&](double found, double expected, const char* what) {
        EXPECT_NEAR(found, expected, 1e-13 * (1 + std::abs(expected))) << c.name << " " << what << " at " << x;
      };
      near(y.value.value, c.value(x), "value");
      near(y.value.d[0], c.slope(x), "slope, inner");
      near(y.d[0].value, c.slope(x), "slope, outer");
      near(y.d[0].d[0], c.curvature(x), "curvature");
    }
  }
}

TEST(Dual, LanesArePartialDerivatives) {
  const D2 x = D2::variable(0.7, 0), y = D2::variable(-1.2, 1);
  const D2 f = atan2(y, x) + x * y * y;
  const double rho2 = 0.7 * 0.7 + 1.2 * 1.2;
  EXPECT_NEAR(f.d[0], 1.2 / rho2 + 1.44, 1e-14);
  EXPECT_NEAR(f.d[1], 0.7 / rho2 - 2 * 0.7 * 1.2, 1e-14);
  const D2 p = pow(x, y), m = fmod(y, x);
  EXPECT_NEAR(p.d[0], -1.2 * std::pow(0.7, -2.2), 1e-14);
  EXPECT_NEAR(p.d[1], std::pow(0.7, -1.2) * std::log(0.7), 1e-14);
  EXPECT_DOUBLE_EQ(m.value, -0.5);
  EXPECT_NEAR(m.d[0], 1, 1e-14);
  EXPECT_NEAR(m.d[1], 1, 1e-14);
}

TEST(Dual, ComparisonsLookAtValues) {
  const D1 x = D1::variable(2, 0), constant = 2;
  EXPECT_TRUE(x == constant && x <= constant && x >= constant && !(x != constant) && !(x < constant) && !(x > constant));
  EXPECT_TRUE(x > 1 && 1 < x && x != 3 && x < 2.5);
  EXPECT_EQ(number_of(second_variable(4.5)), 4.5);
}

TEST(Dual, CompoundAssignment) {
  D1 x = D1::variable(2, 0);
  const D1 y = x;
  x += y, x *= y, x -= y, x /= y;  // (2y y - y)/y = 2y - 1
  EXPECT_DOUBLE_EQ(x.value, 3);
  EXPECT_DOUBLE_EQ(x.d[0], 2);
  x += 1.0, x *= 3.0, x -= 2.0, x /= 5.0;
  EXPECT_DOUBLE_EQ(x.value, 2);
  EXPECT_DOUBLE_EQ(x.d[0], 1.2);
}

TEST(Dual, AZeroLaneStaysZeroWhereTheSlopeIsInfinite) {
  const double infinity = std::numeric_limits<double>::infinity();
  const D2 zero(0, {0, 3}), one(1, {0, -2});
  EXPECT_EQ(sqrt(zero).d[0], 0);
  EXPECT_EQ(sqrt(zero).d[1], infinity);
  EXPECT_EQ(pow(zero, 0.5).d[0], 0);
  EXPECT_EQ(pow(zero, 0.5).d[1], infinity);
  EXPECT_EQ(pow(zero, 2).d[1], 0);
  EXPECT_EQ(pow(zero, 1).d[1], 3);
  EXPECT_EQ(pow(zero, 0).d[1], 0);
  EXPECT_EQ(asin(one).d[0], 0);
  EXPECT_EQ(acos(one).d[0], 0);
  EXPECT_EQ(acos(one).d[1], infinity);
  EXPECT_EQ(log(zero).d[0], 0);
  EXPECT_EQ(pow(D2(-2, {1, 0}), D2(3)).d[0], 12);  // a constant exponent needs no logarithm of a negative base
  EXPECT_EQ(pow(zero, D2(2)).d[1], 0);
  EXPECT_EQ(abs(zero).d[1], 3);
}

TEST(Dual, IsAnEigenScalar) {
  const D1 t = D1::variable(0.3, 0);
  const Mat3<D1> R = rotation<D1>(Vec4<D1>(cos(t / 2), D1(0), D1(0), sin(t / 2)));  // about z by t
  const Vec3<D1> u = R * Vec3<D1>(D1(1), t, D1(2));
  EXPECT_NEAR(u[0].value, std::cos(0.3) - 0.3 * std::sin(0.3), 1e-15);
  EXPECT_NEAR(u[0].d[0], -2 * std::sin(0.3) - 0.3 * std::cos(0.3), 1e-15);
  EXPECT_NEAR((2.0 * u.transpose() * u / 4.0).value().d[0], 0.3, 1e-15);
  EXPECT_NEAR((R.transpose() * R - Mat3<D1>::Identity()).norm().value, 0, 1e-15);
  Eigen::Matrix<D1, Eigen::Dynamic, Eigen::Dynamic> large = Eigen::MatrixXd::Ones(30, 30).cast<D1>();
  large(0, 0) = t;
  EXPECT_NEAR((large * large)(0, 0).d[0], 0.6, 1e-15);
}

}  // namespace
}  // namespace bricard
