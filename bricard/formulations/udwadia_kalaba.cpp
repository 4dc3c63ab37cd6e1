#include "bricard/formulations/udwadia_kalaba.hpp"

#include "bricard/formulations/matrices/mass_factor.hpp"
#include "bricard/formulations/matrices/row_space.hpp"
#include "bricard/formulations/problems/written_ode.hpp"

namespace bricard {

namespace {

class UdwadiaKalaba : public WrittenOde {
 public:
  explicit UdwadiaKalaba(const ProblemSettings& settings) : WrittenOde(settings) {}

 protected:
  bool solve(Eigen::Ref<Eigen::VectorXd> a) override {
    balance();
    if (!mass_.factor(M_)) {
      failure_ = singular_mass_message();
      return false;
    }
    x_ = mass_.solve(Q_);
    if (!rows_.empty()) {
      mass_.see(Gt_, Dt_);
      missing_ = g_ - Gt_.transpose() * x_;
      for (int l = 0; l < Dt_.cols(); ++l) {  // rows of length one: the constraint's own inverse mass
        const double scale = 1 / Dt_.col(l).norm();
        Dt_.col(l) *= scale;
        missing_[l] *= scale;
      }
      rows_of_D_.factor(Dt_, dependent(threshold::dependent_direction));
      rows_of_D_.least_solution(missing_, y_);
      x_ += mass_.back(y_);
    }
    a = S_.cwiseProduct(x_);
    return true;
  }

 private:
  MassFactor mass_;
  RowSpace rows_of_D_;
  Eigen::SparseMatrix<double> Dt_;
  Eigen::VectorXd x_, y_, missing_;
};

}  // namespace

std::unique_ptr<OdeProblem> make_udwadia_kalaba(const ProblemSettings& settings) {
  return std::make_unique<UdwadiaKalaba>(settings);
}

}  // namespace bricard
