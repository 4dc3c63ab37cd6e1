// What can be done with a kind of element without knowing it: its fields one by one, its own checks, its mirror image.
#pragma once
#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "bricard/core/error.hpp"
#include "bricard/core/field.hpp"
#include "bricard/core/values.hpp"

namespace bricard {

// The types that fields of kinds have. A kind with a field of another type adds it here, and to the reader and writer.
using KindValue =
    std::variant<double*, std::optional<double>*, std::vector<double>*, Function*, std::optional<Function>*,
                 std::optional<std::array<Function, 3>>*, std::optional<Direction>*, std::optional<std::array<double, 3>>*,
                 std::optional<std::array<double, 6>>*, std::optional<std::array<std::array<double, 6>, 6>>*, Axis*, ForceFrame*,
                 std::string*, bool*, FileName*>;

struct KindField {
  std::string_view name;
  Dimension dimension;
  std::string_view help;
  Presence presence;
  KindValue value;
  Dimension other{};  // as in Field
  std::string_view where_given{};
};

template <class Kind>
std::vector<KindField> kind_fields(Kind& kind) {
  std::vector<KindField> fields;
  for_each_field<Kind>([&](const auto& field) {
    fields.push_back({field.name, field.dimension, field.help, field.presence, KindValue(&(kind.*field.member)), field.other,
                      field.where_given});
  });
  return fields;
}

// A kind's own check of its values: check(const KindCheck&) const.
struct KindCheck {
  bool planar = false;
  std::size_t joints = 0;  // that a coupling names
  // key: the field that is wrong, "lead" or "ratio[1]"; empty: the element.
  std::function<void(const std::string& key, std::string what, std::string hint)> report;
  void fault(const std::string& key, std::string what, std::string hint = {}) const {
    report(key, std::move(what), std::move(hint));
  }
};

inline constexpr const char* in_plane_hint = "a planar model (dimension 2) lies in the plane z = 0";

// For a kind that reads a file: load(const KindLoad&).
struct KindLoad {
  std::string path, text;
  std::function<void(Fault)> report;
};

// What becomes of a kind's values where a part is mirrored, or counts in other units: reflect(const Reflection&). Directions and
// triples of components are turned by whoever mirrors, as in all elements.
struct Reflection {
  std::array<double, 3> sign{1, 1, 1};                        // of the components of a vector
  double handedness = 1;                                      // -1: left and right are exchanged
  std::vector<double> coordinate_sign;                        // of the joint coordinates that the element names
  std::vector<double> coordinate_unit;                        // their new unit to their old one
  double axial(int i) const { return handedness * sign[i]; }  // of the components of a rotation or torque
};

// A function times ±1.
inline void scale(Function& function, double sign) {
  if (sign > 0) return;
  if (function.is_number())
    function.number = 0.0 - function.number;
  else
    function.text = "-(" + function.text + ')';
}

}  // namespace bricard
