// The list of joints: one line each.
#pragma once
#include "bricard/core/types.hpp"
#include "bricard/elements/joints/cylindrical.hpp"
#include "bricard/elements/joints/fixed.hpp"
#include "bricard/elements/joints/free.hpp"
#include "bricard/elements/joints/prismatic.hpp"
#include "bricard/elements/joints/revolute.hpp"
#include "bricard/elements/joints/spherical.hpp"
#include "bricard/elements/joints/universal.hpp"

namespace bricard {

using Joints = Types<Revolute, Prismatic, Cylindrical, Spherical, Universal, Fixed, Free>;

}  // namespace bricard
