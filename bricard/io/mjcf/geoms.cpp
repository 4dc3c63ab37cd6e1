#include "bricard/io/mjcf/geoms.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <numbers>

#include "bricard/core/text.hpp"

namespace bricard::mjcf {

namespace {

constexpr double pi = std::numbers::pi;

// The shortest turn of z to a direction.
Mat3<double> turned_to(const Vec3<double>& direction) {
  return robot::tidied(Eigen::Quaterniond::FromTwoVectors(Vec3<double>::UnitZ(), direction).toRotationMatrix());
}

Mat3<double> euler(const Vec3<double>& angles, const std::string& sequence) {
  Mat3<double> R = Mat3<double>::Identity();
  for (int i = 0; i < 3; ++i) {
    const char axis = sequence[static_cast<std::size_t>(i)];
    const bool is_moving = std::islower(static_cast<unsigned char>(axis));
    const Mat3<double> turn = robot::turned(Vec3<double>::Unit(std::tolower(static_cast<unsigned char>(axis)) - 'x'), angles[i]);
    R = is_moving ? R * turn : turn * R;
  }
  return robot::tidied(R);
}

}  // namespace

Pose<double> pose_of(const XmlFile& file, const pugi::xml_node& node, const Settings& settings) {
  Pose<double> pose;
  pose.p = file.three(node, "pos");
  int given = 0;
  const auto numbers = [&](const char* key, std::size_t count) {
    std::vector<double> found = file.numbers(node, key, count, count);
    given += node.attribute(key) ? 1 : 0;
    return found;
  };
  const auto zero = [&](const char* key) { file.fault(node, std::string(key) + ": the direction has zero length"); };
  if (const auto q = numbers("quat", 4); !q.empty()) {
    const Eigen::Quaterniond e(q[0], q[1], q[2], q[3]);
    if (!(e.norm() > 0))
      zero("quat");
    else
      pose.R = e.normalized().toRotationMatrix();
  }
  if (const auto a = numbers("axisangle", 4); !a.empty()) {
    const Vec3<double> axis(a[0], a[1], a[2]);
    if (axis.isZero(0))
      zero("axisangle");
    else
      pose.R = robot::turned(axis.normalized(), a[3] * settings.angle);
  }
  if (const auto a = numbers("xyaxes", 6); !a.empty()) {
    const Vec3<double> x(a[0], a[1], a[2]), y(a[3], a[4], a[5]), z = x.cross(y);
    if (z.isZero(0))
      zero("xyaxes");
    else
      pose.R << x.normalized(), z.cross(x).normalized(), z.normalized();
  }
  if (const auto a = numbers("zaxis", 3); !a.empty()) {
    const Vec3<double> z(a[0], a[1], a[2]);
    if (z.isZero(0))
      zero("zaxis");
    else
      pose.R = turned_to(z);
  }
  if (const auto a = numbers("euler", 3); !a.empty())
    pose.R = euler(settings.angle * Vec3<double>(a[0], a[1], a[2]), settings.euler);
  if (given > 1) file.fault(node, "the orientation is given twice", "one of quat, axisangle, xyaxes, zaxis, euler");
  pose.R = robot::tidied(pose.R);
  return pose;
}

std::optional<Geom> geom_of(const XmlFile& file, const pugi::xml_node& node, const Settings& settings) {
  Geom geom;
  geom.type = node.attribute("type").as_string(node.attribute("mesh") ? "mesh" : "sphere");
  constexpr std::array<std::string_view, 9> types{"plane",    "hfield", "sphere", "capsule", "ellipsoid",
                                                  "cylinder", "box",    "mesh",   "sdf"};
  if (std::find(types.begin(), types.end(), geom.type) == types.end()) {
    file.fault(node, "type: expected the type of a shape, found " + quoted(geom.type), did_you_mean(geom.type, types));
    return {};
  }
  if (node.attribute("mesh")) geom.type = "mesh";  // a shape that is fitted to a mesh has its size from there
  geom.pose = pose_of(file, node, settings);
  const std::vector<double> size = file.numbers(node, "size", 0, 3);
  for (std::size_t i = 0; i < size.size(); ++i) geom.size[static_cast<int>(i)] = size[i];
  geom.has_volume = geom.type != "plane" && geom.type != "hfield";
  const bool is_long = geom.type == "capsule" || geom.type == "cylinder";
  if (const std::vector<double> ends = file.numbers(node, "fromto", 6, 6);
      !ends.empty() && (is_long || geom.type == "box" || geom.type == "ellipsoid")) {
    const Vec3<double> from(ends[0], ends[1], ends[2]), to(ends[3], ends[4], ends[5]);
    if (from == to) {
      file.fault(node, "fromto: both ends are the same point");
      return {};
    }
    geom.pose.p = 0.5 * (from + to);
    geom.pose.R = turned_to(from - to);
    if (!is_long) geom.size[1] = geom.size[0];  // as MuJoCo does, whatever stands there
    geom.size[is_long ? 1 : 2] = 0.5 * (to - from).norm();
  }
  const int needed = geom.type == "sphere" ? 1 : is_long ? 2 : geom.type == "box" || geom.type == "ellipsoid" ? 3 : 0;
  for (int i = 0; i < needed; ++i)
    if (!(geom.size[i] > 0)) {
      file.fault(node,
                 "size: expected " + std::to_string(needed) + " positive numbers for a shape of the type " + quoted(geom.type));
      return {};
    }
  return geom;
}

double volume(const Geom& geom) {
  const Vec3<double>& s = geom.size;
  if (geom.type == "sphere") return 4.0 / 3 * pi * s[0] * s[0] * s[0];
  if (geom.type == "capsule") return pi * s[0] * s[0] * (2 * s[1] + 4.0 / 3 * s[0]);
  if (geom.type == "cylinder") return 2 * pi * s[0] * s[0] * s[1];
  if (geom.type == "ellipsoid") return 4.0 / 3 * pi * s[0] * s[1] * s[2];
  return geom.type == "box" ? 8 * s[0] * s[1] * s[2] : 0;
}

MassProperties mass_of(const Geom& geom, double mass) {
  const Vec3<double>& s = geom.size;
  Vec3<double> I = Vec3<double>::Zero();
  const auto of_rod = [](double m, double r, double h) {  // h: half its length
    const double across = m * (r * r / 4 + h * h / 3);
    return Vec3<double>(across, across, m * r * r / 2);
  };
  if (geom.type == "sphere") {
    I = Vec3<double>::Constant(0.4 * mass * s[0] * s[0]);
  } else if (geom.type == "cylinder") {
    I = of_rod(mass, s[0], s[1]);
  } else if (geom.type == "capsule") {
    // A rod and two half balls, whose own centers lie 3/8 r behind its ends.
    const double r = s[0], h = s[1], ball = mass * (4.0 / 3 * r) / (2 * h + 4.0 / 3 * r);
    const double across = ball * (0.4 * r * r + h * h + 0.75 * h * r);
    I = of_rod(mass - ball, r, h) + Vec3<double>(across, across, 0.4 * ball * r * r);
  } else if (geom.type == "ellipsoid" || geom.type == "box") {
    const Vec3<double> squares = s.cwiseProduct(s);
    I = mass * (geom.type == "box" ? 1.0 / 3 : 0.2) *
        Vec3<double>(squares[1] + squares[2], squares[0] + squares[2], squares[0] + squares[1]);
  }
  return seen_from(geom.pose, {mass, Vec3<double>::Zero(), Mat3<double>(I.asDiagonal())});
}

std::optional<robot::ShapePart> shape_of(const Geom& geom) {
  robot::ShapePart shape;
  shape.pose = geom.pose;
  shape.radius = geom.size[0];
  shape.length = 2 * geom.size[1];
  if (geom.type == "sphere" || (geom.type == "ellipsoid" && geom.size[0] == geom.size[1] && geom.size[1] == geom.size[2])) {
    shape.kind = robot::ShapeKind::sphere;
  } else if (geom.type == "capsule") {
    shape.kind = robot::ShapeKind::capsule;
  } else if (geom.type == "cylinder") {
    shape.kind = robot::ShapeKind::cylinder;
  } else if (geom.type == "box") {
    shape.kind = robot::ShapeKind::box;
    shape.size = 2 * geom.size;
  } else if (geom.type == "mesh") {
    shape.kind = robot::ShapeKind::mesh;
  } else {
    return {};
  }
  return shape;
}

}  // namespace bricard::mjcf
