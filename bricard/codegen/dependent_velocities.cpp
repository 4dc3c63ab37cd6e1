#include "bricard/codegen/dependent_velocities.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "bricard/math/thresholds.hpp"

namespace bricard {
namespace {

constexpr double large_enough = 0.1;    // of the largest in its row
constexpr double worth_a_wish = 0.001;  // of what the row was: below, a wish is not heeded

}  // namespace

DependentVelocities::DependentVelocities(int rows, const Symbols& J, const std::vector<int>& wishes, const std::vector<double>& scale,
                                         const std::function<double(const Symbol&)>& number)
    : rows_(rows), velocities_(static_cast<int>(wishes.size())) {
  std::map<int, Entries> open;
  std::vector<double> size(rows);
  const auto size_of = [&](int velocity, const Symbol& entry) { return std::abs(number(entry)) * scale[velocity]; };
  for (int r = 0; r < rows; ++r) {
    Entries& row = open[r];
    for (int j = 0; j < velocities_; ++j) {
      const Symbol& entry = J[static_cast<std::size_t>(j) * rows + r];
      if (is_zero(entry)) continue;
      row.emplace(j, entry);
      size[r] = std::max(size[r], size_of(j, entry));
    }
  }
  struct Choice {
    int row, velocity;
    std::size_t fill;
  };
  const int least_wish = wishes.empty() ? 0 : *std::min_element(wishes.begin(), wishes.end());
  const int most_wished = wishes.empty() ? 0 : *std::max_element(wishes.begin(), wishes.end());
  for (int wish = least_wish; wish <= most_wished;) {
    std::vector<std::size_t> seen(velocities_);
    for (const auto& [r, row] : open)
      for (const auto& [j, entry] : row) ++seen[j];
    std::optional<Choice> best;
    for (const auto& [r, row] : open) {
      double largest = 0;
      for (const auto& [j, entry] : row)
        if (wishes[j] <= wish) largest = std::max(largest, size_of(j, entry));
      if (!(largest > (wish < most_wished ? worth_a_wish : threshold::dependent_dimensionless) * size[r])) continue;
      for (const auto& [j, entry] : row) {
        if (wishes[j] > wish || size_of(j, entry) < large_enough * largest) continue;
        const std::size_t fill = (row.size() - 1) * (seen[j] - 1);
        if (!best || fill < best->fill) best = Choice{r, j, fill};
      }
    }
    if (best)
      eliminate(best->row, best->velocity, open);
    else
      ++wish;
  }
  for (const auto& [r, row] : open) left_out_.push_back(r);
  std::vector<char> depends(velocities_, 0);
  for (const Step& step : steps_) depends[step.velocity] = 1;
  for (int j = 0; j < velocities_; ++j) (depends[j] ? dependent_ : independent_).push_back(j);
}

void DependentVelocities::eliminate(int row, int velocity, std::map<int, Entries>& open) {
  Step step{row, velocity, {}, open.at(row), {}};
  open.erase(row);
  const Symbol entry = step.rest.at(velocity);
  step.rest.erase(velocity);
  step.inverse = Symbol(1) / entry;
  Symbol square = entry * entry, whole = square;
  for (const auto& [j, other] : step.rest) whole = whole + other * other;
  pivot_ = min(square / whole, pivot_);
  for (auto& [r, other] : open) {
    const auto place = other.find(velocity);
    if (place == other.end()) continue;
    const Symbol factor = place->second * step.inverse;
    other.erase(place);
    for (const auto& [j, value] : step.rest) {
      const Symbol changed = other[j] - factor * value;
      if (is_zero(changed))
        other.erase(j);
      else
        other[j] = changed;
    }
    step.factors.emplace(r, factor);
  }
  steps_.push_back(std::move(step));
}

void DependentVelocities::substitute_back(Symbols& x) const {
  for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
    Symbol sum = x[step->velocity];
    for (const auto& [j, entry] : step->rest) sum = sum - entry * x[j];
    x[step->velocity] = sum * step->inverse;
  }
}

Symbols DependentVelocities::solved(const Symbols& right) const {
  Symbols open = right, x(velocities_);
  for (const Step& step : steps_) {
    x[step.velocity] = open[step.row];
    for (const auto& [r, factor] : step.factors) open[r] = open[r] - factor * open[step.row];
  }
  substitute_back(x);
  return x;
}

// J_d = L U, so that Uᵀ z = right_d and Lᵀ y = z.
Symbols DependentVelocities::solved_transposed(const Symbols& right) const {
  Symbols open = right, y(rows_);
  for (const Step& step : steps_) {
    const Symbol z = open[step.velocity] * step.inverse;
    y[step.row] = z;
    for (const auto& [j, entry] : step.rest) open[j] = open[j] - entry * z;
  }
  for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
    Symbol sum = y[step->row];
    for (const auto& [r, factor] : step->factors) sum = sum - factor * y[r];
    y[step->row] = sum;
  }
  return y;
}

std::vector<Symbols> DependentVelocities::motions() const {
  std::vector<Symbols> motions;
  for (const int i : independent_) {
    Symbols x(velocities_);
    x[i] = 1;
    substitute_back(x);
    motions.push_back(std::move(x));
  }
  return motions;
}

}  // namespace bricard
