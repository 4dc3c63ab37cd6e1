#include <algorithm>

#include "bricard/math/thresholds.hpp"
#include "bricard/system/rubbing.hpp"
#include "bricard/system/rubbing_surfaces.hpp"

namespace bricard {

std::vector<Vec6<double>> twists(const System& system, const Equations& e) {
  std::vector<Vec6<double>> all(system.mechanism().bodies + 1, Vec6<double>::Zero());
  for (int b = 1; b <= system.mechanism().bodies; ++b) all[b] << e.k.v[b], e.k.w[b];
  return all;
}

bool rub_in_impact(const System& system, Equations& e, const std::vector<Vec6<double>>& before, State& state,
                   std::vector<double>& impulses) {
  impulses.clear();
  if (!system.rubs()) return true;
  std::vector<Vec6<double>> jump = twists(system, e);
  double largest = 0, fastest = 0;
  for (std::size_t b = 1; b < jump.size(); ++b) {
    const double size = std::max(jump[b].head<3>().norm(), jump[b].tail<3>().norm() * system.length());
    jump[b] -= before[b];
    largest = std::max({largest, jump[b].head<3>().norm(), jump[b].tail<3>().norm() * system.length()});
    fastest = std::max(fastest, size);
  }
  if (!(largest > threshold::cancelled * fastest)) return true;  // no impact

  RubbingSurfaces surfaces(system, e);
  surfaces.take_coefficients(Pace::striking);
  Rubbed& rubbed = e.rubbed;
  rubbed.failed = !system.factor(e);
  if (rubbed.failed) return false;
  const bool redundant = has_redundant_rows(e);
  for (auto& f : e.k.f) f.setZero();
  std::vector<Eigen::VectorXd> change;
  surfaces.write_problem([&](bool whole, Reactions& out) {
    std::copy(e.k.f.begin(), e.k.f.end(), e.right.f.begin());
    if (whole)
      std::copy(jump.begin() + 1, jump.end(), e.solution.A.begin() + 1);
    else
      system.response(Order::velocity, e, change.emplace_back(system.nv()));
    rubbed.failed = rubbed.failed || e.kernel.unresisted_body() != 0;
    reactions(system, e, whole || redundant, out);
  });
  rubbed.problem.d0 = rubbed.problem.slip;
  if (rubbed.failed || !rubbed.problem.D.allFinite() || !rubbed.problem.press.allFinite()) return !(rubbed.failed = true);
  // A slip that no impulse of this size can change, as where a driver prescribes it, is known.
  const Eigen::VectorXd nothing = Eigen::VectorXd::Zero(surfaces.size());
  std::vector<char> open;
  rubbed.modes.assign(rubbed.problem.surfaces.size(), {});
  for (std::size_t s = 0; s < rubbed.modes.size(); ++s) {
    const RubbingSurface& surface = rubbed.problem.surfaces[s];
    const double slip = surfaces.speed_of(surface), most = surface.holding * rubbed.problem.normal(surface, nothing);
    double mobility = 0;
    for (int i = surface.first; i < surface.first + surface.count; ++i) mobility += rubbed.problem.D(i, i);
    open.push_back(!(mobility * most < threshold::cancelled * slip));
    if (open.back()) continue;
    rubbed.modes[s].contact = Contact::slides;
    for (int i = 0; i < surface.count; ++i) rubbed.modes[s].direction[i] = rubbed.problem.slip[surface.first + i] / slip;
  }
  Standing standing = stand_or_slip(rubbed.problem, rubbed.modes, open);
  rubbed.modes = std::move(standing.modes);
  rubbed.efforts = std::move(standing.efforts);
  if (rubbed.efforts.found != RubbingEfforts::Found::one) return false;
  for (int j = 0; j < surfaces.size(); ++j) {
    state.v += rubbed.efforts.f[j] * change[j];
    impulses.push_back(rubbed.efforts.f[j]);
  }
  system.motion(state, e, RowSet::all, Measure::all);
  return true;
}

}  // namespace bricard
