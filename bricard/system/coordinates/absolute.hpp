// Absolute coordinates: every body has coordinates of its own, and all joints are constraints. What sets of this family share:
// the kernel eliminates tree joints exactly here too; their motion S is the null space of the joint's rows at the present
// position, and c a particular solution of them.
//
// They differ in a chart of one body, between its (q, v) and its pose and twist:
//   name, help, dimension           as in coordinates.hpp
//   nq, nv                          sizes of one body's q and v
//   q_per_radian, v_per_radian      as in coordinates.hpp
//   absent                          components of the twist that the body does not have, ascending
//   everywhere                      no orientation is singular; else singular(k, b), why_singular(k, b)
//   remembers                       motion keeps in k.turn, k.turn_rate and k.c[b] what acceleration and pull_back need
//   has_own_row                     one row of its own, written by own_row(k, b, row), with own_product(k, b, a) and own_load
//   motion(layout, b, q, v, k)
//   acceleration(k, b, a), pull_back(k, b, F, r)
//   rates, second_rates, velocities, move    by PlainRates where q' = v
//   normalize(q, v), from_body(k, b, q, v)
//   increment(k, b, order, A, d)    v' (or an increment of v or q) from the body's acceleration (increment of twist or pose) A
#pragma once
#include <array>

#include "bricard/system/coordinates/coordinates.hpp"
#include "bricard/system/evaluate.hpp"

namespace bricard {

// What the kernel needs of absolute coordinates. absent: the chart's.
namespace absolute {
std::vector<int> free(const Layout& layout, std::span<const int> absent);
template <class Space>
void edges(const Layout& layout, const KinematicsIn<Space>& k, KernelIn<Space>& kernel, EdgeWorkIn<Space>& work,
           std::span<const int> absent);
template <class Space>
void known(const Layout& layout, const KinematicsIn<Space>& k, Order order, const EdgeWorkIn<Space>& work,
           std::vector<typename Space::Vector>& c);
}  // namespace absolute

// Charts whose velocities are the rates of their coordinates.
template <int n>
struct PlainRates {
  static constexpr int nq = n, nv = n;
  template <class S>
  static void rates(const S*, const S* v, S* q_rate) {
    for (int i = 0; i < n; ++i) q_rate[i] = v[i];
  }
  static void second_rates(const double*, const double*, const double* a, double* second) {
    for (int i = 0; i < n; ++i) second[i] = a[i];
  }
  static void velocities(const double*, const double* q_rate, double* v) {
    for (int i = 0; i < n; ++i) v[i] = q_rate[i];
  }
  static void move(const double* q, const double* d, double* moved) {
    for (int i = 0; i < n; ++i) moved[i] = q[i] + d[i];
  }
};

template <class Chart>
struct AbsoluteCoordinates {
  static constexpr std::string_view name = Chart::name;
  static constexpr std::string_view help = Chart::help;
  static constexpr int dimension = Chart::dimension;
  static constexpr RowSet rows = RowSet::all;
  static constexpr bool holds_joint_coordinates = false, is_local = true, everywhere = Chart::everywhere;

  static constexpr bool holds(const RowGroup&) { return false; }
  static constexpr int driven(const Layout&, const RowGroup&) { return -1; }
  static int nq(const Layout& layout) { return Chart::nq * layout.bodies; }
  static int nv(const Layout& layout) { return Chart::nv * layout.bodies; }
  static int first(const Layout&, int b) { return Chart::nv * (b - 1); }
  static int count(const Layout&, int) { return Chart::nv; }
  static void per_radian(const Layout& layout, double* q, double* v) {
    for (int b = 1; b <= layout.bodies; ++b) {
      for (double change : Chart::q_per_radian) *q++ = change;
      for (double change : Chart::v_per_radian) *v++ = change;
    }
  }

  static int own_rows(const Layout& layout) { return Chart::has_own_row ? layout.bodies : 0; }
  static int own_body(int i) { return i + 1; }
  template <class S>
  static S own_product([[maybe_unused]] const Layout& layout, const Kinematics<S>& k, int i, const S* a) {
    if constexpr (Chart::has_own_row)
      return Chart::own_product(k, own_body(i), a + first(layout, own_body(i)));
    else
      return S(0);
  }
  template <class S>
  static void own_load([[maybe_unused]] const Layout& layout, const Kinematics<S>& k, int i, const S& lambda, S* r) {
    if constexpr (Chart::has_own_row) Chart::own_load(k, own_body(i), lambda, r + first(layout, own_body(i)));
  }

