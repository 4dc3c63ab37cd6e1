#include "bricard/math/rubbing_problem.hpp"

#include <algorithm>
#include <cmath>

#include "bricard/math/dense.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {

using Found = RubbingEfforts::Found;
using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

constexpr double dependent = 1e-10;     // pivot, of rows divided by their own inverse masses
constexpr double held = 1e-8;           // of the slip accelerations that cancel: what is left where a surface is held
constexpr double rounded = 1e-12;       // of the largest slip acceleration: left of one that nothing can change
constexpr double inside = 1e-14;        // of the effort: what rounding adds to one on the border of its cone
constexpr double split_inside = 1e-8;   // the same of a split that was iterated
constexpr double solved = 1e-9;         // relative: an answer that rounding keeps from converging further
constexpr double on_border = 1e-12;     // relative: efforts of projected sweeps that lie on their cone
constexpr double same_solution = 1e-6;  // relative distance of solutions that count as one
constexpr double converged = 1e-14;
constexpr int most_sweeps = 20000;

Vector n_of(const RubbingProblem& problem, int load, const Vector& f) {
  Vector n = problem.press.block(3 * load, 0, 3, 1);
  for (int j = 0; j < f.size(); ++j)
    if (f[j] != 0) n += f[j] * problem.press.block(3 * load, 1 + j, 3, 1);
  return n;
}

Vector accelerations(const RubbingProblem& problem, const Vector& f) {
  Vector d = problem.d0;
  for (int j = 0; j < f.size(); ++j) d += f[j] * problem.D.col(j);
  return d;
}

// What slip accelerations are made of: their size where nothing cancels.
double size_of_terms(const RubbingProblem& problem, const Vector& f, int i) {
  double sum = std::abs(problem.d0[i]);
  for (int j = 0; j < f.size(); ++j) sum += std::abs(problem.D(i, j) * f[j]);
  return sum;
}

Vector part(const Vector& x, const RubbingSurface& surface) { return x.segment(surface.first, surface.count); }

// Efforts as a function of the sizes x of those that slide: f = g + G x.
struct Reduced {
  std::vector<int> sliding;
  Vector g;
  Matrix G;
  bool unique = true;

  Vector f(const Vector& x) const {
    Vector all = g;
    for (int r = 0; r < x.size(); ++r) all += x[r] * G.col(r);
    return all;
  }
};

// d of what sticks, every row divided by its own inverse mass; what nothing can move is not held by friction.
struct HeldRows {
  HeldRows(const RubbingProblem& problem, const std::vector<int>& rows) {
    const int k = static_cast<int>(rows.size());
    double largest = 0;
    for (int i = 0; i < problem.size(); ++i) largest = std::max(largest, problem.D(i, i));
    A.resize(k, k);
    scale.resize(k);
    for (int a = 0; a < k; ++a) {
      const double own = problem.D(rows[a], rows[a]);
      scale[a] = own > dependent * largest ? 1 / own : 0;
      for (int b = 0; b < k; ++b) A(a, b) = scale[a] * problem.D(rows[a], rows[b]);
    }
  }
  Matrix A;
  Vector scale;
};

Reduced reduce(const RubbingProblem& problem, const std::vector<RubbingMode>& modes) {
  Reduced out;
  const int n = problem.size();
  std::vector<int> stuck;
  for (std::size_t s = 0; s < modes.size(); ++s) {
    if (modes[s].contact == Contact::slides) out.sliding.push_back(static_cast<int>(s));
    for (int i = 0; modes[s].contact == Contact::sticks && i < problem.surfaces[s].count; ++i)
      stuck.push_back(problem.surfaces[s].first + i);
  }
  const int m = static_cast<int>(out.sliding.size()), k = static_cast<int>(stuck.size());
  out.g = Vector::Zero(n);
  out.G = Matrix::Zero(n, m);
  for (int r = 0; r < m; ++r) {
    const RubbingSurface& surface = problem.surfaces[out.sliding[r]];
    for (int i = 0; i < surface.count; ++i) out.G(surface.first + i, r) = -modes[out.sliding[r]].direction[i];
  }
  if (k == 0) return out;
  const HeldRows held_rows(problem, stuck);
  const LeastNorm least(held_rows.A, dependent);
  out.unique = least.rank() == k;
  const auto answer = [&](const Vector& d) {
    Vector right(k);
    for (int a = 0; a < k; ++a) right[a] = -held_rows.scale[a] * d[stuck[a]];
    return least.solve(right);
  };
  const Vector at_zero = answer(problem.d0);
  for (int a = 0; a < k; ++a) out.g[stuck[a]] = at_zero[a];
  for (int r = 0; r < m; ++r) {
    Vector d = Vector::Zero(n);
    for (int j = 0; j < n; ++j) d += out.G(j, r) * problem.D.col(j);
    const Vector share = answer(d);
    for (int a = 0; a < k; ++a) out.G(stuck[a], r) = share[a];
  }
  return out;
}

