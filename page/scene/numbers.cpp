// The numbers of a model file beside its parameters, for the panel that varies them.
#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>

#include "bricard/core/units.hpp"
#include "page/scene/scene.hpp"

namespace bricard::page {

namespace {

constexpr std::size_t most_numbers = 3000;

// What is varied by options of the run, by hand in the table of curves, or for the picture alone.
bool is_listed(const Variable& variable) {
  constexpr std::array<std::string_view, 4> others{"parameters", "analysis", "tables", "outputs"};
  return std::find(others.begin(), others.end(), variable.section) == others.end() &&
         variable.name.find(".geometry[") == std::string::npos;
}

}  // namespace

Json numbers(const std::vector<Variable>& written, const std::vector<Variable>& now) {
  std::unordered_map<std::string_view, double> values;
  for (const Variable& each : now) values.emplace(each.name, each.value);
  Json points = Json::array(), others = Json::array();
  for (const Variable& each : written) {
    if (!is_listed(each)) continue;
    const auto found = values.find(each.name);
    const auto quantity = parse_quantity(each.text);
    const bool has_unit = quantity && quantity->unit;
    // In the unit that it was written with.
    const double factor = has_unit ? each.units->factor(quantity->unit->dimension) / quantity->unit->factor : 1;
    const double value = found == values.end() ? each.value : found->second;
    Json& list = each.section == "points" ? points : others;
    list.push_back({{"name", each.name},
                    {"section", each.section},
                    {"value", has_unit && value == each.value ? quantity->number : value * factor},
                    {"text", each.text},
                    {"free", quantity.has_value()},
                    {"unit", has_unit ? quantity->unit_text : each.unit()}});
    if (points.size() + others.size() > most_numbers) return Json::array();
  }
  for (Json& each : others) points.push_back(std::move(each));
  return points;
}

}  // namespace bricard::page
