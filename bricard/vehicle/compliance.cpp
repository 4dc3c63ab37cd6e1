#include "bricard/vehicle/compliance.hpp"

#include "bricard/analyses/equilibrium/equilibrium_equations.hpp"
#include "bricard/math/dense.hpp"
#include "bricard/math/thresholds.hpp"
#include "bricard/vehicle/rig_model.hpp"

namespace bricard::vehicle {

ElasticRig::ElasticRig(const Rig& rig) : rig_(rig) {
  Model model = rig.model();
  for (Driver& driver : model.drivers)
    if (driver.name == rig_lifts_left || driver.name == rig_lifts_right) driver.active = false;
  system_ = std::make_unique<System>(model, rig.system().coordinates());
  e_ = std::make_unique<Equations>(*system_);
}

ElasticRig::~ElasticRig() = default;

Compliance ElasticRig::at(const Posture& posture, const AxleShape& shape) {
  Compliance result;
  result.held_by = rig_.holding_forces(posture.state, posture.motion);
  const UnitSystem& units = system_->model().units;
  for (int i = 0; i < 2; ++i)
    if (const int input = index_of(system_->model().inputs, rig_load(i == left ? 0 : 1, 2)); input >= 0)
      system_->hold_input(input, result.held_by[i] / units.factor(dimension::force));
  if (const int driver = index_of(system_->model().drivers, rig_steers); driver >= 0)
    system_->drive_along(driver, posture.at[steer], 0);
  State state = system_->carry_over(rig_.system(), posture.state);
  state.t = 0;
  state.v.setZero();
  EquilibriumEquations equations(*system_);
  if (!equations.close(state) || !equations.evaluate(state) || !equations.differentiate(state)) {
    result.trouble = "the stiffness has no finite value here";
    return result;
  }
  const Eigen::MatrixXd& N = equations.basis();
  result.freedoms = static_cast<int>(N.cols());
  const std::array<const std::optional<Corner>*, 2> corners{&shape.left, &shape.right};
  Eigen::MatrixXd G_center = Eigen::MatrixXd::Zero(12, N.cols()), G_contact = G_center;
  Equations& e = *e_;
  for (Eigen::Index c = 0; c < N.cols(); ++c) {
    State moving = state;
    moving.v = equations.scale().cwiseProduct(N.col(c));
    system_->motion(moving, e, RowSet::all, Measure::all);
    for (int i = 0; i < 2; ++i) {
      if (!*corners[i]) continue;
      const Corner& corner = **corners[i];
      const int b = rig_.number((i == left ? rig_.axle().left : rig_.axle().right)->carrier);
      const auto put = [&](Eigen::MatrixXd& G, const Vec3<Moving>& at) {
        const Vec3<double> r = Vec3<double>(at[0].value, at[1].value, at[2].value) - e.k.p[b];
        G.block<3, 1>(6 * i, c) = e.k.v[b] + e.k.w[b].cross(r);
        G.block<3, 1>(6 * i + 3, c) = e.k.w[b];
      };
      put(G_center, corner.W);
      put(G_contact, corner.C);
    }
  }
  // What nothing resists and no load moves (a rod that turns about itself, a wheel that spins) is left alone.
  const PivotedQr factors(equations.derivative().topLeftCorner(N.cols(), N.cols()), threshold::insensitive);
  const auto matrix = [&](const Eigen::MatrixXd& G) -> Eigen::MatrixXd {
    const Eigen::MatrixXd loads = G.transpose(), y = factors.solve_all(loads);
    const Eigen::MatrixXd rest = product(equations.derivative().topLeftCorner(N.cols(), N.cols()), y) - loads;
    if (!(rest.cwiseAbs().maxCoeff() <= threshold::rough_balance * loads.cwiseAbs().maxCoeff()))
      result.trouble = "no spring resists the wheels: there is no compliance";
    return product(G, y);
  };
  result.at_center = matrix(G_center);
  result.at_contact = matrix(G_contact);
  return result;
}

std::optional<InView> force_roll_center(const Compliance& compliance, const AxleShape& shape) {
  const Eigen::MatrixXd& C = compliance.at_contact;
  std::array<std::optional<ViewLine>, 2> lines;
  double scale = 0;
  for (const auto& c : {shape.left, shape.right}) {
    if (!c) continue;
    const int own = c->side > 0 ? 0 : 6, other = 6 - own;
    const double dz = C(own + 2, own + 2) - C(own + 2, other + 2), dy = C(own + 1, own + 2) - C(own + 1, other + 2);
    lines[c->side > 0 ? 0 : 1] = ViewLine{{c->C[1].value, c->C[2].value}, {dy, dz}};
    scale = std::abs(c->C[1].value) + c->radius;
  }
  return where_lines_meet(lines[0], lines[1], scale);
}

}  // namespace bricard::vehicle
