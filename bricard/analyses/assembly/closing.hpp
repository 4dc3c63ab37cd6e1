// Closing positions: from a rough position to the nearest one in which all rows vanish.
//
//   close:    Newton steps  d = -Phi_v⁺ Phi  of least weighted norm, limited in length and shortened until the rows come closer.
//             Rows that nearly depend on others are left out while the mechanism is far from closed.
//   approach: moves along the closed positions towards a given picture of the bodies, by
//             min ‖d - w‖²  with  Phi_v d = -Phi,   w the difference to the picture.
//
// Approaching the design position gives the nearest closed position, not only a near one; approaching another closed position
// tells whether a continuous motion joins the two, that is whether they belong to one branch.
//
// Reference: P. E. Nikravesh, Initial condition correction in multibody dynamics, Multibody System Dynamics 18 (2007); the
// approach is Gauss-Newton for the constrained least-squares problem that is stated there.
#pragma once
#include "bricard/analyses/assembly/poses.hpp"

namespace bricard {

class Closing {
 public:
  // `system` in absolute coordinates, so that joints may be open. It must outlive this.
  Closing(const System& system, Weights weights);

  // Rows that stay open by these values on purpose (drivers that are brought to their start later); by row of the layout.
  void hold(std::vector<double> open);

  // Both change the position and the counted angles of `state`. False: it does not close; the state is the best that was found.
  bool close(State& state);
  // Returns the weighted distance that is left.
  double approach(State& state, const Poses& target);

  Poses poses_of(const State& state);
  // The state of bodies at these places; angles are counted from those of `near`.
  State state_at(const Poses& places, const State& near);
  double distance(const Poses& from, const Poses& to) const;
  // The largest open row of the last state that close() saw, as a length.
  double open() const { return open_; }
  // The same relative to the reach of each row: the model's length, or the distance of its bodies from the origin, to which the
  // rounding of their positions is relative.
  double relatively_open() const { return relatively_open_; }
  double reach(int row) const;
  Equations& equations() { return e_; }

 private:
  void evaluate(const State& state);
  bool factor();
  void weigh_rows();
  double sum_of_squares() const;
  void accept(State& state);

  const System& system_;
  Weights weights_;
  Equations e_;
  std::vector<double> held_;
  std::vector<int> rows_;                 // position rows
  std::vector<double> per_one_;           // by row of the layout: what one of it is as a length, where the step begins
  std::vector<std::vector<int>> joined_;  // by row of the layout: its bodies
  double open_ = 0, relatively_open_ = 0;
};

// The rows that must vanish in position: all of the layout but those that hold for velocities only.
std::vector<int> position_rows(const System& system);

}  // namespace bricard
