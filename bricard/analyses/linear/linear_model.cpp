#include "bricard/analyses/linear/linear_model.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "bricard/analyses/linear/displacements.hpp"
#include "bricard/analyses/linear/first_order.hpp"
#include "bricard/analyses/linear/linear_coordinates.hpp"
#include "bricard/analyses/linear/linear_outputs.hpp"
#include "bricard/analyses/linear/linear_sources.hpp"
#include "bricard/analyses/linear/turning_axes.hpp"
#include "bricard/analyses/unfollowed_states.hpp"
#include "bricard/core/text.hpp"
#include "bricard/formulations/matrices/sparsity.hpp"
#include "bricard/math/dense.hpp"
#include "bricard/math/thresholds.hpp"
#include "bricard/system/carriers.hpp"
#include "bricard/system/matrices.hpp"
#include "bricard/system/row_length.hpp"
#include "bricard/system/weights.hpp"

namespace bricard {

namespace {

// Sets whose velocities are twists of joints or bodies, or angles of the plane.
bool turns_with_motion(const System& system) {
  return system.coordinates() == relative_coordinates || system.coordinates() == absolute_coordinates;
}

Eigen::MatrixXd rows_of(const Eigen::MatrixXd& from, const std::vector<int>& rows) {
  Eigen::MatrixXd out(static_cast<int>(rows.size()), from.cols());
  for (int i = 0; i < out.rows(); ++i) out.row(i) = from.row(rows[i]);
  return out;
}

class Linearizer {
 public:
  Linearizer(const System& system, const State& state, const std::vector<std::string>& independent,
             const std::optional<Eigen::Vector3d>& turning_ground)
      : system_(system), state_(state), e_(system), names_(velocity_names(system)), given_turning_(turning_ground) {
    system_.motion(state_, e_, RowSet::all, Measure::all);
    system_.fill(e_);
    weigh(inertial_weights(system_), e_);
    e_.kernel.select();
    kept_ = kept_rows(system_, e_.kernel, e_.kernel.selected());
    system_.motion(state_, e_);
    system_.forces(e_);
    const Matrices<double> all = matrices(system_, e_.k);
    M_ = all.M;
    Phi_ = rows_of(all.Phi_v, kept_);
    gamma_ = rows_of(all.gamma, kept_);
    Q_ = all.Q;
    unit_.resize(system_.nv());
    for (int j = 0; j < system_.nv(); ++j) unit_[j] = names_[j].dimension == dimension::length ? system_.length() : 1;
    follows_.assign(system_.nv(), 0);
    const std::vector<char> is_carrier = carriers(system_.mechanism());
    for (int b = 1; system_.is_local() && b <= system_.mechanism().bodies; ++b)
      std::fill_n(follows_.begin() + system_.first_velocity(b), system_.velocity_count(b), is_carrier[b]);
    choose(independent);
  }

  LinearModel linearize(const std::vector<std::string>& inputs, const std::vector<std::string>& outputs) {
    check_inputs(system_.model(), inputs);
    std::vector<LinearSource> sources;
    for (const std::string& name : inputs) sources.push_back(find_source(system_, kept_, name));
    const std::vector<int> columns = output_columns(system_, outputs);
    LinearModel out;
    if (!M_.allFinite() || !Phi_.allFinite() || !Q_.allFinite() || !gamma_.allFinite()) {
      out.outcome = Outcome::failure("a force or driver has no finite value at the state that shall be linearized");
      return out;
    }
    if (!velocity_.full_rank() || !position_.full_rank()) {
      out.outcome = Outcome::failure(
          "the state is singular: constraints that are independent nearby depend on each other there, so that there is no "
          "motion to first order; linearize at another position");
      return out;
    }
    if (!solve_reference(out)) return out;
    find_axes(out);
    first_order_.emplace(system_, state_, kept_, a_, lambda_);
    find_orders(sources);
    take(sources, out);
    if (out.outcome.failed()) return out;
    if (!outputs.empty()) {
      const Eigen::MatrixXd changes = ColumnChanges(system_, state_, *directions_, *first_order_, a_, da_).of(columns);
      for (int i = 0; i < changes.rows(); ++i)
        if (!changes.row(i).allFinite()) {
          out.outcome = Outcome::failure("the output '" + outputs[i] + "' has no finite derivative at the state");
          return out;
        }
      split(changes, sources, out.C, out.D);
      out.outputs = outputs;
      for (const int column : columns) out.output_dimensions.push_back(system_.table().columns[column].dimension);
    }
    return out;
  }

