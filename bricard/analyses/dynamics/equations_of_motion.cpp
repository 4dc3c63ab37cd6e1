#include "bricard/analyses/dynamics/equations_of_motion.hpp"

#include <fmt/format.h>

#include <limits>

#include "bricard/analyses/assembly/state_file.hpp"
#include "bricard/analyses/common.hpp"
#include "bricard/analyses/dynamics/snapshot_text.hpp"
#include "bricard/analyses/linear/coordinate_names.hpp"
#include "bricard/analyses/linear/sensor_jacobian.hpp"
#include "bricard/math/dense.hpp"
#include "bricard/model/rods.hpp"
#include "bricard/system/matrices.hpp"
#include "bricard/system/recorder.hpp"
#include "bricard/system/rubbing.hpp"

namespace bricard {

namespace {

std::vector<double> numbers(const Eigen::VectorXd& x) { return {x.begin(), x.end()}; }

template <class Derived>
Matrix written(const Eigen::MatrixBase<Derived>& x) {
  Matrix matrix{static_cast<int>(x.rows()), static_cast<int>(x.cols()), {}};
  for (Eigen::Index i = 0; i < x.rows(); ++i)
    for (Eigen::Index j = 0; j < x.cols(); ++j) matrix.values.push_back(x(i, j));
  return matrix;
}

std::array<double, 3> three(const Vec3<double>& x) { return {x[0], x[1], x[2]}; }

Model without_rods_of(const Model& model) { return has_rods(model) ? with_rods_removed(model).model : model; }

// Friction too, as it is in the motion from here.
void applied_forces(const System& system, Equations& e) {
  system.forces(e);
  if (!system.rubs()) return;
  system.fill(e);
  e.kernel.select();
  rub(system, e);
}

// v' of the motion, and λ with Jᵀ λ = M v' + c.
void add_motion(const System& system, const Matrices<double>& written_out, const State& state, EquationValues& values) {
  Equations e(system);
  system.motion(state, e);
  system.fill(e);
  e.kernel.select();
  system.forces(e);
  rub(system, e);
  Eigen::VectorXd a = Eigen::VectorXd::Constant(system.nv(), std::numeric_limits<double>::quiet_NaN());
  if (system.factor(e)) system.accelerations(e, a);
  if (e.kernel.unresisted_body() != 0) a.setConstant(std::numeric_limits<double>::quiet_NaN());
  values.a = numbers(a);
  const Eigen::VectorXd load = written_out.M * a - written_out.Q;
  values.lambda =
      written_out.Phi_v.rows() == 0 ? std::vector<double>() : numbers(LeastNorm(written_out.Phi_v.transpose()).solve(load));
}

SensorValues sensor_values(const System& system, Equations& e, const State& state, int sensor) {
  const auto& [kind, index] = system.table().sensors[sensor];
  evaluate_pair(system.layout(), e.k, index);
  const Pair<double>& pair = e.k.pairs[index];
  const Mat3<double> axes = pair.A.transpose() * pair.B;
  const auto turn = quaternion_of(axes);
  return {system.model().sensors[sensor].name,  three(kind.position(pair)),
          {turn[0], turn[1], turn[2], turn[3]}, three(kind.velocity(pair)),
          three(pair.A.transpose() * pair.w),   written(sensor_jacobian(system, state, sensor).J)};
}

// From the columns of a row without accelerations.
void add_forces(const System& system, const State& state, EquationValues& values) {
  const Model& model = system.model();
  Equations e(system);
  Recorder recorder(system, e.kernel.selected());
  std::vector<double> row;
  recorder.record(state, row, Level::force);
  const auto value = [&](const std::string& name) -> std::optional<double> {
    for (std::size_t i = 0; i < row.size(); ++i)
      if (system.table().columns[i].name == name) return row[i];
    return {};
  };
  for (const Force& force : model.forces) {
    for (const ColumnInfo& column : force_columns(model, force))
      values.forces.emplace_back(column.name, value(column.name).value_or(0));
    if (const auto length = value(force.name + ".length"), tension = value(force.name + ".force"); length && tension)
      values.links.push_back({force.name, *length, value(force.name + ".rate").value_or(0), *tension});
  }
}

}  // namespace

struct EquationsOfMotion::Inside {
  Inside(const Model& model, std::string_view coordinates)
      : system(model, coordinates), names(state_names(system)), rows(bricard::row_names(system)) {}

