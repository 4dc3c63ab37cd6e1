#include "bricard/io/mjcf/mjcf_reader.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "bricard/core/text.hpp"
#include "bricard/io/mjcf/defaults.hpp"
#include "bricard/io/mjcf/geoms.hpp"
#include "bricard/io/mjcf/settings.hpp"
#include "bricard/io/robot/wishes.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {

using namespace mjcf;
using robot::JointKind;
using robot::LinkPart;

class MjcfReader {
 public:
  MjcfReader(const std::string& bytes, const ReadingWishes& wishes, Told& told)
      : file_(bytes, told, "mujoco", "MuJoCo"), told_(told), defaults_((refuse_generators(), file_)) {
    if (!wishes.base.empty()) throw Error("--base", "a model of MuJoCo says itself what floats, by `freejoint`");
  }

  robot::Description read() {
    const pugi::xml_node root = file_.root();
    made_.name = root.attribute("model").as_string();
    file_.note_unknown(root, {"compiler", "option", "size", "visual", "statistic", "default", "custom", "asset", "worldbody",
                              "contact", "equality", "tendon", "actuator", "sensor", "keyframe", "extension"});
    settings_ = settings_of(file_);
    read_options(root);
    for (const pugi::xml_node& asset : root.children("asset")) read_assets(asset);
    for (const pugi::xml_node& world : root.children("worldbody")) read_bodies(world);
    if (made_.links.empty()) file_.fault(root, "the model has no body");
    scale_masses();
    for (const pugi::xml_node& section : root.children("equality"))
      for (const pugi::xml_node& node : section.children()) read_equality(node);
    for (const pugi::xml_node& section : root.children("actuator"))
      for (const pugi::xml_node& node : section.children()) read_actuator(node);
    note_what_is_left(root);
    return std::move(made_);
  }

 private:
  // What makes elements that do not stand in the file.
  int refuse_generators() {
    const auto refuse = [&](const pugi::xml_node& node) {
      for (const char* kind : {"include", "composite", "flexcomp", "replicate", "attach", "frame"})
        if (std::string_view(node.name()) == kind)
          throw Error({Fault{file_.place(node), kind, std::string("the element `") + kind + "` is not read",
                             "MuJoCo writes the whole model as one file: `compile model.xml whole.xml`"}});
    };
    // Every element, without recursion: files may be deep.
    for (pugi::xml_node node = file_.root(); node;) {
      refuse(node);
      pugi::xml_node next = node.first_child();
      while (!next && node) {
        next = node.next_sibling();
        node = node.parent();
      }
      node = next;
    }
    return 0;
  }

  static bool is_word(const pugi::xml_attribute& attribute, std::string_view word) { return attribute.value() == word; }

  void read_options(const pugi::xml_node& root) {
    made_.gravity = Vec3<double>(0, 0, -9.81);
    for (const pugi::xml_node& node : root.children("option")) {
      made_.gravity = file_.three(node, "gravity", *made_.gravity);
      for (const char* key : {"density", "viscosity"})
        if (file_.number(node, key) != 0) file_.note(node, std::string(key) + " of a fluid is not held");
      for (const pugi::xml_attribute& flag : node.child("flag").attributes())
        if (is_word(flag, "disable")) {
          const std::string_view name = flag.name();
          if (name == "gravity")
            made_.gravity = Vec3<double>::Zero();
          else if (name != "contact" && name != "warmstart" && name != "filterparent" && name != "refsafe" && name != "island")
            file_.note(node, "the flag that disables " + quoted(name) + " is not held");
        }
    }
  }

  void read_assets(const pugi::xml_node& asset) {
    for (pugi::xml_node node : asset.children("material")) {
      defaults_.complete(node, "");
      if (const auto rgba = file_.numbers(node, "rgba", 3, 4); !rgba.empty())
        colors_[node.attribute("name").value()] = robot::color_text(rgba);
    }
    for (const pugi::xml_node& node : asset.children("mesh")) {
      std::string file = robot::path_of_mesh(node.attribute("file").value());
      std::string name = node.attribute("name").value();
      if (name.empty()) name = file.substr(file.find_last_of('/') + 1, file.find_last_of('.') - file.find_last_of('/') - 1);
      if (!settings_.mesh_folder.empty()) file = settings_.mesh_folder + (settings_.mesh_folder.back() == '/' ? "" : "/") + file;
      if (node.attribute("scale") || node.attribute("refpos") || node.attribute("refquat")) file.clear();
      meshes_[name] = file;
    }
  }

  // ---- bodies

