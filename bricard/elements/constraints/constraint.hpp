// The contract of a basic constraint: one scalar function of marker pairs, held at `value`, a function of time.
//
//   type, help, uses    as for joints (joints/joint.hpp), plus which of `at`, `at2` it takes
//   equation, reactions, example   as for joints: its page of the reference
//   pairs               the marker pairs it sees
//   function(pairs)     one Row per pair; the function is the sum of their values. Pairs of space or plane (planar_pair.hpp)
//   dimension           of the function and so of `value`
//   value_is_designed   the default of `value` is the function in the design position instead of zero
//
// A kind without pairs is a function of columns (expression.hpp).
//
// Markers are made as for a joint: A has its z axis along `axis` on the first body, B along `axis2` on the second.
// The laws (conformance_test.cpp): value, covector and quad agree with dual numbers, for samples() of the kind, or its default.
#pragma once
#include <array>
#include <string_view>
#include <vector>

#include "bricard/elements/constraints/constraint_kind.hpp"
#include "bricard/elements/planar_pair.hpp"

namespace bricard {

enum class Marker { ground, first, second };  // ground: global axes at the origin

struct PairEnds {
  Marker A, B;
};

inline constexpr std::array first_to_second{PairEnds{Marker::first, Marker::second}};

}  // namespace bricard
