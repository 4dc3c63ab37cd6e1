// Joint coordinates by name: `J` where the joint has one, `J.angle` where it has several.
#pragma once
#include <string_view>
#include <vector>

#include "bricard/model/model.hpp"

namespace bricard {

// The named coordinates of a joint, in order.
inline std::span<const CoordinateName> coordinates_of(const Model& model, const Joint& joint) {
  return model.dimension == 2 ? joint.kind->names_in_plane : joint.kind->names;
}

struct CoordinateReference {
  int joint = -1;  // index in the model; -1: there is no such joint
  int which = -1;  // of its coordinates; -1: it has none of that name, or several and none was named
  bool found() const { return joint >= 0 && which >= 0; }
};

CoordinateReference find_coordinate(const Model& model, std::string_view text);

// Index of the element of that name; -1: there is none.
template <class Element>
int index_of(const std::vector<Element>& elements, std::string_view name) {
  for (std::size_t i = 0; i < elements.size(); ++i)
    if (elements[i].name == name) return static_cast<int>(i);
  return -1;
}

}  // namespace bricard
