// From Model to Layout: numbering, frames, rows, functions.
#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_map>

#include "bricard/elements/constraints/constraints.hpp"
#include "bricard/elements/forces/forces.hpp"
#include "bricard/model/road.hpp"
#include "bricard/elements/joints/joints.hpp"
#include "bricard/elements/pair.hpp"
#include "bricard/model/functions.hpp"
#include "bricard/model/references.hpp"
#include "bricard/model/structure.hpp"
#include "bricard/system/frames.hpp"
#include "bricard/system/function_compiler.hpp"
#include "bricard/system/layout_parts.hpp"
#include "bricard/system/plane.hpp"

namespace bricard {

namespace {

class Compiler {
 public:
  explicit Compiler(const Model& model) : layout_(holding(model)) {}

  // Before run(): what validate() says of them, with the names that were listed to compile them.
  std::vector<FunctionFault> check_functions() const { return bricard::check_functions(model_, functions_.vocabulary()); }

  Layout run() {
    bodies();
    frames_.emplace(model_.dimension, layout_.designed, number_);
    tree();
    joints();
    body_angles();
    couplings();
    constraints();
    drivers();
    forces();
    layout_.length = characteristic_length(layout_);
    sensors();
    expressions();
    functions_.inputs();
    functions_.order_outputs();
    functions_.states();
    functions_.delays();
    functions_.order_forces();
    functions_.events();
    functions_.motion_rates();
    if (!faults_.empty()) throw Error(std::move(faults_));
    if (planar() && layout_.rubbing.empty()) layout_.plane = in_plane(layout_);
    return std::move(layout_);
  }

 private:
  static Layout holding(const Model& model) {
    Layout layout;
    layout.model = model;
    return layout;
  }

  void bodies() {
    std::vector<Edge> edges;
    std::unordered_map<std::string, int> given{{"ground", 0}};
    for (std::size_t i = 0; i < model_.bodies.size(); ++i) given[model_.bodies[i].name] = static_cast<int>(i) + 1;
    for (std::size_t j = 0; j < model_.joints.size(); ++j) {
      const Joint& joint = model_.joints[j];
      if (!joint.active || !joint.kind->in_tree) continue;
      const int rows = 6 - joint.kind->freedoms;
      edges.push_back({given.at(joint.bodies[0]), given.at(joint.bodies[1]), rows, joint.cut.has_value()});
      edge_joint_.push_back(static_cast<int>(j));
    }
    layout_.bodies = static_cast<int>(model_.bodies.size());
    std::vector<char> is_end{0};
    for (const Body& body : model_.bodies) is_end.push_back(body.cut.has_value());
    layout_.tree = spanning_tree(layout_.bodies, edges, is_end);
    for (const auto& [name, index] : given) number_[name] = layout_.tree.number[index];

    layout_.mass.assign(layout_.bodies + 1, 0);
    layout_.inertia.assign(layout_.bodies + 1, Mat3<double>::Zero());
    layout_.designed.resize(layout_.bodies + 1);
    for (const Body& body : model_.bodies) {
      const int k = number_.at(body.name);
      layout_.mass[k] = body.mass;
      layout_.total_mass += body.mass;
      layout_.inertia[k] = eigen(body.inertia.matrix);
      layout_.designed[k] = {rotation<double>(eigen(body.orientation.quaternion)),
                             eigen(body.position ? body.position->at : Vector3())};
    }
  }

