#include "bricard/model/references.hpp"

namespace bricard {

CoordinateReference find_coordinate(const Model& model, std::string_view text) {
  CoordinateReference found;
  if (found.joint = index_of(model.joints, text); found.joint >= 0) {
    if (coordinates_of(model, model.joints[found.joint]).size() == 1) found.which = 0;
    return found;
  }
  const std::size_t dot = text.rfind('.');
  if (dot == std::string_view::npos) return found;
  if (found.joint = index_of(model.joints, text.substr(0, dot)); found.joint < 0) return found;
  const std::span<const CoordinateName> names = coordinates_of(model, model.joints[found.joint]);
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i].name == text.substr(dot + 1)) found.which = static_cast<int>(i);
  return found;
}

}  // namespace bricard
