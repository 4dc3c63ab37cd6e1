#include "bricard/io/urdf/urdf_reader.hpp"

#include <algorithm>
#include <filesystem>
#include <unordered_map>

#include "bricard/core/text.hpp"
#include "bricard/io/robot/model_writer.hpp"
#include "bricard/io/robot/wishes.hpp"
#include "bricard/io/xml_file.hpp"

namespace bricard {

namespace {

using robot::JointKind;
using robot::LinkPart;

struct JointTag {
  robot::JointPart part;
  std::string parent, child, type;
  Pose<double> origin;
  pugi::xml_node node;
};

class UrdfReader {
 public:
  UrdfReader(const std::string& bytes, const ReadingWishes& wishes, Told& told)
      : file_(bytes, told, "robot", "URDF"), told_(told), base_(robot::base_wished(wishes)) {}

  robot::Description read() {
    const pugi::xml_node root = file_.root();
    made_.name = root.attribute("name").value();
    refuse_macros(root);
    file_.note_unknown(root, {"link", "joint", "material", "transmission", "bricard:joint", "bricard:base", "bricard:gravity"});
    for (const pugi::xml_node& node : root.children("material")) colors_.emplace(node.attribute("name").value(), color(node));
    for (const pugi::xml_node& node : root.children("link")) read_link(node);
    for (const pugi::xml_node& node : root.children("joint")) read_joint(node);
    if (const pugi::xml_node node = root.child("bricard:gravity")) made_.gravity = file_.three(node, "xyz");
    read_base(root.child("bricard:base"));
    if (links_.empty()) file_.fault(root, "the robot has no link");
    if (told_.faults.empty()) plant_tree();
    if (!told_.faults.empty()) return {};
    for (const pugi::xml_node& node : root.children("bricard:joint")) read_loop(node);
    for (const pugi::xml_node& node : root.children("transmission")) read_transmission(node);
    if (touches_) told_.note({}, "collision shapes are passed over: bodies do not touch each other");
    return std::move(made_);
  }

 private:
  void refuse_macros(const pugi::xml_node& root) const {
    for (const pugi::xml_node& each : root.children())
      if (std::string_view(each.name()).starts_with("xacro:"))
        throw Error({Fault{file_.place(each), each.name(), "this file is written in macros of xacro, not in URDF",
                           "expand it first: xacro robot.xacro > robot.urdf"}});
  }

  // Rotations about the fixed axes x, y and z, in this order.
  Pose<double> origin(const pugi::xml_node& of) const {
    const pugi::xml_node node = of.child("origin");
    Pose<double> pose;
    if (!node) return pose;
    pose.p = file_.three(node, "xyz");
    if (node.attribute("quat_xyzw")) {
      const std::vector<double> e = file_.numbers(node, "quat_xyzw", 4, 4);
      if (e.empty()) return pose;
      const Eigen::Quaterniond q(e[3], e[0], e[1], e[2]);
      if (!(q.norm() > 0.9 && q.norm() < 1.1))
        file_.fault(node, "quat_xyzw: the quaternion has length " + to_text(q.norm()) + ", expected 1");
      else
        pose.R = robot::tidied(q.normalized().toRotationMatrix());
      return pose;
    }
    const Vec3<double> rpy = file_.three(node, "rpy");
    const auto turn = [&](int axis) { return robot::turned(Vec3<double>::Unit(axis), rpy[axis]); };
    pose.R = robot::tidied(turn(2) * turn(1) * turn(0));
    return pose;
  }

  std::string color(const pugi::xml_node& material) const {
    const pugi::xml_node node = material.child("color");
    const std::vector<double> rgba = node ? file_.numbers(node, "rgba", 3, 4) : std::vector<double>{};
    return rgba.empty() ? "" : robot::color_text(rgba);
  }

  // ---- links

