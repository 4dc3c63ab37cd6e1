#include "bricard/formulations/pseudo_inverse.hpp"

#include <optional>

#include "bricard/formulations/problems/written_ode.hpp"
#include "bricard/math/dense.hpp"
#include "bricard/math/linear_solver.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {

constexpr int most_dense_unknowns = 250;  // unknowns

class PseudoInverse : public WrittenOde {
 public:
  explicit PseudoInverse(const ProblemSettings& settings) : WrittenOde(settings) {}

 protected:
  bool solve(Eigen::Ref<Eigen::VectorXd> a) override {
    if (!e_.rows().lent().empty()) {  // a least-norm solution would hide motions without inertia
      failure_ = singular_mass_message();
      return false;
    }
    balance();
    const int nv = system_.nv(), size = nv + static_cast<int>(rows_.size());
    b_.resize(size);
    b_ << Q_, g_;
    if (!keeps_redundant() && size > most_dense_unknowns && e_.rows().smallest_pivot() > threshold::clearly_independent) {
      if (solve_sparse(size)) {
        a = S_.cwiseProduct(b_.head(nv));
        return true;
      }
      b_ << Q_, g_;
    }
    K_.setZero(size, size);
    K_.topLeftCorner(nv, nv) = M_;
    K_.topRightCorner(nv, size - nv) = Gt_;
    K_.bottomLeftCorner(size - nv, nv) = K_.topRightCorner(nv, size - nv).transpose();
    decomposition_.compute(K_, dependent_squared());
    x_ = decomposition_.solve(b_);
    a = S_.cwiseProduct(x_.head(nv));
    return true;
  }

 private:
  // b_ becomes the solution.
  bool solve_sparse(int size) {
    const int nv = system_.nv();
    const auto for_each_entry = [&](auto&& visit) {
      for (int j = 0; j < nv; ++j)
        for (Eigen::SparseMatrix<double>::InnerIterator entry(M_, j); entry; ++entry)
          visit(static_cast<int>(entry.row()), j, entry.value());
      for (int l = 0; l < Gt_.cols(); ++l)
        for (Eigen::SparseMatrix<double>::InnerIterator entry(Gt_, l); entry; ++entry) {
          visit(static_cast<int>(entry.row()), nv + l, entry.value());
          visit(nv + l, static_cast<int>(entry.row()), entry.value());
        }
    };
    if (!sparse_ || choice_ != choices_) {
      std::vector<std::pair<int, int>> entries;
      for_each_entry([&](int i, int j, double) { entries.emplace_back(i, j); });
      sparse_.emplace(size, std::move(entries));
      choice_ = choices_;
    }
    values_.clear();
    for_each_entry([&](int, int, double value) { values_.push_back(value); });
    return sparse_->factor(values_) && sparse_->solve(b_);
  }

  Eigen::MatrixXd K_;
  Eigen::VectorXd b_, x_;
  LeastNorm decomposition_;
  std::optional<LinearSolver> sparse_;
  std::vector<double> values_;
  long choice_ = 0;
};

}  // namespace

std::unique_ptr<OdeProblem> make_pseudo_inverse(const ProblemSettings& settings) {
  return std::make_unique<PseudoInverse>(settings);
}

}  // namespace bricard
