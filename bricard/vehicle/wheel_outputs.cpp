// The outputs of a wheel.
#include <array>

#include "bricard/vehicle/output_lists.hpp"
#include "bricard/vehicle/sheet_units.hpp"

namespace bricard::vehicle {

namespace {

using Value = std::optional<double>;
constexpr std::string_view to_chassis = "chassis", in_road = "road plane, touching both wheels", in_wheel = "wheel's heading";

template <auto member, class Axis>
Value of(const std::optional<Axis>& axis) {
  if (!axis) return std::nullopt;
  const auto& x = (*axis).*member;
  if constexpr (std::is_same_v<std::decay_t<decltype(x)>, Moving>)
    return x.value;
  else
    return x;
}

bool has_size(const Seen& seen) { return seen.vehicle.wheelbase && seen.vehicle.center_of_mass; }

// Height above the road.
double height(const Corner& c, const Seen& seen, const Vec3<double>& at) {
  return (at - c.on_road).dot(seen.axle.road);
}

// tan of the angle between the road and the line to the side-view center S: of a front axle + where the line from the wheel rises
// to the rear, of a rear axle where it rises to the front.
Value rise(const Corner& c, const Seen& seen, const std::optional<InView>& S, bool from_wheel_center) {
  if (!S) return std::nullopt;
  const Vec3<double> W(c.W[0].value, c.W[1].value, c.W[2].value);
  const double x = from_wheel_center ? W[0] : c.on_road[0], up = from_wheel_center ? height(c, seen, W) : 0;
  return (height(c, seen, {S->along, W[1], S->z}) - up) / (seen.role.is_front() ? x - S->along : S->along - x);
}

double h_over_l(const Corner& c, const Seen& seen) {
  const Vec3<double> G = eigen(*seen.vehicle.center_of_mass);
  return height(c, seen, G) / *seen.vehicle.wheelbase;
}

// Brakes act on the carrier, so that their force pulls at the contact point.
Value against_braking(const Corner& c, const Seen& seen, const std::optional<InView>& S) {
  const auto slope = rise(c, seen, S, false);
  if (!slope || !has_size(seen) || !seen.role.has_brake_share) return std::nullopt;
  return seen.role.brake_share / h_over_l(c, seen) * *slope;
}

Value against_driving(const Corner& c, const Seen& seen, const std::optional<InView>& S) {
  const auto slope = rise(c, seen, S, !seen.role.torque_on_hub);
  if (!slope || !has_size(seen) || !(seen.role.drive_share > 0)) return std::nullopt;
  return seen.role.drive_share / h_over_l(c, seen) * *slope;
}

constexpr std::string_view by_joints = "joints: line through the two ball joints",
                           by_spring = "spring locked: screw axis of steering while the spring keeps its length",
                           by_height = "height held: screw axis of steering while the wheel center keeps its height";
constexpr std::string_view by_motion = "motion of the whole linkage", by_arms = "arms: planes of the two arms", exact = "derivative at this position";

using List = WheelOutputs;

template <auto axis>
void add_steering_axis(List& list, const std::string& suffix, std::string_view method) {
  using Axis = typename std::decay_t<decltype(std::declval<Corner>().*axis)>::value_type;
  list.push_back({{"caster" + suffix, "caster", "deg", deg, "atan2(-k_x, k_z)", method, to_chassis, "+ top rearward"},
                  [](const Corner& c, const Seen&) { return of<&Axis::caster>(c.*axis); }});
  list.push_back({{"kingpin_inclination" + suffix, "kingpin inclination", "deg", deg, "atan2(-sigma k_y, k_z)", method, to_chassis,
                   "+ top inboard"},
                  [](const Corner& c, const Seen&) { return of<&Axis::kingpin>(c.*axis); }});
  list.push_back({{"kingpin_offset" + suffix, "kingpin offset at ground", "mm", mm, "sigma (C - G).y_w", method, in_road,
                   "+ axis inboard"},
                  [](const Corner& c, const Seen&) { return of<&Axis::offset>(c.*axis); }});
  list.push_back({{"scrub_radius" + suffix, "scrub radius", "mm", mm, "|C - G|", method, in_road, "a distance, no sign"},
                  [](const Corner& c, const Seen&) { return of<&Axis::scrub>(c.*axis); }});
  list.push_back({{"trail" + suffix, "trail", "mm", mm, "(G - C).t", method, in_wheel, "+ axis ahead", Component::trail},
                  [](const Corner& c, const Seen&) { return of<&Axis::trail>(c.*axis); }});
  list.push_back({{"kingpin_offset_center" + suffix, "kingpin offset at wheel center", "mm", mm, "the same at the height of W",
                   method, in_wheel, "+ axis inboard"},
                  [](const Corner& c, const Seen&) { return of<&Axis::center_offset>(c.*axis); }});
  list.push_back({{"caster_offset_center" + suffix, "caster offset at wheel center", "mm", mm, "the same at the height of W", method,
                   in_wheel, "+ axis ahead"},
                  [](const Corner& c, const Seen&) { return of<&Axis::center_trail>(c.*axis); }});
}

template <auto center>
void add_center(List& list, const std::string& key, std::string_view name, bool is_front, std::string_view method) {
  list.push_back({{key + (is_front ? "_y" : "_x"), name, "mm", mm,
                   is_front ? "y = W_y - v_z/w_x" : "x = W_x + v_z/w_y", method, to_chassis,
                   is_front ? "y, + to the left" : "x, + forward", is_front ? Component::y : Component::x},
                  [](const Corner& c, const Seen&) { return c.*center ? Value((c.*center)->along) : std::nullopt; }});
  list.push_back({{key + "_z", name, "mm", mm, is_front ? "z = W_z + v_y/w_x" : "z = W_z - v_x/w_y", method, to_chassis,
                   "z, + up from the origin of the model", Component::z},
                  [](const Corner& c, const Seen&) { return c.*center ? Value((c.*center)->z) : std::nullopt; }});
}

List make_list() {
  List list{
    WheelOutput{{"travel", "wheel travel", "mm", mm, "W_z - W_z0", "", to_chassis, "+ bump"},
                [](const Corner& c, const Seen&) -> Value { return c.W[2].value - c.W0[2]; }},
    WheelOutput{{"camber", "camber", "deg", deg, "-sigma asin(n_z)", "", to_chassis, "+ top outward"},
                [](const Corner& c, const Seen&) -> Value { return c.camber.value; }},
    WheelOutput{{"camber_projected", "camber, projected", "deg", deg, "-sigma atan2(n_z, n_y)", "", to_chassis, "+ top outward"},
                [](const Corner& c, const Seen&) -> Value { return c.camber_projected.value; }},
    WheelOutput{{"inclination", "inclination", "deg", deg, "asin(n.z_road)", "", in_road, "+ about the forward axis", Component::rx},
                [](const Corner& c, const Seen& seen) -> Value {
                  const double s = std::sin(seen.axle.roll), k = std::cos(seen.axle.roll);  // z_road = (0, s, k)
                  return std::asin(s * c.n[1].value + k * c.n[2].value);
                }},
    WheelOutput{{"toe", "toe", "deg", deg, "-sigma steer", "", to_chassis, "+ in"},
                [](const Corner& c, const Seen&) -> Value { return c.toe.value; }},
    WheelOutput{{"steer", "steer angle", "deg", deg, "atan2(-n_x, n_y)", "", to_chassis, "+ to the left", Component::rz},
                [](const Corner& c, const Seen&) -> Value { return c.steer.value; }},
    WheelOutput{{"bump_steer", "bump steer", "deg/m", deg, "d toe/dz", exact, to_chassis, "+ toe-in in bump"},
                [](const Corner& c, const Seen&) -> Value { return c.rate(c.toe); }},
    WheelOutput{{"bump_camber", "bump camber", "deg/m", deg, "d camber/dz", exact, to_chassis, "+ top outward in bump"},
                [](const Corner& c, const Seen&) -> Value { return c.rate(c.camber); }},
    WheelOutput{{"steering_rate", "steer per steering input", "deg/mm", deg / mm, "d steer/d rack", exact, to_chassis,
                 "steer + to the left, rack + as its joint counts"},
                [](const Corner& c, const Seen& seen) -> Value {
                  if (!seen.axle.steers || seen.axle.steers_angle) return std::nullopt;
                  return c.steering_rate(c.steer);
                }},
    WheelOutput{{"steering_ratio", "steering ratio", "deg/deg", 1, "d(hand wheel)/d steer", exact, to_chassis, "hand wheel per wheel"},
                [](const Corner& c, const Seen& seen) -> Value {
                  if (!seen.axle.steers_angle || c.steering_rate(c.steer) == 0) return std::nullopt;
                  return 1 / c.steering_rate(c.steer);
                }},
    WheelOutput{{"half_track", "half track", "mm", mm, "sigma C_y", "", to_chassis, "a distance"},
                [](const Corner& c, const Seen&) -> Value { return c.half_track.value; }},
    WheelOutput{{"half_track_rate", "half-track change", "mm/mm", 1, "d(sigma C_y)/dz", exact, to_chassis, "+ wider in bump"},
                [](const Corner& c, const Seen&) -> Value { return c.rate(c.half_track); }},
    WheelOutput{{"recession", "recession of the contact point", "mm", mm, "C_x - C_x0", "", to_chassis, "+ forward", Component::x},
                [](const Corner& c, const Seen&) -> Value { return c.C[0].value - c.C0[0]; }},
    WheelOutput{{"recession_center", "recession of the wheel center", "mm", mm, "W_x - W_x0", "", to_chassis, "+ forward", Component::x},
                [](const Corner& c, const Seen&) -> Value { return c.W[0].value - c.W0[0]; }},
    WheelOutput{{"recession_rate", "recession of the wheel center per travel", "mm/mm", 1, "d W_x/dz", exact, to_chassis,
                 "+ forward in bump", Component::x},
                [](const Corner& c, const Seen&) -> Value { return c.rate(c.W[0]); }},
    WheelOutput{{"lateral_rate", "lateral motion of the wheel center per travel", "mm/mm", 1, "d W_y/dz", exact, to_chassis,
                 "+ to the left in bump", Component::y},
                [](const Corner& c, const Seen&) -> Value { return c.rate(c.W[1]); }},
    WheelOutput{{"contact_x", "contact point, x", "mm", mm, "W - R e", "", to_chassis, "+ forward", Component::x},
                [](const Corner& c, const Seen&) -> Value { return c.C[0].value; }},
    WheelOutput{{"contact_y", "contact point, y", "mm", mm, "W - R e", "", to_chassis, "+ to the left", Component::y},
                [](const Corner& c, const Seen&) -> Value { return c.C[1].value; }},
    WheelOutput{{"contact_z", "contact point, z", "mm", mm, "W - R e", "", to_chassis, "+ up", Component::z},
                [](const Corner& c, const Seen&) -> Value { return c.C[2].value; }},
  };
  add_steering_axis<&Corner::joints>(list, "", by_joints);
  add_steering_axis<&Corner::spring_locked>(list, "_spring_locked", by_spring);
  add_steering_axis<&Corner::height_held>(list, "_height_held", by_height);
  add_center<&Corner::front_motion>(list, "front_center", "front-view center", true, by_motion);
  add_center<&Corner::front_arms>(list, "front_center_arms", "front-view center", true, by_arms);
  add_center<&Corner::side_motion>(list, "side_center", "side-view center", false, by_motion);
  add_center<&Corner::side_arms>(list, "side_center_arms", "side-view center", false, by_arms);
  const List rest{
    WheelOutput{{"anti_brake", "anti-dive (front), anti-lift (rear)", "%", percent,
                 "100 beta (l/h) (z_S - z_C)/(x_C - x_S), of a rear axle (x_S - x_C)", by_motion, in_road, "+ against the pitch of braking"},
                [](const Corner& c, const Seen& seen) { return against_braking(c, seen, c.side_motion); }},
    WheelOutput{{"anti_brake_arms", "anti-dive (front), anti-lift (rear)", "%", percent,
                 "100 beta (l/h) (z_S - z_C)/(x_C - x_S), of a rear axle (x_S - x_C)", by_arms, in_road, "+ against the pitch of braking"},
                [](const Corner& c, const Seen& seen) { return against_braking(c, seen, c.side_arms); }},
    WheelOutput{{"anti_drive", "anti-squat (rear), anti-lift (front)", "%", percent,
                 "100 epsilon (l/h) tan theta, from W where the torque acts on the chassis, else from C", by_motion, in_road,
                 "+ against the pitch of driving"},
                [](const Corner& c, const Seen& seen) { return against_driving(c, seen, c.side_motion); }},
    WheelOutput{{"anti_drive_arms", "anti-squat (rear), anti-lift (front)", "%", percent,
                 "100 epsilon (l/h) tan theta, from W where the torque acts on the chassis, else from C", by_arms, in_road,
                 "+ against the pitch of driving"},
                [](const Corner& c, const Seen& seen) { return against_driving(c, seen, c.side_arms); }},
    WheelOutput{{"spring_length", "spring length", "mm", mm, "distance of its ends", "", "", "a distance"},
                [](const Corner& c, const Seen&) { return c.springs.empty() ? Value() : Value(c.springs[0].value); }},
    WheelOutput{{"installation_ratio", "installation ratio IR", "mm/mm", 1, "-d(spring length)/dz", exact, "", "+ bump compresses"},
                [](const Corner& c, const Seen&) { return c.springs.empty() ? Value() : Value(-c.rate(c.springs[0])); }},
    WheelOutput{{"motion_ratio", "motion ratio, wheel per spring", "mm/mm", 1, "1/IR", exact, "", "+ bump compresses"},
                [](const Corner& c, const Seen&) {
                  return c.springs.empty() || c.rate(c.springs[0]) == 0 ? Value() : Value(-1 / c.rate(c.springs[0]));
                }},
  };
  list.insert(list.end(), rest.begin(), rest.end());
  add_compliance(list);
  return list;
}

}  // namespace

std::span<const WheelOutput> wheel_outputs() {
  static const List list = make_list();
  return list;
}

}  // namespace bricard::vehicle
