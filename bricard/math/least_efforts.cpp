#include "bricard/math/least_efforts.hpp"

#include <algorithm>
#include <cassert>
#include <limits>
#include <map>
#include <set>

namespace bricard {

namespace {

constexpr double regularization = 1e-11;  // of the mean diagonal
constexpr int most_refinements = 12;      // each gains several digits; they end when the residual does not halve,
constexpr double round_off = 1e-14;       // or is this part of the load

// A = L D Lᵀ in place: L below the diagonal, 1/D on it.
void factor_own(Mat6<double>& A) {
  for (int j = 0; j < 6; ++j) {
    const double inverse = 1 / A(j, j);
    for (int k = j + 1; k < 6; ++k) {
      const double factor = A(k, j) * inverse;
      for (int i = k; i < 6; ++i) A(i, k) -= factor * A(i, j);
    }
    for (int i = j + 1; i < 6; ++i) A(i, j) *= inverse;
    A(j, j) = inverse;
  }
}

}  // namespace

LeastEfforts::LeastEfforts(int bodies, const std::vector<std::vector<int>>& touched) : bodies_(bodies), first_touch_{0} {
  std::vector<std::vector<int>> distinct = touched;
  for (std::vector<int>& row : distinct) {
    std::sort(row.begin(), row.end());
    row.erase(std::unique(row.begin(), row.end()), row.end());
    for (const int body : row) touches_.push_back({body, Vec6<double>::Zero()});
    first_touch_.push_back(static_cast<int>(touches_.size()));
  }
  eliminate(distinct);
}

// Bodies with the fewest neighbors first; those become neighbors of each other.
void LeastEfforts::eliminate(const std::vector<std::vector<int>>& touched) {
  std::vector<std::set<int>> neighbors(bodies_);
  for (const std::vector<int>& row : touched)
    for (const int a : row)
      for (const int b : row)
        if (a != b) neighbors[a].insert(b);
  std::set<std::pair<std::size_t, int>> waiting;
  for (int body = 0; body < bodies_; ++body) waiting.emplace(neighbors[body].size(), body);
  std::vector<int> rank(bodies_);
  std::map<std::pair<int, int>, int> block_of;  // (later, earlier)
  int blocks = bodies_;
  while (!waiting.empty()) {
    const int body = waiting.begin()->second;
    waiting.erase(waiting.begin());
    rank[body] = static_cast<int>(order_.size());
    order_.push_back(body);
    first_below_.push_back(static_cast<int>(below_.size()));
    for (const int other : neighbors[body]) {
      below_.push_back({other, blocks});
      block_of[{other, body}] = blocks++;
      waiting.erase({neighbors[other].size(), other});
      neighbors[other].erase(body);
      for (const int third : neighbors[body])
        if (third != other) neighbors[other].insert(third);
      waiting.emplace(neighbors[other].size(), other);
    }
  }
  first_below_.push_back(static_cast<int>(below_.size()));

  const auto block = [&](int a, int b) {
    if (a == b) return a;
    return rank[a] > rank[b] ? block_of.at({a, b}) : block_of.at({b, a});
  };
  for (int step = 0; step < bodies_; ++step) {
    first_update_.push_back(static_cast<int>(updates_.size()));
    for (int i = first_below_[step]; i < first_below_[step + 1]; ++i)
      for (int j = first_below_[step]; j < first_below_[step + 1]; ++j)
        if (rank[below_[i].body] >= rank[below_[j].body])
          updates_.push_back({below_[i].block, below_[j].block, block(below_[i].body, below_[j].body)});
  }
  first_update_.push_back(static_cast<int>(updates_.size()));
  for (const std::vector<int>& row : touched)
    for (std::size_t a = 0; a < row.size(); ++a)
      for (std::size_t b = 0; b <= a; ++b) {
        gram_.push_back(block(row[a], row[b]));
        gram_reversed_.push_back(rank[row[a]] < rank[row[b]]);
      }
  blocks_.resize(blocks);
}

void LeastEfforts::clear() {
  for (Touch& touch : touches_) touch.covector.setZero();
}

void LeastEfforts::clear(int row) {
  for (int i = first_touch_[row]; i < first_touch_[row + 1]; ++i) touches_[i].covector.setZero();
}

void LeastEfforts::add(int row, int body, const Vec6<double>& covector) {
  int i = first_touch_[row];
  while (i < first_touch_[row + 1] && touches_[i].body != body) ++i;
  assert(i < first_touch_[row + 1]);
  touches_[i].covector += covector;
}

void LeastEfforts::factor() {
  for (Block& block : blocks_) block.setZero();
  std::size_t pair = 0;
  double trace = 0;
  for (std::size_t row = 0; row + 1 < first_touch_.size(); ++row)
    for (int a = first_touch_[row]; a < first_touch_[row + 1]; ++a) {
      trace += touches_[a].covector.squaredNorm();
      for (int b = first_touch_[row]; b <= a; ++b, ++pair) {
        const auto [down, across] = gram_reversed_[pair] ? std::pair(b, a) : std::pair(a, b);
        blocks_[gram_[pair]] += touches_[down].covector * touches_[across].covector.transpose();
      }
    }
  for (int body = 0; body < bodies_; ++body) blocks_[body].diagonal().array() += regularization * trace / (6 * bodies_);

  for (int step = 0; step < bodies_; ++step) {
    Block& own = blocks_[order_[step]];
    factor_own(own);
    for (int i = first_below_[step]; i < first_below_[step + 1]; ++i) {
      Block& below = blocks_[below_[i].block];
      for (int c = 1; c < 6; ++c)
        for (int k = 0; k < c; ++k) below.col(c) -= own(c, k) * below.col(k);
    }
    for (int u = first_update_[step]; u < first_update_[step + 1]; ++u) {
      const Block &left = blocks_[updates_[u].i], &right = blocks_[updates_[u].j];
      Block& changed = blocks_[updates_[u].block];
      for (int k = 0; k < 6; ++k) {
        const Vec6<double> column = own(k, k) * left.col(k);
        for (int c = 0; c < 6; ++c) changed.col(c) -= right(c, k) * column;
      }
    }
  }
}

void LeastEfforts::solve_in_place(Eigen::VectorXd& y) const {
  const auto part = [&](int body) { return y.segment<6>(6 * body); };
  for (int step = 0; step < bodies_; ++step) {
    const Block& own = blocks_[order_[step]];
    auto x = part(order_[step]);
    for (int k = 0; k < 6; ++k)
      for (int i = k + 1; i < 6; ++i) x[i] -= own(i, k) * x[k];
    x.array() *= own.diagonal().array();
    for (int i = first_below_[step]; i < first_below_[step + 1]; ++i)
      part(below_[i].body) -= blocks_[below_[i].block].lazyProduct(x);
    // x holds D⁻¹ L⁻¹ of the right side: what the way back needs.
  }
  for (int step = bodies_ - 1; step >= 0; --step) {
    const Block& own = blocks_[order_[step]];
    auto x = part(order_[step]);
    for (int i = first_below_[step]; i < first_below_[step + 1]; ++i) {
      const Vec6<double> back = blocks_[below_[i].block].transpose().lazyProduct(part(below_[i].body));
      x.array() -= own.diagonal().array() * back.array();
    }
    for (int k = 5; k >= 0; --k)
      for (int i = k + 1; i < 6; ++i) x[k] -= own(i, k) * x[i];
  }
}

Eigen::VectorXd LeastEfforts::product(const Eigen::VectorXd& y) const {
  Eigen::VectorXd mu = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(first_touch_.size()) - 1);
  for (int row = 0; row < mu.size(); ++row)
    for (int i = first_touch_[row]; i < first_touch_[row + 1]; ++i)
      mu[row] += touches_[i].covector.dot(y.segment<6>(6 * touches_[i].body));
  return mu;
}

Eigen::VectorXd LeastEfforts::transposed_product(const Eigen::VectorXd& mu) const {
  Eigen::VectorXd load = Eigen::VectorXd::Zero(6 * bodies_);
  for (int row = 0; row < mu.size(); ++row)
    for (int i = first_touch_[row]; i < first_touch_[row + 1]; ++i)
      load.segment<6>(6 * touches_[i].body) += mu[row] * touches_[i].covector;
  return load;
}

Eigen::VectorXd LeastEfforts::solve(const Eigen::VectorXd& load) const {
  Eigen::VectorXd y = load;
  solve_in_place(y);
  Eigen::VectorXd mu = product(y), best = mu;
  double before = std::numeric_limits<double>::infinity();
  for (int i = 0; i < most_refinements; ++i) {
    Eigen::VectorXd missing = load - transposed_product(mu);
    const double now = missing.norm();
    if (!(now < 0.5 * before)) break;
    best = mu;
    before = now;
    if (now <= round_off * load.norm()) break;
    solve_in_place(missing);
    mu += product(missing);
  }
  return best;
}

}  // namespace bricard
