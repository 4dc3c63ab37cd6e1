#include "bricard/system/system.hpp"

#include <algorithm>

#include "bricard/math/expression_decisions.hpp"
#include "bricard/system/row_length.hpp"
#include "bricard/system/system_sets.hpp"

namespace bricard {

namespace {

int set_named(std::string_view name, int dimension) {
  const std::span<const CoordinateSetInfo> sets = coordinate_set_list();
  bool elsewhere = false;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    if (sets[i].name != name) continue;
    if (sets[i].dimension == 0 || sets[i].dimension == dimension) return static_cast<int>(i);
    elsewhere = true;
  }
  std::string names;
  for (const std::string& known : coordinate_names(dimension)) names += (names.empty() ? "" : ", ") + known;
  const std::string named = "'" + std::string(name) + "'";
  if (elsewhere)
    throw Error("analysis.coordinates", "the coordinates " + named + " are for models in space: a planar body has one angle",
                "choose one of " + names);
  throw Error("analysis.coordinates", "there are no coordinates " + named, "choose one of auto, " + names);
}

}  // namespace

System::System(const Model& model, std::string_view coordinates)
    : System(std::make_shared<Layout>(compile(model)), coordinates) {}

System::System(const System& other, std::string_view coordinates)
    : System(coordinates == other.coordinates() ? other : System(other.layout_, coordinates)) {}

System::System(const System& other, std::string_view coordinates, const std::vector<HeldCoordinate>& held)
    : System(held.empty() ? System(other, coordinates)
                          : System(std::make_shared<Layout>(with_drivers(*other.layout_, held)), coordinates)) {}

System::System(std::shared_ptr<Layout> layout, std::string_view coordinates)
    : layout_(std::move(layout)), set_(set_named(coordinates, layout_->model.dimension)) {
  visit([&](const auto& set) {
    nq_ = set.nq(*layout_);
    nv_ = set.nv(*layout_);
    q_per_radian_.resize(nq_);
    v_per_radian_.resize(nv_);
    set.per_radian(*layout_, q_per_radian_.data(), v_per_radian_.data());
  });
  KernelStructure structure = sort_groups();
  // Lengths and angles are told apart by their covectors in the design position.
  Kinematics<double> k = make_kinematics<double>(*layout_);
  motion_in<InSpace>(designed(k), k, RowSet::all, Measure::all);
  for (const auto& pose : layout_->designed) reach_ = std::max(reach_, pose.p.stableNorm());
  is_length_.resize(layout_->rows + own_rows());
  for (const RowGroup& group : layout_->groups)
    for (int i = 0; i < group.rows; ++i)
      for (int m = 0; m < group.terms; ++m)
        if (k.entries[group.first_entry + i * group.terms + m].n.squaredNorm() > 0) is_length_[group.first_row + i] = 1;
  for (int g : loop_groups_)
    for (int i = 0; i < layout_->groups[g].rows; ++i) structure.angular.push_back(!is_length_[layout_->groups[g].first_row + i]);
  plan_ = std::make_shared<const KernelPlan>(std::move(structure));
}

KernelStructure System::sort_groups() {
  KernelStructure structure;
  visit([&](const auto& set) { structure.free = set.free(*layout_); });
  structure.parent = layout_->tree.parent;
  structure.parent[0] = 0;
  structure.length = layout_->length;
  const auto with_mass = std::count_if(layout_->mass.begin() + 1, layout_->mass.end(), [](double mass) { return mass > 0; });
  if (with_mass > 0) structure.mass = layout_->total_mass / static_cast<double>(with_mass);
  std::vector<std::vector<int>> edge_groups(layout_->bodies + 1);
  for (int g = 0; g < static_cast<int>(layout_->groups.size()); ++g) {
    const RowGroup& group = layout_->groups[g];
    if (group.rows == 0) continue;
    // Joint rows that the coordinates satisfy by themselves.
    const bool by_itself = holds(group);
    if (!by_itself)
      for (int i = 0; i < group.rows; ++i) active_rows_.push_back(group.first_row + i);
    if (group.edge) {
      if (!by_itself) edge_groups[group.edge].push_back(g);
      continue;
    }
    KernelStructure::Group rows{group.rows, false, {}};
    for (int pair : group.pairs)
      for (int body : {layout_->pairs[pair].A.body, layout_->pairs[pair].B.body}) {
        if (body == 0)
          rows.from_ground = true;
        else if (std::find(rows.bodies.begin(), rows.bodies.end(), body) == rows.bodies.end())
          rows.bodies.push_back(body);
      }
    std::sort(rows.bodies.begin(), rows.bodies.end());
    loop_groups_.push_back(g);
    structure.groups.push_back(std::move(rows));
  }
  for (int i = 0; i < own_rows(); ++i) active_rows_.push_back(layout_->rows + i);
  edge_groups_ = std::make_shared<const std::vector<std::vector<int>>>(std::move(edge_groups));
  return structure;
}

