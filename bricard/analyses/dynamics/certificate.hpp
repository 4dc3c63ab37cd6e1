// The run certificate: what a run shows of its own trustworthiness beside constraint residuals and the energy balance
// (balance.hpp).
//
//   elements     each active one must take part in the equations, and its effort should not stay zero
//   momentum     of bodies that nothing joins with ground, P - M g t and the angular momentum about their center of mass are
//                constant; of all bodies, Σ (m a - applied forces) is what the joints with ground carry
//   condition    of the loop rows and of the mass matrix at sampled positions
//   error        from a second run at half the tolerance or half the step: with e ~ tolerance and e ~ step^p the difference d of
//                both is e/2 and e (1 - 2^-p) of the first (Richardson)
#pragma once
#include "bricard/analyses/methods.hpp"
#include "bricard/results/results.hpp"
#include "bricard/system/recorder.hpp"

namespace bricard {

// Joints, drivers, constraints and forces of the model, and whether the System evaluates those that are active: it does, unless
// the program is wrong. Rows and columns are marked, everything is evaluated once, and what still has its mark, or is not there,
// was left out.
std::vector<ElementActivity> list_elements(const Model& model, const System& system);

// The largest efforts of all elements from the columns of the results; a warning names the active forces, drivers and constraints
// whose effort stayed zero (joints that guide often carry nothing: there the numbers alone tell). A run in which an active
// element was not evaluated becomes a failed one.
void add_evidence(const Model& model, Results& results);

class MomentumWatch {
 public:
  // From here on the motion is one of this System.
  void begin(const System& system);
  // At a row of results, with accelerations.
  void look(const Recorder& row, double t);
  std::optional<MomentumBalance> found() const;

 private:
  struct Group {  // bodies that are joined with each other but not with ground
    std::vector<int> bodies;
    double mass = 0, begin = 0;
    Vec3<double> linear = Vec3<double>::Zero(), angular = Vec3<double>::Zero();  // at the beginning
    double linear_drift = 0, linear_scale = 0, angular_drift = 0, angular_scale = 0;
  };
  void look_at(Group& group, const Kinematics<double>& k, double t) const;
  void look_at_ground(const Recorder& row);
  void close();

  const System* system_ = nullptr;
  std::vector<Group> groups_;
  bool started_ = false, any_ = false;
  int most_groups_ = 0;
  double linear_ = 0, angular_ = 0;
  double force_error_ = 0, force_scale_ = 0, moment_error_ = 0, moment_scale_ = 0;
};

// At a sampled row of results.
void add_condition(const System& system, const Recorder& row, double t, Conditioning& condition);

// What the difference of two runs is times to be the error of the first.
double growth_of_error(const MethodChoice& methods, const AnalysisOptions& options);

}  // namespace bricard
