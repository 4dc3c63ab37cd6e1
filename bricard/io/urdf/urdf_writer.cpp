// A model as URDF. The tree is planted from the ground along revolute, prismatic, planar, free and fixed joints that are not cut,
// in the order of the file; what is left of joints closes loops, which URDF does not know, as elements of ours. Frames of links
// are those of their bodies at the point of their joint.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <pugixml.hpp>
#include <sstream>
#include <unordered_map>

#include "bricard/core/text.hpp"
#include "bricard/elements/forces/joint_force.hpp"
#include "bricard/elements/forces/rotational_spring_damper.hpp"
#include "bricard/elements/joints/coupler.hpp"
#include "bricard/elements/joints/gear.hpp"
#include "bricard/elements/joints/rack_pinion.hpp"
#include "bricard/io/text_pieces.hpp"
#include "bricard/io/urdf/urdf_reader.hpp"
#include "bricard/io/xml_file.hpp"
#include "bricard/math/spatial.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {

constexpr int world = -1;
constexpr double far =
    1000;  // URDF demands limits of a prismatic joint, and takes 0 where there are none: m, m/s; N are its square

std::string three_of(const Vec3<double>& v) { return of_sum(v[0] + 0.0) + ' ' + of_sum(v[1] + 0.0) + ' ' + of_sum(v[2] + 0.0); }

// R = Rz(yaw) Ry(pitch) Rx(roll).
Vec3<double> roll_pitch_yaw(const Mat3<double>& R) {
  const double cosine = std::hypot(R(0, 0), R(1, 0)), pitch = std::atan2(-R(2, 0), cosine);
  if (cosine < threshold::cancelled) return {0, pitch, std::atan2(-R(0, 1), R(1, 1))};
  return {std::atan2(R(2, 1), R(2, 2)), pitch, std::atan2(R(1, 0), R(0, 0))};
}

class UrdfWriter {
 public:
  explicit UrdfWriter(const Model& model) : of_(model) {
    for (std::size_t i = 0; i < of_.bodies.size(); ++i) {
      const Body& body = of_.bodies[i];
      index_.emplace(body.name, static_cast<int>(i));
      bodies_.push_back({rotation<double>(eigen(body.orientation.quaternion)),
                         body.position ? eigen(body.position->at) : Vec3<double>::Zero()});
    }
    links_.resize(of_.bodies.size());
  }

  WrittenModel write() {
    if (of_.dimension == 2) fault("dimension", "a planar model cannot be written to URDF");
    plant_tree();
    note_what_is_left();
    refuse_constraints();
    if (!faults_.empty()) throw Error(std::move(faults_));
    document_.append_child(pugi::node_declaration).append_attribute("version") = "1.0";
    root_ = document_.append_child("robot");
    root_.append_attribute("name") = of_.name.empty() ? "robot" : of_.name.c_str();
    root_.append_attribute("xmlns:bricard") = "bricard";
    if (!(of_.gravity == Model().gravity))
      root_.append_child("bricard:gravity").append_attribute("xyz") = three_of(eigen(of_.gravity)).c_str();
    add("link", world_name_);
    for (const int body : order_) write_link(body);
    for (const int body : order_) write_joint(body);
    for (const Joint* joint : loops_) write_loop(*joint);
    for (const Sensor& sensor : of_.sensors) write_sensor(sensor);
    for (const Force& force : of_.forces) write_force(force);
    for (const Joint& joint : of_.joints)
      if (joint.active && !joint.joints.empty()) write_coupling(joint);
    if (!faults_.empty()) throw Error(std::move(faults_));
    std::ostringstream text;
    document_.save(text, "  ");
    return {text.str(), std::move(notes_)};
  }

 private:
  struct Link {
    int parent = world;
    const Joint* joint = nullptr;  // none: the body floats
    bool is_reversed = false;      // the joint's first body is the child
    Pose<double> frame;
    pugi::xml_node node;  // of the joint
  };

