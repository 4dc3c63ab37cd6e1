// Inverse dynamics by Newton and Euler's equations of every body, outward and inward once (Luh, Walker and Paul, J. Dynamic Systems,
// Measurement and Control 102, 1980), with the tensor  B = alpha~ + w~ w~  of each body, so that the products w_i w_j are formed once:
//
//   acceleration of a place r:  a + B r,      moment about the center of mass:  sum of  r × (B r) dm.
//
// The mass matrix by composite bodies (Walker and Orin, the same journal 104, 1982). What a hinge does not turn is kept apart:
// the part of a first moment along its axis, and of an inertia what is alike in both directions across it, stand in the parent as
// they are; what depends on parameters alone is a sum of the set-up function and costs nothing.
#include "bricard/codegen/tree.hpp"

namespace bricard {
namespace {

struct Motion6 {
  SymbolVector w = zero3<Symbol>(), alpha = zero3<Symbol>(), a = zero3<Symbol>();
  SymbolMatrix B = SymbolMatrix::Zero();
};

SymbolMatrix rotation_tensor(const SymbolVector& w, const SymbolVector& alpha) {
  const Symbol xx = w[0] * w[0], yy = w[1] * w[1], zz = w[2] * w[2];
  const Symbol xy = w[0] * w[1], xz = w[0] * w[2], yz = w[1] * w[2];
  SymbolMatrix B;
  B << -(yy + zz), xy - alpha[2], xz + alpha[1],  //
      xy + alpha[2], -(xx + zz), yz - alpha[0],   //
      xz - alpha[1], yz + alpha[0], -(xx + yy);
  return B;
}

// J alpha + w × J w. On the diagonal with P = tr(J)/2 - J:  x: P_y B_zy - P_z B_yz.
SymbolVector moment(const SymbolMatrix& J, const SymbolMatrix& B) {
  const Symbol half = 0.5 * (J(0, 0) + J(1, 1) + J(2, 2));
  SymbolVector N;
  for (int x = 0; x < 3; ++x) {
    const int y = (x + 1) % 3, z = (x + 2) % 3;
    const Symbol Py = half - J(y, y), Pz = half - J(z, z);
    N[x] = Py * B(z, y) - Pz * B(y, z) + J(y, z) * (B(y, y) - B(z, z)) + J(x, z) * B(y, x) - J(x, y) * B(z, x);
  }
  return N;
}

Motion6 moved(const Link& link, const Motion6& parent, const Symbols& v, const Symbols& a) {
  Screw6 twist, rate = link.bias;
  for (int i = 0; i < link.freedoms; ++i) {
    const Screw6& column = link.basis[i];
    twist.linear += column.linear * v[link.first_v + i];
    twist.angular += column.angular * v[link.first_v + i];
    if (a.empty()) continue;
    rate.linear += column.linear * a[link.first_v + i];
    rate.angular += column.angular * a[link.first_v + i];
  }
  const auto to_joint = [&](const SymbolVector& x) {
    const SymbolVector inside = link.C.transpose() * x;
    return link.is_reversed ? SymbolVector(link.R * inside) : inside;
  };
  const auto to_body = [&](const SymbolVector& x) { return link.is_reversed ? x : SymbolVector(link.R.transpose() * x); };
  const SymbolVector w = to_joint(parent.w);
  Motion6 motion;
  motion.w = to_body(w + twist.angular);
  motion.alpha = to_body(to_joint(parent.alpha) + cross<Symbol>(w, twist.angular) + rate.angular);
  motion.B = rotation_tensor(motion.w, motion.alpha);
  const SymbolVector& reach = link.is_reversed ? link.d : link.at;
  const SymbolVector w_after = link.is_reversed ? SymbolVector(w + twist.angular) : w;
  motion.a = to_body(to_joint(parent.a + parent.B * reach) + Symbol(2) * cross<Symbol>(w_after, twist.linear) + rate.linear);
  if (link.is_reversed) motion.a -= motion.B * link.p;
  return motion;
}

}  // namespace

Symbols inverse_dynamics(const Tree& tree, const Symbols& v, const Symbols& a, const std::vector<Screw6>& external,
                         const std::vector<Screw6>& loads) {
  const std::size_t size = tree.links.size();
  std::vector<Motion6> motions(size);
  std::vector<Screw6> forces(size);
  motions[0].a = -tree.gravity;
  for (std::size_t b = 1; b < size; ++b) {
    const Link& link = tree.links[b];
    motions[b] = moved(link, motions[link.parent], v, a);
    SymbolVector force = link.mass * SymbolVector(motions[b].a + motions[b].B * link.center);
    SymbolVector torque = moment(link.inertia, motions[b].B);
    if (!external.empty()) {
      force -= external[b].linear;
      torque -= external[b].angular;
    }
    forces[b] = {force - loads[b].linear, torque + cross<Symbol>(link.center, force) - loads[b].angular};
  }
  Symbols tau(tree.freedoms);
  for (std::size_t b = size - 1; b > 0; --b) {
    const Link& link = tree.links[b];
    if (link.is_anchored) {
      for (std::size_t i = 0; i < link.anchored.size(); ++i) {
        Symbol& sum = tau[link.anchored_freedoms[i]];
        sum = sum + product(forces[b], link.anchored[i]);
      }
      continue;
    }
    const Screw6 at_joint = link.to_joint(forces[b]);
    for (int i = 0; i < link.freedoms; ++i) tau[link.first_v + i] = product(at_joint, link.basis[i]);
    const Screw6 passed = link.joint_to_parent(at_joint);
    forces[link.parent].linear += passed.linear;
    forces[link.parent].angular += passed.angular;
  }
  return tau;
}

namespace {

void mirror(SymbolMatrix& symmetric) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < i; ++j) symmetric(i, j) = symmetric(j, i);
}

}  // namespace

