#include "bricard/codegen/tree.hpp"

#include "bricard/codegen/hinge_axes.hpp"
#include "bricard/system/evaluate.hpp"

namespace bricard {
namespace {

Screw6 halves(const Vec6<Symbol>& x) { return {x.head<3>(), x.tail<3>()}; }
Screw6 negative(const Screw6& x) { return {-x.linear, -x.angular}; }

void anchor(Tree& tree, int body) {
  Link& link = tree.links[body];
  const Link& parent = tree.links[link.parent];
  if (!parent.is_anchored) return;
  bool turns_above = false;
  for (const Screw6& twist : parent.anchored) turns_above |= !is_zero(twist.angular);
  if (turns_above && !is_zero(link.at)) return;
  link.is_anchored = true;
  link.anchored_freedoms = parent.anchored_freedoms;
  for (const Screw6& twist : parent.anchored)
    link.anchored.push_back({link.from_parent(twist.linear + cross<Symbol>(twist.angular, link.at)), link.from_parent(twist.angular)});
  for (int i = 0; i < link.freedoms; ++i) {
    const Screw6& twist = link.basis[i];
    link.anchored_freedoms.push_back(link.first_v + i);
    if (link.is_reversed)
      link.anchored.push_back({twist.linear - cross<Symbol>(twist.angular, link.p), twist.angular});
    else
      link.anchored.push_back({link.R.transpose() * twist.linear, link.R.transpose() * twist.angular});
  }
}

}  // namespace

SymbolMatrix exact(Mat3<double> R) {
  for (double& x : R.reshaped())
    for (const double whole : {-1.0, 0.0, 1.0})
      if (std::abs(x - whole) <= threshold::rounding_of_positions) x = whole;
  return R.cast<Symbol>();
}

SymbolMatrix product_of_constants(const SymbolMatrix& a, const SymbolMatrix& b) {
  const SymbolMatrix c = a * b;
  return exact(c.unaryExpr([](const Symbol& x) { return number_of(x); }));
}

bool is_zero(const Symbol& x) { return x.node() == Graph::zero; }
bool is_zero(const SymbolVector& x) { return is_zero(x[0]) && is_zero(x[1]) && is_zero(x[2]); }

Symbol product(const Screw6& force, const Screw6& twist) {
  return dot<Symbol>(force.linear, twist.linear) + dot<Symbol>(force.angular, twist.angular);
}

Turning turning(const SymbolMatrix& R) {
  int fixed = 0, axis = -1;
  for (int k = 0; k < 3; ++k) {
    if (R(k, k).node() != Graph::one) continue;
    ++fixed;
    axis = k;
  }
  if (fixed == 3) return Turning::none;
  return fixed == 1 ? static_cast<Turning>(axis + 1) : Turning::any;
}

Screw6 Link::to_joint(const Screw6& force) const {
  if (is_reversed) return {force.linear, force.angular - cross<Symbol>(p, force.linear)};
  return {R * force.linear, R * force.angular};
}

Screw6 Link::joint_to_parent(const Screw6& force) const {
  Screw6 moved{C * force.linear, C * force.angular};
  if (is_reversed) moved = {C * SymbolVector(R.transpose() * force.linear), C * SymbolVector(R.transpose() * force.angular)};
  moved.angular += cross<Symbol>(is_reversed ? d : at, moved.linear);
  return moved;
}

SymbolVector Link::from_parent(const SymbolVector& x) const {
  const SymbolVector inside = C.transpose() * x;
  return is_reversed ? SymbolVector(R * inside) : SymbolVector(R.transpose() * inside);
}

SymbolVector Link::to_parent(const SymbolVector& x) const {
  return C * (is_reversed ? SymbolVector(R.transpose() * x) : SymbolVector(R * x));
}

Tree make_tree(const System& system, const ModelParameters& parameters, const Symbols& q, const Symbols& v, const Symbols& p) {
  const Layout& layout = system.layout();
  auto k = make_kinematics<Symbol>(layout);
  evaluate_motions(layout, q.data(), v.data(), k);
  Tree tree;
  tree.freedoms = system.nv();
  tree.gravity = eigen(layout.model.gravity).cast<Symbol>();
  tree.links.resize(layout.bodies + 1);
  tree.links[0].is_anchored = true;
  const std::vector<HingeAxes> axes = hinge_axes(layout);
  for (int b = 1; b <= layout.bodies; ++b) {
    const TreeJoint& joint = layout.tree_joints[b];
    Link& link = tree.links[b];
    link.parent = layout.tree.parent[b];
    link.first_q = joint.q;
    link.first_v = joint.v;
    link.freedoms = joint.freedoms;
    link.is_reversed = joint.child_is_first;
    link.in_body = axes[b].own;
    link.C = exact(axes[link.parent].own.transpose() * axes[b].end);
    link.d = exact(axes[link.parent].own).transpose() * parameters.place(parent_end(layout, b), p);
    if (joint.is_hinge) {
      const Symbol angle = q[joint.q] + Symbol(axes[b].angle), c = cos(angle), s = sin(angle);
      link.R << c, -s, 0, s, c, 0, 0, 0, 1;
      link.p = zero3<Symbol>();
      link.basis = {{zero3<Symbol>(), SymbolVector(0, 0, 1)}};
    } else {
      link.R = k.R[b];
      link.p = k.p[b];
      for (int i = 0; i < joint.freedoms; ++i) link.basis.push_back(halves(k.S_columns[joint.v + i]));
      link.bias = halves(k.c[b]);
    }
    if (link.is_reversed) {
      for (Screw6& twist : link.basis) twist = negative(twist);
      link.bias = negative(link.bias);
    }
    link.at = link.d + link.C * (link.is_reversed ? SymbolVector(-(link.R.transpose() * link.p)) : link.p);
    const SymbolMatrix in_body = exact(link.in_body);
    link.mass = parameters.mass(b, p);
    link.center = in_body.transpose() * parameters.center(b, p);
    link.inertia = in_body.transpose() * SymbolMatrix(parameters.inertia(b, p) * in_body);
    for (int i = 0; i < 3; ++i)  // symmetric to the node
      for (int j = 0; j < i; ++j) link.inertia(i, j) = link.inertia(j, i);
    anchor(tree, b);
  }
  return tree;
}

}  // namespace bricard
