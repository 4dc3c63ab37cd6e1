#include "bricard/vehicle/hard_points.hpp"

#include <algorithm>
#include <set>

#include "bricard/core/text.hpp"
#include "bricard/math/thresholds.hpp"
#include "bricard/vehicle/rig.hpp"
#include "bricard/vehicle/rig_model.hpp"

namespace bricard::vehicle {

namespace {

std::string folder_of(const std::string& name) {
  const std::size_t dot = name.rfind('.');
  return dot == std::string::npos ? "" : name.substr(0, dot);
}

// Subsystems that have a part in the rig.
std::set<std::string> folders_of(const Rig& rig) {
  std::set<std::string> folders{""};
  for (const Body& body : rig.model().bodies) folders.insert(folder_of(body.name));
  for (const Joint& joint : rig.model().joints) folders.insert(folder_of(joint.name));
  return folders;
}

bool mirror(const Vector3& a, const Vector3& b) {
  const double size = threshold::written_alike * (1 + a.norm());
  return std::abs(a[0] - b[0]) <= size && std::abs(a[1] + b[1]) <= size && std::abs(a[2] - b[2]) <= size;
}

}  // namespace

std::vector<HardPoint> hard_points_of(const Model& model, const std::vector<Variable>& variables, const Rig& rig) {
  const std::set<std::string> folders = folders_of(rig);
  std::vector<HardPoint> points;
  for (const NamedPoint& each : model.points) {
    if (folders.count(folder_of(each.name)) == 0) continue;
    HardPoint point;
    point.name = each.name;
    point.at = each.at;
    int found = 0;
    for (int c = 0; c < 3; ++c)
      for (const Variable& variable : variables)
        if (variable.section == "points" && variable.name == each.name + '.' + "xyz"[c] && parse_quantity(variable.text)) {
          point.unit[c] = variable.units->factor(dimension::length);
          point.value[c] = variable.value;
          ++found;
        }
    if (found == 3) points.push_back(point);
  }
  // Of a point and its mirror image one remains: the left one.
  std::vector<HardPoint> sides;
  for (const HardPoint& point : points) {
    const auto partner = std::find_if(points.begin(), points.end(), [&](const HardPoint& other) {
      return &other != &point && mirror(point.at, other.at) && std::abs(point.at[1]) > threshold::written_alike;
    });
    if (partner != points.end() && point.at[1] < 0) continue;
    sides.push_back(point);
    if (partner == points.end()) continue;
    sides.back().partner = partner->name;
    sides.back().partner_value = partner->value;
    // In a part of its own that is mirrored the axes are too.
    const bool same_axes = std::abs(partner->value[1] * partner->unit[1] - partner->at[1]) <= threshold::written_alike * (1 + partner->at.norm());
    if (same_axes) sides.back().partner_sign[1] = -1;
  }
  return sides;
}

namespace {

// Markers of a reading in the bodies of the rig as it was drawn.
std::vector<MarkersOf<double>> markers_of(const VehicleModel& read, const Axle& axle, const Rig& rig) {
  const Layout compiled = compile(rig_model(read.model, read.vehicle, axle).model);
  const MechanismLayout &moved = compiled, &own = rig.system().mechanism();
  if (moved.pairs.size() != own.pairs.size() || moved.bodies != own.bodies)
    throw Error("points", "a hard point that moves makes another mechanism");
  std::vector<MarkersOf<double>> markers;
  for (const PairFrames& pair : moved.pairs) {
    MarkersOf<double>& m = markers.emplace_back();
    const auto place = [&](const Frame& frame, int& body, Mat3<double>& R, Vec3<double>& p) {
      const Pose<double>&there = moved.designed[frame.body], &here = own.designed[frame.body];
      body = frame.body;
      R = here.R.transpose() * (there.R * frame.R);
      p = here.R.transpose() * (there.p + there.R * frame.p - here.p);
    };
    place(pair.A, m.a, m.A, m.p_A);
    place(pair.B, m.b, m.B, m.p_B);
  }
  return markers;
}

bool are_alike(const Spot& a, const Spot& b) { return (a.at - b.at).norm() == 0; }

bool are_alike(const std::optional<Wheel>& a, const std::optional<Wheel>& b) {
  if (!a || !b) return !a && !b;
  const auto arms = [](const std::optional<Arm>& x, const std::optional<Arm>& y) {
    return !x || !y || (are_alike(x->through, y->through) && are_alike(x->a, y->a) && are_alike(x->b, y->b));
  };
  bool alike = (a->center - b->center).norm() == 0 && (a->axis - b->axis).norm() == 0 && arms(a->upper, b->upper) && arms(a->lower, b->lower);
  if (a->steering_axis && b->steering_axis)
    for (int i = 0; i < 2; ++i) alike = alike && are_alike((*a->steering_axis)[i], (*b->steering_axis)[i]);
  for (std::size_t i = 0; i < std::min(a->springs.size(), b->springs.size()); ++i)
    alike = alike && are_alike(a->springs[i].from, b->springs[i].from) && are_alike(a->springs[i].to, b->springs[i].to);
  return alike;
}

}  // namespace

std::optional<std::array<PointShift, 3>> shifts_of(HardPoint& point, const Rig& rig, const Reread& reread) {
  std::array<PointShift, 3> shifts;
  bool moves = false;
  for (int c = 0; c < 3; ++c) {
    std::array<std::vector<MarkersOf<double>>, 2> markers;
    for (const int side : {0, 1}) {
      const double step = (side == 0 ? -1 : 1) * hard_point_step / point.unit[c];
      const auto set = [&] {
        std::vector<std::pair<std::string, std::string>> numbers;
        const std::string key = std::string(".") + "xyz"[c];
        numbers.emplace_back(point.name + key, to_text(point.value[c] + step));
        if (!point.partner.empty())
          numbers.emplace_back(point.partner + key, to_text(point.partner_value[c] + point.partner_sign[c] * step));
        return reread(numbers);
      };
      VehicleModel read = set();
      const auto at = [&](const std::string& name) {
        for (const NamedPoint& each : read.model.points)
          if (each.name == name) return each.at;
        return Vector3{};
      };
      if (!point.partner.empty() && !mirror(at(point.name), at(point.partner))) {  // axes of a part that was moved
        point.partner_sign[c] = -point.partner_sign[c];
        read = set();
      }
      const Axle* axle = read.vehicle.axle(rig.axle().name);
      if (!axle) return std::nullopt;
      markers[side] = markers_of(read, *axle, rig);
      shifts[c].axle[side] = *axle;
    }
    for (std::size_t i = 0; i < markers[0].size(); ++i) {
      const MarkersOf<double>&low = markers[0][i], &high = markers[1][i];
      const double scale = 1 / (2 * hard_point_step);
      shifts[c].rate.push_back({low.a, low.b, scale * (high.A - low.A), scale * (high.B - low.B), scale * (high.p_A - low.p_A),
                                scale * (high.p_B - low.p_B)});
      const MarkersOf<double>& rate = shifts[c].rate.back();
      moves = moves || rate.p_A.norm() + rate.p_B.norm() + rate.A.norm() + rate.B.norm() > threshold::no_share;
    }
    moves = moves || !are_alike(shifts[c].axle[0].left, shifts[c].axle[1].left) || !are_alike(shifts[c].axle[0].right, shifts[c].axle[1].right);
  }
  return moves ? std::optional(shifts) : std::nullopt;
}

std::vector<MarkersOf<Varied>> varied_markers(const std::vector<MarkersOf<double>>& markers, const std::array<PointShift, 3>& shifts) {
  std::vector<MarkersOf<Varied>> varied;
  for (std::size_t i = 0; i < markers.size(); ++i) {
    const auto with = [&](double value, auto&& of) {
      return Varied(value, {of(shifts[0].rate[i]), of(shifts[1].rate[i]), of(shifts[2].rate[i])});
    };
    MarkersOf<Varied>& m = varied.emplace_back();
    const MarkersOf<double>& base = markers[i];
    m.a = base.a;
    m.b = base.b;
    for (int r = 0; r < 3; ++r) {
      m.p_A[r] = with(base.p_A[r], [&](const auto& rate) { return rate.p_A[r]; });
      m.p_B[r] = with(base.p_B[r], [&](const auto& rate) { return rate.p_B[r]; });
      for (int k = 0; k < 3; ++k) {
        m.A(r, k) = with(base.A(r, k), [&](const auto& rate) { return rate.A(r, k); });
        m.B(r, k) = with(base.B(r, k), [&](const auto& rate) { return rate.B(r, k); });
      }
    }
  }
  return varied;
}

}  // namespace bricard::vehicle
