// Which of the keys that all elements of a section share a kind uses; the checks of a model (model/structure_elements.cpp) accept
// exactly these, and reference_test.cpp compares.
#pragma once
#include "bricard/io/reference_keys.hpp"

namespace bricard {

template <class Kind>
KeyUse joint_use(std::string_view key) {
  constexpr JointKeys uses = Kind::uses;
  const auto when = [](bool used) { return used ? KeyUse::required : KeyUse::none; };
  const auto may = [](bool used) { return used ? KeyUse::optional : KeyUse::none; };
  if (key == "bodies") return when(!uses.joints);
  if (key == "joints") return when(uses.joints);
  if (key == "at") return when(uses.at);
  if (key == "at2") return uses.at2 ? KeyUse::required : may(uses.at);
  if (key == "axis") return when(uses.axis);
  if (key == "axis2") return uses.axis2 ? KeyUse::required : may(uses.axis || uses.separate_axis2);
  if (key == "cut") return may(!uses.joints);
  if (key == "initial") return may(!Kind::names.empty());
  if (key.starts_with("initial.")) {
    const std::string_view inner = key.substr(8);
    for (const CoordinateName& each : Kind::names)
      if (each.name == inner || each.rate == inner) return KeyUse::optional;
    return KeyUse::none;
  }
  return KeyUse::optional;
}

template <class Kind>
KeyUse constraint_use(std::string_view key) {
  constexpr ConstraintKeys uses = Kind::uses;
  const auto when = [](bool used) { return used ? KeyUse::required : KeyUse::none; };
  const auto may = [](bool used) { return used ? KeyUse::optional : KeyUse::none; };
  if (key == "bodies") return when(uses.bodies);
  if (key == "at") return when(uses.points);
  if (key == "at2") return Kind::value_is_designed ? when(uses.points) : may(uses.points);
  if (key == "axis") return when(uses.axis);
  if (key == "axis2") return when(uses.axis2);
  if (key == "value") return may(uses.value);
  return KeyUse::optional;
}

// It acts on an angle between two bodies, of a joint or about an axis.
template <class Kind>
constexpr bool acts_on_angle() {
  for (const ColumnName& each : Kind::measured)
    if (Kind::uses == ForceEnds::coordinate && each.dimension == dimension::angle) return true;
  return false;
}

template <class Kind>
KeyUse force_use(std::string_view key) {
  constexpr ForceEnds ends = Kind::uses;
  constexpr bool mount = ends == ForceEnds::two_bodies;
  const auto when = [](bool used) { return used ? KeyUse::required : KeyUse::none; };
  const auto may = [](bool used) { return used ? KeyUse::optional : KeyUse::none; };
  if (key == "body") return when(ends == ForceEnds::body || ends == ForceEnds::torque);
  if (key == "at") return mount ? KeyUse::required : may(ends == ForceEnds::body);
  if (key == "from" || key == "to") return when(ends == ForceEnds::two_ends);
  if (key == "orientation") return may(mount);
  if (key == "joint") return acts_on_angle<Kind>() ? KeyUse::optional : when(ends == ForceEnds::coordinate);
  if (key == "bodies") return mount ? KeyUse::required : may(acts_on_angle<Kind>());
  if (key == "axis") return may(acts_on_angle<Kind>());
  return KeyUse::optional;
}

}  // namespace bricard
