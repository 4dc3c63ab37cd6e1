#include "bricard/elements/constraints/constraints.hpp"

namespace bricard {

ConstraintKind::ConstraintKind() : AnyKind(*all().front()) {}

std::span<const ConstraintInfo* const> ConstraintKind::all() { return Constraints::infos<ConstraintInfo>; }

const ConstraintInfo* ConstraintKind::find(std::string_view type) {
  for (const ConstraintInfo* info : all())
    if (info->type == type) return info;
  return nullptr;
}

}  // namespace bricard
