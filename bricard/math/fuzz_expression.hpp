// Expressions: any text reads to an expression or to faults that lie in it. An expression has the same value for numbers and for
// dual numbers, and it lies in the enclosure over a stretch around the point; derivatives can be computed.
#pragma once
#include <cmath>
#include <string>

#include "bricard/math/dual.hpp"
#include "bricard/math/enclosure.hpp"
#include "bricard/math/expression.hpp"
#include "bricard/math/expression_decisions.hpp"

namespace bricard::broken_by {

// Variables t, x and the rate v of x, the number k, the table d, the surfaces m and s.
inline std::string expression(const std::string& bytes) {
  static const UnitSystem units{.length = "mm", .angle = "deg"};
  static const std::vector<Interpolant::Point> points{{-1, -900}, {0, 0}, {1, 700}};
  static const Interpolant curve(points, Interpolant::Curve::linear, Interpolant::Outside::error);
  static const std::vector<double> axis{-1, 0, 2}, values{1, 2, 4, 0, 1, -1, 3, 3, 2};
  static const GridInterpolant linear(axis, axis, values, Interpolant::Curve::linear, Interpolant::Outside::linear);
  static const GridInterpolant smooth(axis, axis, values, Interpolant::Curve::spline, Interpolant::Outside::constant);
  static const Scope scope{.lookup =
                               [](std::string_view name) {
                                 using Kind = Meaning::Kind;
                                 if (name == "t") return Meaning{.kind = Kind::variable, .variable = 0, .rate_is_one = true};
                                 if (name == "x") return Meaning{.kind = Kind::variable, .variable = 1, .rate = 2};
                                 if (name == "v") return Meaning{.kind = Kind::variable, .variable = 2};
                                 if (name == "k") return Meaning{.kind = Kind::number, .number = 35};
                                 return Meaning{.why = "x"};
                               },
                           .units = &units,
                           .table = [](std::string_view name) { return name == "d" ? &curve : nullptr; },
                           .grid = [](std::string_view name) { return name == "m"   ? &linear
                                                                      : name == "s" ? &smooth
                                                                                    : nullptr; },
                           .table_names = {"d", "m", "s"},
                           .rate_of = [](int variable) { return variable == 1 ? 2 : Expression::rate_unknown; }};
  std::vector<ExpressionFault> faults;
  Expression expression = Expression::parse(bytes, scope, faults);
  for (const ExpressionFault& fault : faults)
    if (fault.position < 0 || fault.position > static_cast<int>(bytes.size()) || fault.what.empty())
      return "a fault that is not in the text: " + fault.what;
  if (!faults.empty()) return expression == Expression() ? "" : "faults, and yet an expression";

  const std::vector<double> at{0.5, 0.7, -1.3};
  std::vector<double> scratch;
  const double value = expression.evaluate<double>(at, scratch);
  using Number = Dual<double, 1>;
  std::vector<Number> moving{at[0], Number::variable(at[1], 0), at[2]}, dual_scratch;
  const Number with_slope = expression.evaluate<Number>(moving, dual_scratch);
  if (with_slope.value != value && !(std::isnan(value) && std::isnan(with_slope.value)))
    return "another value with dual numbers: " + std::to_string(value) + ", " + std::to_string(with_slope.value);
  const double width = 0.25;
  std::vector<Enclosure> around{at[0], Enclosure(Interval(at[1] - width, at[1] + width), {Interval(1)}), at[2]}, enclosing;
  const Interval all = expression.evaluate<Enclosure>(around, enclosing).value;
  if (!std::isnan(value) && !(all.lo <= value && value <= all.hi))
    return "the value " + std::to_string(value) + " is not in " + std::to_string(all.lo) + " .. " + std::to_string(all.hi);

  std::vector<double> decisions(static_cast<std::size_t>(expression.number_decisions(0)) + 1);
  decide(expression, at, scratch, decisions.data());
  expression.evaluate<double>(at, scratch, decisions.data());
  expression.derivative(1).evaluate<double>(at, scratch);
  expression.time_derivative([](int variable) { return variable == 0 ? Expression::rate_one : Expression::rate_zero; })
      .evaluate<double>(at, scratch);
  return "";
}

}  // namespace bricard::broken_by
