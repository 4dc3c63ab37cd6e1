// A tire on a road. With the markers of road (A) and wheel center W (B, second pair: carrier and wheel),
//
//   n  spin axis, fixed in the carrier, to the left of the heading;  z  normal of the road under W
//   t = n × z / |n × z|  heading,  e = (z - (n·z) n)/|n × z|,  contact point C = W - l e,  l: loaded radius
//   V  velocity of C as a point of the carrier, over the road;  V_x = V·t,  V_y = V·(z × t),  spin Ω of the wheel in its carrier
//   deflection = R - l,  kappa = (R_e Ω - V_x)/|V_x|,  alpha = atan(V_y/|V_x|),  gamma = asin(n·z)
//
// and forces by the law of the tire (elements/tires/). They act at C on the wheel: as a force at W and the moment M + (C - W) × F.
//
// Relaxation: the tread's deflections u, v are states, so that nothing is divided by a speed (H. B. Pacejka, Tire and Vehicle
// Dynamics, 3rd ed. 2012, section 8.6):
//
//   u' = R_e Ω - V_x - |V_x| u/sigma_x,   v' = V_y - |V_x| v/sigma_y,   kappa = u/sigma_x,   tan alpha = v/sigma_y.
//
// At rest they are springs, whose force holds on a slope. Below `low_speed` three things are blended in: damping of these springs
// (slip gets -d V_sx/sigma); |V_x| with a slope that is zero at rest; and a bound of the deflections where the tread slides, in the
// manner of elastic friction that does not creep (P. Dupont, V. Hayward, B. Armstrong, F. Altpeter, IEEE Trans. Autom. Control 47,
// 2002): none below the slip of the peak, so a tire that holds does not creep. Without load deflections die out.
//
// Without relaxation the quotients have a smooth denominator below `low_speed`: such a tire creeps at rest.
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "bricard/elements/forces/force.hpp"
#include "bricard/elements/tires/road_surface.hpp"
#include "bricard/elements/tires/tire_law.hpp"

