#include "bricard/analyses/doctor/mechanism.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>

#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {

constexpr double step_nearby = 0.05;  // of the characteristic length, or radians

// What acts on bodies without constraining them is left out, so that joints may change their kind freely.
template <class M>
M constraints_of(M model, WithDrivers drivers) {
  if (drivers == WithDrivers::no) model.drivers.clear();
  model.forces.clear();
  model.outputs.clear();
  model.analysis.reset();
  if constexpr (requires { model.events; }) model.events.clear();
  if constexpr (requires { model.states; }) model.states.clear();
  for (auto& joint : model.joints) joint.initial.reset();
  return model;
}

// A constraint may read what was left out: then all of it stays.
System compiled(const Model& model, WithDrivers drivers) {
  try {
    return System(constraints_of(model, drivers), relative_coordinates);
  } catch (const Error&) {
    Model undriven = model;
    for (Driver& driver : undriven.drivers) driver.active = driver.active && drivers == WithDrivers::yes;
    return System(undriven, relative_coordinates);
  }
}

// What the System has compiled already, unless its drivers have to go.
System constraints_of(const System& system, WithDrivers drivers) {
  const auto& all = system.model().drivers;
  const bool driven = std::any_of(all.begin(), all.end(), [](const Driver& driver) { return driver.active; });
  return driven && drivers == WithDrivers::no ? compiled(system.model(), drivers) : System(system, relative_coordinates);
}

template <class M>
int freedoms_of(const M& model) {
  if constexpr (requires { model.dimension; })
    return model.dimension == 2 ? 3 : 6;
  else
    return 6;
}

// Counted angles of the same joints in another System.
std::vector<double> angles_from(const MeasureLayout& from, const Equations& there, const MeasureLayout& to) {
  std::map<std::pair<int, int>, double> known;
  int turns = 0;
  for (std::size_t m = 0; m < from.measured.size(); ++m) {
    const auto& coordinate = from.measured[m];
    known[{coordinate.joint, coordinate.joint < 0 ? turns++ : coordinate.which}] = there.k.measured[m].value;
  }
  std::vector<double> angles;
  turns = 0;
  for (const auto& coordinate : to.measured) {
    const auto at = known.find({coordinate.joint, coordinate.joint < 0 ? turns++ : coordinate.which});
    angles.push_back(at == known.end() ? 0 : at->second);
  }
  return angles;
}

void weigh_equally(const System& system, KernelMatrices& matrices) {
  const double square = system.length() * system.length();
  for (int b = 1; b <= system.mechanism().bodies; ++b) {
    matrices.mass[b] = 1;
    matrices.inertia[b] = square * Mat3<double>::Identity();
  }
}

void clear(KernelRightSide& right) {
  for (auto& f : right.f) f.setZero();
  for (auto& c : right.c) c.setZero();
  std::fill(right.tau.begin(), right.tau.end(), 0.0);
  std::fill(right.gamma.begin(), right.gamma.end(), 0.0);
}

// Gauss–Newton on the loop rows. Off the constraints a row that depends on others seems independent by the square of what is
// open: such pivots are left alone.
bool close(const System& system, Equations& e, State& state) {
  const double closed = threshold::closed_nearby * system.reach();
  double before = std::numeric_limits<double>::infinity();
  for (int iteration = 0; iteration < 40; ++iteration) {
    system.motion(state, e);
    const double open = system.violation(e, Order::position, system.row_set());
    if (open <= closed || (open <= threshold::closed_to_rounding * system.reach() && open > 0.5 * before)) return true;
    if (!std::isfinite(open) || (iteration > 8 && open > 0.9 * before)) return false;
    before = open;
    const double relative = open / system.length();
    system.fill(e);
    weigh_equally(system, e.kernel.matrices());
    e.kernel.select(std::clamp(10 * relative * relative, threshold::least_truncation, threshold::largest_truncation));
    if (!e.kernel.factor()) return false;
    system.correction(Order::position, e, e.increment);
    system.move(state.q, e.increment, e.moved);
    state.q = e.moved;
  }
  return false;
}

}  // namespace

int freedoms_per_body(const Model& model) { return freedoms_of(model); }

Mechanism::Mechanism(const Model& model) : system_(compiled(model, WithDrivers::no)), e_(system_), state_(system_.designed()) {}
Mechanism::Mechanism(const System& system, WithDrivers drivers)
    : system_(constraints_of(system, drivers)), e_(system_), state_(system_.designed()) {}

