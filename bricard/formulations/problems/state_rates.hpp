// User states inside a Problem. States that nothing but events and samples changes keep their value to the last digit, whatever
// an integrator makes of its stages. Derivatives that read accelerations or reactions are evaluated after them, with the columns
// of a row of results: those of Lagrange's equations, whatever the formulation.
#pragma once
#include <optional>

#include "bricard/system/recorder.hpp"

namespace bricard {

class StateRates {
 public:
  StateRates(const System& system, const State& start, const std::vector<char>& selected);

  void hold(Eigen::VectorXd& z) const {
    for (const int state : held_) z[state] = start_[state];
  }
  bool has_late() const { return recorder_.has_value(); }
  // Rates of the late states, SI. Does nothing without them.
  void add_late(const State& state, double* z_rate);

 private:
  const System& system_;
  const std::vector<int>& held_;
  Eigen::VectorXd start_;
  std::optional<Recorder> recorder_;
  std::vector<double> row_;
};

}  // namespace bricard
