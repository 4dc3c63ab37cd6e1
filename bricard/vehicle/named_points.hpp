// Roles of models that have none but name their points as the thesis' suspension books do (sheet PosProcessing): by ID, UAUFL, or in
// full, Upper_A_arm_Upright_FL. From them follow the carriers, the ball joints, the arms and what steers.
//
//   UAU, Upper_A_arm_Upright    upper ball joint      Upper_A_arm_Front, Upper_A_arm_Rear    pivots of the arm
//   LAU, Lower_A_arm_Upright    lower ball joint      Lower_A_arm_Front, Lower_A_arm_Rear
//   UT                          wheel center; without it the origin of the carrier
//
// The wheel spins about y, and the road is z = 0: books do not say either.
#pragma once
#include "bricard/vehicle/vehicle.hpp"

namespace bricard::vehicle {

// The annotations that the names stand for; empty: they are no suspension's. `notes`: what was taken for granted.
std::vector<Annotation> roles_of_named_points(const Model& model, std::vector<std::string>& notes);

}  // namespace bricard::vehicle
