// The rows of a table of keys, from a field table: what a key holds, its meaning, its dimension and its default.
#pragma once
#include <algorithm>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

#include "bricard/core/text.hpp"
#include "bricard/model/names_of.hpp"

namespace bricard {

struct Key {
  std::string name, value, meaning;
  std::vector<Dimension> dimensions = {};  // several where entries differ, as in a stiffness matrix; none: not a quantity
  std::string otherwise = {};              // its default; "required": it has none
};

// Whether an element uses a key that all elements of its section share.
enum class KeyUse { none, optional, required };

template <class T>
inline constexpr bool always_false = false;

template <class T>
struct InnerOf {
  using Type = T;
};
template <class T>
struct InnerOf<std::optional<T>> {
  using Type = T;
};

// "point", "function", "3 numbers", the words of an enum: what a user writes after the colon.
template <class T>
std::string value_word() {
  using Names = std::vector<std::string>;
  if constexpr (std::is_same_v<T, double>) {
    return "number";
  } else if constexpr (std::is_same_v<T, int>) {
    return "whole number";
  } else if constexpr (std::is_same_v<T, bool>) {
    return "`true` or `false`";
  } else if constexpr (std::is_same_v<T, std::string>) {
    return "name";
  } else if constexpr (std::is_same_v<T, Function>) {
    return "number or function";
  } else if constexpr (std::is_same_v<T, Point>) {
    return "point";
  } else if constexpr (std::is_same_v<T, Direction>) {
    return "direction";
  } else if constexpr (std::is_same_v<T, Orientation>) {
    return "orientation";
  } else if constexpr (std::is_same_v<T, Inertia>) {
    return "3 or 6 numbers";
  } else if constexpr (std::is_same_v<T, End>) {
    return "body and point";
  } else if constexpr (std::is_same_v<T, Vector3> || std::is_same_v<T, std::array<double, 3>>) {
    return "3 numbers";
  } else if constexpr (std::is_same_v<T, std::array<Function, 3>>) {
    return "3 functions";
  } else if constexpr (std::is_same_v<T, std::array<double, 6>>) {
    return "6 numbers";
  } else if constexpr (std::is_same_v<T, std::array<std::array<double, 6>, 6>>) {
    return "6 rows of 6 numbers";
  } else if constexpr (std::is_same_v<T, std::array<std::string, 2>>) {
    return "2 names";
  } else if constexpr (std::is_same_v<T, FileName>) {
    return "path";
  } else if constexpr (std::is_same_v<T, Names>) {
    return "names";
  } else if constexpr (std::is_same_v<T, std::vector<double>>) {
    return "numbers";
  } else if constexpr (std::is_same_v<T, std::vector<std::pair<std::string, double>>>) {
    return "names with numbers";
  } else if constexpr (std::is_same_v<T, std::vector<std::pair<std::string, Function>>>) {
    return "names with functions";
  } else if constexpr (std::is_same_v<T, Initial>) {
    return "keys";
  } else if constexpr (std::is_same_v<T, OfCoordinates<Function>>) {
    return "coordinates with functions";
  } else if constexpr (std::is_same_v<T, std::vector<Geometry>>) {
    return "list of keys";
  } else if constexpr (std::is_enum_v<T>) {
    std::string words;
    for (const std::string_view word : names_of<T>) words += (words.empty() ? "`" : ", `") + std::string(word) + "`";
    return words;
  } else if constexpr (HasFields<T>) {
    return "keys";
  } else {
    static_assert(always_false<T>, "say what a user writes for a member of this type");
  }
}

// The default of a field is that of its member; empty: nothing.
template <class T>
std::string default_text(const T& value) {
  if constexpr (std::is_same_v<T, double>) {
    return to_text(value);
  } else if constexpr (std::is_same_v<T, int>) {
    return std::to_string(value);
  } else if constexpr (std::is_same_v<T, bool>) {
    return value ? "`true`" : "`false`";
  } else if constexpr (std::is_same_v<T, std::string>) {
    return value.empty() ? "" : "`" + value + "`";
  } else if constexpr (std::is_same_v<T, Function>) {
    return value.is_number() ? to_text(value.number) : value.text;
  } else if constexpr (std::is_same_v<T, Inertia>) {
    return to_text(value.matrix.trace());
  } else if constexpr (std::is_enum_v<T>) {
    return "`" + std::string(names_of<T>[static_cast<std::size_t>(value)]) + "`";
  } else {
    return "";
  }
}

// The dimensions of a member's entries, where it holds a quantity.
template <class T>
std::vector<Dimension> dimensions_of(Dimension dimension) {
  if constexpr (std::is_same_v<T, std::array<double, 6>>) {
    return {wrench_dimension(0), wrench_dimension(3)};
  } else if constexpr (std::is_same_v<T, std::array<std::array<double, 6>, 6>>) {
    return {stiffness_dimension(0, 0), stiffness_dimension(0, 3), stiffness_dimension(3, 0), stiffness_dimension(3, 3)};
  } else {
    if (dimension == dimension::none) return {};
    return {dimension};
  }
}

// "length of the rod; default: as designed" is a meaning and a default.
inline void split_help(std::string_view help, Key& key) {
  constexpr std::string_view mark = "; default: ";
  const std::size_t at = help.find(mark);
  key.meaning = help.substr(0, at);
  if (at != std::string_view::npos) key.otherwise = help.substr(at + mark.size());
}

using UseOfKey = std::function<KeyUse(std::string_view)>;

// One key; `field` has name, help and presence.
template <class Field, class Member>
void add_key(std::vector<Key>& keys, const std::string& name, const Field& field, const Member& otherwise, Dimension dimension,
             KeyUse use) {
  using Inner = typename InnerOf<Member>::Type;
  if (use == KeyUse::none) return;
  Key key{name, value_word<Inner>(), "", dimensions_of<Inner>(dimension)};
  split_help(field.help, key);
  if (use == KeyUse::required)
    key.otherwise = "required";
  else if (key.otherwise.empty())
    key.otherwise = default_text(otherwise);
  keys.push_back(std::move(key));
}

template <class Field>
KeyUse use_of(const Field& field) {
  return field.presence == required ? KeyUse::required : KeyUse::optional;
}

// The keys of a struct with its defaults, those of structs in it with the outer name before them: `tolerance.relative`. `uses` is
// asked for every key; by default the field table decides.
template <class Struct>
void add_keys(std::vector<Key>& keys, const UseOfKey& uses = {}, const std::string& outer = {}, const Struct& defaults = {}) {
  for_each_field<Struct>([&](const auto& field) {
    using Inner = typename InnerOf<std::decay_t<decltype(defaults.*field.member)>>::Type;
    const std::string name = outer + std::string(field.name);
    const KeyUse use = uses ? uses(name) : use_of(field);
    if constexpr (std::is_same_v<Inner, OfCoordinates<Function>>) {
      for (const CoordinateKey& each : coordinate_keys())
        if (!each.is_rate)
          keys.push_back({std::string(each.name), value_word<Function>(), std::string(field.help), {each.dimension()}});
      return;
    }
    add_key(keys, name, field, defaults.*field.member, dimension_of(defaults, field), use);
    if (use == KeyUse::none) return;
    if constexpr (HasFields<Inner>) add_keys<Inner>(keys, uses, name + '.');
    if constexpr (std::is_same_v<Inner, std::vector<Geometry>>) add_keys<Geometry>(keys, uses, name + "[].");
  });
}

// The keys of a kind of element.
template <class Info>
void add_kind_keys(std::vector<Key>& keys, const AnyKind<Info>& kind) {
  kind.for_each_field([&](const KindField& field, const auto& otherwise) {
    add_key(keys, std::string(field.name), field, otherwise, field.dimension, use_of(field));
  });
}

}  // namespace bricard
