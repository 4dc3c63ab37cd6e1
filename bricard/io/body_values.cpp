// Orientation and inertia from the forms of a file. Turns about the body's own turning axes multiply from the left to the right.
#include "bricard/io/body_values.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <Eigen/SVD>
#include <cmath>
#include <limits>

#include "bricard/core/text.hpp"
#include "bricard/math/thresholds.hpp"
#include "bricard/model/in_plane.hpp"

namespace bricard {

namespace {

// How far numbers with few digits may be off a unit quaternion or a rotation matrix before we call it a mistake.
constexpr double rounding = 0.01;

Quaternion turn_about(const Vector3& unit_axis, double angle) {
  const double s = std::sin(angle / 2);
  return {std::cos(angle / 2), s * unit_axis[0], s * unit_axis[1], s * unit_axis[2]};
}

// {axis: [x, y, z], angle: a}
std::optional<Quaternion> axis_angle(ValueReader& values, const Node& axis_node, const Node& angle_node,
                                     const std::string& where) {
  const auto axis = values.global_direction(axis_node, where + ".axis");
  const auto angle = values.number(angle_node, where + ".angle", dimension::angle);
  if (axis && axis->is_zero()) {
    values.reading().fault(axis_node, where + ".axis", "the axis has zero length");
    return std::nullopt;
  }
  return axis && angle ? std::optional(turn_about(axis->normalized(), *angle)) : std::nullopt;
}

// euler_xyz to euler_zyz: three axes of which no two neighbors are the same.
constexpr std::array<std::string_view, 12> euler_sequences{"euler_xyx", "euler_xyz", "euler_xzx", "euler_xzy",
                                                           "euler_yxy", "euler_yxz", "euler_yzx", "euler_yzy",
                                                           "euler_zxy", "euler_zxz", "euler_zyx", "euler_zyz"};

// {euler_xyz: [a, b, c]}: R = Rx(a) Ry(b) Rz(c); {euler_zxz: [a, b, c]}: R = Rz(a) Rx(b) Rz(c); and so on.
std::optional<Quaternion> euler(ValueReader& values, const Node& node, const std::string& where, std::string_view sequence) {
  const auto angles = values.vector(node, where, dimension::angle);
  if (!angles) return std::nullopt;
  Quaternion e(1, 0, 0, 0);
  for (int i = 0; i < 3; ++i) {
    Vector3 axis;
    axis[sequence[sequence.size() - 3 + i] - 'x'] = 1;
    e = quaternion_product<double>(eigen(e), eigen(turn_about(axis, (*angles)[i])));
  }
  return e;
}

// {quaternion: [e0, e1, e2, e3]}. One that is of unit length to round-off is kept as it is, so that files read back the same.
std::optional<Quaternion> unit_quaternion(ValueReader& values, const Node& node, const std::string& where) {
  const auto numbers = values.numbers(node, where, dimension::none, 4);
  if (!numbers) return std::nullopt;
  const Quaternion e((*numbers)[0], (*numbers)[1], (*numbers)[2], (*numbers)[3]);
  const double length = e.norm();
  if (!(std::abs(length - 1) < rounding)) {
    values.reading().fault(node, where, "the quaternion has length " + to_text(length) + ", expected 1");
    return std::nullopt;
  }
  return std::abs(length - 1) < 4 * std::numeric_limits<double>::epsilon() ? e : Quaternion(e / length);
}

// {x_point: P, y_point: Q}: the x axis goes through P, the y axis lies in the plane of both on the side of Q.
std::optional<Quaternion> by_points(ValueReader& values, const Node& x_node, const Node& y_node, const std::string& where,
                                    const Vector3& origin) {
  const auto x_point = values.global_point(x_node, where + ".x_point");
  const auto y_point = values.global_point(y_node, where + ".y_point");
  if (!x_point || !y_point) return std::nullopt;
  const Vector3 x = (*x_point - origin).normalized(), to_y = (*y_point - origin).normalized();
  const Vector3 normal = x.cross(to_y);
  if (!(normal.norm() > threshold::as_written)) {
    const bool at_origin = x.norm() < 0.5 || to_y.norm() < 0.5;
    values.reading().fault(at_origin && !(x.norm() < 0.5) ? y_node : x_node, where,
                           at_origin ? "the point lies at the body's position and gives no direction"
                                     : "x_point and y_point lie in one line with the body's position");
    return std::nullopt;
  }
  const Vector3 z = normal.normalized();
  Mat3<double> R;
  R << eigen(x), eigen(z.cross(x)), eigen(z);
  return quaternion_of(R);
}

// {matrix: [[..], [..], [..]]}, rows as written, columns the body axes: the nearest rotation to the rounded numbers.
std::optional<Quaternion> matrix(ValueReader& values, const Node& node, const std::string& where) {
  if (!node.is_sequence() || node.items.size() != 3) {
    values.reading().fault(node, where, "expected three rows of three numbers, found " + describe(node));
    return std::nullopt;
  }
  Mat3<double> R;
  for (int i = 0; i < 3; ++i) {
    const auto row = values.vector(node.items[i], where + '[' + std::to_string(i) + ']', dimension::none);
    if (!row) return std::nullopt;
    R.row(i) = eigen(*row).transpose();
  }
  const double off = (R.transpose() * R - Mat3<double>::Identity()).cwiseAbs().maxCoeff();
  if (!(off < rounding) || R.determinant() < 0) {
    values.reading().fault(node, where,
                           off < rounding ? "the matrix is left-handed: a reflection, not a rotation"
                                          : "the columns are not perpendicular unit vectors");
    return std::nullopt;
  }
  const Eigen::JacobiSVD<Mat3<double>> svd(R, Eigen::ComputeFullU | Eigen::ComputeFullV);
  return quaternion_of(Mat3<double>(svd.matrixU() * svd.matrixV().transpose()));
}

std::optional<Quaternion> spatial_orientation(ValueReader& values, const Node& node, const std::string& where,
                                              const Vector3& origin) {
  std::vector<std::string_view> keys{"axis", "angle", "quaternion", "x_point", "y_point", "matrix"};
  keys.insert(keys.end(), euler_sequences.begin(), euler_sequences.end());
  if (!check_keys(values.reading(), node, where, keys)) return std::nullopt;
  const auto find = [&](std::string_view key) { return node.find(key); };
  const auto inner = [&](std::string_view key) { return where + '.' + std::string(key); };
  if (node.entries.size() == 2 && find("axis") && find("angle")) return axis_angle(values, *find("axis"), *find("angle"), where);
  if (node.entries.size() == 2 && find("x_point") && find("y_point"))
    return by_points(values, *find("x_point"), *find("y_point"), where, origin);
  if (node.entries.size() == 1) {
    for (const std::string_view sequence : euler_sequences)
      if (const Node* angles = find(sequence)) return euler(values, *angles, inner(sequence), sequence);
    if (const Node* numbers = find("quaternion")) return unit_quaternion(values, *numbers, inner("quaternion"));
    if (const Node* rows = find("matrix")) return matrix(values, *rows, inner("matrix"));
  }
  values.reading().fault(node, where, "expected one way to give an orientation",
                         "{axis: , angle: }, {euler_xyz: } or another of the twelve sequences, {quaternion: }, {x_point: , "
                         "y_point: } or {matrix: }");
  return std::nullopt;
}

}  // namespace

std::optional<Orientation> read_orientation(ValueReader& values, const Node& node, const std::string& where,
                                            const Vector3& origin) {
  values.reading().note(where, node);
  if (values.planar()) {
    if (!node.is_scalar()) {
      values.reading().fault(node, where, "expected one angle about z, found " + describe(node),
                             "a planar model has orientations such as `30 deg`");
      return std::nullopt;
    }
    const auto angle = values.number(node, where, dimension::angle);
    return angle ? std::optional(planar_orientation(*angle)) : std::nullopt;
  }
  const auto quaternion = spatial_orientation(values, node, where, origin);
  if (!quaternion) return std::nullopt;
  Orientation orientation;
  orientation.quaternion = *quaternion;
  return orientation;
}

std::optional<Inertia> read_inertia(ValueReader& values, const Node& node, const std::string& where) {
  values.reading().note(where, node);
  if (values.planar()) {
    if (!node.is_scalar()) {
      values.reading().fault(node, where, "expected one moment of inertia about z, found " + describe(node),
                             "a planar model has inertias such as `0.2`");
      return std::nullopt;
    }
    const auto about_z = values.number(node, where, dimension::inertia);
    return about_z ? std::optional(planar_inertia(*about_z)) : std::nullopt;
  }
  std::array<double, 6> I{};  // xx, yy, zz, xy, yz, xz
  if (node.is_sequence() && (node.items.size() == 3 || node.items.size() == 6)) {
    const auto numbers = values.numbers(node, where, dimension::inertia, node.items.size());
    if (!numbers) return std::nullopt;
    std::copy(numbers->begin(), numbers->end(), I.begin());
  } else if (node.is_map()) {
    const std::vector<std::string_view> keys{"xx", "yy", "zz", "xy", "yz", "xz"};
    check_keys(values.reading(), node, where, keys);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const std::string inner = where + '.' + std::string(keys[i]);
      if (const Node* item = node.find(keys[i])) I[i] = values.number(*item, inner, dimension::inertia).value_or(0);
    }
  } else {
    values.reading().fault(node, where, "expected moments of inertia, found " + describe(node),
                           "[Ixx, Iyy, Izz], [Ixx, Iyy, Izz, Ixy, Iyz, Ixz] or {xx: , yy: , zz: , xy: , yz: , xz: }");
    return std::nullopt;
  }
  Inertia inertia;
  inertia.matrix.numbers = {I[0], I[3], I[5], I[3], I[1], I[4], I[5], I[4], I[2]};
  return inertia;
}

}  // namespace bricard