  static int singular([[maybe_unused]] const Layout& layout, [[maybe_unused]] const Kinematics<double>& k) {
    if constexpr (!everywhere)
      for (int b = 1; b <= layout.bodies; ++b)
        if (Chart::singular(k, b)) return b;
    return 0;
  }
  static std::string why_singular([[maybe_unused]] const Kinematics<double>& k, [[maybe_unused]] int b) {
    if constexpr (everywhere)
      return {};
    else
      return Chart::why_singular(k, b);
  }

  template <class S, template <class> class K>
  static void motion(const Layout& layout, const S* q, const S* v, K<S>& k) {
    if constexpr (Chart::remembers) make_room(layout, k);
    for (int b = 1; b <= layout.bodies; ++b, q += Chart::nq, v += Chart::nv) {
      Chart::motion(layout, b, q, v, k);
      if constexpr (Chart::has_own_row) Chart::own_row(k, b, layout.rows + b - 1);
    }
  }
  template <class S>
  static void accelerations(const Layout& layout, const Kinematics<S>& k, const S* a, std::vector<Vec6<S>>& A) {
    for (int b = 1; b <= layout.bodies; ++b, a += Chart::nv) A[b] = Chart::acceleration(k, b, a);
  }
  template <class S>
  static void pull_back(const Layout& layout, const Kinematics<S>& k, std::vector<Vec6<S>>& F, S* r) {
    for (int b = 1; b <= layout.bodies; ++b, r += Chart::nv) Chart::pull_back(k, b, F[b], r);
  }
  template <class S>
  static void rates(const Layout& layout, const S* q, const S* v, S* q_rate) {
    for (int b = 1; b <= layout.bodies; ++b, q += Chart::nq, v += Chart::nv, q_rate += Chart::nq) Chart::rates(q, v, q_rate);
  }

  static void second_rates(const Layout& layout, const double* q, const double* v, const double* a, double* second) {
    for (int b = 1; b <= layout.bodies; ++b, q += Chart::nq, v += Chart::nv, a += Chart::nv, second += Chart::nq)
      Chart::second_rates(q, v, a, second);
  }
  static void velocities(const Layout& layout, const double* q, const double* q_rate, double* v) {
    for (int b = 1; b <= layout.bodies; ++b, q += Chart::nq, q_rate += Chart::nq, v += Chart::nv) Chart::velocities(q, q_rate, v);
  }
  static void move(const Layout& layout, const double* q, const double* d, double* moved) {
    for (int b = 1; b <= layout.bodies; ++b, q += Chart::nq, d += Chart::nv, moved += Chart::nq) Chart::move(q, d, moved);
  }
  static void normalize(const Layout& layout, double* q, double* v) {
    for (int b = 1; b <= layout.bodies; ++b, q += Chart::nq, v += Chart::nv) Chart::normalize(q, v);
  }
  static void from_bodies(const Layout& layout, const Kinematics<double>& k, double* q, double* v) {
    for (int b = 1; b <= layout.bodies; ++b, q += Chart::nq, v += Chart::nv) Chart::from_body(k, b, q, v);
  }

  static std::vector<int> free(const Layout& layout) { return absolute::free(layout, Chart::absent); }
  template <class Space>
  static void edges(const Layout& layout, const KinematicsIn<Space>& k, KernelIn<Space>& kernel, EdgeWorkIn<Space>& work) {
    absolute::edges<Space>(layout, k, kernel, work, absent<Space>());
  }
  template <class Space>
  static void known(const Layout& layout, const KinematicsIn<Space>& k, Order order, const EdgeWorkIn<Space>& work,
                    std::vector<typename Space::Vector>& c) {
    absolute::known<Space>(layout, k, order, work, c);
  }
  template <class Space>
  static void increments(const Layout& layout, const KinematicsIn<Space>& k, Order order, const KernelIn<Space>&,
                         const KernelSolutionIn<Space>& solution, const EdgeWorkIn<Space>&, double* d) {
    for (int b = 1; b <= layout.bodies; ++b, d += Chart::nv) Chart::increment(k, b, order, solution.A[b], d);
  }

 private:
  // In the plane nothing is absent.
  template <class Space>
  static std::span<const int> absent() {
    if constexpr (Space::size == 3)
      return {};
    else
      return Chart::absent;
  }
  // What only some charts need is made at the first motion.
  template <class S>
  static void make_room(const Layout& layout, Kinematics<S>& k) {
    if (!k.turn.empty()) return;
    k.turn.assign(layout.bodies + 1, Vec4<S>::Zero());
    k.turn_rate = k.turn;
    for (auto* of_row : {&k.Phi, &k.Phi_rate, &k.nu, &k.second, &k.gamma}) of_row->resize(layout.rows + own_rows(layout), S(0));
  }
};

}  // namespace bricard
