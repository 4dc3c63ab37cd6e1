// The values of a Model as text, through the field tables: one `of` per kind of member, the mirror of field_reader.hpp. In a file
// they read back exactly; people see them in the file's units with ten digits, and what is inside a value as a line of its own.
#pragma once
#include <algorithm>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "bricard/model/in_plane.hpp"
#include "bricard/model/model.hpp"
#include "bricard/model/names_of.hpp"

namespace bricard {

enum class TextFor { file, person };

// One field of an element that differs from its default, or has none.
struct FieldText {
  std::string key, value;
  Dimension dimension;  // of the numbers in it; none where they have several
  std::string_view help;
};

// "[a, b]" and "{a, b}".
std::string listed(const std::vector<std::string>& items);
std::string mapped(const std::vector<std::string>& entries);

// A scalar as YAML reads it back: plain where that is safe, else in double quotes.
std::string yaml_scalar(const std::string& text);

namespace value_text {

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

template <class T>
struct Inside {
  using Type = T;
};
template <class T>
struct Inside<std::optional<T>> {
  using Type = T;
};

template <class T>
inline constexpr bool is_of_coordinates = false;
template <class T>
inline constexpr bool is_of_coordinates<OfCoordinates<T>> = true;

template <class T>
inline constexpr bool is_three = std::is_same_v<T, Vector3>;
template <class T>
inline constexpr bool is_three<std::array<T, 3>> = true;

}  // namespace value_text

class ValueText {
 public:
  // The model must outlive it.
  explicit ValueText(const Model& model, TextFor purpose) : model_(model), purpose_(purpose) {}

  std::string number(double value, Dimension dimension) const;
  std::string word(const std::string& text) const { return purpose_ == TextFor::file ? yaml_scalar(text) : text; }
  template <class T>
  std::string of(const T& value, Dimension dimension) const;
  // Every field that differs from its default, and those that have none.
  template <class Struct>
  std::vector<FieldText> fields(const Struct& object) const;
  // Of an element with a kind: its own fields, then those of the kind.
  template <class Element>
  std::vector<FieldText> element(const Element& element) const;

 private:
  // One by one, each in the unit of its coordinate.
  template <class Value>
  std::vector<FieldText> coordinates(const OfCoordinates<Value>& value, std::string_view help) const;
  // One field, unless it has its default.
  template <class Field, class Value>
  void add_field(const Field& field, const Value& value, const Value& otherwise, Dimension dimension,
                 std::vector<FieldText>& all) const;
  // [x, y, z]; of a planar model [x, y], or the number about z.
  template <class Three>
  std::string three(const Three& value, Dimension dimension) const;
  std::string inertia(const Matrix3& inertia) const;
  template <class Dimensions>
  std::string six(const std::array<double, 6>& value, Dimensions&& dimension) const;
  template <class T>
  Dimension shown_dimension(Dimension dimension) const;
  bool planar() const { return model_.dimension == 2; }
  static bool is_planar(int i) { return i < 2 || i == 5; }

