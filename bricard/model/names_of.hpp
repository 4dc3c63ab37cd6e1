// The words by which files call the values of an enum, in the order of the enum; and the dimension of a field where its kind
// decides.
#pragma once
#include <array>
#include <string_view>
#include <type_traits>

#include "bricard/model/model.hpp"

namespace bricard {

template <class Enum>
inline constexpr std::array<std::string_view, 0> names_of{};

template <>
inline constexpr std::array<std::string_view, 3> names_of<Axis>{"x", "y", "z"};
template <>
inline constexpr std::array<std::string_view, 4> names_of<DrivenCoordinate>{"x", "y", "z", "angle"};
template <>
inline constexpr std::array<std::string_view, 4> names_of<Cut>{"joint", "ball", "rod", "body"};
template <>
inline constexpr std::array<std::string_view, 3> names_of<EventAction>{"stop", "record", "switch"};
template <>
inline constexpr std::array<std::string_view, 2> names_of<StartAt>{"design", "equilibrium"};
template <>
inline constexpr std::array<std::string_view, 3> names_of<About>{"equilibrium", "design", "run"};
template <>
inline constexpr std::array<std::string_view, 3> names_of<Newton>{"full", "modified", "quasi"};
template <>
inline constexpr std::array<std::string_view, 2> names_of<EquilibriumKind>{"static", "steady"};
template <>
inline constexpr std::array<std::string_view, 2> names_of<ForceFrame>{"global", "body"};
template <>
inline constexpr std::array<std::string_view, 5> names_of<Shape>{"cylinder", "box", "sphere", "line", "mesh"};
template <>
inline constexpr std::array<std::string_view, 3> names_of<Interpolation>{"linear", "akima", "spline"};
template <>
inline constexpr std::array<std::string_view, 3> names_of<Extrapolation>{"linear", "constant", "error"};

// `value` of a constraint has the dimension of the constraint's function; every other field says its own.
template <class Kind, class Field>
constexpr Dimension dimension_of(const Field& field) {
  if constexpr (requires { Kind::dimension; })
    if (field.name == "value") return Kind::dimension;
  return field.dimension;
}

// The same for an object at hand: `value` of a driver is a length, or the angle of a planar body.
template <class Kind, class Struct, class Field>
Dimension dimension_of(const Struct& object, const Field& field) {
  if constexpr (std::is_same_v<Struct, Driver>)
    if (field.name == "value" && object.coordinate == DrivenCoordinate::angle) return dimension::angle;
  return dimension_of<Kind>(field);
}

}  // namespace bricard
