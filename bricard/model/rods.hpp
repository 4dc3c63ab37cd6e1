// `cut: rod`: a body without mass between two balls does nothing but keep the distance of its ends. It is taken out of the model,
// with its balls, and a rod of its name (spherical_spherical: one row) put in. Its spin about itself goes with it.
#pragma once
#include <string>
#include <vector>

#include "bricard/model/model.hpp"

namespace bricard {

// It holds two points together and nothing else: a spherical joint; in the plane a hinge.
bool is_ball(const Model& model, const Joint& joint);
// The active joints of a body, by index.
std::vector<int> joints_at(const Model& model, const Body& body);

struct RodsRemoved {
  Model model;
  std::vector<std::string> told;  // a sentence for each rod
};

bool has_rods(const Model& model);
// Throws Error where the model is wrong, or something else refers to a rod or to its balls.
RodsRemoved with_rods_removed(const Model& model);

}  // namespace bricard