SymbolMatrix turned_tensor(const SymbolMatrix& R, const SymbolMatrix& J) {
  const Turning how = turning(R);
  if (how == Turning::none) return J;
  if (how == Turning::any) {
    SymbolMatrix turned = R * SymbolMatrix(J * R.transpose());
    mirror(turned);
    return turned;
  }
  // About k with sine s and cosine c: with  u = s (J_ii - J_jj) + 2 c J_ij  it is  J_ii - s u, J_jj + s u, c u - J_ij.
  const int k = static_cast<int>(how) - 1, i = (k + 1) % 3, j = (k + 2) % 3;
  const Symbol c = R(i, i), s = R(j, i);
  const Symbol u = s * (J(i, i) - J(j, j)) + (c + c) * J(i, j), su = s * u;
  SymbolMatrix turned;
  turned(k, k) = J(k, k);
  turned(i, i) = J(i, i) - su;
  turned(j, j) = J(j, j) + su;
  turned(i, j) = turned(j, i) = c * u - J(i, j);
  turned(i, k) = turned(k, i) = c * J(i, k) - s * J(j, k);
  turned(j, k) = turned(k, j) = s * J(i, k) + c * J(j, k);
  return turned;
}

SymbolMatrix shift_of_inertia(const SymbolVector& d, const SymbolVector& u) {
  const SymbolVector twice(2 * d[0], 2 * d[1], 2 * d[2]);
  const Symbol x = twice[0] * u[0], y = twice[1] * u[1], z = twice[2] * u[2];
  const Symbol xy = -(d[0] * u[1] + d[1] * u[0]), xz = -(d[0] * u[2] + d[2] * u[0]), yz = -(d[1] * u[2] + d[2] * u[1]);
  SymbolMatrix J;
  J << y + z, xy, xz, xy, x + z, yz, xz, yz, x + y;
  return J;
}

namespace {

// First moment and inertia about an origin.
struct Moments {
  SymbolVector first = zero3<Symbol>();
  SymbolMatrix second = SymbolMatrix::Zero();

