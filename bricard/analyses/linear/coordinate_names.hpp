// What the coordinates, velocities and rows of a System are called.
#pragma once
#include "bricard/analyses/dynamics/state_values.hpp"
#include "bricard/system/system.hpp"

namespace bricard {

// Of joints "main.angle" and "main.speed", of bodies "car.x", "car.e0" and "car.vx", "car.wx"; states by their own names.
StateNames state_names(const System& system);

// By active row: "hinge", where it has several "hinge.1" ..; rows that the coordinates add: "car.unit_length".
std::vector<std::string> row_names(const System& system);

}  // namespace bricard