  // Tree joints, numbered along the tree.
  void tree() {
    layout_.tree_joints.resize(layout_.bodies + 1);
    layout_.joint_of_body.assign(layout_.bodies + 1, -1);
    carried_body_.assign(model_.joints.size(), 0);
    for (int k = 1; k <= layout_.bodies; ++k) {
      TreeJoint& joint = layout_.tree_joints[k];
      if (const int edge = layout_.tree.edge[k]; edge >= 0) {
        const int index = edge_joint_[edge];
        layout_.joint_of_body[k] = index;
        carried_body_[index] = k;
        const PairFrames frames = frames_->of(model_.joints[index]);
        joint.A = frames.A;
        joint.B = frames.B;
        joint.child_is_first = frames.A.body == k;
        describe(joint, kind_of(model_.joints[index]).info());
        if (kind_of(model_.joints[index]).is<Revolute>()) describe_hinge(joint);
      } else {
        joint.B.body = k;
        JointEntry& entry = layout_.unjoined.emplace_back();
        entry.kind = unjoined();
        entry.body = k;
        describe(joint, entry.kind.info());
      }
      joint.q = layout_.nq_relative;
      joint.v = layout_.nv_relative;
      layout_.nq_relative += joint.coordinates;
      layout_.nv_relative += joint.freedoms;
      layout_.is_linear.resize(layout_.nv_relative, 0);
      const double q[7] = {0, 0, 0, 1, 0, 0, 0}, v[6] = {};
      const int index = layout_.joint_of_body[k];
      Joints::visit(index >= 0 ? kind_of(model_.joints[index]) : unjoined(), [&]<class Kind>(const Kind& kind) {
        if constexpr (TreeKind<Kind>)
          if constexpr (Kind::freedoms > 0) {
            const auto basis = kind.motion(q + (Kind::coordinates == 4 ? 3 : 0), v).basis;
            for (int i = 0; i < joint.freedoms; ++i)
              layout_.is_linear[joint.v + i] =
                  basis.col(i).template head<3>().squaredNorm() > basis.col(i).template tail<3>().squaredNorm();
          }
      });
    }
  }

  bool planar() const { return model_.dimension == 2; }

  // In the plane a free joint is a planar one.
  JointKind kind_of(const Joint& joint) const { return planar() && joint.kind.is<Free>() ? unjoined() : joint.kind; }
  JointKind unjoined() const { return planar() ? JointKind(Planar{}) : JointKind(Free{}); }

  static void describe(TreeJoint& joint, const JointInfo& kind) {
    joint.freedoms = kind.freedoms;
    joint.coordinates = kind.coordinates;
    joint.has_quaternion = kind.coordinates != kind.freedoms;
    joint.quaternion = kind.coordinates - 4;
  }

  // R_body = R_parent P Rz(±q) Cᵀ with the marker P on the parent and C on the body; the sign is that of the body against the
  // parent.
  static void describe_hinge(TreeJoint& joint) {
    const Frame &P = joint.child_is_first ? joint.B : joint.A, &C = joint.child_is_first ? joint.A : joint.B;
    const double sense = joint.child_is_first ? -1 : 1;
    const auto outer = [&](int i, int j) { return Mat3<double>(P.R.col(i) * C.R.col(j).transpose()); };
    joint.is_hinge = true;
    joint.hinge = {outer(2, 2), outer(0, 0) + outer(1, 1), sense * (outer(1, 0) - outer(0, 1)), sense * P.R.col(2), P.p, C.p};
  }

  int add_pair(const PairFrames& frames) {
    layout_.pairs.push_back(frames);
    return static_cast<int>(layout_.pairs.size()) - 1;
  }

  int add_group(RowGroup::Kind kind, std::size_t element, int rows, std::vector<int> pairs, int edge = 0,
                int driven_column = -1) {
    return bricard::add_group(layout_, kind, element, rows, std::move(pairs), edge, driven_column);
  }

  void joints() {
    first_measured_.assign(model_.joints.size(), 0);
    for (std::size_t j = 0; j < model_.joints.size(); ++j) {
      const Joint& joint = model_.joints[j];
      first_measured_[j] = static_cast<int>(layout_.measured.size());
      if (!joint.kind->uses.joints)
        Joints::visit(kind_of(joint), [&](const auto& kind) { add_joint(joint, static_cast<int>(j), kind); });
    }
    turning_bodies();
    sort_by_kind<Joints>(layout_.joints);
  }

  template <class List, class Entry>
  static void sort_by_kind(std::vector<Entry>& entries) {
    std::stable_sort(entries.begin(), entries.end(),
                     [](const Entry& a, const Entry& b) { return List::index_of(a.kind) < List::index_of(b.kind); });
  }