  void fault(const std::string& where, const std::string& what, const std::string& hint = {}) {
    faults_.push_back({{}, where, what, hint});
  }
  int number(const std::string& body) const {
    const auto found = index_.find(body);
    return found == index_.end() ? world : found->second;
  }
  std::string link_name(int body) const { return body == world ? world_name_ : of_.bodies[static_cast<std::size_t>(body)].name; }
  Pose<double> frame(int body) const { return body == world ? Pose<double>{} : links_[static_cast<std::size_t>(body)].frame; }
  Link& link(int body) { return links_[static_cast<std::size_t>(body)]; }

  Vec3<double> global(const Point& point) const {
    if (point.body.empty() || number(point.body) == world) return eigen(point.at);
    const Pose<double>& pose = bodies_[static_cast<std::size_t>(number(point.body))];
    return pose.p + pose.R * eigen(point.at);
  }
  Vec3<double> global(const Direction& direction) const {
    if (direction.body.empty() || number(direction.body) == world) return eigen(direction.axis).normalized();
    return (bodies_[static_cast<std::size_t>(number(direction.body))].R * eigen(direction.axis)).normalized();
  }

  // ---- the tree

  static bool carries(const Joint& joint) {
    if (joint.cut == Cut::joint) return false;
    return joint.kind->type == "revolute" || joint.kind->type == "prismatic" || joint.kind->type == "planar" || joint.kind->type == "free" ||
           joint.kind->type == "fixed";
  }

  void plant_tree() {
    std::vector<bool> is_there(of_.bodies.size(), false), is_used(of_.joints.size(), false);
    std::vector<std::vector<std::size_t>> at(of_.bodies.size() + 1);  // joints of each body, the world last
    const auto place = [&](int body) { return body == world ? of_.bodies.size() : static_cast<std::size_t>(body); };
    for (std::size_t j = 0; j < of_.joints.size(); ++j) {
      const Joint& joint = of_.joints[j];
      if (!joint.joints.empty()) continue;
      if (!joint.active) {
        is_used[j] = true;
        notes_.push_back("joints." + joint.name + " is not active and is left out");
        continue;
      }
      for (const std::string& body : joint.bodies) at[place(number(body))].push_back(j);
    }
    const auto grow = [&](int from) {
      std::vector<int> front{from};
      for (std::size_t k = 0; k < front.size(); ++k)
        for (const std::size_t j : at[place(front[k])]) {
          const Joint& joint = of_.joints[j];
          const bool is_reversed = number(joint.bodies[0]) != front[k];
          const int child = number(joint.bodies[is_reversed ? 0 : 1]);
          if (is_used[j] || !carries(joint) || child == world || is_there[place(child)]) continue;
          is_used[j] = true;
          is_there[place(child)] = true;
          front.push_back(child);
          order_.push_back(child);
          hang(child, front[k], joint, is_reversed);
        }
    };
    grow(world);
    for (std::size_t i = 0; i < of_.bodies.size(); ++i) {
      if (is_there[i]) continue;
      is_there[i] = true;
      order_.push_back(static_cast<int>(i));
      links_[i].frame = bodies_[i];
      notes_.push_back("bodies." + of_.bodies[i].name + " hangs on nothing: it gets a joint that floats, " + of_.bodies[i].name +
                       "_free");
      grow(static_cast<int>(i));
    }
    for (std::size_t j = 0; j < of_.joints.size(); ++j)
      if (of_.joints[j].joints.empty() && !is_used[j]) close(of_.joints[j]);
    for (int i = 2; index_.contains(world_name_); ++i) world_name_ = "world_" + std::to_string(i);
  }

