// Writes model files through the field tables: one `text_of` per kind of member, the mirror of field_reader.hpp.
#include "bricard/io/yaml_writer.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <type_traits>

#include "bricard/core/text.hpp"
#include "bricard/model/names_of.hpp"

namespace bricard {

namespace {

constexpr std::size_t line_length = 130;

// A scalar as YAML reads it back: plain where that is safe, else in double quotes.
std::string scalar(const std::string& text) {
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

std::string joined(const std::vector<std::string>& items, char open, char close, std::size_t indent, std::size_t start) {
  std::string text(1, open);
  std::size_t column = start + 1;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) text += ',';
    if (i > 0 && column + items[i].size() + 3 > line_length) {
      text += '\n' + std::string(indent, ' ');
      column = indent;
    } else if (i > 0) {
      text += ' ';
      ++column;
    }
    text += items[i];
    column += items[i].size() + 1;
  }
  return text + close;
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

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

class YamlWriter {
 public:
  explicit YamlWriter(const Model& model) : model_(model) {}
  std::string write();

 private:
  // In the file's own unit where that reads back exactly, else in SI with the unit.
  std::string number(double value, Dimension dimension) const;
  std::string vector(const Vector3& value, Dimension dimension) const;
  std::string inertia(const Matrix3& inertia) const;
  template <class T>
  std::string text_of(const T& value, Dimension dimension) const;
  // `key: value` for every field that differs from its default, and those that have none.
  template <class Struct, class Kind = Struct>
  std::vector<std::string> entries(const Struct& object) const;

  void line(const std::string& text) { text_ += text + '\n'; }
  template <class Element, class Text>
  void section(const char* name, const std::vector<Element>& elements, Text&& text);
  template <class Element>
  std::vector<std::string> element(const Element& element) const;
  void write_units();

