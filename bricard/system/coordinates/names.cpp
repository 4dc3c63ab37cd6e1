#include "bricard/system/coordinates/names.hpp"

#include "bricard/system/coordinates/list.hpp"

namespace bricard {

std::span<const CoordinateSetInfo> coordinate_set_list() {
  static const std::vector<CoordinateSetInfo> list = [] {
    std::vector<CoordinateSetInfo> sets;
    CoordinateSets::for_each([&]<class Set>() { sets.push_back({Set::name, Set::help, Set::dimension, Set::everywhere}); });
    return sets;
  }();
  return list;
}

std::vector<std::string> coordinate_names(int dimension, bool everywhere) {
  std::vector<std::string> names;
  for (const CoordinateSetInfo& set : coordinate_set_list())
    if ((set.dimension == 0 || set.dimension == dimension) && (set.everywhere || !everywhere)) names.emplace_back(set.name);
  return names;
}

}  // namespace bricard
