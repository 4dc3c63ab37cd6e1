// The list of forces: one line each. Gravity is not in it: it acts on every body (system/).
#pragma once
#include "bricard/core/types.hpp"
#include "bricard/elements/forces/aero.hpp"
#include "bricard/elements/forces/anti_roll_bar.hpp"
#include "bricard/elements/forces/applied_force.hpp"
#include "bricard/elements/forces/applied_torque.hpp"
#include "bricard/elements/forces/bushing.hpp"
#include "bricard/elements/forces/joint_force.hpp"
#include "bricard/elements/forces/rotational_spring_damper.hpp"
#include "bricard/elements/forces/spring_damper.hpp"
#include "bricard/elements/forces/tire.hpp"

namespace bricard {

using Forces = Types<AppliedForce, AppliedTorque, SpringDamper, RotationalSpringDamper, JointForce, Bushing, AntiRollBar, Aero,
                     Tire>;

}  // namespace bricard
