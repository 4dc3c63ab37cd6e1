// The energy balance of a run: what drivers, forces, dampers and events did to kinetic and potential energy,
//
//   E(end) = E(start) + ∫ Σ mu nu dt + Σ elements (∫ P dt + ΔV_e) - lost at events + error.
//
// Powers are integrated by Gauss quadrature over every piece of a step that counts, at points of the dense output: the error of
// the balance is then that of the motion, whatever the output step. What is missing is the error of the run as energy sees it. A
// model that neither takes nor gives energy costs nothing.
#pragma once
#include <functional>
#include <memory>
#include <optional>

#include "bricard/analyses/driven/strike.hpp"
#include "bricard/integrators/integrator.hpp"
#include "bricard/results/results.hpp"
#include "bricard/system/power.hpp"

namespace bricard {

// Points of the quadrature per step: about half as many as the method evaluates, so that the balance stays a fraction of the run;
// one where the method is of second order, as the rule then is.
int quadrature_points(const IntegratorStatistics& statistics, int order);

class EnergyBalance {
 public:
  explicit EnergyBalance(const Model& model);

  // From here on the motion is one of this System; energy that is not the same as at the end before was taken by an event.
  void begin(const System& system, const std::vector<char>& selected, const State& start);
  // The motion from `from` to `to`, a piece of one step.
  void add(double from, double to, int points, const std::function<State(double)>& state_at);
  // What is missing here, for the largest on the way.
  void look(const State& state);
  // Work of prescribed motions in no time.
  void add(const std::vector<Blow>& blows);
  // The motion of this System ends here.
  void end(const State& state);

  Balance found() const;
  // The most that was given, or taken, since the start: it may be back at the end, and at every row.
  double most_given() const { return most_given_; }
  // Powers had no finite value somewhere: the balance is not known.
  bool broken() const { return broken_; }

 private:
  struct Work {
    double work = 0, dissipated = 0;
  };
  double energy_of(const State& state) const;
  double energy_of(const State& state, Equations& e) const;
  double given() const;
  void store(double sign, const State& state);

  const System* system_ = nullptr;
  std::unique_ptr<PowerMeter> meter_;
  std::vector<Work> forces_;
  std::vector<double> joints_;  // dissipated by their friction
  std::vector<double> drivers_, constraints_;
  std::vector<std::string> force_names_, joint_names_, driver_names_, constraint_names_;
  bool begun_ = false, broken_ = false;
  double start_ = 0, last_ = 0, lost_ = 0, largest_error_ = 0, most_given_ = 0;
  std::optional<Equations> looking_;  // where the way is looked at
};

}  // namespace bricard
