#include "bricard/analyses/equilibrium/creep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "bricard/analyses/equilibrium/equilibrium_coordinates.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {

constexpr double first_stride = 0.01;  // characteristic lengths, or radians
constexpr double longest_stride = 0.1;
constexpr double far_away = 40;  // whoever has gone that far runs away
constexpr int most_steps = 20000;
constexpr int most_state_steps = 50;

// What was held ends just here: nothing is left of the slip, or hardly more than the cone.
bool is_on_border(const Rubbed& held, std::size_t s) {
  const RubbingProblem& problem = held.problem;
  const RubbingSurface& surface = problem.surfaces[s];
  const Eigen::VectorXd& f = held.efforts.f;
  if (held.modes[s].contact == Contact::sticks)
    return problem.excess(surface, f) <= threshold::balanced * f.segment(surface.first, surface.count).norm();
  for (int i = surface.first; i < surface.first + surface.count; ++i) {
    double d = problem.d0[i], terms = std::abs(d);
    for (int j = 0; j < problem.size(); ++j) {
      d += problem.D(i, j) * f[j];
      terms += std::abs(problem.D(i, j) * f[j]);
    }
    if (std::abs(d) > threshold::balanced * terms) return false;
  }
  return true;
}

// Whether surfaces do at the end of a step what they did over it.
bool is_as_held(const Rubbed& held, const std::vector<RubbingMode>& modes) {
  for (std::size_t s = 0; s < modes.size(); ++s) {
    double along = 0;
    for (int i = 0; i < 3; ++i) along += modes[s].direction[i] * held.modes[s].direction[i];
    const bool same = modes[s].contact == held.modes[s].contact && (modes[s].contact != Contact::slides || along > 0);
    if (!same && !is_on_border(held, s)) return false;
  }
  return true;
}

}  // namespace

Creep::Creep(const System& system, const std::atomic<bool>* interrupt)
    : system_(system), held_(system), equations_(system), e_(system), a_(system.nv()), interrupt_(interrupt) {}

std::nullopt_t Creep::refuse(std::string why) {
  why_ = std::move(why);
  return std::nullopt;
}

double Creep::largest() const {
  double most = 0;
  for (int b = 1; b <= system_.mechanism().bodies; ++b)
    most = std::max({most, e_.solution.A[b].head<3>().norm(), e_.solution.A[b].tail<3>().norm() * system_.length()});
  return most;
}

// z' = 0 by Newton's method, with differences.
bool Creep::rest_states(State& state) {
  const int nz = system_.nz();
  if (nz == 0) return true;
  const auto rates = [&] {
    system_.motion(state, e_, RowSet::all, Measure::all);
    system_.forces(e_);
    return Eigen::VectorXd(Eigen::Map<const Eigen::VectorXd>(e_.k.z_rate.data(), nz));
  };
  const auto size = [&](int i) { return std::max(std::abs(state.z[i]), 1.0); };
  for (int iteration = 0; iteration < most_state_steps; ++iteration) {
    const Eigen::VectorXd here = rates();
    Eigen::MatrixXd J(nz, nz);
    for (int j = 0; j < nz; ++j) {
      const double z = state.z[j], by = threshold::parameter_increment * size(j);
      state.z[j] = z + by;
      const Eigen::VectorXd above = rates();
      state.z[j] = z - by;
      J.col(j) = (above - rates()) / (2 * by);
      state.z[j] = z;
    }
    if (!here.allFinite() || !J.allFinite()) return false;
    int worst = -1;
    for (int i = 0; i < nz; ++i) {
      double terms = 0;
      for (int j = 0; j < nz; ++j) terms += std::abs(J(i, j)) * size(j);
      if (std::abs(here[i]) > threshold::balanced * terms) worst = i;
    }
    if (worst < 0) return true;
    const Eigen::VectorXd step = LeastNorm(J, threshold::insensitive_differences).solve(here);
    if (!(step.cwiseAbs().maxCoeff() > 0) || iteration + 1 == most_state_steps) {
      why_ = fmt::format("the user state '{}' does not come to rest where the mechanism does: its derivative is {:.4g} there",
                         system_.model().states[worst].name, here[worst]);
      return false;
    }
    state.z -= step;
  }
  return false;
}

// Of the System with its modes, or judged; `without`: the largest if nothing rubbed.
bool Creep::accelerate(const System& system, const State& state, double* without) {
  ++evaluations_;
  system.motion(state, e_, RowSet::all, Measure::all);
  if (without) {
    system.fill(e_);
    e_.kernel.select();
  }
  system.forces(e_);
  if (!system.factor(e_)) {
    why_ = "a body without inertia can move: give it mass";
    return false;
  }
  if (without) {
    system.accelerations(e_, a_);
    *without = largest();
  }
  if (!creep(system, e_)) {
    why_ = why_not(system, e_);
    return false;
  }
  system.accelerations(e_, a_);
  return a_.allFinite();
}

std::optional<Creep::Place> Creep::look(State state) {
  if (!equations_.close(state)) return refuse("its joints cannot be closed on the way");
  state.v.setZero();
  why_.clear();
  double without = 0;
  if (!rest_states(state) || !accelerate(system_, state, &without))
    return refuse(why_.empty() ? "a force has no finite value on the way" : why_);
  const std::vector<RubbingMode>& modes = e_.rubbed.modes;
  const bool is_near = !(largest() > threshold::balanced * without);
  const bool slips =
      std::any_of(modes.begin(), modes.end(), [](const RubbingMode& mode) { return mode.contact == Contact::slides; });
  return Place{std::move(state), a_, modes, is_near, is_near && !slips};
}

Eigen::MatrixXd Creep::free_motions(const Place& place) {
  return equations_.evaluate(place.state) ? equations_.basis() : Eigen::MatrixXd(system_.nv(), 0);
}

