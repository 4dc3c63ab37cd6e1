// XML to plain data. Names of elements are those that ROBOTRAN's own reader takes; what it passes over, graphics above all, is
// passed over here.
#include "bricard/io/robotran/description.hpp"

#include <algorithm>
#include <cmath>
#include <pugixml.hpp>

#include "bricard/core/text.hpp"

namespace bricard::robotran {

namespace {

constexpr int most_components = 1000;  // of one vector of a user variable

std::string trimmed(std::string_view text) {
  const char* const blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(blanks) - first + 1));
}

std::string text_of(const pugi::xml_node& node) { return trimmed(node.text().get()); }

// Of the element itself, or of the sensor or force that it is.
std::string name_of(const pugi::xml_node& node) {
  for (const char* key : {"name", "bodyname", "jointname", "pointname", "varname"})
    if (const pugi::xml_node child = node.child(key)) return text_of(child);
  return trimmed(node.attribute("name").value());
}

class DescriptionReader {
 public:
  DescriptionReader(std::string_view bytes, Told& told)
      : file_(bytes, told, "mbsDescR7", "ROBOTRAN", name_of), told_(told) {}

  Description read() {
    const pugi::xml_node root = file_.root();
    description_.name = text_of(root.child("mbsname"));
    const pugi::xml_node base = root.child("base");
    if (!base) fault(root, "the element `base` is missing");
    if (base && !base.child("gravity")) told_.note(place(base), "the base has no gravity: there is none");
    description_.gravity = coordinates(base.child("gravity"));
    description_.base_points = points(base);
    if (!root.child("bodytree")) fault(root, "the element `bodytree` is missing");
    for (const pugi::xml_node& node : root.child("bodytree").children("body")) read_body(node);
    for (const pugi::xml_node& node : root.child("cuts").children()) read_cut(node);
    for (const pugi::xml_node& node : root.child("links").children()) {
      const std::string_view kind = node.name();
      if (kind == "link" || kind == "link3D")
        description_.links.push_back({name_of(node), ends(node), kind == "link3D", place(node)});
      else if (node.type() == pugi::node_element && kind != "graphics")
        fault(node, "a link of this kind is not known", "`link` and `link3D` are");
    }
    for (const pugi::xml_node& model : root.child("user_models").children("user_model"))
      for (const pugi::xml_node& node : model.children("parameter")) read_parameter(node, name_of(model));
    for (const pugi::xml_node& node : root.child("user_variables").children("user_variable")) read_variable(node);
    return std::move(description_);
  }

 private:
  Place place(const pugi::xml_node& node) const { return file_.place(node); }
  void fault(const pugi::xml_node& node, const std::string& what, const std::string& hint = {}) {
    file_.fault(node, what, hint);
  }

  // The element's number; 0 where there is no element.
  double number(const pugi::xml_node& node) {
    if (!node) return 0;
    const std::string text = text_of(node);
    if (const auto value = xml_number(text)) return *value;
    fault(node, "expected a number, found " + (text.empty() ? "nothing" : quoted(text)),
          text.find(',') != std::string::npos ? "decimals stand behind a point" : "");
    return 0;
  }

  std::string name(const pugi::xml_node& node) {
    const std::string found = name_of(node);
    if (found.empty()) fault(node, "the name is missing");
    return found;
  }

  // Of an element with `coordinates`, each of which may be left out.
  Vector3 coordinates(const pugi::xml_node& node) {
    const pugi::xml_node at = node.child("coordinates");
    return {number(at.child("x")), number(at.child("y")), number(at.child("z"))};
  }

  End end(const pugi::xml_node& of, const char* key) {
    const pugi::xml_node node = of.child(key);
    if (!node) fault(of, std::string("the element `") + key + "` is missing");
    return {text_of(node.child("bodyname")), text_of(node.child("pointname")), place(node ? node : of)};
  }
  std::array<End, 2> ends(const pugi::xml_node& node) { return {end(node, "endpoint1"), end(node, "endpoint2")}; }

