// Reads a struct through its field table: one `read` per kind of member, and one loop over the fields. `read` returns false after
// a fault, which has been reported; the value is then as it was.
#pragma once
#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "bricard/core/text.hpp"
#include "bricard/io/body_values.hpp"
#include "bricard/io/other_names.hpp"
#include "bricard/io/value_reader.hpp"
#include "bricard/model/in_plane.hpp"
#include "bricard/model/names_of.hpp"

namespace bricard {

template <class T>
bool take(T& value, std::optional<T> found) {
  if (found) value = std::move(*found);
  return found.has_value();
}

inline std::string item_of(const std::string& where, std::size_t i) { return where + '[' + std::to_string(i) + ']'; }

inline bool read(ValueReader& values, double& value, const Node& node, const std::string& where, Dimension dimension) {
  return take(value, values.number(node, where, dimension));
}
inline bool read(ValueReader& values, Function& value, const Node& node, const std::string& where, Dimension dimension) {
  return take(value, values.function(node, where, dimension));
}
inline bool read(ValueReader& values, std::string& value, const Node& node, const std::string& where, Dimension) {
  return take(value, values.text(node, where));
}
// Absolute, so that it names the same file wherever the model is written to.
inline bool read(ValueReader& values, FileName& value, const Node& node, const std::string& where, Dimension) {
  const auto path = values.file(node, where);
  std::error_code error;
  if (path) value.path = std::filesystem::absolute(*path, error).lexically_normal().string();
  return path.has_value();
}
inline bool read(ValueReader& values, int& value, const Node& node, const std::string& where, Dimension) {
  return take(value, values.integer(node, where));
}
inline bool read(ValueReader& values, Point& value, const Node& node, const std::string& where, Dimension) {
  return take(value, values.point(node, where));
}
inline bool read(ValueReader& values, Direction& value, const Node& node, const std::string& where, Dimension) {
  return take(value, values.direction(node, where));
}
inline bool read(ValueReader& values, Inertia& value, const Node& node, const std::string& where, Dimension) {
  return take(value, read_inertia(values, node, where));
}

inline bool read(ValueReader& values, bool& value, const Node& node, const std::string& where, Dimension) {
  const auto word = values.text(node, where);
  if (word && *word != "true" && *word != "false")
    values.reading().fault(node, where, "expected `true` or `false`, found " + describe(node));
  else if (word)
    value = *word == "true";
  return word && (*word == "true" || *word == "false");
}

template <class Enum>
requires std::is_enum_v<Enum>
bool read(ValueReader& values, Enum& value, const Node& node, const std::string& where, Dimension) {
  const auto word = values.text(node, where);
  if (!word) return false;
  std::string expected;
  for (std::size_t i = 0; i < names_of<Enum>.size(); ++i) {
    if (names_of<Enum>[i] == *word) {
      value = static_cast<Enum>(i);
      return true;
    }
    expected += (i == 0 ? "" : ", ") + std::string(names_of<Enum>[i]);
  }
  values.reading().fault(node, where, "expected one of " + expected + ", found " + quoted(*word), meant(*word, names_of<Enum>));
  return false;
}

// Three components. In a planar model: of a rotation the number about z, perhaps as a list of one; of others [x, y].
template <class Three>
bool read_three(ValueReader& values, Three& value, const Node& node, const std::string& where, Dimension dimension) {
  values.reading().note(where, node);
  const bool about_z = values.planar() && is_rotational(dimension);
  if (about_z && (node.is_scalar() || (node.is_sequence() && node.items.size() == 1))) {
    for (int i = 0; i < 2; ++i) value[i] = 0.0;
    return read(values, value[2], node.is_scalar() ? node : node.items[0], node.is_scalar() ? where : item_of(where, 0),
                dimension);
  }
  const std::size_t count = values.planar() ? 2 : 3;
  if (about_z || !node.is_sequence() || node.items.size() != count) {
    const std::string expected = about_z ? "one number, about z" : "a list of " + std::to_string(count) + " numbers";
    values.reading().fault(node, where, "expected " + expected + ", found " + describe(node),
                           !values.planar() || about_z ? ""
                           : where.ends_with(".size")  ? "a shape of a planar model has two edges: [x, y]"
                                                       : "a planar model has two components: [x, y]");
    return false;
  }
  if (values.planar()) value[2] = 0.0;
  bool good = true;
  for (std::size_t i = 0; i < count; ++i) good = read(values, value[i], node.items[i], item_of(where, i), dimension) && good;
  return good;
}

inline bool read(ValueReader& values, Vector3& value, const Node& node, const std::string& where, Dimension dimension) {
  return read_three(values, value, node, where, dimension);
}
template <class T>
bool read(ValueReader& values, std::array<T, 3>& value, const Node& node, const std::string& where, Dimension dimension) {
  return read_three(values, value, node, where, dimension);
}

// [linear; angular] with the dimension of each entry; in a planar model x, y and the angle.
inline bool read(ValueReader& values, std::array<double, 6>& value, const Node& node, const std::string& where,
                 const std::array<Dimension, 6>& dimensions) {
  values.reading().note(where, node);
  const std::size_t count = values.planar() ? 3 : 6;
  if (!node.is_sequence() || node.items.size() != count) {
    values.reading().fault(node, where, "expected a list of " + std::to_string(count) + " numbers, found " + describe(node),
                           values.planar() ? "in a planar model: x, y, and about z" : "along x, y, z, then about x, y, z");
    return false;
  }
  bool good = true;
  value.fill(0);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t entry = values.planar() ? planar_three[i] : i;
    good = read(values, value[entry], node.items[i], item_of(where, i), dimensions[entry]) && good;
  }
  return good;
}
inline bool read(ValueReader& values, std::array<double, 6>& value, const Node& node, const std::string& where, Dimension) {
  std::array<Dimension, 6> dimensions;
  for (int i = 0; i < 6; ++i) dimensions[i] = wrench_dimension(i);
  return read(values, value, node, where, dimensions);
}
// A stiffness matrix in rows.
inline bool read(ValueReader& values, std::array<std::array<double, 6>, 6>& value, const Node& node, const std::string& where,
                 Dimension) {
  values.reading().note(where, node);
  const std::size_t count = values.planar() ? 3 : 6;
  if (!node.is_sequence() || node.items.size() != count) {
    const std::string n = std::to_string(count);
    values.reading().fault(node, where, "expected " + n + " rows of " + n + " numbers, found " + describe(node));
    return false;
  }
  bool good = true;
  for (auto& row : value) row.fill(0);
  for (std::size_t i = 0; i < count; ++i) {
    const int entry = static_cast<int>(values.planar() ? planar_three[i] : i);
    std::array<Dimension, 6> dimensions;
    for (int j = 0; j < 6; ++j) dimensions[j] = stiffness_dimension(entry, j);
    good = read(values, value[entry], node.items[i], item_of(where, i), dimensions) && good;
  }
  return good;
}

