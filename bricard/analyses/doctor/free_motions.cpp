#include "bricard/analyses/doctor/free_motions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "bricard/analyses/doctor/irreducible.hpp"
#include "bricard/analyses/doctor/redundancy.hpp"
#include "bricard/core/text.hpp"
#include "bricard/math/dense.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {

constexpr int most_listed = 50;
constexpr std::size_t most_terms = 8;  // in words

// Joints that can be asked for the relative motion of two bodies; couplings cannot.
bool joins_bodies(const RowGroup& group) { return group.kind == RowGroup::Kind::joint && group.terms == 1; }

// Relative twist over every joint, in the axes of its first marker, lengths divided by the characteristic length.
Eigen::VectorXd joint_twists(Mechanism& mechanism, const Eigen::VectorXd& velocity) {
  Equations& e = mechanism.equations();
  State moving = mechanism.state();
  moving.v = velocity;
  mechanism.system().motion(moving, e, RowSet::all, Measure::all);
  Eigen::VectorXd twists =
      Eigen::VectorXd::Zero(block_size * static_cast<Eigen::Index>(mechanism.system().constraints().groups.size()));
  for (std::size_t g = 0; g < mechanism.system().constraints().groups.size(); ++g) {
    if (!joins_bodies(mechanism.system().constraints().groups[g])) continue;
    const Pair<double>& pair = e.k.pairs[mechanism.system().constraints().groups[g].pairs[0]];
    twists.segment<3>(block_size * g) = pair.A.transpose() * pair.v / mechanism.length();
    twists.segment<3>(block_size * g + 3) = pair.A.transpose() * pair.w;
  }
  return twists;
}

// A basis of the motions within the loops: `count` velocities as columns, each with few joints.
Eigen::MatrixXd loop_motions(Mechanism& mechanism, const std::vector<char>& columns, int count) {
  const int nv = mechanism.system().nv();
  const double length = mechanism.length();
  const auto unit = [&](int v) { return mechanism.system().mechanism().is_linear[v] ? length : 1.0; };
  Eigen::MatrixXd V(nv, count);  // lengths in characteristic lengths
  for (int k = 0; k < count; ++k) {
    V.col(k) = mechanism.free_motion(columns, k + 1);
    for (int v = 0; v < nv; ++v) V(v, k) /= unit(v);
  }
  V = orthonormal_columns(V);
  // Independent coordinates: each motion has the rate 1 in one of them and 0 in the others.
  const PivotedQr pivoted(V.transpose(), 0);
  Eigen::MatrixXd leading(count, count);
  std::vector<int> pivot(count);
  for (int k = 0; k < count; ++k) leading.row(k) = V.row(pivot[k] = pivoted.column(k));
  V = product(V, inverse(leading));

  const int blocks = static_cast<int>(mechanism.system().constraints().groups.size()), below = (nv + block_size - 1) / block_size;
  Eigen::MatrixXd Z = Eigen::MatrixXd::Zero(block_size * (blocks + below), count);
  Z.middleRows(block_size * blocks, nv) = V;
  for (int k = 0; k < count; ++k) {
    Eigen::VectorXd velocity = V.col(k);
    for (int v = 0; v < nv; ++v) velocity[v] *= unit(v);
    Z.col(k).head(block_size * blocks) = joint_twists(mechanism, velocity);
  }
  std::vector<int> all(count), carried(below);
  std::iota(all.begin(), all.end(), 0);
  std::iota(carried.begin(), carried.end(), blocks);
  const GroupsAtBodies at_bodies(mechanism.system());
  for (int k = 0; k < count; ++k) {
    int from = 0;
    for (std::size_t g = 0; g < mechanism.system().constraints().groups.size(); ++g) {
      const int b = mechanism.system().constraints().groups[g].edge;
      if (b != 0 && pivot[k] >= mechanism.system().mechanism().tree_joints[b].v &&
          pivot[k] < mechanism.system().mechanism().tree_joints[b].v + mechanism.system().mechanism().tree_joints[b].freedoms)
        from = static_cast<int>(g);
    }
    const std::vector<int> distance = at_bodies.distances(from);
    std::vector<int> order(blocks);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return distance[a] > distance[b]; });
    make_irreducible(Z, k, all, order, carried);
  }
  V = Z.middleRows(block_size * blocks, nv);
  for (int v = 0; v < nv; ++v) V.row(v) *= unit(v);
  return V;
}

struct Rate {
  std::string name;    // "main.angle"
  std::string spoken;  // "main (angle)"
  double value;
  bool is_length;
};

const char* const component_names[] = {"vx", "vy", "vz", "wx", "wy", "wz"};