std::optional<Creep::Base> Creep::begin(const Place& place) {
  Base base;
  base.place = place;
  base.B = free_motions(place);
  const Eigen::VectorXd& scale = equations_.scale();
  // What surfaces at rest leave: motions without slip there.
  std::vector<int> stuck;
  for (std::size_t s = 0; s < place.modes.size(); ++s)
    for (int i = 0; place.modes[s].contact == Contact::sticks && i < e_.rubbed.problem.surfaces[s].count; ++i)
      stuck.push_back(e_.rubbed.problem.surfaces[s].first + i);
  if (!stuck.empty() && base.B.cols() > 0) {
    Eigen::MatrixXd slips(base.B.cols(), static_cast<Eigen::Index>(stuck.size()));
    State moving = place.state;
    for (Eigen::Index c = 0; c < base.B.cols(); ++c) {
      moving.v = scale.cwiseProduct(base.B.col(c));
      system_.motion(moving, e_, RowSet::all, Measure::all);
      const Eigen::VectorXd slip = slip_velocities(system_, e_);
      for (std::size_t j = 0; j < stuck.size(); ++j) slips(c, static_cast<Eigen::Index>(j)) = slip[stuck[j]];
    }
    base.B = product(base.B, complement_of_columns(slips, threshold::dependent_direction));
  }
  held_.set_rubbing_modes(place.modes);
  const Eigen::Index n = base.B.cols();
  base.F = base.B.transpose() * place.a.cwiseQuotient(scale);
  base.J.resize(n, n);
  State to;
  for (Eigen::Index j = 0; j < n; ++j) {
    const auto beside = held_rate(base, threshold::disturbance * Eigen::VectorXd::Unit(n, j), to);
    if (!beside) return {};
    base.J.col(j) = (*beside - base.F) / threshold::disturbance;
  }
  return base;
}

std::optional<Eigen::VectorXd> Creep::held_rate(const Base& base, const Eigen::VectorXd& x, State& to) {
  equations_.move(base.place.state, product(base.B, x), to);
  if (!equations_.close(to) || !rest_states(to) || !accelerate(held_, to))
    return refuse(why_.empty() ? "its joints cannot be closed on the way" : why_);
  return Eigen::VectorXd(base.B.transpose() * a_.cwiseQuotient(equations_.scale()));
}

std::optional<Creep::Place> Creep::inside(Place place) {
  for (double by = threshold::cancelled; !place.rests && by < threshold::agrees; by *= 2) {
    const Eigen::VectorXd x = place.a.cwiseQuotient(equations_.scale());
    State to;
    equations_.move(place.state, x * (by / std::max(equations_.size(x), threshold::nothing)), to);
    std::optional<Place> next = look(to);
    if (!next) return {};
    place = std::move(*next);
  }
  if (!place.rests) return refuse("friction has no continuous answer where it should come to rest");
  return place;
}

std::string Creep::runs_away(const Place& place) const {
  const LeadingCoordinate leading = leading_coordinate(system_, place.state, place.a);
  return fmt::format(
      "there is no position of rest on the way that it would take from the start: friction does not hold {} ({}), "
      "it would move on and on",
      leading.owner, leading.name);
}

std::optional<Creep::Place> Creep::rest_from(Place place) {
  const double d = 1 / (2 + std::numbers::sqrt2), e32 = 6 + std::numbers::sqrt2;
  double h = 0, way = 0;
  for (int steps = 0; !place.is_near; ++steps) {
    if (interrupt_ && interrupt_->load()) return refuse("interrupted before a position of rest was found");
    if (steps > most_steps || way > far_away) return refuse(runs_away(place));
    const std::optional<Base> base = begin(place);
    if (!base) return {};
    const Eigen::VectorXd& F = base->F;
    const Eigen::Index n = F.size();
    const double speed = equations_.size(base->B * F);
    if (n == 0 || !(speed > 0)) return refuse("its joints leave no motion along which it is driven");
    if (!(h > 0)) h = first_stride / speed;
    for (bool done = false; !done;) {
      if (!(h * speed > threshold::nothing)) return refuse("friction has no continuous answer on the way");
      const Lu<double> W(Eigen::MatrixXd::Identity(n, n) - h * d * base->J);
      const Eigen::VectorXd k1 = W.solve(F);
      const double reach = h * equations_.size(base->B * k1);
      if (!(reach <= longest_stride)) {
        h *= std::isfinite(reach) ? 0.8 * longest_stride / reach : 0.1;
        continue;
      }
      State to;
      const auto F1 = held_rate(*base, 0.5 * h * k1, to);
      if (!F1) return {};
      const Eigen::VectorXd k2 = W.solve(*F1 - k1) + k1;
      const auto F2 = held_rate(*base, h * k2, to);
      if (!F2) return {};
      const Eigen::VectorXd k3 = W.solve(*F2 - e32 * (k2 - *F1) - 2 * (k1 - F));
      const double error = h / 6 * (k1 - 2 * k2 + k3).cwiseAbs().maxCoeff() / threshold::approached;
      if (error > 1) {
        h *= std::max(0.1, 0.8 / std::cbrt(error));
        continue;
      }
      const Rubbed held = e_.rubbed;
      std::optional<Place> next = look(to);
      if (!next) return {};
      const double gone = equations_.size(base->B * (h * k2));
      if (gone > threshold::approached && !is_as_held(held, next->modes)) {
        h *= 0.5;
        continue;
      }
      way += gone;
      place = std::move(*next);
      h *= std::min(5.0, 0.8 / std::cbrt(std::max(error, threshold::least_error_ratio)));
      done = true;
    }
  }
  return inside(std::move(place));
}

}  // namespace bricard
