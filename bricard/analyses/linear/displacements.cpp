#include "bricard/analyses/linear/displacements.hpp"

namespace bricard {

Eigen::MatrixXd body_displacements(const System& system, const Kinematics<double>& k, const Eigen::MatrixXd& xi) {
  Kinematics<double> still = k;
  for (auto& c : still.c) c.setZero();
  std::vector<Vec6<double>> A(system.mechanism().bodies + 1, Vec6<double>::Zero());
  Eigen::MatrixXd out(6 * system.mechanism().bodies, xi.cols());
  for (int j = 0; j < xi.cols(); ++j) {
    const Eigen::VectorXd column = xi.col(j);
    system.body_accelerations<double>(still, column.data(), A);
    for (int i = 0; i < system.mechanism().bodies; ++i) out.block<6, 1>(6 * i, j) = A[system.mechanism().tree.number[i + 1]];
  }
  return out;
}

JointCoordinates::JointCoordinates(const System& system, const State& state) {
  Equations e(system);
  system.motion(state, e, RowSet::all, Measure::all);
  for (std::size_t m = 0; m < system.measures().measured.size(); ++m) {
    const MeasuredCoordinate& coordinate = system.measures().measured[m];
    if (coordinate.joint < 0 || (coordinate.second_angle >= 0 && is_locked(e.k, coordinate.second_angle))) continue;
    const std::string_view name = coordinate_name(system, coordinate);
    measured.push_back(static_cast<int>(m));
    names.push_back(system.model().joints[coordinate.joint].name + "." + std::string(name));
    dimensions.push_back(coordinate.is_angle ? dimension::angle : dimension::length);
  }
}

// Rates of measured coordinates are linear in the velocities.
Eigen::MatrixXd joint_displacements(const System& system, const JointCoordinates& joints, const State& state,
                                    const Eigen::MatrixXd& xi) {
  Equations e(system);
  State moving = state;
  Eigen::MatrixXd rates(static_cast<int>(joints.measured.size()), xi.cols());
  for (int j = 0; j < xi.cols(); ++j) {
    moving.v = xi.col(j);
    system.motion(moving, e, RowSet::all, Measure::all);
    for (std::size_t i = 0; i < joints.measured.size(); ++i)
      rates(static_cast<int>(i), j) =
          rate(e.k.measured[joints.measured[i]], e.k.pairs[system.measures().measured[joints.measured[i]].pair]);
  }
  return rates;
}

}  // namespace bricard
