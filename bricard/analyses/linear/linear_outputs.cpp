#include "bricard/analyses/linear/linear_outputs.hpp"

#include <algorithm>
#include <cmath>

#include "bricard/core/text.hpp"
#include "bricard/math/dense.hpp"
#include "bricard/math/thresholds.hpp"
#include "bricard/system/reactions.hpp"

namespace bricard {

namespace {

// A column whose derivative an expression reads, itself or by way of outputs (motion_rates.hpp); -1: none.
int motion_rate_in(const System& system, const Expression& expression) {
  const FunctionLayout& functions = system.functions();
  const int count = static_cast<int>(functions.outputs.size()), columns = static_cast<int>(system.table().columns.size());
  const int first = count == 0 ? columns : system.table().output_columns.front();
  for (const int variable : expression.variables()) {
    if (variable >= functions.first_motion_rate) return variable - functions.first_motion_rate;
    int found = -1;
    if (variable >= first && variable < first + count) found = motion_rate_in(system, functions.outputs[variable - first].value);
    if (variable >= columns && variable < columns + count)
      found = motion_rate_in(system, functions.outputs[variable - columns].rate);
    if (found >= 0) return found;
  }
  return -1;
}

}  // namespace

std::vector<int> output_columns(const System& system, const std::vector<std::string>& names) {
  const std::vector<ColumnInfo>& columns = system.table().columns;
  std::vector<std::string> known;
  for (const ColumnInfo& column : columns) known.push_back(column.name);
  std::vector<int> found;
  for (const std::string& name : names) {
    const auto place = std::find(known.begin(), known.end(), name);
    if (place == known.end())
      throw Error("analysis.modes.outputs", "there is no column '" + name + "'", did_you_mean(name, known));
    const int index = static_cast<int>(place - known.begin());
    if (columns[index].level == Level::balance)
      throw Error("analysis.modes.outputs",
                  "the column '" + name + "' is made of energies or violations, which are no outputs here",
                  "choose a position, velocity, acceleration, force, reaction, state, or an output made of these");
    if (const int rate = motion_rate_in(system, Expression::line(0, 1, index)); rate >= 0)
      throw Error("analysis.modes.outputs",
                  "the column '" + name + "' reads `der(" + columns[rate].name + ")`, whose change with the motion is not known",
                  "choose another output");
    found.push_back(index);
  }
  return found;
}

ColumnChanges::ColumnChanges(const System& system, const State& state, const Directions& directions, FirstOrder& first_order,
                             const Eigen::VectorXd& a, const Eigen::MatrixXd& da)
    : system_(system) {
  prepare(state, a);
  ColumnsAlong along(system, state, first_order, a);
  const int count = directions.count();
  changes_.setZero(static_cast<Eigen::Index>(system_.table().columns.size()), count);
  for (int first = 0; first < count; first += FirstOrder::lanes) {
    const std::vector<Number>& row =
        along.at(directions, first, da, [&](const auto& k, const auto& A, auto& effort) { find_efforts(k, A, effort); });
    for (std::size_t c = 0; c < row.size(); ++c)
      for (int lane = 0; lane < std::min(FirstOrder::lanes, count - first); ++lane)
        changes_(static_cast<Eigen::Index>(c), first + lane) = row[c].d[lane];
  }
}

Eigen::MatrixXd ColumnChanges::of(const std::vector<int>& columns) const {
  Eigen::MatrixXd out(static_cast<int>(columns.size()), changes_.cols());
  for (int i = 0; i < out.rows(); ++i) out.row(i) = changes_.row(columns[i]);
  return out;
}

// Efforts at the state itself.
void ColumnChanges::prepare(const State& state, const Eigen::VectorXd& a) {
  Equations e(system_);
  system_.motion(state, e, RowSet::all, Measure::all);
  system_.forces(e);
  const ScaledRows rows = scaled_rows(system_, e);
  G_ = rows.G;
  scale_ = rows.scale;
  factors_.compute(Eigen::MatrixXd(G_.transpose()), threshold::dependent_direction);
  redundant_ = factors_.rank() < system_.constraints().rows;
  std::vector<Vec6<double>> A(system_.mechanism().bodies + 1, Vec6<double>::Zero());
  system_.body_accelerations<double>(e.k, a.data(), A);
  Eigen::VectorXd load(6 * system_.mechanism().bodies);
  for (int b = 1; b <= system_.mechanism().bodies; ++b) {
    load.segment<3>(6 * (b - 1)) = system_.mechanism().mass[b] * A[b].head<3>() - e.k.f[b].head<3>();
    load.segment<3>(6 * (b - 1) + 3) =
        (world_inertia(system_.layout(), e.k, b) * A[b].tail<3>() - e.k.f[b].tail<3>()) / system_.length();
  }
  mu_ = system_.constraints().rows ? Eigen::VectorXd(factors_.solve(load)) : Eigen::VectorXd();
  if (redundant_) y_ = LeastNorm(Eigen::MatrixXd(G_)).solve(mu_);
}

// One lane of forces on the bodies, moments divided by the characteristic length.
Eigen::VectorXd ColumnChanges::by_body(const std::vector<Vec6<Number>>& F, int lane) const {
  Eigen::VectorXd out(6 * system_.mechanism().bodies);
  for (int b = 1; b <= system_.mechanism().bodies; ++b)
    for (int i = 0; i < 6; ++i) out[6 * (b - 1) + i] = F[b][i].d[lane] / (i < 3 ? 1 : system_.length());
  return out;
}

void ColumnChanges::find_efforts(const Kinematics<Number>& k, const std::vector<Vec6<Number>>& A,
                                 std::vector<Number>& effort) const {
  if (system_.constraints().rows == 0) return;
  std::vector<Vec6<Number>> F(system_.mechanism().bodies + 1, Vec6<Number>::Zero());
  for (int b = 1; b <= system_.mechanism().bodies; ++b) {
    F[b].head<3>() = Number(system_.mechanism().mass[b]) * Vec3<Number>(A[b].head<3>());
    F[b].tail<3>() = world_inertia(system_.layout(), k, b) * Vec3<Number>(A[b].tail<3>());
    F[b] -= k.f[b];
  }
  std::vector<Number> along(system_.constraints().rows, Number(0));  // dG y
  for (const RowGroup& group : system_.constraints().groups)
    for (int i = 0; i < group.rows; ++i)
      for (int m = 0; m < group.terms; ++m) {
        const int row = group.first_row + i, pair = group.pairs[m];
        const Row<Number>& entry = k.entries[group.first_entry + i * group.terms + m];
        const auto add = [&](int body, const Vec3<Number>& reach, double sign) {
          if (body == 0) return;
          const Vec6<Number> covector = row_at<Number>(entry.n, entry.tau, reach) * Number(sign);
          F[body] -= covector * Number(mu_[row] * scale_[row]);
          if (redundant_)
            for (int c = 0; c < 6; ++c)
              along[row] += covector[c] * (scale_[row] * y_[6 * (body - 1) + c] / (c < 3 ? 1 : system_.length()));
        };
        add(system_.mechanism().pairs[pair].B.body, k.reach_B[pair], 1);
        add(system_.mechanism().pairs[pair].A.body, k.reach_A[pair], -1);
      }
  for (int row = 0; row < system_.constraints().rows; ++row) effort[row] = Number(mu_[row] * scale_[row]);
  for (int lane = 0; lane < FirstOrder::lanes; ++lane) {
    Eigen::VectorXd dmu = factors_.solve(by_body(F, lane));
    if (redundant_) {
      Eigen::VectorXd w(system_.constraints().rows);
      for (int row = 0; row < system_.constraints().rows; ++row) w[row] = along[row].d[lane];
      dmu += w - factors_.solve(G_.transpose() * w);
    }
    for (int row = 0; row < system_.constraints().rows; ++row) effort[row].d[lane] = dmu[row] * scale_[row];
  }
}

}  // namespace bricard