// x_s - mu_s N_s(x), and its derivatives.
struct Equations {
  const RubbingProblem& problem;
  const Reduced& reduced;

  const RubbingSurface& surface(int s) const { return problem.surfaces[reduced.sliding[s]]; }
  int size() const { return static_cast<int>(reduced.sliding.size()); }

  Vector residual(const Vector& x, Matrix* slope = nullptr) const {
    const Vector f = reduced.f(x);
    Vector r = x;
    if (slope) *slope = Matrix::Identity(size(), size());
    for (int s = 0; s < size(); ++s) {
      const RubbingSurface& own = surface(s);
      r[s] -= own.moving * problem.normal(own, f);
      for (int k = own.first_load; slope && k < own.first_load + own.loads; ++k) {
        const Vector n = n_of(problem, k, f);
        const double length = n.norm();
        if (length == 0) continue;
        for (int c = 0; c < size(); ++c) (*slope)(s, c) -= own.moving * n.dot(change(k, c)) / length;
      }
    }
    return r;
  }
  // ∂n_k/∂x_r.
  Vector change(int load, int r) const {
    Vector n = Vector::Zero(3);
    for (int j = 0; j < problem.size(); ++j) n += reduced.G(j, r) * problem.press.block(3 * load, 1 + j, 3, 1);
    return n;
  }
  // L of the header.
  Matrix steepest() const {
    Matrix L = Matrix::Zero(size(), size());
    for (int s = 0; s < size(); ++s)
      for (int k = surface(s).first_load; k < surface(s).first_load + surface(s).loads; ++k)
        for (int r = 0; r < size(); ++r) L(s, r) += surface(s).moving * change(k, r).norm();
    return L;
  }
  double error(const Vector& x, const Vector& r) const {
    double worst = 0;
    for (int s = 0; s < size(); ++s)
      worst = std::max(worst, std::abs(r[s]) / (std::abs(x[s]) + std::abs(x[s] - r[s]) + threshold::nothing));
    return worst;
  }
  // Newton's method with descent; false: it does not arrive.
  bool newton(Vector& x) const {
    constexpr int most = 60;
    Matrix slope;
    for (int i = 0; i < most; ++i) {
      const Vector r = residual(x, &slope);
      const double size_now = r.cwiseAbs().maxCoeff();
      if (!std::isfinite(size_now)) return false;
      if (error(x, r) < converged) return true;
      const Lu<double> lu(slope);
      if (!(lu.smallest_pivot() > dependent)) return false;
      const Vector step = lu.solve(r);
      double fraction = 1;
      Vector next = x - step;
      while (fraction > threshold::shortest_fraction && !(residual(next).cwiseAbs().maxCoeff() < size_now)) {
        fraction *= 0.5;
        next = x - fraction * step;
      }
      if (!(residual(next).cwiseAbs().maxCoeff() < size_now)) return error(x, r) < solved;
      x = next;
    }
    return error(x, residual(x)) < solved;
  }
  void contract(Vector& x, int sweeps) const {
    for (int i = 0; i < sweeps; ++i) {
      const Vector r = residual(x);
      x -= r;
      if (error(x, r) < converged) return;
    }
  }
};

// An upper bound of the spectral radius of a matrix without negative entries (Collatz and Wielandt).
double spectral_radius(const Matrix& L) {
  constexpr int rounds = 200;
  const int n = static_cast<int>(L.rows());
  Vector x = Vector::Ones(n);
  double bound = 0;
  for (int i = 0; i < rounds; ++i) {
    Vector next = Vector::Zero(n);
    for (int j = 0; j < n; ++j) next += x[j] * L.col(j);
    const double floor = converged * next.maxCoeff();
    bound = 0;
    for (int s = 0; s < n; ++s) bound = std::max(bound, next[s] / x[s]);
    if (next.maxCoeff() == 0) return 0;
    x = (next.array() + floor).matrix() / next.maxCoeff();
  }
  return bound;
}

