// Field tables: one description per struct, from which the reader, the writer, error messages, the schema and the
// reference pages are made. A struct says
//
//   static constexpr auto fields(const auto& list) {
//     return list(field("mass", &Body::mass, dimension::mass, "mass of the body"), ...);
//   }
//
// The default of a field is its default member initializer; `required` marks the fields that have none. A field whose name is
// empty holds values by name (model.hpp: OfCoordinates), which are keys of the struct itself.
#pragma once
#include <string_view>

#include "bricard/core/dimension.hpp"

namespace bricard {

enum class Presence { optional, required };
inline constexpr Presence required = Presence::required;

template <class Struct, class Member>
struct Field {
  std::string_view name;
  Member Struct::*member;
  Dimension dimension;
  std::string_view help;
  Presence presence;
  Dimension other{};  // its dimension where the key `where_given` is given too
  std::string_view where_given{};
  constexpr Field becoming(Dimension another, std::string_view where) const {
    return {name, member, dimension, help, presence, another, where};
  }
};

template <class Struct, class Member>
constexpr Field<Struct, Member> field(std::string_view name, Member Struct::*member, Dimension dimension, std::string_view help,
                                      Presence presence = Presence::optional) {
  return {name, member, dimension, help, presence, {}, {}};
}

// Without a dimension: texts, switches, references.
template <class Struct, class Member>
constexpr Field<Struct, Member> field(std::string_view name, Member Struct::*member, std::string_view help,
                                      Presence presence = Presence::optional) {
  return {name, member, dimension::none, help, presence, {}, {}};
}

// Calls visit(field) for every field of T, in order.
template <class T, class Visitor>
constexpr void for_each_field(Visitor&& visit) {
  T::fields([&](const auto&... each) { (visit(each), ...); });
}

struct AnyFields {
  void operator()(const auto&...) const {}
};
template <class T>
concept HasFields = requires {
  T::fields(AnyFields{});
};

}  // namespace bricard
