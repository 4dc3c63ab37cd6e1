#include "bricard/system/rubbing.hpp"

#include <algorithm>
#include <cmath>

#include "bricard/math/dense.hpp"
#include "bricard/math/thresholds.hpp"
#include "bricard/system/rubbing_surfaces.hpp"

namespace bricard {

namespace {

using Found = RubbingEfforts::Found;

// Of a surface that slides: held, or that of the slip.
void take_directions(const System& system, Equations& e) {
  Rubbed& rubbed = e.rubbed;
  rubbed.modes = system.rubbing_modes();
  const double speed = system.speed(e);
  for (std::size_t s = 0; s < rubbed.modes.size(); ++s) {
    const RubbingSurface& surface = rubbed.problem.surfaces[s];
    if (rubbed.modes[s].contact != Contact::slides || surface.count == 1) continue;
    const Eigen::VectorXd slip = rubbed.problem.slip.segment(surface.first, surface.count);
    if (!(slip.norm() > threshold::standing_still * speed)) continue;
    // Beyond a stop, in the stages of a step, as it was before: the step is smooth there, and its end is cut off.
    double ahead = 0;
    for (int i = 0; i < surface.count; ++i) ahead += slip[i] * rubbed.modes[s].direction[i];
    const double size = std::copysign(slip.norm(), ahead);
    for (int i = 0; i < surface.count; ++i) rubbed.modes[s].direction[i] = slip[i] / size;
  }
}

// From the state alone: what stands still sticks if it can.
std::vector<char> judge(const System& system, Equations& e, const std::vector<char>& caught = {}) {
  Rubbed& rubbed = e.rubbed;
  const double speed = system.speed(e);
  std::vector<char> still;
  rubbed.modes.assign(rubbed.problem.surfaces.size(), {});
  for (std::size_t s = 0; s < rubbed.modes.size(); ++s) {
    const RubbingSurface& surface = rubbed.problem.surfaces[s];
    const Eigen::VectorXd slip = rubbed.problem.slip.segment(surface.first, surface.count);
    still.push_back((!caught.empty() && caught[s]) || !(slip.norm() > threshold::standing_still * speed));
    if (still.back()) continue;
    rubbed.modes[s].contact = Contact::slides;
    for (int i = 0; i < surface.count; ++i) rubbed.modes[s].direction[i] = slip[i] / slip.norm();
  }
  return still;
}

bool rub(const System& system, Equations& e, const std::vector<char>* caught, Pace pace = Pace::slipping) {
  if (!system.rubs()) return true;
  RubbingSurfaces surfaces(system, e);
  surfaces.take_coefficients(pace);
  surfaces.add_viscous();
  e.rubbed.failed = !system.factor(e);
  if (e.rubbed.failed) return surfaces.fail();
  const Eigen::MatrixXd stresses = self_stresses(system, e);
  Eigen::VectorXd a(system.nv());
  bool resisted = true;  // by inertia, all that loads and friction push
  surfaces.write_problem([&](bool whole, Reactions& out) {
    std::copy(e.k.f.begin(), e.k.f.end(), e.right.f.begin());
    if (whole)
      system.correction(Order::acceleration, e, a);
    else
      system.response(Order::acceleration, e, a);
    resisted = resisted && e.kernel.unresisted_body() == 0;
    reactions(system, e, stresses, out);
  });
  Rubbed& rubbed = e.rubbed;
  if (!resisted || !rubbed.problem.d0.allFinite() || !rubbed.problem.press.allFinite()) {
    rubbed.failed = true;
    return surfaces.fail();
  }
  if (caught || system.rubbing_modes().empty()) {
    const std::vector<char> still = judge(system, e, caught ? *caught : std::vector<char>{});
    Standing standing = stand_or_slip(rubbed.problem, rubbed.modes, still);
    rubbed.modes = std::move(standing.modes);
    rubbed.efforts = std::move(standing.efforts);
  } else {
    take_directions(system, e);
    rubbed.efforts = solve(rubbed.problem, rubbed.modes);
  }
  if (rubbed.efforts.found != Found::one) return surfaces.fail();
  surfaces.apply();
  return true;
}

}  // namespace

bool rub(const System& system, Equations& e) { return rub(system, e, nullptr); }
bool creep(const System& system, Equations& e) { return rub(system, e, nullptr, Pace::creeping); }
bool settle(const System& system, Equations& e, const std::vector<char>& caught) { return rub(system, e, &caught); }

bool rub_driven(const System& system, Equations& e, const std::function<void(Reactions& out)>& respond) {
  if (!system.rubs()) return true;
  RubbingSurfaces surfaces(system, e);
  surfaces.take_coefficients(Pace::slipping);
  surfaces.add_viscous();
  const std::vector<Vec6<double>> A = e.solution.A;
  surfaces.write_problem([&](bool whole, Reactions& out) {
    if (!whole)
      for (auto& each : e.solution.A) each.setZero();
    respond(out);
  });
  e.solution.A = A;
  Rubbed& rubbed = e.rubbed;
  judge(system, e);
  rubbed.efforts = solve(rubbed.problem, rubbed.modes);
  rubbed.failed = false;
  if (rubbed.efforts.found != Found::one) return surfaces.fail();
  surfaces.apply();
  return true;
}

void apply_rubbing(const System& system, Equations& e, const std::vector<double>& efforts) {
  if (!system.rubs() || efforts.empty()) return;
  const RubbingSurfaces surfaces(system, e);
  for (int j = 0; j < surfaces.size(); ++j) surfaces.add_effort(j, efforts[j], e.k.f);
  e.k.rubbing = efforts;
}

Eigen::VectorXd slip_velocities(const System& system, Equations& e) {
  const RubbingSurfaces surfaces(system, e);
  return e.rubbed.problem.slip;
}

bool hold_still(const System& system, Equations& e, State& state) {
  const std::vector<RubbingMode>& modes = system.rubbing_modes();
  if (std::none_of(modes.begin(), modes.end(), [](const RubbingMode& mode) { return mode.contact == Contact::sticks; }))
    return true;
  const RubbingSurfaces surfaces(system, e);
  std::vector<int> stuck;
  surfaces.for_each([&](int s, int j) {
    if (modes[s].contact == Contact::sticks) stuck.push_back(j);
  });
  const int k = static_cast<int>(stuck.size());
  double fastest = 0;
  for (const int j : stuck) fastest = std::max(fastest, std::abs(e.rubbed.problem.slip[j]));
  if (!(fastest > threshold::rounding * system.speed(e))) return true;
  if (!system.factor(e)) return false;
  Eigen::MatrixXd D(k, k);
  std::vector<Eigen::VectorXd> change(k, Eigen::VectorXd(system.nv()));
  for (int b = 0; b < k; ++b) {
    for (auto& f : e.right.f) f.setZero();
    surfaces.add_effort(stuck[b], 1, e.right.f);
    system.response(Order::velocity, e, change[b]);
    if (e.kernel.unresisted_body() != 0) return false;
    for (int a = 0; a < k; ++a) D(a, b) = surfaces.along(stuck[a], e.solution.A, false);
  }
  Eigen::VectorXd right(k);
  for (int a = 0; a < k; ++a) {
    const double scale = D(a, a) > threshold::dependent_row * D.diagonal().maxCoeff() ? 1 / D(a, a) : 0;
    right[a] = -scale * e.rubbed.problem.slip[stuck[a]];
    D.row(a) *= scale;
  }
  const Eigen::VectorXd impulse = LeastNorm(D, threshold::dependent_direction).solve(right);
  for (int b = 0; b < k; ++b) state.v += impulse[b] * change[b];
  system.motion(state, e, system.row_set(), Measure::all);
  return true;
}

bool has_friction(const Model& model) {
  return std::any_of(model.joints.begin(), model.joints.end(), [](const Joint& each) { return each.active && each.friction; }) ||
         std::any_of(model.forces.begin(), model.forces.end(),
                     [](const Force& each) { return each.active && each.kind.friction() > 0; });
}

void refuse_friction(const Model& model, const std::string& who) {
  const auto refuse = [&](const std::string& where) {
    throw Error(where + ".friction", who + " does not know dry friction", "leave the key out for it");
  };
  for (const Joint& joint : model.joints)
    if (joint.active && joint.friction) refuse("joints." + joint.name);
  for (const Force& force : model.forces)
    if (force.active && force.kind.friction() > 0) refuse("forces." + force.name);
}

std::string name_of(const System& system, const RubbingEntry& entry) {
  return entry.is_joint ? "joint '" + system.model().joints[entry.element].name + "'"
                        : "force '" + system.model().forces[entry.element].name + "'";
}

std::string why_not(const System& system, const Equations& e) {
  const Rubbed& rubbed = e.rubbed;
  if (rubbed.failed)
    return "friction needs accelerations and reactions, which cannot be found here: give bodies that rub mass and inertia";
  if (rubbed.efforts.found == Found::one) return {};
  const RubbingEntry& entry = system.rubbing().rubbing[rubbed.efforts.surface];
  return "the friction of " + name_of(system, entry) +
         (rubbed.efforts.found == Found::none
              ? " has no solution: it presses the more the more it rubs, and has locked itself (Painlevé's paradox)"
              : " has several solutions, between which rigid bodies cannot choose (Painlevé's paradox)") +
         ": reduce the friction, or let something give way";
}

}  // namespace bricard
