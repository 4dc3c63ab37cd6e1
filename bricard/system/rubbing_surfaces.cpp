#include "bricard/system/rubbing_surfaces.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "bricard/elements/joints/joints.hpp"
#include "bricard/system/evaluate_kinds.hpp"

namespace bricard {

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

Reactions& reactions_of(Rubbed& rubbed) {
  if (!rubbed.reactions || rubbed.reactions.use_count() > 1) rubbed.reactions = std::make_shared<Reactions>();
  return *rubbed.reactions;
}

}  // namespace

bool has_redundant_rows(const Equations& e) {
  const std::vector<char>& selected = e.kernel.selected();
  return std::find(selected.begin(), selected.end(), 0) != selected.end();
}

RubbingSurfaces::RubbingSurfaces(const System& system, Equations& e) : layout_(system.layout()), e_(e) {
  RubbingProblem& problem = e.rubbed.problem;
  problem.surfaces.resize(layout_.rubbing.size());
  for (std::size_t s = 0; s < layout_.rubbing.size(); ++s) {
    RubbingSurface& surface = problem.surfaces[s];
    surface.first = size();
    add_slips(layout_.rubbing[s]);
    surface.count = size() - surface.first;
  }
  problem.slip.resize(size());
  for (int j = 0; j < size(); ++j) problem.slip[j] = rate(slips_[j].row, e.k.pairs[slips_[j].pair]);
}

void RubbingSurfaces::add_slips(const RubbingEntry& entry) {
  const auto add = [&](const Row<double>& row) { slips_.push_back({entry.pair, row}); };
  evaluate_pair(layout_, e_.k, entry.pair);
  const Pair<double>& pair = e_.k.pairs[entry.pair];
  if (entry.is_joint) {
    Joints::visit(entry.kind, [&](const auto& kind) {
      if constexpr (requires { kind.slip(pair, entry.friction, 0, add); }) kind.slip(pair, entry.friction, entry.surface, add);
    });
  } else if (entry.coordinate >= 0) {
    add(e_.k.measured[entry.coordinate]);
  } else {
    add(pair.r.norm() > 0 ? length(pair) : Row<double>{0, zero3<double>(), zero3<double>(), 0});
  }
}

void RubbingSurfaces::add_effort(int j, double effort, std::vector<Vec6<double>>& f) const {
  const Slip& slip = slips_[j];
  const PairFrames& frames = layout_.pairs[slip.pair];
  const auto on = [&](int body, const Vec3<double>& reach, double sign) {
    if (body) f[body] += sign * effort * row_at<double>(slip.row.n, slip.row.tau, reach);
  };
  on(frames.B.body, e_.k.reach_B[slip.pair], 1);
  on(frames.A.body, e_.k.reach_A[slip.pair], -1);
}

double RubbingSurfaces::along(int j, const std::vector<Vec6<double>>& A, bool whole) const {
  const Slip& slip = slips_[j];
  const PairFrames& frames = layout_.pairs[slip.pair];
  double d = whole ? slip.row.quad + drift_along(slip.row, e_.k, slip.pair) : 0;
  if (frames.B.body) d += row_at<double>(slip.row.n, slip.row.tau, e_.k.reach_B[slip.pair]).dot(A[frames.B.body]);
  if (frames.A.body) d -= row_at<double>(slip.row.n, slip.row.tau, e_.k.reach_A[slip.pair]).dot(A[frames.A.body]);
  return d;
}

void RubbingSurfaces::take_coefficients(Pace pace) {
  RubbingProblem& problem = e_.rubbed.problem;
  for (std::size_t s = 0; s < layout_.rubbing.size(); ++s) {
    const Friction& friction = layout_.rubbing[s].friction;
    RubbingSurface& surface = problem.surfaces[s];
    const double fall = friction.at_rest() - friction.in_motion();
    surface.holding = friction.at_rest();
    surface.moving = pace == Pace::creeping ? friction.at_rest() : friction.in_motion();
    if (friction.stribeck > 0 && pace == Pace::slipping)
      surface.moving += fall * std::exp(-std::pow(speed_of(surface) / friction.stribeck, 2));
    surface.preload = pace == Pace::striking ? 0 : friction.preload;
  }
}

