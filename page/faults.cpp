#include "page/faults.hpp"

namespace bricard::page {
namespace {

constexpr std::size_t most_faults = 500;

std::string text_of_key(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? found->get<std::string>() : "";
}

int number_of_key(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_number_unsigned() ? found->get<int>() : 0;
}

}  // namespace

Json faults_json(const std::vector<Fault>& faults) {
  Json list = Json::array();
  for (const Fault& each : faults)
    list.push_back({{"file", each.place.file},
                    {"line", each.place.line},
                    {"column", each.place.column},
                    {"where", each.where},
                    {"what", each.what},
                    {"hint", each.hint}});
  return {{"faults", std::move(list)}};
}

std::vector<Fault> read_faults(std::string_view printed, const std::string& file, const std::string& folder) {
  std::vector<Fault> faults;
  const Json json = parse_json(printed);
  if (!json.is_object() || !json.contains("faults") || !json["faults"].is_array()) return faults;
  for (const Json& each : json["faults"]) {
    if (!each.is_object() || faults.size() == most_faults) continue;
    Fault fault{{text_of_key(each, "file"), number_of_key(each, "line"), number_of_key(each, "column")},
                text_of_key(each, "where"),
                text_of_key(each, "what"),
                text_of_key(each, "hint")};
    std::string& path = fault.place.file;
    if (path == file) path.clear();
    if (path.starts_with(folder + '/')) path.erase(0, folder.size() + 1);
    faults.push_back(std::move(fault));
  }
  return faults;
}

}  // namespace bricard::page
