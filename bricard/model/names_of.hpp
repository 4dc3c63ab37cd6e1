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
inline constexpr std::array<std::string_view, 7> names_of<DrivenCoordinate>{"x", "y", "z", "angle", "rx", "ry", "rz"};
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
inline constexpr std::array<std::string_view, 3> names_of<EquilibriumKind>{"static", "steady", "turning"};
template <>
inline constexpr std::array<std::string_view, 2> names_of<ForceFrame>{"global", "body"};
template <>
inline constexpr std::array<std::string_view, 4> names_of<RoadShape>{"flat", "plane", "profile", "rough"};
template <>
inline constexpr std::array<std::string_view, 5> names_of<Shape>{"cylinder", "box", "sphere", "line", "mesh"};
template <>
inline constexpr std::array<std::string_view, 3> names_of<Interpolation>{"linear", "akima", "spline"};
template <>
inline constexpr std::array<std::string_view, 3> names_of<Extrapolation>{"linear", "constant", "error"};

// The dimension of a field of an object at hand: `value` of a constraint has that of the constraint's function, of a driver it is
// a length or an angle of a body; every other field says its own.
template <class Struct, class Field>
Dimension dimension_of([[maybe_unused]] const Struct& object, const Field& field) {
  if constexpr (std::is_same_v<Struct, Constraint>)
    if (field.name == "value") return object.kind->dimension;
  if constexpr (std::is_same_v<Struct, Driver>)
    if (field.name == "value" && object.coordinate && is_angle(*object.coordinate)) return dimension::angle;
  return field.dimension;
}

}  // namespace bricard