  void read_link(const pugi::xml_node& node) {
    LinkPart link;
    link.name = file_.name(node);
    link.place = file_.place(node);
    if (!link.name.empty() && !index_.emplace(link.name, links_.size()).second)
      file_.fault(node, "the name of the link is there twice");
    file_.note_unknown(node, {"inertial", "visual", "collision"});
    touches_ |= static_cast<bool>(node.child("collision"));
    if (const pugi::xml_node inertial = node.child("inertial")) link.mass = read_inertial(inertial);
    for (const pugi::xml_node& visual : node.children("visual")) read_visual(visual, link);
    has_inertial_.push_back(static_cast<bool>(node.child("inertial")));
    links_.push_back(std::move(link));
  }

  MassProperties read_inertial(const pugi::xml_node& node) const {
    MassProperties part;
    file_.note_unknown(node, {"origin", "mass", "inertia"});
    const pugi::xml_node mass = node.child("mass"), inertia = node.child("inertia");
    if (!mass)
      file_.fault(node, "the element `mass` is missing");
    else
      part.mass = file_.number(mass, "value", std::nullopt);
    if (part.mass < 0) file_.fault(mass, "the mass must not be negative");
    const auto element = [&](const char* key, bool is_needed) {
      return inertia ? file_.number(inertia, key, is_needed ? std::nullopt : std::optional(0.0)) : 0;
    };
    const double xy = element("ixy", false), xz = element("ixz", false), yz = element("iyz", false);
    part.inertia << element("ixx", true), xy, xz, xy, element("iyy", true), yz, xz, yz, element("izz", true);
    if (!inertia) file_.note(node, "the inertia is missing: it is zero");
    return seen_from(origin(node), part);
  }

  void read_visual(const pugi::xml_node& node, LinkPart& link) const {
    robot::ShapePart shape;
    shape.pose = origin(node);
    shape.place = file_.place(node);
    const pugi::xml_node material = node.child("material");
    shape.color = color(material);
    if (const auto known = colors_.find(material.attribute("name").value()); shape.color.empty() && known != colors_.end())
      shape.color = known->second;
    const pugi::xml_node geometry = node.child("geometry");
    const auto positive = [&](const pugi::xml_node& of, const char* key) {
      const double value = file_.number(of, key, std::nullopt);
      if (!(value > 0)) file_.note(of, std::string("the ") + key + " is not positive: the shape is not drawn");
      return value;
    };
    if (const pugi::xml_node box = geometry.child("box")) {
      shape.kind = robot::ShapeKind::box;
      shape.size = file_.three(box, "size");
      if (shape.size.minCoeff() <= 0) return file_.note(box, "an edge is not positive: the shape is not drawn");
    } else if (const pugi::xml_node sphere = geometry.child("sphere")) {
      shape.kind = robot::ShapeKind::sphere;
      if (!((shape.radius = positive(sphere, "radius")) > 0)) return;
    } else if (const pugi::xml_node rod = geometry.child("cylinder") ? geometry.child("cylinder") : geometry.child("capsule")) {
      shape.kind = geometry.child("cylinder") ? robot::ShapeKind::cylinder : robot::ShapeKind::capsule;
      shape.radius = positive(rod, "radius");
      shape.length = positive(rod, "length");
      if (!(shape.radius > 0 && shape.length > 0)) return;
    } else if (const pugi::xml_node mesh = geometry.child("mesh")) {
      shape.kind = robot::ShapeKind::mesh;
      shape.file = robot::path_of_mesh(mesh.attribute("filename").value());
      if (file_.three(mesh, "scale", Vec3<double>::Ones()) != Vec3<double>::Ones() || shape.file.empty())
        return file_.note(
            mesh, "the mesh " + quoted(shape.file) + " is not drawn: " + (shape.file.empty() ? "no file" : "it is scaled"));
    } else {
      return file_.note(node, "a shape of this kind is not drawn");
    }
    link.shapes.push_back(std::move(shape));
  }

  // ---- joints

