// What a System does through its coordinate sets, for any scalar. A scalar is compiled by BRICARD_SYSTEM(Scalar) in one source
// file, beside its kinds of elements (evaluate_kinds.hpp).
#pragma once
#include "bricard/system/coordinates/list.hpp"
#include "bricard/system/system.hpp"

namespace bricard {

template <class Visitor>
decltype(auto) System::visit(Visitor&& visitor) const {
  return CoordinateSets::at(set_, visitor);
}

template <class Space, class Visitor>
void System::visit_in(Visitor&& visitor) const {
  visit([&]<class Set>(const Set& set) {
    if constexpr (Space::size == 6 || Set::dimension != 3) visitor(set);
  });
}

template <class S>
S System::own_product(const Kinematics<S>& k, int i, const S* a) const {
  return visit([&](const auto& set) { return set.own_product(*layout_, k, i, a); });
}

template <class S>
void System::body_accelerations(const Kinematics<S>& k, const S* a, std::vector<Vec6<S>>& A) const {
  visit([&](const auto& set) { set.accelerations(*layout_, k, a, A); });
}

template <class S>
void System::pull_back(const Kinematics<S>& k, std::vector<Vec6<S>>& F, S* r) const {
  visit([&](const auto& set) { set.pull_back(*layout_, k, F, r); });
}

template <class S>
void System::evaluate(Kinematics<S>& k, const S& t, const S* q, const S* v, std::span<const double> angles, const S* z) const {
  evaluate_time(*layout_, k, t);
  if (z) evaluate_states(*layout_, k, z);
  visit([&](const auto& set) {
    set.motion(*layout_, q, v, k);
    evaluate_rows<S>(*layout_, k, rubs() ? RowSet::all : set.rows, Measure::needed, angles,
                     set.holds_joint_coordinates ? q : nullptr);
  });
  evaluate_forces(*layout_, k);
}

template <class S>
void System::residual(Kinematics<S>& k, const S* a, const S* lambda, S* r) const {
  std::vector<Vec6<S>> A(layout_->bodies + 1, Vec6<S>::Zero());
  visit([&](const auto& set) {
    set.accelerations(*layout_, k, a, A);
    for (int b = 1; b <= layout_->bodies; ++b) {
      const Vec3<S> linear = A[b].template head<3>(), angular = A[b].template tail<3>();
      const Vec3<S> turned_back = k.R[b].transpose() * angular;
      A[b].template head<3>() = S(layout_->mass[b]) * linear;
      A[b].template tail<3>() = k.R[b] * Vec3<S>(layout_->inertia[b].template cast<S>() * turned_back);
      A[b] -= k.f[b];
    }
    std::vector<std::pair<int, S>> on_coordinates;  // drivers that act on one coordinate
    int active = 0;
    for (const RowGroup& group : layout_->groups) {
      if (set.holds(group)) continue;
      const int driven = set.driven(*layout_, group);
      for (int i = 0; i < group.rows; ++i, ++active) {
        if (driven >= 0) {
          on_coordinates.emplace_back(driven, lambda[active]);
          continue;
        }
        for (int m = 0; m < group.terms; ++m) {
          const Row<S>& entry = k.entries[group.first_entry + i * group.terms + m];
          const int pair = group.pairs[m];
          A[layout_->pairs[pair].B.body] += row_at<S>(entry.n, entry.tau, k.reach_B[pair]) * lambda[active];
          A[layout_->pairs[pair].A.body] -= row_at<S>(entry.n, entry.tau, k.reach_A[pair]) * lambda[active];
        }
      }
    }
    set.pull_back(*layout_, k, A, r);
    for (const auto& [column, effort] : on_coordinates) r[column] = r[column] + effort;
    for (int i = 0; i < set.own_rows(*layout_); ++i) set.own_load(*layout_, k, i, lambda[active + i], r);
  });
}

}  // namespace bricard

#define BRICARD_SYSTEM(Scalar)                                                                                               \
  template Scalar bricard::System::own_product(const bricard::Kinematics<Scalar>&, int, const Scalar*) const;                \
  template void bricard::System::body_accelerations(const bricard::Kinematics<Scalar>&, const Scalar*,                       \
                                                    std::vector<bricard::Vec6<Scalar>>&) const;                              \
  template void bricard::System::pull_back(const bricard::Kinematics<Scalar>&, std::vector<bricard::Vec6<Scalar>>&, Scalar*) \
      const;                                                                                                                 \
  template void bricard::System::residual(bricard::Kinematics<Scalar>&, const Scalar*, const Scalar*, Scalar*) const;        \
  template void bricard::System::evaluate(bricard::Kinematics<Scalar>&, const Scalar&, const Scalar*, const Scalar*,         \
                                          std::span<const double>, const Scalar*) const
