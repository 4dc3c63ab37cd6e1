#include "bricard/vehicle/corner.hpp"

#include "bricard/math/spatial.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard::vehicle {

namespace {

Vec3<Moving> constant(const Vec3<double>& v) { return {Moving(v[0]), Moving(v[1]), Moving(v[2])}; }
Vec3<double> value(const Vec3<Moving>& v) { return {v[0].value, v[1].value, v[2].value}; }
Vec3<double> rate(const Vec3<Moving>& v, int input) { return {v[0].d[input], v[1].d[input], v[2].d[input]}; }

template <class S>
Vec3<S> scaled(const S& a, const Vec3<S>& v) {
  return {a * v[0], a * v[1], a * v[2]};
}

template <class S>
Vec3<S> unit(const Vec3<S>& v) {
  using std::sqrt;
  return scaled<S>(1.0 / sqrt(dot<S>(v, v)), v);
}

// What follows from a steering axis through L along k, of a wheel that stands with C in the plane of that normal.
template <class S>
SteeringAxis<S> steering_axis(const Vec3<S>& L, Vec3<S> k, const Vec3<S>& W, const Vec3<S>& C, const Vec3<S>& t,
                              const Vec3<S>& normal, double side) {
  using std::atan2, std::sqrt;
  if (number_of(k[2]) < 0) k = scaled<S>(S(-1), k);
  const Vec3<S> y = cross<S>(normal, t);
  const auto meets = [&](const Vec3<S>& in_plane) -> Vec3<S> {
    return L + scaled<S>(dot<S>(in_plane - L, normal) / dot<S>(k, normal), k);
  };
  const Vec3<S> G = meets(C), D = G - C, at_center = meets(W) - W;
  SteeringAxis<S> axis;
  axis.caster = atan2(-k[0], k[2]);
  axis.kingpin = atan2(-side * k[1], k[2]);
  axis.offset = -side * dot<S>(D, y);
  axis.scrub = sqrt(dot<S>(D, D));
  axis.trail = dot<S>(D, t);
  axis.center_offset = -side * dot<S>(at_center, y);
  axis.center_trail = dot<S>(at_center, t);
  return axis;
}

// Where two lines meet that pass through p and q of a plane at right angles to a and b; nothing: they are parallel, or so nearly
// that they meet a million times farther than `scale` away.
std::optional<std::array<double, 2>> meet(const std::array<double, 2>& p, const std::array<double, 2>& a,
                                          const std::array<double, 2>& q, const std::array<double, 2>& b, double scale) {
  const double determinant = a[0] * b[1] - a[1] * b[0];
  const double size = std::hypot(a[0], a[1]) * std::hypot(b[0], b[1]);
  if (!(std::abs(determinant) > threshold::written_alike * size)) return std::nullopt;
  const double c = a[0] * p[0] + a[1] * p[1], d = b[0] * q[0] + b[1] * q[1];
  const std::array<double, 2> point{(c * b[1] - a[1] * d) / determinant, (a[0] * d - c * b[0]) / determinant};
  if (!(std::hypot(point[0], point[1]) * threshold::written_alike < scale)) return std::nullopt;
  return point;
}

// The instantaneous center of a motion in a view: `axis` is what turns there (0: front view, 1: side view).
std::optional<InView> center(const Vec3<double>& at, const Vec3<double>& v, const Vec3<double>& w, int axis, double scale) {
  const double turning = w[axis], reach = std::hypot(v[0], v[1], v[2]);
  if (!(std::abs(turning) * scale > threshold::written_alike * reach)) return std::nullopt;
  if (axis == 0) return InView{at[1] - v[2] / turning, at[2] + v[1] / turning};
  return InView{at[0] + v[2] / turning, at[2] - v[0] / turning};
}

// Where the planes of the arms meet and the view through the wheel center cuts them.
std::optional<InView> of_arms(const std::array<Vec3<double>, 2>& through, const std::array<Vec3<double>, 2>& normal,
                              const Vec3<double>& W, int along, double scale) {
  const int across = 1 - along;  // front view: in the plane x = W_x
  std::array<std::array<double, 2>, 2> p, a;
  for (int i = 0; i < 2; ++i) {
    a[i] = {normal[i][along], normal[i][2]};
    // normal.(X - P) = 0 with X_across = W_across: the line moves by what the plane climbs until there.
    const double rest = normal[i][across] * (through[i][across] - W[across]);
    const double size = a[i][0] * a[i][0] + a[i][1] * a[i][1];
    p[i] = {through[i][along] + a[i][0] * rest / size, through[i][2] + a[i][1] * rest / size};
  }
  const auto point = meet(p[0], a[0], p[1], a[1], scale);
  return point ? std::optional(InView{(*point)[0], (*point)[1]}) : std::nullopt;
}

}  // namespace

