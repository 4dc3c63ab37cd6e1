// Elastic bushing between two bodies: the wrench on the second body at its marker, in the axes of the first body's marker A,
//
//   preload - K d - C d',   d = (Aᵀ r; theta),   d' = (Aᵀ v; Aᵀ w),
//
// with theta the rotation vector of AᵀB. Both markers are equal in the design position, where d = 0 and the wrench is the
// preload. Spring and preload have the potential U = ½ dᵀ K d - preload·d: forces act along Aᵀ r as they stand, and a torque k on
// theta becomes the torque conjugate to theta (rotation_vector.hpp), which is k itself for small rotations and for rotations
// about k. So a bushing with symmetric K and without damping conserves energy, however large the rotation. The damper acts on
// the velocities, C is diagonal, and so it dissipates in any motion. Valid for relative rotations below half a turn.
#pragma once
#include <optional>

#include "bricard/elements/forces/force.hpp"
#include "bricard/elements/forces/rotation_vector.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard {

struct Bushing {
  static constexpr std::string_view type = "bushing";
  static constexpr std::string_view help = "elastic mount between two bodies: springs and dampers along and about three axes";
  static constexpr std::string_view equation = R"(wrench = preload - K d - C d',   in the axes of the first body's marker A
d = (Aᵀ r; theta),   d' = (Aᵀ v; Aᵀ w),   theta: rotation vector of AᵀB, below half a turn
U = ½ dᵀ K d - preload·d)";
  static constexpr std::string_view columns = "Force and torque on the second body at `at`, global components.";
  static constexpr std::string_view example = R"(bricard: 1
name: Engine block on a rubber mount
units: {length: mm}
bodies:
  block: {mass: 40, inertia: [8e5, 8e5, 8e5], position: [0, 0, 100], velocity: [200, 0, 0]}
forces:
  mount: {type: bushing, bodies: [ground, block], at: [0, 0, 0], stiffness: [300, 300, 800], damping: [1, 1, 2],
          rotational_stiffness: [2e5, 2e5, 1e5], rotational_damping: [500, 500, 300], preload: [0, 0, 392, 0, 0, 0]}
