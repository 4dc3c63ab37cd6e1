// What a workbook does not say: the kind of orientation, radians or degrees, whether an axis is given by a point on it or as a
// vector, whether zeros are velocities or empty cells, whether a driver counts from the origin or from where its body stands.
// Each is decided by evidence in the book and told with its cells, unless the book says it; a wish of the user holds before both.
#pragma once
#include <optional>
#include <string>

#include "bricard/io/workbook/rows.hpp"

namespace bricard::workbook {

struct Wanted {
  std::optional<OrientationKind> orientation;
  std::optional<bool> degrees;
  AxesKind axes = AxesKind::automatic;
};

struct Decided {
  OrientationKind orientation = OrientationKind::axis_angle;
  bool degrees = false;
  bool has_velocities = false;  // of any body
  bool zero_velocities_are_given = true;
};

// May change rows: axes become vectors. Bodies whose axes cannot be used have none any more.
Decided decide(Rows& rows, const Wanted& wanted, Told& told);

// The columns of the axes of its frame, as the kind says; nothing where the cells do not give axes.
struct Axes {
  Vector3 x, y, z;
};
std::optional<Axes> axes_of(const BodyRow& body, OrientationKind kind, bool degrees);

// Axis i of a joint, after `decide`.
inline const Vector3& axis_of(const JointRow& joint, std::size_t i) { return joint.at[i].at; }

}  // namespace bricard::workbook
