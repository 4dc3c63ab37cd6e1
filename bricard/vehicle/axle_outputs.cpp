// The outputs of an axle.
#include <cmath>

#include "bricard/vehicle/output_lists.hpp"
#include "bricard/vehicle/sheet_units.hpp"

namespace bricard::vehicle {

namespace {

using Value = std::optional<double>;

bool has_both(const Seen& seen) { return seen.axle.left && seen.axle.right; }

double mean_steer(const Seen& seen) { return (seen.axle.left->steer.value + seen.axle.right->steer.value) / 2; }

// The inner wheel is the one on the side to which the wheels turn: cot delta_i* = cot delta_o - track/l.
Value ackermann(const Seen& seen) {
  if (!has_both(seen) || !seen.vehicle.wheelbase) return std::nullopt;
  const double mean = mean_steer(seen), sense = mean < 0 ? -1 : 1;
  const Corner& inner = mean < 0 ? *seen.axle.right : *seen.axle.left;
  const Corner& outer = mean < 0 ? *seen.axle.left : *seen.axle.right;
  const double i = sense * inner.steer.value, o = sense * outer.steer.value;
  if (!(o > deg / 10)) return std::nullopt;  // a quotient of toe angles otherwise
  const double track = seen.axle.left->C[1].value - seen.axle.right->C[1].value;
  const double ideal = std::atan2(1.0, 1 / std::tan(o) - track / *seen.vehicle.wheelbase);
  return (i - o) / (ideal - o);
}

constexpr std::string_view chassis = "chassis", road = "road plane, touching both wheels";
constexpr std::string_view by_motion = "motion: lines from the contact points towards the centers of the wheels' motion in roll",
                           by_arms = "arms: the same lines towards where the planes of the arms meet";

AxleOutputs make_list() {
  AxleOutputs list{
    AxleOutput{{"roll", "roll of the chassis to the road", "deg", deg, "-atan2(C_z left - right, C_y left - right)", "", road,
                "+ to the right", Component::rx},
               [](const Seen& seen) { return has_both(seen) ? Value(seen.axle.roll) : std::nullopt; }},
    AxleOutput{{"track", "track", "mm", mm, "C_y left - right, along the road", "", road, "a distance"},
               [](const Seen& seen) {
                 if (!has_both(seen)) return Value();
                 const auto& l = seen.axle.left->C;
                 const auto& r = seen.axle.right->C;
                 return Value(std::hypot(l[1].value - r[1].value, l[2].value - r[2].value));
               }},
    AxleOutput{{"toe_total", "total toe", "deg", deg, "toe left + right", "", chassis, "+ in"},
               [](const Seen& seen) { return has_both(seen) ? Value(seen.axle.left->toe.value + seen.axle.right->toe.value) : std::nullopt; }},
    AxleOutput{{"roll_center_height", "roll center, height", "mm", mm, "", by_motion, road, "+ above the road"},
               [](const Seen& seen) {
                 const auto& center = seen.axle.roll_center_motion;
                 return center ? Value(center->z - seen.axle.ground) : std::nullopt;
               }},
    AxleOutput{{"roll_center_y", "roll center, y", "mm", mm, "", by_motion, chassis, "+ to the left", Component::y},
               [](const Seen& seen) {
                 const auto& center = seen.axle.roll_center_motion;
                 return center ? Value(center->along) : std::nullopt;
               }},
    AxleOutput{{"roll_center_z", "roll center, z", "mm", mm, "", by_motion, chassis, "from the origin of the model", Component::z},
               [](const Seen& seen) {
                 const auto& center = seen.axle.roll_center_motion;
                 return center ? Value(center->z) : std::nullopt;
               }},
    AxleOutput{{"roll_center_height_arms", "roll center, height", "mm", mm, "", by_arms, road, "+ above the road"},
               [](const Seen& seen) {
                 const auto& center = seen.axle.roll_center_arms;
                 return center ? Value(center->z - seen.axle.ground) : std::nullopt;
               }},
    AxleOutput{{"roll_center_y_arms", "roll center, y", "mm", mm, "", by_arms, chassis, "+ to the left", Component::y},
               [](const Seen& seen) {
                 const auto& center = seen.axle.roll_center_arms;
                 return center ? Value(center->along) : std::nullopt;
               }},
    AxleOutput{{"roll_center_z_arms", "roll center, z", "mm", mm, "", by_arms, chassis, "from the origin of the model", Component::z},
               [](const Seen& seen) {
                 const auto& center = seen.axle.roll_center_arms;
                 return center ? Value(center->z) : std::nullopt;
               }},
    AxleOutput{{"steer_mean", "mean steer angle", "deg", deg, "(left + right)/2", "", chassis, "+ to the left", Component::rz},
               [](const Seen& seen) { return has_both(seen) && !seen.role.steered_by.empty() ? Value(mean_steer(seen)) : std::nullopt; }},
    AxleOutput{{"ackermann", "Ackermann", "%", percent, "100 (d_i - d_o)/(d_i* - d_o), cot d_i* = cot d_o - track/wheelbase", "", chassis,
                "0 parallel, 100 ideal"},
               [](const Seen& seen) { return seen.role.steered_by.empty() ? Value() : ackermann(seen); }},
  };
  add_compliance(list);
  return list;
}

}  // namespace

std::span<const AxleOutput> axle_outputs() {
  static const AxleOutputs list = make_list();
  return list;
}

}  // namespace bricard::vehicle
