// Elements on a tree (tree.hpp): the element code of joints, constraints and forces, run with symbols on marker pairs whose motion is
// seen from the youngest common ancestor of their two bodies. An element sees nothing but relative motion, so that every frame
// serves; joints above the ancestor then have no part in it. Markers are followed inward, joint by joint:
//
//   r' = d + C (p + R r),   v' = R v + v_J + w_J × R r,   a' = R a + w_J × (R v + v') + ..,
//   column of joint i:  basis_i.linear + basis_i.angular × R r,  those of joints further out are turned.
#pragma once
#include "bricard/codegen/held_expression.hpp"
#include "bricard/codegen/tree.hpp"
#include "bricard/system/evaluate.hpp"

namespace bricard {

// A marker seen from an ancestor of its body, in the ancestor's axes.
struct MarkerPath {
  SymbolMatrix axes;
  SymbolVector r, v = zero3<Symbol>(), a = zero3<Symbol>();      // of its origin; a: while v' = 0
  SymbolVector w = zero3<Symbol>(), alpha = zero3<Symbol>();
  std::vector<int> bodies;                                       // from its own up to the ancestor's child
  std::vector<int> freedoms;
  std::vector<Screw6> columns;  // of its origin and its turning, one for each freedom
};

struct PairPaths {
  bool is_known = false;
  int ancestor = 0;
  SymbolMatrix reference;  // axes in which both are seen, in the ancestor's: those of a marker that is fixed there
  MarkerPath A, B;
};

template <class S>
struct TreeKinematics : Kinematics<S> {
  const Tree* tree = nullptr;
  const ModelParameters* parameters = nullptr;
  const Symbols* velocities = nullptr;
  std::span<const S> arguments;  // elements of p
  std::vector<PairPaths> paths;  // by pair
  std::vector<Screw6> loads;     // of forces on each body, at its own origin in its own axes
  std::vector<S> efforts;        // along freedoms of the tree
  std::vector<S> held;           // decisions (held_expression.hpp); empty: everything is judged where the code runs
};

// Every pair is written in axes of its own. Both of a wheel end in the same marker on the wheel, which tells how they turn.
template <class Kind, class S>
Pair<S> second_pair(const TreeKinematics<S>& k, const ForceEntry& force) {
  const Pair<S>&first = k.pairs[force.pair], &second = k.pairs[force.second_pair];
  if constexpr (Kind::uses != ForceEnds::wheel) return second;  // two points of one body, seen from the same road
  const Mat3<S> turn = first.B * second.B.transpose();
  return {turn * second.A, first.B, turn * second.r, turn * second.v, turn * second.w};
}

// What `constraints` gives; by active row. J(row, freedom) = J[freedom * rows + row].
struct LoopRows {
  Symbols h, nu, jdqd, J;
  struct Point {
    int first;          // of three rows that hold a point
    SymbolMatrix axes;  // in which the element writes them, with the other sign
  };
  std::vector<Point> points;
  // Of the rows as the elements write them (System::active_rows), from those of these rows, and the other way round.
  Symbols element_multipliers(Symbols lambda) const;
  Symbols own_multipliers(Symbols lambda) const;
};

class TreeElements {
 public:
  // Arrays of the function as they are, p empty: numbers. The rest as for System::evaluate.
  TreeElements(const System& system, const ModelParameters& parameters, const Symbols& q, const Symbols& v, const Symbols& p);
  TreeElements(const TreeElements&) = delete;
  TreeElements& operator=(const TreeElements&) = delete;

  const Tree& tree() const { return tree_; }
  TreeKinematics<Symbol>& kinematics() { return k_; }

  // First of the two: time, states, inputs and angles, if there are any.
  // u_rates: of the inputs; empty: nothing reads them.
  void evaluate_rows(const Symbol& t, const Symbols& z, const Symbols& u, const Symbols& angles, const Symbols& u_rates = {});
  void evaluate_forces();  // after the rows

  // c without weights and inertia: what forces do to bodies, and along freedoms.
  const std::vector<Screw6>& loads() const { return k_.loads; }
  const Symbols& efforts() const { return k_.efforts; }

  // Rows that hold one point of two bodies together are written in the axes in which the pair is seen, as x(first) - x(second).
  LoopRows loop_rows() const;

 private:
  void write_ground_motion();
  const System& system_;
  Symbols q_, v_, p_;
  Tree tree_;
  TreeKinematics<Symbol> k_;
};

// Where a function is evaluated on a tree, what it decides may be held.
template <class S>
S evaluate_slot(const Expression& expression, double factor, TreeKinematics<S>& k) {
  return (k.held.empty() ? expression.evaluate<S>(std::span<const S>(k.columns), k.scratch) : evaluate_held(expression, k.columns, k.held)) *
         S(factor);
}
template <class S>
void evaluate_pair(const Layout& layout, TreeKinematics<S>& k, int index);
template <class S>
void evaluate_weights(const Layout& layout, TreeKinematics<S>& k);
template <class S>
void add_effort(const Layout& layout, TreeKinematics<S>& k, const ForceEntry& force, const S& effort);
template <class S>
void add_load(const Layout& layout, TreeKinematics<S>& k, int pair, const Wrench<S>& wrench);

}  // namespace bricard
