// Motions under which a model does not change: the group along which a steady motion runs.
//
// A candidate moves bodies rigidly: all of them with a twist that is fixed in ground (place and heading of a car), a body with
// all that hangs on it in the tree, or a body alone, with a twist N that is fixed in that body, its owner o (the angle of a wheel
// on its hinge, the spin of a top). Time is a candidate too: a driver that runs on does not change if time goes along with it. A
// candidate acts on positions, velocities and accelerations by g = exp(s N),
//
//   X -> g X,   V -> V_o + Ad_g W,   A -> A_o + Ad_g (A - A_o) + V_o x Ad_g W - Ad_g (V_o x W),   W = V - V_o,
//
// twists being those of the point of the body that passes a fixed place. Combinations of candidates that leave rows, forces and
// user states as they are, at several random states near the given one, are found as the null space of the differences.
//
// Bodies without mass that carry others from ground on (carriers.hpp), such as the slides of a car along x and y, cannot turn
// with what they carry. What they carry is a candidate by itself, with a twist that is fixed in ground; they follow as rows want
// them.
//
// With rates c of the invariant motions all bodies move steadily:  V = Σ c N,   A = Σ c (V_o x N).
//
// Reference: J. E. Marsden, T. S. Ratiu, Introduction to Mechanics and Symmetry, Springer 1999: relative equilibria.
#pragma once
#include "bricard/analyses/equilibrium/equilibrium_equations.hpp"

namespace bricard {

class InvariantMotions {
 public:
  // `equations` of a System in absolute coordinates, `start` a closed state of it with velocities that its rows allow. Lengths
  // are measured in characteristic lengths, rates in 1/s; `pace` is a fast rate.
  InvariantMotions(EquilibriumEquations& equations, const State& start, double pace);

  int count() const { return static_cast<int>(motions_.cols()); }
  // Time goes on for itself, or together with some motion.
  bool goes_on() const { return goes_on_; }

  // What the motions with these rates do at a position: velocities and accelerations of the System.
  struct Motion {
    Eigen::VectorXd v, a;
    Eigen::Vector3d turning;  // the angular velocity that is common to all bodies, seen from ground
  };
  Motion motion(const System& system, State state, const Eigen::VectorXd& rates) const;
  // Velocities by motion, columns; without what runs with time.
  Eigen::MatrixXd fields(const System& system, const State& state) const;
  // Rates of the motions that come nearest to given velocities.
  Eigen::VectorXd nearest_rates(const System& system, const State& state, const Eigen::VectorXd& v,
                                const Eigen::VectorXd& scale) const;

  // "along x", "about z", "fl.hinge.angle", "spin of top"; and whether its rate is that of a length: 1/s times the characteristic
  // one.
  struct Name {
    std::string text;
    bool is_length = false;
  };
  std::vector<Name> names(const System& system, const State& state) const;

 private:
  struct Block {                 // six candidates, in the plane three
    int owner = 0;               // ground: fixed there
    std::vector<int> bodies;     // that move along
    std::vector<int> followers;  // that rows pull along
  };
  using Twists = std::vector<Vec6<double>>;                                          // by body number
  Twists twists(const Kinematics<double>& k, const Eigen::VectorXd& amounts) const;  // by candidate, per second
  Eigen::VectorXd velocities(const System& system, const Kinematics<double>& k, const Twists& V) const;

  struct Sample;
  struct Look;
  struct Moved {
    State state;
    Eigen::VectorXd a;
    Eigen::MatrixXd N;
  };
  Moved moved(const System& system, const Sample& sample, int candidate, double amount) const;
  void sample(EquilibriumEquations& equations, const State& start, int seed, std::vector<Sample>& list) const;
  Eigen::VectorXd seen(Look& look, const Sample& sample, int candidate, double amount) const;
  Eigen::VectorXd action(const System& system, const Sample& sample,
                         int candidate) const;  // on position, V and A, to first order
  void follow(const System& system, const Sample& sample, int candidate, Eigen::VectorXd& dX, Eigen::VectorXd& dV,
              Eigen::VectorXd& dA) const;
  void choose(const System& system, const std::vector<Sample>& list, const Eigen::MatrixXd& space);
  static std::vector<Eigen::VectorXd> echelon(Eigen::MatrixXd space, int first, int step, Eigen::MatrixXd* others);

  double unit_of(const Eigen::VectorXd& amounts) const;
  int candidates() const { return 1 + parts_ * static_cast<int>(blocks_.size()); }  // time is the first
  int part(int candidate) const {                                                   // of a twist
    const int i = (candidate - 1) % parts_;
    return parts_ == 3 && i == 2 ? 5 : i;
  }
  const Block& block(int candidate) const { return blocks_[(candidate - 1) / parts_]; }
  Vec6<double> twist(const Kinematics<double>& k, int candidate) const;

  int parts_ = 6;
  double length_ = 1, pace_ = 1;
  Vec3<double> origin_ = Vec3<double>::Zero();
  std::vector<Block> blocks_;
  Eigen::MatrixXd motions_;  // by candidate, a column each
  Eigen::VectorXd with_time_;
  bool goes_on_ = false;
  std::vector<int> followers_;  // of all motions
};

}  // namespace bricard