  const Model& model_;
  TextFor purpose_;
};

template <class Three>
std::string ValueText::three(const Three& value, Dimension dimension) const {
  if (planar() && is_rotational(dimension)) return of(value[2], dimension);
  std::vector<std::string> items;
  for (int i = 0; i < (planar() ? 2 : 3); ++i) items.push_back(of(value[i], dimension));
  return listed(items);
}

template <class T>
std::string ValueText::of(const T& value, Dimension dimension) const {
  if constexpr (std::is_same_v<T, double>) {
    return number(value, dimension);
  } else if constexpr (std::is_same_v<T, int>) {
    return std::to_string(value);
  } else if constexpr (std::is_same_v<T, bool>) {
    return value ? "true" : "false";
  } else if constexpr (std::is_same_v<T, FileName>) {
    return word(value.path);
  } else if constexpr (std::is_same_v<T, std::string>) {
    return word(value);
  } else if constexpr (std::is_enum_v<T>) {
    return std::string(names_of<T>[static_cast<std::size_t>(value)]);
  } else if constexpr (std::is_same_v<T, Function>) {
    return value.is_number() ? number(value.number, dimension) : word(value.text);
  } else if constexpr (value_text::is_three<T>) {
    return three(value, dimension);
  } else if constexpr (std::is_same_v<T, std::array<double, 6>>) {
    return six(value, [](int i) { return wrench_dimension(i); });
  } else if constexpr (std::is_same_v<T, std::array<std::array<double, 6>, 6>>) {
    std::vector<std::string> rows;
    for (int i = 0; i < 6; ++i)
      if (!planar() || is_planar(i)) rows.push_back(six(value[i], [&](int j) { return stiffness_dimension(i, j); }));
    return listed(rows);
  } else if constexpr (std::is_same_v<T, Point>) {
    const std::string at = three(value.at, dimension::length);
    return value.body.empty() ? at : mapped({"in: " + word(value.body), "at: " + at});
  } else if constexpr (std::is_same_v<T, Direction>) {
    std::string axis = three(value.axis, dimension::none);
    if (planar() && value.axis == -Vector3::UnitZ()) axis = "[0, 0, -1]";
    return value.body.empty() ? axis : mapped({"in: " + word(value.body), "axis: " + axis});
  } else if constexpr (std::is_same_v<T, Orientation>) {
    if (planar()) return number(value.angle, dimension::angle);
    std::vector<std::string> items;
    for (const double e : value.quaternion) items.push_back(number(e, dimension::none));
    return mapped({"quaternion: " + listed(items)});
  } else if constexpr (std::is_same_v<T, Inertia>) {
    return inertia(value.matrix);
  } else if constexpr (std::is_same_v<T, End>) {
    return mapped({"body: " + word(value.body), "at: " + of(value.at, dimension)});
  } else if constexpr (value_text::is_optional<T>) {
    return of(*value, dimension);
  } else if constexpr (value_text::is_of_coordinates<T>) {
    std::vector<std::string> entries;
    for (const FieldText& each : coordinates(value, "")) entries.push_back(each.key + ": " + each.value);
    return mapped(entries);
  } else if constexpr (HasFields<T>) {
    std::vector<std::string> entries;
    for (const FieldText& each : fields(value)) entries.push_back(each.key + ": " + each.value);
    return mapped(entries);
  } else if constexpr (requires { value.front().second; }) {  // values by name
    std::vector<std::string> items;
    for (const auto& [name, item] : value) items.push_back(word(name) + ": " + of(item, dimension));
    return mapped(items);
  } else {
    std::vector<std::string> items;
    for (const auto& item : value) items.push_back(of(item, dimension));
    return listed(items);
  }
}

template <class Value>
std::vector<FieldText> ValueText::coordinates(const OfCoordinates<Value>& value, std::string_view help) const {
  std::vector<FieldText> texts;
  for (const auto& [name, each] : value.list) {
    const CoordinateKey* key = find_coordinate_key(name);
    const Dimension dimension = key ? key->dimension() : dimension::none;
    texts.push_back({name, of(each, dimension), dimension, help});
  }
  return texts;
}

// Along and about the axes; the dimension of each entry is its own.
template <class Dimensions>
std::string ValueText::six(const std::array<double, 6>& value, Dimensions&& dimension) const {
  std::vector<std::string> items;
  for (int i = 0; i < 6; ++i)
    if (!planar() || is_planar(i)) items.push_back(number(value[i], dimension(i)));
  return listed(items);
}

// Values that hold lengths or angles though their field has no dimension, and those that hold several dimensions.
template <class T>
Dimension ValueText::shown_dimension(Dimension dimension) const {
  if constexpr (std::is_same_v<T, Orientation>) return planar() ? dimension::angle : dimension::none;
  if constexpr (std::is_same_v<T, End> || std::is_same_v<T, std::vector<Geometry>>) return dimension::length;
  if constexpr (std::is_same_v<T, std::array<double, 6>> || std::is_same_v<T, std::array<std::array<double, 6>, 6>>)
    return dimension::none;
  return dimension;
}

template <class Field, class Member>
void ValueText::add_field(const Field& field, const Member& value, const Member& otherwise, Dimension dimension,
                          std::vector<FieldText>& all) const {
  using Value = typename value_text::Inside<Member>::Type;
  if constexpr (std::is_same_v<Value, Direction>)
    if (planar() && value == std::optional<Direction>(Direction{Vector3::UnitZ(), ""}))
      return;  // an axis of rotation, which planar files do not write
  if (field.presence != required && value == otherwise) return;
  if constexpr (value_text::is_of_coordinates<Value>) {
    if (purpose_ == TextFor::person || field.name.empty()) {
      const Value* inner = nullptr;
      if constexpr (std::is_same_v<Value, Member>)
        inner = &value;
      else
        inner = &*value;
      for (FieldText& each : coordinates(*inner, field.help)) {
        if (!field.name.empty()) each.key = std::string(field.name) + '.' + each.key;
        all.push_back(std::move(each));
      }
      return;
    }
  }
  if constexpr (HasFields<Value>) {
    if (purpose_ == TextFor::person) {
      const Value* inner = nullptr;
      if constexpr (std::is_same_v<Value, Member>)
        inner = &value;
      else
        inner = &*value;
      for (FieldText& each : fields(*inner)) {
        each.key = std::string(field.name) + '.' + each.key;
        all.push_back(std::move(each));
      }
      return;
    }
  }
  FieldText& text = all.emplace_back();
  text.key = field.name;
  text.value = of(value, dimension);
  text.dimension = shown_dimension<Value>(dimension);
  text.help = field.help;
}

template <class Struct>
std::vector<FieldText> ValueText::fields(const Struct& object) const {
  std::vector<FieldText> all;
  const Struct defaults{};
  for_each_field<Struct>([&](const auto& field) {
    add_field(field, object.*field.member, defaults.*field.member, dimension_of(object, field), all);
  });
  return all;
}

template <class Element>
std::vector<FieldText> ValueText::element(const Element& element) const {
  std::vector<FieldText> all = fields(element);
  if constexpr (requires { element.kind; }) {
    std::vector<std::string_view> given;
    element.kind.for_each_field_and_default([&](const KindField& field, const auto& value, const auto& otherwise) {
      if (!(value == otherwise)) given.push_back(field.name);
      const bool is_other = std::find(given.begin(), given.end(), field.where_given) != given.end();
      add_field(field, value, otherwise, is_other ? field.other : field.dimension, all);
    });
  }
  return all;
}

}  // namespace bricard
