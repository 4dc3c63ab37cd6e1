#include "bricard/vehicle/rig.hpp"

#include <fmt/format.h>

#include "bricard/analyses/assembly/assembly.hpp"
#include "bricard/analyses/driven/path.hpp"
#include "bricard/analyses/equilibrium/equilibrium_equations.hpp"
#include "bricard/math/thresholds.hpp"
#include "bricard/model/references.hpp"
#include "bricard/vehicle/rig_model.hpp"

namespace bricard::vehicle {

Rig::Rig(const Model& model, const Vehicle& vehicle, const Axle& axle, const std::string& coordinates) : axle_(axle) {
  RigModel rig = rig_model(model, vehicle, axle);
  drivers_ = rig.drivers;
  designed_ = rig.designed;
  steers_angle_ = rig.steers_angle;
  system_ = std::make_unique<System>(rig.model, coordinates);
  e_ = std::make_unique<Equations>(*system_);
  weights_ = equal_weights(*system_);
  set_lines({}, {});
  const Assembly assembly = assemble(*system_);
  if (assembly.outcome.failed())
    throw Error("vehicle." + axle.name, "the axle does not close in the design position: " + assembly.outcome.message);
  Path path(*system_, weights_, assembly.state, true);
  design_ = measured(path.state(), {}, path.selected());
  loose_ = count_loose();
}

Rig::~Rig() = default;

void Rig::set_lines(const Setting& from, const Setting& rate) {
  for (int i = 0; i < 3; ++i)
    if (drivers_[i] >= 0) system_->drive_along(drivers_[i], designed_[i] + from[i], rate[i]);
}

int Rig::number(const std::string& body) const {
  const int i = index_of(model().bodies, body);
  return i < 0 ? 0 : system_->mechanism().tree.number[i + 1];
}

FixedPoint Rig::fixed(const Spot& spot) const {
  FixedPoint point;
  point.body = number(spot.body);
  const Pose<double>& pose = system_->mechanism().designed[point.body];
  point.at = pose.R.transpose() * (eigen(spot.at) - pose.p);
  return point;
}

Vec3<Moving> Rig::direction(const Posture& posture, const FixedPoint& body, const Vec3<double>& in_body) const {
  const Vec3<double> v = posture.poses.R[body.body] * in_body;
  Vec3<Moving> moving;
  std::array<Vec3<double>, 3> rate;
  for (int i = 0; i < 3; ++i) rate[i] = posture.motion[i][body.body].tail<3>().cross(v);
  for (int k = 0; k < 3; ++k) moving[k] = Moving(v[k], {rate[0][k], rate[1][k], rate[2][k]});
  return moving;
}

Vec3<Moving> Rig::where(const Posture& posture, const FixedPoint& point) const {
  Vec3<Moving> moving = direction(posture, point, point.at);
  for (int k = 0; k < 3; ++k) {
    moving[k].value += posture.poses.p[point.body][k];
    for (int i = 0; i < 3; ++i) moving[k].d[i] += posture.motion[i][point.body][k];
  }
  return moving;
}

Posture Rig::measured(const State& state, const Setting& at, const std::vector<char>& selected) {
  Posture posture;
  posture.at = at;
  posture.state = state;
  State still = state;
  still.t = 0;
  Equations& e = *e_;
  e.kernel.set_selected(selected);
  for (int i = 0; i < 3; ++i) {
    auto& motion = posture.motion[i];
    motion.assign(system_->mechanism().bodies + 1, Vec6<double>::Zero());
    if (drivers_[i] < 0) continue;
    Setting rate{};
    rate[i] = 1;
    set_lines(at, rate);
    still.v.setZero();
    system_->motion(still, e, RowSet::all, Measure::all);
    system_->fill(e);
    weigh(weights_, e);
    e.kernel.factor(threshold::undetermined);
    for (int pass = 0; pass < 2; ++pass) {  // the second removes the rounding of the first
      system_->correction(Order::velocity, e, e.increment);
      still.v += e.increment;
      system_->motion(still, e, RowSet::all, Measure::all);
    }
    for (int b = 1; b <= system_->mechanism().bodies; ++b) motion[b] << e.k.v[b], e.k.w[b];
  }
  posture.poses = poses(e);
  return posture;
}

std::vector<Posture> Rig::sweep(const Setting& to, int steps, std::string& why) {
  std::vector<Posture> postures;
  set_lines({}, to);
  State start = design_.state;
  start.t = 0;
  Path path(*system_, weights_, start, true);
  for (int k = 1; k <= steps; ++k) {
    const double part = static_cast<double>(k) / steps;
    if (!path.advance(part, threshold::finest_path_step)) {
      why = fmt::format("the linkage locks at {:.3g} of the way", path.state().t);
      break;
    }
    Setting at;
    for (int i = 0; i < 3; ++i) at[i] = part * to[i];
    postures.push_back(measured(path.state(), at, path.selected()));
    set_lines({}, to);
  }
  return postures;
}

int Rig::count_loose() const {
  EquilibriumEquations equations(*system_);
  State state = design_.state;
  state.t = 0;
  if (!equations.close(state) || !equations.evaluate(state)) return 0;
  int loose = 0;
  Equations e(*system_);
  for (Eigen::Index c = 0; c < equations.basis().cols(); ++c) {
    State moving = state;
    moving.v = equations.scale().cwiseProduct(equations.basis().col(c));
    system_->motion(moving, e, RowSet::all, Measure::all);
    bool moves = false;
    for (const auto& wheel : {axle_.left, axle_.right}) {
      if (!wheel) continue;
      const int b = number(wheel->carrier);
      Vec6<double> twist;
      twist << e.k.v[b], e.k.w[b];
      moves = moves || size_of(twist, system_->length()) > threshold::no_share;
    }
    loose += moves;
  }
  return loose;
}

}  // namespace bricard::vehicle
