// A mechanism as the doctor sees it: the constraints of a Model in relative coordinates, every body with the same weight, no
// forces. Rank and null space do not depend on inertia; equal weights judge them best.
#pragma once
#include <optional>

#include "bricard/system/system.hpp"

namespace bricard {

enum class WithDrivers { no, yes };

// Degrees of freedom of one free body: 6, in the plane 3.
int freedoms_per_body(const Model& model);

class Mechanism {
 public:
  explicit Mechanism(const Model& model);
  // Of a model that has been compiled.
  explicit Mechanism(const System& system, WithDrivers drivers = WithDrivers::no);

  const System& system() const { return system_; }
  const State& state() const { return state_; }
  Equations& equations() { return e_; }
  double length() const { return system_.length(); }

  // Takes the bodies to where they are in another System of the same bodies.
  void place(const System& from, const State& state);
  void place(const State& state);
  // Decides which loop rows are independent here, and factorizes. Rows that depend on others only up to the violation of the
  // constraints count as dependent.
  void select();
  int mobility() const { return mobility_; }
  int redundant() const { return system_.constraints().rows - rank(); }
  int rank() const { return freedoms_per_body(system_.model()) * system_.mechanism().bodies - mobility_; }
  // How far from a further dependency among the loop rows, 0 to 1: it falls with the distance to a singular position.
  double measure() const;
  // The names of the rows that are nearest to it, with those that they would depend on.
  std::vector<std::string> nearly_dependent();

  // A free motion: velocities of the tree joints on `columns` (others stand still) that keep the loops closed, from a random
  // push. Deterministic by `seed`. Expects select().
  Eigen::VectorXd free_motion(const std::vector<char>& columns, int seed);
  // Per relative velocity: some loop sees it. The others are free whatever the rest does.
  std::vector<char> in_loops() const;
  // Moves by 1/20 of the mechanism along a velocity and closes the loops again: the State there; none if the motion cannot be
  // continued. The mechanism itself stays.
  std::optional<State> nearby(const Eigen::VectorXd& velocity) const;

 private:
  void factor();

  System system_;
  Equations e_;
  State state_;
  int mobility_ = 0;
};

// The self-stress of row i of loop group l (an unselected row): efforts of all rows in balance without any load, per layout group
// six numbers, moments divided by the characteristic length; the row itself has 1.
Eigen::VectorXd self_stress(Mechanism& mechanism, int l, int i);

}  // namespace bricard