  std::vector<PointPart> points(const pugi::xml_node& of) {
    std::vector<PointPart> all;
    for (const pugi::xml_node& node : of.children("point")) {
      PointPart& point = all.emplace_back();
      point.name = name(node);
      point.at = coordinates(node);
      point.place = place(node);
      if (const auto sensor = node.child("sensor")) point.sensor = Mark{name_of(sensor), place(sensor)};
      if (const auto load = node.child("extforce")) point.load = Mark{name_of(load), place(load)};
    }
    return all;
  }

  JointPart joint(const pugi::xml_node& node) {
    JointPart joint;
    joint.name = name(node);
    joint.place = place(node);
    const std::string type = text_of(node.child("type")), nature = text_of(node.child("nature"));
    if (type.size() == 2 && (type[0] == 'R' || type[0] == 'T') && type[1] >= '1' && type[1] <= '3') {
      joint.turns = type[0] == 'R';
      joint.axis = type[1] - '1';
    } else {
      fault(node.child("type") ? node.child("type") : node,
            "expected the type of a joint, found " + (type.empty() ? "nothing" : quoted(type)),
            "R1, R2, R3, T1, T2 and T3 are known");
    }
    if (nature == "dependent" || nature == "driven")
      joint.nature = nature == "driven" ? Nature::driven : Nature::dependent;
    else if (nature != "independent")
      fault(node.child("nature") ? node.child("nature") : node,
            "expected the nature of a joint, found " + (nature.empty() ? "nothing" : quoted(nature)),
            "independent, dependent and driven are known");
    joint.q = number(node.child("initialvalue").child("q"));
    joint.qd = number(node.child("initialvalue").child("qd"));
    number(node.child("initialvalue").child("qdd"));  // accelerations follow from the motion
    joint.is_actuated = static_cast<bool>(node.child("actuated"));
    return joint;
  }

  void read_body(const pugi::xml_node& node) {
    BodyPart& body = description_.bodies.emplace_back();
    body.name = name(node);
    body.place = place(node);
    body.parent = end(node, "parent");
    for (const pugi::xml_node& each : node.children("joint")) body.joints.push_back(joint(each));
    if (body.joints.empty()) fault(node, "the body has no joint");
    body.mass = number(node.child("mass"));
    body.center = coordinates(node.child("com"));
    constexpr std::array<const char*, 6> elements{"Ixx", "Iyy", "Izz", "Ixy", "Iyz", "Ixz"};
    for (std::size_t i = 0; i < 6; ++i) body.inertia[i] = number(node.child("inertia").child(elements[i]));
    body.points = points(node);
    for (const pugi::xml_node& each : node.child("graphics").child("x3D").child("x3D_shapes").children()) read_shape(each, body);
  }

  // Shapes that a model file has too: not scaled, turned about one axis at most.
  void read_shape(const pugi::xml_node& node, BodyPart& body) {
    const bool is_cylinder = std::string_view(node.name()) == "cylinder";
    if (!is_cylinder && std::string_view(node.name()) != "sphere") return;
    const auto three = [&](const char* key, double otherwise) {
      Vector3 v;
      for (int i = 0; i < 3; ++i) v[i] = node.child(key).child(std::string(1, "xyz"[i]).c_str()).text().as_double(otherwise);
      return v;
    };
    const Vector3 scale = three("scale", 1), turned = three("rotation", 0);
    ShapePart shape;
    shape.radius = node.child("radius").text().as_double();
    shape.height = is_cylinder ? node.child("height").text().as_double() : 0;
    shape.at = three("position", 0);
    const auto is_good = [](double x) { return std::isfinite(x) && std::abs(x) < 1e6; };
    if (!(scale == Vector3(1, 1, 1)) || !is_good(shape.radius) || shape.radius <= 0 || !is_good(shape.height) ||
        (is_cylinder && shape.height <= 0) || !is_good(shape.at[0]) || !is_good(shape.at[1]) || !is_good(shape.at[2]))
      return;
    const double x = turned[0], z = turned[2];
    if ((x != 0) + (turned[1] != 0) + (z != 0) > 1 || !is_good(x) || !is_good(z)) return;
    if (x != 0) shape.along = {0, std::cos(x), std::sin(x)};
    if (z != 0) shape.along = {-std::sin(z), std::cos(z), 0};
    const pugi::xml_node color = node.child("color");
    shape.color = "#";
    for (const char* part : {"R", "G", "B"}) {
      const int value = std::clamp(color.attribute(part).as_int(128), 0, 255);
      shape.color += {"0123456789abcdef"[value / 16], "0123456789abcdef"[value % 16]};
    }
    body.shapes.push_back(shape);
  }

