#include "bricard/io/workbook/evidence.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "bricard/core/text.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard::workbook {

namespace {

constexpr double nearly = 0.035;                       // 2 degrees: coordinates of a drawing, rounded
constexpr double clearly = 0.05;                       // difference of mean cosines of slender bodies
constexpr double most_radians = 2 * std::numbers::pi;  // beyond it angles are degrees

double sine(const Vector3& a, const Vector3& b) { return a.normalized().cross(b.normalized()).norm(); }

std::string text_of(const Vector3& v) { return '(' + to_text(v[0]) + ", " + to_text(v[1]) + ", " + to_text(v[2]) + ')'; }

// v turned about the unit vector u.
Vector3 turned(const Vector3& v, const Vector3& u, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return c * v + s * u.cross(v) + (1 - c) * u.dot(v) * u;
}

// ---- orientation
// ----------------------------------------------------------------------------------------------------------------

bool fills(const BodyRow& body, OrientationKind kind) {
  switch (kind) {
    case OrientationKind::axis_angle:
      return !body.axis.is_zero() && body.angle != 0;
    case OrientationKind::bryant:
      return !body.bryant.is_zero();
    case OrientationKind::vectors:
      return !body.x_point || !body.y_point || !body.x_point->is_zero() || !body.y_point->is_zero();
  }
  return false;
}

std::string columns_of(OrientationKind kind) {
  return kind == OrientationKind::axis_angle ? "axis and angle (columns O to R)"
         : kind == OrientationKind::bryant   ? "Bryant angles (columns L to N)"
                                             : "points on the axes (columns F to K)";
}

// A slender body has its least moment of inertia about the line through its points: the mean cosine between that axis and the way
// to the farthest point, over all slender bodies; nothing where there are none.
std::optional<double> slenderness(const Rows& rows, OrientationKind kind, bool degrees) {
  double sum = 0;
  int count = 0;
  for (std::size_t b = 0; b < rows.bodies.size(); ++b) {
    const BodyRow& body = rows.bodies[b];
    int least = 0;
    for (int i = 1; i < 3; ++i)
      if (body.inertia[i] < body.inertia[least]) least = i;
    const bool is_slender =
        body.inertia[(least + 1) % 3] > 4 * body.inertia[least] && body.inertia[(least + 2) % 3] > 4 * body.inertia[least];
    if (body.is_ground || !is_slender) continue;
    const auto axes = axes_of(body, kind, degrees);
    Vector3 farthest;
    const auto see = [&](const Vector3& point) {
      if ((point - body.origin).norm() > farthest.norm()) farthest = point - body.origin;
    };
    for (const JointRow& joint : rows.joints)
      for (int i = 0; i < 2; ++i)
        if (joint.bodies[static_cast<std::size_t>(i)] == static_cast<int>(b) && !joint.at.empty()) see(joint.at[0].at);
    for (const PointRow& point : rows.points)
      if (point.body == static_cast<int>(b)) see(point.at);
    if (!axes || farthest.is_zero()) continue;
    const Vector3& axis = least == 0 ? axes->x : least == 1 ? axes->y : axes->z;
    sum += std::abs(axis.normalized().dot(farthest.normalized()));
    ++count;
  }
  return count > 0 ? std::optional(sum / count) : std::nullopt;
}

double largest_angle(const Rows& rows, OrientationKind kind) {
  double largest = 0;
  for (const BodyRow& body : rows.bodies) {
    if (kind == OrientationKind::axis_angle) largest = std::max(largest, std::abs(body.angle));
    if (kind == OrientationKind::bryant)
      for (const double angle : body.bryant) largest = std::max(largest, std::abs(angle));
  }
  return largest;
}

void decide_orientation(const Rows& rows, const Wanted& wanted, Decided& decided, Told& told) {
  if (!wanted.orientation && rows.said.orientation) {
    decided.orientation = *rows.said.orientation;
    return;
  }
  std::vector<OrientationKind> filled;
  for (const OrientationKind kind : {OrientationKind::axis_angle, OrientationKind::bryant, OrientationKind::vectors})
    if (std::any_of(rows.bodies.begin(), rows.bodies.end(),
                    [&](const BodyRow& body) { return !body.is_ground && fills(body, kind); }))
      filled.push_back(kind);
  const std::string& cell = rows.first_angle_cell;
  std::string why =
      filled.empty() ? "no columns are filled: all bodies have the global axes" : "the only columns that are filled";
  if (wanted.orientation) {
    decided.orientation = *wanted.orientation;
    why = "as --orientation says";
  } else if (filled.size() == 1) {
    decided.orientation = filled[0];
  } else if (filled.size() > 1) {
    decided.orientation = filled[0];
    why = "the first of the columns that are filled";
    std::optional<double> best = slenderness(rows, filled[0], false);
    for (std::size_t i = 1; best && i < filled.size(); ++i)
      if (const auto other = slenderness(rows, filled[i], false); other && *other > *best + clearly)
        best = other, decided.orientation = filled[i];
    if (best) why = "of the columns that are filled those with which slender bodies lie along their points";
  }
  if (filled.empty() && !wanted.orientation) return;
  told.note(cell,
            "the orientation of the bodies is read as " + columns_of(decided.orientation) + ": " + why + " (--orientation)");
}

void decide_angles(const Rows& rows, const Wanted& wanted, Decided& decided, Told& told) {
  if (decided.orientation == OrientationKind::vectors) return;
  if (!wanted.degrees && rows.said.degrees) {
    decided.degrees = *rows.said.degrees;
    return;
  }
  const double largest = largest_angle(rows, decided.orientation);
  if (largest == 0) return;
  std::string why;
  std::string header = rows.angle_header;
  std::transform(header.begin(), header.end(), header.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (wanted.degrees) {
    decided.degrees = *wanted.degrees;
    why = "as --angles says";
  } else if (largest > most_radians) {
    decided.degrees = true;
    why = "the largest is " + to_text(largest);
  } else if (header.find("deg") != std::string::npos || header.find("[rad") != std::string::npos) {
    decided.degrees = header.find("deg") != std::string::npos;
    why = "as the header says";
  } else {
    const auto radians = slenderness(rows, decided.orientation, false), degrees = slenderness(rows, decided.orientation, true);
    decided.degrees = radians && degrees && *degrees > *radians + clearly;
    why = decided.degrees ? "with them slender bodies lie along their points" : "none is larger than a turn";
  }
  told.note(rows.first_angle_cell,
            std::string("the angles are read as ") + (decided.degrees ? "degrees" : "radians") + ": " + why + " (--angles)");
}

// ---- axes
// -----------------------------------------------------------------------------------------------------------------------

struct AxisCells {
  std::size_t base, axis;
};

std::vector<AxisCells> axes_of_type(JointType type) {
  switch (type) {
    case JointType::revolute:
    case JointType::cylindrical:
    case JointType::translation:
      return {{0, 1}};
    case JointType::universal:
      return {{0, 1}, {0, 2}};
    case JointType::spherical_revolute:
      return {{1, 2}};
    case JointType::translation_revolute:
      return {{0, 2}, {1, 3}};
    default:
      return {};
  }
}

struct Evidence {
  int score = 0;
  std::string why;
};

// For a direction as the axis of a joint.
Evidence evidence_of(const Vector3& direction, const std::vector<Vector3>& struts) {
  Evidence evidence;
  if (direction.is_zero()) return {-5, "it has no direction"};
  const auto add = [&](int score, const std::string& why) {
    evidence.score += score;
    evidence.why += (evidence.why.empty() ? "" : ", ") + why;
  };
  for (int i = 0; i < 3; ++i)
    if (sine(direction, Vector3::Unit(i)) < threshold::written_alike) add(2, std::string("it is parallel to ") + "xyz"[i]);
  for (const Vector3& strut : struts)
    if (!strut.is_zero() && sine(direction, strut) < nearly) {
      add(2, "it lies along the strut");
      break;
    }
  if (std::abs(direction.norm() - 1) < threshold::written_alike) add(1, "it has unit length");
  return evidence;
}

// Lines along which the two bodies of a joint slide: springs and dampers between them, and the points of the joint itself.
std::vector<Vector3> struts_of(const Rows& rows, const JointRow& joint) {
  std::vector<Vector3> lines;
  const bool slides = joint.type == JointType::translation || joint.type == JointType::cylindrical ||
                      joint.type == JointType::translation_revolute;
  if (!slides) return lines;
  if (joint.type == JointType::translation_revolute) lines.push_back(joint.at[1].at - joint.at[0].at);
  for (const ElementRow& element : rows.elements) {
    const bool is_between =
        element.at.size() == 2 && ((element.bodies[0] == joint.bodies[0] && element.bodies[1] == joint.bodies[1]) ||
                                   (element.bodies[0] == joint.bodies[1] && element.bodies[1] == joint.bodies[0]));
    if (is_between) lines.push_back(element.at[1].at - element.at[0].at);
  }
  return lines;
}

// Of all readings of the axes of one joint that with the most evidence; among equals that of the schema.
void decide_axes(const Rows& rows, JointRow& joint, const Wanted& wanted, Told& told) {
  const std::vector<AxisCells> axes = axes_of_type(joint.type);
  const bool schema = rows.has_vector_axes;  // true: as vectors
  const auto read = [&](const AxisCells& each, bool as_vector) {
    return as_vector ? joint.at[each.axis].at : joint.at[each.axis].at - joint.at[each.base].at;
  };
  const std::vector<Vector3> struts = struts_of(rows, joint);
  struct Reading {
    std::vector<bool> as_vector;
    int score = 0;
    std::vector<Evidence> evidence;
  };
  std::vector<Reading> readings;
  for (unsigned bits = 0; bits < 1u << axes.size(); ++bits) {
    Reading& reading = readings.emplace_back();
    for (std::size_t i = 0; i < axes.size(); ++i) {
      const bool is_slider = joint.type != JointType::translation_revolute || axes[i].axis == 3;
      reading.as_vector.push_back(((bits >> i) & 1u) != 0 ? !schema : schema);
      reading.evidence.push_back(evidence_of(read(axes[i], reading.as_vector[i]), is_slider ? struts : std::vector<Vector3>{}));
      reading.score += reading.evidence.back().score;
    }
    if (joint.type == JointType::universal) {
      const bool fits =
          std::abs(read(axes[0], reading.as_vector[0]).normalized().dot(read(axes[1], reading.as_vector[1]).normalized())) <
          threshold::written_alike;
      reading.score += fits ? 2 : -2;
      if (fits)
        for (Evidence& each : reading.evidence)
          each.why += std::string(each.why.empty() ? "" : ", ") + "the axes of the cross are perpendicular";
    }
  }
  std::size_t best = 0;
  for (std::size_t i = 1; i < readings.size(); ++i)
    if (readings[i].score > readings[best].score) best = i;
  const AxesKind kind = wanted.axes != AxesKind::automatic ? wanted.axes : rows.said.axes;
  if (kind != AxesKind::automatic)
    for (std::size_t i = 0; i < readings.size(); ++i) {
      const auto& as_vector = readings[i].as_vector;
      if (std::all_of(as_vector.begin(), as_vector.end(), [&](bool each) { return each == (kind == AxesKind::vectors); }))
        best = i;
    }
  std::vector<Vector3> result;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const bool as_vector = readings[best].as_vector[i];
    const Vector3 axis = read(axes[i], as_vector), other = read(axes[i], !as_vector);
    result.push_back(axis);
    const std::string& cells = joint.at[axes[i].axis].cells;
    if (axis.is_zero()) told.fault(cells, "the axis has no direction", "give a point beside that of the joint");
    if (axis.is_zero() || kind != AxesKind::automatic || sine(axis, other) < threshold::written_alike) continue;
    const std::string name = as_vector ? "a vector" : "a point on the axis", unread = as_vector ? "a point" : "a vector";
    const int of_other = evidence_of(other, struts).score;
    if (as_vector != schema) {
      told.note(cells, "read as " + name + ", axis " + text_of(axis) + ": " + readings[best].evidence[i].why + "; as " + unread +
                           ", which the schema says, the axis would be " + text_of(other) + " (--axes)");
    } else if (of_other >= readings[best].evidence[i].score && joint.type != JointType::universal) {
      told.note(cells, "read as " + name + ", axis " + text_of(axis) + ", as the schema says, though as " + unread +
                           " the axis " + text_of(other) + " would be as likely (--axes)");
    }
  }
  for (std::size_t i = 0; i < axes.size(); ++i) joint.at[axes[i].axis].at = result[i];
}

// ---- velocities
// -----------------------------------------------------------------------------------------------------------------

// How fast the joint comes apart with the velocities as written.
double parting(const Rows& rows, const JointRow& joint) {
  const BodyRow &a = rows.bodies[static_cast<std::size_t>(joint.bodies[0])],
                &b = rows.bodies[static_cast<std::size_t>(joint.bodies[1])];
  const auto at = [](const BodyRow& body, const Vector3& point) {
    return body.velocity + body.angular_velocity.cross(point - body.origin);
  };
  const Vector3 p = joint.at[0].at, turn = b.angular_velocity - a.angular_velocity, slip = at(b, p) - at(a, p);
  const double size = std::max({(p - a.origin).norm(), (p - b.origin).norm()});
  const auto across = [](const Vector3& v, const Vector3& axis) { return v.cross(axis.normalized()).norm(); };
  switch (joint.type) {
    case JointType::spherical:
      return slip.norm();
    case JointType::universal:
      return std::max(slip.norm(), size * std::abs(turn.dot(joint.at[1].at.cross(joint.at[2].at).normalized())));
    case JointType::revolute:
      return std::max(slip.norm(), size * across(turn, joint.at[1].at));
    case JointType::cylindrical:
      return std::max(across(slip, joint.at[1].at), size * across(turn, joint.at[1].at));
    case JointType::translation:
      return std::max(across(slip, joint.at[1].at), size * turn.norm());
    default: {
      const Vector3 q = joint.at[1].at, along = (q - p).normalized();
      return joint.type == JointType::translation_revolute ? 0 : std::abs((at(b, q) - at(a, p)).dot(along));
    }
  }
}

void decide_velocities(const Rows& rows, Decided& decided, Told& told) {
  double fastest = 0;
  const BodyRow* moving = nullptr;
  for (const BodyRow& body : rows.bodies) {
    double reach = 0;
    for (const JointRow& joint : rows.joints) reach = std::max(reach, (joint.at[0].at - body.origin).norm());
    const double speed = std::max(body.velocity.norm(), body.angular_velocity.norm() * (reach > 0 ? reach : 1));
    if (speed > fastest) fastest = speed, moving = &body;
  }
  decided.has_velocities = fastest > 0 || rows.said.empty_velocities_are_open;
  if (!moving || rows.said.empty_velocities_are_open) return;
  for (const JointRow& joint : rows.joints) {
    if (joint.bodies[0] < 0 || joint.bodies[1] < 0 || parting(rows, joint) <= threshold::typed_briefly * fastest) continue;
    decided.zero_velocities_are_given = false;
    return told.note("Bodies!W" + std::to_string(rows.bodies.front().row) + ":AB" + std::to_string(rows.bodies.back().row),
                     "with the velocities as written the joint Joints!" + cell_name(joint.row, 2) +
                         " comes apart: cells with 0 are taken as not filled in, and follow from the others");
  }
}

}  // namespace

