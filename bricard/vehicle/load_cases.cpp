#include "bricard/vehicle/load_cases.hpp"

#include <cmath>

#include "bricard/core/text.hpp"
#include "bricard/math/dense.hpp"
#include "bricard/math/thresholds.hpp"
#include "bricard/model/references.hpp"
#include "bricard/vehicle/rig_model.hpp"
#include "bricard/vehicle/rig_rows.hpp"
#include "bricard/vehicle/sheet_units.hpp"

namespace bricard::vehicle {

std::vector<LoadCase> usual_load_cases() {
  return {{"rest", {0, 0, 1}},          {"accelerate", {0.8, 0, 1}},         {"brake", {-1.3, 0, 1}},
          {"corner", {0, 1.4, 1}},      {"brake_and_corner", {-0.9, 1, 1}},  {"accelerate_and_corner", {0.6, 1, 1}},
          {"bump", {0, 0, 3}}};
}

VehicleLoads wheel_loads(const Vehicle& vehicle, const std::vector<AxleMass>& masses, const LoadCase& load, double mass, const Vector3& center) {
  VehicleLoads loads;
  const std::size_t count = masses.size();
  double ground = 0, unsprung = 0, unsprung_moment = 0, stiffness = 0;
  for (const AxleMass& each : masses) {
    ground += each.ground / static_cast<double>(count);
    unsprung += each.unsprung;
    unsprung_moment += each.unsprung * each.unsprung_height;
    stiffness += each.roll_stiffness;
  }
  const double h = center[2] - ground, sprung = mass - unsprung, h_s = (mass * h - unsprung_moment) / sprung;
  const bool has_both = count == 2;
  const double l = has_both ? std::abs(masses[0].x - masses[1].x) : *vehicle.wheelbase;
  const double ax = load.g[0] * g, ay = load.g[1] * g, weight = load.g[2] * g;
  // The part of the weight that an axle carries.
  const auto share = [&](std::size_t i) {
    const bool is_front = vehicle.axles[i].is_front();
    const double other = has_both ? masses[1 - i].x : masses[i].x + (is_front ? -l : l);
    return (center[0] - other) / (masses[i].x - other);
  };
  double roll_axis = 0;
  for (std::size_t i = 0; i < count; ++i) roll_axis += (share(i) * mass - masses[i].unsprung) * masses[i].roll_center;
  roll_axis /= sprung;
  for (std::size_t i = 0; i < count; ++i) {
    const Axle& axle = vehicle.axles[i];
    const AxleMass& own = masses[i];
    AxleLoad& axle_load = loads.axles.emplace_back();
    const double m = share(i) * mass, m_s = m - own.unsprung;
    const double forward = axle.is_front() ? -1 : 1;  // acceleration loads the rear axle
    WheelLoad even, odd;  // half of what both wheels have alike; what the right wheel gains and the left one loses
    even.rest = m * weight / 2;
    const double transfer = forward * mass * ax * h / l / 2;
    even.unsprung_x = forward * unsprung_moment * ax / l / 2;
    even.geometric_x = (ax < 0 ? own.anti_brake : own.anti_drive) * transfer;
    even.elastic_x = transfer - even.unsprung_x - even.geometric_x;
    odd.unsprung_y = own.unsprung * ay * own.unsprung_height / own.track;
    odd.geometric_y = m_s * ay * own.roll_center / own.track;
    odd.elastic_y = has_both ? own.roll_stiffness / stiffness * sprung * ay * (h_s - roll_axis) / own.track
                             : m_s * ay * (h_s - own.roll_center) / own.track;
    const auto wheel = [&](double side) {
      WheelLoad w = even;
      w.unsprung_y = -side * odd.unsprung_y;
      w.geometric_y = -side * odd.geometric_y;
      w.elastic_y = -side * odd.elastic_y;
      w.fz = w.rest + w.unsprung_x + w.geometric_x + w.elastic_x + w.unsprung_y + w.geometric_y + w.elastic_y;
      return w;
    };
    axle_load.left = wheel(1);
    axle_load.right = wheel(-1);
    for (auto [light, heavy, name] : {std::tuple{&axle_load.left, &axle_load.right, "left"}, {&axle_load.right, &axle_load.left, "right"}})
      if (light->fz < 0) {
        loads.notes.push_back(load.name + ": the " + axle.name + ' ' + name + " wheel lifts; the other one carries the axle");
        heavy->fz += light->fz;
        light->fz = 0;
      }
    const double fz = axle_load.left.fz + axle_load.right.fz;
    const double driven = ax < 0 ? (axle.has_brake_share ? axle.brake_share : share(i)) : axle.drive_share;
    for (WheelLoad* w : {&axle_load.left, &axle_load.right}) {
      if (!(fz > 0)) continue;
      w->fx = driven * mass * ax * w->fz / fz;
      w->fy = m * ay * w->fz / fz;
    }
  }
  return loads;
}

namespace {

// Length or angle of a spring, and what it does against it.
std::array<double, 2> reading(const System& system, const Equations& e, const ForceEntry& force) {
  const auto si = [&](int column) { return e.k.columns[column] * system.table().column_factor[column]; };
  if (force.kind->type == "anti_roll_bar") return {si(force.results[0]), -si(force.results[1])};
  return {si(force.measured[0]), si(force.results[0])};
}

}  // namespace

// ---- inside an axle -------------------------------------------------------------------------------------------------------------

AxleForces::AxleForces(Rig& rig) : rig_(rig), rows_(rig.system()) {
  if (!rows_.unknown().empty()) trouble_ = "no forces in joints: the axle has " + rows_.unknown();
  if (rig.is_elastic()) trouble_ = "no forces in joints: some are elastic, and how they share a load is a question of their stiffness";
  if (!trouble_.empty()) return;
  const System& system = rig.system();
  const Posture& design = rig.design();
  const PosesOf<double> poses{design.poses.R, design.poses.p};
  list_ = rows_.rows<double>(poses, rows_.markers());
  M_ = rows_.matrix(list_);
  std::vector<std::string> others;
  const std::vector<RigRow<double>> rows = rows_.springs(poses, rows_.markers(), others);
  if (!others.empty()) trouble_ = "no forces in joints: of " + others[0] + " is not known how it shares a load with springs";
  // Stiffness: the slope of force over length, 0.1 mm around design.
  constexpr double step = mm / 10;
  const auto readings = [&](const Setting& at) {
    std::string why;
    const std::vector<Posture> there = rig.sweep(at, 1, why);
    std::vector<std::array<double, 2>> values;
    if (there.empty()) return values;
    Equations e(system);
    State state = there[0].state;
    state.v.setZero();
    system.motion(state, e, RowSet::all, Measure::all);
    system.forces(e);
    for (const RigRow<double>& row : rows)
      for (const ForceStage& stage : system.functions().force_stages)
        for (const ForceEntry& force : stage.forces)
          if (force.element == row.group)
            values.push_back(reading(system, e, force));
    return values;
  };
  std::array<std::array<std::vector<std::array<double, 2>>, 2>, 2> read;
  for (const int input : {left, right})
    for (const int side : {0, 1}) {
      if (!rig.has(static_cast<Input>(input))) continue;
      Setting at{};
      at[input] = side == 0 ? -step : step;
      read[input][side] = readings(at);
    }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Spring spring{rows[i].group, rows[i], 0, {}};
    double most = 0;
    for (const int input : {left, right}) {
      if (!rig.has(static_cast<Input>(input))) continue;
      spring.rate[input] = rate(rows[i], design.motion[input]);
      if (read[input][0].size() != rows.size() || read[input][1].size() != rows.size()) continue;
      const double way = read[input][1][i][0] - read[input][0][i][0], force = read[input][1][i][1] - read[input][0][i][1];
      if (std::abs(way) > most) most = std::abs(way), spring.stiffness = force / way;
    }
    springs_.push_back(spring);
  }
}

