// Bodies without inertia of their own: what the factorization lends them, and how a solution gives it back.
//
// With W on some columns of the tree joints the kernel solves K_W x = r, where the equations of motion are (K_W - E W Eᵀ) x = r.
// With z = W^½ Eᵀ x that is
//   (1 - N) z = W^½ Eᵀ K_W⁻¹ r,   N = W^½ Eᵀ K_W⁻¹ E W^½,   x = K_W⁻¹ (r + E W^½ z).
// The eigenvalues of 1 - N are m / (m + w), with m the true and w the lent inertia of a motion that the rows leave; along all
// else they are one. So conjugate gradients end after as many steps as there are such motions, mostly one or two, and need
// solutions of the factorization only. A motion without any inertia has the eigenvalue zero: it keeps the acceleration that is
// least in the sense of W, which is none where no load pushes along it; where one does, nothing resists, and it is told.
#include <cmath>

#include "bricard/math/thresholds.hpp"
#include "bricard/system/kernel.hpp"

namespace bricard {

namespace {

template <class Space>
constexpr int linear = Space::size / 2 + Space::size % 2;  // 3 of 6, 2 of 3

// Of a motion or, with 1 / length, of a wrench: angular parts times a length.
template <class Space>
double size_of(const typename Space::Vector& x, double length) {
  return x.template head<linear<Space>>().norm() + length * x.template tail<Space::size - linear<Space>>().norm();
}

}  // namespace

template <class Space>
void KernelIn<Space>::lend_to(int k) {
  const KernelPlan& plan = *plan_;
  lent_.push_back(k);
  for (int j = plan.first_column[k]; j < plan.first_column[k + 1]; ++j) {
    const double size = size_of<Space>(matrices_.S[j], plan.structure.length);
    lent_to_[j] = plan.structure.mass * size * size;
  }
}

template <class Space>
void KernelIn<Space>::give_back(const RightSide& right, Solution& solution) {
  if (push_.tau.empty()) {
    push_ = right_side();
    pushed_ = this->solution();
  }
  auto& [columns, root, left, direction, rest] = gradients_;
  columns.clear();
  for (const int k : lent_)
    for (int j = plan_->first_column[k]; j < plan_->first_column[k + 1]; ++j) columns.push_back(j);
  const std::size_t n = columns.size();
  for (std::vector<double>* each : {&root, &left, &direction, &rest}) each->resize(n);
  double left_square = 0;
  for (std::size_t i = 0; i < n; ++i) {
    root[i] = std::sqrt(lent_to_[columns[i]]);
    left[i] = direction[i] = root[i] * solution.a[columns[i]];
    left_square += left[i] * left[i];
  }
  const double enough = threshold::closed * threshold::closed * left_square;
  for (std::size_t step = 0; step < 2 * n + 2 && left_square > enough; ++step) {
    double along = 0, square = 0;  // p (1 - N) p, p p
    for (std::size_t i = 0; i < n; ++i) push_.tau[columns[i]] = root[i] * direction[i];
    solve_refined(push_, pushed_);
    for (std::size_t i = 0; i < n; ++i) {
      push_.tau[columns[i]] = 0;
      rest[i] = direction[i] - root[i] * pushed_.a[columns[i]];
      along += direction[i] * rest[i];
      square += direction[i] * direction[i];
    }
    if (!(along > threshold::no_inertia * square)) break;
    const double amount = left_square / along;
    for (std::size_t k = 1; k < solution.A.size(); ++k) solution.A[k] += amount * pushed_.A[k];
    for (std::size_t j = 0; j < solution.a.size(); ++j) solution.a[j] += amount * pushed_.a[j];
    for (std::size_t i = 0; i < solution.lambda.size(); ++i) solution.lambda[i] += amount * pushed_.lambda[i];
    double next = 0;
    for (std::size_t i = 0; i < n; ++i) {
      left[i] -= amount * rest[i];
      next += left[i] * left[i];
    }
    for (std::size_t i = 0; i < n; ++i) direction[i] = left[i] + next / left_square * direction[i];
    left_square = next;
  }
  look_for_unresisted(right, solution);
}

// Where the balance of a column that was lent inertia is not met, in comparison with the largest force.
template <class Space>
void KernelIn<Space>::look_for_unresisted(const RightSide& right, const Solution& solution) {
  const KernelPlan& plan = *plan_;
  const double length = plan.structure.length;
  joint_forces(right, solution, F_);
  double largest = 0, most = 0;
  for (int k = 1; k <= plan.bodies; ++k)
    largest = std::max({largest, size_of<Space>(F_[k], 1 / length), size_of<Space>(right.f[k], 1 / length)});
  for (const int k : lent_)
    for (int j = plan.first_column[k]; j < plan.first_column[k + 1]; ++j) {
      const double missing = std::abs(right.tau[j] - matrices_.S[j].dot(F_[k])) / size_of<Space>(matrices_.S[j], length);
      if (missing > std::max(threshold::balanced * largest, most)) {
        most = missing;
        unresisted_body_ = k;
      }
    }
}

template void KernelIn<InSpace>::lend_to(int);
template void KernelIn<InPlane>::lend_to(int);
template void KernelIn<InSpace>::give_back(const RightSide&, Solution&);
template void KernelIn<InPlane>::give_back(const RightSide&, Solution&);
template void KernelIn<InSpace>::look_for_unresisted(const RightSide&, const Solution&);
template void KernelIn<InPlane>::look_for_unresisted(const RightSide&, const Solution&);

}  // namespace bricard
