#include "bricard/elements/joints/joints.hpp"

#include <algorithm>

namespace bricard {

JointKind::JointKind() : AnyKind(*all().front()) {}

std::span<const JointInfo* const> JointKind::all() { return Joints::infos<JointInfo>; }

const JointInfo* JointKind::find(std::string_view type) {
  for (const JointInfo* info : all())
    if (info->type == type) return info;
  return nullptr;
}

std::span<const CoordinateKey> coordinate_keys() {
  static const std::vector<CoordinateKey> keys = [] {
    std::vector<CoordinateKey> found;
    const auto add = [&](const CoordinateKey& key) {
      if (std::none_of(found.begin(), found.end(), [&](const CoordinateKey& each) { return each.name == key.name; }))
        found.push_back(key);
    };
    for (const JointInfo* kind : JointKind::all())
      for (const std::span<const CoordinateName> names : {kind->names, kind->names_in_plane})
        for (const CoordinateName& each : names) {
          add({each.name, each.is_angle, false});
          add({each.rate, each.is_angle, true});
        }
    return found;
  }();
  return keys;
}

const CoordinateKey* find_coordinate_key(std::string_view name) {
  for (const CoordinateKey& key : coordinate_keys())
    if (key.name == name) return &key;
  return nullptr;
}

}  // namespace bricard
