#include "bricard/codegen/kkt_solution.hpp"

#include <algorithm>
#include <map>

namespace bricard {
namespace {

// A symmetric system with structural zeros, unknown by unknown: coordinates, then rows (of -lambda).
class Elimination {
 public:
  Elimination(const MotionEquations& equations, const std::function<double(const Symbol&)>& number)
      : equations_(equations), number_(number), size_(equations.freedoms + equations.rows), entries_(size_), right_(size_) {
    const int n = equations.freedoms, m = equations.rows;
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i <= j; ++i) put(i, j, equations.M[j * n + i]);
      for (int r = 0; r < m; ++r) put(n + r, j, equations.J[j * m + r]);
      right_[j] = -equations.c[j];
    }
    for (int r = 0; r < m; ++r) right_[n + r] = -equations.jdqd[r];
    own_.resize(m);
    scale_.resize(n);
    for (int j = 0; j < n; ++j) scale_[j] = std::abs(number_(at(j, j)));
    const std::vector<int> prescribed = prescribed_freedoms(equations);
    for (int r = 0; r < m; ++r)
      if (prescribed[r] >= 0) prescribe(prescribed[r], n + r);
  }

  MotionSolution solution() {
    MotionSolution result;
    std::vector<Symbol> pivots;
    std::vector<char> is_done(size_, 0);
    for (const Known& known : known_) is_done[known.unknown] = is_done[known.driver] = 1;
    for (const int k : order()) {
      if (is_done[k]) continue;
      if (k >= equations_.freedoms) {
        const int row = k - equations_.freedoms;
        const Symbol share = -at(k, k) / own_[row];
        if (is_zero(at(k, k)) || !(number_(share) > threshold::dependent_row)) {
          leave_out(k);
          result.left_out.push_back(row);
          continue;
        }
        pivots.push_back(share);
        result.pivots.push_back(-at(k, k));
      } else if (!(number_(at(k, k)) > threshold::singular_mass * scale_[k])) {
        result.massless = k;
        return result;
      }
      eliminate(k);
    }
    for (const Symbol& share : pivots) result.pivot = min(share, result.pivot);
    substitute(result);
    return result;
  }

 private:
  Symbol at(int i, int j) const {
    const auto place = entries_[i].find(j);
    return place == entries_[i].end() ? Symbol() : place->second;
  }
  void put(int i, int j, const Symbol& value) {
    if (is_zero(value)) {
      entries_[i].erase(j);
      entries_[j].erase(i);
    } else {
      entries_[i][j] = entries_[j][i] = value;
    }
  }

  // A row after the last of its coordinates, in the order of the rows.
  std::vector<int> order() const {
    const int n = equations_.freedoms, m = equations_.rows;
    std::vector<std::vector<int>> rows_after(n + 1);  // by the first coordinate that a row sees; n: it sees none
    for (int r = 0; r < m; ++r) rows_after[entries_[n + r].empty() ? n : std::min(n, entries_[n + r].begin()->first)].push_back(n + r);
    std::vector<int> order;
    for (int j = n - 1; j >= 0; --j) {
      order.push_back(j);
      order.insert(order.end(), rows_after[j].begin(), rows_after[j].end());
    }
    order.insert(order.end(), rows_after[n].begin(), rows_after[n].end());
    return order;
  }

  void eliminate(int k) {
    const std::map<int, Symbol> row = entries_[k];
    const Symbol inverse = Symbol(1) / row.at(k);
    for (auto i = row.begin(); i != row.end(); ++i) {
      if (i->first == k) continue;
      const Symbol factor = i->second * inverse;
      right_[i->first] = right_[i->first] - factor * right_[k];
      for (auto j = i; j != row.end(); ++j) {
        if (j->first == k) continue;
        const Symbol part = factor * j->second;
        put(i->first, j->first, at(i->first, j->first) - part);
        if (i == j && i->first >= equations_.freedoms && k < equations_.freedoms) {
          Symbol& own = own_[i->first - equations_.freedoms];
          own = own + part;
        }
      }
      entries_[i->first].erase(k);
    }
    steps_.push_back({k, inverse, row});
  }

  // The unknown j is known, and row k has done its work; its multiplier stands in the equation of j.
  void prescribe(int j, int k) {
    known_.push_back({j, k, right_[k], right_[j], entries_[j]});
    leave_out(j);
    for (const auto& [i, value] : entries_[j])
      if (i != j) right_[i] = right_[i] - value * known_.back().value;
    entries_[j].clear();
  }

  void leave_out(int k) {
    for (const auto& [i, value] : entries_[k])
      if (i != k) entries_[i].erase(k);
  }

  void substitute(MotionSolution& result) {
    Symbols x(size_);
    for (const Known& known : known_) x[known.unknown] = known.value;
    for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
      Symbol sum = right_[step->unknown];
      for (const auto& [i, value] : step->row)
        if (i != step->unknown) sum = sum - value * x[i];
      x[step->unknown] = sum * step->inverse;
    }
    for (auto known = known_.rbegin(); known != known_.rend(); ++known) {
      Symbol sum = known->right;
      for (const auto& [i, value] : known->row)
        if (i != known->driver) sum = sum - value * x[i];
      x[known->driver] = sum;
    }
    result.a.assign(x.begin(), x.begin() + equations_.freedoms);
    for (int r = 0; r < equations_.rows; ++r) result.lambda.push_back(-x[equations_.freedoms + r]);
  }

  struct Step {
    int unknown;
    Symbol inverse;
    std::map<int, Symbol> row;
  };
  struct Known {
    int unknown, driver;
    Symbol value, right;
    std::map<int, Symbol> row;
  };
  const MotionEquations& equations_;
  const std::function<double(const Symbol&)>& number_;
  int size_;
  std::vector<std::map<int, Symbol>> entries_;
  Symbols right_, own_;
  std::vector<double> scale_;
  std::vector<Step> steps_;
  std::vector<Known> known_;
};

}  // namespace

std::vector<int> prescribed_freedoms(const MotionEquations& equations) {
  std::vector<int> prescribed(equations.rows, -1);
  std::vector<char> taken(equations.freedoms, 0);
  for (int r = 0; r < equations.rows; ++r) {
    int seen = 0, freedom = -1;
    for (int j = 0; j < equations.freedoms; ++j) {
      const int node = equations.J[static_cast<std::size_t>(j) * equations.rows + r].node();
      if (node == Graph::zero) continue;
      ++seen;
      if (node == Graph::one) freedom = j;
    }
    if (seen == 1 && freedom >= 0 && !taken[freedom]) prescribed[r] = freedom, taken[freedom] = 1;
  }
  return prescribed;
}

MotionSolution solved(const MotionEquations& equations, const std::function<double(const Symbol&)>& number) {
  return Elimination(equations, number).solution();
}

}  // namespace bricard
