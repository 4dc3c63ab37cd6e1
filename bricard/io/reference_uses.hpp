// Which of the keys that all elements of a section share a kind uses; the checks of a model (model/structure_elements.cpp) accept
// exactly these, and reference_test.cpp compares.
#pragma once
#include "bricard/io/reference_keys.hpp"

namespace bricard {

inline KeyUse joint_use(const JointInfo& kind, std::string_view key) {
  const JointKeys uses = kind.uses;
  const auto when = [](bool used) { return used ? KeyUse::required : KeyUse::none; };
  const auto may = [](bool used) { return used ? KeyUse::optional : KeyUse::none; };
  if (key == "bodies") return when(!uses.joints);
  if (key == "joints") return when(uses.joints);
  if (key == "at") return when(uses.at);
  if (key == "at2") return uses.at2 ? KeyUse::required : may(uses.at);
  if (key == "axis") return when(uses.axis);
  if (key == "axis2") return uses.axis2 ? KeyUse::required : may(uses.axis || uses.separate_axis2);
  if (key == "cut") return may(!uses.joints);
  if (key == "initial") return may(!kind.names.empty());
  if (key == "friction") return may(!kind.rubs.empty());
  return KeyUse::optional;
}

inline KeyUse constraint_use(const ConstraintInfo& kind, std::string_view key) {
  const ConstraintKeys uses = kind.uses;
  const auto when = [](bool used) { return used ? KeyUse::required : KeyUse::none; };
  const auto may = [](bool used) { return used ? KeyUse::optional : KeyUse::none; };
  if (key == "bodies") return when(uses.bodies);
  if (key == "at") return when(uses.points);
  if (key == "at2") return kind.value_is_designed ? when(uses.points) : may(uses.points);
  if (key == "axis") return when(uses.axis);
  if (key == "axis2") return when(uses.axis2);
  if (key == "value") return may(uses.value);
  return KeyUse::optional;
}

inline KeyUse force_use(const ForceInfo& kind, std::string_view key) {
  const ForceEnds ends = kind.uses;
  const bool mount = ends == ForceEnds::two_bodies;
  const auto when = [](bool used) { return used ? KeyUse::required : KeyUse::none; };
  const auto may = [](bool used) { return used ? KeyUse::optional : KeyUse::none; };
  const bool wheel = ends == ForceEnds::wheel, points = ends == ForceEnds::two_points;
  if (key == "body") return when(ends == ForceEnds::body || ends == ForceEnds::torque || points);
  if (key == "at") return mount || points ? KeyUse::required : may(ends == ForceEnds::body || wheel);
  if (key == "at2") return when(points);
  if (key == "wheel" || key == "carrier") return when(wheel);
  if (key == "joints") return may(ends == ForceEnds::difference);
  if (key == "from" || key == "to") return when(ends == ForceEnds::two_ends);
  if (key == "orientation") return may(mount);
  if (key == "joint") return kind.acts_on_angle() ? KeyUse::optional : when(ends == ForceEnds::coordinate);
  const bool turns = kind.acts_on_angle() || ends == ForceEnds::difference;
  if (key == "bodies") return mount ? KeyUse::required : may(turns);
  if (key == "axis") return wheel ? KeyUse::required : may(turns);
  return KeyUse::optional;
}

}  // namespace bricard