double RubbingSurfaces::viscous(int s, int j) const { return -layout_.rubbing[s].friction.viscous * e_.rubbed.problem.slip[j]; }

void RubbingSurfaces::add_viscous() {
  for_each([&](int s, int j) {
    if (const double effort = viscous(s, j); effort != 0) add_effort(j, effort, e_.k.f);
  });
}

void RubbingSurfaces::take_press(int column, const std::vector<Vec6<double>>& wrench) {
  RubbingProblem& problem = e_.rubbed.problem;
  int load = 0;
  for (std::size_t s = 0; s < layout_.rubbing.size(); ++s) {
    const RubbingEntry& entry = layout_.rubbing[s];
    RubbingSurface& surface = problem.surfaces[s];
    surface.first_load = load;
    if (entry.is_joint) {
      const Vec6<double>& on = wrench[entry.group];
      const Reaction reaction{on.head<3>(), on.tail<3>()};
      Joints::visit(entry.kind, [&](const auto& kind) {
        const auto out = [&](const Vec3<double>& n) {
          if (problem.press.rows() < 3 * load + 3) problem.press.conservativeResize(3 * load + 3, 1 + size());
          problem.press.block(3 * load++, column, 3, 1) = n;
        };
        if constexpr (requires { kind.press(e_.k.pairs[0], entry.friction, 0, reaction, out); })
          kind.press(e_.k.pairs[entry.pair], entry.friction, entry.surface, reaction, out);
      });
    }
    surface.loads = load - surface.first_load;
  }
}

void RubbingSurfaces::write_problem(const std::function<void(bool whole, Reactions& out)>& respond) {
  RubbingProblem& problem = e_.rubbed.problem;
  const int n = size();
  problem.d0.setZero(n);
  problem.D.setZero(n, n);
  problem.press.setZero(0, 1 + n);
  Reactions& reactions = reactions_of(e_.rubbed);
  respond(true, reactions);
  for (int i = 0; i < n; ++i) problem.d0[i] = along(i, e_.solution.A, true);
  take_press(0, reactions.wrench);
  const std::vector<Vec6<double>> f = e_.k.f;
  for (int j = 0; j < n; ++j) {
    for (auto& load : e_.k.f) load.setZero();
    add_effort(j, 1, e_.k.f);
    respond(false, reactions);
    for (int i = 0; i < n; ++i) problem.D(i, j) = along(i, e_.solution.A, false);
    take_press(1 + j, reactions.wrench);
  }
  e_.k.f = f;
}

void RubbingSurfaces::apply() {
  const Rubbed& rubbed = e_.rubbed;
  e_.k.rubbing.assign(size(), 0.0);
  for_each([&](int s, int j) {
    e_.k.rubbing[j] = rubbed.efforts.f[j] + viscous(s, j);
    add_effort(j, rubbed.efforts.f[j], e_.k.f);
  });
  for (std::size_t s = 0; s < layout_.rubbing.size(); ++s) {
    const RubbingEntry& entry = layout_.rubbing[s];
    const RubbingSurface& surface = rubbed.problem.surfaces[s];
    double effort = surface.count == 1 ? e_.k.rubbing[surface.first] : 0;
    for (int i = 0; surface.count > 1 && i < surface.count; ++i) effort = std::hypot(effort, e_.k.rubbing[surface.first + i]);
    e_.k.columns[entry.column] = effort * entry.told / layout_.column_factor[entry.column];
    e_.k.columns[entry.column + 1] = rubbed.modes[s].contact != Contact::slides;
  }
}

bool RubbingSurfaces::fail() {
  for (auto& f : e_.k.f) f.setConstant(not_a_number);
  e_.k.rubbing.assign(size(), not_a_number);
  for (const RubbingEntry& entry : layout_.rubbing) e_.k.columns[entry.column] = e_.k.columns[entry.column + 1] = not_a_number;
  return false;
}

}  // namespace bricard
