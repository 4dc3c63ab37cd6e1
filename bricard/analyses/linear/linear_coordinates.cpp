#include "bricard/analyses/linear/linear_coordinates.hpp"

#include <algorithm>

#include "bricard/math/dense.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {

constexpr double well_spanned = 0.1;  // of the largest row that is left: worth being taken for its class

// Names of a tree joint's velocities, in its order.
std::vector<CoordinateName> joint_names(const Model& model, const System& system, int body) {
  static constexpr CoordinateName x{"x", "vx", false}, y{"y", "vy", false}, z{"z", "vz", false};
  static constexpr CoordinateName rx{"rx", "wx", true}, ry{"ry", "wy", true}, rz{"rz", "wz", true}, angle{"angle", "w", true};
  const TreeJoint& tree = system.mechanism().tree_joints[body];
  const int index = system.mechanism().joint_of_body[body];
  if (tree.freedoms == 0) return {};
  if (index < 0) return tree.has_quaternion ? std::vector{x, y, z, rx, ry, rz} : std::vector{x, y, angle};
  const Joint& joint = model.joints[index];
  const std::span<const CoordinateName> own = coordinates_of(model, joint);
  const int stored = std::min(tree.freedoms, joint.kind->stored);
  std::vector<CoordinateName> names(own.begin(), own.begin() + stored);
  if (tree.has_quaternion)  // turns about the axes of the first body, and the angular velocity
    for (const CoordinateName& each : {rx, ry, rz}) names.push_back(each);
  return names;
}

VelocityName named(const std::string& owner, const CoordinateName& name, bool of_joint) {
  namespace d = dimension;
  return {owner + "." + std::string(name.name), owner + "." + std::string(name.rate), of_joint ? owner : "",
          name.is_angle ? d::angle : d::length, name.is_angle ? d::angle / d::time : d::speed};
}

}  // namespace

std::vector<VelocityName> velocity_names(const System& system) {
  const Model& model = system.model();
  static constexpr CoordinateName in_space[] = {{"x", "vx", false}, {"y", "vy", false}, {"z", "vz", false},
                                                {"rx", "wx", true}, {"ry", "wy", true}, {"rz", "wz", true}};
  static constexpr CoordinateName parameters[] = {{"e0", "e0_rate", false},
                                                  {"e1", "e1_rate", false},
                                                  {"e2", "e2_rate", false},
                                                  {"e3", "e3_rate", false}};  // Euler parameters, after the position
  static constexpr CoordinateName in_plane[] = {{"x", "vx", false}, {"y", "vy", false}, {"angle", "w", true}};
  std::vector<VelocityName> names(system.nv());
  for (int b = 1; b <= system.mechanism().bodies; ++b) {
    const std::string& body = model.bodies[system.mechanism().tree.given[b] - 1].name;
    const int first = system.first_velocity(b), count = system.velocity_count(b);
    const int index = system.mechanism().joint_of_body[b];
    const bool of_joint = !system.is_local() && index >= 0;
    const std::vector<CoordinateName> of_tree = system.is_local() ? std::vector<CoordinateName>() : joint_names(model, system, b);
    for (int i = 0; i < count; ++i) {
      const CoordinateName name = system.is_local()                      ? (count == 3            ? in_plane[i]
                                                                            : count == 7 && i > 2 ? parameters[i - 3]
                                                                                                  : in_space[i])
                                  : i < static_cast<int>(of_tree.size()) ? of_tree[i]
                                                                         : CoordinateName{"coordinate", "rate", false};
      names[first + i] = named(of_joint ? model.joints[index].name : body, name, of_joint);
      if (!system.is_local() && of_tree.empty()) {  // a kind without names: numbered
        const bool is_angle = !system.mechanism().is_linear[first + i];
        const std::string number = std::to_string(i + 1);
        names[first + i] = named(model.joints[index].name, {"coordinate" + number, "rate" + number, is_angle}, true);
      }
    }
  }
  return names;
}

