// Orientation and inertia of a body: the many forms in which a file may give them.
#pragma once
#include <optional>
#include <string>

#include "bricard/io/value_reader.hpp"

namespace bricard {

// `origin`: the position, from which x_point and y_point are seen.
std::optional<Orientation> read_orientation(ValueReader& values, const Node& node, const std::string& where,
                                            const Vector3& origin);

std::optional<Inertia> read_inertia(ValueReader& values, const Node& node, const std::string& where);

}  // namespace bricard
