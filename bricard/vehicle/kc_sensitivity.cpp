#include "bricard/vehicle/kc_sensitivity.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "bricard/math/thresholds.hpp"
#include "bricard/vehicle/sensitivity.hpp"

namespace bricard::vehicle {

namespace {

using Row = std::vector<std::optional<double>>;

// Every output of an axle, in the order of the columns of the sheet; of compliance there is none.
Row outputs_of(const AxleShape& shape, const Vehicle& vehicle, const Axle& axle) {
  const Seen seen{shape, vehicle, axle, nullptr};
  Row values;
  for (const auto& corner : {shape.left, shape.right})
    if (corner)
      for (const WheelOutput& output : wheel_outputs()) values.push_back(output.of(*corner, seen));
  for (const AxleOutput& output : axle_outputs()) values.push_back(output.of(seen));
  return values;
}

struct ToeCamber {
  double toe, camber;
};
// Of a spin axis n that changes by dn: steer = atan2(-n_x, n_y), camber = -sigma asin n_z.
ToeCamber rates_of(const Vec3<double>& n, const Vec3<double>& dn, double side) {
  const double steer = (n[0] * dn[1] - n[1] * dn[0]) / (n[0] * n[0] + n[1] * n[1]);
  return {-side * steer, -side * dn[2] / std::sqrt(1 - n[2] * n[2])};
}

class Sheet {
 public:
  Sheet(const Rig& rig, const Vehicle& vehicle, const Model& model, const HardPointSource& source)
      : rig_(rig), vehicle_(vehicle), model_(model), source_(source), rates_(rig) {}

  KcSensitivity compute(const std::vector<Posture>& heave) {
    std::vector<HardPoint> points = hard_points_of(model_, source_.variables, rig_);
    std::vector<std::pair<HardPoint, std::array<PointShift, 3>>> moving;
    for (HardPoint& point : points)
      if (auto shifts = shifts_of(point, rig_, source_.reread)) moving.emplace_back(point, std::move(*shifts));
    for (const auto& [point, shifts] : moving) {
      points_.push_back(rates_.vary(shifts));
      add_drawn(point, shifts);
      add_built(point, shifts);
    }
    for (const Posture& posture : heave) {
      rates_.look(posture);
      std::size_t line = 0, at = 0;
      for (const auto& [point, shifts] : moving) {
        const PostureRate rate = rates_.drawn(points_[at++], false);
        for (int c = 0; c < 3; ++c, ++line) {
          const ToeCamber change = change_of(posture, point, rate.twist[c], &shifts[c]);
          sheet_.drawn[line].toe.push_back(change.toe);
          sheet_.drawn[line].camber.push_back(change.camber);
        }
      }
    }
    rates_.look(rig_.design());
    add_rods();
    return std::move(sheet_);
  }

 private:
  const Wheel& wheel_of(double y) const {
    const Axle& axle = rig_.axle();
    if (y < 0 && axle.right) return *axle.right;
    return axle.left ? *axle.left : *axle.right;
  }
  Vec3<double> axis_in(const Wheel& wheel) const {
    return rig_.fixed({wheel.carrier, wheel.center + wheel.axis}).at - rig_.fixed({wheel.carrier, wheel.center}).at;
  }

  ToeCamber change_of(const Posture& posture, const HardPoint& point, const std::vector<Vec6<double>>& twist, const PointShift* shift) const {
    const Wheel& wheel = wheel_of(point.at[1]);
    const int body = rig_.number(wheel.carrier);
    const Mat3<double>& R = posture.poses.R[body];
    const Vec3<double> n = R * axis_in(wheel);
    Vec3<double> dn = twist[body].tail<3>().cross(n);
    if (shift) {
      const bool is_left = wheel.side > 0;
      const Wheel& low = is_left ? *shift->axle[0].left : *shift->axle[0].right;
      const Wheel& high = is_left ? *shift->axle[1].left : *shift->axle[1].right;
      dn += R * (axis_in(high) - axis_in(low)) / (2 * hard_point_step);
    }
    return rates_of(n, dn, wheel.side);
  }

