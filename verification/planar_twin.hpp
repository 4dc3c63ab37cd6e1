// The same mechanism as a planar model and as a model in space.
#pragma once
#include "bricard/bricard.hpp"
#include "bricard/model/in_plane.hpp"

namespace bricard {

// Of a model in space whose hinges are about z and whose points lie in the plane z = 0.
inline Model in_the_plane(Model model) {
  model.dimension = 2;
  for (Body& body : model.bodies) body.inertia = planar_inertia(body.inertia.matrix(2, 2));
  return model;
}

// Of a planar model: hinges get their axis.
inline Model in_space(Model model) {
  model.dimension = 3;
  for (Joint& joint : model.joints)
    if (turns(joint)) joint.axis = Direction{Vector3::UnitZ(), ""};
  return model;
}

}  // namespace bricard