  void read_cut(const pugi::xml_node& node) {
    if (node.type() != pugi::node_element || std::string_view(node.name()) == "graphics") return;
    CutPart cut;
    const std::string_view kind = node.name();
    if (kind != "ball" && kind != "rod" && kind != "solid")
      return fault(node, "a cut of this kind is not known", "`ball`, `rod` and `solid` are");
    cut.kind = kind == "ball" ? CutKind::ball : kind == "rod" ? CutKind::rod : CutKind::solid;
    cut.name = name_of(node);
    cut.ends = ends(node);
    cut.place = place(node);
    for (int i = 0; i < 3; ++i) cut.ignored[i] = static_cast<bool>(node.child("ignore").child(std::string(1, "xyz"[i]).c_str()));
    if (cut.kind == CutKind::rod) {
      cut.length = number(node.child("length"));
      if (!(cut.length > 0)) fault(node.child("length") ? node.child("length") : node, "the length of a rod must be positive");
    }
    description_.cuts.push_back(std::move(cut));
  }

  void read_parameter(const pugi::xml_node& node, const std::string& model) {
    constexpr std::array<std::string_view, 6> kinds{"scalar", "vector", "lut1D", "lut2D", "state", "structure"};
    ParameterPart parameter;
    parameter.name = (model.empty() ? "" : model + '_') + name(node);
    parameter.place = place(node);
    const std::string kind = text_of(node.child("type"));
    const auto found = std::find(kinds.begin(), kinds.end(), kind);
    if (found == kinds.end()) {
      fault(node.child("type") ? node.child("type") : node, "expected the type of a parameter, found " + quoted(kind),
            "scalar, vector, lut1D, lut2D, state and structure are known");
      return;
    }
    parameter.kind = static_cast<ParameterKind>(found - kinds.begin());
    parameter.file = text_of(node.child("lutfile"));
    if (parameter.kind != ParameterKind::lut1D && parameter.kind != ParameterKind::lut2D &&
        parameter.kind != ParameterKind::structure)
      for (const pugi::xml_node& value : node.children("value")) parameter.values.push_back(number(value));
    description_.parameters.push_back(std::move(parameter));
  }

  void read_variable(const pugi::xml_node& node) {
    VariablePart variable;
    variable.name = name(node);
    variable.place = place(node);
    const std::string type = text_of(node.child("type"));
    if (type != "in" && type != "out")
      fault(node.child("type") ? node.child("type") : node, "expected `in` or `out`, found " + quoted(type));
    variable.is_input = type == "in";
    if (const pugi::xml_node size = node.child("size")) {
      const double value = number(size);
      if (!(value >= 1 && value <= most_components && value == std::floor(value)))
        fault(size, "expected a size from 1 to " + std::to_string(most_components));
      else
        variable.size = static_cast<int>(value);
    }
    description_.variables.push_back(std::move(variable));
  }

  XmlFile file_;
  Told& told_;
  Description description_;
};

}  // namespace

Description read_description(std::string_view bytes, Told& told) { return DescriptionReader(bytes, told).read(); }

}  // namespace bricard::robotran
