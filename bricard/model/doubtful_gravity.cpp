#include "bricard/model/doubtful_gravity.hpp"

#include <fmt/format.h>

namespace bricard {

std::string doubtful_gravity(const Model& model) {
  constexpr double least = 9.76, most = 9.84;  // at the surface of the earth, m/s²: 9.764 (Huascarán) to 9.834 (Arctic Ocean)
  const double unit = model.units.factor(dimension::acceleration), number = model.gravity.norm() / unit;
  if (unit == 1 || number < least || number > most) return {};
  return fmt::format(
      "gravity: {:.6g} {} is not the earth's: bare numbers count in the units of the file; write `{:.6g} m/s^2` if that is meant",
      number, model.units.name(dimension::acceleration), number);
}

}  // namespace bricard
