// Coordinate sets by name, for those who choose one. The sets themselves are in list.hpp.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bricard {

inline constexpr std::string_view absolute_coordinates = "absolute", relative_coordinates = "relative";

struct CoordinateSetInfo {
  std::string_view name, help;
  int dimension;    // of the models it serves; 0: all
  bool everywhere;  // no position is singular
};

// In the order of the list.
std::span<const CoordinateSetInfo> coordinate_set_list();

// Names of the sets for models of a dimension. `everywhere`: only those that have no singular position.
std::vector<std::string> coordinate_names(int dimension, bool everywhere = false);

}  // namespace bricard
