// Mechanisms and random consistent states for the tests of system/, formulations/ and codegen/. Test code only.
#pragma once
#include "bricard/elements/elements.hpp"
#include "bricard/system/system.hpp"

namespace bricard::test {

Body bar(const std::string& name, const Vector3& from, const Vector3& to, double mass = 1);

template <class Kind>
Joint joint(const std::string& name, const std::string& first, const std::string& second, const Vector3& at,
            const Vector3& axis = {0, 0, 1}) {
  Joint joint;
  joint.name = name;
  joint.kind = Kind{};
  joint.bodies = {first, second};
  joint.at = Point{at, ""};
  if (Kind::uses.axis) joint.axis = Direction{axis, {}};
  return joint;
}

Joint universal(const std::string& name, const std::string& first, const std::string& second, const Vector3& at,
                const Vector3& axis, const Vector3& axis2);

// Every kind of joint in one open chain, with a free body, springs and loads; the third joint has its bodies in reverse order.
Model open_chain();

// AN4-like proportions: crank 1, coupler 3, rocker 2.5, ground 3.2; four revolutes in space: three rows are redundant.
Model four_bar();

// Crank, rod and slider; the slider's guide is slightly out of plane with a ball joint at the rod, so that the loop is spatial.
Model slider_crank();

// Bricard's linkage (benchmark A04): six revolutes, counted 0 degrees of freedom, and it moves.
Model bricard_linkage();

// The same mechanism with other body axes, away from gimbal lock; loads in body axes turn with them.
Model with_tilted_axes(Model model);

// A random state on the constraints near the assembled one, in relative coordinates.
State random_state(const System& relative, int seed, double spread = 0.15);

// The same bodies in the coordinates of another System of the same model.
State carried_over(const System& from, const State& state, const System& to);

}  // namespace bricard::test
