// Where everything stands; bodies, joints and shapes. What acts and couples: model_writer_laws.cpp.
#include "bricard/io/robot/model_writer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "bricard/core/text.hpp"
#include "bricard/io/text_pieces.hpp"
#include "bricard/io/value_text.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard::robot {

namespace {

std::string orientation_text(const Mat3<double>& R) {
  if (R == Mat3<double>::Identity()) return "";
  const Vec4<double> e = quaternion_of(R).normalized();
  return ", orientation: {quaternion: [" + to_text(e[0] + 0.0) + ", " + to_text(e[1] + 0.0) + ", " + to_text(e[2] + 0.0) + ", " +
         to_text(e[3] + 0.0) + "]}";
}

std::string inertia_text(const Mat3<double>& I) {
  const bool is_diagonal = I(0, 1) == 0 && I(1, 2) == 0 && I(0, 2) == 0;
  std::string text = '[' + to_text(I(0, 0)) + ", " + to_text(I(1, 1)) + ", " + to_text(I(2, 2));
  if (!is_diagonal) text += ", " + to_text(I(0, 1)) + ", " + to_text(I(1, 2)) + ", " + to_text(I(0, 2));
  return text + ']';
}

}  // namespace

Mat3<double> tidied(Mat3<double> R) {
  constexpr double rounding = 4 * std::numeric_limits<double>::epsilon();
  for (double& each : R.reshaped())
    for (const double whole : {-1.0, 0.0, 1.0})
      if (std::abs(each - whole) <= rounding) each = whole;
  return R;
}

Mat3<double> turned(const Vec3<double>& axis, double angle) { return tidied(Eigen::AngleAxisd(angle, axis).toRotationMatrix()); }

ModelWriter::ModelWriter(const Description& description, Told& told, bool limits_are_stops)
    : of_(description), told_(told), limits_are_stops_(limits_are_stops) {
  place_links();
  choose_names();
}

void ModelWriter::place_links() {
  for (std::size_t i = 0; i < of_.links.size(); ++i) {
    const LinkPart& link = of_.links[i];
    poses_.push_back(pose(link.parent) * link.pose);
    carrier_.push_back(link.joints.empty() ? carrier(link.parent) : static_cast<int>(i));
    masses_.push_back(link.mass);
    parts_.push_back({static_cast<int>(i)});
    const int to = carrier_.back();
    if (to == static_cast<int>(i) || to == ground) continue;
    // The link seen from the one that carries it.
    const Pose<double>& frame = poses_[static_cast<std::size_t>(to)];
    const Pose<double> seen{frame.R.transpose() * poses_.back().R, frame.R.transpose() * (poses_.back().p - frame.p)};
    MassProperties& sum = masses_[static_cast<std::size_t>(to)];
    sum = together(sum, seen_from(Pose<double>{tidied(seen.R), seen.p}, link.mass));
    parts_[static_cast<std::size_t>(to)].push_back(static_cast<int>(i));
  }
}

