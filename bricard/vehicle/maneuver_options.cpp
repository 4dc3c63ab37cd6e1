#include <algorithm>

#include "bricard/core/text.hpp"
#include "bricard/vehicle/maneuver.hpp"
#include "bricard/vehicle/words.hpp"

namespace bricard::vehicle {

ManeuverOptions read_maneuver_options(const std::vector<Annotation>& annotations) {
  namespace d = dimension;
  const std::string section = "analysis.maneuver";
  Words words(annotations);
  ManeuverOptions options;
  words.refuse_unknown(section, {"kind", "speed", "lateral_acceleration", "radius", "frequency", "deceleration", "distance", "steer",
                                 "rise_time", "duration", "rate", "preview", "output_step", "coordinates", "tolerance"});
  const auto number = [&](const char* key, Dimension dimension, std::optional<double>& value, bool positive = true) {
    const std::string where = section + '.' + key;
    value = words.number(where, dimension);
    if (value && positive && !(*value > 0)) words.fault(where, "must be positive");
  };
  number("speed", d::speed, options.speed);
  number("lateral_acceleration", d::acceleration, options.lateral_acceleration, false);
  number("radius", d::length, options.radius, false);
  number("frequency", d::none / d::time, options.frequency);
  number("deceleration", d::acceleration, options.deceleration);
  number("distance", d::length, options.distance);
  number("rise_time", d::time, options.rise_time);
  number("duration", d::time, options.duration);
  number("preview", d::time, options.preview);
  number("output_step", d::time, options.output_step);
  options.steer = words.number(section + ".steer", d::none);
  options.rate = words.number(section + ".rate", d::none);
  if (const auto coordinates = words.name(section + ".coordinates")) options.coordinates = *coordinates;
  if (const auto tolerance = words.number(section + ".tolerance", d::none)) options.tolerance = *tolerance;
  if (const auto kind = words.name(section + ".kind")) options.kind = *kind;
  std::vector<std::string> known;
  std::string list;
  for (const ManeuverEntry& each : maneuver_kinds()) {
    known.emplace_back(each.kind);
    list += (list.empty() ? "" : ", ") + std::string(each.kind);
  }
  if (options.kind.empty())
    words.fault(section + ".kind", "the kind of maneuver is missing", "one of " + list);
  else if (std::find(known.begin(), known.end(), options.kind) == known.end()) {
    const std::string near = did_you_mean(options.kind, known);
    words.fault(section + ".kind", "unknown kind of maneuver " + quoted(options.kind), near.empty() ? "one of " + list : near);
  }
  words.throw_if_failed();
  return options;
}

}  // namespace bricard::vehicle
