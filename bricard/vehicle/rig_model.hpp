// The Model of a rig: the user's model with its chassis held, its own drivers replaced by those of the rig, and all that is no
// part of the axle left out.
#pragma once
#include <array>

#include "bricard/vehicle/vehicle.hpp"

namespace bricard::vehicle {

// Names of what the rig adds to the model.
inline constexpr const char *rig_lifts_left = "rig_lifts_left", *rig_lifts_right = "rig_lifts_right", *rig_steers = "rig_steers";
// The input that is a component of the load on a wheel center: x, y, z, then about them. `side`: 0 left, 1 right.
std::string rig_load(int side, int component);

struct RigModel {
  Model model;
  std::array<int, 3> drivers{-1, -1, -1};  // left and right wheel, steering: by index; -1: there is none
  std::array<double, 3> designed{};        // their values in the design position, SI
  bool steers_angle = false;
};

RigModel rig_model(const Model& model, const Vehicle& vehicle, const Axle& axle);

}  // namespace bricard::vehicle
