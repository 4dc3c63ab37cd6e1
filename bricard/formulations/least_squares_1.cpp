#include "bricard/formulations/least_squares_1.hpp"

#include <Eigen/SparseCholesky>

#include "bricard/formulations/matrices/mass_factor.hpp"
#include "bricard/formulations/problems/written_ode.hpp"
#include "bricard/math/dense.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {

constexpr int most_dense_rows = 150;  // rows

class LeastSquares1 : public WrittenOde {
 public:
  explicit LeastSquares1(const ProblemSettings& settings) : WrittenOde(settings) {}

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
      scale_.resize(Dt_.cols());
      for (int l = 0; l < Dt_.cols(); ++l) {  // N with ones on its diagonal
        const double length = Dt_.col(l).norm();
        scale_[l] = length > 0 ? 1 / length : 0;
        Dt_.col(l) *= scale_[l];
      }
      const bool sparse =
          !keeps_redundant() && Dt_.cols() > most_dense_rows && e_.rows().smallest_pivot() > threshold::clearly_independent;
      if (sparse)
        factor_sparse();
      else
        factor_dense();
      for (int pass = 0; pass < 2; ++pass) {
        missing_ = scale_.cwiseProduct(g_ - Gt_.transpose() * x_);
        lambda_ = sparse && ldlt_.info() == Eigen::Success ? Eigen::VectorXd(ldlt_.solve(missing_)) : pseudo_.solve(missing_);
        x_ += mass_.back(Dt_ * lambda_);
      }
    }
    a = S_.cwiseProduct(x_);
    return true;
  }

 private:
  void factor_dense() {
    N_ = Eigen::MatrixXd(Dt_.transpose() * Dt_);
    pseudo_.compute(N_, dependent_squared());
  }
  void factor_sparse() {
    const Eigen::SparseMatrix<double> N = Dt_.transpose() * Dt_;
    if (choice_ != choices_) ldlt_.analyzePattern(N);
    choice_ = choices_;
    ldlt_.factorize(N);
    if (ldlt_.info() != Eigen::Success) factor_dense();
  }

  MassFactor mass_;
  Eigen::SparseMatrix<double> Dt_;
  Eigen::MatrixXd N_;
  LeastNorm pseudo_;
  Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> ldlt_;
  long choice_ = 0;
  Eigen::VectorXd x_, missing_, lambda_, scale_;
};

}  // namespace

std::unique_ptr<OdeProblem> make_least_squares_1(const ProblemSettings& settings) {
  return std::make_unique<LeastSquares1>(settings);
}

}  // namespace bricard