// The state of motion of all bodies stands in the mechanism's equations.
class Description {
 public:
  Description(Mechanism& mechanism, const Eigen::VectorXd& velocity) : mechanism_(mechanism), e_(mechanism.equations()) {
    twists_ = joint_twists(mechanism, velocity);
    fastest_ = mechanism.system().speed(e_);
    for (int b = 1; b <= mechanism_.system().mechanism().bodies; ++b)
      if (is_moving(e_.k.v[b], e_.k.w[b])) bodies_.push_back(b);
    collect_rates();
    normalize();
  }

  FreeMotion told() const {
    FreeMotion motion;
    motion.words = words(motion.idle);
    for (const Rate& rate : rates_) motion.joints.emplace_back(rate.name, rate.value * scale_ / unit(rate.is_length));
    std::vector<std::pair<int, int>> in_order;
    for (int b : bodies_) in_order.emplace_back(mechanism_.system().mechanism().tree.given[b], b);
    std::sort(in_order.begin(), in_order.end());
    for (const auto& [given, b] : in_order) {
      std::array<double, 6> twist;
      for (int c = 0; c < 3; ++c) {
        twist[c] = clean(e_.k.v[b][c] * scale_ / unit(true));
        twist[3 + c] = clean(e_.k.w[b][c] * scale_);
      }
      motion.bodies.emplace_back(mechanism_.system().model().bodies[given - 1].name, twist);
    }
    return motion;
  }

 private:
  double unit(bool is_length) const { return is_length ? mechanism_.system().model().units.factor(dimension::length) : 1.0; }
  static double clean(double x) { return std::abs(x) < threshold::cancelled ? 0 : x; }
  bool is_moving(const Vec3<double>& v, const Vec3<double>& w) const {
    return std::max(v.norm(), w.norm() * mechanism_.length()) > threshold::vanishing * fastest_;
  }
  const std::string& name_of(int body) const {
    return mechanism_.system().model().bodies[mechanism_.system().mechanism().tree.given[body] - 1].name;
  }

  // Named coordinates where a joint has them, else the components of its relative twist in the axes of its first marker.
  void collect_rates() {
    const double least = threshold::vanishing * fastest_;
    for (std::size_t g = 0; g < mechanism_.system().constraints().groups.size(); ++g) {
      const RowGroup& group = mechanism_.system().constraints().groups[g];
      if (!joins_bodies(group)) continue;
      const Vec6<double> twist = twists_.segment<block_size>(block_size * g);
      if (twist.norm() * mechanism_.length() <= least) continue;
      moving_joints_.push_back(static_cast<int>(g));
      const std::string joint = mechanism_.system().name_of(group);
      bool named = false, turns_freely = false;
      for (std::size_t m = 0; m < mechanism_.system().measures().measured.size(); ++m) {
        const MeasuredCoordinate& coordinate = mechanism_.system().measures().measured[m];
        if (coordinate.joint != group.element) continue;
        if (coordinate.second_angle >= 0) {  // their rates say little away from the design position
          turns_freely = true;
          continue;
        }
        named = true;
        const double value = rate(e_.k.measured[m], e_.k.pairs[coordinate.pair]);
        if (std::abs(value) * (coordinate.is_angle ? mechanism_.length() : 1) <= least) continue;
        const std::string name(coordinate_name(mechanism_.system(), coordinate));
        rates_.push_back({joint + "." + name, fmt::format("{} ({})", joint, name), value, !coordinate.is_angle});
      }
      if (named && !turns_freely) continue;
      if (!named) nameless_.push_back(static_cast<int>(g));
      for (int c = named ? 3 : 0; c < 6; ++c)
        if (const double value = twist[c] * (c < 3 ? mechanism_.length() : 1); std::abs(twist[c]) * mechanism_.length() > least)
          rates_.push_back({joint + "." + component_names[c],
                            fmt::format("{} ({} {})", joint, c < 3 ? "along" : "about", "xyz"[c % 3]), value, c < 3});
    }
  }
  // The leading rate, the largest of the named ones where there are such, becomes 1.
  void normalize() {
    double largest = 0, leading = 0;
    bool leading_is_length = false;
    for (const Rate& rate : rates_) {
      const double size = std::abs(rate.value) * (rate.is_length ? 1 : mechanism_.length());
      if (size <= largest * (1 + threshold::tie_of_rates)) continue;
      largest = size;
      leading = rate.value;
      leading_is_length = rate.is_length;
    }
    for (int b : bodies_) {
      if (leading != 0) break;
      int c;
      leading_is_length = e_.k.v[b].norm() > e_.k.w[b].norm() * mechanism_.length();
      const Vec3<double>& moving = leading_is_length ? e_.k.v[b] : e_.k.w[b];
      moving.cwiseAbs().maxCoeff(&c);
      leading = moving[c];
    }
    scale_ = leading != 0 ? unit(leading_is_length) / leading : 1;
  }