System::System(const System&) = default;
System::System(System&&) noexcept = default;
System& System::operator=(const System&) = default;
System& System::operator=(System&&) noexcept = default;
System::~System() = default;

bool System::holds(const RowGroup& group) const {
  return visit([&](const auto& set) { return set.holds(group); });
}
int System::driven(const RowGroup& group) const {
  return visit([&](const auto& set) { return set.driven(*layout_, group); });
}
bool System::is_local() const {
  return visit([](const auto& set) { return set.is_local; });
}
int System::first_velocity(int body) const {
  return visit([&](const auto& set) { return set.first(*layout_, body); });
}
int System::velocity_count(int body) const {
  return visit([&](const auto& set) { return set.count(*layout_, body); });
}
int System::own_rows() const {
  return visit([&](const auto& set) { return set.own_rows(*layout_); });
}
int System::body_of_own_row(int i) const {
  return visit([&](const auto& set) { return set.own_body(i); });
}
bool System::singular(const Kinematics<double>& k) const {
  return std::any_of(layout_->second_angles.begin(), layout_->second_angles.end(), [&](int m) { return is_locked(k, m); }) ||
         visit([&](const auto& set) { return set.singular(*layout_, k) != 0; });
}
// Also near the ends of angles, where steps may fail for them though they are still defined.
std::string System::why_singular(const Kinematics<double>& k) const {
  if (const int b = visit([&](const auto& set) { return set.singular(*layout_, k); }))
    return "body '" + model().bodies[layout_->tree.given[b] - 1].name + "' " +
           visit([&](const auto& set) { return set.why_singular(k, b); });
  for (const int m : layout_->second_angles) {
    const double angle = k.measured[m].value;
    if (std::abs(std::cos(angle)) > threshold::near_singular_value) continue;
    const MeasuredCoordinate& coordinate = layout_->measured[m];
    std::string owner, second = "ry", angles = "rx, ry, rz";  // of a body; a joint may call them otherwise
    if (coordinate.joint < 0) {
      owner = "body '" + model().bodies[layout_->tree.given[coordinate.body] - 1].name + "'";
    } else {
      const Joint& joint = model().joints[coordinate.joint];
      owner = "joint '" + joint.name + "'";
      second = coordinate_name(*this, coordinate);
      angles.clear();
      for (const CoordinateName& each : coordinates_of(model(), joint))
        if (each.second_angle == second) angles += (angles.empty() ? "" : ", ") + std::string(each.name);
    }
    return owner + " has its angle " + second + " at " + (angle > 0 ? "90" : "-90") + " deg, where " + angles +
           " are not defined: choose a design position or axes in which " + second + " stays away from there";
  }
  return {};
}

template <class Space>
EquationsIn<Space>::EquationsIn(const System& system, KinematicsIn<Space> room)
    : k(std::move(room)), kernel(system.kernel_plan()), right(kernel.right_side()), solution(kernel.solution()) {
  const int n = system.layout().bodies + 1;
  edges.per_row.assign(Space::size * n, Space::Vector::Zero());
  edges.groups = system.edge_groups_;
}

