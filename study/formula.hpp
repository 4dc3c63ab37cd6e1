// Expressions of named numbers: of what is varied and what is measured.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "bricard/math/expression.hpp"

namespace bricard::study {

class Formula {
 public:
  Formula() = default;
  // Throws Error with the nearest name where it uses another; `hint`: what else may be done about it.
  Formula(const std::string& text, const std::vector<std::string>& names, const std::string& hint = {});
  double operator()(std::span<const double> values) const;

 private:
  Expression expression_;
};

// A comparison: `toe < 0.5`.
struct Condition {
  Formula difference;  // left minus right
  enum class Side { below, above, equal } side = Side::below;
  std::string text;
  // What is lacking: at most zero where the condition holds. Of an equality: its absolute value.
  double excess(std::span<const double> values) const;
  double signed_excess(std::span<const double> values) const;  // of an equality: left minus right
  bool holds(std::span<const double> values) const;
};
Condition condition_of(const std::string& text, const std::vector<std::string>& names);

}  // namespace bricard::study