  // All moving bodies as one rigid body?
  bool is_rigid() const {
    if (bodies_.empty()) return false;
    const int a = bodies_[0];
    return std::all_of(bodies_.begin(), bodies_.end(), [&](int b) {
      const Vec3<double> v = e_.k.v[a] + e_.k.w[a].cross(e_.k.p[b] - e_.k.p[a]);
      return !is_moving(threshold::rigid * (e_.k.v[b] - v), threshold::rigid * (e_.k.w[b] - e_.k.w[a]));
    });
  }

  std::string place(const Vec3<double>& x) const {
    return fmt::format("({:.4g}, {:.4g}, {:.4g})", clean(x[0]), clean(x[1]), clean(x[2]));
  }

  // "turns about (0, 0, 1) through (1, 0, 0)"
  std::string rigid_words(int b) const {
    const Vec3<double> v = e_.k.v[b] * scale_, w = e_.k.w[b] * scale_;
    if (w.norm() * mechanism_.length() < threshold::vanishing * v.norm()) return "moves along " + place(v.normalized());
    const Vec3<double> through = e_.k.p[b] + w.cross(v) / w.squaredNorm(), axis = w.normalized();
    const double slide = axis.dot(v);
    const bool is_turn = std::abs(slide) < threshold::vanishing * (v.norm() + w.norm() * mechanism_.length());
    return fmt::format("{} about {} through {}", is_turn ? "turns" : "moves on a screw", place(axis),
                       place(through / unit(true)));
  }

  std::string words(bool& idle) const {
    std::vector<std::string> names;
    for (int b : bodies_) names.push_back(quoted(name_of(b)));
    if (moving_joints_.empty() && bodies_.size() >= 1)
      return fmt::format("body {} is not joined to ground: it {}", names[0], rigid_words(bodies_[0]));
    if (moving_joints_.size() == 1 && rates_.size() == 1) return fmt::format("joint {} alone", rates_[0].spoken);
    if (is_rigid() && moving_joints_.size() > 1 && bodies_.size() <= 3) {
      idle = nameless_.size() == moving_joints_.size();
      return fmt::format("bod{} {} {}{}", bodies_.size() == 1 ? "y" : "ies", fmt::join(names, " and "),
                         bodies_.size() == 1 ? rigid_words(bodies_[0]) : "as one " + rigid_words(bodies_[0]),
                         idle ? ": an idle freedom, nothing else moves" : ": " + terms());
    }
    return "joint" + std::string(moving_joints_.size() == 1 ? " " : "s ") + terms();
  }

  // "main (angle) 1, pin (angle) -0.5, ..."
  std::string terms() const {
    std::vector<std::string> parts;
    for (const Rate& rate : rates_)
      parts.push_back(fmt::format("{} {:.3g}", rate.spoken, rate.value * scale_ / unit(rate.is_length)));
    const std::size_t more = parts.size() > most_terms ? parts.size() - most_terms : 0;
    parts.resize(parts.size() - more);
    return fmt::format("{}{}", fmt::join(parts, ", "), more ? fmt::format(" and {} more", more) : "");
  }

  Mechanism& mechanism_;
  Equations& e_;
  Eigen::VectorXd twists_;
  double fastest_ = 0, scale_ = 1;
  std::vector<int> bodies_;         // that move
  std::vector<int> moving_joints_;  // layout groups
  std::vector<int> nameless_;       // those of them without named coordinates
  std::vector<Rate> rates_;
};

}  // namespace

std::vector<FreeMotion> free_motions(Mechanism& mechanism, int& left) {
  const std::vector<char> columns = mechanism.in_loops();
  const int alone = static_cast<int>(std::count(columns.begin(), columns.end(), 0));
  const int in_loops = mechanism.mobility() - alone;
  std::vector<FreeMotion> motions;
  left = mechanism.mobility();
  const auto tell = [&](const Eigen::VectorXd& velocity) {
    motions.push_back(Description(mechanism, velocity).told());
    --left;
  };
  if (in_loops > 0 && in_loops <= most_listed) {
    const Eigen::MatrixXd V = loop_motions(mechanism, columns, in_loops);
    for (int k = 0; k < in_loops; ++k) tell(V.col(k));
  }
  for (int v = 0; v < mechanism.system().nv() && static_cast<int>(motions.size()) < most_listed; ++v)
    if (!columns[v]) tell(Eigen::VectorXd::Unit(mechanism.system().nv(), v));
  std::stable_sort(motions.begin(), motions.end(), [](const FreeMotion& a, const FreeMotion& b) { return a.idle < b.idle; });
  mechanism.place(State(mechanism.state()));
  mechanism.select();
  return motions;
}

}  // namespace bricard