namespace bricard {

// What follows from the fields and is no value of its own.
template <class T>
struct Derived {
  std::shared_ptr<const T> value;
  friend bool operator==(const Derived&, const Derived&) { return true; }
};

struct Tire {
  static constexpr std::string_view type = "tire";
  static constexpr std::string_view help = "tire between a wheel and the road";
  static constexpr std::string_view equation = R"(t = n × z/|n × z|, e = (z - (n·z) n)/|n × z|, C = W - l e: heading, radial direction, contact point
kappa = (R_e Ω - V_x)/|V_x|, alpha = atan(V_y/|V_x|), gamma = asin(n·z), V: of C as a point of the carrier
u' = R_e Ω - V_x - |V_x| u/sigma_x, v' = V_y - |V_x| v/sigma_y; kappa = u/sigma_x, tan alpha = v/sigma_y with relaxation
force F at W and moment M + (C - W) × F on the wheel)";
  static constexpr std::string_view columns =
      "In the tire's axes at the contact point (x heading, y to the left, z normal of the road): force, moment, slip angle `alpha`, "
      "slip `kappa`, inclination `gamma` to the road, `deflection`, `clamped` (1 where load, slip or inclination were beyond the "
      "range of the file and cut off there), `dx_rate` and `dy_rate`, the rates of the tread's deflections.";
  static constexpr std::string_view note =
      "`axis` points to the left of the heading on both sides. The deflections of the tread are states of the model, NAME_dx and "
      "NAME_dy, which the reader adds; they stand in the file that a run leaves. Lengths of relaxation: from the file (5.2: PTX, "
      "PTY), else slip stiffness over the stiffness of the carcass, of the file or as the vertical one.";
  static constexpr std::string_view example = R"(bricard: 1
name: A wheel pushed sideways at one degree
bodies:
  carrier: {mass: 30, inertia: [1, 1, 1], position: [0, 0, 0.29], velocity: [10, 0, 0]}
  wheel: {mass: 10, inertia: [0.25, 0.45, 0.25], position: [0, 0, 0.29]}
joints:
  hub: {type: revolute, bodies: [carrier, wheel], at: [0, 0, 0.29], axis: [-0.0175, 1, 0], initial: {speed: 34}}
constraints:
  upright: {type: dot1, bodies: [ground, carrier], axis: [0, 0, 1], axis2: [1, 0, 0]}
  level: {type: dot1, bodies: [ground, carrier], axis: [0, 0, 1], axis2: [0, 1, 0]}
  straight: {type: dot1, bodies: [ground, carrier], axis: [0, 1, 0], axis2: [1, 0, 0]}
drivers:
  path: {body: carrier, coordinate: y, value: "0"}
forces:
  tire: {type: tire, wheel: wheel, carrier: carrier, axis: [-0.0175, 1, 0], model: fiala, radius: 0.3, width: 0.2,
         vertical_stiffness: 2e5, slip_stiffness: 6e4, cornering_stiffness: 5e4}
  load: {type: force, body: carrier, components: [0, 0, -2000]}
analysis: {type: dynamics, duration: 1, output_step: 20 ms}
)";
  static constexpr std::string_view symbol = "anchor";
  static constexpr ForceEnds uses = ForceEnds::wheel;
  static constexpr bool planar = false;
  static constexpr std::string_view mark = "clamped";
  static constexpr std::string_view mark_means =
      "load, slip or inclination leave the range of the tire's file; they are cut off there";

  std::string model = "magic_formula";
  FileName file;
  std::string side;
  bool relaxation = true;
  std::string slip = "angle";
  std::optional<double> radius, rolling_radius, width, vertical_stiffness, vertical_damping, pressure;
  std::optional<double> slip_stiffness, cornering_stiffness, camber_stiffness, trail, sliding_friction, rolling_resistance;
  std::optional<double> relaxation_x, relaxation_y, low_speed;
  Function grip = 1;
  std::optional<Function> deflection_x, deflection_y;
  static constexpr auto fields(const auto& list) {
    namespace d = dimension;
    return list(
        field("model", &Tire::model, "magic_formula (5.2, 6.1: as the file says), fiala, linear or table"),
        field("file", &Tire::file, "its parameters: a .tir file, or of a table .csv; the path from the model file"),
        field("side", &Tire::side,
              "left, right: the side of the vehicle it is on, where the file was measured on the other its mirror image is taken; "
              "symmetric: without ply steer and conicity; mirrored; default: as measured"),
        field("relaxation", &Tire::relaxation, "false: forces follow slip at once, and it creeps at rest"),
        field("slip", &Tire::slip, "what stands for slip angle and inclination in the Magic Formula: angle, or tangent (and sine)"),
        field("radius", &Tire::radius, d::length, "without load; default: of the file"),
        field("rolling_radius", &Tire::rolling_radius, d::length,
              "effective: speed over spin of a wheel that rolls freely; default: of the file, else the radius less a third of the "
              "deflection"),
        field("width", &Tire::width, d::length, "of the tread, for the moment of a Fiala tire"),
        field("vertical_stiffness", &Tire::vertical_stiffness, d::stiffness, "load per deflection"),
        field("vertical_damping", &Tire::vertical_damping, d::damping, "load per rate of deflection"),
        field("pressure", &Tire::pressure, d::force / (d::length * d::length), "default: INFLPRES of the file"),
        field("slip_stiffness", &Tire::slip_stiffness, d::force, "of linear and fiala: longitudinal force per slip"),
        field("cornering_stiffness", &Tire::cornering_stiffness, d::force / d::angle, "of linear and fiala: side force per slip angle"),
        field("camber_stiffness", &Tire::camber_stiffness, d::force / d::angle, "of linear: side force per inclination"),
        field("trail", &Tire::trail, d::length, "of linear: aligning moment per side force"),
        field("sliding_friction", &Tire::sliding_friction, "of fiala: friction where all slides, per `friction`; default 1"),
        field("rolling_resistance", &Tire::rolling_resistance, d::length, "of linear and fiala: moment per load"),
        field("relaxation_x", &Tire::relaxation_x, d::length, "length over which longitudinal slip builds up"),
        field("relaxation_y", &Tire::relaxation_y, d::length, "length over which the slip angle builds up"),
        field("low_speed", &Tire::low_speed, d::speed, "below it slip is no quotient; default: VXLOW of the file, else 1 m/s"),
        field("friction", &Tire::grip, "of the road, per friction of the tire's law; may be a function"),
        field("deflection_x", &Tire::deflection_x, d::length, "the tread's deflection along the heading; default: a state is added"),
        field("deflection_y", &Tire::deflection_y, d::length, "the tread's deflection across it; default: a state is added"));
  }
  friend bool operator==(const Tire&, const Tire&) = default;

  void check(const KindCheck& check) const;
  void load(const KindLoad& load);
  void reflect(const Reflection& reflection);
  std::vector<OwnState> own_states();
  // What the fields make of the file; after this it can act.
  void lay(std::shared_ptr<const RoadSurface> road);
  static std::vector<Tire> samples();

  // The law as it is used: values of keys in place of those of the file.
  TireLaw law() const;
  // Slip of forces measured on the other side.
  bool is_mirrored() const;

  Derived<TireLaw> loaded, used;
  Derived<RoadSurface> road;
  bool turned = false;       // used in mirror image
  double pressure_used = 0;  // Pa; 0: nominal

  static constexpr std::array<ColumnName, 0> measured{};
  static constexpr std::array results{
      ColumnName{"fx", dimension::force, Mirrored::same},        ColumnName{"fy", dimension::force, Mirrored::opposite},
      ColumnName{"fz", dimension::force, Mirrored::same},        ColumnName{"mx", dimension::torque, Mirrored::opposite},
      ColumnName{"my", dimension::torque, Mirrored::same},       ColumnName{"mz", dimension::torque, Mirrored::opposite},
      ColumnName{"alpha", dimension::angle, Mirrored::opposite}, ColumnName{"kappa", dimension::none, Mirrored::same},
      ColumnName{"gamma", dimension::angle, Mirrored::opposite}, ColumnName{"deflection", dimension::length, Mirrored::same},
      ColumnName{"clamped", dimension::none, Mirrored::same},    ColumnName{"dx_rate", dimension::speed, Mirrored::same},
      ColumnName{"dy_rate", dimension::speed, Mirrored::same}};
  std::array<Term, 3> functions() const {
    return {Term{&grip, dimension::none}, Term{deflection_x ? &*deflection_x : nullptr, dimension::length},
            Term{deflection_y ? &*deflection_y : nullptr, dimension::length}};
  }
  std::array<double, 3> otherwise(const Pair<double>&) const { return {1, 0, 0}; }
  bool relaxes() const { return relaxation && deflection_x && deflection_y; }

  template <class S>
  std::array<S, 0> measure(const Pair<S>&, const Pair<S>&) const {
    return {};
  }
  template <class S>
  Wrench<S> act(const Pair<S>& m, const Pair<S>& carried, const std::array<S, 0>&, const std::array<S, 3>& f,
                std::array<S, 13>& result) const;
  bool conservative() const { return false; }
  template <class S>
  S potential(const Pair<S>&, const Pair<S>&, const std::array<S, 0>&, const std::array<S, 3>&) const {
    return S(0);
  }
};

}  // namespace bricard

#include "bricard/elements/tires/tire_act.hpp"
