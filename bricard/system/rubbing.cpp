#include "bricard/system/rubbing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "bricard/elements/joints/joints.hpp"
#include "bricard/math/dense.hpp"
#include "bricard/math/thresholds.hpp"
#include "bricard/system/evaluate_kinds.hpp"
#include "bricard/system/reactions.hpp"

namespace bricard {

namespace {

using Found = RubbingEfforts::Found;

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

struct Slip {
  int pair = 0;
  Row<double> row;
};

// The directions of slip of a surface, at the motion in k.
void add_slips(const Layout& layout, Kinematics<double>& k, const RubbingEntry& entry, std::vector<Slip>& slips) {
  const auto add = [&](const Row<double>& row) { slips.push_back({entry.pair, row}); };
  evaluate_pair(layout, k, entry.pair);
  const Pair<double>& pair = k.pairs[entry.pair];
  if (entry.is_joint) {
    Joints::visit(entry.kind, [&](const auto& kind) {
      if constexpr (requires { kind.slip(pair, entry.friction, 0, add); }) kind.slip(pair, entry.friction, entry.surface, add);
    });
  } else if (entry.coordinate >= 0) {
    add(k.measured[entry.coordinate]);
  } else {
    add(pair.r.norm() > 0 ? length(pair) : Row<double>{0, zero3<double>(), zero3<double>(), 0});
  }
}

// What friction is about at a state: built once per evaluation.
class Surfaces {
 public:
  Surfaces(const System& system, Equations& e) : system_(system), layout_(system.layout()), e_(e) {
    RubbingProblem& problem = e.rubbed.problem;
    problem.surfaces.resize(layout_.rubbing.size());
    for (std::size_t s = 0; s < layout_.rubbing.size(); ++s) {
      RubbingSurface& surface = problem.surfaces[s];
      surface.first = static_cast<int>(slips_.size());
      add_slips(layout_, e.k, layout_.rubbing[s], slips_);
      surface.count = static_cast<int>(slips_.size()) - surface.first;
    }
    problem.slip.resize(size());
    for (int j = 0; j < size(); ++j) problem.slip[j] = rate(slips_[j].row, e.k.pairs[slips_[j].pair]);
  }
  int size() const { return static_cast<int>(slips_.size()); }
  const Slip& slip(int j) const { return slips_[j]; }

  void add_effort(int j, double effort, std::vector<Vec6<double>>& f) const {
    const Slip& slip = slips_[j];
    const PairFrames& frames = layout_.pairs[slip.pair];
    const auto on = [&](int body, const Vec3<double>& reach, double sign) {
      if (body) f[body] += sign * effort * row_at<double>(slip.row.n, slip.row.tau, reach);
    };
    on(frames.B.body, e_.k.reach_B[slip.pair], 1);
    on(frames.A.body, e_.k.reach_A[slip.pair], -1);
  }
  // Slip acceleration of bodies that have the accelerations A; of the whole motion with what velocities bring.
  double along(int j, const std::vector<Vec6<double>>& A, bool whole) const {
    const Slip& slip = slips_[j];
    const PairFrames& frames = layout_.pairs[slip.pair];
    double d = whole ? slip.row.quad + drift_along(slip.row, e_.k, slip.pair) : 0;
    if (frames.B.body) d += row_at<double>(slip.row.n, slip.row.tau, e_.k.reach_B[slip.pair]).dot(A[frames.B.body]);
    if (frames.A.body) d -= row_at<double>(slip.row.n, slip.row.tau, e_.k.reach_A[slip.pair]).dot(A[frames.A.body]);
    return d;
  }

  // Coefficients at the present slip speeds.
  void take_coefficients() {
    RubbingProblem& problem = e_.rubbed.problem;
    for (std::size_t s = 0; s < layout_.rubbing.size(); ++s) {
      const Friction& friction = layout_.rubbing[s].friction;
      RubbingSurface& surface = problem.surfaces[s];
      const double speed = speed_of(surface), fall = friction.at_rest() - friction.in_motion();
      surface.holding = friction.at_rest();
      surface.moving = friction.in_motion();
      if (friction.stribeck > 0) surface.moving += fall * std::exp(-std::pow(speed / friction.stribeck, 2));
      surface.preload = friction.preload;
    }
  }
  double speed_of(const RubbingSurface& surface) const {
    return e_.rubbed.problem.slip.segment(surface.first, surface.count).norm();
  }

  // The part that does not depend on what presses.
  double viscous(int s, int j) const { return -layout_.rubbing[s].friction.viscous * e_.rubbed.problem.slip[j]; }
  void add_viscous() {
    for_each([&](int s, int j) {
      if (const double effort = viscous(s, j); effort != 0) add_effort(j, effort, e_.k.f);
    });
  }

