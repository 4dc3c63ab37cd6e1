#include "bricard/elements/joints/joints.hpp"

namespace bricard {

JointKind::JointKind() : AnyKind(*all().front()) {}

std::span<const JointInfo* const> JointKind::all() { return Joints::infos<JointInfo>; }

const JointInfo* JointKind::find(std::string_view type) {
  for (const JointInfo* info : all())
    if (info->type == type) return info;
  return nullptr;
}

}  // namespace bricard