Equations::Equations(const System& system, Purpose purpose) : EquationsIn(system, make_kinematics<double>(system.layout())) {
  if (purpose == Purpose::stepping && system.layout().plane.complete)
    plane.emplace(system, make_planar_kinematics<double>(system.layout()));
  F.assign(system.layout().bodies + 1, Vec6<double>::Zero());
  increment.setZero(system.nv());
  moved.setZero(system.nq());
}

Equations::Equations(const Equations&) = default;
Equations::Equations(Equations&&) noexcept = default;
Equations& Equations::operator=(const Equations&) = default;
Equations& Equations::operator=(Equations&&) noexcept = default;
Equations::~Equations() = default;

std::string_view System::coordinates() const {
  return visit([](const auto& set) { return set.name; });
}

RowSet System::row_set() const {
  return visit([](const auto& set) { return set.rows; });
}

State System::designed() const {
  Kinematics<double> k = make_kinematics<double>(*layout_);
  return designed(k);
}

State System::designed(Kinematics<double>& k) const {
  for (int b = 1; b <= layout_->bodies; ++b) {
    k.R[b] = layout_->designed[b].R;
    k.p[b] = layout_->designed[b].p;
  }
  std::vector<double> angles(layout_->measured.size(), 0.0);  // planar bodies may be drawn with whole turns
  if (!layout_->body_angle.empty())
    for (std::size_t i = 0; i < model().bodies.size(); ++i)
      angles[layout_->body_angle[layout_->tree.number[i + 1]]] = model().bodies[i].orientation.angle;
  for (int i = 0; i < nz(); ++i) k.columns[layout_->first_state + i] = model().states[i].initial;
  evaluate_time(*layout_, k, 0.0);
  evaluate_rows<double>(*layout_, k, RowSet::all, Measure::all, angles, nullptr);
  return state_of(k, 0);
}

template <class Space>
void System::motion_in(const State& state, KinematicsIn<Space>& k, RowSet rows, Measure measure) const {
  evaluate_time(*layout_, k, state.t);
  evaluate_states(*layout_, k, state.z.data());
  const std::span<const double> angles(state.angles.data(), static_cast<std::size_t>(state.angles.size()));
  visit_in<Space>([&](const auto& set) {
    set.motion(*layout_, state.q.data(), state.v.data(), k);
    evaluate_rows<double>(*layout_, k, rows, measure, angles, set.holds_joint_coordinates ? state.q.data() : nullptr);
  });
}

void System::motion(const State& state, Equations& e, RowSet rows, Measure measure) const {
  if (rubs()) rows = RowSet::all;  // reactions press on what rubs
  if (e.plane)
    motion_in<InPlane>(state, e.plane->k, rows, measure);
  else
    motion_in<InSpace>(state, e.k, rows, measure);
}

void System::forces(Equations& e) const {
  if (e.plane)
    evaluate_forces(*layout_, e.plane->k);
  else
    evaluate_forces(*layout_, e.k);
}

