// The functions of a model: every place where it holds a Function, and the check of their texts.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "bricard/math/expression.hpp"
#include "bricard/model/columns.hpp"

namespace bricard {

class Vocabulary;

// A Function of a model with what its place allows.
struct FunctionPlace {
  std::string where;  // "forces.strut.force"
  const Function* function;
  Dimension dimension;
  Level highest;                 // of the columns it may use
  const Force* own = nullptr;    // the force element it belongs to
  int output = -1;               // or the output
  bool is_prescribed = false;    // of a driver or constraint: it may follow states
  bool is_of_rates = false;      // of a constraint on velocities: it must be linear in them
  std::optional<Unit> wanted{};  // that its value counts in; nothing: any
};

// Drivers, constraints, forces, outputs, in the order of the model.
std::vector<FunctionPlace> list_functions(const Model& model);

struct FunctionFault {
  std::string where;
  const Function* function;
  int position = 0;  // in its text
  std::string what, hint;
  bool of_units = false;  // numbers of unlike units
};

// Syntax, names, what may be used where, tables of drivers, and cycles.
std::vector<FunctionFault> check_functions(const Model& model);
std::vector<FunctionFault> check_functions(const Model& model, const Vocabulary& vocabulary);

// For what cannot look back: throws an Error that names the function which uses `delay` of a motion.
void refuse_delay(const Model& model, const std::string& who);

}  // namespace bricard
