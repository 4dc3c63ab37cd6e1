// One row of results from a State: every column of the model, in SI, in the order of results.csv.
#pragma once
#include <functional>
#include <optional>

#include "bricard/system/motion_rates.hpp"
#include "bricard/system/reactions.hpp"
#include "bricard/system/system.hpp"

namespace bricard {

// Where the accelerations of a row come from.
enum class MotionFrom {
  forces,         // the equations of motion
  drivers,        // drivers and joints leave nothing free: from the constraints alone, so that bodies need no inertia
  drivers_alone,  // the same, and reactions are not asked for
  rates,          // none: v' = 0, at rest or in a steady motion; efforts are what that takes
};

class Recorder {
 public:
  // `selected`: the independent loop rows (Kernel::select).
  Recorder(const System& system, const std::vector<char>& selected, MotionFrom source = MotionFrom::forces);
  // Another choice of independent rows.
  void select(const std::vector<char>& selected);
  // Of MotionFrom::drivers: who carries the load in place of reactions(), at time t. Accelerations in the Equations stay.
  using LoadSharing = std::function<void(double t, Equations& e, Reactions& out)>;
  void share_by(LoadSharing sharing) { sharing_ = std::move(sharing); }

  // Of MotionFrom::drivers and drivers_alone: accelerations that are known already, because the rows do not determine them here;
  // null: they do.
  void take_accelerations(const Eigen::VectorXd* known) { known_ = known; }

  struct Energy {
    double kinetic = 0, potential = 0;
  };
  // Appends a row to `values`. False if the accelerations could not be computed or are not finite (the row is written, with NaN).
  // `highest`: where nothing above forces is asked for, accelerations and reactions are left out (zero).
  bool record(const State& state, std::vector<double>& values, Level highest = Level::balance);

  // Of the last row.
  const Energy& energy() const { return energy_; }
  double position_violation() const { return position_violation_; }
  double velocity_violation() const { return velocity_violation_; }
  double acceleration_violation() const { return acceleration_violation_; }
  const Equations& equations() const { return e_; }
  // For work between rows: the next row overwrites it.
  Equations& scratch() { return e_; }
  const Reactions& reactions() const { return reactions_; }

 private:
  bool accelerations(double t);

  const System& system_;
  MotionFrom source_;
  Equations e_;
  Reactions reactions_;
  ColumnWriter writer_;
  std::optional<MotionRates> rates_;  // where some are read
  LoadSharing sharing_;
  bool redundant_ = false;
  Eigen::VectorXd a_;
  const Eigen::VectorXd* known_ = nullptr;
  Energy energy_;
  double position_violation_ = 0, velocity_violation_ = 0, acceleration_violation_ = 0;
};

}  // namespace bricard