  template <class Kind>
  void add_joint(const Joint& joint, int j, const Kind& given) {
    const PairFrames frames = frames_->of(joint);
    const Pair<double> designed = frames_->designed(frames);
    Kind kind = given;
    if constexpr (requires { kind.set_axis2(true); }) kind.set_axis2(joint.axis2.has_value());
    if constexpr (requires { kind.designed(designed); }) kind = kind.designed(designed);
    JointEntry entry{kind};
    entry.pair = add_pair(frames);
    entry.body = joint.active ? carried_body_[j] : 0;
    entry.measured = first_measured_[j];
    for (std::size_t i = 0; i < Kind::names.size(); ++i) {
      const bool is_stored = static_cast<int>(i) < stored_names<Kind>();
      layout_.measured.push_back({j, static_cast<int>(i), Kind::names[i].is_angle, entry.pair, is_stored ? entry.body : 0});
      for (std::size_t k = 0; k < Kind::names.size(); ++k)
        if (Kind::names[k].name == Kind::names[i].second_angle)
          layout_.measured.back().second_angle = entry.measured + static_cast<int>(k);
    }
    if (joint.active) {
      std::vector<char> is_rate;
      entry.keep = rows_in_use(kind, designed, is_rate);
      entry.group = add_group(RowGroup::Kind::joint, j, static_cast<int>(is_rate.size()), {entry.pair}, entry.body);
      std::copy(is_rate.begin(), is_rate.end(), layout_.is_rate_row.begin() + layout_.groups[entry.group].first_row);
      if constexpr (requires { kind.counted_rows(static_cast<Row<double>*>(nullptr), [](const Row<double>&) {}); })
        entry.is_measured = true;
    }
    if constexpr (requires { Kind::rubs; })
      if (joint.active && joint.friction) add_friction(joint, j, kind, entry);
    layout_.joints.push_back(std::move(entry));
  }

  template <class Kind>
  void add_friction(const Joint& joint, int j, const Kind& kind, const JointEntry& entry) {
    for (int surface = 0; surface < joint.kind->surfaces; ++surface) {
      RubbingEntry rubs;
      rubs.element = j;
      rubs.kind = kind;
      rubs.surface = surface;
      rubs.pair = entry.pair;
      rubs.group = entry.group;
      rubs.friction = *joint.friction;
      if constexpr (requires { kind.lever(*joint.friction); }) rubs.told = kind.lever(*joint.friction);
      rubs.column = functions_.column(joint.name + '.' + friction_column(surface));
      layout_.rubbing.push_back(std::move(rubs));
    }
  }

  // Which rows of a joint constrain anything: all, or in the plane those that lie in it. One flag per row in use: non-holonomic.
  template <class Kind>
  unsigned rows_in_use(const Kind& kind, const Pair<double>& designed, std::vector<char>& is_rate) const {
    unsigned keep = 0, bit = 1;
    bool rate = false;
    const auto judge = [&](const Row<double>& row) {
      const double inside = std::hypot(row.n[0], row.n[1], row.tau[2]), outside = std::hypot(row.n[2], row.tau[0], row.tau[1]);
      if (!planar() || inside > outside) {
        keep |= bit;
        is_rate.push_back(rate);
      }
      bit <<= 1;
    };
    kind.rows(designed, judge);
    if constexpr (requires { kind.counted_rows(static_cast<Row<double>*>(nullptr), judge); }) {
      std::vector<Row<double>> measured;
      kind.measured(designed, [&](const Row<double>& row) { measured.push_back(row); });
      kind.counted_rows(measured.data(), judge);
    }
    rate = true;
    if constexpr (requires { kind.rate_rows(designed, judge); }) kind.rate_rows(designed, judge);
    return keep;
  }

  int add_turn(const PairFrames& frames) {
    const int pair = add_pair(frames), measured = static_cast<int>(layout_.measured.size());
    layout_.measured.push_back({-1, 0, true, pair, 0});
    layout_.turns.push_back({pair, measured, false});
    return measured;
  }

