// What --set, --sweep and `find` change of a model file: a number, by its name, is put into the tree of the file before anything
// is read. So the field tables that read the file check the new number as they check a written one, and everything that follows
// from it (other points, positions of bodies, lengths as designed) follows.
//
//   k                  a parameter
//   UBJ.z              a coordinate of a point; also where the point is given by the name of another one
//   strut.stiffness    a key of an element, also one that the file leaves out; main.initial.speed, damper.points[2][1]
//   gravity.y          a key of the file; analysis.duration
//   left.UBJ.z         any of these in a subsystem, in that file's own units and axes
//
// A name that could be two of them is refused; the section before it says which: points.UBJ.z.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "bricard/io/document.hpp"
#include "bricard/model/variable.hpp"

namespace bricard {

using Overrides = std::vector<std::pair<std::string, std::string>>;  // name and new value

// Puts the values into the tree and returns what the reader does itself: those of parameters and of subsystems. Throws Error with
// all names that are none, or more than one thing. `prefix`: "left." before the names of a subsystem, for messages.
Overrides put_settings(Document& document, const Overrides& overrides, const std::string& prefix = {});

// A number that a reader has met: where, the node, its value in the file's units.
struct ReadNumber {
  std::string where;
  const Node* node;
  double value;
  std::optional<Dimension> dimension;
};

// These as variables, each once. `prefix`: "left." for those of a subsystem.
std::vector<Variable> variables_of(const std::vector<ReadNumber>& numbers, const UnitSystem& units, const std::string& prefix);

}  // namespace bricard
