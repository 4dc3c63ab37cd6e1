// From Model to Layout: numbering, frames, rows, functions.
#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_map>

#include "bricard/elements/pair.hpp"
#include "bricard/system/frames.hpp"
#include "bricard/system/functions.hpp"
#include "bricard/system/layout.hpp"

namespace bricard {

namespace {

class Compiler {
 public:
  explicit Compiler(const Model& model) : layout_(holding(model)) {}

  Layout run() {
    bodies();
    frames_.emplace(layout_, number_);
    tree();
    joints();
    constraints();
    drivers();
    forces();
    scale();
    sensors();
    functions_.order_outputs();
    functions_.order_forces();
    if (!faults_.empty()) throw Error(std::move(faults_));
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
      if (!joint.active) continue;
      const int rows = std::visit([](const auto& kind) { return 6 - kind.freedoms; }, joint.kind);
      edges.push_back({given.at(joint.bodies[0]), given.at(joint.bodies[1]), rows});
      edge_joint_.push_back(static_cast<int>(j));
    }
    layout_.bodies = static_cast<int>(model_.bodies.size());
    layout_.tree = spanning_tree(layout_.bodies, edges);
    for (const auto& [name, index] : given) number_[name] = layout_.tree.number[index];

    layout_.mass.assign(layout_.bodies + 1, 0);
    layout_.inertia.assign(layout_.bodies + 1, Mat3<double>::Zero());
    layout_.designed.resize(layout_.bodies + 1);
    for (const Body& body : model_.bodies) {
      const int k = number_.at(body.name);
      layout_.mass[k] = body.mass;
      layout_.total_mass += body.mass;
      layout_.inertia[k] = body.inertia.matrix;
      layout_.designed[k] = {rotation<double>(body.orientation.quaternion), body.position ? body.position->at : Vector3::Zero()};
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
        std::visit(
            [&](const auto& kind) {
              joint.freedoms = kind.freedoms;
              joint.coordinates = kind.coordinates;
              joint.has_quaternion = kind.coordinates != kind.freedoms;
              joint.quaternion = kind.coordinates - 4;
            },
            model_.joints[index].kind);
      } else {
        joint.B.body = k;
        JointEntry<Free> free;
        free.body = k;
        layout_.unjoined.push_back(free);
      }
      joint.q = layout_.nq_relative;
      joint.v = layout_.nv_relative;
      layout_.nq_relative += joint.coordinates;
      layout_.nv_relative += joint.freedoms;
      layout_.is_linear.resize(layout_.nv_relative, 0);
      const auto mark = [&](const auto& basis) {
        for (int i = 0; i < joint.freedoms; ++i)
          layout_.is_linear[joint.v + i] =
              basis.col(i).template head<3>().squaredNorm() > basis.col(i).template tail<3>().squaredNorm();
      };
      const double q[7] = {0, 0, 0, 1, 0, 0, 0}, v[6] = {};
      if (layout_.joint_of_body[k] < 0)
        mark(Free{}.motion(q, v).basis);
      else
        std::visit(
            [&]<class Kind>(const Kind& kind) {
              if constexpr (Kind::freedoms > 0) mark(kind.motion(q + (Kind::coordinates == 4 ? 3 : 0), v).basis);
            },
            model_.joints[layout_.joint_of_body[k]].kind);
    }
  }

  int add_pair(const PairFrames& frames) {
    layout_.pairs.push_back(frames);
    return static_cast<int>(layout_.pairs.size()) - 1;
  }

  int add_group(RowGroup::Kind kind, std::size_t element, int rows, std::vector<int> pairs, int edge = 0,
                int driven_column = -1) {
    RowGroup group;
    group.kind = kind;
    group.element = static_cast<int>(element);
    group.rows = rows;
    group.terms = static_cast<int>(pairs.size());
    group.pairs = std::move(pairs);
    group.edge = edge;
    group.driven_column = driven_column;
    group.first_row = layout_.rows;
    group.first_entry = layout_.entries;
    layout_.rows += group.rows;
    layout_.entries += group.rows * group.terms;
    layout_.groups.push_back(std::move(group));
    return static_cast<int>(layout_.groups.size()) - 1;
  }

  void joints() {
    first_measured_.assign(model_.joints.size(), 0);
    for (std::size_t j = 0; j < model_.joints.size(); ++j) {
      const Joint& joint = model_.joints[j];
      std::visit(
          [&]<class Kind>(const Kind& kind) {
            JointEntry<Kind> entry{kind};
            entry.pair = add_pair(frames_->of(joint));
            entry.body = joint.active ? carried_body_[j] : 0;
            entry.measured = first_measured_[j] = static_cast<int>(layout_.measured.size());
            if (joint.active) entry.group = add_group(RowGroup::Kind::joint, j, 6 - kind.freedoms, {entry.pair}, entry.body);
            for (std::size_t i = 0; i < kind.names.size(); ++i)
              layout_.measured.push_back(
                  {static_cast<int>(j), static_cast<int>(i), kind.names[i].is_angle, entry.pair, entry.body});
            std::get<std::vector<JointEntry<Kind>>>(layout_.joints).push_back(std::move(entry));
          },
          joint.kind);
    }
  }

