#include "bricard/analyses/linear/linear_file_parts.hpp"

#include <nlohmann/json.hpp>

#include "bricard/results/mode_words.hpp"

namespace bricard {

using Json = nlohmann::ordered_json;

Json to_json(const std::vector<Mode>& modes) {
  Json list = Json::array();
  for (const Mode& mode : modes)
    list.push_back({{"real", mode.real},
                    {"imag", mode.imag},
                    {"frequency", mode.frequency},
                    {"damped_frequency", damped_frequency(mode)},
                    {"damping", mode.damping},
                    {"kind", kind_of(mode)},
                    {"unstable", mode.unstable},
                    {"multiplicity", mode.multiplicity},
                    {"moves", mode.moves}});
  return list;
}

Json unit_names(const std::vector<Dimension>& dimensions, const UnitSystem& units) {
  Json names = Json::array();
  for (const Dimension each : dimensions) names.push_back(units.name(each));
  return names;
}

std::string matlab_cell(const std::vector<std::string>& names) {
  std::string out = "{";
  for (const std::string& name : names) {
    if (out.size() > 1) out += "; ";
    out += '\'';
    for (const char c : name) out += c == '\'' ? std::string("''") : std::string(1, c);
    out += '\'';
  }
  return out + "}";
}

}  // namespace bricard