  const Model& model_;
  std::string text_;
};

std::string YamlWriter::number(double value, Dimension dimension) const {
  value += 0.0;  // no -0
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

std::string YamlWriter::vector(const Vector3& value, Dimension dimension) const {
  return listed({number(value[0], dimension), number(value[1], dimension), number(value[2], dimension)});
}

std::string YamlWriter::inertia(const Matrix3& I) const {
  std::vector<double> elements{I(0, 0), I(1, 1), I(2, 2)};
  if (I(0, 1) != 0 || I(1, 2) != 0 || I(0, 2) != 0) elements.insert(elements.end(), {I(0, 1), I(1, 2), I(0, 2)});
  std::vector<std::string> items;
  for (const double element : elements) items.push_back(number(element, dimension::inertia));
  return listed(items);
}

template <class T>
std::string YamlWriter::text_of(const T& value, Dimension dimension) const {
  if constexpr (std::is_same_v<T, double>) {
    return number(value, dimension);
  } else if constexpr (std::is_same_v<T, bool>) {
    return value ? "true" : "false";
  } else if constexpr (std::is_same_v<T, std::string>) {
    return scalar(value);
  } else if constexpr (std::is_enum_v<T>) {
    return std::string(names_of<T>[static_cast<std::size_t>(value)]);
  } else if constexpr (std::is_same_v<T, Function>) {
    return value.is_number() ? number(value.number, dimension) : scalar(value.text);
  } else if constexpr (std::is_same_v<T, Vector3>) {
    return vector(value, dimension);
  } else if constexpr (std::is_same_v<T, Point>) {
    const std::string at = vector(value.at, dimension::length);
    return value.body.empty() ? at : mapped({"in: " + scalar(value.body), "at: " + at});
  } else if constexpr (std::is_same_v<T, Direction>) {
    const std::string axis = vector(value.axis, dimension::none);
    return value.body.empty() ? axis : mapped({"in: " + scalar(value.body), "axis: " + axis});
  } else if constexpr (std::is_same_v<T, Orientation>) {
    std::vector<std::string> items;
    for (const double e : value.quaternion) items.push_back(to_text(e + 0.0));
    return mapped({"quaternion: " + listed(items)});
  } else if constexpr (std::is_same_v<T, Inertia>) {
    return inertia(value.matrix);
  } else if constexpr (std::is_same_v<T, End>) {
    return mapped({"body: " + scalar(value.body), "at: " + text_of(value.at, dimension)});
  } else if constexpr (is_optional<T>) {
    return text_of(*value, dimension);
  } else if constexpr (requires { T::fields(); }) {
    return mapped(entries(value));
  } else {
    std::vector<std::string> items;
    for (const auto& item : value) items.push_back(text_of(item, dimension));
    return listed(items);
  }
}

template <class Struct, class Kind>
std::vector<std::string> YamlWriter::entries(const Struct& object) const {
  std::vector<std::string> entries;
  const Struct defaults{};
  for_each_field<Struct>([&](const auto& field) {
    const auto& value = object.*field.member;
    if (field.presence == required || !(value == defaults.*field.member))
      entries.push_back(std::string(field.name) + ": " + text_of(value, dimension_of<Kind>(field)));
  });
  return entries;
}

template <class Element>
std::vector<std::string> YamlWriter::element(const Element& element) const {
  if constexpr (requires { element.kind; }) {
    return std::visit(
        [&](const auto& kind) {
          using Kind = std::decay_t<decltype(kind)>;
          std::vector<std::string> all{"type: " + std::string(Kind::type)};
          for (std::string& entry : entries<Element, Kind>(element)) all.push_back(std::move(entry));
          for (std::string& entry : entries(kind)) all.push_back(std::move(entry));
          return all;
        },
        element.kind);
  } else {
    return entries(element);
  }
}

template <class Element, class Text>
void YamlWriter::section(const char* name, const std::vector<Element>& elements, Text&& text) {
  if (elements.empty()) return;
  line(std::string(name) + ':');
  for (const Element& each : elements) {
    const std::string start = "  " + scalar(each.name) + ": ";
    line(start + text(each, start.size()));
  }
}

void YamlWriter::write_units() {
  std::vector<std::string> entries;
  const UnitSystem si;
  const auto add = [&](const char* key, std::string UnitSystem::*unit) {
    if (model_.units.*unit != si.*unit) entries.push_back(std::string(key) + ": " + scalar(model_.units.*unit));
  };
  add("length", &UnitSystem::length);
  add("mass", &UnitSystem::mass);
  add("time", &UnitSystem::time);
  add("angle", &UnitSystem::angle);
  add("force", &UnitSystem::force);
  if (!entries.empty()) line("units: " + mapped(entries));
}

std::string YamlWriter::write() {
  const auto fields = [&](const auto& each, std::size_t column) { return joined(element(each), '{', '}', column + 1, column); };
  line("bricard: 1");
  if (!model_.name.empty()) line("name: " + scalar(model_.name));
  write_units();
  if (model_.gravity != Model{}.gravity) line("gravity: " + vector(model_.gravity, dimension::acceleration));
  section("parameters", model_.parameters, [&](const Parameter& each, std::size_t) { return to_text(each.value); });
  section("points", model_.points, [&](const NamedPoint& each, std::size_t) { return vector(each.at, dimension::length); });
  section("tables", model_.tables, [&](const Table& each, std::size_t column) {
    std::vector<std::string> points;
    for (const auto& [x, y] : each.points) points.push_back(listed({to_text(x), to_text(y)}));
    std::string text = "{points: " + joined(points, '[', ']', column + 10, column + 9);
    if (each.interpolation != Interpolation::linear) text += ", interpolation: " + text_of(each.interpolation, {});
    if (each.extrapolation != Extrapolation::linear) text += ", extrapolation: " + text_of(each.extrapolation, {});
    return text + '}';
  });
  section("bodies", model_.bodies, fields);
  section("joints", model_.joints, fields);
  section("constraints", model_.constraints, fields);
  section("drivers", model_.drivers, fields);
  section("forces", model_.forces, fields);
  section("sensors", model_.sensors, fields);
  section("outputs", model_.outputs, [&](const Output& each, std::size_t) {
    return each.value.is_number() ? to_text(each.value.number) : scalar(each.value.text);
  });
  if (model_.analysis) line("analysis: " + joined(element(*model_.analysis), '{', '}', 11, 10));
  return std::move(text_);
}

}  // namespace

std::string write_yaml(const Model& model) { return YamlWriter(model).write(); }

}  // namespace bricard
