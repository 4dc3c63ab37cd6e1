// The contract of a force kind: from the marker pair it sees and the present values of its functions to a wrench.
//
//   type, help, fields  as everywhere; fields that hold a Function may depend on time and columns
//   uses                which bodies and points it takes
//   measured            columns known from the motion alone; they may be used in the element's own functions
//   results             columns of the law
//   measure(pair)       the values of the measured columns
//   functions()         its Functions with their dimensions, and what stands for one that was not given
//   act(pair, measured, functions, results)  the wrench on B's body at B's origin (A's body gets the opposite at the same
//                       point); fills the results
//   potential(measured, functions)  the energy it stores; the wrench of a constant law without damping is its gradient
//   conservative()      all its work goes through that energy
//
// The laws (conformance_test.cpp): the power of the wrench is what the columns say, and nothing changes when the whole model is
// turned and moved. Action equals reaction by construction.
#pragma once
#include <array>
#include <string_view>
#include <tuple>

#include "bricard/core/field.hpp"
#include "bricard/core/values.hpp"
#include "bricard/elements/pair.hpp"
#include "bricard/math/scalar.hpp"

namespace bricard {

// Force and torque on B's body at B's origin, global components.
template <class S>
struct Wrench {
  Vec3<S> force, torque;
};

struct ColumnName {
  std::string_view name;
  Dimension dimension;
};

// A Function of an element as the assembler needs it.
struct Term {
  const Function* function;  // null: not given, use `otherwise` of the element
  Dimension dimension;
};

enum class ForceEnds {
  body,     // `body`, `at`: a load on one body, from ground
  torque,   // `body`: a couple on one body
  two_ends  // `from`, `to`: between two points
};

}  // namespace bricard
