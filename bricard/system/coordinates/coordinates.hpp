// The contract of a coordinate set: how bodies move with q and v. Nothing else in the program knows it.
//
//   name, help
//   dimension                       of the models it serves: 3 in space, 2 in the plane, 0 both; two sets may share a name there
//   nq(layout), nv(layout)          sizes of q and v
//   first(layout, b), count(layout, b)  the velocity coordinates of body b (relative: of its tree joint)
//   per_radian(layout, q, v)        by coordinate and by velocity: how much it changes in a turn of one radian; 0: it is a length
//
// which equations it needs
//   rows                            which constraint rows this set needs (loops, or every joint)
//   holds(group)                    it satisfies these rows by itself
//   driven(layout, group)           a driver whose row is one velocity coordinate: which; -1: it is a row like others
//   holds_joint_coordinates         q of a tree joint are its measured coordinates, turns counted
//   is_local                        an equation sees only the bodies that its element joins
//   own_rows(layout)                rows that the set adds by itself (unit length of Euler parameters). motion() writes them
//   behind
//                                   those of the layout in Phi, Phi_rate, nu and gamma, with
//   own_body(i)                       whose velocity coordinates row i sees
//   own_product(layout, k, i, a)      Phi_v a of row i
//   own_load(layout, k, i, lambda, r) adds Phi_vᵀ lambda of row i
//   everywhere                      no position is singular; else
//   singular(layout, k)               a body in a position that the coordinates cannot describe, 0: none
//   why_singular(k, b)                "is at ...: choose ..."
//
// what it computes
//   motion(layout, q, v, k)         fills poses and twists of all bodies
//   accelerations(layout, k, a, A)  body accelerations from v' = a
//   pull_back(layout, k, F, r)      generalized forces Jᵀ F of body wrenches (F is used up)
//   rates(layout, q, v, q_rate)     q' = T(q) v
//   second_rates(layout, q, v, a, second)  q'' from v' = a
//   velocities(layout, q, q_rate, v)  the inverse: v of q'
//   move(layout, q, d, moved)       q ∘ d along an increment d of the size of v; rotations are turned
//   normalize(layout, q, v)         closes the set's own rows (unit quaternions); poses and twists stay
//   from_bodies(layout, k, q, v)    q and v of bodies whose poses and twists stand in k
//   free(layout)                    free columns of the tree joint of every body, for the kernel
//   edges(layout, k, kernel, work)  fills the kernel's S at this position
//   known(layout, k, level, work, c)  what is known of the relative motion over each tree joint: drift and drivers
//   increments(layout, k, level, kernel, solution, work, d)  v' (or an increment) from a solution of the kernel
//
// A set that serves planar models does what the steps of a run need in the plane too: motion, edges, known and increments with
// PlanarKinematics and the kernel in the plane.
//
// Sets of absolute coordinates share all but a chart of one body's rotation: absolute.hpp.
// The law (conformance_test.cpp): the same physics in all sets, at random consistent states.
#pragma once
#include <Eigen/Core>
#include <memory>

#include "bricard/system/coordinates/names.hpp"
#include "bricard/system/kernel.hpp"
#include "bricard/system/kinematics.hpp"
#include "bricard/system/layout.hpp"

namespace bricard {

// Which equations a solve is about: Phi = 0, Phi' = 0 or Phi'' = 0.
enum class Order { position, velocity, acceleration };

// Right side of a row: what is missing at that order.
inline double missing(const Values<double>& k, Order order, int row) {
  return order == Order::position ? -k.Phi[row] : order == Order::velocity ? -k.Phi_rate[row] : k.gamma[row];
}

// What edges() finds for known(); m is 6 in space, 3 in the plane.
template <class Space>
struct EdgeWorkIn {
  std::vector<typename Space::Vector> per_row;  // absolute: motion of the body per unit of each row of its tree joint, m per body
  std::shared_ptr<const std::vector<std::vector<int>>> groups;  // of the System: rows that belong to the tree joint of each body
};

using EdgeWork = EdgeWorkIn<InSpace>;

// (n, tau) of a pair's second body at a point `reach` from a centre of mass, as a row over that body's twist.
template <class S>
Vec6<S> row_at(const Vec3<S>& n, const Vec3<S>& tau, const Vec3<S>& reach) {
  Vec6<S> row;
  row << n, tau + cross<S>(reach, n);
  return row;
}

template <class S>
Vec3<S> row_at(const Vec2<S>& n, const S& tau, const Vec2<S>& reach) {
  return {n[0], n[1], tau + cross<S>(reach, n)};
}

// A twist, acceleration or increment of a body, taken rigidly from one point to another `r` further.
template <class S>
Vec6<S> shifted(const Vec6<S>& A, const Vec3<S>& r) {
  Vec6<S> moved = A;
  moved.template head<3>() += cross<S>(A.template tail<3>(), r);
  return moved;
}

}  // namespace bricard