  // Where the joint is, on both bodies: in the design position its coordinate is zero, so that both must fit there.
  void hang(int child, int parent, const Joint& joint, bool is_reversed) {
    Link& link = this->link(child);
    link.parent = parent;
    link.joint = &joint;
    link.is_reversed = is_reversed;
    const Pose<double>& body = bodies_[static_cast<std::size_t>(child)];
    link.frame = {body.R, body.p};
    const std::string where = "joints." + joint.name;
    if (!joint.at && !joint.at2) return;
    const Vec3<double> first = global(joint.at ? *joint.at : *joint.at2), second = global(joint.at2 ? *joint.at2 : *joint.at);
    link.frame.p = is_reversed ? first : second;
    Vec3<double> apart = second - first;
    if (joint.kind->type == "free" || joint.kind->type == "fixed") return;
    const Vec3<double> axis = joint.axis ? global(*joint.axis) : joint.axis2 ? global(*joint.axis2) : Vec3<double>::UnitZ();
    if (joint.kind->type == "prismatic") apart -= axis * axis.dot(apart);
    if (joint.kind->type == "planar") apart = axis * axis.dot(apart);
    const bool is_turned = joint.axis2 && (axis - global(*joint.axis2)).norm() > threshold::as_written;
    if (is_turned || apart.norm() > threshold::as_written * (1 + first.norm()))
      fault(where, "the joint is open in the design position, where URDF has its zero",
            "write the model in an assembled position");
  }

  void close(const Joint& joint) {
    const bool can_close = joint.kind->type == "revolute" || joint.kind->type == "prismatic" || joint.kind->type == "cylindrical" ||
                           joint.kind->type == "spherical" || joint.kind->type == "planar" || joint.kind->type == "fixed";
    if (joint.kind->type == "free") {
      notes_.push_back("joints." + joint.name + " frees nothing and is left out");
    } else if (can_close && !joint.at2 && !joint.axis2) {
      notes_.push_back("joints." + joint.name +
                       " closes a loop: it is written as an element `bricard:joint`, which other programs pass over");
      loops_.push_back(&joint);
    } else {
      fault("joints." + joint.name, "URDF has no " + std::string(joint.kind->type) + " joint" +
                                        (can_close ? " with places of its own on both bodies" : ""));
    }
  }

  // ---- what is not held

  void note_what_is_left() {
    const auto note = [&](const auto& list, const char* section, const char* what) {
      if (!list.empty()) notes_.push_back(std::string(section) + ' ' + what);
    };
    note(of_.parameters, "parameters", "are not held: their values are");
    note(of_.points, "points", "are not held: their places are");
    note(of_.tables, "tables", "are not held");
    note(of_.functions, "functions", "are not held");
    note(of_.states, "states", "are not held");
    note(of_.outputs, "outputs", "are not held");
    note(of_.events, "events", "are not held");
    if (of_.analysis) notes_.push_back("analysis is not held");
    if (!(of_.units == UnitSystem{})) notes_.push_back("units are not held: everything is in m, kg, s, rad");
    for (const Driver& driver : of_.drivers) notes_.push_back("drivers." + driver.name + " is not held: its joint is free");
    for (const Joint& joint : of_.joints) {
      if (joint.initial) notes_.push_back("joints." + joint.name + ".initial is not held");
      if (joint.friction) notes_.push_back("joints." + joint.name + ".friction is not held: it comes from reactions");
      if (joint.cut == Cut::ball) notes_.push_back("joints." + joint.name + ".cut is not held");
    }
    for (const Body& body : of_.bodies) {
      if (body.velocity || body.angular_velocity) notes_.push_back("bodies." + body.name + ": its velocity is not held");
      if (body.cut) notes_.push_back("bodies." + body.name + ".cut is not held");
    }
  }

  void refuse_constraints() {
    for (const Constraint& constraint : of_.constraints)
      if (constraint.active) fault("constraints." + constraint.name, "URDF has no constraints but joints and `mimic`");
  }

  // ---- links

  pugi::xml_node add(const char* element, const std::string& name, pugi::xml_node to = {}) {
    pugi::xml_node node = (to ? to : root_).append_child(element);
    node.append_attribute("name") = name.c_str();
    return node;
  }
  static void set(pugi::xml_node node, const char* key, double value) {
    node.append_attribute(key) = to_text(value + 0.0).c_str();
  }

  static void add_origin(pugi::xml_node to, const Pose<double>& parent, const Pose<double>& child) {
    pugi::xml_node origin = to.append_child("origin");
    origin.append_attribute("xyz") = three_of(parent.R.transpose() * (child.p - parent.p)).c_str();
    if (const Vec3<double> rpy = roll_pitch_yaw(parent.R.transpose() * child.R); !rpy.isZero(0))
      origin.append_attribute("rpy") =
          (to_text(rpy[0] + 0.0) + ' ' + to_text(rpy[1] + 0.0) + ' ' + to_text(rpy[2] + 0.0)).c_str();
  }