  void constraints() {
    for (std::size_t i = 0; i < model_.constraints.size(); ++i) {
      const Constraint& constraint = model_.constraints[i];
      if (!constraint.active) continue;
      std::visit(
          [&]<class Kind>(const Kind& kind) {
            ConstraintEntry<Kind> entry{kind};
            const PairFrames ends = frames_->of(constraint);
            std::vector<int> pairs;
            for (std::size_t m = 0; m < Kind::pairs.size(); ++m) {
              const auto frame = [&](Marker marker) {
                return marker == Marker::ground ? Frame{} : marker == Marker::first ? ends.A : ends.B;
              };
              pairs.push_back(entry.pairs[m] = add_pair({frame(Kind::pairs[m].A), frame(Kind::pairs[m].B)}));
            }
            entry.group = add_group(RowGroup::Kind::constraint, i, 1, std::move(pairs));
            double designed = 0;
            if (Kind::value_is_designed) {
              std::array<Pair<double>, Kind::pairs.size()> at_design;
              for (std::size_t m = 0; m < Kind::pairs.size(); ++m)
                at_design[m] = frames_->designed(layout_.pairs[entry.pairs[m]]);
              for (const auto& row : kind.function(at_design)) designed += row.value;
            }
            entry.slot = constraint.value
                             ? functions_.of_time(*constraint.value, Kind::dimension, "constraints." + constraint.name + ".value")
                             : functions_.number(designed);
            std::get<std::vector<ConstraintEntry<Kind>>>(layout_.constraints).push_back(std::move(entry));
          },
          constraint.kind);
    }
  }

  void drivers() {
    for (std::size_t i = 0; i < model_.drivers.size(); ++i) {
      const Driver& driver = model_.drivers[i];
      if (!driver.active) continue;
      const std::string where = "drivers." + driver.name;
      DriverEntry entry;
      int edge = 0, driven_column = -1;
      if (!driver.joint.empty()) {
        const auto joint =
            std::find_if(model_.joints.begin(), model_.joints.end(), [&](const Joint& j) { return j.name == driver.joint; });
        const int j = static_cast<int>(joint - model_.joints.begin());
        const std::string_view name = driver.angle ? "angle" : driver.position ? "position" : "angle2";
        const Function& function = driver.angle ? *driver.angle : driver.position ? *driver.position : *driver.angle2;
        entry.slot = functions_.of_time(function, driver.position ? dimension::length : dimension::angle, where);
        std::visit(
            [&](const auto& kind) {
              for (std::size_t c = 0; c < kind.names.size(); ++c)
                if (kind.names[c].name == name) entry.measured = first_measured_[j] + static_cast<int>(c);
            },
            joint->kind);
        const MeasuredCoordinate& coordinate = layout_.measured[entry.measured];
        entry.pair = coordinate.pair;
        functions_.read_measured(entry.measured);
        if (coordinate.tree_body) {
          edge = coordinate.tree_body;
          driven_column = coordinate.which;
        }
      } else {
        entry.slot = functions_.of_time(*driver.value, dimension::length, where);
        entry.axis = static_cast<int>(*driver.coordinate);
        entry.pair = add_pair({Frame{}, frames_->point(driver.body, driver.at)});
      }
      entry.group = add_group(RowGroup::Kind::driver, i, 1, {entry.pair}, edge, driven_column);
      layout_.drivers.push_back(entry);
    }
  }

  void forces() {
    layout_.force_stages.resize(1);
    for (std::size_t i = 0; i < model_.forces.size(); ++i) {
      const Force& force = model_.forces[i];
      if (!force.active) continue;
      std::visit(
          [&]<class Kind>(const Kind& kind) {
            ForceEntry<Kind> entry{kind, static_cast<int>(i)};
            const PairFrames frames = frames_->of(force);
            entry.pair = add_pair(frames);
            const Pair<double> designed = frames_->designed(frames);
            const auto own = force_columns(force);
            entry.first_column = functions_.column(own.front().name);
            const auto terms = kind.functions();
            const auto otherwise = kind.otherwise(designed);
            entry.first_slot = static_cast<int>(layout_.slots.size());
            for (std::size_t f = 0; f < terms.size(); ++f) {
              if (terms[f].function)
                functions_.of_columns(*terms[f].function, terms[f].dimension, "forces." + force.name, &force);
              else
                functions_.number(otherwise[f]);
            }
            std::get<std::vector<ForceEntry<Kind>>>(layout_.force_stages[0].forces).push_back(std::move(entry));
          },
          force.kind);
    }
  }

  void sensors() {
    for (const Sensor& sensor : model_.sensors) {
      PairFrames frames{Frame{}, frames_->point(sensor.body, sensor.at)};
      if (sensor.axis) frames.B.R = frames_->along(sensor.body, *sensor.axis);
      if (!sensor.relative_to.empty()) frames.A.body = number_.at(sensor.relative_to);
      layout_.sensors.push_back({PointSensor{}, add_pair(frames)});
    }
  }

  // The characteristic length: the longest reach from a centre of mass to a marker; without markers, the radius of gyration;
  // else 1.
  void scale() {
    double reach = 0, gyration = 0;
    for (const PairFrames& pair : layout_.pairs)
      for (const Frame* frame : {&pair.A, &pair.B})
        if (frame->body != 0) reach = std::max(reach, frame->p.norm());
    for (int k = 1; k <= layout_.bodies; ++k)
      if (layout_.mass[k] > 0) gyration = std::max(gyration, std::sqrt(layout_.inertia[k].trace() / layout_.mass[k]));
    layout_.length = reach > 0 ? reach : gyration > 0 ? gyration : 1;
  }

  Layout layout_;
  const Model& model_ = layout_.model;
  std::vector<Fault> faults_;
  FunctionCompiler functions_{layout_, faults_};
  std::optional<FrameCompiler> frames_;
  std::unordered_map<std::string, int> number_;
  std::vector<int> edge_joint_, carried_body_, first_measured_;
};

}  // namespace

Layout compile(const Model& model) {
  if (auto faults = validate(model); !faults.empty()) throw Error(std::move(faults));
  return Compiler(model).run();
}

}  // namespace bricard
