#include "bricard/formulations/coordinate_partitioning.hpp"

#include "bricard/formulations/partitioning/partition.hpp"
#include "bricard/formulations/problems/mechanical_ode.hpp"
#include "bricard/formulations/stabilizations/coordinate_partitioning.hpp"
#include "bricard/formulations/stabilizations/project.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {

ProblemSettings closing_by_partition(ProblemSettings settings) {
  settings.stabilization = &coordinate_partitioning;
  return settings;
}

class Partitioned : public MechanicalOde {
 public:
  explicit Partitioned(const ProblemSettings& settings)
      : MechanicalOde(closing_by_partition(settings)),
        closing_(static_cast<PartitionStabilizer&>(stabilizer())),
        partition_(closing_.partition()) {}

  // Values between steps are off the constraints by the error of interpolation.
  State lift(double t, const Eigen::VectorXd& y) override {
    const State between = MechanicalOde::lift(t, y);
    State state = between;
    const bool closes = in_passage() ? project(system_, e_, state, tolerance_, 0)
                                     : partition_.close(state, e_.rows(), threshold::needs_no_closing * tolerance_);
    return closes ? state : between;
  }

 protected:
  bool enter_stage() override {
    if (closing_.is_near_singular()) return closing_.apply_once(e_, state_);
    return partition_.close(state_, e_.rows(), threshold::needs_no_closing * tolerance_) && MechanicalOde::enter_stage();
  }
  bool accelerations(Eigen::Ref<Eigen::VectorXd> a) override {
    if (in_passage() || closing_.is_near_singular()) return kernel_accelerations(a);
    partition_.equations(state_, true, &e_.values());
    if (partition_.accelerations(a)) return true;
    failure_ = "no inertia resists a motion that the constraints leave free: give the bodies mass and inertia";
    return false;
  }

 private:
  PartitionStabilizer& closing_;
  Partition& partition_;
};

}  // namespace

std::unique_ptr<OdeProblem> make_partitioned(const ProblemSettings& settings) { return std::make_unique<Partitioned>(settings); }

}  // namespace bricard