// One surface: x - mu N(x) is concave.
Found look_at_one(const Equations& equations, Vector& x) {
  x = Vector::Zero(1);
  Matrix slope;
  if (equations.residual(x, &slope)[0] == 0) return Found::one;
  if (!(slope(0, 0) > 0)) return Found::none;
  double low = 0, high = std::abs(equations.residual(x)[0]);
  const auto rises = [&](double at) {
    Vector there(1);
    there[0] = at;
    equations.residual(there, &slope);
    return slope(0, 0) > 0;
  };
  for (int i = 0; i < 200 && rises(high); ++i) high *= 2;
  for (int i = 0; i < 100; ++i) (rises(0.5 * (low + high)) ? low : high) = 0.5 * (low + high);
  x[0] = low;
  return equations.residual(x)[0] < 0 ? Found::none : Found::several;
}

Found look_at_many(const Equations& equations, Vector& x) {
  const int m = equations.size();
  std::vector<Vector> starts{Vector::Zero(m)}, found;
  double scale = equations.residual(starts[0]).cwiseAbs().maxCoeff();
  if (scale == 0) scale = 1;
  for (const double size : {0.1, 1.0, 10.0, 100.0, 1e4}) {
    starts.push_back(Vector::Constant(m, size * scale));
    for (int s = 0; s < m; ++s) starts.push_back(size * scale * Vector::Unit(m, s));
  }
  for (Vector& start : starts) {
    if (!equations.newton(start)) continue;
    const double size = start.cwiseAbs().maxCoeff();
    if (start.minCoeff() < -solved * size) continue;
    const bool is_new = std::none_of(found.begin(), found.end(), [&](const Vector& known) {
      return (known - start).cwiseAbs().maxCoeff() <= same_solution * std::max(size, known.cwiseAbs().maxCoeff());
    });
    if (is_new) found.push_back(start);
  }
  if (!found.empty()) x = found.front();
  return found.empty() ? Found::none : found.size() == 1 ? Found::one : Found::several;
}

// Efforts of surfaces that stand still, each in its cone and against the slip acceleration: projected sweeps.
Vector sweep(const RubbingProblem& problem, const std::vector<RubbingMode>& modes, const std::vector<char>& still,
             const std::vector<double>& coefficient, int rounds = most_sweeps) {
  Vector f = Vector::Zero(problem.size());
  double largest = threshold::nothing;
  for (int i = 0; i < problem.size(); ++i) largest = std::max(largest, problem.D(i, i));
  for (int round = 0; round < rounds; ++round) {
    double change = 0, size = 0;
    for (std::size_t s = 0; s < modes.size(); ++s) {
      const RubbingSurface& surface = problem.surfaces[s];
      if (modes[s].contact == Contact::rests && !still[s]) continue;
      const double N = problem.normal(surface, f);
      Vector next(surface.count);
      if (!still[s]) {
        for (int i = 0; i < surface.count; ++i) next[i] = -surface.moving * N * modes[s].direction[i];
      } else {
        double own = 0;
        for (int i = 0; i < surface.count; ++i) own += problem.D(surface.first + i, surface.first + i);
        next = part(f, surface) - part(accelerations(problem, f), surface) / std::max(own, dependent * largest);
        const double most = coefficient[s] * N, length = next.norm();
        if (length > most) next *= most / length;
      }
      change = std::max(change, (next - part(f, surface)).cwiseAbs().maxCoeff());
      size = std::max(size, next.cwiseAbs().maxCoeff());
      f.segment(surface.first, surface.count) = next;
    }
    if (!(change > converged * size)) break;
  }
  return f;
}

// A split that holds everything, found by sweeps: where the cones leave so little room that projections hardly proceed.
bool sweep_inside(const RubbingProblem& problem, const std::vector<RubbingMode>& modes, Vector& f) {
  constexpr int rounds = 2000;
  std::vector<char> still;
  std::vector<double> coefficient;
  for (std::size_t s = 0; s < modes.size(); ++s) {
    still.push_back(modes[s].contact == Contact::sticks);
    coefficient.push_back(problem.surfaces[s].holding);
  }
  const Vector found = sweep(problem, modes, still, coefficient, rounds), d = accelerations(problem, found);
  for (std::size_t s = 0; s < modes.size(); ++s) {
    const RubbingSurface& surface = problem.surfaces[s];
    for (int i = surface.first; still[s] && i < surface.first + surface.count; ++i)
      if (!(std::abs(d[i]) <= 0.1 * held * size_of_terms(problem, found, i))) return false;
  }
  f = found;
  return true;
}

