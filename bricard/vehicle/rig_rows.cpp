#include "bricard/vehicle/rig_rows.hpp"

#include "bricard/elements/forces/anti_roll_bar.hpp"
#include "bricard/elements/forces/applied_force.hpp"
#include "bricard/elements/forces/applied_torque.hpp"
#include "bricard/elements/forces/rotational_spring_damper.hpp"
#include "bricard/elements/forces/spring_damper.hpp"
#include "bricard/elements/joints/joints.hpp"

namespace bricard::vehicle {

namespace {

struct AnyRow {
  template <class Row>
  void operator()(const Row&) const {}
};

template <class S>
Pair<S> pair_of(const PosesOf<S>& poses, const MarkersOf<S>& m) {
  Pair<S> pair;
  pair.A = poses.R[m.a] * m.A;
  pair.B = poses.R[m.b] * m.B;
  pair.r = poses.p[m.b] + poses.R[m.b] * m.p_B - poses.p[m.a] - poses.R[m.a] * m.p_A;
  pair.v = pair.w = zero3<S>();
  return pair;
}

template <class S>
typename RigRow<S>::Term term_of(const PosesOf<S>& poses, const MarkersOf<S>& m, const Row<S>& row) {
  typename RigRow<S>::Term term;
  term.a = m.a;
  term.b = m.b;
  term.n = row.n;
  term.tau = row.tau;
  term.r_B = poses.R[m.b] * m.p_B;
  const Vec3<S> at = poses.p[m.b] + term.r_B;
  term.r_A = at - poses.p[m.a];
  for (int i = 0; i < 3; ++i) term.at[i] = number_of(at[i]);
  return term;
}

}  // namespace

RigRows::RigRows(const System& system) : system_(system) {
  for (const RowGroup& group : system.constraints().groups)
    if (group.kind == RowGroup::Kind::constraint) unknown_ = "constraints";
  if (!system.constraints().expressions.empty()) unknown_ = "constraints by expressions";
  for (const Joint& joint : system.model().joints)
    if (joint.active && (joint.kind.is<Screw>() || joint.kind.is<Rolling>())) unknown_ = "screws or rolling wheels";
  const Layout& layout = system.layout();
  is_read_.assign(layout.pairs.size(), 0);
  for (const CouplingEntry& coupling : layout.couplings)
    for (const auto& term : coupling.terms) is_read_[layout.measured[term.measured].pair] = 1;
  for (const DriverEntry& driver : layout.drivers)
    if (driver.measured >= 0) is_read_[layout.measured[driver.measured].pair] = 1;
}

std::vector<MarkersOf<double>> RigRows::markers() const {
  std::vector<MarkersOf<double>> markers;
  for (const PairFrames& pair : system_.mechanism().pairs)
    markers.push_back({pair.A.body, pair.B.body, pair.A.R, pair.B.R, pair.A.p, pair.B.p});
  return markers;
}

namespace {

// Pair and row of every measured coordinate.
template <class S>
using Measured = std::vector<std::pair<int, Row<S>>>;

template <class S>
void measure_turns(const Layout& layout, const PosesOf<S>& poses, const std::vector<MarkersOf<S>>& markers, Measured<S>& measured) {
  for (const TurnEntry& turn : layout.turns) measured[turn.measured] = {turn.pair, twist<S>(pair_of(poses, markers[turn.pair]))};
}

}  // namespace

template <class S>
std::vector<RigRow<S>> RigRows::rows(const PosesOf<S>& poses, const std::vector<MarkersOf<S>>& markers, const std::vector<char>* only) const {
  const Layout& layout = system_.layout();
  std::vector<RigRow<S>> rows;
  Measured<S> measured(layout.measured.size());
  Joints::for_each_run(std::span(layout.joints), [&]<class Kind>(std::span<const JointEntry> entries) {
    for (const JointEntry& joint : entries) {
      const Kind& kind = joint.kind.template as<Kind>();
      if constexpr (requires(const Pair<S>& any, AnyRow out) { kind.rows(any, out); kind.measured(any, out); }) {
      const bool is_wanted = !only || (*only)[joint.pair];
      if (!is_wanted && !is_read_[joint.pair]) continue;
      const MarkersOf<S>& marker = markers[joint.pair];
      const Pair<S> pair = pair_of(poses, marker);
      if (is_read_[joint.pair]) {
        int m = joint.measured;
        kind.measured(pair, [&](const Row<S>& row) { measured[m++] = {joint.pair, row}; });
      }
      if (joint.group < 0 || !is_wanted) continue;
      const RowGroup& group = layout.groups[joint.group];
      int i = 0;
      unsigned keep = joint.keep;
      kind.rows(pair, [&](const Row<S>& row) {
        if (keep & 1u) rows.push_back({group.first_row + i++, joint.group, row.value, {term_of(poses, marker, row)}});
        keep >>= 1;
      });
      }
    }
  });
  if (!layout.couplings.empty()) measure_turns(layout, poses, markers, measured);
  for (const CouplingEntry& coupling : layout.couplings) {
    RigRow<S> row{layout.groups[coupling.group].first_row, coupling.group, S(0), {}};
    for (const auto& term : coupling.terms) {
      const auto& [pair, of] = measured[term.measured];
      row.value = row.value + S(term.coefficient) * of.value;
      row.terms.push_back(term_of(poses, markers[pair], scaled<S>(S(term.coefficient), of)));
    }
    rows.push_back(std::move(row));
  }
  for (const DriverEntry& driver : layout.drivers) {
    if (driver.group < 0) continue;
    int at = driver.pair;
    Row<S> row;
    if (driver.measured >= 0) {
      at = measured[driver.measured].first;
      row = measured[driver.measured].second;
    } else {
      if (only && !(*only)[at]) continue;
      const Pair<S> pair = pair_of(poses, markers[at]);
      row = along<S>(pair, pair.A.col(driver.axis));
    }
    rows.push_back({layout.groups[driver.group].first_row, driver.group, row.value, {term_of(poses, markers[at], row)}});
  }
  return rows;
}

template std::vector<RigRow<double>> RigRows::rows(const PosesOf<double>&, const std::vector<MarkersOf<double>>&, const std::vector<char>*) const;
template std::vector<RigRow<Varied>> RigRows::rows(const PosesOf<Varied>&, const std::vector<MarkersOf<Varied>>&, const std::vector<char>*) const;

std::vector<RigRow<double>> RigRows::springs(const PosesOf<double>& poses, const std::vector<MarkersOf<double>>& markers,
                                             std::vector<std::string>& others) const {
  const Layout& layout = system_.layout();
  Measured<double> measured(layout.measured.size());
  Joints::for_each_run(std::span(layout.joints), [&]<class Kind>(std::span<const JointEntry> entries) {
    for (const JointEntry& joint : entries)
      if constexpr (requires(const Pair<double>& any, AnyRow out) { joint.kind.template as<Kind>().measured(any, out); }) {
        int m = joint.measured;
        joint.kind.template as<Kind>().measured(pair_of(poses, markers[joint.pair]), [&](const Row<double>& row) { measured[m++] = {joint.pair, row}; });
      }
  });
  measure_turns(layout, poses, markers, measured);
  std::vector<RigRow<double>> rows;
  for (const ForceStage& stage : layout.force_stages)
    for (const ForceEntry& force : stage.forces) {
      if (force.kind.is<AppliedForce>() || force.kind.is<AppliedTorque>()) continue;  // loads of the rig itself
      if (force.kind.is<SpringDamper>()) {
        const Row<double> row = bricard::length(pair_of(poses, markers[force.pair]));
        rows.push_back({0, force.element, row.value, {term_of(poses, markers[force.pair], row)}});
      } else if ((force.kind.is<RotationalSpringDamper>() || force.kind.is<AntiRollBar>()) && force.coordinate >= 0) {
        const auto& [pair, row] = measured[force.coordinate];
        rows.push_back({0, force.element, row.value, {term_of(poses, markers[pair], row)}});
        if (force.less < 0) continue;
        const auto& [other, less] = measured[force.less];
        rows.back().value -= less.value;
        rows.back().terms.push_back(term_of(poses, markers[other], scaled<double>(-1, less)));
      } else {
        others.push_back(layout.model.forces[force.element].name);
      }
    }
  return rows;
}

Eigen::MatrixXd RigRows::matrix(const std::vector<RigRow<double>>& rows) const {
  Eigen::MatrixXd M = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(rows.size()), 6 * bodies());
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (const auto& term : rows[i].terms) {
      const auto add = [&](int body, const Vec3<double>& reach, double sign) {
        if (body == 0) return;
        auto block = M.block<1, 6>(static_cast<Eigen::Index>(i), 6 * (body - 1));
        block.head<3>() += sign * term.n.transpose();
        block.tail<3>() += sign / length() * (reach.cross(term.n) + term.tau).transpose();
      };
      add(term.b, term.r_B, 1);
      add(term.a, term.r_A, -1);
    }
  return M;
}

}  // namespace bricard::vehicle
