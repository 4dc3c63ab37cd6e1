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
    if (!rows_.empty()) {
      mass_.see(Gt_, Dt_);
      scale_.resize(Dt_.cols());
      for (int l = 0; l < Dt_.cols(); ++l) {  // rows of length one: the constraint's own inverse mass
        const double length = Dt_.col(l).norm();
        scale_[l] = length > 0 ? 1 / length : 0;
        Dt_.col(l) *= scale_[l];
      }
      rows_of_D_.factor(Dt_, dependent(threshold::dependent_direction));
    }
    x_ = mass_.solve(Q_);
    constrain(g_, x_);
    if (has_nonideal()) {
      by_law_ = mass_.solve(C_);
      g_.setZero();
      constrain(g_, by_law_);  // L⁻ᵀ (I - D⁺ D) L⁻¹ C
      x_ += by_law_;
    }
    a = S_.cwiseProduct(x_);
    return true;
  }

 private:
  // x + L⁻ᵀ D⁺ (g - G x)
  void constrain(const Eigen::VectorXd& g, Eigen::VectorXd& x) {
    if (rows_.empty()) return;
    missing_ = scale_.cwiseProduct(g - Gt_.transpose() * x);
    rows_of_D_.least_solution(missing_, y_);
    x += mass_.back(y_);
  }

  MassFactor mass_;
  RowSpace rows_of_D_;
  Eigen::SparseMatrix<double> Dt_;
  Eigen::VectorXd x_, by_law_, y_, missing_, scale_;
};

}  // namespace

std::unique_ptr<OdeProblem> make_udwadia_kalaba(const ProblemSettings& settings) {
  return std::make_unique<UdwadiaKalaba>(settings);
}

}  // namespace bricard