std::optional<Axes> axes_of(const BodyRow& body, OrientationKind kind, bool degrees) {
  const double unit = degrees ? std::numbers::pi / 180 : 1;
  if (kind == OrientationKind::axis_angle) {
    if (!fills(body, kind)) return Axes{Vector3::UnitX(), Vector3::UnitY(), Vector3::UnitZ()};
    const auto turn = [&](const Vector3& v) { return turned(v, body.axis.normalized(), unit * body.angle); };
    return Axes{turn(Vector3::UnitX()), turn(Vector3::UnitY()), turn(Vector3::UnitZ())};
  }
  if (kind == OrientationKind::bryant) {  // Rx Ry Rz
    const auto turn = [&](Vector3 v) {
      for (int i = 2; i >= 0; --i) v = turned(v, Vector3::Unit(i), unit * body.bryant[i]);
      return v;
    };
    return Axes{turn(Vector3::UnitX()), turn(Vector3::UnitY()), turn(Vector3::UnitZ())};
  }
  if (!body.x_point || !body.y_point) return {};
  if (!fills(body, kind)) return Axes{Vector3::UnitX(), Vector3::UnitY(), Vector3::UnitZ()};
  const Vector3 x = (*body.x_point - body.origin).normalized(), towards = (*body.y_point - body.origin).normalized();
  const Vector3 z = x.cross(towards);
  if (!(z.norm() > threshold::written_alike)) return {};
  return Axes{x, z.normalized().cross(x), z.normalized()};
}

Decided decide(Rows& rows, const Wanted& wanted, Told& told) {
  Decided decided;
  decide_orientation(rows, wanted, decided, told);
  decide_angles(rows, wanted, decided, told);
  for (JointRow& joint : rows.joints) decide_axes(rows, joint, wanted, told);
  decide_velocities(rows, decided, told);
  if (rows.has_vector_axes && wanted.axes == AxesKind::automatic && !rows.joints.empty())
    told.note("Joints", "axes are vectors, as in all books of this schema, where nothing else is said (--axes)");
  return decided;
}

}  // namespace bricard::workbook
