// Constraints that depend on each other and ask for different things: two drivers of one motion, a driver against the joints.
//
// With G the rows of all joints, constraints and drivers over the bodies, a correction d of the positions closes G d = -Phi but
// for the part of Phi that no motion reaches, its residual r of least squares: as long as dependent rows agree, r = 0. The rows
// that have a part in r contradict each other. A formulation keeps the independent rows and would go on with them, against the
// others; so every step of a model with such rows is looked at.
#pragma once
#include <functional>
#include <optional>
#include <string>

#include "bricard/system/system.hpp"

namespace bricard {

struct Contradiction {
  double t = 0;       // until then they agree
  std::string words;  // "drivers 'a' and 'b' contradict each other ..."
};

class ContradictionWatch {
 public:
  // At a closed state. `tolerance` of the run: what is open by less has not been closed better anyway.
  ContradictionWatch(const System& system, const State& start, double tolerance);

  // No row depends on time, or none depends on another: nothing can contradict.
  bool idle() const { return !e_; }
  // Between two accepted points of the motion; the first contradiction.
  std::optional<Contradiction> look(double from, double to, const std::function<State(double)>& state_at);
  // Rates that cannot hold here or, where a step has failed, a small part of `moment` later.
  std::optional<Contradiction> ahead(const State& state, double moment);

 private:
  double open(const State& state);
  struct Residual {
    double largest = 0;        // as a length
    std::vector<double> rows;  // of the layout
  };
  Residual residual(const std::vector<double>& open, double threshold) const;
  std::string words(const Residual& residual) const;

  const System& system_;
  std::optional<Equations> e_;  // where rows depend on each other and on time
  std::vector<char> given_;     // by layout group: its value is prescribed
  double limit_, bearable_;
};

}  // namespace bricard