template <HasFields Struct>
bool read(ValueReader& values, Struct& value, const Node& node, const std::string& where, Dimension);

inline bool read(ValueReader& values, End& value, const Node& node, const std::string& where, Dimension) {
  values.reading().note(where, node);
  if (!check_keys(values.reading(), node, where, {"body", "at"})) return false;
  bool good = true;
  for (const char* key : {"body", "at"})
    if (!node.find(key) && !values.reading().is_spoilt(where + '.' + key)) {
      values.reading().fault(node, where, "the key " + quoted(key) + " is missing", "for instance {body: ground, at: [0, 0, 0]}");
      good = false;
    }
  if (const Node* body = node.find("body")) good = read(values, value.body, *body, where + ".body", {}) && good;
  if (const Node* at = node.find("at")) good = read(values, value.at, *at, where + ".at", dimension::length) && good;
  return good;
}

// `tolerance: 1e-6` or {relative: , absolute: }.
inline bool read(ValueReader& values, Tolerance& value, const Node& node, const std::string& where, Dimension) {
  if (node.is_scalar()) return read(values, value.relative, node, where, dimension::none);
  return read<Tolerance>(values, value, node, where, {});
}

template <class T>
bool read(ValueReader& values, std::optional<T>& value, const Node& node, const std::string& where, Dimension dimension) {
  T found{};
  const bool good = read(values, found, node, where, dimension);
  if (good) value = std::move(found);
  return good;
}

template <class T, std::size_t n>
bool read(ValueReader& values, std::array<T, n>& value, const Node& node, const std::string& where, Dimension dimension) {
  values.reading().note(where, node);
  if (!node.is_sequence() || node.items.size() != n) {
    values.reading().fault(node, where, "expected a list of " + std::to_string(n) + ", found " + describe(node));
    return false;
  }
  bool good = true;
  for (std::size_t i = 0; i < n; ++i) good = read(values, value[i], node.items[i], item_of(where, i), dimension) && good;
  return good;
}

// Values by name: {rod: 10, crank: 1}.
template <class T>
bool read(ValueReader& values, std::vector<std::pair<std::string, T>>& value, const Node& node, const std::string& where,
          Dimension dimension) {
  values.reading().note(where, node);
  if (!node.is_map()) {
    values.reading().fault(node, where, "expected names with values, found " + describe(node), "write {NAME: value, ..}");
    return false;
  }
  bool good = true;
  for (const auto& [key, item] : node.entries) {
    const std::string inner = where + '.' + key.text;
    const bool is_new =
        std::none_of(value.begin(), value.end(), [&name = key.text](const auto& known) { return known.first == name; });
    if (!key.is_scalar())
      values.reading().fault(key, where, "a name must be a word, found " + describe(key));
    else if (!is_new)
      values.reading().fault(key, inner, "the name is repeated", "keep one of them");
    if (!key.is_scalar() || !is_new) {
      good = false;
      continue;
    }
    values.reading().note_name(inner, key);
    T found{};
    if constexpr (std::is_same_v<T, Function>)  // of states: any unit will do, the number is in the file's units
      good = take(found, values.function(item, inner, std::nullopt)) && good;
    else
      good = read(values, found, item, inner, dimension) && good;
    value.emplace_back(key.text, std::move(found));
  }
  return good;
}