  std::string end_of(const pugi::xml_node& of, const char* key) const {
    const pugi::xml_node node = of.child(key);
    if (!node) {
      file_.fault(of, std::string("the element `") + key + "` is missing");
      return {};
    }
    const std::string name = file_.name(node, "link");
    if (!name.empty() && !index_.contains(name)) {
      std::vector<std::string> names;
      for (const LinkPart& link : links_) names.push_back(link.name);
      file_.fault(node, "there is no link " + quoted(name),
                  told_.faults.size() < most_faults_told ? did_you_mean(name, names) : "");
      return {};
    }
    return name;
  }

  Vec3<double> axis(const pugi::xml_node& of) const {
    const pugi::xml_node node = of.child("axis");
    const Vec3<double> given = node ? file_.three(node, "xyz", Vec3<double>::UnitX()) : Vec3<double>::UnitX();
    if (!given.isZero(0)) return given.normalized();
    file_.fault(node, "the axis has zero length");
    return Vec3<double>::UnitX();
  }

  void read_joint(const pugi::xml_node& node) {
    JointTag joint;
    joint.part.name = file_.name(node);
    joint.part.place = file_.place(node);
    joint.node = node;
    joint.type = node.attribute("type").value();
    if (!joint.part.name.empty() && !joint_names_.insert({joint.part.name, joints_.size()}).second)
      file_.fault(node, "the name of the joint is there twice");
    file_.note_unknown(node,
                       {"origin", "parent", "child", "axis", "calibration", "dynamics", "limit", "mimic", "safety_controller"});
    joint.parent = end_of(node, "parent");
    joint.child = end_of(node, "child");
    joint.origin = origin(node);
    constexpr std::array<std::pair<std::string_view, JointKind>, 6> kinds{{{"revolute", JointKind::revolute},
                                                                           {"continuous", JointKind::revolute},
                                                                           {"prismatic", JointKind::prismatic},
                                                                           {"planar", JointKind::planar},
                                                                           {"floating", JointKind::free},
                                                                           {"fixed", JointKind::free}}};
    const auto kind = std::find_if(kinds.begin(), kinds.end(), [&](const auto& each) { return each.first == joint.type; });
    if (kind == kinds.end())
      file_.fault(node, "type: expected the type of a joint, found " + quoted(joint.type),
                  "revolute, continuous, prismatic, fixed, floating and planar are known");
    else
      joint.part.kind = kind->second;
    if (joint.type != "fixed" && joint.type != "floating") joint.part.axis = axis(node);
    read_limit(node.child("limit"), joint);
    if (const pugi::xml_node dynamics = node.child("dynamics")) {
      joint.part.damping = not_negative(dynamics, "damping");
      joint.part.friction = not_negative(dynamics, "friction");
    }
    if (const pugi::xml_node mimic = node.child("mimic")) read_mimic(mimic, joint);
    acts_on_one_.push_back(robot::has_one_coordinate(joint.part.kind));
    joints_.push_back(std::move(joint));
  }

  double not_negative(const pugi::xml_node& node, const char* key) const {
    const double value = file_.number(node, key);
    if (value < 0) file_.fault(node, std::string(key) + " must not be negative");
    return value;
  }

  // What no robot can have, as -1 for "none", is told: limits change no motion.
  void read_limit(const pugi::xml_node& node, JointTag& joint) const {
    if (!node || !robot::has_one_coordinate(joint.part.kind)) return;
    const auto most = [&](const char* key) {
      const double value = file_.number(node, key);
      if (value < 0)
        file_.note(node, "the " + std::string(key) + " of " + joint.part.name + " is negative: it counts as not given");
      return std::max(value, 0.0);
    };
    joint.part.effort = most("effort");
    joint.part.speed = most("velocity");
    const robot::Range range{file_.number(node, "lower"), file_.number(node, "upper")};
    if ((!node.attribute("lower") && !node.attribute("upper")) || joint.type == "continuous") return;
    if (range[0] > range[1])
      return file_.note(node, "the lower limit of " + joint.part.name + " is above the upper one: it has none");
    joint.part.limits = range;
  }