  // Angles of planar bodies, which count turns like those of joints.
  void body_angles() {
    if (!planar()) return;
    layout_.body_angle.assign(layout_.bodies + 1, -1);
    for (int b = 1; b <= layout_.bodies; ++b) layout_.body_angle[b] = add_turn({Frame{}, Frame{b}});
  }

  // The angles rx, ry, rz of bodies that a driver turns, switched on or not: those of a ball between ground and the body's axes,
  // which holds nothing.
  void turning_bodies() {
    for (const Driver& driver : model_.drivers) {
      if (!driver.coordinate || !is_turning(*driver.coordinate) || first_turning_.contains(driver.body)) continue;
      const int first = static_cast<int>(layout_.measured.size());
      JointEntry entry{Spherical{}};
      entry.pair = add_pair({Frame{}, Frame{number_.at(driver.body)}});
      entry.measured = first_turning_[driver.body] = first;
      for (int i = 0; i < 3; ++i) {
        MeasuredCoordinate& angle = layout_.measured.emplace_back();
        angle = {-1, i, true, entry.pair, 0, first + 1, number_.at(driver.body)};
      }
      layout_.joints.push_back(std::move(entry));
    }
  }

  // The measured coordinate that a reference such as `hinge` or `sleeve.angle` names.
  int measured_of(const std::string& reference) const {
    const CoordinateReference found = find_coordinate(model_, reference);
    return first_measured_[found.joint] + found.which;
  }

  // Σ coefficient · coordinate = 0, normalized so that its multiplier is the effort on the last coordinate.
  void couplings() {
    for (std::size_t j = 0; j < model_.joints.size(); ++j) {
      const Joint& joint = model_.joints[j];
      if (!joint.active || !joint.kind->uses.joints) continue;
      Joints::visit(joint.kind, [&](const auto& kind) {
        if constexpr (requires { kind.coefficients(); }) {
          CouplingEntry entry;
          std::vector<int> pairs;
          std::vector<double> coefficients = kind.coefficients();
          for (std::size_t i = 0; i < joint.joints.size(); ++i) {
            const int measured = measured_of(joint.joints[i]);
            const bool is_angle = layout_.measured[measured].is_angle;
            if (joint.kind->in_file_units)  // coordinates count in the units of the file
              coefficients[i] /= model_.units.factor(is_angle ? dimension::angle : dimension::length);
            read_measured(layout_, measured);
            entry.terms.push_back({measured, coefficients[i]});
            pairs.push_back(layout_.measured[measured].pair);
          }
          for (auto& term : entry.terms) term.coefficient /= coefficients.back();
          layout_.most_terms = std::max(layout_.most_terms, static_cast<int>(pairs.size()));
          entry.group = add_group(RowGroup::Kind::joint, j, 1, std::move(pairs));
          layout_.couplings.push_back(std::move(entry));
        }
      });
    }
  }

  void constraints() {
    for (std::size_t i = 0; i < model_.constraints.size(); ++i) {
      const Constraint& constraint = model_.constraints[i];
      if (!constraint.active || constraint.kind.is<ExpressionConstraint>()) continue;
      Constraints::visit(constraint.kind, [&]<class Kind>(const Kind& kind) {
        ConstraintEntry entry{.kind = kind, .pairs = {}};
        const PairFrames ends = frames_->of(constraint);
        std::vector<int> pairs;
        for (std::size_t m = 0; m < Kind::pairs.size(); ++m) {
          const auto frame = [&](Marker marker) {
            return marker == Marker::ground ? Frame{} : marker == Marker::first ? ends.A : ends.B;
          };
          pairs.push_back(add_pair({frame(Kind::pairs[m].A), frame(Kind::pairs[m].B)}));
        }
        entry.pairs = pairs;
        entry.group = add_group(RowGroup::Kind::constraint, i, 1, std::move(pairs));
        double designed = 0;
        if (Kind::value_is_designed) {
          std::array<Pair<double>, Kind::pairs.size()> at_design;
          for (std::size_t m = 0; m < Kind::pairs.size(); ++m) at_design[m] = frames_->designed(layout_.pairs[entry.pairs[m]]);
          for (const auto& row : kind.function(at_design)) designed += row.value;
        }
        entry.slot = constraint.value
                         ? functions_.of_time(*constraint.value, Kind::dimension, "constraints." + constraint.name + ".value")
                         : functions_.number(designed);
        layout_.constraints.push_back(std::move(entry));
      });
    }
    sort_by_kind<Constraints>(layout_.constraints);
  }

