// Inverse dynamics without the kernel: accelerations outward, forces inward.
//   A_k = X_k A_parent + S_k a_k + c_k,   F_k = I_k A_k - f_k + Σ (F of children, taken back),   tau_k = S_kᵀ F_k
// J. Y. S. Luh, M. W. Walker, R. P. C. Paul: On-line computational scheme for mechanical manipulators, J. Dyn. Sys., Meas.,
// Control 102 (1980) 69-76.
#include "bricard/math/space_operations.hpp"
#include "bricard/system/symmetric.hpp"
#include "bricard/system/system_sets.hpp"

namespace bricard {

template <class Space>
void System::inverse_dynamics_in(EquationsIn<Space>& e, const double* a, double* tau) const {
  using Vector = typename Space::Vector;
  const auto& k = e.k;
  std::vector<Vector>&A = e.solution.A, &F = e.right.f;
  const auto needed = [&](int b, const Vector& A) {  // of all that acts on a body
    const Vector& f = k.f[b];
    if constexpr (Space::size == 3) {
      return Vector(Space::momentum(layout_->mass[b], layout_->plane.inertia[b], A) - f);
    } else {
      const Vec3<double> turned_back = k.R[b].transpose() * Vec3<double>(A[3], A[4], A[5]);
      const Vec3<double> torque = k.R[b] * Vec3<double>(layout_->inertia[b] * turned_back);
      const double mass = layout_->mass[b];
      Vector force;
      for (int i = 0; i < 3; ++i) {
        force[i] = mass * A[i] - f[i];
        force[3 + i] = torque[i] - f[3 + i];
      }
      return force;
    }
  };
  A[0].setZero();
  if (is_local()) {  // every body has velocities of its own
    if constexpr (Space::size == 6) {
      body_accelerations(k, a, A);
      for (int b = 1; b <= layout_->bodies; ++b) F[b] = needed(b, A[b]);
      pull_back(k, F, tau);
    } else {  // which are those of the body itself (coordinates/planar.hpp)
      for (int b = 1; b <= layout_->bodies; ++b) {
        const int first = first_velocity(b);
        A[b] = k.c[b] + Vector(a[first], a[first + 1], a[first + 2]);
        F[b] = needed(b, A[b]);
        for (int i = 0; i < 3; ++i) tau[first + i] = F[b][i];
      }
    }
    return;
  }
  for (int b = 1; b <= layout_->bodies; ++b) {
    const TreeJoint& joint = layout_->tree_joints[b];
    Vector acceleration;
    for (int m = 0; m < Space::size; ++m) acceleration[m] = k.c[b][m];
    for (int i = joint.v; i < joint.v + joint.freedoms; ++i)
      for (int m = 0; m < Space::size; ++m) acceleration[m] += a[i] * k.S_columns[i][m];
    if (const int parent = layout_->tree.parent[b]) symmetric::add_acceleration(A[parent], k.p[b] - k.p[parent], acceleration);
    A[b] = acceleration;
    F[b] = needed(b, acceleration);
  }
  for (int b = layout_->bodies; b >= 1; --b) {
    const TreeJoint& joint = layout_->tree_joints[b];
    for (int i = joint.v; i < joint.v + joint.freedoms; ++i) tau[i] = symmetric::dot(k.S_columns[i], F[b]);
    if (const int parent = layout_->tree.parent[b]) symmetric::add_force(F[b], k.p[b] - k.p[parent], F[parent]);
  }
}

void System::inverse_dynamics(Equations& e, const Eigen::VectorXd& a, Eigen::Ref<Eigen::VectorXd> tau) const {
  if (e.plane)
    inverse_dynamics_in(*e.plane, a.data(), tau.data());
  else
    inverse_dynamics_in<InSpace>(e, a.data(), tau.data());
}

}  // namespace bricard
