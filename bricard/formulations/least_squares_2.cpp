#include "bricard/formulations/least_squares_2.hpp"

#include "bricard/formulations/matrices/row_space.hpp"
#include "bricard/formulations/problems/written_ode.hpp"
#include "bricard/math/dense.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {

class LeastSquares2 : public WrittenOde {
 public:
  explicit LeastSquares2(const ProblemSettings& settings) : WrittenOde(settings) {}

 protected:
  bool solve(Eigen::Ref<Eigen::VectorXd> a) override {
    balance();
    constraints_.factor(Gt_, dependent(threshold::dependent_direction));
    constraints_.least_solution(g_, x_);
    const Eigen::MatrixXd& Z = constraints_.free_motions();
    E_ = product_transposed(Z, Z);
    EME_ = product(E_, M_ * E_);
    pseudo_.compute(EME_, threshold::dependent_equation);
    if (pseudo_.rank() < Z.cols()) {
      failure_ = undetermined_message(Z);
      return false;
    }
    a = S_.cwiseProduct(x_ + pseudo_.solve(Q_ - M_ * x_));
    return true;
  }

 private:
  RowSpace constraints_;
  Eigen::MatrixXd E_, EME_;
  LeastNorm pseudo_;
  Eigen::VectorXd x_;
};

}  // namespace

std::unique_ptr<OdeProblem> make_least_squares_2(const ProblemSettings& settings) {
  return std::make_unique<LeastSquares2>(settings);
}

}  // namespace bricard
