#include "bricard/io/workbook/laws.hpp"

#include <algorithm>
#include <cmath>

#include "bricard/core/text.hpp"
#include "bricard/io/workbook/formula.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard::workbook {

namespace {

constexpr int samples = 40;           // of a typed derivative, over the run

}  // namespace

std::string text_of(const Law& law, const std::string& argument, Told& told) {
  if (law.function.empty()) return to_text(law.number.value_or(0));
  const Translated translated = from_matlab(law.function, argument);
  if (!translated.text.empty()) return translated.text;
  told.fault(law.cell, "the function " + quoted(law.function) + " is not understood: " + translated.fault);
  return "0";
}

std::string piecewise(const std::vector<Law>& functions, const std::array<std::optional<double>, 2>& limits,
                      const std::string& argument, Told& told) {
  std::string text = text_of(functions.back(), argument, told);
  for (std::size_t i = functions.size() - 1; i-- > 0;)
    text = "if(" + argument + (i == 1 ? " < " : " <= ") + to_text(limits[i].value_or(0)) + ", " +
           text_of(functions[i], argument, told) + ", " + text + ')';
  return text;
}

TimeLaw::TimeLaw(const std::string& text, const std::map<std::string, double>& parameters) {
  Scope scope;
  scope.lookup = [&](std::string_view name) {
    Meaning meaning;
    if (name == "t") meaning.kind = Meaning::Kind::variable, meaning.variable = 0, meaning.rate_is_one = true;
    if (const auto found = parameters.find(std::string(name)); found != parameters.end())
      meaning.kind = Meaning::Kind::number, meaning.number = found->second;
    return meaning;
  };
  scope.table = [](std::string_view) { return nullptr; };
  std::vector<ExpressionFault> faults;
  of_order_[0] = Expression::parse(text, scope, faults);
  is_good_ = faults.empty();
  if (!is_good_) return;
  for (std::size_t i = 1; i < of_order_.size(); ++i) of_order_[i] = of_order_[i - 1].derivative(0);
}

double TimeLaw::value(double t, int derivative) const {
  std::vector<double> scratch;
  const std::array<double, 1> variables{t};
  return of_order_[static_cast<std::size_t>(derivative)].evaluate<double>(variables, scratch);
}

void compare_derivatives(const DriverRow& driver, const std::string& text, double duration, Told& told) {
  const TimeLaw ours(text, {});
  if (!ours.is_good()) return;
  for (int order = 1; order <= 2; ++order) {
    const Law& law = driver.laws[static_cast<std::size_t>(order)];
    if (!law.is_given()) continue;
    const std::string typed_text = text_of(law, "t", told);
    const TimeLaw typed(typed_text, {});
    double largest = 0, worst = 0, at = 0;
    for (int i = 0; typed.is_good() && i <= samples; ++i) {
      const double t = duration * i / samples, a = ours.value(t, order), b = typed.value(t);
      largest = std::max({largest, std::abs(a), std::abs(b)});
      if (std::abs(a - b) > worst) worst = std::abs(a - b), at = t;
    }
    if (worst > threshold::written_alike * largest)
      told.note(law.cell, std::string(order == 1 ? "the first" : "the second") +
                              " derivative as typed is not that of the function: at t = " + to_text(at) + " s " +
                              to_text(typed.value(at)) + " instead of " + to_text(ours.value(at, order)) +
                              "; that of the function is used");
  }
}

}  // namespace bricard::workbook
