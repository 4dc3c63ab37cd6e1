// The types of what Python may write, from the field tables: python/bricard/tables.pyi, by which type checkers and editors know
// every kind of element and its keys. The law (python/tests/test_stubs.py): the file is this text.
#include <fmt/format.h>

#include "bricard/analyses/run.hpp"
#include "bricard/io/reference_uses.hpp"
#include "python/core/binding.hpp"

namespace bricard::python {

namespace {

// What Python writes for a member of this type.
template <class T>
std::string type_of() {
  if constexpr (std::is_same_v<T, double> || std::is_same_v<T, Function> || std::is_same_v<T, Tolerance>) {
    return std::is_same_v<T, Tolerance> ? "Number | Keys" : "Number";
  } else if constexpr (std::is_same_v<T, int>) {
    return "int";
  } else if constexpr (std::is_same_v<T, bool>) {
    return "bool";
  } else if constexpr (std::is_same_v<T, std::string>) {
    return "str";
  } else if constexpr (std::is_same_v<T, Point> || std::is_same_v<T, Direction>) {
    return "Place";
  } else if constexpr (std::is_same_v<T, Orientation>) {
    return "Number | Keys";
  } else if constexpr (std::is_same_v<T, Inertia>) {
    return "Number | Numbers | Keys";
  } else if constexpr (std::is_same_v<T, Vector3> || std::is_same_v<T, std::array<double, 3>> ||
                       std::is_same_v<T, std::array<Function, 3>>) {
    return "Number | Numbers";  // in the plane a torque is one number
  } else if constexpr (std::is_same_v<T, std::array<double, 6>> || std::is_same_v<T, std::vector<double>>) {
    return "Numbers";
  } else if constexpr (std::is_same_v<T, std::array<std::array<double, 6>, 6>>) {
    return "Sequence[Numbers] | Numbers";
  } else if constexpr (std::is_same_v<T, std::array<std::string, 2>>) {
    return "Sequence[str]";
  } else if constexpr (std::is_same_v<T, std::vector<std::string>>) {
    return "str | Sequence[str]";
  } else if constexpr (std::is_same_v<T, std::vector<Geometry>>) {
    return "Sequence[Keys]";
  } else if constexpr (std::is_enum_v<T>) {
    std::string words;
    for (const std::string_view word : names_of<T>) words += fmt::format("{}'{}'", words.empty() ? "" : ", ", word);
    return "Literal[" + words + ']';
  } else {
    return "Keys";  // keys of their own, or names with values
  }
}

// A key that is a word of Python has an underscore behind it.
std::string python_name(std::string_view key) {
  return std::string(key) + (key == "from" || key == "lambda" || key == "in" || key == "is" ? "_" : "");
}

struct Parameters {
  std::string required, optional;
  void add(std::string_view key, const std::string& type, bool is_required) {
    std::string& text = is_required ? required : optional;
    text += fmt::format(", {}: {}{}", python_name(key), type, is_required ? "" : " = ...");
  }
  std::string text() const { return required + optional; }
};

// In the plane axes are not written.
bool may_miss(std::string_view key) { return key == "axis" || key == "axis2"; }

template <class Struct>
void add_fields(Parameters& parameters, const std::function<KeyUse(std::string_view)>& use_of_key = {}) {
  for_each_field<Struct>([&]<class Member>(const Field<Struct, Member>& field) {
    using Inner = typename InnerOf<Member>::Type;
    if constexpr (std::is_same_v<Inner, OfCoordinates<Function>>) {
      for (const CoordinateKey& each : coordinate_keys())
        if (!each.is_rate) parameters.add(each.name, "Number", false);
    } else {
      const KeyUse use = use_of_key ? use_of_key(field.name) : use_of(field);
      if (use != KeyUse::none) parameters.add(field.name, type_of<Inner>(), use == KeyUse::required && !may_miss(field.name));
    }
  });
}

template <class Info>
void add_kind_fields(Parameters& parameters, const AnyKind<Info>& kind) {
  kind.for_each_field([&]<class Member>(const KindField& field, const Member&) {
    parameters.add(field.name, type_of<typename InnerOf<Member>::Type>(), field.presence == required);
  });
}

std::string help_of(std::string_view help) { return fmt::format("        \"\"\"{}\"\"\"\n", help); }

// One overload for each kind of a section.
template <class Element, class Kind, class Info>
std::string kinds(std::string_view method, KeyUse (*use)(const Info&, std::string_view)) {
  std::string text;
  for (const Info* info : Kind::all()) {
    Parameters parameters;
    add_fields<Element>(parameters, [&](std::string_view key) { return use(*info, key); });
    add_kind_fields(parameters, Kind(*info));
    text += fmt::format("    @overload\n    def {}(self, name: str, type: Literal['{}'], *{}) -> None:\n{}", method, info->type,
                        parameters.text(), help_of(info->help));
  }
  return text;
}

template <class Element>
std::string elements(std::string_view method, std::string_view help) {
  Parameters parameters;
  add_fields<Element>(parameters);
  return fmt::format("    def {}(self, name: str, *{}) -> None:\n{}", method, parameters.text(), help_of(help));
}

// Sections whose entries are not keys of a struct (docs/reference/sections/).
constexpr const char* plain_sections = R"(    def parameter(self, name: str, value: Number) -> None:
        """a number with a name, for every expression of the model"""
    def point(self, name: str, at: Place) -> None:
        """a hard point: global, in the design position"""
    def table(self, name: str, *, points: Sequence[Numbers] | Numbers = ..., file: str = ..., columns: Keys = ..., grid: Any = ..., units: Sequence[str] = ..., interpolation: str = ..., extrapolation: str = ...) -> None:
        """a curve through points, or a surface over a grid"""
    def input(self, name: str, value: Number) -> None:
        """a signal of time, for forces and states"""
    def output(self, name: str, value: Number, *, unit: str = ...) -> None:
        """a derived column: an expression of all columns"""
    def subsystem(self, name: str, *, file: str, bodies: Keys = ..., parameters: Keys = ..., mirror: Literal['x', 'y', 'z'] = ..., move: Numbers = ...) -> None:
        """another model file as a part of this one"""
)";

std::string options() {
  Parameters parameters;
  for_each_field<AnalysisOptions>([&]<class Member>(const Field<AnalysisOptions, Member>& field) {
    if (field.name != "type") parameters.add(field.name, type_of<typename InnerOf<Member>::Type>(), false);
  });
  return parameters.text();
}

std::string analyses() {
  std::string types;
  for (const AnalysisEntry& each : analysis_types()) types += fmt::format("{}'{}'", types.empty() ? "" : ", ", each.type);
  return types;
}

}  // namespace

