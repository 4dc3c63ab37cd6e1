#include "page/results/family.hpp"

namespace bricard::page {

std::optional<Family> family_of(const Json& summary, std::size_t rows) {
  const Json::json_pointer curves("/sweep/curves"), varied("/sweep/varied");
  if (!summary.is_object() || !summary.contains(curves) || !summary.contains(varied)) return std::nullopt;
  Family family;
  try {
    for (const Json& each : summary[varied])
      family.varied.push_back({each.at("name").get<std::string>(), each.at("unit").get<std::string>()});
    std::size_t row = 0;
    for (const Json& each : summary[curves]) {
      Family::Curve& curve = family.curves.emplace_back();
      curve.values = each.at("values").get<std::vector<double>>();
      curve.from = row;
      curve.to = row += each.at("rows").get<std::size_t>();
      if (curve.values.size() != family.varied.size()) return std::nullopt;
    }
    if (row != rows || family.varied.empty() || family.curves.empty()) return std::nullopt;
  } catch (const Json::exception&) {  // somebody else may have changed it
    return std::nullopt;
  }
  return family;
}

Json json_of(const Family& family) {
  Json varied = Json::array(), curves = Json::array();
  for (const Family::Varied& each : family.varied) varied.push_back({{"name", each.name}, {"unit", each.unit}});
  for (const Family::Curve& each : family.curves)
    curves.push_back({{"values", each.values}, {"from", each.from}, {"to", each.to}});
  return {{"varied", std::move(varied)}, {"curves", std::move(curves)}};
}

}  // namespace bricard::page