  void add_drawn(const HardPoint& point, const std::array<PointShift, 3>& shifts) {
    const PostureRate rate = rates_.drawn(points_.back(), true);
    for (int c = 0; c < 3; ++c) {
      KcSensitivity::Line& line = sheet_.drawn.emplace_back();
      line.point = point.name;
      line.coordinate = c;
      line.at = point.at;
      std::array<Row, 2> values;
      for (const int side : {0, 1}) {
        const Posture posture = moved(rig_.design(), rate, c, (side == 0 ? -1 : 1) * hard_point_step);
        values[side] = outputs_of(AxlePoints(rig_, shifts[c].axle[side]).shape(posture, 1), vehicle_, rig_.axle());
      }
      for (std::size_t i = 0; i < values[0].size(); ++i) {
        const auto &low = values[0][i], &high = values[1][i];
        const bool good = low && high && std::isfinite(*low) && std::isfinite(*high);
        line.values.push_back(good ? std::optional((*high - *low) / (2 * hard_point_step)) : std::nullopt);
      }
    }
  }

  std::string name_of(int body) const {
    if (body == 0) return "ground";
    for (std::size_t i = 0; i < rig_.model().bodies.size(); ++i)
      if (rig_.system().mechanism().tree.number[i + 1] == body) return rig_.model().bodies[i].name;
    return "";
  }

  // Bodies on which the point stands.
  void add_built(const HardPoint& point, const std::array<PointShift, 3>& shifts) {
    std::set<int> bodies;
    for (std::size_t i = 0; i < shifts[0].rate.size(); ++i)
      for (const PointShift& shift : shifts) {
        const MarkersOf<double>& rate = shift.rate[i];
        if (rate.p_A.norm() + rate.A.norm() > threshold::no_share) bodies.insert(rate.a);
        if (rate.p_B.norm() + rate.B.norm() > threshold::no_share) bodies.insert(rate.b);
      }
    const double side = point.partner.empty() ? 0 : 1;
    for (const int body : bodies) {
      const PostureRate rate = rates_.built(shifts, body, side);
      const Wheel& wheel = wheel_of(point.at[1]);
      KcSensitivity::Part part{point.name, name_of(body), wheel.side, body == rig_.number(wheel.carrier)};
      for (int c = 0; c < 3; ++c) {
        const ToeCamber change = change_of(rig_.design(), point, rate.twist[c], nullptr);
        part.toe[c] = change.toe;
        part.camber[c] = change.camber;
      }
      // On the other side, or where it only carries what does not hold the wheel, it does nothing.
      const auto acts = [](double value) { return std::abs(value) > threshold::no_share; };
      if (std::any_of(part.toe.begin(), part.toe.end(), acts) || std::any_of(part.camber.begin(), part.camber.end(), acts)) sheet_.built.push_back(part);
    }
  }

  void add_rods() {
    for (const Joint& joint : rig_.model().joints) {
      if (!joint.active || joint.kind->type != "spherical_spherical" || !joint.at) continue;
      const Vector3 at = joint.at2 ? joint.at2->at : joint.at->at;
      if (at[1] < 0 && rig_.axle().left) continue;  // its mirror image, or an end of it, stands for it
      const PostureRate rate = rates_.longer(joint.name);
      KcSensitivity::Rod rod;
      rod.joint = joint.name;
      HardPoint place;
      place.at = at;
      const ToeCamber change = change_of(rig_.design(), place, rate.twist[0], nullptr);
      rod.toe = change.toe;
      rod.camber = change.camber;
      const AxlePoints points(rig_);
      const auto spring = [&](double shift) {
        const AxleShape shape = points.shape(moved(rig_.design(), rate, 0, shift), 1);
        const Corner& corner = at[1] < 0 || !shape.left ? *shape.right : *shape.left;
        return corner.springs.empty() ? 0.0 : corner.springs[0].value;
      };
      rod.spring = (spring(hard_point_step) - spring(-hard_point_step)) / (2 * hard_point_step);
      const AxleShape shape = points.shape(rig_.design(), 1);
      const Corner& corner = at[1] < 0 || !shape.left ? *shape.right : *shape.left;
      if (!corner.springs.empty() && corner.rate(corner.springs[0]) != 0) rod.height = -rod.spring / corner.rate(corner.springs[0]);
      sheet_.rods.push_back(rod);
    }
  }

  const Rig& rig_;
  const Vehicle& vehicle_;
  const Model& model_;
  const HardPointSource& source_;
  HardPointRates rates_;
  std::vector<HardPointRates::Variation> points_;
  KcSensitivity sheet_;
};

}  // namespace

KcSensitivity kc_sensitivity(const Rig& rig, const Vehicle& vehicle, const Model& model, const HardPointSource& source,
                             const std::vector<Posture>& heave) {
  return Sheet(rig, vehicle, model, source).compute(heave);
}

}  // namespace bricard::vehicle
