// Where everything stands; points, bodies, joints and cuts. Forces and laws: model_writer_laws.cpp.
#include "bricard/io/robotran/model_writer.hpp"

#include <algorithm>
#include <cmath>

#include "bricard/core/text.hpp"
#include "bricard/io/text_pieces.hpp"
#include "bricard/io/value_text.hpp"

namespace bricard::robotran {

namespace {

std::string where_of(const Place& place) { return "line " + std::to_string(place.line); }

}  // namespace

ModelWriter::ModelWriter(const Description& description, Told& told) : of_(description), told_(told) {
  find_parents();
  if (!told_.faults.empty()) return;
  place_bodies();
  choose_names();
}

// ---- the tree
// -------------------------------------------------------------------------------------------------------------------------

void ModelWriter::find_parents() {
  const auto note_points = [&](const std::vector<PointPart>& points, const std::string& of) {
    auto& known = points_.emplace_back();
    for (std::size_t i = 0; i < points.size(); ++i)
      if (!known.emplace(points[i].name, i).second)
        told_.fault(points[i].place, of, "the point " + quoted(points[i].name) + " is there twice");
  };
  index_.emplace("base", base);
  for (std::size_t i = 0; i < of_.bodies.size(); ++i) {
    const BodyPart& body = of_.bodies[i];
    if (!index_.emplace(body.name, static_cast<int>(i)).second)
      told_.fault(body.place, "body " + body.name,
                  body.name == "base" ? "`base` is the name of the base" : "the name of the body is there twice");
    note_points(body.points, "body " + body.name);
  }
  note_points(of_.base_points, "base");
  for (const BodyPart& body : of_.bodies) parents_.push_back(find(body.parent, body.place, "body " + body.name + "/parent").body);
  // A body that is reached from itself hangs on nothing.
  depth_.assign(of_.bodies.size(), -1);
  for (std::size_t i = 0; i < parents_.size() && told_.faults.empty(); ++i) {
    std::vector<int> chain;
    int each = static_cast<int>(i);
    while (each != base && depth_[each] == -1) {
      depth_[each] = -2;
      chain.push_back(each);
      each = parents_[each];
    }
    if (each != base && depth_[each] == -2)
      told_.fault(of_.bodies[i].place, "body " + of_.bodies[i].name, "the chain of its parents comes back to itself");
    int depth = each == base ? 0 : depth_[each] + 1;
    for (auto at = chain.rbegin(); at != chain.rend(); ++at) depth_[*at] = depth++;
  }
}

const PointPart* ModelWriter::point_of(int body, const std::string& name) const {
  const auto& points = body == base ? of_.base_points : of_.bodies[static_cast<std::size_t>(body)].points;
  const auto& known = points_[body == base ? of_.bodies.size() : static_cast<std::size_t>(body)];
  const auto found = known.find(name);
  return found == known.end() ? nullptr : &points[found->second];
}

ModelWriter::Point ModelWriter::find(const End& end, const Place& place, const std::string& what) {
  const Place& there = end.place.line > 0 ? end.place : place;
  const auto found = index_.find(end.body);
  const bool tells_more = told_.faults.size() < most_faults_told;
  if (found == index_.end()) {
    std::vector<std::string> names{"base"};
    for (std::size_t i = 0; tells_more && i < of_.bodies.size(); ++i) names.push_back(of_.bodies[i].name);
    told_.fault(there, what, "there is no body " + quoted(end.body), tells_more ? did_you_mean(end.body, names) : "");
    return {};
  }
  Point point{found->second, "", Vec3<double>::Zero()};
  const PointPart* const part = point_of(point.body, end.point);
  if (part) {
    point.name = end.point;
    if (point.body < static_cast<int>(frames_.size())) point.at = placed(point.body, part->at);
  } else if (end.point == "origin") {
    if (point.body < static_cast<int>(frames_.size())) point.at = placed(point.body, Vector3::Zero());
  } else {
    std::vector<std::string> names{"origin"};
    if (tells_more)
      for (const PointPart& each : point.body == base ? of_.base_points : of_.bodies[static_cast<std::size_t>(point.body)].points)
        names.push_back(each.name);
    told_.fault(there, what, "the body " + quoted(end.body) + " has no point " + quoted(end.point),
                tells_more ? did_you_mean(end.point, names) : "");
  }
  return point;
}

Vec3<double> ModelWriter::placed(int body, const Vector3& at) const {
  if (body == base) return eigen(at);
  const Frame& frame = frames_[static_cast<std::size_t>(body)];
  return frame.origin + frame.R * eigen(at);
}

// Parents first, wherever they stand in the file.
void ModelWriter::place_bodies() {
  for (const BodyPart& body : of_.bodies)
    for (const JointPart& joint : body.joints) has_guesses_ |= joint.nature == Nature::dependent && joint.q != 0;
  std::vector<int> order(of_.bodies.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return depth_[a] < depth_[b]; });
  frames_.resize(of_.bodies.size());
  for (const int i : order) place_body(i);
}