  // After the scale, which they do not change, and the sensors; their pairs are those of the columns they name.
  void expressions() {
    for (std::size_t i = 0; i < model_.constraints.size(); ++i) {
      const Constraint& constraint = model_.constraints[i];
      const auto* kind = constraint.kind.get_if<ExpressionConstraint>();
      if (!kind || !constraint.active) continue;
      const std::string where = "constraints." + constraint.name;
      const auto add = [&](const PairFrames& frames) { return add_pair(frames); };
      ExpressionEntry entry = kind->rate_zero ? functions_.of_rates(*kind->rate_zero, where + ".rate_zero", add)
                                              : functions_.of_positions(kind->equal_zero, where + ".equal_zero", add);
      std::vector<int> pairs;
      for (const auto& term : entry.terms) pairs.push_back(term.row.pair);
      layout_.most_terms = std::max(layout_.most_terms, static_cast<int>(pairs.size()));
      entry.group = add_group(RowGroup::Kind::constraint, i, 1, std::move(pairs));
      layout_.is_rate_row[layout_.groups[entry.group].first_row] = entry.is_of_rates;
      layout_.expressions.push_back(std::move(entry));
    }
  }

  void drivers() {
    for (std::size_t i = 0; i < model_.drivers.size(); ++i) {
      const Driver& driver = model_.drivers[i];
      if (!driver.active) continue;
      const std::string where = "drivers." + driver.name;
      if (!driver.joint.empty()) {
        const auto& [name, function] = driver.prescribed.list[0];
        const int measured = measured_of(driver.joint + '.' + name);
        const Dimension of = layout_.measured[measured].is_angle ? dimension::angle : dimension::length;
        add_driver(layout_, i, measured, functions_.of_time(function, of, where));
      } else if (driver.coordinate == DrivenCoordinate::angle) {
        add_driver(layout_, i, layout_.body_angle[number_.at(driver.body)],
                   functions_.of_time(*driver.value, dimension::angle, where));
      } else if (driver.coordinate && is_turning(*driver.coordinate)) {
        const int which = static_cast<int>(*driver.coordinate) - static_cast<int>(DrivenCoordinate::rx);
        add_driver(layout_, i, first_turning_.at(driver.body) + which,
                   functions_.of_time(*driver.value, dimension::angle, where));
      } else {
        DriverEntry entry;
        entry.slot = functions_.of_time(*driver.value, dimension::length, where);
        PairFrames frames{Frame{}, frames_->point(driver.body, driver.at)};
        if (driver.direction) frames.A.R = frames_->in_ground(*driver.direction);
        entry.axis = driver.direction ? 2 : static_cast<int>(*driver.coordinate);
        entry.pair = add_pair(frames);
        entry.group = add_group(RowGroup::Kind::driver, i, 1, {entry.pair});
        layout_.drivers.push_back(entry);
      }
    }
  }

  void forces() {
    layout_.force_stages.resize(1);
    road_ = road_surface(model_);
    for (std::size_t i = 0; i < model_.forces.size(); ++i) {
      const Force& force = model_.forces[i];
      if (force.active)
        Forces::visit(force.kind, [&](const auto& kind) { add_force(force, static_cast<int>(i), kind); });
      else if (on_coordinate(force.kind->uses) && force.joint.empty() && !force.joints)
        add_turn(frames_->about_axis(force));  // measured coordinates do not depend on what is switched on
    }
    sort_by_kind<Forces>(layout_.force_stages[0].forces);
  }

