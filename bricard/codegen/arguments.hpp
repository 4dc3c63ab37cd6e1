// The input arrays of a generated function (generated.hpp), declared in their order.
#pragma once
#include "bricard/codegen/function_writer.hpp"
#include "bricard/system/system.hpp"

namespace bricard {

struct ArgumentKinds {
  bool state = true;           // t q v z u angles
  bool accelerations = false;  // a
  bool multipliers = false;    // lambda
  bool loads = false;          // frc trq
  int parameters = 0;          // p
};

struct Arguments {
  Symbol t;
  std::vector<Symbol> q, v, z, u, angles, a, lambda, frc, trq, p;
  Arguments(const System& system, FunctionWriter& writer, const ArgumentKinds& kinds);
};

// The bodies that external loads may act on, by number: those that have a mass, the columns of frc and trq.
std::vector<int> loaded_bodies(const System& system);

// The arrays of a state, as every function has them.
GeneratedArray time_array();
GeneratedArray coordinate_array(const System& system);
GeneratedArray velocity_array(const System& system);

}  // namespace bricard
