// Robots in URDF (XML, <robot>), translated to the text of a model file: links, joints, inertials, visuals, mimic, limits,
// dynamics, transmissions; what URDF lacks stands in elements of ours, which other programs pass over:
//
//   <bricard:base type="floating"/>         the root link moves freely; `fixed`: it is the ground
//   <bricard:gravity xyz="0 0 -9.81"/>
//   <bricard:joint name="pin" type="revolute">  closes a loop: parent, child, origin, axis as in a joint
#pragma once
#include <string>
#include <string_view>

#include "bricard/io/model_text.hpp"
#include "bricard/model/model.hpp"

namespace bricard {

bool is_urdf(std::string_view bytes);
ModelText read_urdf(const std::string& bytes, const std::string& file, const ReadingWishes& wishes = {});

// Trees, and loops as elements of ours. Throws Error with all that would make another mechanism of it.
WrittenModel write_urdf(const Model& model);

}  // namespace bricard