  struct Open {
    pugi::xml_node node;
    int link;
    std::string of_class;
  };

  void read_bodies(const pugi::xml_node& world) {
    std::vector<Open> open{{world, robot::ground, ""}};
    while (!open.empty()) {
      const Open here = open.back();
      open.pop_back();
      file_.note_unknown(here.node, {"body", "inertial", "joint", "freejoint", "geom", "site", "camera", "light"});
      std::vector<Open> inner;
      for (pugi::xml_node node : here.node.children("body"))
        inner.push_back({node, read_body(node, here), class_of(node, here.of_class)});
      open.insert(open.end(), inner.rbegin(), inner.rend());
    }
  }

  std::string class_of(const pugi::xml_node& node, const std::string& inherited) const {
    const std::string own = node.attribute("childclass").value();
    if (!own.empty() && !defaults_.has(own)) file_.fault(node, "there is no class " + quoted(own) + " of defaults");
    return own.empty() || !defaults_.has(own) ? inherited : own;
  }

  int read_body(const pugi::xml_node& node, const Open& parent) {
    const int index = static_cast<int>(made_.links.size());
    LinkPart link;
    link.name = node.attribute("name").value();
    link.place = file_.place(node);
    link.parent = parent.link;
    link.pose = pose_of(file_, node, settings_);
    if (!link.name.empty() && !bodies_.emplace(link.name, index).second) file_.fault(node, "the name of the body is there twice");
    if (file_.flag(node, "mocap", false)) file_.note(node, "mocap is not held: the body stands still");
    if (file_.number(node, "gravcomp") != 0) file_.note(node, "gravcomp of " + quoted(link.name) + " is not held");
    const std::string of_class = class_of(node, parent.of_class);
    for (pugi::xml_node joint : node.children("joint")) read_joint(joint, of_class, link);
    for (const pugi::xml_node& joint : node.children("freejoint")) {
      robot::JointPart part;
      part.kind = JointKind::free;
      name_joint(joint, part);
      link.joints.push_back(std::move(part));
    }
    const bool moves = !link.joints.empty() || (link.parent != robot::ground && moves_[static_cast<std::size_t>(link.parent)]);
    read_masses(node, of_class, link, moves);
    for (pugi::xml_node site : node.children("site")) {
      defaults_.complete(site, of_class);
      if (site.attribute("name"))
        link.marks.push_back({site.attribute("name").value(), file_.three(site, "pos"), file_.place(site)});
    }
    made_.links.push_back(std::move(link));
    moves_.push_back(moves);
    return index;
  }

  void name_joint(const pugi::xml_node& node, robot::JointPart& part) {
    part.name = node.attribute("name").value();
    part.place = file_.place(node);
    if (!part.name.empty() && !joints_.emplace(part.name, part.kind).second)
      file_.fault(node, "the name of the joint is there twice");
  }

  void read_joint(pugi::xml_node node, const std::string& of_class, LinkPart& link) {
    defaults_.complete(node, of_class);
    robot::JointPart part;
    const std::string type = node.attribute("type").as_string("hinge");
    constexpr std::array<std::pair<std::string_view, JointKind>, 4> kinds{{{"hinge", JointKind::revolute},
                                                                           {"slide", JointKind::prismatic},
                                                                           {"ball", JointKind::spherical},
                                                                           {"free", JointKind::free}}};
    const auto kind = std::find_if(kinds.begin(), kinds.end(), [&](const auto& each) { return each.first == type; });
    if (kind == kinds.end())
      return file_.fault(node, "type: expected the type of a joint, found " + quoted(type),
                         "hinge, slide, ball and free are known");
    part.kind = kind->second;
    name_joint(node, part);
    const Vec3<double> axis = file_.three(node, "axis", Vec3<double>::UnitZ());
    if (axis.isZero(0)) file_.fault(node, "the axis has zero length");
    part.axis = axis.isZero(0) ? Vec3<double>::UnitZ() : Vec3<double>(axis.normalized());
    if (part.kind != JointKind::free) part.at = file_.three(node, "pos");
    const double unit = part.kind == JointKind::prismatic ? 1 : settings_.angle;
    part.zero = unit * file_.number(node, "ref");
    part.rest = unit * file_.number(node, "springref");
    const auto not_negative = [&](const char* key) {
      const double value = file_.number(node, key);
      if (value < 0) file_.fault(node, std::string(key) + " must not be negative");
      return value;
    };
    part.stiffness = not_negative("stiffness");
    part.damping = not_negative("damping");
    part.friction = not_negative("frictionloss");
    if (not_negative("armature") > 0)
      armatures_.push_back(part.name.empty() ? "line " + std::to_string(part.place.line) : part.name);
    if (!robot::has_one_coordinate(part.kind)) part.zero = part.rest = 0;
    if (const auto range = read_range(node, "limited", "range"); range && robot::has_one_coordinate(part.kind))
      part.limits = robot::Range{unit * (*range)[0], unit * (*range)[1]};
    link.joints.push_back(std::move(part));
  }

