// Motion, rows and forces at a State, for any scalar: caller-owned scratch whose fields stand in order of dependency. In space
// and, smaller, in the plane (planar models, for the steps of a run).
#pragma once
#include <vector>

#include "bricard/elements/forces/force.hpp"
#include "bricard/elements/pair.hpp"
#include "bricard/elements/planar_pair.hpp"
#include "bricard/math/spaces.hpp"

namespace bricard {

// What is a number in space and plane alike.
template <class S>
struct Values {
  // Rows: Phi, its rate Phi' = Phi_v v - nu, and gamma in terms of body accelerations: Σ B A = gamma.
  // Rows of the coordinates themselves stand behind those of the layout.
  std::vector<S> Phi, Phi_rate, nu, second, gamma;  // nu, second: rates of the prescribed function of time

  std::vector<S> columns;  // in the file's units (those that are needed)
  double time = 0;         // SI, where the past is read
  S potential{};
  std::vector<S> z_rate;   // derivatives of user states, SI time
  std::vector<S> scratch;  // of expressions

  // Of symbols, which have no numbers: the last values of measured angles, so that they count turns; the values that inputs are
  // given, in place of their functions. Empty: there are none.
  std::vector<S> last_angles, given_inputs;

  std::vector<double> rubbing;  // efforts of all that rubs, by direction of slip (rubbing.hpp)

  // How everything that switches in forces, inputs and states is decided while it is held (Expression::evaluate).
  std::vector<double> decisions;
  bool holds_decisions = false;
};

template <class S>
struct Kinematics : Values<S> {
  using MarkerPair = Pair<S>;
  using RowEntry = Row<S>;
  using Load = Wrench<S>;

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

  // 4. Rows, and the terms of one of them.
  std::vector<Row<S>> entries, terms;

  // 5. The applied wrench on every body at its centre of mass, gravity and the gyroscopic torque included.
  std::vector<Vec6<S>> f;
};

// The same in the plane; vectors are (x, y) or (x, y, about z).
template <class S>
struct PlanarKinematics : Values<S> {
  using MarkerPair = PlanarPair<S>;
  using RowEntry = PlanarRow<S>;
  using Load = PlanarWrench<S>;

  std::vector<S> angle, w;  // the angle counts turns, but from no particular one
  std::vector<Turned<S>> R;
  std::vector<Vec2<S>> p, v;
  std::vector<Vec3<S>> S_columns, c;
  std::vector<PlanarPair<S>> pairs;
  std::vector<Vec2<S>> reach_A, reach_B, drift;  // no angular drift
  std::vector<PlanarRow<S>> measured, entries, terms;
  std::vector<Vec3<S>> f;
};

template <class Space>
using KinematicsIn = std::conditional_t<std::is_same_v<Space, InSpace>, Kinematics<double>, PlanarKinematics<double>>;

}  // namespace bricard