analysis: {type: dynamics, duration: 0.5, output_step: 20 ms}
)";
  static constexpr std::string_view symbol = "bushing";
  static constexpr ForceEnds uses = ForceEnds::two_bodies;
  static constexpr bool planar = true;

  using Three = std::array<double, 3>;
  using Six = std::array<double, 6>;
  std::optional<Three> stiffness, damping, rotational_stiffness, rotational_damping;
  std::optional<std::array<Six, 6>> matrix;  // K, instead of both stiffnesses; entries as stiffness_dimension, in SI
  std::optional<Six> preload;                // entries as wrench_dimension, in SI
  // `matrix` and `preload` state the dimension of their first entries.
  static constexpr auto fields(const auto& list) {
    namespace d = dimension;
    return list(
        field("stiffness", &Bushing::stiffness, d::stiffness, "force per length along the three axes"),
        field("damping", &Bushing::damping, d::damping, "force per velocity along the three axes"),
        field("rotational_stiffness", &Bushing::rotational_stiffness, d::rotational_stiffness, "torque per angle about the axes"),
        field("rotational_damping", &Bushing::rotational_damping, d::rotational_damping,
              "torque per angular velocity about the axes"),
        field("matrix", &Bushing::matrix, stiffness_dimension(0, 0),
              "6×6 stiffness instead of both stiffnesses: rows forces, then torques; columns displacements, then angles"),
        field("preload", &Bushing::preload, wrench_dimension(0),
              "three forces, then three torques on the second body in the design position"));
  }
  void check(const KindCheck& check) const {
    if (matrix && (stiffness || rotational_stiffness))
      check.fault("matrix", "give `matrix` or `stiffness` and `rotational_stiffness`, not both");
    if (*this == Bushing{}) check.fault("stiffness", "it has no stiffness, no damping and no preload");
    if (check.planar) check_planar(check);
  }
  void reflect(const Reflection& reflection) {
    const auto sign = [&](int i) { return i < 3 ? reflection.sign[i] : reflection.axial(i - 3); };
    for (int i = 0; i < 6; ++i) {
      if (preload) (*preload)[i] = (*preload)[i] * sign(i) + 0.0;
      for (int j = 0; matrix && j < 6; ++j) (*matrix)[i][j] = (*matrix)[i][j] * sign(i) * sign(j) + 0.0;
    }
  }
  friend bool operator==(const Bushing&, const Bushing&) = default;
  // Springs along the axes, full matrices, dampers.
  static std::vector<Bushing> samples() {
    Bushing springs, symmetric;
    springs.stiffness = Three{0.9, -1.4, 0.3};
    springs.rotational_stiffness = Three{1.7, 0.2, -0.6};
    Bushing damped = springs, damped_about = springs;
    damped.damping = Three{0.5, 1.1, 2.3};
    damped_about.rotational_damping = Three{1.3, 0.4, 0.8};
    symmetric.preload = Six{0.7, -0.2, 1.6, -1.1, 0.4, 0.9};
    symmetric.matrix.emplace();
    for (int i = 0; i < 6; ++i)
      for (int j = 0; j < 6; ++j) (*symmetric.matrix)[i][j] = std::sin(1 + 3 * (i + j) + i * j);
    Bushing any = symmetric;
    for (int i = 0; i < 6; ++i) (*any.matrix)[i][(i + 1) % 6] += 0.5;
    return {{}, springs, symmetric, any, damped, damped_about};
  }

  static constexpr std::array<ColumnName, 0> measured{};
  static constexpr std::array results = wrench_columns;
  std::array<Term, 0> functions() const { return {}; }
  std::array<double, 0> otherwise(const Pair<double>&) const { return {}; }

  template <class S, template <class> class Pair>
  std::array<S, 0> measure(const Pair<S>&) const {
    return {};
  }
  template <class S>
  Wrench<S> act(const Pair<S>& m, const std::array<S, 0>&, const std::array<S, 0>&, std::array<S, 6>& result) const {
    const Vec6<S> d = displacement(m), f = load(d);
    const Vec3<S> v = m.A.transpose() * m.v, w = m.A.transpose() * m.w;
    Vec3<S> force = f.template head<3>();
    Vec3<S> torque = conjugate_torque<S>(d.template tail<3>(), f.template tail<3>());
    for (int i = 0; i < 3; ++i) {
      if (damping) force[i] -= (*damping)[i] * v[i];
      if (rotational_damping) torque[i] -= (*rotational_damping)[i] * w[i];
    }
    const Wrench<S> wrench{m.A * force, m.A * torque};
    for (int i = 0; i < 3; ++i) result[i] = wrench.force[i], result[3 + i] = wrench.torque[i];
    return wrench;
  }
  // In the plane theta has one component, and the torque conjugate to it is that about the normal.
  template <class S>
  PlanarWrench<S> act(const PlanarPair<S>& m, const std::array<S, 0>&, const std::array<S, 0>&, std::array<S, 6>& result) const {
    const Vec6<S> f = load(displacement(m));
    const Vec2<S> v = m.A.inside(m.v);
    Vec2<S> force(f[0], f[1]);
    S torque = f[5];
    for (int i = 0; damping && i < 2; ++i) force[i] -= (*damping)[i] * v[i];
    if (rotational_damping) torque -= (*rotational_damping)[2] * m.w;
    const PlanarWrench<S> wrench{m.A.col(0) * force[0] + m.A.col(1) * force[1], torque};
    result = {wrench.force[0], wrench.force[1], S(0), S(0), S(0), torque};
    return wrench;
  }
  // A symmetric stiffness, and no damping. Units may have rounded the entries of a symmetric matrix differently.
  bool conservative() const {
    const auto differ = [](double a, double b) { return std::abs(a - b) > threshold::cancelled * (std::abs(a) + std::abs(b)); };
    const auto is_zero = [](const std::optional<Three>& values) { return !values || *values == Three{}; };
    if (matrix)
      for (int i = 0; i < 6; ++i)
        for (int j = 0; j < i; ++j)
          if (differ((*matrix)[i][j], (*matrix)[j][i])) return false;
    return is_zero(damping) && is_zero(rotational_damping);
  }
  // ½ dᵀ K d - preload·d = -½ (load + preload)·d.
  template <class S, template <class> class Pair>
  S potential(const Pair<S>& m, const std::array<S, 0>&, const std::array<S, 0>&) const {
    const Vec6<S> d = displacement(m), f = load(d);
    S energy(0);
    for (int i = 0; i < 6; ++i) energy -= S(0.5) * (f[i] + S(preload ? (*preload)[i] : 0)) * d[i];
    return energy;
  }
  // d'ᵀ C d'.
  template <class S>
  S dissipation(const Pair<S>& m, const std::array<S, 0>&, const std::array<S, 0>&) const {
    const Vec3<S> v = m.A.transpose() * m.v, w = m.A.transpose() * m.w;
    S power(0);
    for (int i = 0; i < 3; ++i) {
      if (damping) power += (*damping)[i] * v[i] * v[i];
      if (rotational_damping) power += (*rotational_damping)[i] * w[i] * w[i];
    }
    return power;
  }
  template <class S>
  S dissipation(const PlanarPair<S>& m, const std::array<S, 0>&, const std::array<S, 0>&) const {
    const Vec2<S> v = m.A.inside(m.v);
    S power(0);
    for (int i = 0; damping && i < 2; ++i) power += (*damping)[i] * v[i] * v[i];
    if (rotational_damping) power += (*rotational_damping)[2] * m.w * m.w;
    return power;
  }

 private:
  void check_planar(const KindCheck& check) const {
    const auto in_plane = [&](const std::optional<Three>& value, const char* key) {
      if (value && (*value)[2] != 0) check.fault(key, "it is not in the plane", in_plane_hint);
    };
    const auto about_normal = [&](const std::optional<Three>& value, const char* key) {
      if (value && ((*value)[0] != 0 || (*value)[1] != 0)) check.fault(key, "it is not about z", in_plane_hint);
    };
    in_plane(stiffness, "stiffness");
    in_plane(damping, "damping");
    about_normal(rotational_stiffness, "rotational_stiffness");
    about_normal(rotational_damping, "rotational_damping");
    const auto out_of_plane = [](std::size_t i) { return i > 1 && i < 5; };
    bool good = true;
    for (std::size_t i = 0; i < 6; ++i) {
      if (preload && out_of_plane(i) && (*preload)[i] != 0) good = false;
      for (std::size_t j = 0; matrix && j < 6; ++j)
        if ((out_of_plane(i) || out_of_plane(j)) && (*matrix)[i][j] != 0) good = false;
    }
    if (!good) check.fault("", "its stiffness or preload is not in the plane", in_plane_hint);
  }
  template <class S>
  Vec6<S> displacement(const Pair<S>& m) const {
    Vec6<S> d;
    d << m.A.transpose() * m.r, rotation_vector<S>(m.A.transpose() * m.B);
    return d;
  }
  template <class S>
  Vec6<S> displacement(const PlanarPair<S>& m) const {
    Vec6<S> d = Vec6<S>::Zero();
    d.template head<2>() = m.A.inside(m.r);
    d[5] = counted_turns(m.angle, 0);
    return d;
  }
  // preload - K d.
  template <class S>
  Vec6<S> load(const Vec6<S>& d) const {
    Vec6<S> f;
    for (int i = 0; i < 6; ++i) {
      const std::optional<Three>& diagonal = i < 3 ? stiffness : rotational_stiffness;
      f[i] = S(preload ? (*preload)[i] : 0);
      if (matrix)
        for (int j = 0; j < 6; ++j) f[i] -= (*matrix)[i][j] * d[j];
      else if (diagonal)
        f[i] -= (*diagonal)[i % 3] * d[i];
    }
    return f;
  }
};

}  // namespace bricard