// The frame behind the last joint.
void ModelWriter::place_body(int index) {
  const BodyPart& body = of_.bodies[static_cast<std::size_t>(index)];
  Frame& frame = frames_[static_cast<std::size_t>(index)];
  if (parents_[index] != base) frame.R = frames_[static_cast<std::size_t>(parents_[index])].R;
  const PointPart* const anchor = point_of(parents_[index], body.parent.point);
  const Vec3<double> at = placed(parents_[index], anchor ? anchor->at : Vector3::Zero());
  frame.origin = at;
  for (const JointPart& joint : body.joints) {
    const double guess = designed(joint);
    if (guess == 0) continue;
    const Vec3<double> axis = Vec3<double>::Unit(joint.axis);
    if (joint.turns)
      frame.R = frame.R * Eigen::AngleAxisd(guess, axis).toRotationMatrix();
    else
      frame.origin += frame.R * (guess * axis);
  }
}

int ModelWriter::common_ancestor(int a, int b) const {
  while (a != b) {
    if (a == base || b == base) return base;
    int& deeper = depth_[a] >= depth_[b] ? a : b;
    deeper = parents_[deeper];
  }
  return a;
}

// ---- names and places
// -----------------------------------------------------------------------------------------------------------------

void ModelWriter::choose_names() {
  for (std::size_t i = 0; i < of_.bodies.size(); ++i)
    bodies_.push_back(names_.prefixed(of_.bodies[i].name, "body_" + std::to_string(i + 1), "body"));
  for (std::size_t i = 0; i < of_.bodies.size(); ++i) {
    auto& names = point_names_.emplace_back();
    for (const PointPart& point : of_.bodies[i].points)
      names.push_back(names_.prefixed(bodies_[i] + '_' + point.name, "point", "point"));
  }
  auto& of_base = point_names_.emplace_back();
  for (const PointPart& point : of_.base_points) of_base.push_back(names_.prefixed("base_" + point.name, "point", "point"));
  for (std::size_t i = 0; i < of_.bodies.size(); ++i) {
    auto& names = joints_.emplace_back();
    for (const JointPart& joint : of_.bodies[i].joints) names.push_back(names_.prefixed(joint.name, "joint", "joint"));
  }
  for (std::size_t i = 0; i < of_.bodies.size(); ++i) {
    auto& names = between_.emplace_back();
    for (std::size_t k = 1; k < of_.bodies[i].joints.size(); ++k)
      names.push_back(names_.prefixed(bodies_[i] + '_' + std::to_string(k), "body", "body"));
  }
}

void ModelWriter::entry(std::string& section, const char* name_of_section, const std::string& name, const Place& place,
                        const std::string& value) {
  made_.cells.emplace(std::string(name_of_section) + '.' + name, where_of(place));
  section += "  " + name + ": " + value + '\n';
}

// By name where the file has one, which stands for its global place.
std::string ModelWriter::at(const Point& point) const {
  if (point.name.empty()) return three(point.at);
  const std::size_t body = point.body == base ? of_.bodies.size() : static_cast<std::size_t>(point.body);
  return point_names_[body][points_[body].at(point.name)];
}

void ModelWriter::write_points() {
  const auto write = [&](const std::vector<PointPart>& points, std::size_t of, int body) {
    for (std::size_t i = 0; i < points.size(); ++i)
      entry(hard_points_, "points", point_names_[of][i], points[i].place, three(placed(body, points[i].at)));
  };
  write(of_.base_points, of_.bodies.size(), base);
  for (std::size_t i = 0; i < of_.bodies.size(); ++i) write(of_.bodies[i].points, i, static_cast<int>(i));
}

// ---- bodies and joints
// -----------------------------------------------------------------------------------------------------------------