  void write_link(int number) {
    const Body& body = of_.bodies[static_cast<std::size_t>(number)];
    const Pose<double>&pose = bodies_[static_cast<std::size_t>(number)], frame = link(number).frame;
    pugi::xml_node node = add("link", body.name);
    const Matrix3& I = body.inertia.matrix;
    if (body.mass != 0 || !(I == Matrix3())) {
      pugi::xml_node inertial = node.append_child("inertial");
      add_origin(inertial, frame, {frame.R, pose.p});
      set(inertial.append_child("mass"), "value", body.mass);
      pugi::xml_node inertia = inertial.append_child("inertia");
      constexpr std::array<const char*, 6> keys{"ixx", "ixy", "ixz", "iyy", "iyz", "izz"};
      for (std::size_t k = 0, row = 0, column = 0; k < 6; ++k) {
        set(inertia, keys[k], I(static_cast<int>(row), static_cast<int>(column)));
        if (++column == 3) column = ++row;
      }
    }
    for (const Geometry& each : body.geometry) write_shape(each, node, frame, pose);
  }

  void write_shape(const Geometry& shape, pugi::xml_node link, const Pose<double>& frame, const Pose<double>& body) {
    if (shape.type == Shape::line)
      return notes_.push_back(std::string("bodies.") + link.attribute("name").value() + ": a line is not drawn in URDF");
    pugi::xml_node visual = link.append_child("visual");
    Pose<double> pose{Mat3<double>::Identity(), shape.at ? global(*shape.at) : body.p};
    double length = 0;
    if (shape.from && shape.to) {
      const Vec3<double> from = global(*shape.from), to = global(*shape.to);
      length = (to - from).norm();
      pose.p = 0.5 * (from + to);
      if (length > 0) pose.R = frame_along(Vec3<double>((to - from) / length), Vec3<double>::UnitX());
    }
    add_origin(visual, frame, pose);
    pugi::xml_node geometry = visual.append_child("geometry");
    if (shape.type == Shape::cylinder) {
      pugi::xml_node cylinder = geometry.append_child("cylinder");
      set(cylinder, "radius", shape.radius.value_or(0));
      set(cylinder, "length", length);
    } else if (shape.type == Shape::sphere) {
      set(geometry.append_child("sphere"), "radius", shape.radius.value_or(0));
    } else if (shape.type == Shape::box) {
      geometry.append_child("box").append_attribute("size") =
          three_of(shape.size ? eigen(*shape.size) : Vec3<double>::Zero()).c_str();
    } else {
      geometry.append_child("mesh").append_attribute("filename") = shape.file.c_str();
    }
    if (shape.color.size() != 7 || shape.color[0] != '#') return;
    std::string rgba;
    for (std::size_t i = 1; i < 7; i += 2) {
      int value = 0;
      std::from_chars(shape.color.data() + i, shape.color.data() + i + 2, value, 16);
      rgba += to_text(value / 255.0) + ' ';
    }
    add("material", shape.color, visual).append_child("color").append_attribute("rgba") = (rgba + '1').c_str();
  }

  // ---- joints

  void write_joint(int number) {
    Link& link = this->link(number);
    const std::string name = link.joint ? link.joint->name : link_name(number) + "_free";
    link.node = add("joint", name);
    const Joint* const joint = link.joint;
    const char* type = "floating";
    if (joint && joint->kind->type == "revolute") type = "continuous";
    if (joint && joint->kind->type == "prismatic") type = "prismatic";
    if (joint && joint->kind->type == "planar") type = "planar";
    if (joint && joint->kind->type == "fixed") type = "fixed";
    link.node.append_attribute("type") = type;
    link.node.append_child("parent").append_attribute("link") = link_name(link.parent).c_str();
    link.node.append_child("child").append_attribute("link") = link_name(number).c_str();
    add_origin(link.node, frame(link.parent), link.frame);
    if (!joint || joint->kind->type == "fixed" || joint->kind->type == "free") {
      if (joint && link.is_reversed && joint->kind->type == "free")
        notes_.push_back("joints." + joint->name + ": its coordinates are those of the other body");
      return;
    }
    add_axis(link.node, *joint, link.frame, link.is_reversed ? -1 : 1);
    if (joint->kind->type == "prismatic") {
      pugi::xml_node limit = link.node.append_child("limit");
      set(limit, "lower", -far);
      set(limit, "upper", far);
      set(limit, "effort", far * far);
      set(limit, "velocity", far);
    }
  }