ConstraintSolver::ConstraintSolver(const Eigen::MatrixXd& Phi, const Eigen::VectorXd& row_scale,
                                   const Eigen::VectorXd& column_scale)
    : row_scale_(row_scale), column_scale_(column_scale) {
  const Eigen::Index rows = Phi.rows(), columns = Phi.cols();
  if (rows == 0) {
    N0_.setIdentity(columns, columns);
    return;
  }
  const Eigen::MatrixXd scaled = row_scale.asDiagonal() * Phi * column_scale.asDiagonal();
  const PivotedQr factors(scaled.transpose(), threshold::insensitive);
  const Eigen::VectorXd pivots = factors.pivots();
  full_rank_ = rows <= columns && pivots[rows - 1] > threshold::insensitive * pivots.maxCoeff();
  if (!full_rank_) return;
  const Eigen::MatrixXd Q = factors.Q();
  Q1_ = Q.leftCols(rows);
  N0_ = Q.rightCols(columns - rows);
  R1_ = factors.R();
  for (int i = 0; i < rows; ++i) order_.push_back(factors.column(i));
}

void ConstraintSolver::choose(const std::vector<int>& candidates, const std::vector<int>& classes) {
  independent_.clear();
  if (Q1_.cols() == 0) {  // all are free
    independent_ = candidates;
    N_ = N0_;
    return;
  }
  Eigen::MatrixXd left = N0_;  // less the directions of the rows that are taken
  std::vector<char> taken(static_cast<std::size_t>(N0_.rows()), 0);
  const auto largest = [&](int highest_class) {
    int best = -1;
    double most = 0;
    for (const int j : candidates)
      if (!taken[j] && classes[j] <= highest_class)
        if (const double rest = left.row(j).norm(); rest > most * (1 + threshold::tie)) {
          most = rest;
          best = j;
        }
    return std::pair(best, most);
  };
  const int last_class = classes.empty() ? 0 : *std::max_element(classes.begin(), classes.end());
  while (static_cast<int>(independent_.size()) < free()) {
    auto [best, most] = largest(last_class);
    if (best < 0 || most == 0) break;
    for (int c = 0; c < last_class; ++c)
      if (const auto [preferred, size] = largest(c); preferred >= 0 && size > well_spanned * most) {
        best = preferred;
        break;
      }
    taken[best] = 1;
    independent_.push_back(best);
    const Eigen::RowVectorXd direction = left.row(best).normalized();
    left -= (left * direction.transpose()).eval() * direction;
  }
  std::sort(independent_.begin(), independent_.end());
  const int n = static_cast<int>(independent_.size());
  Eigen::MatrixXd leading(n, N0_.cols());
  for (int i = 0; i < n; ++i) leading.row(i) = N0_.row(independent_[i]) * column_scale_[independent_[i]];
  N_ = column_scale_.asDiagonal() * N0_;
  if (n > 0) N_ = Lu<double>(leading.transpose()).solve_all(N_.transpose()).transpose();
  for (int i = 0; i < n; ++i) {  // exactly
    N_.row(independent_[i]).setZero();
    N_(independent_[i], i) = 1;
  }
}

Eigen::MatrixXd ConstraintSolver::particular(const Eigen::MatrixXd& b) const {
  if (Q1_.cols() == 0) return Eigen::MatrixXd::Zero(column_scale_.size(), b.cols());
  Eigen::MatrixXd y(b.rows(), b.cols());
  for (std::size_t i = 0; i < order_.size(); ++i) y.row(i) = b.row(order_[i]) * row_scale_[order_[i]];
  Eigen::MatrixXd x = product(Q1_, solve_upper_transposed(R1_, y));
  x.array().colwise() *= column_scale_.array();
  Eigen::MatrixXd own(static_cast<int>(independent_.size()), b.cols());
  for (int i = 0; i < own.rows(); ++i) own.row(i) = x.row(independent_[i]);
  x -= product(N_, own);
  for (const int i : independent_) x.row(i).setZero();
  return x;
}

Eigen::MatrixXd ConstraintSolver::multipliers(const Eigen::MatrixXd& f) const {
  if (Q1_.cols() == 0) return Eigen::MatrixXd::Zero(0, f.cols());
  const Eigen::MatrixXd x = solve_upper(R1_, transposed_product(Q1_, column_scale_.asDiagonal() * f));
  Eigen::MatrixXd lambda(x.rows(), x.cols());
  for (std::size_t i = 0; i < order_.size(); ++i) lambda.row(order_[i]) = x.row(i) * row_scale_[order_[i]];
  return lambda;
}

}  // namespace bricard