// The least split of efforts between surfaces that stick, inside all cones, where there is one: Dykstra's alternating projections
// onto d = 0 and the cones; cones follow from the efforts.
void keep_inside(const RubbingProblem& problem, const std::vector<RubbingMode>& modes, Vector& f) {
  constexpr int rounds = 40, alternations = 400;
  // The worst of all that sticks, relative; positive: outside of its cone.
  const auto worst = [&](const Vector& efforts) {
    double most = -1;
    for (std::size_t s = 0; s < modes.size(); ++s)
      if (modes[s].contact == Contact::sticks)
        most = std::max(most, problem.excess(problem.surfaces[s], efforts) /
                                  std::max(part(efforts, problem.surfaces[s]).norm(), threshold::nothing));
    return most;
  };
  double outside = worst(f);
  if (outside <= split_inside) return;
  std::vector<int> stuck;
  for (std::size_t s = 0; s < modes.size(); ++s)
    for (int i = 0; modes[s].contact == Contact::sticks && i < problem.surfaces[s].count; ++i)
      stuck.push_back(problem.surfaces[s].first + i);
  const int k = static_cast<int>(stuck.size());
  const Matrix A = HeldRows(problem, stuck).A;
  const LeastNorm least(A, dependent);
  Vector right = Vector::Zero(k);  // A f = right is d = 0
  for (int a = 0; a < k; ++a)
    for (int b = 0; b < k; ++b) right[a] += A(a, b) * f[stuck[b]];
  Vector trial = f;
  for (int round = 0; round < rounds; ++round) {
    Vector x = Vector::Zero(k), correction = Vector::Zero(k);
    for (int i = 0; i < alternations; ++i) {
      Vector open = right;
      for (int b = 0; b < k; ++b) open -= x[b] * A.col(b);
      const Vector on_plane = x + least.solve(open);
      Vector towards = on_plane + correction;
      for (int b = 0; b < k; ++b) trial[stuck[b]] = towards[b];
      for (std::size_t s = 0; s < modes.size(); ++s) {
        if (modes[s].contact != Contact::sticks) continue;
        const RubbingSurface& surface = problem.surfaces[s];
        const double most = surface.holding * problem.normal(surface, f), size = part(trial, surface).norm();
        if (size > most) trial.segment(surface.first, surface.count) *= most / size;
      }
      const Vector last = x;
      for (int b = 0; b < k; ++b) x[b] = trial[stuck[b]];
      correction = towards - x;
      if ((x - last).cwiseAbs().maxCoeff() <= on_border * x.cwiseAbs().maxCoeff()) break;
    }
    Vector open = right;
    for (int b = 0; b < k; ++b) open -= x[b] * A.col(b);
    x += least.solve(open);
    for (int b = 0; b < k; ++b) trial[stuck[b]] = x[b];
    f = trial;
    const double left = worst(f);
    if (left <= split_inside) return;
    if (round > 0 && left > 0.9 * outside) break;  // it does not become better
    outside = left;
  }
  sweep_inside(problem, modes, f);
}

}  // namespace

double RubbingProblem::normal(const RubbingSurface& surface, const Eigen::VectorXd& f) const {
  double N = surface.preload;
  for (int k = surface.first_load; k < surface.first_load + surface.loads; ++k) N += n_of(*this, k, f).norm();
  return N;
}

double RubbingProblem::excess(const RubbingSurface& surface, const Eigen::VectorXd& f) const {
  return part(f, surface).norm() - surface.holding * normal(surface, f);
}

RubbingEfforts solve(const RubbingProblem& problem, const std::vector<RubbingMode>& modes) {
  RubbingEfforts out;
  const Reduced reduced = reduce(problem, modes);
  out.unique = reduced.unique;
  Vector x = Vector::Zero(static_cast<int>(reduced.sliding.size()));
  if (x.size() > 0) {
    const Equations equations{problem, reduced};
    const Matrix L = equations.steepest();
    if (spectral_radius(L) < 1) {
      equations.contract(x, 10);
      Vector trial = x;
      if (equations.newton(trial))
        x = trial;
      else
        equations.contract(x, most_sweeps);
    } else {
      out.found = x.size() == 1 ? look_at_one(equations, x) : look_at_many(equations, x);
      int worst = 0;
      for (int s = 1; s < x.size(); ++s)
        if (L.row(s).sum() > L.row(worst).sum()) worst = s;
      out.surface = reduced.sliding[worst];
    }
  }
  out.f = reduced.f(x);
  if (!out.unique) keep_inside(problem, modes, out.f);
  return out;
}