void ModelWriter::choose_names() {
  const std::size_t count = of_.links.size();
  names_.resize(count);
  for (std::size_t i = 0; i < count; ++i)
    if (carrier_[i] == static_cast<int>(i))
      names_[i] = taken_.prefixed(of_.links[i].name, "link_" + std::to_string(i + 1), "link");
  for (std::size_t i = 0; i < count; ++i) {
    const LinkPart& link = of_.links[i];
    auto& names = joints_.emplace_back();
    for (const JointPart& joint : link.joints) {
      names.push_back(taken_.prefixed(joint.name, "joint_" + std::to_string(i + 1), "joint"));
      if (!joint.name.empty() && has_one_coordinate(joint.kind))
        coordinates_.emplace(joint.name, Coordinate{&joint, names.back()});
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    auto& names = between_.emplace_back();
    for (std::size_t k = 1; k < of_.links[i].joints.size(); ++k)
      names.push_back(taken_.prefixed(names_[i] + '_' + std::to_string(k), "link", "link"));
  }
}

void ModelWriter::entry(std::string& section, const char* name_of_section, const std::string& name, const Place& place,
                        const std::string& value) {
  made_.cells.emplace(std::string(name_of_section) + '.' + name, "line " + std::to_string(place.line));
  section += "  " + name + ": " + value + '\n';
}

// ---- bodies and joints
// -----------------------------------------------------------------------------------------------------------------

// A chain: each joint but the last carries a body without mass. They all turn in the design position, where nothing has moved.
void ModelWriter::write_link(int index) {
  const auto i = static_cast<std::size_t>(index);
  const LinkPart& link = of_.links[i];
  if (carrier_[i] != index) return;
  std::string last = body(link.parent);
  for (std::size_t k = 0; k < link.joints.size(); ++k) {
    const JointPart& joint = link.joints[k];
    const bool is_last = k + 1 == link.joints.size();
    const std::string next = is_last ? names_[i] : between_[i][k];
    if (!is_last)
      entry(bodies_, "bodies", next, joint.place,
            "{position: " + three(poses_[i].p + poses_[i].R * joint.at) + orientation_text(poses_[i].R) + '}');
    write_joint(joint, joints_[i][k], '[' + last + ", " + next + ']', poses_[i]);
    last = next;
  }
  write_body(index);
}

void ModelWriter::write_body(int index) {
  const auto i = static_cast<std::size_t>(index);
  const MassProperties& mass = masses_[i];
  std::string text = "{";
  if (mass.mass != 0) text += "mass: " + of_sum(mass.mass) + ", ";
  if (!mass.inertia.isZero(0)) text += "inertia: " + inertia_text(mass.inertia) + ", ";
  text += "position: " + three(poses_[i].p + poses_[i].R * mass.center) + orientation_text(poses_[i].R);
  std::string shapes;
  for (const int part : parts_[i])
    for (const ShapePart& each : of_.links[static_cast<std::size_t>(part)].shapes) {
      const std::string drawn = shape(each, pose(part), of_.links[static_cast<std::size_t>(part)].name);
      if (!drawn.empty()) shapes += (shapes.empty() ? "" : ", ") + drawn;
    }
  if (!shapes.empty()) text += ",\n    geometry: [" + shapes + ']';
  entry(bodies_, "bodies", names_[i], of_.links[i].place, text + '}');
}

void ModelWriter::write_joint(const JointPart& joint, const std::string& name, const std::string& bodies,
                              const Pose<double>& pose) {
  constexpr std::array<const char*, 5> types{"revolute", "prismatic", "spherical", "planar", "free"};
  const std::string at = three(pose.p + pose.R * joint.at);
  const bool has_axis = joint.kind != JointKind::spherical && joint.kind != JointKind::free;
  std::string text = std::string("{type: ") + types[static_cast<std::size_t>(joint.kind)] + ", bodies: " + bodies + ", at: " + at;
  if (has_axis) text += ", axis: " + three(tidied(pose.R) * joint.axis);
  text += '}';
  const char* const unit = joint.kind == JointKind::revolute ? "rad" : "m";
  std::string comment;
  if (joint.limits)
    comment = "from " + to_text((*joint.limits)[0] - joint.zero) + " to " + to_text((*joint.limits)[1] - joint.zero) + ' ' + unit;
  if (joint.effort > 0)
    comment += (comment.empty() ? "" : ", ") + ("at most " + to_text(joint.effort) + (unit[0] == 'r' ? " N m" : " N"));
  if (joint.speed > 0) comment += (comment.empty() ? "" : ", ") + ("at most " + to_text(joint.speed) + ' ' + unit + "/s");
  if (!comment.empty()) {
    limited_.push_back(name + ' ' + comment);
    text += "  # " + comment;
  }
  entry(joint_text_, "joints", name, joint.place, text);
  if (joint.zero != 0)
    told_.note(joint.place, "the joint " + name + " counts from its position in the file: the coordinate of MuJoCo is " + name +
                                (joint.kind == JointKind::revolute ? ".angle + " : ".position + ") + to_text(joint.zero));
  if (has_one_coordinate(joint.kind)) {
    const Coordinate coordinate{&joint, name};
    write_passive(coordinate);
    if (joint.limits && limits_are_stops_) write_stop(coordinate);
  } else {
    write_dampers(joint, name, bodies, at);
  }
}

// Edges of boxes and meshes lie along global axes in the design position.
std::string ModelWriter::shape(const ShapePart& shape, const Pose<double>& link, const std::string& name) {
  const Pose<double> pose = link * shape.pose;
  const std::string color = shape.color.empty() ? "" : ", color: \"" + shape.color + '"';
  const auto end = [&](double way) { return three(pose.p + pose.R.col(2) * way); };
  const std::string radius = ", radius: " + to_text(shape.radius);
  const auto ball = [&](double way) { return "{type: sphere" + radius + ", at: " + end(way) + color + '}'; };
  const auto rod = [&] {
    return "{type: cylinder" + radius + ", from: " + end(-0.5 * shape.length) + ", to: " + end(0.5 * shape.length) + color + '}';
  };
  switch (shape.kind) {
    case ShapeKind::sphere:
      return ball(0);
    case ShapeKind::cylinder:
      return rod();
    case ShapeKind::capsule:
      return rod() + ", " + ball(-0.5 * shape.length) + ", " + ball(0.5 * shape.length);
    case ShapeKind::box:
    case ShapeKind::mesh:
      break;
  }
  Mat3<double> R = pose.R;
  for (double& each : R.reshaped())
    if (std::abs(each - std::round(each)) < threshold::written_alike) each = std::round(each);
  const bool is_along_axes = (R.cwiseAbs().array() * (1 - R.cwiseAbs().array())).isZero(0);
  if (shape.kind == ShapeKind::mesh && R == Mat3<double>::Identity())
    return "{type: mesh, file: " + yaml_scalar(shape.file) + ", at: " + three(pose.p) + color + '}';
  if (shape.kind == ShapeKind::box && is_along_axes)
    return "{type: box, size: " + three(R.cwiseAbs() * shape.size) + ", at: " + three(pose.p) + color + '}';
  told_.note(shape.place, std::string(shape.kind == ShapeKind::box ? "a box" : "the mesh " + quoted(shape.file)) + " of " + name +
                              " is turned against the global axes and is not drawn");
  return "";
}

// ---- the file
// --------------------------------------------------------------------------------------------------------------------------

void ModelWriter::note_limits() {
  if (limited_.empty()) return;
  std::string all;
  for (const std::string& each : limited_) all += (all.empty() ? "" : "; ") + each;
  told_.note({}, std::string(limits_are_stops_ ? "limits of positions are stops, those of efforts and speeds are not kept: "
                                               : "limits are not kept (`--limits stops` makes stops of them): ") +
                     all);
}

ModelText ModelWriter::write(const std::string& title) {
  made_.is_translated = true;
  for (std::size_t i = 0; i < of_.links.size(); ++i) write_link(static_cast<int>(i));
  for (std::size_t i = 0; i < of_.links.size(); ++i) write_marks(static_cast<int>(i));
  for (const LoopPart& loop : of_.loops) write_loop(loop);
  for (const CouplingPart& coupling : of_.couplings) write_coupling(coupling);
  for (const ActuatorPart& actuator : of_.actuators) write_actuator(actuator);
  note_limits();
  if (!told_.faults.empty()) return {};
  for (std::string note : told_.notes) {
    std::replace_if(
        note.begin(), note.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
    made_.text += "# " + note + '\n';
  }
  made_.text += "bricard: 1\nname: " + yaml_scalar(title) + '\n';
  if (of_.gravity) made_.text += "gravity: " + three(*of_.gravity) + '\n';
  const auto section = [&](const char* name, const std::string& entries) {
    if (!entries.empty()) made_.text += std::string(name) + ":\n" + entries;
  };
  section("parameters", parameters_);
  section("bodies", bodies_);
  section("joints", joint_text_);
  section("constraints", constraints_);
  section("forces", forces_);
  section("sensors", sensors_);
  section("inputs", inputs_);
  section("states", states_);
  made_.notes = told_.notes;
  return std::move(made_);
}

}  // namespace bricard::robot