 private:
  void choose(const std::vector<std::string>& wishes) {
    Eigen::VectorXd row_scale(static_cast<int>(kept_.size()));
    for (int l = 0; l < row_scale.size(); ++l) {
      const int row = system_.active_rows()[kept_[l]];
      row_scale[l] = length_per_one(system_, e_, row) / system_.length();
      if (!system_.constraints().is_rate_row[row]) holonomic_.push_back(l);
    }
    velocity_ = ConstraintSolver(Phi_, row_scale, unit_);
    position_ = ConstraintSolver(rows_of(Phi_, holonomic_), rows_of(row_scale, holonomic_), unit_);
    if (!velocity_.full_rank() || !position_.full_rank()) return;
    std::vector<int> all(system_.nv()), classes(system_.nv());
    for (int j = 0; j < system_.nv(); ++j) {
      all[j] = j;
      const std::string joint = names_[j].joint, name = names_[j].displacement;
      const bool wished = std::any_of(wishes.begin(), wishes.end(),
                                      [&](const std::string& wish) { return wish == name || (!joint.empty() && wish == joint); });
      // Angles of bodies stay good coordinates where a body turns.
      classes[j] = wished ? 0 : joint.empty() && names_[j].dimension == dimension::length ? 2 : 1;
      if (follows_[j]) classes[j] = 3;
    }
    position_.choose(all, classes);
    velocity_.choose(position_.independent(), classes);
  }

  // v' and multipliers at the state itself, and the reduced mass matrix.
  bool solve_reference(LinearModel& out) {
    const Eigen::MatrixXd& N = velocity_.N();
    mass_ = product(transposed_product(N, M_), N);
    const bool definite = factors_.compute(mass_);
    const Eigen::VectorXd pivots = mass_.rows() ? factors_.pivots() : Eigen::VectorXd();
    int weightless = -1;
    for (int i = 0; i < pivots.size(); ++i)
      if (const double own = mass_(i, i); !(own > 0) || !(pivots[i] > threshold::singular_mass * own)) weightless = i;
    if (weightless >= 0 || (mass_.rows() && !definite)) {
      const int which = velocity_.independent()[std::max(weightless, 0)];
      out.outcome = Outcome::failure("there is no inertia against the motion '" + names_[which].displacement +
                                     "': give mass and inertia to the bodies that take part in it");
      return false;
    }
    const Eigen::VectorXd p = velocity_.particular(gamma_);
    const Eigen::VectorXd left = N.transpose() * (Q_ - M_ * p);
    a_ = left.size() ? p + N * factors_.solve(left) : p;
    lambda_ = velocity_.multipliers(Q_ - M_ * a_);
    // Eigenvalues of what is left when forces cancel: the largest acceleration that each of them could cause, weights by
    // themselves.
    const Eigen::VectorXd forces = (M_ * a_).cwiseAbs() + Q_.cwiseAbs() + (Phi_.transpose() * lambda_).cwiseAbs();
    Eigen::VectorXd reduced = N.cwiseAbs().transpose() * forces;
    const Eigen::MatrixXd twists = body_displacements(system_, e_.k, N);
    for (int i = 0; i < system_.mechanism().bodies; ++i)
      reduced += system_.mechanism().mass[system_.mechanism().tree.number[i + 1]] * system_.model().gravity.norm() *
                 twists.middleRows<3>(6 * i).colwise().norm().transpose();
    double largest = 0;
    for (int i = 0; i < reduced.size(); ++i)
      largest = std::max(largest, reduced[i] / (mass_(i, i) * unit_[velocity_.independent()[i]]));
    out.slowest = std::sqrt(threshold::cancelled * largest);
    if (a_.allFinite() && lambda_.allFinite()) return true;
    out.outcome = Outcome::failure("the accelerations have no finite value at the state that shall be linearized");
    return false;
  }
  // Dimensionless, without bodies that only follow.
  Eigen::VectorXd counted(Eigen::VectorXd rates) const {
    for (int j = 0; j < system_.nv(); ++j) rates[j] = follows_[j] ? 0 : rates[j] / unit_[j];
    return rates;
  }
  double drift_in(const TurningAxes& axes) const {
    return velocity_.free() ? counted(a_ - axes.axes * state_.v).cwiseAbs().maxCoeff() : 0;
  }

