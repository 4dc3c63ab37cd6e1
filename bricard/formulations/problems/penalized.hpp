// What the penalty formulations share: Phi'' + 2 omega mu Phi' + omega² Phi = 0 instead of Phi'' = 0, so that the constraints are
// kept without a stabilization, and the matrix
//   A = S M S + Gᵀ alpha G
// in the balanced units of written_ode.hpp, sparse, with a fixed pattern.
//
// Parameters, where the user gives none:
//   alpha  relative to the effective mass of each row, 1/(Phi_v M⁻¹ Phi_vᵀ)_ii with the diagonal of M: the same number for
//   lengths
//          and angles, grams and tons. The user's alpha counts for every row as it is (kg for lengths, kg m² for angles).
//   omega  follows the steps, as the rates of baumgarte do (feedback_rate.hpp); 0 where a projection closes the constraints
//   mu     1: critical damping.
// (García de Jalón and Bayo 1994, 5.1.4; Bayo, García de Jalón and Serna 1988.)
#pragma once
#include <Eigen/SparseCholesky>
#include <optional>

#include "bricard/formulations/problems/feedback_rate.hpp"
#include "bricard/formulations/problems/written_ode.hpp"

namespace bricard {

class Penalized : public WrittenOde {
 public:
  explicit Penalized(const ProblemSettings& settings);
  void begin_step(double h) override;

 protected:
  bool solves_lagrange() const override { return false; }  // its accelerations give way to the constraints a little
  // Balances, and makes g_ the right side with omega and mu.
  void prepare();
  // Factorizes A; `relative`: alpha relative to the effective masses, where the user gives none; `growth`: times that, or times the
  // user's. False: failure_ says why.
  bool factor(double relative, double growth = 1);
  bool alpha_is_given() const { return alpha_.has_value(); }
  bool projects() const { return projects_; }
  std::string parameters() const;  // "alpha = 1000, omega = 10, mu = 1"

  Eigen::VectorXd weights_;  // alpha of each row of G
  Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> ldlt_;

 private:
  void make_pattern();

  std::optional<double> alpha_, given_omega_;
  FeedbackRate rate_;
  bool projects_;
  double omega_, mu_, relative_ = 0, growth_ = 1;
  Eigen::SparseMatrix<double> A_;
  std::vector<int> mass_places_, row_places_;  // in A_: of the entries of M_, and of products of two entries of a row
  long choice_ = 0;
};

}  // namespace bricard