AxleMass AxleForces::mass(const AxleShape& design) const {
  AxleMass mass;
  const Corner& any = design.any();
  const double left_y = design.left ? design.left->C[1].value : -any.C[1].value, right_y = design.right ? design.right->C[1].value : -any.C[1].value;
  mass.track = left_y - right_y;
  mass.x = design.left && design.right ? (design.left->C[0].value + design.right->C[0].value) / 2 : any.C[0].value;
  mass.ground = design.ground;
  // What a wheel that is lifted carries: of a link half, of what turns with the chassis nothing.
  const Posture& posture = rig_.design();
  double moment = 0;
  for (int b = 1; b <= rows_.bodies(); ++b) {
    const double carried = rig_.system().mechanism().mass[b] * (posture.motion[left][b][2] + posture.motion[right][b][2]);
    mass.unsprung += carried;
    moment += carried * (posture.poses.p[b][2] - mass.ground);
  }
  const double sides = design.left && design.right ? 1 : 2;
  mass.unsprung_height = mass.unsprung > 0 ? moment / mass.unsprung : 0;
  mass.unsprung *= sides;
  return mass;
}

namespace {

Vector3 plain(const Vec3<double>& v) { return {v[0], v[1], v[2]}; }

}  // namespace

std::vector<MemberForce> AxleForces::members(const AxleLoad& load, const Vector3& acceleration, bool at_center, const AxleShape& design) const {
  const System& system = rig_.system();
  const MechanismLayout& mechanism = system.mechanism();
  const Posture& posture = rig_.design();
  const double L = rows_.length();
  // Loads on the bodies, as efforts along (v, L w).
  Eigen::VectorXd f = Eigen::VectorXd::Zero(6 * rows_.bodies());
  const auto push = [&](int body, const Vec3<double>& force, const Vec3<double>& torque) {
    if (body == 0) return;
    f.segment<3>(6 * (body - 1)) += force;
    f.segment<3>(6 * (body - 1) + 3) += torque / L;
  };
  for (int b = 1; b <= rows_.bodies(); ++b)
    push(b, -mechanism.mass[b] * Vec3<double>(acceleration[0], acceleration[1], acceleration[2]), Vec3<double>::Zero());
  const auto stand = [&](const std::optional<Wheel>& wheel, const std::optional<Corner>& corner, const WheelLoad& on) {
    if (!wheel) return;
    const int body = rig_.number(wheel->carrier);
    const Vec3<double> force(on.fx, on.fy, on.fz), arm = corner->on_road - posture.poses.p[body];
    Vec3<double> torque = arm.cross(force);
    if (at_center) {
      const Vec3<double> W(corner->W[0].value, corner->W[1].value, corner->W[2].value), along(on.fx, 0, 0);
      torque += (W - corner->on_road).cross(along);
    }
    push(body, force, torque);
  };
  stand(rig_.axle().left, design.left, load.left);
  stand(rig_.axle().right, design.right, load.right);
  // Springs hold the travel: K z = Q, tension k (dl/dz) z.
  std::vector<int> inputs;
  for (const int input : {left, right})
    if (rig_.has(static_cast<Input>(input))) inputs.push_back(input);
  const auto n = static_cast<Eigen::Index>(inputs.size());
  Eigen::MatrixXd K = Eigen::MatrixXd::Zero(n, n);
  Eigen::VectorXd Q = Eigen::VectorXd::Zero(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (int b = 1; b <= rows_.bodies(); ++b) {
      const Vec6<double>& V = posture.motion[inputs[i]][b];
      Q[i] += f.segment<3>(6 * (b - 1)).dot(V.head<3>()) + L * f.segment<3>(6 * (b - 1) + 3).dot(V.tail<3>());
    }
    for (Eigen::Index k = 0; k < n; ++k)
      for (const Spring& spring : springs_) K(i, k) += spring.stiffness * spring.rate[inputs[i]] * spring.rate[inputs[k]];
  }
  const PivotedQr factors(K, threshold::insensitive);
  if (factors.rank() < n) throw Error("vehicle." + rig_.axle().name, "no spring holds the travel of the wheels, so there are no forces for a load");
  const Eigen::VectorXd z = factors.solve(Q);
  std::vector<MemberForce> members;
  const Model& model = rig_.model();
  const auto name_of_body = [&](int number) -> std::string {
    for (std::size_t i = 0; i < model.bodies.size(); ++i)
      if (mechanism.tree.number[i + 1] == number) return model.bodies[i].name;
    return "ground";
  };
  std::vector<MemberForce> of_springs;
  for (const Spring& spring : springs_) {
    double tension = 0;
    for (Eigen::Index i = 0; i < n; ++i) tension += spring.stiffness * spring.rate[inputs[i]] * z[i];
    // Against growing length or angle.
    for (const auto& each : spring.row.terms) {
      const Vec3<double> pull = -tension * each.n, turn = -tension * each.tau;
      push(each.b, pull, each.r_B.cross(pull) + turn);
      push(each.a, -pull, -each.r_A.cross(pull) - turn);
    }
    const auto& term = spring.row.terms[0];
    const Vec3<double> force = -tension * term.n, torque = -tension * term.tau;
    const bool is_line = term.tau.norm() == 0;
    of_springs.push_back({model.forces[spring.element].name, is_line ? "spring" : "torsion spring", name_of_body(term.b), plain(term.at), plain(force),
                          plain(torque), tension});
  }
  // f + Mᵀ mu = 0.
  const Eigen::VectorXd mu = LeastNorm(M_.transpose()).solve(-f);
  const double size = f.cwiseAbs().maxCoeff();
  if (!((M_.transpose() * mu + f).cwiseAbs().maxCoeff() <= threshold::rough_balance * size))
    throw Error("vehicle." + rig_.axle().name, "the joints cannot carry the load: a part of the axle is free");
  struct Sum {
    Vec3<double> force = Vec3<double>::Zero(), moment = Vec3<double>::Zero();
    double first = 0;
    const RigRow<double>::Term* term = nullptr;
  };
  std::vector<Sum> sums(system.constraints().groups.size());
  for (std::size_t i = 0; i < list_.size(); ++i) {
    Sum& sum = sums[list_[i].group];
    const auto effort = mu[static_cast<Eigen::Index>(i)];
    if (list_[i].terms.size() != 1) continue;  // of gears there is an effort and no wrench
    if (!sum.term) sum.first = effort;
    sum.term = &list_[i].terms[0];
    sum.force += effort * sum.term->n;
    sum.moment += effort * sum.term->tau;
  }
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const RowGroup& group = system.constraints().groups[i];
    const Sum& sum = sums[i];
    if (!sum.term) continue;
    if (group.kind == RowGroup::Kind::driver) {
      const std::string& name = model.drivers[group.element].name;
      if (name == rig_steers)
        members.push_back({rig_.axle().steered_by, "steering", name_of_body(sum.term->b), plain(sum.term->at), plain(sum.force), plain(sum.moment), sum.first});
      continue;
    }
    const Joint& joint = model.joints[group.element];
    if (joint.name == "rig_holds_chassis") continue;
    const bool is_rod = joint.kind->type == "spherical_spherical";
    members.push_back({joint.name, is_rod ? "rod" : std::string(joint.kind->type), name_of_body(sum.term->b), plain(sum.term->at), plain(sum.force),
                       plain(sum.moment), is_rod ? std::optional(-sum.first) : std::nullopt});
    // The bearing of an arm as two pick-ups: its moment is a pair of forces across the axis, and half of the force along it each.
    for (const auto& wheel : {rig_.axle().left, rig_.axle().right}) {
      if (!wheel) continue;
      for (const auto& arm : {wheel->upper, wheel->lower}) {
        if (!arm || arm->is_strut || joint.kind->type != "revolute") continue;
        const Vec3<double> a = eigen(arm->a.at), b = eigen(arm->b.at), at = sum.term->at;
        const double near = threshold::written_alike * (1 + at.norm());
        if ((a - at).norm() > near && (b - at).norm() > near) continue;
        const Vec3<double> d = b - a, moment = sum.moment + (at - a).cross(sum.force);  // about a
        const Vec3<double> unit = d.normalized();
        const Vec3<double> along = sum.force.dot(unit) * unit;
        const Vec3<double> at_b = moment.cross(d) / d.squaredNorm() + along / 2, at_a = sum.force - at_b;
        members.push_back({joint.name + ".front", "pick-up", name_of_body(sum.term->b), plain(a), plain(at_a), {}, std::nullopt});
        members.push_back({joint.name + ".rear", "pick-up", name_of_body(sum.term->b), plain(b), plain(at_b), {}, std::nullopt});
      }
    }
  }
  members.insert(members.end(), of_springs.begin(), of_springs.end());
  return members;
}

}  // namespace bricard::vehicle
