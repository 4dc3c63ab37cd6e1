// The equations of motion solved body by body (Featherstone, Int. J. Robotics Research 2, 1983; with loops taken along to the common
// ancestor of their bodies as in Brandl, Johanni and Otter, IMACS Symposium 1988): the cost grows with the number of bodies. c and J
// are known, so that what is carried inward is only what eliminated joints leave: for forces and rows alike it begins with nothing.
//
// An eliminated freedom with direction S, U = I S and D = S·U:
//   v' = (u + Σ y_r lambda_r - U·A)/D,   u = -c - S·f,   y_r = J_r + S·w_r,
//   I -= U Uᵀ/D,   f += U u/D,   w_r -= U y_r/D,   e_r += y_r u/D,   L_rs += y_r y_s/D.
// At the common ancestor a row is   e_r + Σ L_rs lambda_s + w_r·A = -jdqd_r,   and is eliminated likewise.
#include <algorithm>
#include <map>

#include "bricard/codegen/kkt_solution.hpp"

namespace bricard {
namespace {

// (a, alpha) → (f, n):  f = A a + H alpha,  n = Hᵀ a + J alpha.
struct Articulated {
  SymbolMatrix A = SymbolMatrix::Zero(), H = SymbolMatrix::Zero(), J = SymbolMatrix::Zero();

  Screw6 times(const Screw6& x) const {
    return {A * x.linear + H * x.angular, H.transpose() * x.linear + J * x.angular};
  }
  // ± U Uᵀ factor.
  void add(const Screw6& U, const Symbol& factor) {
    const Screw6 scaled{U.linear * factor, U.angular * factor};
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        H(i, j) = H(i, j) + U.linear[i] * scaled.angular[j];
        if (j < i) continue;
        A(i, j) = A(j, i) = A(i, j) + U.linear[i] * scaled.linear[j];
        J(i, j) = J(j, i) = J(i, j) + U.angular[i] * scaled.angular[j];
      }
  }
  // What is left along a unit direction that was eliminated is nothing.
  void clear(const Screw6& direction) {
    for (int i = 0; i < 3; ++i) {
      if (direction.angular[i].node() == Graph::one) {
        H.col(i).setConstant(Symbol());
        J.row(i).setConstant(Symbol());
        J.col(i).setConstant(Symbol());
      }
      if (direction.linear[i].node() == Graph::one) {
        A.row(i).setConstant(Symbol());
        A.col(i).setConstant(Symbol());
        H.row(i).setConstant(Symbol());
      }
    }
  }
  void turn(const SymbolMatrix& R) {
    A = turned_tensor(R, A);
    J = turned_tensor(R, J);
    H = turned_product(R, H);
  }
  // To an origin from which this stands at d:  a = a' + alpha × d.
  void shift(const SymbolVector& d) {
    if (is_zero(d)) return;
    SymbolMatrix cross_d;
    cross_d << 0, -d[2], d[1], d[2], 0, -d[0], -d[1], d[0], 0;
    const SymbolMatrix moved = H - A * cross_d;
    SymbolMatrix more = cross_d * moved - H.transpose() * cross_d;
    for (int i = 0; i < 3; ++i)
      for (int j = i; j < 3; ++j) J(i, j) = J(j, i) = J(i, j) + more(i, j);
    H = moved;
  }

