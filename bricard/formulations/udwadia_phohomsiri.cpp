#include "bricard/formulations/udwadia_phohomsiri.hpp"

#include "bricard/formulations/matrices/row_space.hpp"
#include "bricard/formulations/problems/written_ode.hpp"
#include "bricard/math/dense.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {

class UdwadiaPhohomsiri : public WrittenOde {
 public:
  explicit UdwadiaPhohomsiri(const ProblemSettings& settings) : WrittenOde(settings) {}

 protected:
  bool solve(Eigen::Ref<Eigen::VectorXd> a) override {
    balance();
    const int nv = system_.nv(), rows = static_cast<int>(rows_.size());
    constraints_.factor(Gt_, dependent(threshold::dependent_direction));
    const Eigen::MatrixXd& Z = constraints_.free_motions();
    E_ = product_transposed(Z, Z);
    stacked_.resize(nv + rows, nv);
    stacked_.topRows(nv) = E_ * M_;
    stacked_.bottomRows(rows) = Eigen::MatrixXd(Gt_).transpose();
    right_.resize(nv + rows);
    if (has_nonideal()) Q_ += C_;
    right_ << E_ * Q_, g_;
    qr_.compute(stacked_, threshold::dependent_equation);
    if (qr_.rank() < nv) {
      failure_ = undetermined_message(Z);
      return false;
    }
    a = S_.cwiseProduct(qr_.solve(right_));
    return true;
  }

 private:
  RowSpace constraints_;
  Eigen::MatrixXd E_, stacked_;
  Eigen::VectorXd right_;
  PivotedQr qr_;
};

}  // namespace

std::unique_ptr<OdeProblem> make_udwadia_phohomsiri(const ProblemSettings& settings) {
  return std::make_unique<UdwadiaPhohomsiri>(settings);
}

}  // namespace bricard
