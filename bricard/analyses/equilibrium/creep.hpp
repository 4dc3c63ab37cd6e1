// The motion of a mechanism that is infinitely slow, because something resists every body in proportion to its mass:
//
//   dq/ds = a(q),   a: the accelerations from standstill, with every surface that rubs at its coefficient at rest
//
// (of Stribeck's law that is the one at slip speed zero). Surfaces that can be held stand still; where all are, it rests. So it
// ends where static friction first holds everything: of one freedom the nearest position of rest on the way that it would take.
// a(q) is continuous, for friction vanishes from a surface together with its slip. User states keep z' = 0 along the way.
//
// Integrated along displacements that surfaces at rest leave, with the modes of the surfaces held over a step: Rosenbrock's
// method of second order (L. F. Shampine, M. W. Reichelt, The MATLAB ODE suite, SIAM J. Sci. Comput. 18 (1997), ode23s), which
// for long steps is Newton's method, so that an end that is approached ever more slowly is reached. A step over which a surface
// stops or is released is shortened to there.
#pragma once
#include <atomic>
#include <optional>
#include <string>

#include "bricard/analyses/equilibrium/equilibrium_equations.hpp"
#include "bricard/system/rubbing.hpp"

namespace bricard {

class Creep {
 public:
  // The System must outlive it; one whose surfaces are judged anew at every state.
  explicit Creep(const System& system, const std::atomic<bool>* interrupt = nullptr);

  // A position, and how it would go on from there.
  struct Place {
    State state;        // closed, at rest, user states too
    Eigen::VectorXd a;  // by velocity
    std::vector<RubbingMode> modes;
    bool is_near = false;  // to rest: hardly anything moves it
    bool rests = false;    // and nothing slips
  };
  // Judges the nearest closed position. Nothing: why() says it.
  std::optional<Place> look(State state);
  // Where the motion ends.
  std::optional<Place> rest_from(Place place);
  const std::string& why() const { return why_; }

  // The free motions at a place: columns, dimensionless (EquilibriumEquations::move).
  Eigen::MatrixXd free_motions(const Place& place);
  const EquilibriumEquations& equations() const { return equations_; }
  long evaluations() const { return evaluations_; }

 private:
  // A step begins here.
  struct Base {
    Place place;
    Eigen::MatrixXd B;  // free motions that surfaces at rest leave
    Eigen::VectorXd F;  // dx/ds there
    Eigen::MatrixXd J;  // dF/dx, with the modes held
  };
  std::nullopt_t refuse(std::string why);
  bool rest_states(State& state);
  bool accelerate(const System& system, const State& state, double* without = nullptr);
  double largest() const;
  std::optional<Base> begin(const Place& place);
  // dx/ds at a displacement from the base, with its modes; moves to it.
  std::optional<Eigen::VectorXd> held_rate(const Base& base, const Eigen::VectorXd& x, State& to);
  // From the border of all positions of rest to where it rests.
  std::optional<Place> inside(Place place);
  std::string runs_away(const Place& place) const;

  const System& system_;
  System held_;  // with the modes of a step
  EquilibriumEquations equations_;
  Equations e_;
  Eigen::VectorXd a_;
  const std::atomic<bool>* interrupt_;
  std::string why_;
  long evaluations_ = 0;
};

}  // namespace bricard