  // Rates that change by so much, of the fastest, are not steady.
  bool changes(double drift) const {
    const double fastest = state_.v.size() ? state_.v.cwiseQuotient(unit_).cwiseAbs().maxCoeff() : 0;
    return drift > threshold::steady_rates * fastest * fastest;
  }

  // The drift is linear in the angular velocity of ground's axes: the one that makes it least, if it vanishes then.
  void find_axes(LinearModel& out, bool as_free) {
    const auto turning = [&](const Eigen::Vector3d& ground) { return turning_axes(system_, state_, e_.k, ground, as_free); };
    const TurningAxes still = turning(Eigen::Vector3d::Zero());
    turning_ = still;
    const double before = drift_in(still);
    if (given_turning_) {
      out.turning_ground = *given_turning_;
      turning_ = turning(out.turning_ground);
      return;
    }
    if (!changes(before)) return;
    // Gravity stays as it is only if axes turn about it.
    const Eigen::Vector3d gravity = eigen(system_.model().gravity);
    std::vector<Eigen::Vector3d> directions;
    if (system_.model().dimension == 3 && gravity.norm() > 0)
      directions = {gravity.normalized()};
    else
      for (int i = system_.model().dimension == 2 ? 2 : 0; i < 3; ++i) directions.push_back(Eigen::Vector3d::Unit(i));
    Eigen::MatrixXd by_axis(system_.nv(), static_cast<Eigen::Index>(directions.size()));
    for (std::size_t i = 0; i < directions.size(); ++i)
      by_axis.col(static_cast<Eigen::Index>(i)) = counted((turning(directions[i]).axes - still.axes) * state_.v);
    const Eigen::VectorXd rates =
        LeastNorm(by_axis, threshold::dependent_dimensionless).solve(counted(a_ - still.axes * state_.v));
    Eigen::Vector3d Omega = Eigen::Vector3d::Zero();
    for (std::size_t i = 0; i < directions.size(); ++i) Omega += rates[static_cast<Eigen::Index>(i)] * directions[i];
    TurningAxes turned = turning(Omega);
    if (drift_in(turned) > threshold::steady_rates * before) return;
    turning_ = std::move(turned);
    out.turning_ground = Omega;
  }

  void find_axes(LinearModel& out) {
    find_axes(out, false);
    const double drift = drift_in(turning_);
    if (!changes(drift) || std::find(follows_.begin(), follows_.end(), 1) == follows_.end()) return;
    const TurningAxes before = turning_;
    const Eigen::Vector3d ground = out.turning_ground;
    find_axes(out, true);
    if (drift_in(turning_) < threshold::told * drift) return;
    turning_ = before;
    out.turning_ground = ground;
  }

  Eigen::MatrixXd solve_mass(const Eigen::MatrixXd& b) const { return b.rows() ? factors_.solve_all(b) : b; }

  // An input of the model acts through its value, or also through its rate.
  void find_orders(std::vector<LinearSource>& sources) {
    for (LinearSource& source : sources) {
      if (source.input < 0) continue;
      Directions direction(system_, 1);
      direction.input_rate(source.input, 0) = 1;
      const FirstOrder::Changes changes = first_order_->changes(direction);
      if (!changes.r.isZero(0) || !changes.z_rate.isZero(0)) source.order = 1;
    }
  }

