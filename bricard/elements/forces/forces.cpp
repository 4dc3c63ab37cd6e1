#include "bricard/elements/forces/forces.hpp"

namespace bricard {

ForceKind::ForceKind() : AnyKind(*all().front()) {}

std::span<const ForceInfo* const> ForceKind::all() { return Forces::infos<ForceInfo>; }

const ForceInfo* ForceKind::find(std::string_view type) {
  for (const ForceInfo* info : all())
    if (info->type == type) return info;
  return nullptr;
}

}  // namespace bricard