 private:
  // R H Rᵀ of a matrix without symmetry; about k:  u = s (H_ii - H_jj) + c (H_ij + H_ji).
  static SymbolMatrix turned_product(const SymbolMatrix& R, const SymbolMatrix& H) {
    const Turning how = turning(R);
    if (how == Turning::none) return H;
    if (how == Turning::any) return R * SymbolMatrix(H * R.transpose());
    const int k = static_cast<int>(how) - 1, i = (k + 1) % 3, j = (k + 2) % 3;
    const Symbol c = R(i, i), s = R(j, i), u = s * (H(i, i) - H(j, j)) + c * (H(i, j) + H(j, i)), su = s * u, cu = c * u;
    SymbolMatrix turned;
    turned(k, k) = H(k, k);
    turned(i, i) = H(i, i) - su;
    turned(j, j) = H(j, j) + su;
    turned(i, j) = cu - H(j, i);
    turned(j, i) = cu - H(i, j);
    turned(i, k) = c * H(i, k) - s * H(j, k);
    turned(j, k) = s * H(i, k) + c * H(j, k);
    turned(k, i) = c * H(k, i) - s * H(k, j);
    turned(k, j) = s * H(k, i) + c * H(k, j);
    return turned;
  }
};

Articulated rigid(const Link& link) {
  Articulated body;
  for (int i = 0; i < 3; ++i) body.A(i, i) = link.mass;
  const SymbolVector s = link.mass * link.center;
  body.H << 0, s[2], -s[1], -s[2], 0, s[0], s[1], -s[0], 0;
  body.J = link.inertia + shift_of_inertia(link.center, SymbolVector(s * Symbol(0.5)));
  return body;
}

Screw6 sum(const Screw6& a, const Screw6& b) { return {a.linear + b.linear, a.angular + b.angular}; }
Screw6 scaled(const Screw6& a, const Symbol& factor) { return {a.linear * factor, a.angular * factor}; }

// The direction is the same before and after the joint's own turn.
bool is_unturned(const Link& link) {
  for (const Screw6& twist : link.basis)
    for (int i = 0; i < 3; ++i) {
      const SymbolVector linear = link.R.transpose() * twist.linear, angular = link.R.transpose() * twist.angular;
      if (linear[i].node() != twist.linear[i].node() || angular[i].node() != twist.angular[i].node()) return false;
    }
  return true;
}

class ArticulatedBodies {
 public:
  ArticulatedBodies(const Tree& tree, const MotionEquations& equations, const std::function<double(const Symbol&)>& number)
      : tree_(tree),
        equations_(equations),
        number_(number),
        bodies_(tree.links.size()),
        freedoms_(equations.freedoms),
        rows_(equations.rows),
        rows_at_(tree.links.size()) {
    for (std::size_t b = 1; b < bodies_.size(); ++b) bodies_[b].inertia = rigid(tree.links[b]);
    const std::vector<int> prescribed = prescribed_freedoms(equations);
    for (int r = 0; r < equations.rows; ++r) {
      if (prescribed[r] >= 0)
        freedoms_[prescribed[r]].driver = r;
      else
        rows_at_[ancestor_of(r)].push_back(r);
    }
  }

  MotionSolution solution() {
    MotionSolution result;
    for (int b = static_cast<int>(bodies_.size()) - 1; b >= 0; --b) {
      for (const int r : rows_at_[b]) eliminate_row(b, r, result);
      if (b > 0 && !inward(b, result)) return result;
    }
    for (const Symbol& share : shares_) result.pivot = min(share, result.pivot);
    outward(result);
    return result;
  }

 private:
  struct Body {
    Articulated inertia;
    Screw6 f;
    std::map<int, Screw6> w;      // by row that is open here
    std::vector<int> eliminated;  // rows, in this order
    Screw6 acceleration;
  };
  struct Freedom {
    Screw6 direction, U;
    Symbol u, inverse;
    std::map<int, Symbol> y;
    int driver = -1;  // the row that prescribes it
  };
  struct Row {
    Symbol e, own, inverse;
    std::map<int, Symbol> L;  // with itself and others
    Screw6 w;
    bool is_left_out = false;
  };

  const Symbol& slope(int row, int freedom) const {
    return equations_.J[static_cast<std::size_t>(freedom) * equations_.rows + row];
  }

  int ancestor_of(int row) const {
    int ancestor = -1;
    for (std::size_t b = 1; b < tree_.links.size(); ++b) {
      const Link& link = tree_.links[b];
      for (int i = 0; i < link.freedoms; ++i) {
        if (is_zero(slope(row, link.first_v + i))) continue;
        int other = link.parent;
        while (ancestor >= 0 && other != ancestor) (other > ancestor ? other : ancestor) = tree_.links[std::max(other, ancestor)].parent;
        ancestor = other;
        break;
      }
    }
    return std::max(ancestor, 0);
  }

