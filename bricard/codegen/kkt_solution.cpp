#include "bricard/codegen/kkt_solution.hpp"

#include <algorithm>

namespace bricard {

// Unknowns: coordinates, then rows (of -lambda).
WrittenOutMotion::WrittenOutMotion(const MotionEquations& equations, const std::function<double(const Symbol&)>& number)
    : freedoms_(equations.freedoms), rows_(equations.rows), entries_(freedoms_ + rows_), own_(rows_) {
  const int n = freedoms_, m = rows_;
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i <= j; ++i) put(i, j, equations.M[j * n + i]);
    for (int r = 0; r < m; ++r) put(n + r, j, equations.J[j * m + r]);
  }
  std::vector<double> scale(n);
  for (int j = 0; j < n; ++j) scale[j] = std::abs(number(at(j, j)));
  const std::vector<int> prescribed = prescribed_freedoms(equations);
  for (int r = 0; r < m; ++r)
    if (prescribed[r] >= 0) prescribe(prescribed[r], n + r);
  std::vector<char> is_done(n + m, 0);
  for (const Known& known : known_) is_done[known.unknown] = is_done[known.driver] = 1;
  std::vector<Symbol> shares;
  for (const int k : order()) {
    if (is_done[k]) continue;
    if (k >= n) {
      const Symbol share = is_zero(at(k, k)) ? Symbol() : -at(k, k) / own_[k - n];
      if (is_zero(share) || !(number(share) > threshold::dependent_row)) {
        take_out(k);
        left_out_.push_back(k - n);
        continue;
      }
      shares.push_back(share);
      pivots_.push_back(-at(k, k));
    } else if (!(number(at(k, k)) > threshold::singular_mass * scale[k])) {
      massless_ = k;
      return;
    }
    eliminate(k);
  }
  for (const Symbol& share : shares) pivot_ = min(share, pivot_);
  entries_.clear();
}

Symbol WrittenOutMotion::at(int i, int j) const {
  const auto place = entries_[i].find(j);
  return place == entries_[i].end() ? Symbol() : place->second;
}

void WrittenOutMotion::put(int i, int j, const Symbol& value) {
  if (is_zero(value)) {
    entries_[i].erase(j);
    entries_[j].erase(i);
  } else {
    entries_[i][j] = entries_[j][i] = value;
  }
}

// A row after the last of its coordinates, in the order of the rows.
std::vector<int> WrittenOutMotion::order() const {
  const int n = freedoms_, m = rows_;
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

void WrittenOutMotion::eliminate(int k) {
  Step step{k, {}, std::move(entries_[k]), {}};
  step.inverse = Symbol(1) / step.row.at(k);
  step.row.erase(k);
  for (auto i = step.row.begin(); i != step.row.end(); ++i) {
    const Symbol factor = i->second * step.inverse;
    step.factors.push_back(factor);
    entries_[i->first].erase(k);
    for (auto j = i; j != step.row.end(); ++j) {
      const Symbol part = factor * j->second;
      put(i->first, j->first, at(i->first, j->first) - part);
      if (i == j && i->first >= freedoms_ && k < freedoms_) {
        Symbol& own = own_[i->first - freedoms_];
        own = own + part;
      }
    }
  }
  steps_.push_back(std::move(step));
}

// The unknown j is known, and row k has done its work; its multiplier stands in the equation of j.
void WrittenOutMotion::prescribe(int j, int k) {
  known_.push_back({j, k, entries_[j]});
  take_out(j);
  entries_[j].clear();
}

void WrittenOutMotion::take_out(int k) {
  for (const auto& [i, value] : entries_[k])
    if (i != k) entries_[i].erase(k);
}

MotionSolution WrittenOutMotion::solution(const Symbols& c, const Symbols& jdqd) const {
  MotionSolution result;
  result.pivot = pivot_;
  result.pivots = pivots_;
  result.left_out = left_out_;
  result.massless = massless_;
  if (massless_ >= 0) return result;
  Symbols right(freedoms_ + rows_), x = right, of_known(known_.size()), equation_of_known = of_known;
  for (int j = 0; j < freedoms_; ++j) right[j] = -c[j];
  for (int r = 0; r < rows_; ++r) right[freedoms_ + r] = -jdqd[r];
  for (std::size_t i = 0; i < known_.size(); ++i) {
    of_known[i] = x[known_[i].unknown] = right[known_[i].driver];
    equation_of_known[i] = right[known_[i].unknown];
    for (const auto& [other, value] : known_[i].row)
      if (other != known_[i].unknown) right[other] = right[other] - value * of_known[i];
  }
  for (const Step& step : steps_) {
    auto factor = step.factors.begin();
    for (const auto& [i, value] : step.row) right[i] = right[i] - *factor++ * right[step.unknown];
  }
  for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
    Symbol sum = right[step->unknown];
    for (const auto& [i, value] : step->row) sum = sum - value * x[i];
    x[step->unknown] = sum * step->inverse;
  }
  for (std::size_t k = known_.size(); k-- > 0;) {
    Symbol sum = equation_of_known[k];
    for (const auto& [i, value] : known_[k].row)
      if (i != known_[k].driver) sum = sum - value * x[i];
    x[known_[k].driver] = sum;
  }
  result.a.assign(x.begin(), x.begin() + freedoms_);
  for (int r = 0; r < rows_; ++r) result.lambda.push_back(-x[freedoms_ + r]);
  return result;
}

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

}  // namespace bricard
