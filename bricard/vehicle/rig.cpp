#include "bricard/vehicle/rig.hpp"

#include <fmt/format.h>

#include "bricard/analyses/assembly/assembly.hpp"
#include "bricard/analyses/driven/path.hpp"
#include "bricard/math/thresholds.hpp"
#include "bricard/model/references.hpp"
#include "bricard/vehicle/rig_model.hpp"

namespace bricard::vehicle {

namespace {

State state_at_rest(State state) {
  state.t = 0;
  state.v.setZero();
  return state;
}

}  // namespace

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
  State state = path.state();
  Model undriven = this->model();
  for (const int driver : drivers_)
    if (driver >= 0) undriven.drivers[driver].active = false;
  std::vector<int> carriers;
  for (const auto& wheel : {axle_.left, axle_.right})
    if (wheel) carriers.push_back(number(wheel->carrier));
  elastic_ = std::make_unique<ElasticMotion>(*system_, undriven, carriers);
  state.v.setZero();
  is_elastic_ = elastic_->loose(state) > 0;
  if (is_elastic_ && !elastic_->is_held(state))
    throw Error("vehicle." + axle.name, "the rig leaves motions of the wheels free that no spring or bushing resists",
                "name the joint of the steering (`steered_by`), or hold what is free by a joint or driver");
  if (is_elastic_ && !elastic_->settle(state))
    throw Error("vehicle." + axle.name, "springs and bushings find no balance near the design position");
  design_ = measured(state, {}, path.selected());
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
  std::vector<Eigen::VectorXd> velocities;
  const auto read_motion = [&](int i) {
    for (int b = 1; b <= system_->mechanism().bodies; ++b) posture.motion[i][b] << e.k.v[b], e.k.w[b];
  };
  for (int i = 0; i < 3; ++i) {
    posture.motion[i].assign(system_->mechanism().bodies + 1, Vec6<double>::Zero());
    velocities.push_back(Eigen::VectorXd::Zero(system_->nv()));
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
    read_motion(i);
    velocities[i] = still.v;
  }
  posture.poses = poses(e);
  if (!is_elastic_) return posture;
  set_lines(at, {});
  if (!elastic_->relax(state_at_rest(still), velocities, holding_forces(still, posture.motion))) return posture;
  for (int i = 0; i < 3; ++i) {
    still.v = velocities[i];
    system_->motion(still, e, RowSet::all, Measure::all);
    read_motion(i);
  }
  return posture;
}

std::vector<Posture> Rig::sweep(const Setting& to, int steps, std::string& why) {
  std::vector<Posture> postures;
  if (is_elastic_) return elastic_sweep(to, steps, why);
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

// From one position of balance to the next.
std::vector<Posture> Rig::elastic_sweep(const Setting& to, int steps, std::string& why) {
  std::vector<Posture> postures;
  for (int k = 1; k <= steps; ++k) {
    Setting next;
    for (int i = 0; i < 3; ++i) next[i] = to[i] * k / steps;
    auto there = go(postures.empty() ? design_ : postures.back(), next);
    if (!there) {
      why = fmt::format("the linkage locks, or springs and bushings find no balance, at {:.3g} of the way", static_cast<double>(k - 1) / steps);
      break;
    }
    postures.push_back(std::move(*there));
  }
  return postures;
}

std::optional<Posture> Rig::go(const Posture& from, const Setting& to) {
  Setting way;
  for (int i = 0; i < 3; ++i) way[i] = to[i] - from.at[i];
  set_lines(from.at, way);
  Path path(*system_, weights_, state_at_rest(from.state), true);
  const bool arrived = path.advance(1, threshold::finest_path_step);
  set_lines(to, {});
  State state = state_at_rest(path.state());
  if (!arrived || (is_elastic_ && !elastic_->settle(state))) return std::nullopt;
  return measured(state, to, path.selected());
}

void Rig::hold_loads(const std::array<Vec6<double>, 2>& loads) {
  const UnitSystem& units = model().units;
  for (int side = 0; side < 2; ++side)
    for (int c = 0; c < 6; ++c)
      if (const int input = index_of(model().inputs, rig_load(side, c)); input >= 0)
        system_->hold_input(input, loads[side][c] / units.factor(c < 3 ? dimension::force : dimension::torque));
}

std::array<double, 2> Rig::holding_forces(const State& state, const std::array<std::vector<Vec6<double>>, 3>& motion) const {
  Equations e(*system_);
  system_->motion(state_at_rest(state), e, RowSet::all, Measure::all);
  system_->forces(e);
  std::array<double, 2> forces{};
  for (const int input : {left, right})
    for (int b = 1; b <= system_->mechanism().bodies; ++b) forces[input] -= e.k.f[b].dot(motion[input][b]);
  return forces;
}

}  // namespace bricard::vehicle
