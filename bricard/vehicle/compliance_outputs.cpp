// The outputs that need the compliance matrix: wheel rate, steer and camber per load. Loads are on one wheel (single), equal on both
// (parallel) or mirrored (opposed: both outward; for torques about z both toe-in or both toe-out).
#include "bricard/vehicle/output_lists.hpp"
#include "bricard/vehicle/sheet_units.hpp"

namespace bricard::vehicle {

namespace {

using Value = std::optional<double>;
enum Load { fx = 1, fy, fz, mx, my, mz };

constexpr std::string_view from_matrix = "compliance matrix at this position", carrier = "chassis, rotation of the carrier";

bool is_good(const Seen& seen) { return seen.compliance && seen.compliance->trouble.empty(); }

// Motion i per load j of the same wheel and `other` times that of the other one.
Value entry(const Corner& c, const Seen& seen, bool at_contact, int i, int j, double other) {
  if (!is_good(seen) || (other != 0 && !(seen.axle.left && seen.axle.right))) return std::nullopt;
  return ComplianceOf{at_contact ? seen.compliance->at_contact : seen.compliance->at_center}(c.own, i, j, other);
}

Value inverse(const Value& value) { return value && *value > 0 ? Value(1 / *value) : std::nullopt; }
Value times(double factor, const Value& value) { return value ? Value(factor * *value) : std::nullopt; }

struct Pattern {
  std::string_view key, name, words;
  double other;  // load on the other wheel, as a component
};
constexpr Pattern single{"", "", "load on this wheel alone", 0};
// Of a lateral force or a torque about z the mirror image has the other sign.
constexpr Pattern parallel{"_parallel", ", parallel", "the same load on both wheels", 1},
    opposed{"_opposed", ", opposed", "mirrored loads on both wheels", -1};

template <const Pattern& pattern>
void add_lateral(WheelOutputs& list) {
  const std::string key(pattern.key);
  list.push_back({{"lateral_steer" + key, "lateral force steer", "deg/kN", deg / kN, "rotation about z per force along y at C",
                   pattern.words, carrier, "+ to the left per force to the left", Component::none},
                  [](const Corner& c, const Seen& seen) { return entry(c, seen, true, mz, fy, pattern.other); }});
  list.push_back({{"lateral_camber" + key, "lateral force camber", "deg/kN", deg / kN, "-sigma rotation about x per force along y at C",
                   pattern.words, carrier, "+ top outward per force to the left", Component::y},
                  [](const Corner& c, const Seen& seen) { return times(-c.side, entry(c, seen, true, mx, fy, pattern.other)); }});
  list.push_back({{"lateral_shift" + key, "lateral compliance at the contact point", "mm/kN", mm / kN, "y of C per force along y at C",
                   pattern.words, "chassis", "+ along the force"},
                  [](const Corner& c, const Seen& seen) { return entry(c, seen, true, fy, fy, pattern.other); }});
  list.push_back({{"aligning_steer" + key, "aligning torque steer", "deg/100Nm", deg / 100, "rotation about z per torque about z",
                   pattern.words, carrier, "+ along the torque"},
                  [](const Corner& c, const Seen& seen) { return entry(c, seen, true, mz, mz, pattern.other); }});
  list.push_back({{"aligning_camber" + key, "aligning torque camber", "deg/100Nm", deg / 100, "-sigma rotation about x per torque about z",
                   pattern.words, carrier, "+ top outward per torque to the left", Component::rz},
                  [](const Corner& c, const Seen& seen) { return times(-c.side, entry(c, seen, true, mx, mz, pattern.other)); }});
}

// Of longitudinal and vertical forces the mirror image has the same sign.
template <const Pattern& pattern>
void add_upright(WheelOutputs& list) {
  const std::string key(pattern.key);
  list.push_back({{"wheel_rate" + key, "wheel rate at the contact point", "N/mm", N_per_mm, "1/C(z, F_z) at C", pattern.words, "chassis",
                   "with k IR², F dIR/dz, bars and bushings"},
                  [](const Corner& c, const Seen& seen) { return inverse(entry(c, seen, true, fz, fz, pattern.other)); }});
  list.push_back({{"wheel_rate_center" + key, "wheel rate at the wheel center", "N/mm", N_per_mm, "1/C(z, F_z) at W", pattern.words,
                   "chassis", "with k IR², F dIR/dz, bars and bushings"},
                  [](const Corner& c, const Seen& seen) { return inverse(entry(c, seen, false, fz, fz, pattern.other)); }});
  list.push_back({{"braking_steer" + key, "braking force steer", "deg/kN", deg / kN, "-sigma rotation about z per force rearward at C, wheel locked",
                   pattern.words, carrier, "+ toe-in"},
                  [](const Corner& c, const Seen& seen) { return times(c.side, entry(c, seen, true, mz, fx, pattern.other)); }});
  list.push_back({{"braking_recession" + key, "braking compliance at the contact point", "mm/kN", mm / kN, "x of C per force along x at C, wheel locked",
                   pattern.words, "chassis", "+ along the force"},
                  [](const Corner& c, const Seen& seen) { return entry(c, seen, true, fx, fx, pattern.other); }});
  list.push_back({{"braking_pitch" + key, "braking wind-up", "deg/kN", deg / kN, "rotation about y per force along x at C, wheel locked",
                   pattern.words, carrier, "+ nose of the carrier down per force forward", Component::none},
                  [](const Corner& c, const Seen& seen) { return entry(c, seen, true, my, fx, pattern.other); }});
  list.push_back({{"traction_steer" + key, "traction force steer", "deg/kN", deg / kN, "-sigma rotation about z per force forward at W",
                   pattern.words, carrier, "+ toe-in"},
                  [](const Corner& c, const Seen& seen) { return times(-c.side, entry(c, seen, false, mz, fx, pattern.other)); }});
  list.push_back({{"traction_recession" + key, "longitudinal compliance at the wheel center", "mm/kN", mm / kN, "x of W per force along x at W",
                   pattern.words, "chassis", "+ along the force"},
                  [](const Corner& c, const Seen& seen) { return entry(c, seen, false, fx, fx, pattern.other); }});
}

}  // namespace

void add_compliance(WheelOutputs& list) {
  add_upright<single>(list);
  add_upright<parallel>(list);
  add_upright<opposed>(list);
  add_lateral<single>(list);
  add_lateral<parallel>(list);
  add_lateral<opposed>(list);
  list.push_back({{"holding_force", "vertical force that holds the position", "N", 1, "power of springs and bushings per travel", "",
                   "chassis", "+ up on the wheel"},
                  [](const Corner& c, const Seen& seen) { return seen.compliance ? Value(seen.compliance->held_by[c.own]) : std::nullopt; }});
}

void add_compliance(AxleOutputs& list) {
  list.push_back({{"roll_stiffness", "roll stiffness without tires", "Nm/deg", 1 / deg, "k track²/2, k the wheel rate of opposed loads", from_matrix,
                   "chassis", ""},
                  [](const Seen& seen) -> Value {
                    if (!seen.axle.left) return std::nullopt;
                    const auto rate = inverse(entry(*seen.axle.left, seen, true, fz, fz, -1));
                    if (!rate) return std::nullopt;
                    const double track = seen.axle.left->C[1].value - seen.axle.right->C[1].value;
                    return *rate * track * track / 2;
                  }});
  constexpr std::string_view by_force = "force: DZ (z - Z) + DY (y - Y) = 0 of both wheels, DZ = C33 - C39, DY = C23 - C29, from the compliance "
                                        "matrix at the contact points";
  list.push_back({{"roll_center_height_force", "roll center, height", "mm", mm, "", by_force, "road plane, touching both wheels", "+ above the road"},
                  [](const Seen& seen) -> Value {
                    const auto center = is_good(seen) ? force_roll_center(*seen.compliance, seen.axle) : std::nullopt;
                    return center ? Value(center->z - seen.axle.ground) : std::nullopt;
                  }});
  list.push_back({{"roll_center_y_force", "roll center, y", "mm", mm, "", by_force, "chassis", "+ to the left", Component::y},
                  [](const Seen& seen) -> Value {
                    const auto center = is_good(seen) ? force_roll_center(*seen.compliance, seen.axle) : std::nullopt;
                    return center ? Value(center->along) : std::nullopt;
                  }});
}

}  // namespace bricard::vehicle