  State checked(const StateValues& values) const {
    const auto count = [](const std::vector<double>& x) { return static_cast<int>(x.size()); };
    if (count(values.q) != system.nq() || count(values.v) != system.nv() || count(values.z) != system.nz())
      throw Error(
          "state",
          fmt::format("it has {} coordinates, {} velocities and {} states", values.q.size(), values.v.size(), values.z.size()),
          fmt::format("{}, {} and {} are expected", system.nq(), system.nv(), system.nz()));
    State state = bricard::state_of(values);
    if (state.angles.size() != static_cast<Eigen::Index>(system.measures().measured.size()))
      state.angles = system.designed().angles;
    return state;
  }

  System system;
  StateNames names;
  std::vector<std::string> rows;
};

EquationsOfMotion::EquationsOfMotion(const Model& model, std::string_view coordinates) {
  AnalysisOptions options;
  options.coordinates = coordinates;
  inside_ = std::make_unique<Inside>(without_rods_of(model), chosen_coordinates(options));
}
EquationsOfMotion::~EquationsOfMotion() = default;
EquationsOfMotion::EquationsOfMotion(EquationsOfMotion&&) noexcept = default;
EquationsOfMotion& EquationsOfMotion::operator=(EquationsOfMotion&&) noexcept = default;

std::string EquationsOfMotion::coordinates() const { return std::string(inside_->system.coordinates()); }
const StateNames& EquationsOfMotion::names() const { return inside_->names; }
const std::vector<std::string>& EquationsOfMotion::row_names() const { return inside_->rows; }

StateValues EquationsOfMotion::designed() const {
  const System& system = inside_->system;
  StartState start = start_state(system, system.designed());
  for (std::size_t i = 0; i < start.bodies.size(); ++i) {
    const Body& body = system.model().bodies[i];
    if (body.velocity) start.bodies[i].velocity = three(*body.velocity);
    if (body.angular_velocity) start.bodies[i].angular_velocity = three(*body.angular_velocity);
  }
  return state_from(start);
}

StateValues EquationsOfMotion::state_from(const StartState& start) const { return plain(as_given(inside_->system, start)); }

EquationValues EquationsOfMotion::at(const StateValues& values) const {
  const System& system = inside_->system;
  const State state = inside_->checked(values);
  Equations e(system);
  system.motion(state, e);
  applied_forces(system, e);
  const Matrices<double> all = matrices(system, e.k);
  EquationValues out;
  out.M = written(all.M);
  out.J = written(all.Phi_v);
  out.c = numbers(-all.Q);
  out.Phi = numbers(all.Phi);
  out.gamma = numbers(all.gamma);
  add_motion(system, all, state, out);
  add_forces(system, state, out);
  for (std::size_t i = 0; i < system.model().sensors.size(); ++i)
    out.sensors.push_back(sensor_values(system, e, state, static_cast<int>(i)));
  return out;
}

std::vector<double> EquationsOfMotion::inverse_dynamics(const StateValues& values, std::span<const double> a) const {
  const System& system = inside_->system;
  if (static_cast<int>(a.size()) != system.nv())
    throw Error("inverse_dynamics", fmt::format("{} accelerations are given", a.size()),
                fmt::format("{} are expected", system.nv()));
  const State state = inside_->checked(values);
  Equations e(system);
  system.motion(state, e);
  applied_forces(system, e);
  Eigen::VectorXd tau(system.nv());
  system.inverse_dynamics(e, Eigen::Map<const Eigen::VectorXd>(a.data(), system.nv()), tau);
  return numbers(tau);
}

}  // namespace bricard
