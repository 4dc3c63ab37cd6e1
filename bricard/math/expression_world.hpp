// For tests: a scope with some variables, a parameter, a table and outputs, and a point to evaluate at.
#pragma once
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "bricard/math/expression.hpp"

namespace bricard {

// t, x, y, rack.position, crank.angle, crank.speed are variables 0 to 5; k is 35; `tip.ax` may not be used.
struct World {
  UnitSystem units;
  Interpolant damper{std::vector<Interpolant::Point>{{-1, -900}, {0, 0}, {1, 700}}, Interpolant::Curve::linear,
                     Interpolant::Outside::linear};
  std::map<std::string, Expression, std::less<>> outputs;
  Scope scope;

  explicit World(UnitSystem system = {}) : units(std::move(system)) {
    scope.units = &units;
    scope.table = [this](std::string_view name) { return name == "damper" ? &damper : nullptr; };
    scope.table_names = {"damper"};
    scope.suggest = [](std::string_view name) { return name == "crank.agle" ? "crank.angle" : ""; };
    scope.lookup = [this](std::string_view name) {
      namespace d = dimension;
      using Kind = Meaning::Kind;
      if (name == "t")
        return Meaning{
            .kind = Kind::variable, .variable = 0, .rate_is_one = true, .counting = Counting::loose(unit_of(d::time, units))};
      if (name == "x") return Meaning{.kind = Kind::variable, .variable = 1};
      if (name == "y") return Meaning{.kind = Kind::variable, .variable = 2};
      if (name == "rack.position")
        return Meaning{.kind = Kind::variable, .variable = 3, .counting = Counting::of(d::length, units)};
      if (name == "crank.angle")
        return Meaning{.kind = Kind::variable, .variable = 4, .rate = 5, .counting = Counting::of(d::angle, units)};
      if (name == "crank.speed")
        return Meaning{.kind = Kind::variable, .variable = 5, .counting = Counting::of(d::angular_speed, units)};
      if (name == "k" || name == "m") return Meaning{.kind = Kind::number, .number = 35};
      if (name == "tip.ax") return Meaning{.kind = Kind::refused, .why = "it is known after the forces"};
      const auto output = outputs.find(name);
      if (output != outputs.end()) return Meaning{.kind = Kind::expression, .expression = &output->second};
      return Meaning{};
    };
  }

  Expression parse(std::string_view text) const {
    std::vector<ExpressionFault> faults;
    const Expression expression = Expression::parse(text, scope, faults);
    for (const ExpressionFault& fault : faults) ADD_FAILURE() << text << ": " << fault.position << ": " << fault.what;
    return expression;
  }
  std::vector<ExpressionFault> faults(std::string_view text) const {
    std::vector<ExpressionFault> faults;
    EXPECT_EQ(Expression::parse(text, scope, faults), Expression()) << text;
    return faults;
  }
};

inline const std::vector<double> at = {0.5, 0.7, 1.3, 0.2, 30, 6};  // t, x, y, rack.position, crank.angle, crank.speed

inline double value(const Expression& expression) {
  std::vector<double> scratch;
  return expression.evaluate<double>(at, scratch);
}

}  // namespace bricard