template <class Space>
void System::fill_in(EquationsIn<Space>& e) const {
  auto& matrices = e.kernel.matrices();
  for (int b = 1; b <= layout_->bodies; ++b) {
    matrices.mass[b] = layout_->mass[b];
    if constexpr (Space::size == 6)
      matrices.inertia[b] = world_inertia(*layout_, e.k, b);
    else
      matrices.inertia[b] = layout_->plane.inertia[b];
    matrices.offset[b] = e.k.p[b] - e.k.p[layout_->tree.parent[b]];
  }
  for (std::size_t l = 0; l < loop_groups_.size(); ++l) {
    const RowGroup& group = layout_->groups[loop_groups_[l]];
    const auto& bodies = plan_->structure.groups[l].bodies;
    const int first = e.kernel.first_block(static_cast<int>(l));
    if (group.terms == 1) {  // a pair between two bodies, or one and ground: nothing to add up
      const int pair = group.pairs[0], a = layout_->pairs[pair].A.body, b = layout_->pairs[pair].B.body;
      for (int i = 0; a != b && i < group.rows; ++i) {
        const auto& entry = e.k.entries[group.first_entry + i];
        if (b) matrices.B[first + (a && b > a ? group.rows : 0) + i] = row_at<double>(entry.n, entry.tau, e.k.reach_B[pair]);
        if (a) matrices.B[first + (b && a > b ? group.rows : 0) + i] = -row_at<double>(entry.n, entry.tau, e.k.reach_A[pair]);
      }
      if (a != b) continue;
    }
    for (std::size_t b = 0; b < bodies.size(); ++b)
      for (int i = 0; i < group.rows; ++i) matrices.B[first + b * group.rows + i].setZero();
    for (int m = 0; m < group.terms; ++m) {
      const int pair = group.pairs[m];
      const auto add = [&](int body, const typename Space::Offset& reach, double sign) {
        if (body == 0) return;
        const int b = static_cast<int>(std::find(bodies.begin(), bodies.end(), body) - bodies.begin());
        for (int i = 0; i < group.rows; ++i) {
          const auto& entry = e.k.entries[group.first_entry + i * group.terms + m];
          matrices.B[first + b * group.rows + i] += sign * row_at<double>(entry.n, entry.tau, reach);
        }
      };
      add(layout_->pairs[pair].B.body, e.k.reach_B[pair], 1);
      add(layout_->pairs[pair].A.body, e.k.reach_A[pair], -1);
    }
  }
  visit_in<Space>([&](const auto& set) { set.template edges<Space>(*layout_, e.k, e.kernel, e.edges); });
}

void System::fill(Equations& e) const {
  if (e.plane)
    fill_in(*e.plane);
  else
    fill_in<InSpace>(e);
}

void System::decide(const State& state, Equations& e, std::vector<double>& decisions) const {
  decisions.assign(layout_->decisions, 0);
  Values<double>& values = e.values();
  const bool held = std::exchange(values.holds_decisions, false);
  motion(state, e);
  forces(e);
  values.holds_decisions = held;
  const auto add = [&](const std::vector<int>& deciding, const std::vector<Slot>& slots) {
    for (const int i : deciding) bricard::decide(slots[i].value, values.columns, values.scratch, decisions.data());
  };
  add(layout_->deciding_slots, layout_->slots);
  add(layout_->deciding_inputs, layout_->inputs);
  add(layout_->deciding_outputs, layout_->outputs);
  add(layout_->deciding_states, layout_->states);
  add(layout_->deciding_delays, layout_->delays);
}

// Coordinates of the tree's joints stand in relative coordinates themselves. Where nothing else is measured, bodies are placed
// and no more is evaluated.
void System::read(const State& state, Equations& e, std::span<const ColumnSource> sources, bool with_forces) const {
  using What = ColumnSource::What;
  const bool is_relative = visit([](const auto& set) { return set.holds_joint_coordinates; });
  const auto stored = [&](const ColumnSource& source) -> const double* {
    if (!is_relative || (source.what != What::coordinate && source.what != What::coordinate_rate)) return nullptr;
    const MeasuredCoordinate& coordinate = layout_->measured[source.index];
    const TreeJoint& joint = layout_->tree_joints[coordinate.tree_body];
    if (coordinate.tree_body == 0 || joint.has_quaternion) return nullptr;
    return source.what == What::coordinate ? &state.q[joint.q + coordinate.which] : &state.v[joint.v + coordinate.which];
  };
  const bool measures = std::any_of(sources.begin(), sources.end(), [&](const ColumnSource& source) {
    return (source.what == What::coordinate || source.what == What::coordinate_rate) && !stored(source);
  });
  const auto in = [&]<class Space>(KinematicsIn<Space>& k, Space) {
    if (!with_forces && !measures)
      visit_in<Space>([&](const auto& set) { set.motion(*layout_, state.q.data(), state.v.data(), k); });
    for (std::size_t i = 0; i < sources.size(); ++i) {
      const ColumnSource& source = sources[i];
      if (const double* const value = stored(source))
        k.columns[source.column] = *value / layout_->column_factor[source.column];
      else
        read_columns<double>(*layout_, k, sources.subspan(i, 1));
    }
  };
  if (with_forces || measures) motion(state, e, row_set(), measures ? Measure::all : Measure::needed);
  if (with_forces) forces(e);
  if (e.plane)
    in(e.plane->k, InPlane{});
  else
    in(e.k, InSpace{});
}

