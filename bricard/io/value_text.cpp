// Numbers and words of value_text.hpp.
#include "bricard/io/value_text.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "bricard/core/text.hpp"

namespace bricard {

std::string yaml_scalar(const std::string& text) {
  const auto is_word = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  const auto is_safe = [&](char c) { return is_word(c) || std::string_view(" .+-*/^()<>=").find(c) != std::string_view::npos; };
  const bool starts_well =
      !text.empty() && (is_word(text[0]) || text[0] == '(' || (text[0] == '-' && text.size() > 1 && is_word(text[1])));
  const bool is_null = text == "null" || text == "Null" || text == "NULL";
  if (starts_well && !is_null && text.back() != ' ' && std::all_of(text.begin(), text.end(), is_safe)) return text;
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string quoted = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      quoted += {'\\', c};
    else if (byte < 0x20 || byte == 0x7F)
      quoted += {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
    else
      quoted += c;
  }
  return quoted + '"';
}

std::string listed(const std::vector<std::string>& items) {
  std::string text = "[";
  for (const std::string& item : items) text += (text.size() > 1 ? ", " : "") + item;
  return text + ']';
}

std::string mapped(const std::vector<std::string>& entries) {
  const std::string list = listed(entries);
  return '{' + list.substr(1, list.size() - 2) + '}';
}

namespace {

// Ten digits: what a conversion of units leaves behind the fifteenth is of no use to a person.
std::string shown(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.10g", value);
  return to_text(std::strtod(text, nullptr));
}

}  // namespace

// In the file's own unit where that reads back exactly, else in SI with the unit.
std::string ValueText::number(double value, Dimension dimension) const {
  value += 0.0;  // no -0
  if (purpose_ == TextFor::person) return shown(value / model_.units.factor(dimension));
  const std::string unit = UnitSystem{}.name(dimension);
  if (model_.units.name(dimension) == unit) return to_text(value);
  const double factor = model_.units.factor(dimension);
  char text[40];
  for (const int digits : {15, 17}) {
    std::snprintf(text, sizeof text, "%.*g", digits, value / factor);
    if (std::strtod(text, nullptr) * factor == value) return to_text(std::strtod(text, nullptr));
  }
  return to_text(value) + ' ' + unit;
}

std::string ValueText::inertia(const Matrix3& I) const {
  if (planar()) return number(I(2, 2), dimension::inertia);
  std::vector<double> elements{I(0, 0), I(1, 1), I(2, 2)};
  if (I(0, 1) != 0 || I(1, 2) != 0 || I(0, 2) != 0) elements.insert(elements.end(), {I(0, 1), I(1, 2), I(0, 2)});
  std::vector<std::string> items;
  for (const double element : elements) items.push_back(number(element, dimension::inertia));
  return listed(items);
}

}  // namespace bricard
