// The contract of a force kind: from what it sees and the present values of its functions to a wrench.
//
//   type, help, fields  as everywhere; fields that hold a Function may depend on time and columns
//   equation, columns, example   its page of the reference: the law, what its columns mean, a small model (joints/joint.hpp)
//   uses                which bodies and points it takes, and with them what it sees
//   planar              it has a sense in a planar model
//   measured            columns known from the motion alone; they may be used in the element's own functions
//   results             columns of the law; where their names depend on the data, result_names() replaces them (as many)
//   functions()         its Functions with their dimensions
//   otherwise(designed) what stands for a Function that was not given, from what it sees in the design position
//   friction            optional, a number: a constant force or torque against its motion, which also holds it at rest (a seal).
//                       It acts by rubbing (system/rubbing.hpp), not by the law below; friction_sense: of its column, ±1
//   conservative()      all its work goes through its potential
//
// Most kinds see a marker pair:
//
//   measure(pair)       the values of the measured columns
//   act(pair, measured, functions, results)  the wrench on B's body at B's origin (A's body gets the opposite at the same
//                       point); fills the results
//   potential(pair, measured, functions)  the energy it stores; the wrench of a constant law without damping is its gradient
//   dissipation(pair, measured, functions)  optional: the power that its damper turns into heat
//
// A kind of plane models also takes a PlanarPair (planar_pair.hpp) there and gives a PlanarWrench: the same text, or an overload.
//
// A kind that uses ForceEnds::coordinate sees one coordinate, whatever its geometry: the value c, which counts turns, and the
// rate c'. Its effort e has the power e c'; with the covector (n, tau) of the coordinate's Row it is the wrench (e n, e tau) on
// B's body at B's origin, which the assembler makes.
//
//   measure(value, rate)  the values of the measured columns
//   effort(measured, functions, results)  the generalized force that increases the coordinate; fills the results
//   potential(measured, functions), dissipation(measured, functions)
//   otherwise(value)    `designed` is the coordinate's value in the design position
//
// For the laws: samples(), values with numbers of their own (without it: the default), and told_power(measured, results), the
// power as the columns tell it, where they are neither a wrench nor an effort.
//
// The laws (conformance_test.cpp): the power of the wrench is what the columns say and, where conservative, the loss of
// potential; nothing changes when the whole model is turned and moved. Action equals reaction by construction.
#pragma once
#include <array>
#include <string_view>
#include <tuple>
#include <vector>

#include "bricard/elements/forces/force_kind.hpp"
#include "bricard/elements/planar_pair.hpp"
#include "bricard/math/scalar.hpp"

namespace bricard {

// Force and torque on B's body at B's origin, global components.
template <class S>
struct Wrench {
  Vec3<S> force, torque;
};

template <class S>
struct PlanarWrench {
  Vec2<S> force;
  S torque;
};

// A force at B's origin alone.
template <class S>
Wrench<S> force_alone(const Vec3<S>& force) {
  return {force, zero3<S>()};
}
template <class S>
PlanarWrench<S> force_alone(const Vec2<S>& force) {
  return {force, S(0)};
}

inline bool is_zero(const Function& f) { return f.is_number() && f.number == 0; }

}  // namespace bricard