bool System::factor(Equations& e, double truncate) const {
  if (singular(e.k)) return false;
  fill(e);
  return e.rows().factor(truncate);
}

void System::accelerations(Equations& e, Eigen::Ref<Eigen::VectorXd> a) const {
  if (e.plane)
    std::copy(e.plane->k.f.begin(), e.plane->k.f.end(), e.plane->right.f.begin());
  else
    std::copy(e.k.f.begin(), e.k.f.end(), e.right.f.begin());
  correction(Order::acceleration, e, a);
}

template <class Space>
void System::correction_in(Order order, EquationsIn<Space>& e, double* d) const {
  if (order != Order::acceleration)
    for (auto& f : e.right.f) f.setZero();
  visit_in<Space>([&](const auto& set) { set.template known<Space>(*layout_, e.k, order, e.edges, e.right.c); });
  for (std::size_t l = 0; l < loop_groups_.size(); ++l) {
    const RowGroup& group = layout_->groups[loop_groups_[l]];
    for (int i = 0; i < group.rows; ++i)
      e.right.gamma[e.kernel.first_row(static_cast<int>(l)) + i] = missing(e.k, order, group.first_row + i);
  }
  e.kernel.solve(e.right, e.solution);
  visit_in<Space>(
      [&](const auto& set) { set.template increments<Space>(*layout_, e.k, order, e.kernel, e.solution, e.edges, d); });
}

void System::correction(Order order, Equations& e, Eigen::Ref<Eigen::VectorXd> d) const {
  if (e.plane)
    correction_in(order, *e.plane, d.data());
  else
    correction_in<InSpace>(order, e, d.data());
}

void System::response(Order order, Equations& e, Eigen::Ref<Eigen::VectorXd> d) const {
  for (auto& c : e.right.c) c.setZero();
  std::fill(e.right.gamma.begin(), e.right.gamma.end(), 0.0);
  e.kernel.solve(e.right, e.solution);
  visit_in<InSpace>(
      [&](const auto& set) { set.template increments<InSpace>(*layout_, e.k, order, e.kernel, e.solution, e.edges, d.data()); });
}

void System::rates(const Eigen::VectorXd& q, const Eigen::VectorXd& v, Eigen::Ref<Eigen::VectorXd> q_rate) const {
  visit([&](const auto& set) { set.rates(*layout_, q.data(), v.data(), q_rate.data()); });
}

void System::second_rates(const double* q, const double* v, const double* a, double* second) const {
  visit([&](const auto& set) { set.second_rates(*layout_, q, v, a, second); });
}

void System::velocities(const Eigen::VectorXd& q, const Eigen::VectorXd& q_rate, Eigen::VectorXd& v) const {
  visit([&](const auto& set) { set.velocities(*layout_, q.data(), q_rate.data(), v.data()); });
}

void System::move(const Eigen::VectorXd& q, const Eigen::VectorXd& d, Eigen::VectorXd& moved) const {
  visit([&](const auto& set) { set.move(*layout_, q.data(), d.data(), moved.data()); });
}

void System::normalize(State& state) const {
  visit([&](const auto& set) { set.normalize(*layout_, state.q.data(), state.v.data()); });
}

State System::state_of(const Kinematics<double>& k, double t) const {
  State state;
  state.t = t;
  state.q.resize(nq_);
  state.v.setZero(nv_);
  state.z.resize(nz());
  for (int i = 0; i < nz(); ++i) state.z[i] = k.columns[layout_->first_state + i];
  state.angles.resize(static_cast<int>(layout_->measured.size()));
  for (std::size_t m = 0; m < layout_->measured.size(); ++m) state.angles[static_cast<int>(m)] = k.measured[m].value;
  visit([&](const auto& set) { set.from_bodies(*layout_, k, state.q.data(), state.v.data()); });
  return state;
}