  // Column `column` of the vectors that press, from the reactions of all groups.
  void take_press(int column, const std::vector<Vec6<double>>& wrench) {
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

  // visit(surface, direction).
  template <class Visit>
  void for_each(const Visit& visit) const {
    const auto& surfaces = e_.rubbed.problem.surfaces;
    for (std::size_t s = 0; s < surfaces.size(); ++s)
      for (int i = 0; i < surfaces[s].count; ++i) visit(static_cast<int>(s), surfaces[s].first + i);
  }

  // Efforts and columns of the answer.
  void apply() {
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
      e_.k.columns[entry.column + 1] = rubbed.modes[s].contact == Contact::sticks;
    }
  }
  bool fail() {
    for (auto& f : e_.k.f) f.setConstant(not_a_number);
    e_.k.rubbing.assign(size(), not_a_number);
    for (const RubbingEntry& entry : layout_.rubbing) e_.k.columns[entry.column] = e_.k.columns[entry.column + 1] = not_a_number;
    return false;
  }

 private:
  const System& system_;
  const Layout& layout_;
  Equations& e_;
  std::vector<Slip> slips_;
};

Reactions& reactions_of(Rubbed& rubbed) {
  if (!rubbed.reactions || rubbed.reactions.use_count() > 1) rubbed.reactions = std::make_shared<Reactions>();
  return *rubbed.reactions;
}

bool has_redundant_rows(const Equations& e) {
  const std::vector<char>& selected = e.kernel.selected();
  return std::find(selected.begin(), selected.end(), 0) != selected.end();
}

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

// Unit efforts: what they change. Without kernel: of accelerations nothing.
template <class Respond>
void write_problem(Equations& e, Surfaces& surfaces, const Respond& respond) {
  RubbingProblem& problem = e.rubbed.problem;
  const int n = surfaces.size();
  problem.d0.setZero(n);
  problem.D.setZero(n, n);
  problem.press.setZero(0, 1 + n);
  Reactions& reactions = reactions_of(e.rubbed);
  respond(true, reactions);
  for (int i = 0; i < n; ++i) problem.d0[i] = surfaces.along(i, e.solution.A, true);
  surfaces.take_press(0, reactions.wrench);
  const std::vector<Vec6<double>> f = e.k.f;
  for (int j = 0; j < n; ++j) {
    for (auto& load : e.k.f) load.setZero();
    surfaces.add_effort(j, 1, e.k.f);
    respond(false, reactions);
    for (int i = 0; i < n; ++i) problem.D(i, j) = surfaces.along(i, e.solution.A, false);
    surfaces.take_press(1 + j, reactions.wrench);
  }
  e.k.f = f;
}

}  // namespace

namespace {

bool rub(const System& system, Equations& e, const std::vector<char>* caught) {
  if (!system.rubs()) return true;
  Surfaces surfaces(system, e);
  surfaces.take_coefficients();
  surfaces.add_viscous();
  e.rubbed.failed = !system.factor(e);
  if (e.rubbed.failed) return surfaces.fail();
  const bool redundant = has_redundant_rows(e);
  Eigen::VectorXd a(system.nv());
  write_problem(e, surfaces, [&](bool whole, Reactions& out) {
    std::copy(e.k.f.begin(), e.k.f.end(), e.right.f.begin());
    if (whole)
      system.correction(Order::acceleration, e, a);
    else
      system.response(Order::acceleration, e, a);
    reactions(system, e, redundant, out);
  });
  Rubbed& rubbed = e.rubbed;
  if (!rubbed.problem.d0.allFinite() || !rubbed.problem.press.allFinite()) {
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
bool settle(const System& system, Equations& e, const std::vector<char>& caught) { return rub(system, e, &caught); }

bool rub_driven(const System& system, Equations& e, const std::function<void(Reactions& out)>& respond) {
  if (!system.rubs()) return true;
  Surfaces surfaces(system, e);
  surfaces.take_coefficients();
  surfaces.add_viscous();
  const std::vector<Vec6<double>> A = e.solution.A;
  write_problem(e, surfaces, [&](bool whole, Reactions& out) {
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
  const Surfaces surfaces(system, e);
  for (int j = 0; j < surfaces.size(); ++j) surfaces.add_effort(j, efforts[j], e.k.f);
  e.k.rubbing = efforts;
}

Eigen::VectorXd slip_velocities(const System& system, Equations& e) {
  const Surfaces surfaces(system, e);
  return e.rubbed.problem.slip;
}

bool hold_still(const System& system, Equations& e, State& state) {
  const std::vector<RubbingMode>& modes = system.rubbing_modes();
  if (std::none_of(modes.begin(), modes.end(), [](const RubbingMode& mode) { return mode.contact == Contact::sticks; }))
    return true;
  const Surfaces surfaces(system, e);
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
  if (rubbed.failed) return "friction needs accelerations and reactions, which cannot be found here";
  if (rubbed.efforts.found == Found::one) return {};
  const RubbingEntry& entry = system.rubbing().rubbing[rubbed.efforts.surface];
  return "the friction of " + name_of(system, entry) +
         (rubbed.efforts.found == Found::none
              ? " has no solution: it presses the more the more it rubs, and has locked itself (Painlevé's paradox)"
              : " has several solutions, between which rigid bodies cannot choose (Painlevé's paradox)") +
         ": reduce the friction, or let something give way";
}

}  // namespace bricard
