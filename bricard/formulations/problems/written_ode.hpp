// What formulations share that are defined by the matrices of
//   M v' + Phi_vᵀ lambda = Q,   Phi_v v' = gamma
// (system/written_out.hpp): the matrices themselves, and the same in balanced units,
//   v' = S x,   S M S x + Gᵀ mu = S Q,   G x = g,
// where S M S has a diagonal of ones and every row of G the length one, so that decisions on rank do not depend on units or
// masses: a row's length before is its inverse mass, as far as the diagonal of M knows it. Bodies without mass count there with
// `least` of the largest.
//
// Rows that the kernel has found to depend on others are left out by structure: off the constraints, in the stages of an
// explicit step, they would seem independent and ask for huge accelerations. What is left to a decision on rank are singular
// positions. Where the user keeps dependent rows (analysis: redundant: keep), every evaluation decides: what is open tells how
// far from dependence they may seem.
//
// Non-ideal constraints (analysis: nonideal) do the work that the law C says, on all that the constraints leave free: of the
// applied forces those of the chosen elements are C, the others Q.
#pragma once
#include "bricard/formulations/problems/mechanical_ode.hpp"
#include "bricard/math/thresholds.hpp"
#include "bricard/system/written_out.hpp"

namespace bricard {

class WrittenOde : public MechanicalOde {
 public:
  explicit WrittenOde(const ProblemSettings& settings);

 protected:
  // v' from the written-out equations. False: failure_ says why.
  virtual bool solve(Eigen::Ref<Eigen::VectorXd> a) = 0;

  // Fills what stands below from the written-out equations.
  void balance(double least = threshold::least_mass);
  // Below it a singular value of the balanced rows counts as zero: `least`, or more where dependent rows are kept and open.
  double dependent(double least) const;
  double dependent_squared() const;  // the same for matrices whose singular values are squares of those of the rows
  bool keeps_redundant() const { return keeps_redundant_; }
  bool has_nonideal() const { return !nonideal_.empty(); }
  // "body 'rod' has no inertia against a motion that the constraints leave free ...": Z are the free motions, balanced.
  std::string undetermined_message(const Eigen::MatrixXd& Z) const;
  std::string singular_mass_message() const;

  WrittenOut w_;
  std::vector<int> rows_;           // of w_ that are in use
  Eigen::VectorXd S_;               // by velocity
  Eigen::VectorXd row_scale_;       // by row in use: G = row_scale Phi_v S; 0: the row says nothing
  Eigen::SparseMatrix<double> Gt_;  // Gᵀ
  Eigen::VectorXd g_, Q_;           // Q_ = S Q
  Eigen::VectorXd C_;               // S C, where constraints are not ideal
  Eigen::SparseMatrix<double> M_;   // S M S
  long choices_ = 0;                // how often rows_ was made

 private:
  bool accelerations(Eigen::Ref<Eigen::VectorXd> a) final;
  void write();
  bool is_idle(int row, double size) const;
  void choose_rows();

  Eigen::VectorXd unit_;        // by velocity: a length or a radian
  std::vector<char> selected_;  // for which rows_ were made
  bool keeps_redundant_;
  std::vector<char> nonideal_;  // by force element of the model: it is part of C; empty: none is
};

}  // namespace bricard