  void add_axis(pugi::xml_node to, const Joint& joint, const Pose<double>& frame, double sign) {
    const Vec3<double> axis = joint.axis ? global(*joint.axis) : joint.axis2 ? global(*joint.axis2) : Vec3<double>::UnitZ();
    to.append_child("axis").append_attribute("xyz") = three_of(sign * (frame.R.transpose() * axis)).c_str();
  }

  void write_loop(const Joint& joint) {
    pugi::xml_node node = add("bricard:joint", joint.name);
    node.append_attribute("type") = std::string(joint.kind->type).c_str();
    const int first = number(joint.bodies[0]), second = number(joint.bodies[1]);
    node.append_child("parent").append_attribute("link") = link_name(first).c_str();
    node.append_child("child").append_attribute("link") = link_name(second).c_str();
    const Pose<double> frame = this->frame(first);
    add_origin(node, frame, {frame.R, joint.at ? global(*joint.at) : frame.p});
    if (joint.kind->type != "spherical" && joint.kind->type != "fixed") add_axis(node, joint, frame, 1);
  }

  // A point that is followed is a link without mass.
  void write_sensor(const Sensor& sensor) {
    const int body = number(sensor.body);
    if (body == world || !sensor.relative_to.empty() || sensor.axis)
      return notes_.push_back("sensors." + sensor.name + " is not held: URDF has points of bodies, seen globally");
    add("link", sensor.name);
    pugi::xml_node node = add("joint", sensor.name + "_fixed");
    node.append_attribute("type") = "fixed";
    node.append_child("parent").append_attribute("link") = link_name(body).c_str();
    node.append_child("child").append_attribute("link") = sensor.name.c_str();
    const Pose<double> frame = this->frame(body);
    add_origin(node, frame, {frame.R, sensor.at ? global(*sensor.at) : bodies_[static_cast<std::size_t>(body)].p});
  }

  // ---- what acts and couples

  // The link that hangs on the joint of a coordinate: "elbow" or "elbow.angle".
  Link* link_of(const std::string& coordinate) {
    for (const int body : order_) {
      Link& each = link(body);
      if (!each.joint || !(each.joint->kind->type == "revolute" || each.joint->kind->type == "prismatic")) continue;
      const std::string& name = each.joint->name;
      if (coordinate == name || coordinate == name + ".angle" || coordinate == name + ".position") return &each;
    }
    return nullptr;
  }

  static bool is_zero(const Function& function) { return function.is_number() && function.number == 0; }

  // "-3*rail.rate": the 3.
  static std::optional<double> damping_in(const std::string& text, const std::string& rate) {
    if (text == "-number(" + rate + ')') return 1;
    if (!text.starts_with('-') || !text.ends_with(rate)) return {};
    const std::string factor = text.substr(1, text.size() - 1 - rate.size());
    return factor.ends_with('*') ? xml_number(std::string_view(factor).substr(0, factor.size() - 1)) : std::nullopt;
  }

  void write_force(const Force& force) {
    const std::string where = "forces." + force.name;
    Link* const link = force.joint.empty() ? nullptr : link_of(force.joint);
    const auto left_out = [&] { notes_.push_back(where + " is not held"); };
    if (!force.active || !link) return left_out();
    if (const auto* spring = force.kind.get_if<RotationalSpringDamper>()) {
      if (!spring->damping.is_number() || !is_zero(spring->torque)) return left_out();
      if (!is_zero(spring->stiffness)) notes_.push_back(where + ".stiffness is not held");
      return add_dynamics(*link, spring->damping.number, spring->friction);
    }
    const auto* const load = force.kind.get_if<JointForce>();
    if (!load) return left_out();
    const Function& effort = load->torque ? *load->torque : *load->force;
    if (const auto damping = damping_in(effort.text, link->joint->name + ".rate"); damping && of_.units == UnitSystem{})
      return add_dynamics(*link, *damping, load->friction);
    if (load->friction != 0) add_dynamics(*link, 0, load->friction);
    if (!write_transmission(*link, effort.text) && !is_zero(effort)) left_out();
  }

