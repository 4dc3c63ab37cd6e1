// The contract of a sensor kind: what it reads from a marker pair. Marker A is the observer (ground, or the body it is seen from,
// at its centre of mass), marker B the point on the body that carries it; B's z axis is the direction that is followed.
//
//   type, help, equation, columns, example   as for forces (forces/force.hpp)
//   position(pair), velocity(pair), direction(pair)  as the observer sees them, in A's axes
//   acceleration(pair, a)                            from the relative acceleration of B's origin, observed from A
//
// The laws (conformance_test.cpp): velocity and the rate of the direction are derivatives along the relative twist; nothing
// changes when the whole model is turned and moved.
#pragma once
#include <string_view>

#include "bricard/elements/planar_pair.hpp"
