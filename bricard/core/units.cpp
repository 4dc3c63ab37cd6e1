// Units of a model file. Factors are exact by definition (SI brochure, 9th ed., 2019; NIST SP 811 for inch, pound, pound-force).
#include "bricard/core/units.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numbers>
#include <utility>

#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"

namespace bricard {
namespace {

struct NamedUnit {
  std::string_view name;
  double factor;
  Dimension dimension;
  operator std::string_view() const { return name; }
};

namespace d = dimension;
constexpr double pi = std::numbers::pi;
constexpr double gravity = 9.80665;
constexpr double pound = 0.45359237;
constexpr double inch = 0.0254;
constexpr Dimension frequency = d::none / d::time;
constexpr Dimension pressure = d::force / d::length / d::length;
constexpr Dimension power = d::energy / d::time;

// `t` is time in every expression, so the tonne is written out: `2 m/s*t` is a length.
constexpr std::array known_units = {
    NamedUnit{"m", 1, d::length},
    NamedUnit{"km", 1e3, d::length},
    NamedUnit{"dm", 1e-1, d::length},
    NamedUnit{"cm", 1e-2, d::length},
    NamedUnit{"mm", 1e-3, d::length},
    NamedUnit{"um", 1e-6, d::length},
    NamedUnit{"nm", 1e-9, d::length},
    NamedUnit{"in", inch, d::length},
    NamedUnit{"ft", 12 * inch, d::length},
    NamedUnit{"yd", 36 * inch, d::length},
    NamedUnit{"mi", 63360 * inch, d::length},
    NamedUnit{"kg", 1, d::mass},
    NamedUnit{"g", 1e-3, d::mass},
    NamedUnit{"mg", 1e-6, d::mass},
    NamedUnit{"tonne", 1e3, d::mass},
    NamedUnit{"lb", pound, d::mass},
    NamedUnit{"lbm", pound, d::mass},
    NamedUnit{"slug", pound* gravity / (12 * inch), d::mass},
    NamedUnit{"s", 1, d::time},
    NamedUnit{"ms", 1e-3, d::time},
    NamedUnit{"us", 1e-6, d::time},
    NamedUnit{"min", 60, d::time},
    NamedUnit{"h", 3600, d::time},
    NamedUnit{"rad", 1, d::angle},
    NamedUnit{"mrad", 1e-3, d::angle},
    NamedUnit{"deg", pi / 180, d::angle},
    NamedUnit{"rev", 2 * pi, d::angle},
    NamedUnit{"N", 1, d::force},
    NamedUnit{"mN", 1e-3, d::force},
    NamedUnit{"kN", 1e3, d::force},
    NamedUnit{"MN", 1e6, d::force},
    NamedUnit{"lbf", pound* gravity, d::force},
    NamedUnit{"kgf", gravity, d::force},
    NamedUnit{"Nm", 1, d::torque},
    NamedUnit{"Nmm", 1e-3, d::torque},
    NamedUnit{"kNm", 1e3, d::torque},
    NamedUnit{"J", 1, d::energy},
    NamedUnit{"mJ", 1e-3, d::energy},
    NamedUnit{"kJ", 1e3, d::energy},
    NamedUnit{"W", 1, power},
    NamedUnit{"mW", 1e-3, power},
    NamedUnit{"kW", 1e3, power},
    NamedUnit{"Pa", 1, pressure},
    NamedUnit{"kPa", 1e3, pressure},
    NamedUnit{"MPa", 1e6, pressure},
    NamedUnit{"GPa", 1e9, pressure},
    NamedUnit{"bar", 1e5, pressure},
    NamedUnit{"Hz", 1, frequency},
    NamedUnit{"kHz", 1e3, frequency},
    NamedUnit{"rpm", 2 * pi / 60, d::angular_speed},
    NamedUnit{"mph", 63360 * inch / 3600, d::speed},
    NamedUnit{"g0", gravity, d::acceleration},
};

const NamedUnit* find_unit(std::string_view name) {
  for (const NamedUnit& unit : known_units)
    if (unit.name == name) return &unit;
  return nullptr;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_blank(char c) { return c == ' ' || c == '\t'; }

std::size_t skip_blanks(std::string_view text, std::size_t at) {
  while (at < text.size() && is_blank(text[at])) ++at;
  return at;
}

// A unit name at the start of the text, if the whole word is one and it is not called as a function.
const NamedUnit* name_prefix(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && (is_letter(text[end]) || (end > 0 && (is_digit(text[end]) || text[end] == '.')))) ++end;
  const std::size_t next = skip_blanks(text, end);
  if (next < text.size() && text[next] == '(') return nullptr;
  return find_unit(text.substr(0, end));
}

// `^3`, `^-2`; size 0 if there is no small whole exponent.
std::pair<int, std::size_t> exponent_prefix(std::string_view text) {
  if (text.size() < 2 || text[0] != '^') return {1, 0};
  std::size_t at = text[1] == '-' ? 2 : 1;
  const std::size_t first = at;
  int exponent = 0;
  for (; at < text.size() && is_digit(text[at]); ++at) {
    if (at - first >= 1) return {1, 0};
    exponent = text[at] - '0';
  }
  if (at == first || (at < text.size() && (is_letter(text[at]) || text[at] == '.'))) return {1, 0};
  return {text[1] == '-' ? -exponent : exponent, at};
}

void multiply(Unit& unit, const NamedUnit& factor, int exponent) {
  for (int i = 0; i < std::abs(exponent); ++i) {
    unit.factor = exponent > 0 ? unit.factor * factor.factor : unit.factor / factor.factor;
    unit.dimension = exponent > 0 ? unit.dimension * factor.dimension : unit.dimension / factor.dimension;
  }
}

// "a*b^2/c" from names and exponents.
std::string product(const std::array<std::pair<std::string_view, int>, 5>& parts, std::string_view one) {
  std::string text;
  for (const auto& [name, exponent] : parts) {
    if (exponent <= 0) continue;
    if (!text.empty()) text += '*';
    text += name;
    if (exponent > 1) text += "^" + std::to_string(exponent);
  }
  for (const auto& [name, exponent] : parts) {
    if (exponent >= 0) continue;
    if (text.empty()) text = "1";
    text += "/";
    text += name;
    if (exponent < -1) text += "^" + std::to_string(-exponent);
  }
  return text.empty() ? std::string(one) : text;
}

Dimension without_force(Dimension a) { return {a.length + a.force, a.mass + a.force, a.time - 2 * a.force, a.angle, 0}; }

}  // namespace

double UnitSystem::factor(Dimension dimension) const {
  double result = 1;
  const auto multiply_by = [&](const std::string& name, Dimension kind, int exponent) {
    if (exponent == 0) return;
    const NamedUnit* unit = find_unit(name);
    if (!unit || unit->dimension != kind)
      throw Error("units." + to_string(kind), quoted(name) + " is no unit of " + to_string(kind),
                  did_you_mean(name, known_units));
    for (int i = 0; i < exponent; ++i) result *= unit->factor;
    for (int i = 0; i > exponent; --i) result /= unit->factor;
  };
  multiply_by(force, d::force, dimension.force);
  multiply_by(mass, d::mass, dimension.mass);
  multiply_by(length, d::length, dimension.length);
  multiply_by(angle, d::angle, dimension.angle);
  multiply_by(time, d::time, dimension.time);
  return result;
}

std::string UnitSystem::name(Dimension dimension) const {
  return product({{{force, dimension.force},
                   {mass, dimension.mass},
                   {length, dimension.length},
                   {angle, dimension.angle},
                   {time, dimension.time}}},
                 "1");
}

UnitPrefix unit_prefix(std::string_view text) {
  UnitPrefix result;
  std::size_t at = text.substr(0, 2) == "1/" ? 2 : 0;
  int sign = at > 0 ? -1 : 1;
  for (int count = 0; count < 32; ++count) {  // more factors than any unit has: exponents stay small
    const NamedUnit* unit = name_prefix(text.substr(at));
    if (!unit) break;
    at += unit->name.size();
    const auto [exponent, size] = exponent_prefix(text.substr(at));
    multiply(result.unit, *unit, sign * exponent);
    at += size;
    result.size = at;
    if (at >= text.size() || (text[at] != '*' && text[at] != '/')) break;
    sign = text[at++] == '*' ? 1 : -1;
  }
  return result;
}

std::optional<Unit> parse_unit(std::string_view text) {
  const UnitPrefix prefix = unit_prefix(text);
  if (prefix.size == 0 || prefix.size != text.size()) return std::nullopt;
  return prefix.unit;
}

std::size_t number_prefix(std::string_view text, double& number) {
  const std::size_t sign = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
  const auto digit_at = [&](std::size_t i) { return i < text.size() && is_digit(text[i]); };
  if (!digit_at(sign) && !(sign < text.size() && text[sign] == '.' && digit_at(sign + 1))) return 0;
  const char* const first = text.data() + (sign == 1 && text[0] == '+' ? 1 : 0);
  const auto [end, status] = std::from_chars(first, text.data() + text.size(), number);
  const auto size = static_cast<std::size_t>(end - text.data());
  if (status == std::errc::result_out_of_range) number = HUGE_VAL;
  return size;
}

std::optional<Quantity> parse_quantity(std::string_view text) {
  const auto blank = [](char c) { return is_blank(c) || c == '\n' || c == '\r'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  Quantity quantity;
  const std::size_t size = number_prefix(text, quantity.number);
  if (size == 0 || !std::isfinite(quantity.number)) return std::nullopt;
  if (size == text.size()) return quantity;
  const std::size_t at = skip_blanks(text, size);
  if (at == size) return std::nullopt;
  quantity.unit = parse_unit(text.substr(at));
  quantity.unit_text = text.substr(at);
  if (!quantity.unit) return std::nullopt;
  return quantity;
}

std::string nearest_unit(std::string_view name) { return nearest(name, known_units); }

bool compatible(Dimension a, Dimension b) { return without_force(a) == without_force(b); }

std::string to_string(Dimension dimension) {
  return product({{{"force", dimension.force},
                   {"mass", dimension.mass},
                   {"length", dimension.length},
                   {"angle", dimension.angle},
                   {"time", dimension.time}}},
                 "pure number");
}

}  // namespace bricard