// A chain: each joint but the last carries a body without mass.
void ModelWriter::write_body(const BodyPart& body, int index) {
  const auto i = static_cast<std::size_t>(index);
  const Frame& frame = frames_[i];
  const PointPart* const anchor = point_of(parents_[index], body.parent.point);
  Point from{parents_[index], anchor ? body.parent.point : "", placed(parents_[index], anchor ? anchor->at : Vector3::Zero())};
  std::string where = at(from), last = this->body(from.body);
  Frame here{from.body == base ? Mat3<double>(Mat3<double>::Identity()) : frames_[static_cast<std::size_t>(from.body)].R,
             from.at};
  const auto orientation = [](const Mat3<double>& R) -> std::string {
    if (R == Mat3<double>::Identity()) return "";
    const Eigen::Quaterniond e(R);
    return ", orientation: {quaternion: [" + to_text(e.w()) + ", " + to_text(e.x()) + ", " + to_text(e.y()) + ", " +
           to_text(e.z()) + "]}";
  };
  for (std::size_t k = 0; k < body.joints.size(); ++k) {
    const JointPart& joint = body.joints[k];
    const Vec3<double> axis = here.R * Vec3<double>::Unit(joint.axis);
    const double guess = designed(joint);
    if (guess != 0 && joint.turns) here.R = here.R * Eigen::AngleAxisd(guess, Vec3<double>::Unit(joint.axis)).toRotationMatrix();
    if (guess != 0 && !joint.turns) here.origin += guess * axis;
    const bool is_last = k + 1 == body.joints.size();
    const std::string next = is_last ? bodies_[i] : between_[i][k];
    if (!is_last) entry(body_text_, "bodies", next, joint.place, "{position: " + three(here.origin) + orientation(here.R) + '}');
    write_joint(joint, joints_[i][k], '[' + last + ", " + next + "], at: " + where, three(axis));
    if (guess != 0 && !joint.turns) where = three(here.origin);
    last = next;
  }
  std::string text = "{";
  if (body.mass != 0) text += "mass: " + to_text(body.mass) + ", ";
  const auto& I = body.inertia;
  const bool is_diagonal = I[3] == 0 && I[4] == 0 && I[5] == 0;
  if (!is_diagonal || I[0] != 0 || I[1] != 0 || I[2] != 0) {
    text += "inertia: [";
    for (std::size_t k = 0; k < (is_diagonal ? 3u : 6u); ++k) text += (k > 0 ? ", " : "") + to_text(I[k]);
    text += "], ";
  }
  text += "position: " + three(placed(index, body.center)) + orientation(frame.R);
  std::string shapes;
  for (const ShapePart& shape : body.shapes) {
    const auto end = [&](double way) { return three(placed(index, shape.at + shape.along * way)); };
    shapes += (shapes.empty() ? "" : ", ") +
              (shape.height > 0 ? "{type: cylinder, radius: " + to_text(shape.radius) + ", from: " + end(-0.5 * shape.height) +
                                      ", to: " + end(0.5 * shape.height)
                                : "{type: sphere, radius: " + to_text(shape.radius) + ", at: " + end(0)) +
              ", color: \"" + shape.color + "\"}";
  }
  if (!shapes.empty()) text += ",\n    geometry: [" + shapes + ']';
  entry(body_text_, "bodies", bodies_[i], body.place, text + '}');
  for (std::size_t k = 0; k < body.points.size(); ++k) write_marks(body.points[k], index, point_names_[i][k]);
}

