// Functions of a workbook as expressions, their values and derivatives.
#pragma once
#include <map>
#include <string>

#include "bricard/io/workbook/rows.hpp"
#include "bricard/math/expression.hpp"

namespace bricard::workbook {

// Our text of a number or function; a fault and "0" where it cannot be translated.
std::string text_of(const Law& law, const std::string& argument, Told& told);

// f1 up to the first limit, f2 up to the second, f3 from there on, of `argument`.
std::string piecewise(const std::vector<Law>& functions, const std::array<std::optional<double>, 2>& limits,
                      const std::string& argument, Told& told);

// An expression of t and parameters.
class TimeLaw {
 public:
  TimeLaw(const std::string& text, const std::map<std::string, double>& parameters);
  bool is_good() const { return is_good_; }
  double value(double t, int derivative = 0) const;

 private:
  std::array<Expression, 3> of_order_;
  bool is_good_ = false;
};

// Compares the typed derivatives of a driver with those of its function over the run; a difference is told.
void compare_derivatives(const DriverRow& driver, const std::string& text, double duration, Told& told);

}  // namespace bricard::workbook