Standing stand_or_slip(const RubbingProblem& problem, const std::vector<RubbingMode>& modes, const std::vector<char>& stands) {
  Standing out;
  out.modes = modes;
  RubbingProblem trial = problem;
  std::vector<double> coefficient;
  // What nothing moves, neither loads nor efforts, is not held by friction either: a hinge whose angle turns back at this
  // position.
  const double lightest = problem.D.diagonal().maxCoeff();
  // What slip accelerations are small against: friction itself can cause as much.
  double rubbed = 0;
  const Vector nothing = Vector::Zero(problem.size());
  for (const RubbingSurface& surface : problem.surfaces)
    for (int i = surface.first; i < surface.first + surface.count; ++i)
      rubbed = std::max(rubbed, problem.D(i, i) * surface.holding * problem.normal(surface, nothing));
  const double fastest = std::max(rubbed, problem.d0.cwiseAbs().maxCoeff());
  const auto can_move = [&](const RubbingSurface& surface) {
    for (int i = surface.first; i < surface.first + surface.count; ++i)
      if (problem.D(i, i) > dependent * lightest || std::abs(problem.d0[i]) > held * fastest) return true;
    return false;
  };
  std::vector<char> still(stands.size(), 0);
  for (std::size_t s = 0; s < modes.size(); ++s) {
    coefficient.push_back(problem.surfaces[s].holding);
    if (!stands[s]) continue;
    still[s] = can_move(problem.surfaces[s]);
    out.modes[s] = {still[s] ? Contact::sticks : Contact::rests, {}};
  }
  const auto fits = [&] {
    if (out.efforts.found != Found::one) return false;
    const Vector d = accelerations(problem, out.efforts.f);
    double largest = rubbed, most = 0;  // the largest cone: what rounding makes of it presses on other surfaces
    for (const RubbingSurface& surface : problem.surfaces)
      most = std::max(most, surface.holding * problem.normal(surface, out.efforts.f));
    for (int i = 0; i < problem.size(); ++i) largest = std::max(largest, size_of_terms(problem, out.efforts.f, i));
    for (std::size_t s = 0; s < modes.size(); ++s) {
      if (!still[s]) continue;
      const RubbingSurface& surface = problem.surfaces[s];
      double terms = rounded / held * largest, along = 0;
      for (int i = 0; i < surface.count; ++i) {
        terms = std::max(terms, size_of_terms(problem, out.efforts.f, surface.first + i));
        along += d[surface.first + i] * out.modes[s].direction[i];
      }
      if (out.modes[s].contact == Contact::slides) {
        double aside = 0;
        for (int i = 0; i < surface.count; ++i)
          aside = std::hypot(aside, d[surface.first + i] - along * out.modes[s].direction[i]);
        if (along < -held * terms || aside > held * terms) return false;
      } else if (part(d, surface).norm() > held * terms ||
                 problem.excess(surface, out.efforts.f) >
                     std::max((out.efforts.unique ? inside : split_inside) * part(out.efforts.f, surface).norm(),
                              inside * most)) {
        return false;
      }
    }
    return true;
  };
  // Just where redundant surfaces begin to slip sweeps come near to their cones only slowly: who is nearly on the border goes
  // too.
  double border = on_border;
  const int rounds = 2 * static_cast<int>(modes.size()) + 6;
  for (int round = 0; round < rounds; ++round) {
    out.efforts = solve(trial, out.modes);
    if (fits()) return out;
    const std::vector<RubbingMode> before = out.modes;
    const Vector f = sweep(trial, out.modes, still, coefficient), d = accelerations(problem, f);
    for (std::size_t s = 0; s < modes.size(); ++s) {
      if (!still[s]) continue;
      // On the border of its cone friction is against the slip that begins.
      const RubbingSurface& surface = problem.surfaces[s];
      const Vector effort = part(f, surface), slip = part(d, surface);
      const double size = effort.norm(), speeding = slip.norm();
      if (size >= (1 - border) * coefficient[s] * problem.normal(surface, f) && (size > 0 || speeding > 0)) {
        out.modes[s].contact = Contact::slides;
        for (int i = 0; i < surface.count; ++i) out.modes[s].direction[i] = size > 0 ? -effort[i] / size : slip[i] / speeding;
        coefficient[s] = surface.moving;
      } else {
        out.modes[s] = {Contact::sticks, {}};
      }
    }
    const bool same = std::equal(before.begin(), before.end(), out.modes.begin(),
                                 [](const RubbingMode& a, const RubbingMode& b) { return a.contact == b.contact; });
    if (same) border = std::min(100 * border, same_solution);
  }
  if (out.efforts.found == Found::one) out.efforts.found = Found::none;
  for (std::size_t s = 0; s < modes.size(); ++s)
    if (still[s]) out.efforts.surface = static_cast<int>(s);
  return out;
}

}  // namespace bricard
