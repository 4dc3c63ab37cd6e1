#include "bricard/analyses/linear/columns_along.hpp"

#include <algorithm>

namespace bricard {

ColumnsAlong::ColumnsAlong(const System& system, const State& state, FirstOrder& first_order, const Eigen::VectorXd& a)
    : system_(system),
      state_(state),
      first_order_(first_order),
      writer_(system),
      a_(a),
      accelerations_(system.nv()),
      effort_(system.constraints().rows, Number(0)),
      row_(system.table().columns.size()),
      A_(system.mechanism().bodies + 1, Vec6<Number>::Zero()) {}

const std::vector<ColumnsAlong::Number>& ColumnsAlong::at(const Directions& directions, int first, const Eigen::MatrixXd& da,
                                                          const Efforts& find_efforts) {
  const Number none[5] = {Number(0), Number(0), Number(0), Number(0), Number(0)};
  const std::span<const double> angles(state_.angles.data(), static_cast<std::size_t>(state_.angles.size()));
  Kinematics<Number>& k = first_order_.move(directions, first);
  evaluate_rows<Number>(system_.layout(), k, RowSet::all, Measure::all, angles,
                        system_.is_local() ? nullptr : first_order_.q().data());
  for (Number& Phi : k.Phi) Phi = Number(Phi.value);  // constraints hold: what a driver prescribes moves with it
  for (int i = 0; i < system_.nv(); ++i) {
    accelerations_[i] = Number(a_[i]);
    for (int lane = 0; lane < std::min(FirstOrder::lanes, directions.count() - first); ++lane)
      accelerations_[i].d[lane] = da(i, first + lane);
  }
  system_.body_accelerations<Number>(k, accelerations_.data(), A_);
  find_efforts(k, A_, effort_);
  sum_wrenches(system_.layout(), k, effort_, wrench_);
  writer_.write<Number>(Number(state_.t), {k, A_, effort_, wrench_}, none, row_.data());
  return row_;
}

}  // namespace bricard