  std::optional<robot::Range> read_range(const pugi::xml_node& node, const char* switch_name, const char* key) const {
    const std::vector<double> range = file_.numbers(node, key, 2, 2);
    const std::string is_on = node.attribute(switch_name).as_string("auto");
    if (is_on != "auto" && is_on != "true" && is_on != "false")
      file_.fault(node, std::string(switch_name) + ": expected `true`, `false` or `auto`, found " + quoted(is_on));
    if (range.empty() || is_on == "false" || (is_on == "auto" && !settings_.autolimits)) return {};
    if (range[0] > range[1]) file_.fault(node, std::string(key) + ": the first number is above the second");
    return robot::Range{range[0], range[1]};
  }

  // ---- masses

  void read_masses(const pugi::xml_node& body, const std::string& of_class, LinkPart& link, bool moves) {
    MassProperties of_geoms;
    std::string unknown;  // a mesh whose volume would be needed
    const pugi::xml_node inertial = body.child("inertial");
    const bool asks_geoms = settings_.inertia_from_geom == "true" || (settings_.inertia_from_geom == "auto" && !inertial);
    for (pugi::xml_node node : body.children("geom")) {
      defaults_.complete(node, of_class);
      const std::optional<Geom> geom = geom_of(file_, node, settings_);
      if (!geom) continue;
      draw(node, *geom, link);
      const double group = file_.number(node, "group");
      if (!asks_geoms || !geom->has_volume || group < settings_.inertia_groups[0] || group > settings_.inertia_groups[1])
        continue;
      if (file_.flag(node, "shellinertia", false)) file_.fault(node, "shellinertia is not read", "give the body an `inertial`");
      const double density = file_.number(node, "density", 1000.0);
      const double mass = node.attribute("mass") ? file_.number(node, "mass") : density * volume(*geom);
      if (mass < 0 || density < 0) file_.fault(node, "mass and density must not be negative");
      const bool has_shape = geom->type != "mesh" && geom->type != "sdf";
      const bool is_massless = node.attribute("mass") ? mass == 0 : density == 0;
      if (!has_shape && !is_massless)
        unknown = node.attribute("mesh").value();
      else if (!is_massless)
        of_geoms = together(of_geoms, mass_of(*geom, mass));
    }
    if (asks_geoms && !unknown.empty() && moves)
      file_.fault(body, "the mass of the body comes from the mesh " + quoted(unknown) + ", which is not read",
                  "give the body an `inertial`; MuJoCo's `compile model.xml whole.xml` writes one");
    link.mass = asks_geoms ? of_geoms : inertial ? read_inertial(inertial) : MassProperties{};
  }

  MassProperties read_inertial(const pugi::xml_node& node) const {
    MassProperties part;
    part.mass = file_.number(node, "mass", std::nullopt);
    if (part.mass < 0) file_.fault(node, "the mass must not be negative");
    if (!node.attribute("pos")) file_.fault(node, "the attribute `pos` is missing");
    const std::vector<double> full = file_.numbers(node, "fullinertia", 6, 6);
    const Vec3<double> principal = file_.three(node, "diaginertia");
    if (full.empty())
      part.inertia = principal.asDiagonal();
    else
      part.inertia << full[0], full[3], full[4], full[3], full[1], full[5], full[4], full[5], full[2];
    if (!node.attribute("fullinertia") && !node.attribute("diaginertia")) file_.note(node, "the inertia is missing: it is zero");
    return seen_from(pose_of(file_, node, settings_), part);
  }

  void draw(const pugi::xml_node& node, const Geom& geom, LinkPart& link) const {
    std::optional<robot::ShapePart> shape = shape_of(geom);
    if (!shape) return;
    shape->place = file_.place(node);
    if (shape->kind == robot::ShapeKind::mesh) {
      const auto mesh = meshes_.find(node.attribute("mesh").value());
      if (mesh == meshes_.end() || mesh->second.empty()) return;
      shape->file = mesh->second;
    }
    if (const auto rgba = file_.numbers(node, "rgba", 3, 4); !rgba.empty())
      shape->color = robot::color_text(rgba);
    else if (const auto known = colors_.find(node.attribute("material").value()); known != colors_.end())
      shape->color = known->second;
    link.shapes.push_back(std::move(*shape));
  }