  // Every state and every input is a direction: what it does to all coordinates, and to their rates.
  void take(const std::vector<LinearSource>& sources, LinearModel& out) {
    const int np = position_.free(), nv = velocity_.free(), nz = system_.nz(), own = np + nv + nz;
    int of_sources = 0;
    for (const LinearSource& source : sources) of_sources += source.order + 1;
    directions_.emplace(system_, own + of_sources);
    Directions& d = *directions_;
    d.xi.leftCols(np) = position_.N();
    d.v.middleCols(np, nv) = velocity_.N();
    d.z.middleCols(np + nv, nz).setIdentity();
    const int rows = static_cast<int>(kept_.size());
    Eigen::MatrixXd rate = Eigen::MatrixXd::Zero(rows, d.count()), second = rate;  // that drivers ask for
    int column = own;
    for (const LinearSource& source : sources) {
      if (source.row >= 0) {
        Eigen::MatrixXd value = Eigen::MatrixXd::Zero(rows, 1);
        value(source.row, 0) = 1;
        d.xi.col(column) = position_.particular(rows_of(value, holonomic_));
        rate(source.row, column + 1) = 1;
        second(source.row, column + 2) = 1;
      } else {
        d.input(source.input, column) = 1;
        if (source.order > 0) d.input_rate(source.input, column + 1) = 1;
      }
      column += source.order + 1;
    }
    // Velocities that go with displacements, so that Phi' = 0 stays.
    if (rows > 0) {
      Directions still = d;
      still.v.setZero();
      d.v += velocity_.particular(rate - first_order_->changes(still).Phi_rate);
    }

    const FirstOrder::Changes changes = first_order_->changes(d);
    if (!changes.finite()) {
      out.outcome =
          Outcome::failure("a derivative of the equations of motion is not finite at the state that shall be linearized");
      return;
    }
    const Eigen::MatrixXd p = velocity_.particular(second - changes.g);
    const Eigen::MatrixXd& N = velocity_.N();
    da_ = p - product(N, solve_mass(transposed_product(N, changes.r + product(M_, p))));
    const Eigen::MatrixXd xi_rate = d.v + (turning_.own - turning_.axes) * d.xi, v_rate = da_ - turning_.axes * d.v;
    Eigen::MatrixXd all(own, d.count());
    all << rows_of(xi_rate, position_.independent()), rows_of(v_rate, velocity_.independent()), changes.z_rate;
    write(all, sources, out);
  }

  // Columns of directions → columns of states and of inputs. The highest derivative of each input's value is the input.
  void split(const Eigen::MatrixXd& all, const std::vector<LinearSource>& sources, Eigen::MatrixXd& by_state,
             Eigen::MatrixXd& by_input) const {
    const int own = position_.free() + velocity_.free() + system_.nz();
    int state = own, column = own, input = 0;
    const int states = static_cast<int>(all.cols()) - static_cast<int>(sources.size());
    by_state.setZero(all.rows(), states);
    by_input.setZero(all.rows(), static_cast<int>(sources.size()));
    by_state.leftCols(own) = all.leftCols(own);
    for (const LinearSource& source : sources) {
      for (int i = 0; i < source.order; ++i) by_state.col(state++) = all.col(column++);
      by_input.col(input++) = all.col(column++);
    }
  }

  void write(const Eigen::MatrixXd& all, const std::vector<LinearSource>& sources, LinearModel& out) const {
    const int np = position_.free(), nv = velocity_.free(), nz = system_.nz(), own = np + nv + nz;
    Eigen::MatrixXd A, B;
    split(all, sources, A, B);
    const int n = static_cast<int>(A.cols());
    out.A.setZero(n, n);
    out.B.setZero(n, B.cols());
    out.A.topRows(own) = A;
    out.B.topRows(own) = B;
    split(directions_->xi, sources, out.X, B);
    split(directions_->v, sources, out.V, B);
    split(body_displacements(system_, e_.k, directions_->xi), sources, out.bodies, B);
    const JointCoordinates joints(system_, state_);
    split(joint_displacements(system_, joints, state_, directions_->xi), sources, out.joints, B);
    out.joint_names = joints.names;
    out.joint_dimensions = joints.dimensions;
    out.positions = np;
    out.velocities = nv;
    out.of_inputs = n - own;
    name_states(sources, out);
    out.drift.setZero(n);
    out.drift.segment(np, nv) = rows_of(a_ - turning_.axes * state_.v, velocity_.independent());
    for (int i = 0; i < nz; ++i) out.drift[np + nv + i] = e_.k.z_rate[i];
    if (np != nv || nz > 0) return;
    // xi'' = A11 xi' + A21 xi + A22 (xi' - A11 xi)
    const auto A11 = out.A.topLeftCorner(np, np), A21 = out.A.block(np, 0, nv, np), A22 = out.A.block(np, np, nv, nv);
    out.M = mass_;
    out.G = -mass_ * (A11 + A22);
    out.K = -mass_ * (A21 - A22 * A11);
  }

