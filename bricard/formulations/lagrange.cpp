#include "bricard/formulations/lagrange.hpp"

#include "bricard/formulations/problems/mechanical_ode.hpp"

namespace bricard {

namespace {

class Lagrange : public MechanicalOde {
 public:
  using MechanicalOde::MechanicalOde;

 protected:
  bool accelerations(Eigen::Ref<Eigen::VectorXd> a) override { return kernel_accelerations(a); }
};

}  // namespace

std::unique_ptr<OdeProblem> make_lagrange(const ProblemSettings& settings) { return std::make_unique<Lagrange>(settings); }

}  // namespace bricard