  // Bodies that stand on the ground count too, as in MuJoCo.
  void scale_masses() {
    double sum = 0;
    for (const LinkPart& link : made_.links) sum += link.mass.mass;
    if (settings_.total_mass == 0 || sum == 0) return;
    for (LinkPart& link : made_.links) {
      link.mass.mass *= settings_.total_mass / sum;
      link.mass.inertia *= settings_.total_mass / sum;
    }
  }

  // ---- equalities and actuators

  // The body of an attribute, the world where it is not there.
  int end_of(const pugi::xml_node& node, const char* key) const {
    const std::string name = node.attribute(key).value();
    if (name.empty() || name == "world") return robot::ground;
    const auto found = bodies_.find(name);
    if (found != bodies_.end()) return found->second;
    std::vector<std::string> names;
    for (const auto& [each, index] : bodies_) names.push_back(each);
    file_.fault(node, std::string(key) + ": there is no body " + quoted(name),
                told_.faults.size() < most_faults_told ? did_you_mean(name, names) : "");
    return robot::ground;
  }

  void read_equality(pugi::xml_node node) {
    const std::string_view kind = node.name();
    if (node.type() != pugi::node_element) return;
    const std::string name = node.attribute("name").value();
    if (kind != "connect" && kind != "weld" && kind != "joint")
      return file_.note(node, "the equality " + quoted(kind) + (name.empty() ? "" : ' ' + quoted(name)) +
                                  " is not held: the mechanism is freer than that of MuJoCo");
    if (kind != "joint") defaults_.complete(node, "");
    const bool is_active = file_.flag(node, "active", true);
    if (kind == "joint") return read_joint_equality(node, name, is_active);
    if (node.attribute("site1") || node.attribute("site2"))
      return file_.fault(node, "an equality between sites is not read", "name bodies: body1, body2 and anchor");
    robot::LoopPart loop;
    loop.name = name.empty() ? std::string(kind) : name;
    loop.type = kind == "weld" ? "fixed" : "spherical";
    loop.is_active = is_active;
    loop.place = file_.place(node);
    file_.name(node, "body1");
    loop.links = {end_of(node, "body1"), end_of(node, "body2")};
    loop.at = file_.three(node, "anchor");
    if (kind == "connect" && !node.attribute("anchor")) file_.fault(node, "the attribute `anchor` is missing");
    // The anchor of a weld stands in its second body and changes nothing: no point of the one moves in the other.
    if (kind == "weld") {
      loop.at = Vec3<double>::Zero();
      loop.relative_pose = read_relative_pose(node);
    }
    made_.loops.push_back(std::move(loop));
  }

  // All zeros: as the bodies stand at the start.
  std::optional<Pose<double>> read_relative_pose(const pugi::xml_node& node) const {
    const std::vector<double> e = file_.numbers(node, "relpose", 7, 7);
    if (e.empty() || Eigen::Vector4d(e[3], e[4], e[5], e[6]).isZero(0)) return {};
    return Pose<double>{Eigen::Quaterniond(e[3], e[4], e[5], e[6]).normalized().toRotationMatrix(),
                        Vec3<double>(e[0], e[1], e[2])};
  }

  void read_joint_equality(const pugi::xml_node& node, const std::string& name, bool is_active) {
    robot::CouplingPart coupling;
    coupling.joint = file_.name(node, "joint1");
    coupling.other = node.attribute("joint2").value();
    coupling.name = name.empty() ? coupling.joint + "_equality" : name;
    coupling.is_active = is_active;
    coupling.place = file_.place(node);
    const std::vector<double> given = file_.numbers(node, "polycoef", 1, 5);
    for (std::size_t i = 0; i < given.size(); ++i) coupling.coefficients[i] = given[i];
    if (!coupling.joint.empty()) made_.couplings.push_back(std::move(coupling));
  }