void ModelWriter::write_joint(const JointPart& joint, const std::string& name, const std::string& bodies,
                              const std::string& axis) {
  const std::string coordinate = joint.turns ? "angle" : "position", rate = joint.turns ? "speed" : "rate";
  std::string text =
      std::string("{type: ") + (joint.turns ? "revolute" : "prismatic") + ", bodies: " + bodies + ", axis: " + axis;
  if (joint.nature == Nature::independent)
    text +=
        ", initial: {" + coordinate + ": " + to_text(joint.q - designed(joint)) + ", " + rate + ": " + to_text(joint.qd) + '}';
  entry(joint_text_, "joints", name, joint.place, text + '}');
  const double from = designed(joint);
  if (from != 0)
    told_.note(joint.place, "the joint " + name + " counts from its initial value: ROBOTRAN's q is " + name + '.' + coordinate +
                                " + " + to_text(from));
  if (joint.nature == Nature::driven) {
    const std::string value = law(name + "_law", joint.place, joint.turns ? "rad" : "m", {"t"}, "user_DrivenJoints", joint.q);
    entry(drivers_, "drivers", names_.prefixed(name + "_driver", "driver", "driver"), joint.place,
          "{joint: " + name + ", " + coordinate + ": " + (from == 0 ? value : value + " - (" + to_text(from) + ')') + '}');
  }
  if (joint.is_actuated) {
    const std::string effort = joint.turns ? "torque" : "force";
    const std::string value = law(name + '_' + effort, joint.place, joint.turns ? "N m" : "N",
                                  {"t", name + '.' + coordinate, name + '.' + rate}, "user_JointForces");
    entry(forces_, "forces", names_.prefixed(name + "_actuator", "actuator", "load"), joint.place,
          "{type: joint_force, joint: " + name + ", " + effort + ": " + value + '}');
  }
}

// ---- cuts
// -----------------------------------------------------------------------------------------------------------------------------

void ModelWriter::write_cut(const CutPart& cut, std::size_t index) {
  const std::string name = names_.prefixed(cut.name, "cut_" + std::to_string(index + 1), "cut");
  const Point a = find(cut.ends[0], cut.place, "cut " + cut.name + "/endpoint1"),
              b = find(cut.ends[1], cut.place, "cut " + cut.name + "/endpoint2");
  const std::string bodies = ", bodies: [" + body(a.body) + ", " + body(b.body) + ']';
  const std::string points = bodies + ", at: " + at(a) + ", at2: " + at(b);
  if (a.body == b.body) return told_.fault(cut.place, "cut " + cut.name, "both endpoints lie on one body");
  if (cut.kind == CutKind::rod)
    return entry(constraints_, "constraints", name, cut.place,
                 "{type: distance" + points + ", value: " + to_text(cut.length) + '}');
  const bool is_whole = !cut.ignored[0] && !cut.ignored[1] && !cut.ignored[2];
  if (!is_whole) write_rows(cut, name, a, b);
  if (is_whole && cut.kind == CutKind::ball)
    return entry(joint_text_, "joints", name, cut.place, "{type: spherical" + points + '}');
  if (cut.kind != CutKind::solid) return;
  // Frames that are parallel where all coordinates are zero become one: x1·y2 = x1·z2 = y1·z2 = 0, each in the axes of its body.
  constexpr std::array<std::array<int, 2>, 3> right_angles{{{0, 1}, {0, 2}, {1, 2}}};
  const auto axis = [&](int of, int i) {
    return three(of == base ? Vec3<double>(Vec3<double>::Unit(i)) : Vec3<double>(frames_[static_cast<std::size_t>(of)].R.col(i)));
  };
  if (is_whole) write_rows(cut, name, a, b);
  for (const auto& [i, j] : right_angles)
    entry(constraints_, "constraints", names_.prefixed(name + '_' + "xyz"[i] + "xyz"[j], "cut", "cut"), cut.place,
          "{type: dot1" + bodies + ", axis: " + axis(a.body, i) + ", axis2: " + axis(b.body, j) + '}');
}

// Components along the axes of the youngest common ancestor, which sees both points.
void ModelWriter::write_rows(const CutPart& cut, const std::string& name, const Point& a, const Point& b) {
  const int ancestor = common_ancestor(a.body, b.body);
  std::array<std::string, 2> seen;
  for (int k = 0; k < 2; ++k) {
    const Point& point = k == 0 ? a : b;
    seen[k] = names_.prefixed(name + '_' + std::to_string(k + 1), "sensor", "sensor");
    entry(
        sensors_, "sensors", seen[k], cut.place,
        "{body: " + body(point.body) + ", at: " + at(point) + (ancestor == base ? "" : ", relative_to: " + body(ancestor)) + '}');
  }
  for (int i = 0; i < 3; ++i) {
    if (cut.ignored[i]) continue;
    const std::string component(1, "xyz"[i]);
    entry(constraints_, "constraints", names_.prefixed(name + '_' + component, "cut", "cut"), cut.place,
          "{type: expression, equal_zero: \"" + seen[0] + '.' + component + " - " + seen[1] + '.' + component + "\"}");
  }
}

}  // namespace bricard::robotran