  bool inward(int b, MotionSolution& result) {
    const Link& link = tree_.links[b];
    Body& body = bodies_[b];
    const bool turns_first = !link.is_reversed && !is_unturned(link);
    const auto for_each_screw = [&](const auto& change) {
      change(body.f);
      for (auto& [row, w] : body.w) change(w);
    };
    if (link.is_reversed) {
      body.inertia.shift(-link.p);
      for_each_screw([&](Screw6& x) { x.angular -= cross<Symbol>(link.p, x.linear); });
    } else if (turns_first) {
      body.inertia.turn(link.R);
      for_each_screw([&](Screw6& x) { x = {link.R * x.linear, link.R * x.angular}; });
    }
    for (int i = 0; i < link.freedoms; ++i)
      if (!eliminate_freedom(body, link.basis[i], link.first_v + i)) {
        result.massless = link.first_v + i;
        return false;
      }
    if (link.parent == 0) return true;  // ground does not move
    if (!turns_first) {
      const SymbolMatrix R = link.is_reversed ? SymbolMatrix(link.R.transpose()) : link.R;
      body.inertia.turn(R);
      for_each_screw([&](Screw6& x) { x = {R * x.linear, R * x.angular}; });
    }
    const SymbolVector& reach = link.is_reversed ? link.d : link.at;
    Articulated moved = body.inertia;
    moved.A = in_axes(link.C, moved.A, true);
    moved.J = in_axes(link.C, moved.J, true);
    moved.H = in_axes(link.C, moved.H, false);
    moved.shift(reach);
    const auto to_parent = [&](const Screw6& x) {
      Screw6 there{link.C * x.linear, link.C * x.angular};
      there.angular += cross<Symbol>(reach, there.linear);
      return there;
    };
    Body& parent = bodies_[link.parent];
    parent.inertia.A += moved.A;
    parent.inertia.H += moved.H;
    parent.inertia.J += moved.J;
    parent.f = sum(parent.f, to_parent(body.f));
    for (const auto& [row, w] : body.w) {
      Screw6& there = parent.w[row];
      there = sum(there, to_parent(w));
    }
    return true;
  }

  static SymbolMatrix in_axes(const SymbolMatrix& C, const SymbolMatrix& x, bool is_symmetric) {
    SymbolMatrix y = C * SymbolMatrix(x * C.transpose());
    for (int i = 0; i < 3 && is_symmetric; ++i)
      for (int j = 0; j < i; ++j) y(i, j) = y(j, i);
    return y;
  }

  bool eliminate_freedom(Body& body, const Screw6& direction, int freedom) {
    Freedom& of = freedoms_[freedom];
    of.direction = direction;
    of.U = body.inertia.times(direction);
    const Symbol D = product(of.U, direction);
    of.u = -equations_.c[freedom] - product(body.f, direction);
    for (int r = 0; r < equations_.rows; ++r) {
      const auto open = body.w.find(r);
      const Symbol y = slope(r, freedom) + (open == body.w.end() ? Symbol() : product(open->second, direction));
      if (!is_zero(y) && !rows_[r].is_left_out && r != of.driver) of.y.emplace(r, y);
    }
    if (of.driver >= 0) {
      const Symbol rate = -equations_.jdqd[of.driver];
      body.f = sum(body.f, scaled(of.U, rate));
      for (const auto& [r, y] : of.y) rows_[r].e = rows_[r].e + y * rate;
      return true;
    }
    const double scale = number_(equations_.M[static_cast<std::size_t>(freedom) * equations_.freedoms + freedom]);
    if (is_zero(D) || !(number_(D) > threshold::singular_mass * scale)) return false;
    of.inverse = Symbol(1) / D;
    const Symbol u = of.u * of.inverse;
    body.f = sum(body.f, scaled(of.U, u));
    for (auto r = of.y.begin(); r != of.y.end(); ++r) {
      Row& row = rows_[r->first];
      const Symbol share = r->second * of.inverse;
      Screw6& w = body.w[r->first];
      w = sum(w, scaled(of.U, -share));
      row.e = row.e + r->second * u;
      for (auto s = r; s != of.y.end(); ++s) add_to_L(r->first, s->first, share * s->second);
      row.own = row.own + share * r->second;
    }
    body.inertia.add(of.U, -of.inverse);
    body.inertia.clear(direction);
    return true;
  }

  void add_to_L(int r, int s, const Symbol& value) {
    Symbol& entry = rows_[r].L[s];
    entry = entry + value;
    if (r != s) rows_[s].L[r] = entry;
  }

