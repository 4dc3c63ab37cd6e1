// What the files of linear models have in common, whatever their matrices.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "bricard/core/units.hpp"
#include "bricard/results/results.hpp"

namespace bricard {

nlohmann::ordered_json to_json(const std::vector<Mode>& modes);
nlohmann::ordered_json unit_names(const std::vector<Dimension>& dimensions, const UnitSystem& units);
// {'a'; 'b'}
std::string matlab_cell(const std::vector<std::string>& names);

}  // namespace bricard
