// What acts on a body, without regard to what cancels: the sum of the absolute values of all contributions.
#pragma once
#include <vector>

#include "bricard/system/system.hpp"

namespace bricard {

// |force| and |torque| at the centre of mass, by body number: weight, gyroscopic torque and every force element by itself.
// Expects motion and forces in e, which are there afterwards too.
struct AbsoluteLoad {
  double force = 0, torque = 0;
};
std::vector<AbsoluteLoad> absolute_loads(const System& system, Equations& e);

// Adds the wrenches of the chosen force elements, by index in the model, to the applied ones in e, or takes them away. Expects
// motion and forces in e.
enum class Sense { add, take_away };
void add_loads(const System& system, Equations& e, const std::vector<char>& chosen, Sense sense);

// The largest of them as an energy: forces times the characteristic length.
double largest_load(const System& system, Equations& e);

}  // namespace bricard
