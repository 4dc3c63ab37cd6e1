// Motion, rows and forces at a State, for any scalar: caller-owned scratch whose fields stand in order of dependency.
#pragma once
#include <vector>

#include "bricard/elements/forces/force.hpp"
#include "bricard/elements/pair.hpp"
#include "bricard/math/spatial.hpp"

namespace bricard {

template <class S>
struct Kinematics {
  // 1. Motion of the bodies, by number (ground is 0); computed by the coordinates.
  std::vector<Mat3<S>> R;
  std::vector<Vec3<S>> p, v, w;
  // Relative coordinates: columns S of every tree joint at its body's centre of mass, and the rest c of its acceleration.
  std::vector<Vec6<S>> S_columns;
  std::vector<Vec6<S>> c;
  // Some charts of absolute coordinates: what they remember of each body's rotation (made at the first motion); their drift
  // stands in c.
  std::vector<Vec4<S>> turn, turn_rate;

  // 2. Marker pairs; reach: from a body's centre of mass to B's origin.
  std::vector<Pair<S>> pairs;
  std::vector<Vec3<S>> reach_A, reach_B;
  std::vector<Vec6<S>> drift;  // relative acceleration of the pair while the bodies have none

  // 3. Measured joint coordinates (angles count turns).
  std::vector<Row<S>> measured;

  // 4. Rows: Phi, its rate Phi' = Phi_v v - nu, and gamma in terms of body accelerations: Σ B A = gamma.
  //    Rows of the coordinates themselves stand behind those of the layout.
  std::vector<Row<S>> entries;
  std::vector<S> Phi, Phi_rate, nu, second, gamma;  // nu, second: rates of the prescribed function of time

  // 5. Columns in the file's units (those that are needed), and the applied wrench on every body at its centre of mass, gravity
  // and
  //    the gyroscopic torque included.
  std::vector<S> columns;
  std::vector<Vec6<S>> f;
  S potential{};
  std::vector<S> z_rate;  // derivatives of user states, SI time

  // How the comparisons of forces and states are decided while they are held (Expression::evaluate).
  std::vector<char> decisions;
  bool holds_decisions = false;

  std::vector<S> scratch;     // of expressions
  std::vector<Row<S>> terms;  // of one row
};

}  // namespace bricard
