#include "bricard/analyses/equilibrium/invariant_motions.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <random>

#include "bricard/analyses/equilibrium/followers.hpp"
#include "bricard/analyses/equilibrium/twists.hpp"
#include "bricard/math/thresholds.hpp"
#include "bricard/system/carriers.hpp"
#include "bricard/system/loads.hpp"
#include "bricard/system/row_length.hpp"
#include "bricard/system/weights.hpp"

namespace bricard {

using namespace twists;

namespace {

constexpr int samples = 3;
constexpr double displacement = 0.05, change_of_state = 0.3;  // of samples: lengths or radians; of a user state's size
constexpr double change_of_rates = 0.2;                       // of the pace

// The least ones that rows allow, all bodies alike.
Eigen::VectorXd constrained_accelerations(const System& system, Equations& e) {
  Eigen::VectorXd a = Eigen::VectorXd::Zero(system.nv());
  system.fill(e);
  weigh(equal_weights(system), e);
  e.kernel.select();
  if (!e.kernel.factor(threshold::undetermined)) return a;
  for (auto& f : e.right.f) f.setZero();
  system.correction(Order::acceleration, e, a);
  return a.allFinite() ? a : Eigen::VectorXd::Zero(system.nv());
}

double uniform(std::mt19937& engine) { return 2 * (static_cast<double>(engine()) + 0.5) / 4294967296.0 - 1; }
Eigen::VectorXd random_vector(Eigen::Index size, std::mt19937& engine) {
  Eigen::VectorXd x(size);
  for (Eigen::Index i = 0; i < size; ++i) x[i] = uniform(engine);
  return x;
}

}  // namespace

// A state with velocities, accelerations and virtual motions.
struct InvariantMotions::Sample {
  State state;
  Eigen::VectorXd a;
  Eigen::MatrixXd N;          // velocities, by virtual motion
  Kinematics<double> k;       // there
  double load = 1;            // of forces and inertia
  Eigen::VectorXd of_states;  // what is a fast change of each
};

// What is looked at in a state.
struct InvariantMotions::Look {
  const System& system;
  const Eigen::VectorXd& scale;
  Equations e;
  WrittenOut written;
  Look(const System& of, const Eigen::VectorXd& by) : system(of), scale(by), e(of), written(of) {}
  void at(const State& state) {
    system.motion(state, e, RowSet::all, Measure::all);
    system.forces(e);
    written.write(e);
  }
};

InvariantMotions::InvariantMotions(EquilibriumEquations& equations, const State& start, double pace)
    : parts_(equations.system().model().dimension == 2 ? 3 : 6), length_(equations.system().length()), pace_(pace) {
  const System& system = equations.system();
  const MechanismLayout& mechanism = system.mechanism();
  const int n = mechanism.bodies;
  std::vector<std::vector<int>> hanging(n + 1);  // with the body itself
  for (int b = 1; b <= n; ++b)
    for (int above = b; above >= 0; above = mechanism.tree.parent[above]) {
      hanging[above].push_back(b);
      if (above == 0) break;
    }
  blocks_.push_back({0, hanging[0], {}});
  const std::vector<char> is_carrier = carriers(mechanism);
  for (int b = 1; b <= n; ++b) {
    Block carried{0, hanging[b], {}};
    for (int above = mechanism.tree.parent[b]; above > 0; above = mechanism.tree.parent[above])
      carried.followers.push_back(above);
    if (!is_carrier[b] && !carried.followers.empty() && is_carrier[carried.followers[0]]) blocks_.push_back(std::move(carried));
  }
  for (int b = 1; b <= n; ++b) blocks_.push_back({b, hanging[b], {}});
  for (int b = 1; b <= n; ++b)
    if (hanging[b].size() > 1) blocks_.push_back({b, {b}, {}});

  Look look(system, equations.scale());
  look.at(start);
  double mass = 0;
  for (int b = 1; b <= n; ++b) {
    const double weight = mechanism.mass[b] + threshold::least_mass * mechanism.total_mass + threshold::nothing;
    origin_ += weight * look.e.k.p[b];
    mass += weight;
  }
  if (mass > 0) origin_ /= mass;

  std::vector<Sample> list;
  for (int i = 0; i < samples; ++i) sample(equations, start, i, list);
  std::vector<Eigen::MatrixXd> differences;
  Eigen::Index rows = 0;
  for (const Sample& each : list) {
    Eigen::MatrixXd& all = differences.emplace_back();
    for (int i = 0; i < candidates(); ++i) {
      const double step = threshold::turn_increment;
      const Eigen::VectorXd change = (seen(look, each, i, step) - seen(look, each, i, -step)) / (2 * step);
      if (i == 0) all.resize(change.size(), candidates());
      all.col(i) = change;
    }
    rows += all.rows();
  }
  if (rows == 0) return;
  Eigen::MatrixXd together(rows, candidates());
  rows = 0;
  for (const Eigen::MatrixXd& each : differences) {
    together.middleRows(rows, each.rows()) = each;
    rows += each.rows();
  }
  if (!together.allFinite()) return;
  const SingularValues svd = singular_values(together, together.rows() < together.cols());
  const double small = threshold::vanishing * std::max(1.0, svd.values.size() ? svd.values[0] : 0.0);
  Eigen::Index changing = 0;
  while (changing < svd.values.size() && svd.values[changing] > small) ++changing;
  choose(system, list, svd.V.rightCols(candidates() - changing));
}

void InvariantMotions::sample(EquilibriumEquations& equations, const State& start, int seed, std::vector<Sample>& list) const {
  const System& system = equations.system();
  std::mt19937 engine(static_cast<unsigned>(seed + 1));
  const Eigen::VectorXd given_rates = equations.kept_rates();
  equations.keep_rates(start.v);
  Sample each;
  each.state = start;
  bool good = equations.close(each.state) && equations.evaluate(each.state);
  if (good && seed > 0) {
    const Eigen::MatrixXd N = equations.placements();
    const State from = each.state;
    equations.move(from, displacement * (N * random_vector(N.cols(), engine)), each.state);
    good = equations.close(each.state);
  }
  for (Eigen::Index i = 0; i < each.state.z.size(); ++i)
    each.state.z[i] += change_of_state * std::max(1.0, std::abs(each.state.z[i])) * uniform(engine);
  good = good && equations.evaluate(each.state);
  equations.keep_rates(given_rates);
  if (!good) return;
  each.N = equations.scale().asDiagonal() * equations.basis();
  each.state.v += change_of_rates * pace_ * (each.N * random_vector(each.N.cols(), engine));
  Look look(system, equations.scale());
  look.at(each.state);
  each.a = constrained_accelerations(system, look.e) + pace_ * pace_ * (each.N * random_vector(each.N.cols(), engine));
  look.at(each.state);
  each.k = look.e.k;
  each.load =
      std::max(largest_load(system, look.e), equations.scale().cwiseProduct(look.written.M() * each.a).cwiseAbs().maxCoeff());
  if (!(each.load > 0)) each.load = 1;
  each.of_states.resize(system.nz());
  for (int i = 0; i < system.nz(); ++i)
    each.of_states[i] = std::max(std::abs(look.e.k.z_rate[i]), pace_ * std::max(1.0, std::abs(each.state.z[i])));
  list.push_back(std::move(each));
}

// Fixed in the owner: unit length or radian about its centre of mass; in ground about the origin.
Vec6<double> InvariantMotions::twist(const Kinematics<double>& k, int candidate) const {
  Vec6<double> own = Vec6<double>::Zero();
  own[part(candidate)] = part(candidate) < 3 ? length_ : 1;
  const int b = block(candidate).owner;
  if (b == 0) return own;
  Vec6<double> turned;
  turned << k.R[b] * linear(own), k.R[b] * angular(own);
  return twist_of(turned, k.p[b] - origin_);
}

// The state, accelerations and virtual motions of a sample that a candidate has moved.
InvariantMotions::Moved InvariantMotions::moved(const System& system, const Sample& sample, int candidate, double amount) const {
  Moved out{sample.state, sample.a, sample.N};
  auto& [state, a, N] = out;
  if (candidate == 0) {
    state.t += amount / pace_;
  } else {
    const Vec6<double> twist = amount * this->twist(sample.k, candidate);
    const int o = block(candidate).owner;
    Displacement g;
    if (part(candidate) < 3) {
      g.d = linear(twist);
    } else {
      const Vec3<double> center = o == 0 ? Vec3<double>::Zero() : Vec3<double>(sample.k.p[o] - origin_);
      g.E = rotation<double>(quaternion_of(angular(twist)));
      g.d = center - g.E * center;
    }
    const auto x = [&](int b) { return b == 0 ? Vec3<double>::Zero() : Vec3<double>(sample.k.p[b] - origin_); };
    const Vec6<double> v_o = of_body(system, sample.state.v, o), V_o = twist_of(v_o, x(o));
    const Vec6<double> A_o = twist_rate_of(of_body(system, sample.a, o), v_o, x(o));
    Eigen::VectorXd way = Eigen::VectorXd::Zero(system.nv());
    for (const int b : block(candidate).bodies) {
      const Vec3<double> from = x(b), to = g.E * from + g.d;
      Vec6<double> moved;
      moved << to - from, angular(twist);
      set_body(system, moved, b, way);
      const Vec6<double> v = of_body(system, sample.state.v, b), W = twist_of(v, from) - V_o;
      const Vec6<double> new_v = body_of(V_o + g.of(W), to);
      const Vec6<double> A =
          A_o + g.of(twist_rate_of(of_body(system, sample.a, b), v, from) - A_o) + bracket(V_o, g.of(W)) - g.of(bracket(V_o, W));
      set_body(system, new_v, b, state.v);
      set_body(system, body_rate_of(A, new_v, to), b, a);
      for (Eigen::Index j = 0; j < N.cols(); ++j) {
        const Eigen::VectorXd column = sample.N.col(j);
        const Vec6<double> U_o = twist_of(of_body(system, column, o), x(o));
        Eigen::VectorXd pushed = N.col(j);
        set_body(system, body_of(U_o + g.of(twist_of(of_body(system, column, b), from) - U_o), to), b, pushed);
        N.col(j) = pushed;
      }
    }
    Eigen::VectorXd q(system.nq());
    system.move(state.q, way, q);
    state.q = q;
    if (const std::vector<int>& followers = block(candidate).followers; !followers.empty()) {
      Followers follow(system, followers);
      follow.close(state);
      follow.accelerate(a);
      for (Eigen::Index j = 0; j < N.cols(); ++j) {
        Eigen::VectorXd motion = N.col(j);
        follow.follow(motion);
        N.col(j) = motion;
      }
    }
  }
  return out;
}

Eigen::VectorXd InvariantMotions::seen(Look& look, const Sample& sample, int candidate, double amount) const {
  const System& system = look.system;
  const Moved to = moved(system, sample, candidate, amount);
  const Eigen::VectorXd& a = to.a;
  const Eigen::MatrixXd& N = to.N;
  look.at(to.state);
  const auto& active = system.active_rows();
  const auto rows = static_cast<Eigen::Index>(active.size());
  Eigen::VectorXd out(N.cols() + 2 * rows + system.nz());
  out.head(N.cols()) = N.transpose() * (look.written.M() * a - look.written.Q()) / sample.load;
  for (Eigen::Index i = 0; i < rows; ++i) {
    const double per_length = active[i] < system.constraints().rows ? length_per_one(system, look.e, active[i]) / length_ : 1;
    out[N.cols() + i] = look.written.Phi()[i] * per_length;
    out[N.cols() + rows + i] = look.written.Phi_rate()[i] * per_length / pace_;
  }
  for (int i = 0; i < system.nz(); ++i) out[N.cols() + 2 * rows + i] = look.e.k.z_rate[i] / sample.of_states[i];
  return out;
}

// dX = N,  dV = N x W,  dA = N x (A - A_o) + (V_o x N) x W.
Eigen::VectorXd InvariantMotions::action(const System& system, const Sample& sample, int candidate) const {
  const int nv = system.nv();
  Eigen::VectorXd out = Eigen::VectorXd::Zero(1 + 3 * nv);
  if (candidate == 0) {
    out[0] = 1;
    return out;
  }
  const auto x = [&](int b) { return b == 0 ? Vec3<double>::Zero() : Vec3<double>(sample.k.p[b] - origin_); };
  const int o = block(candidate).owner;
  const Vec6<double> N = twist(sample.k, candidate), v_o = of_body(system, sample.state.v, o), V_o = twist_of(v_o, x(o));
  const Vec6<double> A_o = twist_rate_of(of_body(system, sample.a, o), v_o, x(o));
  Eigen::VectorXd dX = Eigen::VectorXd::Zero(nv), dV = dX, dA = dX;
  for (const int b : block(candidate).bodies) {
    const Vec6<double> v = of_body(system, sample.state.v, b), W = twist_of(v, x(b)) - V_o;
    set_body(system, N, b, dX);
    set_body(system, bracket(N, W), b, dV);
    set_body(system, bracket(N, twist_rate_of(of_body(system, sample.a, b), v, x(b)) - A_o) + bracket(bracket(V_o, N), W), b, dA);
  }
  if (!block(candidate).followers.empty()) follow(system, sample, candidate, dX, dV, dA);
  out.segment(1, nv) = dX;
  out.segment(1 + nv, nv) = dV / pace_;
  out.tail(nv) = dA / (pace_ * pace_);
  return out;
}

// What a candidate does to bodies that follow, by differences.
void InvariantMotions::follow(const System& system, const Sample& sample, int candidate, Eigen::VectorXd& dX, Eigen::VectorXd& dV,
                              Eigen::VectorXd& dA) const {
  constexpr double step = threshold::turn_increment;
  Equations e(system);
  for (const double sense : {1.0, -1.0}) {
    const Moved to = moved(system, sample, candidate, sense * step);
    system.motion(to.state, e);
    const double share = sense / (2 * step);
    for (const int b : block(candidate).followers) {
      const Vec3<double> x = e.k.p[b] - origin_;
      const Vec6<double> v = of_body(system, to.state.v, b);
      Vec6<double> way;  // of its center, and the angle by which it has turned; then as a twist
      const Mat3<double> turned = e.k.R[b] * sample.k.R[b].transpose();
      way << e.k.p[b] - sample.k.p[b], 0.5 * (turned(2, 1) - turned(1, 2)), 0.5 * (turned(0, 2) - turned(2, 0)),
          0.5 * (turned(1, 0) - turned(0, 1));
      const auto add = [&](const Vec6<double>& change, Eigen::VectorXd& to_all) {
        set_body(system, of_body(system, to_all, b) + share * change, b, to_all);
      };
      add(twist_of(way, sample.k.p[b] - origin_), dX);
      add(twist_of(v, x), dV);
      add(twist_rate_of(of_body(system, to.a, b), v, x), dA);
    }
  }
}

// So that the rate is that of the angle by which its first bodies turn, or the length by which they move.
double InvariantMotions::unit_of(const Eigen::VectorXd& amounts) const {
  int first = 1;
  while (first < candidates() && amounts[first] == 0) ++first;
  Vec6<double> own = Vec6<double>::Zero();
  for (int i = first; i < candidates() && &block(i) == &block(first); ++i) own[part(i)] = amounts[i];
  const double turn = angular(own).norm();
  return turn > 0 ? turn : linear(own).norm();
}

// Of columns, one for each row from `first` on (by `step`) in which they have something: 1 there, and taken out of all others.
std::vector<Eigen::VectorXd> InvariantMotions::echelon(Eigen::MatrixXd space, int first, int step, Eigen::MatrixXd* others) {
  std::vector<Eigen::VectorXd> found;
  for (int i = first; i >= 0 && i < space.rows() && space.cols() > 0; i += step) {
    Eigen::Index best = 0;
    if (space.row(i).cwiseAbs().maxCoeff(&best) < threshold::no_share) continue;
    const Eigen::VectorXd chosen = space.col(best) / space(i, best);
    for (Eigen::VectorXd& each : found) each -= each[i] * chosen;
    if (others) *others -= chosen * others->row(i).eval();
    Eigen::MatrixXd left(space.rows(), space.cols() - 1);
    for (Eigen::Index j = 0, next = 0; j < space.cols(); ++j)
      if (j != best) left.col(next++) = space.col(j) - space(i, j) * chosen;
    space = left;
    found.push_back(chosen);
  }
  return found;
}

// Combinations of few candidates, those of time and ground first. What moves nothing, as a turn of all bodies and one back, takes
// out the last ones.
void InvariantMotions::choose(const System& system, const std::vector<Sample>& list, const Eigen::MatrixXd& space) {
  const Eigen::Index per_sample = 1 + 3 * system.nv();
  Eigen::MatrixXd acting(per_sample * static_cast<Eigen::Index>(list.size()), candidates());
  for (int i = 0; i < candidates(); ++i)
    for (std::size_t s = 0; s < list.size(); ++s)
      acting.col(i).segment(static_cast<Eigen::Index>(s) * per_sample, per_sample) = action(system, list[s], i);
  Eigen::MatrixXd moving = space;
  if (space.cols() > 0) {
    const SingularValues svd = singular_values(product(acting, space));
    const double small = threshold::no_share * acting.colwise().norm().maxCoeff();
    Eigen::Index rank = 0;
    while (rank < svd.values.size() && svd.values[rank] > small) ++rank;
    moving = space * svd.V.leftCols(rank);
    echelon(space * svd.V.rightCols(space.cols() - rank), candidates() - 1, -1, &moving);
  }
  std::vector<Eigen::VectorXd> kept;
  for (Eigen::VectorXd& each : echelon(moving, 0, 1, nullptr)) {
    for (Eigen::Index i = 0; i < each.size(); ++i)
      if (std::abs(each[i]) < threshold::no_share) each[i] = 0;
    if (each[0] != 0) {
      goes_on_ = true;
      with_time_ = pace_ / each[0] * each;
    } else {
      kept.push_back(each / unit_of(each));
    }
  }
  motions_.resize(candidates(), static_cast<Eigen::Index>(kept.size()));
  for (std::size_t i = 0; i < kept.size(); ++i) motions_.col(static_cast<Eigen::Index>(i)) = kept[i];
  if (!goes_on_) with_time_ = Eigen::VectorXd::Zero(candidates());
  for (int i = 1; i < candidates(); ++i)
    if (with_time_[i] != 0 || !motions_.row(i).isZero(0))
      for (const int b : block(i).followers)
        if (std::find(followers_.begin(), followers_.end(), b) == followers_.end()) followers_.push_back(b);
}

InvariantMotions::Twists InvariantMotions::twists(const Kinematics<double>& k, const Eigen::VectorXd& amounts) const {
  Twists V(k.p.size(), Vec6<double>::Zero());
  for (int i = 1; i < candidates(); ++i) {
    if (amounts[i] == 0) continue;
    const Vec6<double> N = amounts[i] * twist(k, i);
    for (const int b : block(i).bodies) V[b] += N;
  }
  return V;
}

Eigen::VectorXd InvariantMotions::velocities(const System& system, const Kinematics<double>& k, const Twists& V) const {
  Eigen::VectorXd v = Eigen::VectorXd::Zero(system.nv());
  for (int b = 1; b <= system.mechanism().bodies; ++b) set_body(system, body_of(V[b], k.p[b] - origin_), b, v);
  return v;
}

InvariantMotions::Motion InvariantMotions::motion(const System& system, State state, const Eigen::VectorXd& rates) const {
  Equations e(system);
  system.motion(state, e);
  const Kinematics<double>& k = e.k;
  const Eigen::VectorXd amounts = with_time_ + motions_ * rates;
  const Twists V = twists(k, amounts);
  Twists A(V.size(), Vec6<double>::Zero());
  Motion out;
  out.turning.setZero();
  for (int i = 1; i < candidates(); ++i) {
    if (amounts[i] == 0) continue;
    const Vec6<double> N = amounts[i] * twist(k, i);
    const int o = block(i).owner;
    if (o == 0) out.turning += angular(N);
    const Vec6<double> turned = o == 0 ? Vec6<double>::Zero() : bracket(V[o], N);
    for (const int b : block(i).bodies) A[b] += turned;
  }
  out.v = velocities(system, k, V);
  out.a.setZero(system.nv());
  for (int b = 1; b <= system.mechanism().bodies; ++b)
    set_body(system, body_rate_of(A[b], of_body(system, out.v, b), k.p[b] - origin_), b, out.a);
  if (!followers_.empty()) {
    Followers follow(system, followers_);
    state.v = out.v;
    follow.close(state);
    out.v = state.v;
    follow.accelerate(out.a);
  }
  return out;
}

Eigen::MatrixXd InvariantMotions::fields(const System& system, const State& state) const {
  Equations e(system);
  system.motion(state, e);
  Eigen::MatrixXd out(system.nv(), count());
  for (int j = 0; j < count(); ++j) out.col(j) = velocities(system, e.k, twists(e.k, motions_.col(j)));
  if (followers_.empty()) return out;
  Followers follow(system, followers_);
  follow.look(state);
  for (int j = 0; j < count(); ++j) {
    Eigen::VectorXd column = out.col(j);
    follow.follow(column);
    out.col(j) = column;
  }
  return out;
}

// Whoever follows is not asked.
Eigen::VectorXd InvariantMotions::nearest_rates(const System& system, const State& state, const Eigen::VectorXd& v,
                                                const Eigen::VectorXd& scale) const {
  if (count() == 0) return Eigen::VectorXd(0);
  Eigen::VectorXd weight = scale.cwiseInverse();
  for (const int b : followers_) weight.segment(system.first_velocity(b), system.velocity_count(b)).setZero();
  const Eigen::VectorXd left = v - motion(system, state, Eigen::VectorXd::Zero(count())).v;
  return LeastNorm(weight.asDiagonal() * fields(system, state), threshold::dependent_dimensionless)
      .solve(left.cwiseProduct(weight));
}

}  // namespace bricard