State System::carry_over(const System& from, const State& state) const {
  Equations there(from), here(*this);
  from.motion(state, there, RowSet::all, Measure::all);
  for (std::size_t i = 1; i < layout_->tree.number.size(); ++i) {
    const int a = from.layout().tree.number[i], b = layout_->tree.number[i];
    here.k.R[b] = there.k.R[a];
    here.k.p[b] = there.k.p[a];
    here.k.v[b] = there.k.v[a];
    here.k.w[b] = there.k.w[a];
  }
  std::vector<double> angles;
  for (const auto& measured : there.k.measured) angles.push_back(measured.value);
  evaluate_time(*layout_, here.k, state.t);
  evaluate_states(*layout_, here.k, state.z.data());
  evaluate_rows<double>(*layout_, here.k, RowSet::all, Measure::all, angles, nullptr);
  return state_of(here, state.t);
}

void System::update_angles(const Equations& e, State& state) const {
  for (std::size_t m = 0; m < layout_->measured.size(); ++m)
    state.angles[static_cast<int>(m)] = e.plane ? e.plane->k.measured[m].value : e.k.measured[m].value;
}

double System::violation(const Equations& e, Order order, RowSet rows) const {
  double largest = 0;
  const auto& open = order == Order::position ? e.values().Phi : e.values().Phi_rate;
  for (const RowGroup& group : layout_->groups) {
    if (rows == RowSet::loops && group.edge && group.driven_column < 0) continue;
    for (int row = group.first_row; row < group.first_row + group.rows; ++row)
      largest = std::max(largest, as_length(*this, e, row, open[row]));
  }
  return largest;
}

double System::speed(const Equations& e) const {
  double fastest = 0;
  const auto look = [&](const auto& v, double w) { fastest = std::max({fastest, v.cwiseAbs().maxCoeff(), w * layout_->length}); };
  for (int b = 1; b <= layout_->bodies; ++b)
    if (e.plane)
      look(e.plane->k.v[b], std::abs(e.plane->k.w[b]));
    else
      look(e.k.v[b], e.k.w[b].cwiseAbs().maxCoeff());
  return fastest;
}

double System::kinetic_energy(const Equations& e) const {
  double energy = 0;
  for (int b = 1; b <= layout_->bodies; ++b) {
    const Vec3<double> w = e.k.R[b].transpose() * e.k.w[b];
    energy += 0.5 * (layout_->mass[b] * e.k.v[b].squaredNorm() + w.dot(layout_->inertia[b] * w));
  }
  return energy;
}

std::string System::name_of(const RowGroup& group) const {
  switch (group.kind) {
    case RowGroup::Kind::joint:
      return model().joints[group.element].name;
    case RowGroup::Kind::constraint:
      return model().constraints[group.element].name;
    case RowGroup::Kind::driver:
      return model().drivers[group.element].name;
  }
  return {};
}

Layout& System::own_layout() {
  if (layout_.use_count() > 1) layout_ = std::make_shared<Layout>(*layout_);
  return *layout_;
}

void System::hold_input(int input, double value) {
  Layout& layout = own_layout();
  layout.model.inputs[input].value = value;
  layout.inputs[input].value = Expression::constant(value);
  layout.inputs[input].rate = Expression::constant(0);
}

void System::remember(std::shared_ptr<const PastValues> past) { own_layout().past = std::move(past); }

void System::drive_along(int driver, double from, double rate) {
  const UnitSystem& units = model().units;
  const double unit = units.factor(drives_angle(model().drivers[driver]) ? dimension::angle : dimension::length);
  const double time = units.factor(dimension::time);
  Layout& layout = own_layout();
  for (const DriverEntry& entry : layout.drivers) {
    if (layout.groups[entry.group].element != driver) continue;
    Slot& slot = layout.slots[entry.slot];
    slot = {Expression::line(from / unit, rate / unit * time, 0),
            Expression::constant(rate / unit * time),
            {},
            unit,
            unit / time,
            unit / time / time,
            false};
  }
}

}  // namespace bricard
