// What acts in joints, and what couples them.
#include <algorithm>
#include <cmath>

#include "bricard/core/text.hpp"
#include "bricard/io/robot/model_writer.hpp"
#include "bricard/io/text_pieces.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard::robot {

namespace {

// How far a stop gives way under the largest effort of its joint, in m or rad.
constexpr double give = 0.01;

// A sum as people write it: "2*u - 3*q". A column that no number multiplies would ask for terms of its own unit.
class Sum {
 public:
  void add_column(double factor, const std::string& column) {
    add(factor, std::abs(factor) == 1 ? "number(" + column + ')' : column);
  }
  void add(double factor, const std::string& term = "") {
    if (factor == 0) return;
    const bool is_first = text_.empty();
    text_ += factor < 0 ? (is_first ? "-" : " - ") : (is_first ? "" : " + ");
    const double size = std::abs(factor);
    if (term.empty())
      text_ += to_text(size);
    else
      text_ += (size == 1 ? "" : to_text(size) + '*') + term;
    ++terms_;
  }
  bool is_empty() const { return text_.empty(); }
  std::string text() const { return text_.empty() ? "0" : text_; }
  std::string factor() const { return terms_ > 1 || text_.starts_with('-') ? '(' + text_ + ')' : text(); }

 private:
  std::string text_;
  int terms_ = 0;
};

}  // namespace

const ModelWriter::Coordinate* ModelWriter::coordinate(const std::string& joint, const Place& place, const std::string& where) {
  if (const auto found = coordinates_.find(joint); found != coordinates_.end()) return &found->second;
  bool is_there = false;
  std::vector<std::string> names;
  for (const LinkPart& link : of_.links)
    for (const JointPart& each : link.joints) {
      is_there |= each.name == joint;
      if (has_one_coordinate(each.kind)) names.push_back(each.name);
    }
  told_.fault(place, where,
              is_there ? "the joint " + quoted(joint) + " has more than one coordinate" : "there is no joint " + quoted(joint),
              is_there || told_.faults.size() >= most_faults_told ? "" : did_you_mean(joint, names));
  return nullptr;
}

// Spring, damper and dry friction of a coordinate.
void ModelWriter::write_passive(const Coordinate& joint) {
  const JointPart& part = *joint.part;
  if (part.damping == 0 && part.friction == 0 && part.stiffness == 0) return;
  const std::string name = taken_.prefixed(joint.name + "_passive", "passive", "force");
  const double rest = part.rest - part.zero;
  std::string text;
  if (joint.turns()) {
    text = "{type: rotational_spring_damper, joint: " + joint.name;
    if (part.stiffness != 0) text += ", stiffness: " + to_text(part.stiffness) + ", free_angle: " + of_sum(rest);
    if (part.damping != 0) text += ", damping: " + to_text(part.damping);
  } else {
    Sum sum;
    sum.add_column(-part.stiffness, joint.value());
    sum.add(part.stiffness * rest);
    sum.add_column(-part.damping, joint.rate());
    text = "{type: joint_force, joint: " + joint.name + ", force: \"" + sum.text() + '"';
  }
  if (part.friction != 0) text += ", friction: " + to_text(part.friction);
  entry(forces_, "forces", name, part.place, text + '}');
}

// Springs and dampers of joints with several coordinates, alike about all axes.
void ModelWriter::write_dampers(const JointPart& joint, const std::string& name, const std::string& bodies,
                                const std::string& at) {
  if (joint.friction != 0) told_.note(joint.place, "the friction of " + name + " is not held: it has several coordinates");
  if (joint.damping == 0 && joint.stiffness == 0) return;
  if (joint.kind == JointKind::planar)
    return told_.note(joint.place, "the damping of " + name + " is not held: it has several coordinates");
  const auto alike = [](double value) { return '[' + to_text(value) + ", " + to_text(value) + ", " + to_text(value) + ']'; };
  std::string text = "{type: bushing, bodies: " + bodies + ", at: " + at;
  if (joint.stiffness != 0 && joint.kind == JointKind::spherical) text += ", rotational_stiffness: " + alike(joint.stiffness);
  if (joint.damping != 0) text += ", rotational_damping: " + alike(joint.damping);
  if (joint.damping != 0 && joint.kind == JointKind::free) text += ", damping: " + alike(joint.damping);
  entry(forces_, "forces", taken_.prefixed(name + "_passive", "passive", "force"), joint.place, text + '}');
}

// A spring and damper that push back where a limit is passed. It gives way by a hundredth under the effort of the joint, or where
// the file says none under the weight of all links one meter away.
void ModelWriter::write_stop(const Coordinate& joint) {
  const JointPart& part = *joint.part;
  double effort = part.effort;
  if (effort <= 0) {
    for (const LinkPart& link : of_.links) effort += link.mass.mass * 9.80665;
    if (effort <= 0) effort = 1;
  }
  const std::string stiffness = taken_.prefixed(joint.name + "_stop_stiffness", "stiffness", "parameter");
  entry(parameters_, "parameters", stiffness, part.place, to_text(effort / give));
  const auto push = [&](double from, bool is_upper) {
    const std::string sign = is_upper ? "-" : "";
    return "impact(" + sign + joint.value() + ", " + sign + joint.rate() + ", " + to_text((is_upper ? -from : from) + 0.0) +
           ", " + stiffness + ", 1, 0.1*" + stiffness + ", " + to_text(give / 10) + ')';
  };
  const double lower = (*part.limits)[0] - part.zero, upper = (*part.limits)[1] - part.zero;
  entry(forces_, "forces", taken_.prefixed(joint.name + "_stop", "stop", "force"), part.place,
        "{type: joint_force, joint: " + joint.name + ", " + joint.effort() + ": \"" + push(lower, false) + " - " +
            push(upper, true) + "\"}");
}