void Mechanism::place(const System& from, const State& state) {
  if (system_.shares(from) && from.coordinates() == system_.coordinates()) return place(state);
  Equations there(from);
  from.motion(state, there, RowSet::all, Measure::all);
  for (int i = 1; i <= system_.mechanism().bodies; ++i) {
    const int a = from.mechanism().tree.number[i], b = system_.mechanism().tree.number[i];
    e_.k.R[b] = there.k.R[a];
    e_.k.p[b] = there.k.p[a];
    e_.k.v[b] = there.k.v[a];
    e_.k.w[b] = there.k.w[a];
  }
  evaluate_time(system_.layout(), e_.k, state.t);
  if (system_.nz() == from.nz()) evaluate_states(system_.layout(), e_.k, state.z.data());  // drivers may follow them
  const std::vector<double> angles = angles_from(from.measures(), there, system_.measures());
  evaluate_rows<double>(system_.layout(), e_.k, RowSet::all, Measure::all, angles, nullptr);
  place(system_.state_of(e_, state.t));
}

void Mechanism::place(const State& state) {
  state_ = state;
  system_.motion(state_, e_, RowSet::all, Measure::all);
}

void Mechanism::factor() {
  system_.fill(e_);
  weigh_equally(system_, e_.kernel.matrices());
  e_.kernel.factor();
}

void Mechanism::select() {
  system_.fill(e_);
  weigh_equally(system_, e_.kernel.matrices());
  const double open = system_.violation(e_, Order::position, RowSet::loops) / length();
  mobility_ = e_.kernel.columns() -
              e_.kernel.select(std::clamp(100 * open * open, threshold::dependent_row, threshold::largest_truncation));
  e_.kernel.factor();
}

double Mechanism::measure() const { return std::sqrt(std::max(0.0, e_.kernel.smallest_pivot())); }

std::vector<std::string> Mechanism::nearly_dependent() {
  const std::vector<char> independent = e_.kernel.selected();
  std::set<int> groups;
  for (double limit = 2 * e_.kernel.smallest_pivot(); limit < 0.1 && groups.empty(); limit *= 4) {
    e_.kernel.select(limit);
    e_.kernel.factor();
    const std::vector<char> fewer = e_.kernel.selected();
    for (std::size_t l = 0; l < system_.loop_groups().size(); ++l)
      for (int i = 0; i < system_.constraints().groups[system_.loop_groups()[l]].rows; ++i) {
        const int row = e_.kernel.first_row(static_cast<int>(l)) + i;
        if (!independent[row] || fewer[row]) continue;
        const Eigen::VectorXd stress = self_stress(*this, static_cast<int>(l), i);
        for (std::size_t g = 0; g < system_.constraints().groups.size(); ++g)
          if (stress.segment<6>(6 * g).norm() > threshold::takes_part * stress.norm()) groups.insert(static_cast<int>(g));
      }
  }
  e_.kernel.set_selected(independent);
  e_.kernel.factor();
  std::vector<std::string> names;
  for (int g : groups) names.push_back(system_.name_of(system_.constraints().groups[g]));
  return names;
}

std::vector<char> Mechanism::in_loops() const {
  std::vector<int> passing(system_.mechanism().bodies + 1, 0);
  for (const auto& group : system_.kernel_structure().groups) {
    std::vector<int> paths(system_.mechanism().bodies + 1, 0);
    for (int body : group.bodies)
      for (int b = body; b != 0; b = system_.mechanism().tree.parent[b]) ++paths[b];
    const int ends = static_cast<int>(group.bodies.size());
    for (int body : group.bodies)  // what all ends have below them moves with the loop as a whole
      for (int b = body; b != 0 && (group.from_ground || paths[b] < ends); b = system_.mechanism().tree.parent[b]) passing[b] = 1;
  }
  std::vector<char> columns(system_.nv(), 0);
  for (int b = 1; b <= system_.mechanism().bodies; ++b)
    for (int i = 0; i < system_.mechanism().tree_joints[b].freedoms; ++i)
      columns[system_.mechanism().tree_joints[b].v + i] = static_cast<char>(passing[b]);
  return columns;
}

