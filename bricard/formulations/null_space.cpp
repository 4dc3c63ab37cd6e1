#include "bricard/formulations/null_space.hpp"

#include "bricard/formulations/matrices/row_space.hpp"
#include "bricard/formulations/problems/written_ode.hpp"
#include "bricard/math/dense.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {

class NullSpace : public WrittenOde {
 public:
  explicit NullSpace(const ProblemSettings& settings) : WrittenOde(settings) {}

 protected:
  bool solve(Eigen::Ref<Eigen::VectorXd> a) override {
    balance();
    constraints_.factor(Gt_, dependent(threshold::dependent_direction));
    constraints_.least_solution(g_, x_);
    const Eigen::MatrixXd& Z = constraints_.free_motions();
    if (Z.cols() > 0) {
      reduced_ = transposed_product(Z, M_ * Z);
      if (!cholesky_.compute(reduced_) || !(cholesky_.smallest_pivot() > threshold::singular_mass)) {
        failure_ = undetermined_message(Z);
        return false;
      }
      s_ = cholesky_.solve(Z.transpose() * (Q_ - M_ * x_));
      x_ += Z * s_;
    }
    a = S_.cwiseProduct(x_);
    return true;
  }

 private:
  RowSpace constraints_;
  Eigen::MatrixXd reduced_;
  Cholesky cholesky_;
  Eigen::VectorXd x_, s_;
};

}  // namespace

std::unique_ptr<OdeProblem> make_null_space(const ProblemSettings& settings) { return std::make_unique<NullSpace>(settings); }

}  // namespace bricard
