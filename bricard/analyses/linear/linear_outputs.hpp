// First-order changes of columns of results.csv, exact: what C and D of a linear model are made of.
//
// Efforts mu of all rows carry what the bodies need beyond the applied forces, Gᵀ mu = I A - f =: load, with the least norm where
// rows depend on each other (system/reactions.hpp): mu = G y. So
//   dmu = G⁺ᵀ (dload - dGᵀ mu) + (1 - G G⁺) dG y
#pragma once
#include <Eigen/SparseCore>
#include <string>
#include <vector>

#include "bricard/analyses/linear/columns_along.hpp"
#include "bricard/math/dense.hpp"

namespace bricard {

// Columns by name. Throws Error where there is none of that name, or where a column has no derivative here: energies, which are
// not linear at an equilibrium, and violations.
std::vector<int> output_columns(const System& system, const std::vector<std::string>& names);

class ColumnChanges {
 public:
  // `da`: changes of the accelerations a that go with the directions.
  ColumnChanges(const System& system, const State& state, const Directions& directions, FirstOrder& first_order,
                const Eigen::VectorXd& a, const Eigen::MatrixXd& da);

  // In SI; a column per direction.
  Eigen::MatrixXd of(const std::vector<int>& columns) const;

 private:
  using Number = FirstOrder::Number;
  void prepare(const State& state, const Eigen::VectorXd& a);
  void find_efforts(const Kinematics<Number>& k, const std::vector<Vec6<Number>>& A, std::vector<Number>& effort) const;
  Eigen::VectorXd by_body(const std::vector<Vec6<Number>>& F, int lane) const;

  const System& system_;
  Eigen::MatrixXd changes_;        // of all columns
  Eigen::SparseMatrix<double> G_;  // of all rows, scaled
  std::vector<double> scale_;
  LeastNorm factors_;  // of Gᵀ
  bool redundant_ = false;
  Eigen::VectorXd mu_, y_;  // scaled
};

}  // namespace bricard
