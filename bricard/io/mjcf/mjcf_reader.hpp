// Models of MuJoCo in MJCF (XML, <mujoco>), translated to the text of a model file: bodies, joints, classes of defaults, inertia
// of primitive shapes, equalities as loops and couplings, actuators as inputs with forces in joints. What MuJoCo has and a model
// file has not (contact, tendons, reflected inertia of motors) is told by name.
#pragma once
#include <string>
#include <string_view>

#include "bricard/io/model_text.hpp"

namespace bricard {

bool is_mjcf(std::string_view bytes);
ModelText read_mjcf(const std::string& bytes, const std::string& file, const ReadingWishes& wishes = {});

}  // namespace bricard
