// What a model file says for rooms above the reader: the sections `roles` and `vehicle`, and the options of analyses that are
// no analysis of a mechanism, as a flat list. `roles: {carrier: upright}` in the subsystem `fl` becomes fl.carrier with the
// value fl.upright; `vehicle: {front: {left: fl}}` becomes vehicle.front.left with fl. What these words mean is not known here.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "bricard/core/units.hpp"

namespace bricard {

struct Annotation {
  struct Value {
    std::string text;              // as written; a name of the model has its subsystem before it
    std::optional<double> number;  // in the units of its file
    std::optional<Unit> unit;      // that it counts in, where the file says it
  };
  std::string name;
  std::vector<Value> values;
  UnitSystem units;  // of its file
};

}  // namespace bricard