// Points of a link, and the origin of one that became a part of another.
void ModelWriter::write_marks(int index) {
  const auto i = static_cast<std::size_t>(index);
  const LinkPart& link = of_.links[i];
  const bool stands = carrier_[i] == ground;
  const auto mark = [&](const std::string& wanted, const Vec3<double>& at, const Place& place) {
    if (stands) return;
    entry(sensors_, "sensors", taken_.prefixed(wanted, "sensor", "sensor"), place,
          "{body: " + body(index) + ", at: " + three(poses_[i].p + poses_[i].R * at) + '}');
  };
  if (carrier_[i] != index && !link.name.empty()) mark(link.name, Vec3<double>::Zero(), link.place);
  for (const MarkPart& each : link.marks) mark(each.name, each.at, each.place);
}

void ModelWriter::write_loop(const LoopPart& loop) {
  if (carrier(loop.links[0]) == carrier(loop.links[1]))
    return told_.fault(loop.place, "loop " + loop.name, "both ends lie on one body");
  const Pose<double> X = pose(loop.links[0]);
  if (loop.relative_pose) {
    const Pose<double> meant = X * *loop.relative_pose, is = pose(loop.links[1]);
    if (!(meant.R - is.R).isZero(threshold::as_written) || (meant.p - is.p).norm() > threshold::as_written * (1 + is.p.norm()))
      return told_.fault(loop.place, "loop " + loop.name, "the weld asks for another pose than that of the design position",
                         "let the bodies stand in the file as they are welded");
  }
  std::string text = "{type: " + loop.type + ", bodies: [" + body(loop.links[0]) + ", " + body(loop.links[1]) +
                     "], at: " + three(X.p + X.R * loop.at);
  if (loop.has_axis) text += ", axis: " + three(X.R * loop.axis);
  entry(joint_text_, "joints", taken_.prefixed(loop.name, "loop", "loop"), loop.place,
        text + ", cut: joint" + (loop.is_active ? "}" : ", active: false}"));
}

// A coupler where that is all it is.
void ModelWriter::write_coupling(const CouplingPart& coupling) {
  const std::string where = "coupling " + coupling.name;
  const Coordinate* const of = coordinate(coupling.joint, coupling.place, where);
  const Coordinate* const by = coupling.other.empty() ? nullptr : coordinate(coupling.other, coupling.place, where);
  if (!of || (!by && !coupling.other.empty())) return;
  if (of == by) return told_.fault(coupling.place, where, "the joint " + quoted(coupling.joint) + " would follow itself");
  const std::string name = taken_.prefixed(coupling.name, "coupling", "coupling");
  const std::string end = coupling.is_active ? "}" : ", active: false}";
  const auto& c = coupling.coefficients;
  if (by && c[0] == 0 && c[1] != 0 && c[2] == 0 && c[3] == 0 && c[4] == 0)
    return entry(joint_text_, "joints", name, coupling.place,
                 "{type: coupler, joints: [" + of->name + ", " + by->name + "], ratio: [1, " + to_text(-c[1]) + ']' + end);
  Sum sum;
  sum.add_column(1, of->value());
  sum.add(-c[0]);
  if (by) sum.add_column(-c[1], by->value());
  for (std::size_t i = 2; by && i < 5; ++i) sum.add_column(-c[i], by->value() + '^' + std::to_string(i));
  entry(constraints_, "constraints", name, coupling.place, "{type: expression, equal_zero: \"" + sum.text() + '"' + end);
}

void ModelWriter::write_actuator(const ActuatorPart& actuator) {
  const std::string where = "actuator " + actuator.name;
  const Coordinate* const joint = coordinate(actuator.joint, actuator.place, where);
  if (!joint) return;
  const std::string input = taken_.prefixed(actuator.name, "u", "actuator");
  entry(inputs_, "inputs", input, actuator.place, "0");
  const auto within = [](const std::string& text, const std::optional<Range>& range) {
    return range ? "clamp(" + text + ", " + to_text((*range)[0]) + ", " + to_text((*range)[1]) + ')' : text;
  };
  std::string signal = within(input, actuator.signal);
  if (actuator.activation != Activation::none) {
    const std::string state = taken_.prefixed(actuator.name + "_activation", "activation", "state");
    const std::string rate = actuator.activation == Activation::integrator
                                 ? signal
                                 : '(' + signal + " - " + state + ")/" + to_text(actuator.time_constant);
    entry(states_, "states", state, actuator.place, "{initial: 0, derivative: \"" + rate + "\"}");
    signal = state;
  }
  Sum sum;
  sum.add(actuator.gain, signal);
  const double gear = actuator.gear;
  sum.add(actuator.bias[0] + actuator.bias[1] * gear * joint->part->zero);
  sum.add_column(actuator.bias[1] * gear, joint->value());
  sum.add_column(actuator.bias[2] * gear, joint->rate());
  std::string effort;
  if (gear == 1)
    effort = within(sum.text(), actuator.effort);
  else
    effort = to_text(gear) + '*' + (actuator.effort ? within(sum.text(), actuator.effort) : sum.factor());
  entry(forces_, "forces", taken_.prefixed(input + "_effort", "effort", "force"), actuator.place,
        "{type: joint_force, joint: " + joint->name + ", " + joint->effort() + ": \"" + effort + "\"}");
}

}  // namespace bricard::robot