  void name_states(const std::vector<LinearSource>& sources, LinearModel& out) const {
    std::vector<double> units;
    const auto add = [&](const std::string& name, Dimension dimension, double unit) {
      out.states.push_back(name);
      out.state_dimensions.push_back(dimension);
      units.push_back(unit);
    };
    for (const int j : position_.independent()) add(names_[j].displacement, names_[j].dimension, unit_[j]);
    for (const int j : velocity_.independent()) add(names_[j].velocity, names_[j].rate, unit_[j]);
    for (int i = 0; i < system_.nz(); ++i)
      add(system_.model().states[i].name, {}, std::max(std::abs(state_.z[i]), threshold::least_state));
    int row = static_cast<int>(out.states.size()), input = 0;
    for (const LinearSource& source : sources) {
      const bool is_driver = source.row >= 0;
      const Dimension rate = source.dimension / dimension::time;
      if (source.order > 0) add(is_driver ? source.name + ".value" : source.name, source.dimension, 1);
      if (source.order > 1) add(source.name + ".rate", rate, 1);
      out.inputs.push_back(source.name);
      out.input_dimensions.push_back(source.order == 0 ? source.dimension : source.order == 1 ? rate : rate / dimension::time);
      out.input_order.push_back(source.order);
      for (int i = 0; i + 1 < source.order; ++i) out.A(row + i, row + i + 1) = 1;
      if (source.order > 0) out.B(row + source.order - 1, input) = 1;
      row += source.order;
      ++input;
    }
    out.unit = Eigen::Map<const Eigen::VectorXd>(units.data(), static_cast<Eigen::Index>(units.size()));
  }

  const System& system_;
  const State& state_;
  Equations e_;
  std::vector<VelocityName> names_;
  std::vector<int> kept_, holonomic_;  // rows; holonomic: places among the kept
  Eigen::MatrixXd M_, Phi_, mass_;
  Eigen::VectorXd gamma_, Q_, a_, lambda_, unit_;
  std::vector<char> follows_;  // per velocity: of a body without mass that others carry along
  std::optional<Eigen::Vector3d> given_turning_;
  TurningAxes turning_;
  ConstraintSolver position_, velocity_;
  Cholesky factors_;
  std::optional<FirstOrder> first_order_;
  std::optional<Directions> directions_;
  Eigen::MatrixXd da_;
};

// The largest change of a rate, in units of the states.
double drift_of(const LinearModel& linear) {
  double most = 0;
  for (int i = linear.positions; i < linear.positions + linear.velocities; ++i)
    most = std::max(most, std::abs(linear.drift[i]) / linear.unit[i]);
  return most;
}

}  // namespace

LinearModel linearize(const System& system, const State& state, const std::vector<std::string>& inputs,
                      const std::vector<std::string>& outputs, const std::vector<std::string>& independent,
                      const std::optional<Eigen::Vector3d>& turning_ground) {
  refuse_unfollowed_states(system);
  const auto in_bodies = [&] {
    const System absolute(system.model(), absolute_coordinates);
    const State same = absolute.carry_over(system, state);
    return Linearizer(absolute, same, independent, turning_ground).linearize(inputs, outputs);
  };
  if (!turns_with_motion(system)) return in_bodies();
  LinearModel linear = Linearizer(system, state, independent, turning_ground).linearize(inputs, outputs);
  // Joints that move along axes of ground do not turn with the motion (x and y of a car by two slides): bodies do.
  const std::vector<char> is_carrier = carriers(system.mechanism());
  const bool may_turn = turning_ground || std::find(is_carrier.begin(), is_carrier.end(), 1) != is_carrier.end();
  if (linear.outcome.failed() || system.is_local() || !may_turn || drift_of(linear) == 0) return linear;
  LinearModel other = in_bodies();
  return !other.outcome.failed() && drift_of(other) < threshold::told * drift_of(linear) ? other : linear;
}

Eigen::MatrixXcd transfer(const LinearModel& linear, double frequency) {
  const std::complex<double> s(0, 2 * std::numbers::pi * frequency);
  Eigen::MatrixXcd matrix = -linear.A.cast<std::complex<double>>();
  matrix.diagonal().array() += s;
  Eigen::MatrixXcd H = linear.D.cast<std::complex<double>>();
  if (matrix.rows())
    H +=
        linear.C.cast<std::complex<double>>() * Lu<std::complex<double>>(matrix).solve_all(linear.B.cast<std::complex<double>>());
  for (int j = 0; j < H.cols(); ++j)
    for (int i = 0; i < linear.input_order[j]; ++i) H.col(j) *= s;
  return H;
}

}  // namespace bricard
