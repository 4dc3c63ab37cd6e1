// The list of joints: one line each.
#pragma once
#include "bricard/core/types.hpp"
#include "bricard/elements/joints/constant_velocity.hpp"
#include "bricard/elements/joints/coupler.hpp"
#include "bricard/elements/joints/cylindrical.hpp"
#include "bricard/elements/joints/fixed.hpp"
#include "bricard/elements/joints/free.hpp"
#include "bricard/elements/joints/gear.hpp"
#include "bricard/elements/joints/parallel_axes.hpp"
#include "bricard/elements/joints/perpendicular_axes.hpp"
#include "bricard/elements/joints/planar.hpp"
#include "bricard/elements/joints/point_on_line.hpp"
#include "bricard/elements/joints/point_on_plane.hpp"
#include "bricard/elements/joints/prismatic.hpp"
#include "bricard/elements/joints/rack_pinion.hpp"
#include "bricard/elements/joints/revolute.hpp"
#include "bricard/elements/joints/revolute_cylindrical.hpp"
#include "bricard/elements/joints/revolute_prismatic.hpp"
#include "bricard/elements/joints/rolling.hpp"
#include "bricard/elements/joints/screw.hpp"
#include "bricard/elements/joints/spherical.hpp"
#include "bricard/elements/joints/spherical_revolute.hpp"
#include "bricard/elements/joints/spherical_spherical.hpp"
#include "bricard/elements/joints/universal.hpp"

namespace bricard {

using Joints = Types<Revolute, Prismatic, Cylindrical, Spherical, Universal, Planar, Fixed, Screw, Free, PointOnLine,
                     PointOnPlane, ParallelAxes, PerpendicularAxes, ConstantVelocity, RevoluteCylindrical, RevolutePrismatic,
                     SphericalSpherical, SphericalRevolute, Gear, RackPinion, Coupler, Rolling>;

}  // namespace bricard
