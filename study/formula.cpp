#include "study/formula.hpp"

#include <algorithm>
#include <cmath>

#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"
#include "study/small_numbers.hpp"

namespace bricard::study {

Formula::Formula(const std::string& text, const std::vector<std::string>& names, const std::string& hint) {
  Scope scope;
  scope.lookup = [&](std::string_view name) {
    Meaning meaning;
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) return meaning;
    meaning.kind = Meaning::Kind::variable;
    meaning.variable = static_cast<int>(found - names.begin());
    return meaning;
  };
  scope.suggest = [&](std::string_view name) { return nearest(name, names); };
  scope.table = [](std::string_view) { return nullptr; };
  std::vector<ExpressionFault> faults;
  expression_ = Expression::parse(text, scope, faults);
  if (!faults.empty()) throw Error("", quoted(text) + ": " + faults[0].what, faults[0].hint.empty() ? hint : faults[0].hint);
}

double Formula::operator()(std::span<const double> values) const {
  std::vector<double> scratch;
  return expression_.evaluate<double>(values, scratch);
}

double Condition::signed_excess(std::span<const double> values) const {
  const double f = difference(values);
  return side == Side::above ? -f : f;
}

double Condition::excess(std::span<const double> values) const {
  const double f = signed_excess(values);
  return side == Side::equal ? std::abs(f) : f;
}

bool Condition::holds(std::span<const double> values) const { return excess(values) <= (side == Side::equal ? met_equality : 0); }

Condition condition_of(const std::string& text, const std::vector<std::string>& names) {
  constexpr const char* hint = "write one comparison, for instance bump_steer < 0.5";
  std::vector<std::size_t> places;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')') --depth;
    const bool second = text[i] == '=' && i > 0 && std::string_view("<>=!").find(text[i - 1]) != std::string_view::npos;
    if (depth == 0 && !second && std::string_view("<>=!").find(text[i]) != std::string_view::npos) places.push_back(i);
  }
  if (places.size() != 1) throw Error("", quoted(text) + " is not one comparison", hint);
  const std::size_t at = places[0], size = at + 1 < text.size() && text[at + 1] == '=' ? 2 : 1;
  const std::string sign = text.substr(at, size);
  if (sign == "=" || sign[0] == '!') throw Error("", quoted(text) + " has " + quoted(sign) + " for a comparison", hint);
  Condition condition;
  condition.text = text;
  condition.side = sign[0] == '<' ? Condition::Side::below : sign[0] == '>' ? Condition::Side::above : Condition::Side::equal;
  condition.difference = Formula('(' + text.substr(0, at) + ") - (" + text.substr(at + size) + ')', names);
  return condition;
}

}  // namespace bricard::study