  void add_dynamics(Link& link, double damping, double friction) {
    pugi::xml_node dynamics = link.node.child("dynamics");
    if (dynamics) return notes_.push_back("joints." + link.joint->name + ": a second damper or friction is not held");
    dynamics = link.node.append_child("dynamics");
    set(dynamics, "damping", damping);
    set(dynamics, "friction", friction);
  }

  // "u" or "50*u" of an input u.
  bool write_transmission(const Link& link, const std::string& text) {
    const std::size_t star = text.find('*');
    const std::string name = star == std::string::npos ? text : text.substr(star + 1);
    const auto factor = star == std::string::npos ? std::optional(1.0) : xml_number(std::string_view(text).substr(0, star));
    const auto input = std::find_if(of_.inputs.begin(), of_.inputs.end(), [&](const Input& each) { return each.name == name; });
    if (!factor || input == of_.inputs.end() || !(of_.units == UnitSystem{})) return false;
    if (!is_zero(input->value)) notes_.push_back("inputs." + name + " is not held as a signal: it is 0");
    pugi::xml_node node = add("transmission", name + "_transmission");
    node.append_child("type").text() = "transmission_interface/SimpleTransmission";
    add("joint", link.joint->name, node).append_child("hardwareInterface").text() = "hardware_interface/EffortJointInterface";
    add("actuator", name, node).append_child("mechanicalReduction").text() = to_text(*factor).c_str();
    return true;
  }

  // Σ ratio · coordinate = 0 of two coordinates: one follows the other.
  void write_coupling(const Joint& joint) {
    const std::string where = "joints." + joint.name;
    std::vector<double> ratio;
    if (const auto* coupler = joint.kind.get_if<Coupler>()) ratio = coupler->ratio;
    if (const auto* gear = joint.kind.get_if<Gear>()) ratio = gear->coefficients();
    if (const auto* rack = joint.kind.get_if<RackPinion>()) ratio = rack->coefficients();
    if (ratio.size() != 2 || joint.joints.size() != 2)
      return fault(where, "URDF couples two joints, and no more", "leave it out, or make it inactive");
    std::array<Link*, 2> links{link_of(joint.joints[0]), link_of(joint.joints[1])};
    if (!links[0] || !links[1]) return fault(where, "URDF couples revolute and prismatic joints of its tree only");
    if (joint.kind->type == "coupler")
      for (std::size_t i = 0; i < 2; ++i)
        ratio[i] /= of_.units.factor(links[i]->joint->kind->type == "revolute" ? dimension::angle : dimension::length);
    std::size_t follower = joint.kind->type == "coupler" ? 0 : 1;
    if (links[follower]->node.child("mimic")) follower = 1 - follower;
    if (links[follower]->node.child("mimic")) return fault(where, "both joints follow others already");
    pugi::xml_node mimic = links[follower]->node.append_child("mimic");
    mimic.append_attribute("joint") = links[1 - follower]->joint->name.c_str();
    set(mimic, "multiplier", -ratio[1 - follower] / ratio[follower]);
  }

  const Model& of_;
  std::unordered_map<std::string, int> index_;
  std::vector<Pose<double>> bodies_;
  std::vector<Link> links_;
  std::vector<int> order_;  // parents first
  std::vector<const Joint*> loops_;
  std::string world_name_ = "world";
  std::vector<Fault> faults_;
  std::vector<std::string> notes_;
  pugi::xml_document document_;
  pugi::xml_node root_;
};

}  // namespace

WrittenModel write_urdf(const Model& model) { return UrdfWriter(model).write(); }

}  // namespace bricard