std::string stubs() {
  const std::string keys = options();
  return R"(# What Python may write of a model and of an analysis, from the field tables of the library. Do not edit it: it is written by
#   make python_stubs
import os
from typing import Any, Callable, Literal, Mapping, Sequence, Union, overload

import numpy as np

from ._core import Simulation
from .run import Run

Number = Union[float, str]  # in the units of the model, a text with its unit, or an expression
Numbers = Union[Sequence[Number], "np.ndarray[Any, Any]"]
Place = Union[str, Numbers, Mapping[str, Any]]  # the name of a point, three numbers, or {"in": body, "at": [..]}
Keys = Mapping[str, Any]

class Tables:
)" + elements<Body>("body", "a rigid body; `ground` is always there") +
         kinds<Joint, JointKind, JointInfo>("joint", joint_use) +
         kinds<Constraint, ConstraintKind, ConstraintInfo>("constraint", constraint_use) +
         elements<Driver>("driver", "prescribes a joint coordinate, or a coordinate of a body, as a function of time") +
         kinds<Force, ForceKind, ForceInfo>("force", force_use) + elements<Sensor>("sensor", "columns of a point of a body") +
         elements<StateEquation>("state", "a differential equation, or a sampled value, of the user") +
         elements<EventRule>("event", "what happens when a condition turns true") +
         elements<CodeFunction>("function", "a function in C that expressions call") + plain_sections +
         fmt::format(
             R"(    def run(self, analysis: Literal[{}] | None = ..., *{}, from_run: Run | str | os.PathLike[str] | None = ..., sweep: Mapping[str, Numbers] | None = ..., keep: str = ..., certify: bool = ..., progress: bool | Callable[[float], object] | None = ...) -> Run:
        """Computes what the analysis asks for; keys of `analysis` stand over those of the model."""
    def simulation(self, *{}, from_run: Run | str | os.PathLike[str] | None = ...) -> Simulation:
        """A motion that goes on step by step."""
)",
             analyses(), keys, keys);
}

}  // namespace bricard::python
