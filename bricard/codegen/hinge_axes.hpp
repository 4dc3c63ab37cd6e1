// Axes of the bodies for recursions. z lies along the hinge that carries the body; about it they may be turned, and those of its
// end on the parent too, if the angle counts from elsewhere:
//
//   x_end' = Rz(q + angle) x_own',      own' = own Rz(phi),   end' = end Rz(psi),   angle = phi - psi.
//
// From one hinge to the next, which are neither parallel nor square, the constant matrix C = own_parentᵀ end = Rz(a) Rx(alpha) Rz(b) has nine
// products for a vector, and four if the parent is turned by a and the end by -b (Denavit and Hartenberg, J. Applied Mechanics
// 22, 1955). A body is turned for one of those that it carries, and if all of them lie askew.
#pragma once
#include <vector>

#include "bricard/system/layout.hpp"

namespace bricard {

struct HingeAxes {
  Mat3<double> own = Mat3<double>::Identity(), end = Mat3<double>::Identity();  // in the axes of the body and of its parent
  double angle = 0;                                                             // added to that of the hinge
};

// By number; ground's are its own.
std::vector<HingeAxes> hinge_axes(const MechanismLayout& layout);

}  // namespace bricard
