// A model as a part of another one: its names, its place, its handedness and its units become those of the whole.
//
// Global positions go to p' = S p + d, S a reflection (mirror) or none, d the move. True vectors (directions, velocities, forces)
// go with S, axial ones (angular velocities, torques, axes of rotation) with A = det(S) S; body axes go with R' = S R S, so that
// body coordinates are reflected like global ones.
//
// A joint whose axis is one of rotation (it has an angle) takes its axis as axial: equal angles are then mirror images. Where
// such a joint has a position too (cylindrical, screw) the mirror image of a position is its negative, so the lead of a screw
// changes its sign. An axis of a joint without an angle (prismatic, rolling, planes) is a true vector: equal positions are mirror
// images.
//
// Coordinates in a body of the interface are those of its own axes and are reflected there.
//
// Texts of functions go on computing with what they were written for: numbers in the part's units and not reflected. A reference
// to a column of the whole is converted back, `(-left.tip.y)`, `(left.tip.x/1 mm)`, and the result forward. So parameters,
// tables, inputs, states and outputs of a part stay numbers in its own units.
#pragma once
#include <map>
#include <optional>
#include <string>

#include "bricard/model/model.hpp"

namespace bricard {

struct Placing {
  std::string name;                           // before the dot; empty: names stay as they are
  std::map<std::string, std::string> bodies;  // bodies of the interface and what stands for them
  std::optional<Axis> mirror;                 // the direction that is reflected
  Vector3 move = Vector3::Zero();             // after the reflection

  Vector3 true_vector(const Vector3& v) const;
  Vector3 axial_vector(const Vector3& v) const { return mirror ? Vector3(-true_vector(v)) : v; }
  Vector3 point(const Vector3& p) const { return true_vector(p) + move; }
  // From the whole back to the part.
  Vector3 original_point(const Vector3& p) const { return true_vector(p - move); }
  Orientation orientation(const Orientation& o) const;  // its own inverse
};

// Adds everything of the part but its gravity and analysis. Bodies of the interface, which the part holds as bodies, are
// replaced.
void add_part(Model& whole, const Model& part, const Placing& placing);

}  // namespace bricard