WheelPoints wheel_points(const Rig& rig, const Wheel& wheel) {
  WheelPoints points;
  points.side = wheel.side;
  points.radius = wheel.radius;
  points.own = wheel.side > 0 ? left : right;
  points.other = wheel.side > 0 ? right : left;
  points.center = rig.fixed({wheel.carrier, wheel.center});
  points.axis = rig.fixed({wheel.carrier, wheel.center + wheel.axis}).at - points.center.at;
  if (wheel.steering_axis) points.steering_axis = {rig.fixed((*wheel.steering_axis)[0]), rig.fixed((*wheel.steering_axis)[1])};
  for (const Spring& spring : wheel.springs) points.springs.push_back({rig.fixed(spring.from), rig.fixed(spring.to)});
  const auto arm = [&](const std::optional<Arm>& given) -> std::optional<WheelPoints::ArmPoints> {
    if (!given) return std::nullopt;
    return WheelPoints::ArmPoints{rig.fixed(given->through), rig.fixed(given->a), rig.fixed(given->b), given->is_strut};
  };
  points.upper = arm(wheel.upper);
  points.lower = arm(wheel.lower);
  return points;
}

namespace {

// The lowest point of a disc on a plane of that normal: W - R e, e = (z - (n.z) n)/|.|.
Vec3<Moving> lowest(const Corner& c, const Vec3<Moving>& up) {
  const Vec3<Moving> e = unit<Moving>(Vec3<Moving>(up - scaled<Moving>(dot<Moving>(c.n, up), c.n)));
  return c.W - scaled<Moving>(Moving(c.radius), e);
}

Corner corner(const Rig& rig, const Posture& posture, const WheelPoints& points, const Corner* design, double follow) {
  Corner c;
  c.side = points.side;
  c.radius = points.radius;
  c.own = points.own;
  c.other = points.other;
  c.follow = follow;
  c.W = rig.where(posture, points.center);
  c.n = rig.direction(posture, points.center, points.axis);
  c.C = lowest(c, constant(Vec3<double>::UnitZ()));
  c.camber = -points.side * asin(c.n[2]);
  c.camber_projected = -points.side * atan2(c.n[2], c.n[1]);
  c.steer = atan2(-c.n[0], c.n[1]);
  c.toe = -points.side * c.steer;
  c.half_track = points.side * c.C[1];
  c.W0 = design ? value(design->W) : value(c.W);
  c.C0 = design ? value(design->C) : value(c.C);
  for (const auto& spring : points.springs) {
    const Vec3<Moving> r = rig.where(posture, spring.to) - rig.where(posture, spring.from);
    c.springs.push_back(sqrt(dot<Moving>(r, r)));
  }
  return c;
}

// What needs the road plane, and the centers of the motion.
void complete(const Rig& rig, const Posture& posture, const WheelPoints& points, const Vec3<Moving>& normal, Corner& c) {
  c.t = unit<Moving>(cross<Moving>(c.n, normal));
  const Vec3<Moving> on_road = lowest(c, normal);
  const Vec3<double> W = value(c.W), C = value(on_road), t = value(c.t), n = value(normal);
  c.on_road = C;
  if (points.steering_axis) {
    const Vec3<Moving> a = rig.where(posture, (*points.steering_axis)[0]), b = rig.where(posture, (*points.steering_axis)[1]);
    c.joints = steering_axis<Moving>(a, unit<Moving>(Vec3<Moving>(b - a)), c.W, on_road, c.t, normal, c.side);
  }
  const int body = points.center.body;
  const auto spin = [&](int input) -> Vec3<double> { return posture.motion[input][body].tail<3>(); };
  // The screw axis of a motion (v of W, w): parallel to w, through W + w x v/w².
  const auto screw = [&](const Vec3<double>& v, const Vec3<double>& w) -> std::optional<SteeringAxis<double>> {
    if (!(w.squaredNorm() > 0) || !(std::abs(w[2]) > threshold::written_alike * w.norm())) return std::nullopt;
    return steering_axis<double>(Vec3<double>(W + w.cross(v) / w.squaredNorm()), Vec3<double>(w.normalized()), W, C, t, n, c.side);
  };
  if (rig.has(steer)) {
    const Vec3<double> v = rate(c.W, steer), w = spin(steer);
    c.height_held = screw(v, w);
    if (!c.springs.empty() && c.springs[0].d[c.own] != 0) {
      const double lift = -c.springs[0].d[steer] / c.springs[0].d[c.own];
      c.spring_locked = screw(v + lift * rate(c.W, c.own), w + lift * spin(c.own));
    }
  }
  const double scale = std::abs(C[1]) + c.radius;
  const bool has_other = rig.has(c.other);
  const auto along = [&](double follows, auto&& of) -> Vec3<double> {
    return has_other ? Vec3<double>(of(c.own) + follows * of(c.other)) : Vec3<double>(of(c.own));
  };
  const auto v_W = [&](int input) { return rate(c.W, input); };
  c.front_motion = center(W, along(-1, v_W), along(-1, spin), 0, scale);
  c.side_motion = center(W, along(1, v_W), along(1, spin), 1, scale);
  if (!points.upper || !points.lower) return;
  std::array<Vec3<double>, 2> through, across;
  int i = 0;
  for (const auto* arm : {&*points.upper, &*points.lower}) {
    const Vec3<double> a = value(rig.where(posture, arm->a)), b = value(rig.where(posture, arm->b));
    through[i] = value(rig.where(posture, arm->through));
    across[i] = arm->is_strut ? (through[i] - a).normalized() : (a - through[i]).cross(b - through[i]).normalized();
    ++i;
  }
  c.front_arms = of_arms(through, across, W, 1, scale);
  c.side_arms = of_arms(through, across, W, 0, scale);
}

}  // namespace