  void read_mimic(const pugi::xml_node& node, const JointTag& joint) {
    if (!robot::has_one_coordinate(joint.part.kind))
      return file_.fault(node, "a joint of the type " + quoted(joint.type) + " cannot follow another one");
    robot::CouplingPart coupling;
    coupling.name = joint.part.name + "_mimic";
    coupling.joint = joint.part.name;
    coupling.other = file_.name(node, "joint");
    coupling.coefficients = {file_.number(node, "offset"), file_.number(node, "multiplier", 1.0), 0, 0, 0};
    coupling.place = file_.place(node);
    if (!coupling.other.empty()) made_.couplings.push_back(std::move(coupling));
  }

  // ---- the tree

  void read_base(const pugi::xml_node& node) {
    const std::string type = node.attribute("type").value();
    if (node && type != "fixed" && type != "floating")
      return file_.fault(node, "type: expected `fixed` or `floating`, found " + quoted(type));
    if (!base_ && node) base_ = type == "floating" ? robot::Base::floating : robot::Base::fixed;
  }

  // From the root on, so that parents stand before their children.
  void plant_tree() {
    std::vector<int> above(links_.size(), -1);  // joints
    std::vector<std::vector<int>> below(links_.size());
    for (std::size_t j = 0; j < joints_.size(); ++j) {
      const std::size_t child = index_.at(joints_[j].child), parent = index_.at(joints_[j].parent);
      if (above[child] >= 0)
        file_.fault(joints_[j].node,
                    "the link " + quoted(joints_[j].child) + " has a parent already, by the joint " +
                        quoted(joints_[static_cast<std::size_t>(above[child])].part.name),
                    "loops are closed by `bricard:joint`");
      above[child] = static_cast<int>(j);
      below[parent].push_back(static_cast<int>(j));
    }
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < links_.size(); ++i) {
      if (above[i] >= 0) continue;
      if (!order.empty())
        told_.fault(links_[i].place, "link " + links_[i].name,
                    "this is a second root beside " + quoted(links_[order[0]].name) + ": no joint has it as its child");
      order.push_back(i);
    }
    if (!told_.faults.empty()) return;
    std::vector<int> place(links_.size(), robot::ground);  // in the description
    for (std::size_t k = 0; k < order.size(); ++k) {
      const std::size_t i = order[k];
      LinkPart link = std::move(links_[i]);
      if (k == 0) found_root(link, has_inertial_[i]);
      if (above[i] >= 0) {
        JointTag& joint = joints_[static_cast<std::size_t>(above[i])];
        link.parent = place[index_.at(joint.parent)];
        link.pose = joint.origin;
        if (joint.type != "fixed") link.joints.push_back(std::move(joint.part));
      }
      place[i] = static_cast<int>(made_.links.size());
      made_.links.push_back(std::move(link));
      for (const int j : below[i]) order.push_back(index_.at(joints_[static_cast<std::size_t>(j)].child));
    }
    for (std::size_t j = 0; j < joints_.size() && order.size() < links_.size(); ++j)
      if (place[index_.at(joints_[j].child)] == robot::ground)
        return file_.fault(joints_[j].node, "the chain of parents of " + quoted(joints_[j].child) + " comes back to itself");
    for (std::size_t i = 0; i < place.size(); ++i) place_of_[made_.links[static_cast<std::size_t>(place[i])].name] = place[i];
  }

  void found_root(LinkPart& root, bool has_inertial) {
    if (base_ == robot::Base::floating) {
      robot::JointPart joint;
      joint.name = root.name + "_free";
      joint.kind = JointKind::free;
      joint.place = root.place;
      if (has_inertial) return root.joints.push_back(std::move(joint));
      return told_.fault(root.place, "link " + root.name, "the root has no mass and cannot float",
                         "give it an `inertial`, or join what floats to it by a joint of the type `floating`");
    }
    if (has_inertial)
      told_.note(root.place, "the root link " + root.name + " is the ground, whose mass does nothing" +
                                 (base_ ? "" : " (`--base floating` lets it move)"));
  }