  void read_actuator(pugi::xml_node node) {
    if (node.type() != pugi::node_element) return;
    const std::string kind = node.name();
    robot::ActuatorPart part;
    part.joint = node.attribute("joint").value();
    part.name = node.attribute("name").as_string(part.joint.c_str());
    part.place = file_.place(node);
    const auto leave_out = [&](const std::string& why) {
      file_.note(node, "the actuator " + quoted(part.name) + " is not held: " + why);
    };
    if (!is_actuator(kind)) return leave_out("its kind is " + quoted(kind));
    if (part.joint.empty()) return leave_out("it acts on no single joint");
    if (const auto joint = joints_.find(part.joint); joint != joints_.end() && !robot::has_one_coordinate(joint->second))
      return leave_out("its joint has several coordinates");
    defaults_.complete(node, "");
    const std::vector<double> gear = file_.numbers(node, "gear", 1, 6);
    if (!gear.empty()) part.gear = gear[0];
    part.signal = read_range(node, "ctrllimited", "ctrlrange");
    part.effort = read_range(node, "forcelimited", "forcerange");
    if (kind == "position" || kind == "intvelocity") {
      const double kp = file_.number(node, "kp", 1.0);
      part.gain = kp;
      part.bias = {0, -kp, -file_.number(node, "kv")};
      if (kind == "intvelocity") part.activation = robot::Activation::integrator;
      for (const char* key : {"timeconst", "dampratio", "inheritrange"})
        if (file_.number(node, key) != 0) return leave_out(std::string("it has ") + key);
    } else if (kind == "velocity") {
      part.gain = file_.number(node, "kv", 1.0);
      part.bias = {0, 0, -part.gain};
    } else if (kind == "general") {
      if (const std::string why = read_general(node, part); !why.empty()) return leave_out(why);
    } else if (kind != "motor") {
      return leave_out("its kind is " + quoted(kind));
    }
    made_.actuators.push_back(std::move(part));
  }

  // Why it cannot be held, or nothing.
  std::string read_general(const pugi::xml_node& node, robot::ActuatorPart& part) const {
    const auto some = [&](const char* key, double first) {
      std::vector<double> numbers = file_.numbers(node, key, 1, 10);
      if (numbers.empty()) numbers.push_back(first);
      numbers.resize(10);
      return numbers;
    };
    const std::vector<double> gain = some("gainprm", 1), bias = some("biasprm", 0), activation = some("dynprm", 1);
    const std::string gain_type = node.attribute("gaintype").as_string("fixed"),
                      bias_type = node.attribute("biastype").as_string("none"),
                      type = node.attribute("dyntype").as_string("none");
    part.gain = gain[0];
    if (gain_type != "fixed" && !(gain_type == "affine" && gain[1] == 0 && gain[2] == 0))
      return "its gain is " + quoted(gain_type);
    if (bias_type == "affine")
      part.bias = {bias[0], bias[1], bias[2]};
    else if (bias_type != "none")
      return "its bias is " + quoted(bias_type);
    if (type == "integrator") part.activation = robot::Activation::integrator;
    if (type == "filter" || type == "filterexact") part.activation = robot::Activation::filter;
    part.time_constant = activation[0];
    if (part.activation == robot::Activation::filter && !(part.time_constant > 0)) return "its time constant is not positive";
    return type == "none" || part.activation != robot::Activation::none ? "" : "its dynamics are " + quoted(type);
  }

  // ---- what is not held

  void note_what_is_left(const pugi::xml_node& root) {
    if (!armatures_.empty()) {
      std::string all;
      for (const std::string& each : armatures_) all += (all.empty() ? "" : ", ") + each;
      told_.note({}, "the armature of these joints, the inertia of their motors, is not held: " + all);
    }
    for (const pugi::xml_node& section : root.children("tendon"))
      for (const pugi::xml_node& node : section.children())
        if (node.type() == pugi::node_element)
          file_.note(node, "the tendon " + quoted(node.attribute("name").value()) + " is not held");
    const auto note = [&](const char* section, const char* what) {
      if (const pugi::xml_node node = root.child(section); node.first_child()) file_.note(node, what);
    };
    note("contact", "pairs of contact are not held");
    note("sensor", "sensors are passed over; sites can be followed by their names");
    note("keyframe", "keyframes are passed over: the model starts as its bodies stand in the file");
    told_.note({}, "contact is not held: bodies do not touch each other");
  }

  XmlFile file_;
  Told& told_;
  Defaults defaults_;
  Settings settings_;
  robot::Description made_;
  std::map<std::string, int> bodies_;
  std::map<std::string, JointKind> joints_;
  std::map<std::string, std::string> colors_, meshes_;
  std::vector<bool> moves_;  // links: others stand on the ground
  std::vector<std::string> armatures_;
};

}  // namespace

bool is_mjcf(std::string_view bytes) { return xml_root(bytes) == "mujoco"; }

ModelText read_mjcf(const std::string& bytes, const std::string& file, const ReadingWishes& wishes) {
  return robot::translated<MjcfReader>(bytes, file, wishes);
}

}  // namespace bricard