AxlePoints::AxlePoints(const Rig& rig, const Axle& axle) : rig_(rig) {
  if (axle.left) left_ = wheel_points(rig, *axle.left);
  if (axle.right) right_ = wheel_points(rig, *axle.right);
  if (left_) left_design_ = corner(rig, rig.design(), *left_, nullptr, 1);
  if (right_) right_design_ = corner(rig, rig.design(), *right_, nullptr, 1);
}

std::optional<InView> where_lines_meet(const std::optional<ViewLine>& a, const std::optional<ViewLine>& b, double scale) {
  if (!a && !b) return std::nullopt;
  const auto mirrored = [](const ViewLine& line) {
    return ViewLine{{-line.at[0], line.at[1]}, {-line.across[0], line.across[1]}};
  };
  const ViewLine first = a ? *a : mirrored(*b), second = b ? *b : mirrored(*a);
  const auto point = meet(first.at, first.across, second.at, second.across, scale);
  return point ? std::optional(InView{(*point)[0], (*point)[1]}) : std::nullopt;
}

namespace {

// A turn of the plane moves the points on which the wheels stand within the plane only: the error is squared in every pass.
constexpr int passes = 3;

}  // namespace

AxleShape AxlePoints::shape(const Posture& posture, double follow) const {
  AxleShape shape;
  shape.posture = &posture;
  shape.steers = rig_.has(steer);
  shape.steers_angle = shape.steers && rig_.steers_an_angle();
  if (left_) shape.left = corner(rig_, posture, *left_, &*left_design_, follow);
  if (right_) shape.right = corner(rig_, posture, *right_, &*right_design_, follow);
  Vec3<Moving> normal = constant(Vec3<double>::UnitZ());
  if (left_ && right_) {
    Vec3<Moving> across = shape.left->C - shape.right->C;
    for (int pass = 0; pass < passes; ++pass) {
      normal = unit<Moving>(cross<Moving>(constant(Vec3<double>::UnitX()), across));
      across = lowest(*shape.left, normal) - lowest(*shape.right, normal);
    }
    shape.road = value(normal);
    shape.roll = -std::atan2(across[2].value, across[1].value);
  }
  if (left_) complete(rig_, posture, *left_, normal, *shape.left);
  if (right_) complete(rig_, posture, *right_, normal, *shape.right);

  const double scale = std::abs(shape.any().C[1].value) + shape.any().radius;
  std::array<std::optional<ViewLine>, 2> of_motion, of_arms;
  for (const auto& c : {shape.left, shape.right}) {
    if (!c) continue;
    const int i = c->side > 0 ? 0 : 1;
    const Vec3<double> C = value(c->C);
    // The carrier's point at C: v_W + w x (C - W).
    const int body = (c->side > 0 ? left_ : right_)->center.body;
    Vec3<double> v = Vec3<double>::Zero();
    for (const int input : {c->own, c->other}) {
      if (!rig_.has(static_cast<Input>(input))) continue;
      const Vec3<double> w = posture.motion[input][body].tail<3>();
      v += (input == c->own ? 1 : -1) * (rate(c->W, input) + w.cross(C - value(c->W)));
    }
    of_motion[i] = ViewLine{{C[1], C[2]}, {v[1], v[2]}};
    if (!c->front_arms) continue;
    of_arms[i] = ViewLine{{C[1], C[2]}, {c->front_arms->z - C[2], -(c->front_arms->along - C[1])}};
  }
  shape.roll_center_motion = where_lines_meet(of_motion[0], of_motion[1], scale);
  if (!(left_ && right_) || (of_arms[0] && of_arms[1])) shape.roll_center_arms = where_lines_meet(of_arms[0], of_arms[1], scale);
  const double z_left = shape.left ? shape.left->C[2].value : shape.right->C[2].value;
  const double z_right = shape.right ? shape.right->C[2].value : z_left;
  shape.ground = (z_left + z_right) / 2;
  return shape;
}

}  // namespace bricard::vehicle
