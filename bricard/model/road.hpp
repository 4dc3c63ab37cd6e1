// The road of a Model as tires see it, and what can be wrong with it.
#pragma once
#include <memory>

#include "bricard/elements/tires/road_surface.hpp"
#include "bricard/model/model.hpp"

namespace bricard {

// Heights in SI over the plane of the road.
std::shared_ptr<const RoadSurface> road_surface(const Model& model);

// Its faults; places like "road.table".
std::vector<Fault> check_road(const Model& model);

}  // namespace bricard
