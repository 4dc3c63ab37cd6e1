// What is asked of an equilibrium: which parameters are unknown, and the conditions that they shall meet. Mounts the System that
// belongs to given values of these parameters.
//
// Conditions `lhs == rhs` become outputs `(lhs) - (rhs)` of the mounted model, so that they may name any column. At rest drivers
// and prescribed values keep what they are at t = 0, as numbers; velocities that the model gives are left out.
#pragma once
#include <algorithm>
#include <cmath>
#include <list>
#include <memory>
#include <optional>

#include "bricard/analyses/equilibrium/equilibrium_equations.hpp"
#include "bricard/analyses/run.hpp"
#include "bricard/system/recorder.hpp"

namespace bricard {

// The model without motion: everything that is a function of time keeps its value at t = 0.
Model at_rest(const Model& model);

// A System for one set of parameters.
struct MountedSystem {
  MountedSystem(const Model& model, std::string_view coordinates, int conditions, MotionFrom motion);
  // The conditions at a closed state, in the file's units; not a number where a column has no value.
  Eigen::VectorXd conditions(const State& state);

  System system;
  EquilibriumEquations equations;

 private:
  int conditions_;
  MotionFrom motion_;
  std::vector<double> row_;
};

class EquilibriumExchange {
 public:
  // Throws Error where the options are wrong.
  EquilibriumExchange(const Model& model, const AnalysisOptions& options, const Control& control);

  const EquilibriumOptions& options() const { return options_; }
  bool is_steady() const { return options_.kind == EquilibriumKind::steady; }
  bool is_turning() const { return options_.kind == EquilibriumKind::turning; }
  const std::string& coordinates() const { return coordinates_; }
  int count() const { return static_cast<int>(options_.find.size()); }          // unknown parameters
  int conditions() const { return static_cast<int>(options_.so_that.size()); }  // those of `so_that`
  const Eigen::VectorXd& start() const { return start_; }                       // the values that the model has
  // What is a large change of a parameter.
  double size_of(int i, double value) const { return std::max(std::abs(value), start_[i] != 0 ? std::abs(start_[i]) : 1); }

  bool interrupted() const { return control_.interrupt && control_.interrupt->load(); }

  // Steady: mounted systems from now on keep the part of their assembled rates along these motions (columns, by velocity).
  void keep_rates_along(Eigen::MatrixXd motions);

  // The model as it was written, with these values.
  Model model(const Eigen::VectorXd& values) const;
  // Stays valid while few others are mounted. Throws Error where the model is wrong with these values.
  MountedSystem& mounted(const Eigen::VectorXd& values);
  const MountedSystem& any() const { return *entries_.front().system; }  // the last one

 private:
  Model with_conditions(const Model& model) const;
  void give_rates(MountedSystem& mounted) const;

  const Model& model_;
  const Control& control_;
  EquilibriumOptions options_;
  AnalysisOptions assembly_options_;
  std::string coordinates_;
  std::vector<std::string> differences_;  // "(lhs) - (rhs)"
  Eigen::VectorXd start_;
  std::optional<Eigen::MatrixXd> motions_;
  struct Entry {
    Eigen::VectorXd values;
    std::unique_ptr<MountedSystem> system;
  };
  std::list<Entry> entries_;
};

}  // namespace bricard
