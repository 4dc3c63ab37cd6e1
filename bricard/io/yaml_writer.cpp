// Writes model files through the field tables: one `text_of` per kind of member, the mirror of field_reader.hpp.
#include "bricard/io/yaml_writer.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <type_traits>

#include "bricard/core/text.hpp"
#include "bricard/model/names_of.hpp"
#include "bricard/model/planar.hpp"

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

template <class T>
inline constexpr bool is_three = std::is_same_v<T, Vector3>;
template <class T>
inline constexpr bool is_three<std::array<T, 3>> = true;

class YamlWriter {
 public:
  explicit YamlWriter(const Model& model) : model_(model) {}
  std::string write();

 private:
  // In the file's own unit where that reads back exactly, else in SI with the unit.
  std::string number(double value, Dimension dimension) const;
  // [x, y, z]; of a planar model [x, y], or the number about z.
  template <class Three>
  std::string three(const Three& value, Dimension dimension) const;
  std::string vector(const Vector3& value, Dimension dimension) const { return three(value, dimension); }
  std::string inertia(const Matrix3& inertia) const;
  template <class T>
  std::string text_of(const T& value, Dimension dimension) const;
  template <class Dimensions>
  std::string six(const std::array<double, 6>& value, Dimensions&& dimension) const;
  bool planar() const { return model_.dimension == 2; }
  static bool is_planar(int i) { return i < 2 || i == 5; }
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

template <class Three>
std::string YamlWriter::three(const Three& value, Dimension dimension) const {
  if (planar() && is_rotational(dimension)) return text_of(value[2], dimension);
  std::vector<std::string> items;
  for (int i = 0; i < (planar() ? 2 : 3); ++i) items.push_back(text_of(value[i], dimension));
  return listed(items);
}

std::string YamlWriter::inertia(const Matrix3& I) const {
  if (planar()) return number(I(2, 2), dimension::inertia);
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
  } else if constexpr (std::is_same_v<T, int>) {
    return std::to_string(value);
  } else if constexpr (std::is_same_v<T, bool>) {
    return value ? "true" : "false";
  } else if constexpr (std::is_same_v<T, std::string>) {
    return scalar(value);
  } else if constexpr (std::is_enum_v<T>) {
    return std::string(names_of<T>[static_cast<std::size_t>(value)]);
  } else if constexpr (std::is_same_v<T, Function>) {
    return value.is_number() ? number(value.number, dimension) : scalar(value.text);
  } else if constexpr (is_three<T>) {
    return three(value, dimension);
  } else if constexpr (std::is_same_v<T, std::array<double, 6>>) {
    return six(value, [](int i) { return wrench_dimension(i); });
  } else if constexpr (std::is_same_v<T, std::array<std::array<double, 6>, 6>>) {
    std::vector<std::string> rows;
    for (int i = 0; i < 6; ++i)
      if (!planar() || is_planar(i)) rows.push_back(six(value[i], [&](int j) { return stiffness_dimension(i, j); }));
    return listed(rows);
  } else if constexpr (std::is_same_v<T, Point>) {
    const std::string at = vector(value.at, dimension::length);
    return value.body.empty() ? at : mapped({"in: " + scalar(value.body), "at: " + at});
  } else if constexpr (std::is_same_v<T, Direction>) {
    std::string axis = vector(value.axis, dimension::none);
    if (planar() && value.axis == -Vector3::UnitZ()) axis = "[0, 0, -1]";
    return value.body.empty() ? axis : mapped({"in: " + scalar(value.body), "axis: " + axis});
  } else if constexpr (std::is_same_v<T, Orientation>) {
    if (planar()) return number(value.angle, dimension::angle);
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
  } else if constexpr (requires { value.front().second; }) {  // values by name
    std::vector<std::string> items;
    for (const auto& [name, item] : value) items.push_back(scalar(name) + ": " + text_of(item, dimension));
    return mapped(items);
  } else {
    std::vector<std::string> items;
    for (const auto& item : value) items.push_back(text_of(item, dimension));
    return listed(items);
  }
}

// Along and about the axes; the dimension of each entry is its own.
template <class Dimensions>
std::string YamlWriter::six(const std::array<double, 6>& value, Dimensions&& dimension) const {
  std::vector<std::string> items;
  for (int i = 0; i < 6; ++i)
    if (!planar() || is_planar(i)) items.push_back(number(value[i], dimension(i)));
  return listed(items);
}

template <class Struct, class Kind>
std::vector<std::string> YamlWriter::entries(const Struct& object) const {
  std::vector<std::string> entries;
  const Struct defaults{};
  const std::optional<Direction> z{Direction{Vector3::UnitZ(), ""}};
  for_each_field<Struct>([&](const auto& field) {
    const auto& value = object.*field.member;
    if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::optional<Direction>>)
      if (planar() && value == z) return;  // an axis of rotation, which planar files do not write
    if (field.presence == required || !(value == defaults.*field.member))
      entries.push_back(std::string(field.name) + ": " + text_of(value, dimension_of<Kind>(object, field)));
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
  if (planar()) line("dimension: 2");
  write_units();
  if (model_.gravity != default_gravity(model_.dimension)) line("gravity: " + vector(model_.gravity, dimension::acceleration));
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
  const auto function = [&](const auto& each, std::size_t) { return text_of(each.value, dimension::none); };
  section("inputs", model_.inputs, function);
  section("states", model_.states, fields);
  section("events", model_.events, fields);
  section("outputs", model_.outputs, function);
  if (model_.analysis) line("analysis: " + joined(element(*model_.analysis), '{', '}', 11, 10));
  return std::move(text_);
}

}  // namespace

std::string write_yaml(const Model& model) { return YamlWriter(model).write(); }

}  // namespace bricard
