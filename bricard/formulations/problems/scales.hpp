// Scales of coordinates and a few questions that all formulations ask of a System.
#pragma once
#include "bricard/system/system.hpp"

namespace bricard {

// What counts as a large position error: the characteristic length for lengths, one radian for angles (quaternions 1/2).
void position_scales(const System& system, Eigen::Ref<Eigen::VectorXd> scale);
// By coordinate: `linear` for velocities, `angular` for angular velocities (half of it for the rates of a quaternion).
void velocity_scales(const System& system, double linear, double angular, Eigen::Ref<Eigen::VectorXd> scale);
// Raises the two maxima to the largest rates in v.
void largest_rates(const System& system, const Eigen::Ref<const Eigen::VectorXd>& v, double& linear, double& angular);

// Largest |Phi| among loop rows that are left out as dependent.
double left_out_rows_open(const System& system, const Equations& e);

// "body 'rod' is at gimbal lock ...": why System::factor returned false.
std::string singular_message(const System& system, const Equations& e);
// "body 'rod' has no inertia against ...", by number; and where a load acts along such a motion (Kernel::unresisted_body).
std::string no_inertia_message(const System& system, int body);
std::string unresisted_message(const System& system, const Equations& e);

}  // namespace bricard