// A list; a single word is a list of one.
template <class T>
bool read(ValueReader& values, std::vector<T>& value, const Node& node, const std::string& where, Dimension dimension) {
  values.reading().note(where, node);
  if constexpr (std::is_same_v<T, std::string>)
    if (node.is_scalar()) {
      value = {node.text};
      return true;
    }
  if (!node.is_sequence()) {
    values.reading().fault(node, where, "expected a list, found " + describe(node));
    return false;
  }
  bool good = true;
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    T item{};
    if constexpr (std::is_same_v<T, double>)  // ratios of a coupler, of which each may have another unit
      good = take(item, values.number(node.items[i], item_of(where, i), {})) && good;
    else
      good = read(values, item, node.items[i], item_of(where, i), dimension) && good;
    value.push_back(std::move(item));
  }
  return good;
}

// The names of coordinates that joints have, with those of their rates or without.
inline std::vector<std::string_view> names_of_coordinates(bool with_rates) {
  std::vector<std::string_view> names;
  for (const CoordinateKey& each : coordinate_keys())
    if (with_rates || !each.is_rate) names.push_back(each.name);
  return names;
}

// Values of coordinates of a joint among the keys of a map that have been checked.
template <class Value>
bool read_coordinates(ValueReader& values, OfCoordinates<Value>& value, const Node& node, const std::string& where,
                      bool with_rates) {
  bool good = true;
  for (const auto& [key, item] : node.entries) {
    const CoordinateKey* known = find_coordinate_key(key.text);
    if (!known || (known->is_rate && !with_rates) || item.is_null()) continue;
    Value found{};
    const bool could = read(values, found, item, where + '.' + key.text, known->dimension());
    if (could) value[key.text] = std::move(found);
    good = could && good;
  }
  return good;
}

// The start of a joint.
inline bool read(ValueReader& values, Initial& value, const Node& node, const std::string& where, Dimension) {
  values.reading().note(where, node);
  return check_keys(values.reading(), node, where, names_of_coordinates(true)) &&
         read_coordinates(values, value, node, where, true);
}

template <class Struct>
std::vector<std::string_view> keys_of() {
  std::vector<std::string_view> keys;
  for_each_field<Struct>([&](const auto& field) {
    if (!field.name.empty()) return keys.push_back(field.name);
    const std::vector<std::string_view> names = names_of_coordinates(false);
    keys.insert(keys.end(), names.begin(), names.end());
  });
  return keys;
}

// One field of a map whose keys have been checked. `field` has name, help and presence.
template <class Field, class Member>
bool read_field(ValueReader& values, const Field& field, Member& member, Dimension dimension, const Node& node,
                const std::string& where) {
  const std::string inner = where + '.' + std::string(field.name);
  const Node* value = node.find(field.name);
  bool good = true;
  if (!value && field.presence == required && !values.reading().is_spoilt(inner)) {
    values.reading().spoil(inner);
    values.reading().fault(
        {values.reading().place(where, node), where, "the key " + quoted(field.name) + " is missing", std::string(field.help)});
    good = false;
  }
  if (!value || value->is_null()) return good;
  if constexpr (std::is_same_v<Member, std::optional<Orientation>>) {  // points give directions from `at`
    const Node* at = node.find("at");
    const auto origin = at && value->find("x_point") ? values.global_point(*at, where + ".at") : std::nullopt;
    const auto found = read_orientation(values, *value, inner, origin.value_or(Vector3::Zero()));
    if (found) member = *found;
    return found && good;
  } else if constexpr (!std::is_same_v<Member, Orientation>) {  // bodies: it may depend on others (ValueReader::placement)
    return read(values, member, *value, inner, dimension) && good;
  } else {
    return good;
  }
}

// Coordinates are keys of the struct itself.
template <class Field>
bool read_field(ValueReader& values, const Field&, OfCoordinates<Function>& member, Dimension, const Node& node,
                const std::string& where) {
  return read_coordinates(values, member, node, where, false);
}

// The fields of a struct from such a map.
template <class Struct>
bool read_fields(ValueReader& values, Struct& object, const Node& node, const std::string& where) {
  bool good = true;
  for_each_field<Struct>([&](const auto& field) {
    good = read_field(values, field, object.*field.member, dimension_of(object, field), node, where) && good;
  });
  return good;
}

// The fields of a kind of element.
template <class Info>
bool read_kind_fields(ValueReader& values, AnyKind<Info>& kind, const Node& node, const std::string& where) {
  bool good = true;
  kind.for_each_field([&](const KindField& field, auto& member) {
    const bool is_other = !field.where_given.empty() && node.find(field.where_given);
    good = read_field(values, field, member, is_other ? field.other : field.dimension, node, where) && good;
  });
  return good;
}

template <HasFields Struct>
bool read(ValueReader& values, Struct& value, const Node& node, const std::string& where, Dimension) {
  values.reading().note(where, node);
  return check_keys(values.reading(), node, where, keys_of<Struct>()) && read_fields(values, value, node, where);
}

}  // namespace bricard
