// All columns of results.csv with their first-order changes along several directions at a time, by dual numbers.
#pragma once
#include <functional>
#include <vector>

#include "bricard/analyses/linear/first_order.hpp"
#include "bricard/system/column_writer.hpp"

namespace bricard {

class ColumnsAlong {
 public:
  using Number = FirstOrder::Number;
  // Efforts of all rows of the layout, from motion and accelerations.
  using Efforts = std::function<void(const Kinematics<Number>& k, const std::vector<Vec6<Number>>& A, std::vector<Number>& effort)>;

  ColumnsAlong(const System& system, const State& state, FirstOrder& first_order, const Eigen::VectorXd& a);

  // Along FirstOrder::lanes directions from `first` on. `da`: what changes in the accelerations, a column per direction.
  const std::vector<Number>& at(const Directions& directions, int first, const Eigen::MatrixXd& da, const Efforts& find_efforts);

 private:
  const System& system_;
  const State& state_;
  FirstOrder& first_order_;
  ColumnWriter writer_;
  const Eigen::VectorXd& a_;
  std::vector<Number> accelerations_, effort_, row_;
  std::vector<Vec6<Number>> A_, wrench_;
};

}  // namespace bricard