Eigen::VectorXd Mechanism::free_motion(const std::vector<char>& columns, int seed) {
  std::mt19937 random(static_cast<unsigned>(seed));
  std::uniform_real_distribution<double> uniform(-1, 1);
  clear(e_.right);
  for (int b = 1; b <= system_.mechanism().bodies; ++b)
    for (int i = 0; i < system_.mechanism().tree_joints[b].freedoms; ++i) {
      const double push = uniform(random);  // drawn for all, so that a choice of columns changes nothing else
      if (columns[system_.mechanism().tree_joints[b].v + i]) e_.right.tau[e_.kernel.first_column(b) + i] = push;
    }
  e_.kernel.solve(e_.right, e_.solution);
  Eigen::VectorXd velocity = Eigen::VectorXd::Zero(system_.nv());
  for (int b = 1; b <= system_.mechanism().bodies; ++b)
    for (int i = 0; i < system_.mechanism().tree_joints[b].freedoms; ++i) {
      const int v = system_.mechanism().tree_joints[b].v + i;
      if (columns[v]) velocity[v] = e_.solution.a[e_.kernel.first_column(b) + i];
    }
  return velocity;
}

std::optional<State> Mechanism::nearby(const Eigen::VectorXd& velocity) const {
  Equations e(system_);
  State moving = state_;
  moving.v = velocity;
  system_.motion(moving, e, RowSet::all, Measure::all);
  const double speed = system_.speed(e);
  if (!(speed > 0)) return std::nullopt;
  const auto before_R = e.k.R;
  const auto before_p = e.k.p;
  system_.move(state_.q, velocity * (step_nearby * length() / speed), e.moved);
  moving.q = e.moved;
  moving.v.setZero();
  if (!close(system_, e, moving)) return std::nullopt;
  system_.motion(moving, e, RowSet::all, Measure::all);
  system_.update_angles(e, moving);
  double moved = 0;
  for (int b = 1; b <= system_.mechanism().bodies; ++b)
    moved = std::max({moved, (e.k.p[b] - before_p[b]).norm() / length(), (e.k.R[b] - before_R[b]).norm()});
  if (moved < 0.2 * step_nearby) return std::nullopt;
  return moving;
}

Eigen::VectorXd self_stress(Mechanism& mechanism, int l, int i) {
  const System& system = mechanism.system();
  Equations& e = mechanism.equations();
  const RowGroup& own = system.constraints().groups[system.loop_groups()[l]];
  const auto& bodies = system.kernel_structure().groups[l].bodies;
  const auto moment = [&](const RowGroup& group, int row) {
    return e.k.entries[group.first_entry + row * group.terms].n.squaredNorm() == 0;
  };
  // A row that depends on others does no work on any free motion: loading the bodies with -B_rᵀ accelerates nothing, and the
  // multipliers and joint forces that hold it are the coefficients of the dependency.
  clear(e.right);
  for (std::size_t b = 0; b < bodies.size(); ++b)
    e.right.f[bodies[b]] = -e.kernel.matrices().B[e.kernel.first_block(l) + static_cast<int>(b) * own.rows + i];
  e.kernel.solve(e.right, e.solution);
  e.kernel.joint_forces(e.right, e.solution, e.F);

  Eigen::VectorXd stress = Eigen::VectorXd::Zero(6 * static_cast<Eigen::Index>(system.constraints().groups.size()));
  for (std::size_t m = 0; m < system.loop_groups().size(); ++m) {
    const int g = system.loop_groups()[m];
    for (int j = 0; j < system.constraints().groups[g].rows; ++j)
      stress[6 * g + j] = e.solution.lambda[e.kernel.first_row(static_cast<int>(m)) + j] /
                          (moment(system.constraints().groups[g], j) ? system.length() : 1);
  }
  const int g = system.loop_groups()[l];
  stress[6 * g + i] = moment(own, i) ? 1 / system.length() : 1;
  for (std::size_t t = 0; t < system.constraints().groups.size(); ++t) {
    const int b = system.constraints().groups[t].edge;
    if (b == 0 || system.constraints().groups[t].kind != RowGroup::Kind::joint) continue;
    stress.segment<3>(6 * t) = e.F[b].head<3>();
    stress.segment<3>(6 * t + 3) = e.F[b].tail<3>() / system.length();
  }
  return moment(own, i) ? Eigen::VectorXd(stress * system.length()) : stress;
}

}  // namespace bricard