  Moments& operator+=(const Moments& other) {
    first += other.first;
    second += other.second;
    return *this;
  }
  friend Moments operator+(Moments a, const Moments& b) { return a += b; }
  friend Moments operator-(Moments a, const Moments& b) {
    a.first -= b.first;
    a.second -= b.second;
    return a;
  }
};

Moments turned(const SymbolMatrix& R, const Moments& x) { return {R * x.first, turned_tensor(R, x.second)}; }

// C is constant and mostly exchanges axes.
Moments in_parent_axes(const SymbolMatrix& C, const Moments& x) {
  SymbolMatrix second = C * SymbolMatrix(x.second * C.transpose());
  mirror(second);
  return {C * x.first, second};
}

Moments shifted(const Moments& x, const SymbolVector& d, const Symbol& mass) {
  return {x.first + mass * d, x.second + shift_of_inertia(d, x.first + (0.5 * mass) * d)};
}

// What R does not change of x.
Moments unturned(const SymbolMatrix& R, const Moments& x) {
  const Turning how = turning(R);
  if (how == Turning::none) return x;
  Moments still;
  if (how == Turning::any) return still;
  const int k = static_cast<int>(how) - 1, i = (k + 1) % 3, j = (k + 2) % 3;
  still.first[k] = x.first[k];
  still.second(k, k) = x.second(k, k);
  still.second(i, i) = still.second(j, j) = x.second(j, j);
  return still;
}

// A body with all that it carries: what depends on parameters alone, and the rest.
struct Composite {
  Symbol mass;
  Moments constant, varying;
};

Moments about_origin(const Link& link) {
  const SymbolVector half = SymbolVector(link.mass * link.center) * Symbol(0.5);
  return {link.mass * link.center, link.inertia + shift_of_inertia(link.center, half)};
}

bool is_constant(const SymbolMatrix& R) { return turning(R) == Turning::none; }

}  // namespace

Symbols mass_matrix(const Tree& tree, MassBlocks blocks) {
  const int n = tree.freedoms;
  Symbols M(static_cast<std::size_t>(n) * n);
  const auto set = [&](int i, int j, const Symbol& value) { M[i * n + j] = M[j * n + i] = value; };
  std::vector<Composite> composites(tree.links.size());
  for (int b = static_cast<int>(tree.links.size()) - 1; b > 0; --b) {
    const Link& link = tree.links[b];
    Composite& body = composites[b];
    body.mass = body.mass + link.mass;
    body.constant += about_origin(link);
    // At the joint, in the axes of its basis.
    Moments still, turning_part;
    const SymbolMatrix unit = SymbolMatrix::Identity();
    const SymbolMatrix& R = link.is_reversed ? unit : link.R;
    still = unturned(R, body.constant);
    turning_part = turned(R, body.constant - still + body.varying);
    if (link.is_reversed && !is_zero(link.p)) {
      turning_part = shifted(still + turning_part, SymbolVector(-link.p), body.mass);
      still = Moments();
    }
    const Moments all = still + turning_part;
    std::vector<Screw6> columns;
    for (const Screw6& twist : link.basis)
      columns.push_back({body.mass * twist.linear + cross<Symbol>(twist.angular, all.first),
                         cross<Symbol>(all.first, twist.linear) + all.second * twist.angular});
    for (int i = 0; i < link.freedoms; ++i)
      for (int j = i; j < link.freedoms; ++j) set(link.first_v + i, link.first_v + j, product(columns[j], link.basis[i]));
    // Along the way to ground.
    for (int j = 0; j < link.freedoms && blocks == MassBlocks::all; ++j) {
      Screw6 force = link.joint_to_parent(columns[j]);
      for (int h = link.parent; h > 0; h = tree.links[h].parent) {
        const Link& on = tree.links[h];
        if (on.is_anchored) {
          for (std::size_t i = 0; i < on.anchored.size(); ++i)
            set(on.anchored_freedoms[i], link.first_v + j, product(force, on.anchored[i]));
          break;
        }
        const Screw6 at_joint = on.to_joint(force);
        for (int i = 0; i < on.freedoms; ++i) set(on.first_v + i, link.first_v + j, product(at_joint, on.basis[i]));
        force = on.joint_to_parent(at_joint);
      }
    }
    // To the parent.
    if (link.parent == 0) continue;
    Composite& parent = composites[link.parent];
    parent.mass = parent.mass + body.mass;
    Moments varying = turning_part;
    if (link.is_reversed) {
      if (!is_constant(link.R)) {
        varying = turned(link.R.transpose(), still + turning_part - unturned(link.R, still));
        still = unturned(link.R, still);
      }
    }
    varying = in_parent_axes(link.C, varying);
    still = in_parent_axes(link.C, still);
    const SymbolVector& reach = link.is_reversed ? link.d : link.at;
    if (is_zero(link.p) || link.is_reversed) {  // the way is constant
      parent.constant += shifted(still, reach, body.mass);
      parent.varying += shifted(varying, reach, Symbol(0));
    } else {
      parent.varying += shifted(still + varying, reach, body.mass);
    }
  }
  return M;
}

}  // namespace bricard
