#include "bricard/codegen/tree_elements.hpp"

#include <algorithm>

#include "bricard/system/evaluate_kinds.hpp"

namespace bricard {

using Op = Graph::Op;

namespace {

// One joint inward. What is seen from the link's body becomes what is seen from its parent, in the axes that `C` makes of the joint's.
void step_inward(const Link& link, const SymbolMatrix& C, const Symbols& v, MarkerPath& path) {
  Screw6 twist;
  for (int i = 0; i < link.freedoms; ++i) {
    twist.linear += link.basis[i].linear * v[link.first_v + i];
    twist.angular += link.basis[i].angular * v[link.first_v + i];
  }
  const auto into = [&](const SymbolVector& x) { return link.is_reversed ? x : SymbolVector(link.R * x); };
  const auto out_of = [&](const SymbolVector& x) {
    return SymbolVector(C * (link.is_reversed ? SymbolVector(link.R.transpose() * x) : x));
  };
  // In the axes of the basis; reversed, B's origin moves in them.
  const SymbolVector r = link.is_reversed ? SymbolVector(path.r - link.p) : into(path.r);
  const SymbolVector v_turned = into(path.v), w_turned = into(path.w);
  const SymbolVector v_here = v_turned + twist.linear + cross<Symbol>(twist.angular, r);
  SymbolVector a_here = into(path.a) + link.bias.linear + cross<Symbol>(link.bias.angular, r);
  // reversed: v and the joint's translation both change in the body's axes, which turn
  const SymbolVector in_turning = link.is_reversed ? SymbolVector(v_turned + twist.linear) : v_turned;
  const SymbolVector out = link.is_reversed ? v_here : SymbolVector(v_here - twist.linear);
  a_here += cross<Symbol>(twist.angular, in_turning + out);
  const SymbolVector w_here = w_turned + twist.angular;
  const SymbolVector alpha_here = into(path.alpha) + link.bias.angular + cross<Symbol>(twist.angular, w_turned);
  for (Screw6& column : path.columns) column = {out_of(into(column.linear)), out_of(into(column.angular))};
  for (int i = 0; i < link.freedoms; ++i) {
    const Screw6& basis = link.basis[i];
    path.freedoms.push_back(link.first_v + i);
    path.columns.push_back({out_of(basis.linear + cross<Symbol>(basis.angular, r)), out_of(basis.angular)});
  }
  const SymbolVector moved = link.is_reversed ? r : SymbolVector(r + link.p);
  path.r = out_of(moved);
  path.v = out_of(v_here);
  path.a = out_of(a_here);
  path.w = out_of(w_here);
  path.alpha = out_of(alpha_here);
  for (int i = 0; i < 3; ++i) path.axes.col(i) = out_of(into(SymbolVector(path.axes.col(i))));
}

SymbolMatrix exact_axes(const Tree& tree, const Frame& frame) {
  return exact(tree.links[frame.body].in_body.transpose() * frame.R);
}

// From the origin of the frame's body, in the axes of its link.
SymbolVector place_on(const TreeKinematics<Symbol>& k, const Frame& frame) {
  return exact(k.tree->links[frame.body].in_body).transpose() * k.parameters->place(frame, k.arguments);
}

// From the marker's own body; the origin of the ancestor is not added to the last step, in `reference` axes.
MarkerPath follow(const Layout& layout, const TreeKinematics<Symbol>& k, const Symbols& v, const Frame& frame, int ancestor,
                  const SymbolMatrix& reference) {
  MarkerPath path;
  path.axes = exact_axes(*k.tree, frame);
  path.r = place_on(k, frame);
  for (int b = frame.body; b != ancestor; b = layout.tree.parent[b]) {
    const Link& link = k.tree->links[b];
    path.bodies.push_back(b);
    const bool is_last = link.parent == ancestor;
    const SymbolMatrix C = is_last ? product_of_constants(reference.transpose(), link.C) : link.C;
    step_inward(link, C, v, path);
    path.r += is_last ? SymbolVector(reference.transpose() * link.d) : link.d;
  }
  if (path.bodies.empty()) {
    path.r = reference.transpose() * path.r;
    path.axes = product_of_constants(reference.transpose(), path.axes);
  }
  return path;
}

int youngest_common_ancestor(const Topology& tree, int a, int b) {
  while (a != b) (tree.depth[a] >= tree.depth[b] ? a : b) = tree.parent[tree.depth[a] >= tree.depth[b] ? a : b];
  return a;
}

}  // namespace

template <class S>
void evaluate_pair(const Layout& layout, TreeKinematics<S>& k, int index) {
  PairPaths& paths = k.paths[index];
  if (paths.is_known) return;
  const PairFrames& frames = layout.pairs[index];
  paths.is_known = true;
  paths.ancestor = youngest_common_ancestor(layout.tree, frames.A.body, frames.B.body);
  paths.reference = frames.A.body == paths.ancestor   ? exact_axes(*k.tree, frames.A)
                    : frames.B.body == paths.ancestor ? exact_axes(*k.tree, frames.B)
                                                      : SymbolMatrix(SymbolMatrix::Identity());
  const MarkerPath& A = paths.A = follow(layout, k, *k.velocities, frames.A, paths.ancestor, paths.reference);
  const MarkerPath& B = paths.B = follow(layout, k, *k.velocities, frames.B, paths.ancestor, paths.reference);
  Pair<S>& pair = k.pairs[index];
  pair.A = A.axes;
  pair.B = B.axes;
  pair.r = B.r - A.r;
  pair.w = B.w - A.w;
  const SymbolVector spin = cross<S>(A.w, pair.r);
  pair.v = B.v - A.v - spin;
  k.drift[index].template head<3>() = B.a - A.a - cross<S>(A.alpha, pair.r) - cross<S>(A.w, spin) - S(2) * cross<S>(A.w, pair.v);
  k.drift[index].template tail<3>() = B.alpha - A.alpha - cross<S>(A.w, pair.w);
}

// Weights and inertia stand in the recursion.
template <class S>
void evaluate_weights(const Layout&, TreeKinematics<S>&) {}

namespace {

// force = x r, written as the law of a spring writes it: every component is a product of the same factor, or a quotient by the same.
bool acts_along(const SymbolVector& force, const SymbolVector& r) {
  const auto& nodes = Graph::current().nodes();
  std::array<int, 2> factor{-1, -1};  // a product with, a quotient by
  const auto bare = [&](int node, int& sign) {
    if (nodes[node].op != Op::negate) return node;
    sign = -sign;
    return nodes[node].operands[0];
  };
  int common_sign = 0;
  for (int i = 0; i < 3; ++i) {
    int sign = 1;
    const int f = bare(force[i].node(), sign), x = bare(r[i].node(), sign);
    if (f == Graph::zero && x == Graph::zero) continue;
    if (nodes[f].op != Op::multiply) return false;
    bool found = false;
    for (int o = 0; o < 2 && !found; ++o) {
      const int other = nodes[f].operands[1 - o], direction = nodes[f].operands[o];
      if (nodes[direction].op != Op::divide || nodes[direction].operands[0] != x) continue;
      const std::array<int, 2> here{other, nodes[direction].operands[1]};
      found = factor[0] < 0 || factor == here;
      factor = here;
    }
    if (!found || (common_sign != 0 && sign != common_sign)) return false;
    common_sign = sign;
  }
  return common_sign != 0;
}

// Along the path out to its body; the first step begins in the reference axes.
SymbolVector outward(const Tree& tree, const MarkerPath& path, const SymbolMatrix& reference, const SymbolVector& x) {
  if (path.bodies.empty()) return reference * x;
  SymbolVector inside = x;
  for (std::size_t i = path.bodies.size(); i-- > 0;) {
    const Link& link = tree.links[path.bodies[i]];
    const bool is_first = i + 1 == path.bodies.size();
    const SymbolMatrix C = is_first ? product_of_constants(reference.transpose(), link.C) : link.C;
    const SymbolVector at_joint = C.transpose() * inside;
    inside = link.is_reversed ? SymbolVector(link.R * at_joint) : SymbolVector(link.R.transpose() * at_joint);
  }
  return inside;
}

}  // namespace

template <class S>
void add_load(const Layout& layout, TreeKinematics<S>& k, int index, const Wrench<S>& wrench) {
  evaluate_pair(layout, k, index);
  const PairPaths& paths = k.paths[index];
  const PairFrames& frames = layout.pairs[index];
  const auto add = [&](const Frame& frame, const MarkerPath& path, const SymbolVector& force, const SymbolVector& torque) {
    if (frame.body == 0) return;
    const SymbolVector place = place_on(k, frame);
    const SymbolVector inside = outward(*k.tree, path, paths.reference, force);
    k.loads[frame.body].linear += inside;
    k.loads[frame.body].angular += cross<Symbol>(place, inside) + outward(*k.tree, path, paths.reference, torque);
  };
  add(frames.B, paths.B, wrench.force, wrench.torque);
  const SymbolVector& r = k.pairs[index].r;
  const SymbolVector arm = acts_along(wrench.force, r) ? zero3<Symbol>() : cross<Symbol>(r, wrench.force);
  add(frames.A, paths.A, -wrench.force, -(wrench.torque + arm));
}

// On a coordinate of the tree an effort needs no wrench.
template <class S>
void add_effort(const Layout& layout, TreeKinematics<S>& k, const ForceEntry& force, const S& effort) {
  const auto act = [&](int on, const S& along) {
    const MeasuredCoordinate& coordinate = layout.measured[on];
    if (coordinate.tree_body) {
      S& sum = k.efforts[layout.tree_joints[coordinate.tree_body].v + coordinate.which];
      sum = sum + along;
      return;
    }
    const Row<S>& row = k.measured[on];
    add_load<S>(layout, k, coordinate.pair, {along * row.n, along * row.tau});
  };
  act(force.coordinate, effort);
  if (force.less >= 0) act(force.less, -effort);
}

TreeElements::TreeElements(const System& system, const ModelParameters& parameters, const Symbols& q, const Symbols& v,
                           const Symbols& p)
    : system_(system), q_(q), v_(v), p_(p), tree_(make_tree(system, parameters, q, v, p)) {
  static_cast<Kinematics<Symbol>&>(k_) = make_kinematics<Symbol>(system.layout());
  k_.tree = &tree_;
  k_.parameters = &parameters;
  k_.velocities = &v_;
  k_.arguments = p_;
  k_.paths.resize(system.layout().pairs.size());
  k_.loads.resize(tree_.links.size());
  k_.efforts.assign(tree_.freedoms, Symbol());
  write_ground_motion();
}

// Poses and twists of the bodies' centers of mass in global axes, which columns read.
void TreeElements::write_ground_motion() {
  std::vector<SymbolVector> origin(tree_.links.size(), zero3<Symbol>()), w = origin, v = origin;
  std::vector<SymbolMatrix> R(tree_.links.size(), SymbolMatrix::Identity());
  for (std::size_t b = 1; b < tree_.links.size(); ++b) {
    const Link& link = tree_.links[b];
    const SymbolMatrix turn = link.is_reversed ? SymbolMatrix(link.C * link.R.transpose()) : SymbolMatrix(link.C * link.R);
    Screw6 twist;
    for (int i = 0; i < link.freedoms; ++i) {
      twist.linear += link.basis[i].linear * v_[link.first_v + i];
      twist.angular += link.basis[i].angular * v_[link.first_v + i];
    }
    if (link.is_reversed)
      twist.linear -= cross<Symbol>(twist.angular, link.p);
    else
      twist = {link.R.transpose() * twist.linear, link.R.transpose() * twist.angular};
    R[b] = R[link.parent] * turn;
    origin[b] = origin[link.parent] + R[link.parent] * link.at;
    w[b] = link.from_parent(w[link.parent]) + twist.angular;
    v[b] = link.from_parent(v[link.parent] + cross<Symbol>(w[link.parent], link.at)) + twist.linear;
    k_.R[b] = R[b] * exact(link.in_body.transpose());
    k_.p[b] = origin[b] + R[b] * link.center;
    k_.w[b] = R[b] * w[b];
    k_.v[b] = R[b] * SymbolVector(v[b] + cross<Symbol>(w[b], link.center));
  }
}

void TreeElements::evaluate_rows(const Symbol& t, const Symbols& z, const Symbols& u, const Symbols& angles, const Symbols& u_rates) {
  k_.given_inputs = u;
  k_.last_angles = angles;
  evaluate_time(system_.layout(), k_, t);
  std::copy(u_rates.begin(), u_rates.end(), k_.columns.begin() + system_.layout().first_input_rate);
  if (!z.empty()) evaluate_states(system_.layout(), k_, z.data());
  bricard::evaluate_rows<Symbol, TreeKinematics>(system_.layout(), k_, RowSet::loops, Measure::needed, {}, q_.data());
}

void TreeElements::evaluate_forces() { bricard::evaluate_forces<Symbol, TreeKinematics>(system_.layout(), k_); }

LoopRows TreeElements::loop_rows() const {
  const Layout& layout = system_.layout();
  const int rows = static_cast<int>(system_.active_rows().size());
  LoopRows out;
  out.h.resize(rows);
  out.nu = out.jdqd = out.h;
  out.J.resize(static_cast<std::size_t>(rows) * tree_.freedoms);
  const auto slope = [&](int row, int freedom) -> Symbol& { return out.J[static_cast<std::size_t>(freedom) * rows + row]; };
  // Three rows that hold B's origin at A's, along A's axes.
  const auto holds_point = [&](const RowGroup& group, int i) {
    if (group.terms != 1 || i + 3 > group.rows) return false;
    for (int j = 0; j < 3; ++j) {
      const Row<Symbol>& entry = k_.entries[group.first_entry + i + j];
      if (!is_zero(entry.tau) || !is_zero(entry.quad)) return false;
      for (int m = 0; m < 3; ++m)
        if (entry.n[m].node() != k_.pairs[group.pairs[0]].A(m, j).node()) return false;
    }
    return true;
  };
  int l = 0;
  for (const RowGroup& group : layout.groups) {
    if (system_.holds(group)) continue;
    for (int i = 0; i < group.rows; ++i, ++l) {
      const int row = group.first_row + i;
      if (const int driven = system_.driven(group); driven >= 0) {
        out.h[l] = k_.Phi[row], out.nu[l] = k_.nu[row], out.jdqd[l] = -k_.second[row];
        slope(l, driven) = 1;
        continue;
      }
      if (holds_point(group, i)) {
        const auto& [known, ancestor, reference, A, B] = k_.paths[group.pairs[0]];
        out.points.push_back({l, A.axes});
        for (int j = 0; j < 3; ++j) {
          out.h[l + j] = A.r[j] - B.r[j];
          out.jdqd[l + j] = A.a[j] - B.a[j];
          for (std::size_t c = 0; c < A.columns.size(); ++c) slope(l + j, A.freedoms[c]) = A.columns[c].linear[j];
          for (std::size_t c = 0; c < B.columns.size(); ++c) slope(l + j, B.freedoms[c]) = -B.columns[c].linear[j];
        }
        i += 2, l += 2;
        continue;
      }
      out.h[l] = k_.Phi[row], out.nu[l] = k_.nu[row], out.jdqd[l] = -k_.gamma[row];
      for (int m = 0; m < group.terms; ++m) {
        const Row<Symbol>& entry = k_.entries[group.first_entry + i * group.terms + m];
        const PairPaths& paths = k_.paths[group.pairs[m]];
        const SymbolVector& r = k_.pairs[group.pairs[m]].r;
        for (std::size_t c = 0; c < paths.B.columns.size(); ++c) {
          Symbol& sum = slope(l, paths.B.freedoms[c]);
          sum = sum + product({entry.n, entry.tau}, paths.B.columns[c]);
        }
        for (std::size_t c = 0; c < paths.A.columns.size(); ++c) {  // a point of A's body where B's origin is
          const Screw6& column = paths.A.columns[c];
          Symbol& sum = slope(l, paths.A.freedoms[c]);
          sum = sum - product({entry.n, entry.tau}, {column.linear + cross<Symbol>(column.angular, r), column.angular});
        }
      }
    }
  }
  return out;
}

Symbols LoopRows::element_multipliers(Symbols lambda) const {
  for (const Point& point : points) {
    const SymbolVector turned =
        point.axes.transpose() * SymbolVector(lambda[point.first], lambda[point.first + 1], lambda[point.first + 2]);
    for (int i = 0; i < 3; ++i) lambda[point.first + i] = -turned[i];
  }
  return lambda;
}

Symbols LoopRows::own_multipliers(Symbols lambda) const {
  for (const Point& point : points) {
    const SymbolVector turned = point.axes * SymbolVector(lambda[point.first], lambda[point.first + 1], lambda[point.first + 2]);
    for (int i = 0; i < 3; ++i) lambda[point.first + i] = -turned[i];
  }
  return lambda;
}

}  // namespace bricard
