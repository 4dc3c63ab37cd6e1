// Random trees of joints through the C++ API, and a tree of a System with its state as data for a peer.
#pragma once
#include <random>

#include "benchmarks/peers/tree.hpp"
#include "bricard/bricard.hpp"
#include "bricard/elements/elements.hpp"
#include "bricard/system/system.hpp"

namespace bricard {

class RandomTree {
 public:
  explicit RandomTree(unsigned seed) : engine_(seed) {}

  double number(double from, double to) { return std::uniform_real_distribution<>(from, to)(engine_); }
  int whole(int from, int to) { return std::uniform_int_distribution<>(from, to)(engine_); }
  Vector3 vector(double size) { return {number(-size, size), number(-size, size), number(-size, size)}; }
  Vector3 direction() {
    for (;;) {
      const Vector3 v = vector(1);
      if (v.norm() > 0.1 && v.norm() < 1) return v.normalized();
    }
  }
  Eigen::Vector4d quaternion() {
    const Vector3 n = direction();
    const double half = number(-1.5, 1.5);
    return {std::cos(half), std::sin(half) * n[0], std::sin(half) * n[1], std::sin(half) * n[2]};
  }

  // A body with full inertia, axes turned in the design position.
  Body body(std::string name, const Vector3& at) {
    Body body;
    body.name = std::move(name);
    body.mass = number(0.5, 2);
    body.position = Point{at, ""};
    body.orientation.quaternion = quaternion();
    Mat3<double> points = Mat3<double>::Zero();  // inertia of masses at random points: always possible
    for (int i = 0; i < 5; ++i) {
      const Vec3<double> r = vector(0.3);
      points += body.mass / 5 * (r.squaredNorm() * Mat3<double>::Identity() - r * r.transpose());
    }
    body.inertia.matrix = points;
    return body;
  }

  Joint joint(std::string name, std::string parent, std::string child, const Vector3& at, const JointKind& kind) {
    Joint joint;
    joint.name = std::move(name);
    joint.kind = kind;
    joint.bodies = {std::move(parent), std::move(child)};
    if (whole(0, 3) == 0) std::swap(joint.bodies[0], joint.bodies[1]);
    joint.at = Point{at, ""};
    const JointKeys uses = kind->uses;
    const Vector3 axis = direction();
    if (uses.axis) joint.axis = Direction{axis, ""};
    if (uses.axis && uses.axis2) joint.axis2 = Direction{axis.cross(direction()).normalized(), ""};
    return joint;
  }

  // n bodies, each on an earlier one or on ground, by joints of the given kinds. `spread`: how many bodies back a parent may be.
  Model model(int n, const std::vector<JointKind>& kinds, int spread) {
    Model model;
    model.name = "random tree of " + std::to_string(n);
    model.gravity = {1.5, -9.81, 0.7};
    std::vector<Vector3> centers;
    for (int i = 0; i < n; ++i) {
      const int parent = i == 0 ? -1 : std::max(-1, i - whole(1, spread));
      const Vector3 from = parent < 0 ? Vector3::Zero() : centers[parent];
      const Vector3 pin = from + 0.3 * direction(), center = pin + 0.3 * direction();
      centers.push_back(center);
      const std::string name = "b" + std::to_string(i);
      model.bodies.push_back(body(name, center));
      model.joints.push_back(joint("j" + std::to_string(i), parent < 0 ? "ground" : "b" + std::to_string(parent), name, pin,
                                   kinds[whole(0, static_cast<int>(kinds.size()) - 1)]));
    }
    return model;
  }

  // Every joint bent and moving.
  State state(const System& relative) {
    State state = relative.designed();
    for (int b = 1; b <= relative.mechanism().bodies; ++b) {
      const TreeJoint& joint = relative.mechanism().tree_joints[b];
      for (int i = 0; i < joint.coordinates; ++i) state.q[joint.q + i] += number(-0.6, 0.6);
      if (joint.has_quaternion) state.q.segment<4>(joint.q + joint.quaternion) = quaternion();
      for (int i = 0; i < joint.freedoms; ++i) state.v[joint.v + i] = number(-1, 1);
    }
    return state;
  }

 private:
  std::mt19937 engine_;
};

inline peer::TreeJointKind peer_kind(const JointKind& kind) {
  using K = peer::TreeJointKind;
  if (kind.is<Revolute>()) return K::pin;
  if (kind.is<Prismatic>()) return K::slider;
  if (kind.is<Cylindrical>()) return K::cylinder;
  if (kind.is<Spherical>()) return K::ball;
  if (kind.is<Universal>()) return K::universal;
  if (kind.is<Planar>()) return K::planar;
  if (kind.is<Screw>()) return K::screw;
  if (kind.is<Fixed>()) return K::weld;
  return K::free;
}

// The tree of a System in relative coordinates, body after body by number.
inline peer::Tree peer_tree(const System& relative, const State& state) {
  peer::Tree tree;
  const auto vector = [](const Vector3& v) { return peer::Vector{v[0], v[1], v[2]}; };
  const auto frame = [&](const Frame& f) {
    peer::TreeFrame out;
    for (int i = 0; i < 9; ++i) out.axes[i] = f.R(i / 3, i % 3);
    out.origin = vector(f.p);
    return out;
  };
  tree.gravity = vector(relative.model().gravity);
  for (int b = 1; b <= relative.mechanism().bodies; ++b) {
    const TreeJoint& joint = relative.mechanism().tree_joints[b];
    peer::TreeBody body;
    body.parent = relative.mechanism().tree.parent[b] - 1;
    body.kind = peer::TreeJointKind::free;
    if (const int j = relative.mechanism().joint_of_body[b]; j >= 0) {
      body.kind = peer_kind(relative.model().joints[j].kind);
      if (const auto* screw = relative.model().joints[j].kind.get_if<Screw>()) body.pitch = screw->pitch();
    }
    body.reversed = joint.child_is_first;
    body.on_parent = frame(joint.child_is_first ? joint.B : joint.A);
    body.on_body = frame(joint.child_is_first ? joint.A : joint.B);
    body.mass = relative.mechanism().mass[b];
    const Mat3<double>& I = relative.mechanism().inertia[b];
    body.inertia = {I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2)};
    for (int i = 0; i < joint.coordinates; ++i) body.q.push_back(state.q[joint.q + i]);
    for (int i = 0; i < joint.freedoms; ++i) body.v.push_back(state.v[joint.v + i]);
    tree.bodies.push_back(std::move(body));
  }
  return tree;
}

}  // namespace bricard