  template <class Kind>
  void add_force(const Force& force, int i, Kind kind) {
    if constexpr (over_road(Kind::uses)) kind.lay(road_);
    ForceEntry entry{.kind = kind, .element = i, .measured = {}, .results = {}};
    auto otherwise = [&] {
      if constexpr (over_road(Kind::uses)) {
        const PairFrames frames = frames_->over_road(force, model_.road);
        entry.pair = add_pair(frames);
        entry.second_pair = add_pair(frames_->second_of(force, model_.road));
        return kind.otherwise(frames_->designed(frames));
      } else if constexpr (Kind::uses == ForceEnds::difference) {
        const bool by_joints = force.joints.has_value();
        entry.coordinate = by_joints ? measured_of((*force.joints)[0]) : add_turn(frames_->about_axis(force));
        if (by_joints) entry.less = measured_of((*force.joints)[1]);
        entry.pair = layout_.measured[entry.coordinate].pair;
        for (const int measured : {entry.coordinate, entry.less})
          if (measured >= 0) read_measured(layout_, measured);
        return kind.otherwise(0.0);
      } else if constexpr (Kind::uses == ForceEnds::coordinate) {
        entry.coordinate = force.joint.empty() ? add_turn(frames_->about_axis(force)) : measured_of(force.joint);
        entry.pair = layout_.measured[entry.coordinate].pair;
        read_measured(layout_, entry.coordinate);
        return kind.otherwise(0.0);  // coordinates are zero in the design position
      } else {
        const PairFrames frames = frames_->of(force);
        entry.pair = add_pair(frames);
        return kind.otherwise(frames_->designed(frames));
      }
    }();
    const auto own = force_columns(model_, force);
    int column = functions_.column(own.front().name);
    for (std::size_t m = 0; m < Kind::measured.size(); ++m) entry.measured.push_back(column++);
    for (const ColumnName& result : ForceKind(kind).results()) entry.results.push_back(has_component(model_, result.name) ? column++ : -1);
    const auto terms = kind.functions();
    entry.first_slot = static_cast<int>(layout_.slots.size());
    for (std::size_t f = 0; f < terms.size(); ++f) {
      if (terms[f].function)
        functions_.of_columns(*terms[f].function, terms[f].dimension, "forces." + force.name, &force);
      else
        functions_.number(otherwise[f]);
    }
    if constexpr (requires { kind.friction; })
      if (kind.friction > 0) {
        RubbingEntry rubs;
        rubs.is_joint = false;
        rubs.element = i;
        rubs.pair = entry.pair;
        rubs.coordinate = entry.coordinate;
        rubs.friction.holding = 1;
        rubs.friction.preload = kind.friction;
        rubs.told = Kind::friction_sense;
        rubs.column = functions_.column(force.name + '.' + friction_column(0));
        layout_.rubbing.push_back(std::move(rubs));
      }
    layout_.force_stages[0].forces.push_back(std::move(entry));
  }

  void sensors() {
    for (const Sensor& sensor : model_.sensors) {
      PairFrames frames{Frame{}, frames_->point(sensor.body, sensor.at)};
      if (sensor.axis) frames.B.R = frames_->along(sensor.body, *sensor.axis);
      if (!sensor.relative_to.empty()) frames.A.body = number_.at(sensor.relative_to);
      layout_.sensors.push_back({PointSensor{}, add_pair(frames)});
    }
  }

  Layout layout_;
  std::shared_ptr<const RoadSurface> road_;
  const Model& model_ = layout_.model;
  std::vector<Fault> faults_;
  FunctionCompiler functions_{layout_, faults_};
  std::optional<FrameCompiler> frames_;
  std::unordered_map<std::string, int> number_;
  std::vector<int> edge_joint_, carried_body_, first_measured_;
  std::unordered_map<std::string, int> first_turning_;  // by body: its measured coordinate rx
};

}  // namespace

Layout compile(const Model& model) {
  std::vector<Fault> faults = check_structure(model);
  if (has_faulty_units(faults)) throw Error(std::move(faults));
  Compiler compiler(model);
  for (FunctionFault& fault : compiler.check_functions())
    faults.push_back({{}, std::move(fault.where), std::move(fault.what), std::move(fault.hint)});
  if (!faults.empty()) throw Error(std::move(faults));
  return compiler.run();
}

}  // namespace bricard