  void eliminate_row(int b, int r, MotionSolution& result) {
    Body& body = bodies_[b];
    Row& row = rows_[r];
    const auto pivot = row.L.find(r);
    const Symbol share = pivot == row.L.end() || is_zero(row.own) ? Symbol() : pivot->second / row.own;
    if (is_zero(share) || !(number_(share) > threshold::dependent_row)) {
      row.is_left_out = true;
      result.left_out.push_back(r);
      body.w.erase(r);
      for (const auto& [s, value] : row.L)
        if (s != r) rows_[s].L.erase(r);
      row.L.clear();
      return;
    }
    shares_.push_back(share);
    result.pivots.push_back(pivot->second);
    row.inverse = Symbol(1) / pivot->second;
    row.w = body.w[r];
    body.w.erase(r);
    body.eliminated.push_back(r);
    const Symbol open = equations_.jdqd[r] + row.e;
    row.e = open;
    body.f = sum(body.f, scaled(row.w, open * row.inverse));
    for (auto s = row.L.begin(); s != row.L.end(); ++s) {
      if (s->first == r) continue;
      const Symbol factor = s->second * row.inverse;
      Screw6& w = body.w[s->first];
      w = sum(w, scaled(row.w, -factor));
      rows_[s->first].e = rows_[s->first].e - factor * open;
      rows_[s->first].L.erase(r);
      for (auto t = s; t != row.L.end(); ++t)
        if (t->first != r) add_to_L(s->first, t->first, -(factor * t->second));
    }
    body.inertia.add(row.w, row.inverse);
  }

  void outward(MotionSolution& result) {
    result.a.resize(equations_.freedoms);
    result.lambda.resize(equations_.rows);
    for (std::size_t b = 0; b < bodies_.size(); ++b) {
      if (b > 0) move(static_cast<int>(b), result);
      const Body& body = bodies_[b];
      for (std::size_t i = body.eliminated.size(); i-- > 0;) {
        const int r = body.eliminated[i];
        const Row& row = rows_[r];
        Symbol sum = row.e + product(row.w, body.acceleration);
        for (const auto& [s, value] : row.L)
          if (s != r) sum = sum + value * result.lambda[s];
        result.lambda[r] = -(sum * row.inverse);
      }
    }
  }

  void move(int b, MotionSolution& result) {
    const Link& link = tree_.links[b];
    const Screw6& parent = bodies_[link.parent].acceleration;
    const SymbolVector& reach = link.is_reversed ? link.d : link.at;
    const SymbolMatrix out = link.C.transpose(), R_out = link.is_reversed ? link.R : SymbolMatrix(link.R.transpose());
    Screw6 here{out * SymbolVector(parent.linear + cross<Symbol>(parent.angular, reach)), out * parent.angular};
    const auto turn = [&] { here = {R_out * here.linear, R_out * here.angular}; };
    const bool turns_first = !link.is_reversed && !is_unturned(link);  // inward, so last here
    if (!turns_first) turn();
    for (int i = link.freedoms - 1; i >= 0; --i) {
      const Freedom& of = freedoms_[link.first_v + i];
      Symbol sum_of = of.u - product(of.U, here);
      for (const auto& [r, y] : of.y)
        if (!rows_[r].is_left_out) sum_of = sum_of + y * result.lambda[r];
      Symbol rate = sum_of * of.inverse;
      if (of.driver >= 0) {
        rate = -equations_.jdqd[of.driver];
        result.lambda[of.driver] = product(of.U, of.direction) * rate - sum_of;
      }
      result.a[link.first_v + i] = rate;
      here = sum(here, scaled(of.direction, rate));
    }
    if (turns_first) turn();
    if (link.is_reversed) here.linear -= cross<Symbol>(here.angular, link.p);
    bodies_[b].acceleration = here;
  }

  const Tree& tree_;
  const MotionEquations& equations_;
  const std::function<double(const Symbol&)>& number_;
  std::vector<Body> bodies_;
  std::vector<Freedom> freedoms_;
  std::vector<Row> rows_;
  std::vector<std::vector<int>> rows_at_;  // by body
  Symbols shares_;
};

}  // namespace

MotionSolution solved_by_bodies(const Tree& tree, const MotionEquations& equations, const std::function<double(const Symbol&)>& number) {
  return ArticulatedBodies(tree, equations, number).solution();
}

}  // namespace bricard