  // ---- elements of ours, actuators

  void read_loop(const pugi::xml_node& node) {
    robot::LoopPart loop;
    loop.name = file_.name(node);
    loop.type = node.attribute("type").value();
    loop.place = file_.place(node);
    constexpr std::array<std::string_view, 6> types{"revolute", "prismatic", "cylindrical", "spherical", "planar", "fixed"};
    if (loop.type == "continuous") loop.type = "revolute";
    if (std::find(types.begin(), types.end(), loop.type) == types.end())
      file_.fault(node, "type: expected the type of a joint that closes a loop, found " + quoted(loop.type),
                  "revolute, prismatic, cylindrical, spherical, planar and fixed are known");
    const std::string first = end_of(node, "parent"), second = end_of(node, "child");
    if (first.empty() || second.empty()) return;
    loop.links = {place_of_.at(first), place_of_.at(second)};
    const Pose<double> X = origin(node);
    loop.at = X.p;
    loop.has_axis = loop.type != "spherical" && loop.type != "fixed";
    if (loop.has_axis) loop.axis = X.R * axis(node);
    made_.loops.push_back(std::move(loop));
  }

  // Effort of the joint = reduction · effort of the actuator, which is the input.
  void read_transmission(const pugi::xml_node& node) {
    const std::string name = file_.name(node);
    const pugi::xml_node joint = node.child("joint"), actuator = node.child("actuator");
    if (!joint || joint.next_sibling("joint") || actuator.next_sibling("actuator"))
      return file_.note(node, "the transmission " + quoted(name) + " is not held: it is not of one joint and one actuator");
    robot::ActuatorPart part;
    part.name = actuator.attribute("name").value();
    if (part.name.empty()) part.name = name;
    part.joint = file_.name(joint);
    part.place = file_.place(node);
    for (const pugi::xml_node& of : {actuator, node})
      if (const pugi::xml_node reduction = of.child("mechanicalReduction")) {
        std::string_view text = reduction.text().get();
        text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
        text = text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
        const auto value = xml_number(text);
        if (!value || *value == 0)
          file_.fault(reduction, "expected a number other than 0, found " + quoted(text));
        else
          part.gear = *value;
        break;
      }
    if (part.joint.empty()) return;
    const auto known = joint_names_.find(part.joint);
    if (known != joint_names_.end() && acts_on_one_[known->second]) return made_.actuators.push_back(std::move(part));
    std::vector<std::string> names;
    for (const auto& [each, index] : joint_names_) names.push_back(each);
    const std::string near = known == joint_names_.end() ? did_you_mean(part.joint, names) : "";
    file_.note(node, "the transmission " + quoted(name) + " is not held: there is no joint " + quoted(part.joint) +
                         (known == joint_names_.end() ? "" : " with one coordinate") + (near.empty() ? "" : "; " + near));
  }

  XmlFile file_;
  Told& told_;
  std::optional<robot::Base> base_;
  bool touches_ = false;
  robot::Description made_;
  std::vector<LinkPart> links_;
  std::vector<bool> has_inertial_, acts_on_one_;  // of links; of joints
  std::vector<JointTag> joints_;
  std::unordered_map<std::string, std::size_t> index_, joint_names_;
  std::unordered_map<std::string, std::string> colors_;
  std::unordered_map<std::string, int> place_of_;  // of links in the description
};

}  // namespace

bool is_urdf(std::string_view bytes) { return xml_root(bytes) == "robot"; }

ModelText read_urdf(const std::string& bytes, const std::string& file, const ReadingWishes& wishes) {
  return robot::translated<UrdfReader>(bytes, file, wishes);
}

}  // namespace bricard
