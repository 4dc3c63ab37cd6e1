// Spring and damper between two points: tension = stiffness (l - free_length) + damping l' + force, along the line of its ends.
// Where the ends meet the line has no direction: the spring part is then zero and the damper acts against the relative velocity,
// which is the limit of a law without free length (such a spring may pass through the point).
#pragma once
#include <optional>

#include "bricard/elements/forces/force.hpp"

namespace bricard {

struct SpringDamper {
  static constexpr std::string_view type = "spring_damper";
  static constexpr std::string_view help = "spring, damper and actuator between two points; positive force is tension";
  static constexpr std::string_view equation = R"(tension = stiffness (l - free_length) + damping l' + force
l: distance of the ends, l': its rate)";
  static constexpr std::string_view columns =
      "`length` and `rate` of the line of its ends; `force` is the tension, without that of dry friction, which `friction` is.";
  static constexpr std::string_view example = R"(bricard: 1
name: Mass on a spring with a bump stop below 80 mm
units: {length: mm}
bodies:
  mass: {mass: 10, inertia: [1e4, 1e4, 1e4], position: [0, 0, 120], velocity: [0, 0, -800]}
joints:
  guide: {type: prismatic, bodies: [ground, mass], at: [0, 0, 120], axis: [0, 0, 1]}
forces:
  strut: {type: spring_damper, from: {body: ground, at: [0, 0, 0]}, to: {body: mass, at: [0, 0, 120]}, stiffness: 5 N/mm,
          damping: 0.1 N*s/mm, free_length: 130, force: "-0.5*max(80 - length, 0)^2"}
analysis: {type: dynamics, duration: 1, output_step: 20 ms}
)";
  static constexpr std::string_view symbol = "spring";
  static constexpr ForceEnds uses = ForceEnds::two_ends;
  static constexpr bool planar = true;

  Function stiffness;
  Function damping;
  std::optional<Function> free_length;  // default: the length in the design position
  Function force;
  double friction = 0;
  static constexpr double friction_sense = -1;  // tension
  static constexpr auto fields(const auto& list) {
    namespace d = dimension;
    return list(
        field("stiffness", &SpringDamper::stiffness, d::stiffness, "tension per length"),
        field("damping", &SpringDamper::damping, d::damping, "tension per rate of length"),
        field("free_length", &SpringDamper::free_length, d::length, "length without tension; default: as designed"),
        field("force", &SpringDamper::force, d::force, "additional tension; may use the element's own `length` and `rate`"),
        field("friction", &SpringDamper::friction, d::force,
              "dry friction of constant size, of a seal: against the rate, and holds it at rest"));
  }
  void check(const KindCheck& check) const {
    if (!(friction >= 0)) check.fault("friction", "must not be negative");
  }
  std::optional<double> rest_length(double designed) const {
    if (free_length && !free_length->is_number()) return std::nullopt;
    return free_length ? free_length->number : designed;
  }
  friend bool operator==(const SpringDamper&, const SpringDamper&) = default;
  static std::vector<SpringDamper> samples() { return {{}, {3, {}, 0.4, {}, 0}, {3, 0.7, 0.4, {}, 0}, {3, {}, 0.4, 2, 0}}; }
  static double told_power(const std::array<double, 2>& measured, const std::array<double, 1>& tension) {
    return -tension[0] * measured[1];
  }

  static constexpr std::array measured{ColumnName{"length", dimension::length}, ColumnName{"rate", dimension::speed}};
  static constexpr std::array results{ColumnName{"force", dimension::force}};
  std::array<Term, 4> functions() const {
    return {Term{&stiffness, dimension::stiffness}, Term{&damping, dimension::damping},
            Term{free_length ? &*free_length : nullptr, dimension::length}, Term{&force, dimension::force}};
  }
  // A free length that is not given is the designed length.
  std::array<double, 4> otherwise(const Pair<double>& designed) const { return {0, 0, length(designed).value, 0}; }

  template <class S, template <class> class Pair>
  std::array<S, 2> measure(const Pair<S>& m) const {
    using std::sqrt;
    const S l = sqrt(dot<S>(m.r, m.r));
    return {l, select(l > S(0), dot<S>(m.r, m.v) / select(l > S(0), l, S(1)), S(0))};
  }
  template <class S, template <class> class Pair>
  auto act(const Pair<S>& m, const std::array<S, 2>& measured_values, const std::array<S, 4>& f, std::array<S, 1>& result) const {
    const S l = measured_values[0];
    const S tension = f[0] * (l - f[2]) + f[1] * measured_values[1] + f[3];
    result[0] = tension;
    const S inverse = S(1) / select(l > S(0), l, S(1));
    auto force = m.r;
    for (int i = 0; i < force.size(); ++i) {
      const S along_line = (-tension * inverse) * m.r[i];
      const S at_point = -f[0] * m.r[i] - f[1] * m.v[i];  // r is zero there, but its derivatives are not
      force[i] = select(l > S(0), along_line, at_point);
    }
    return force_alone<S>(force);
  }
  // A constant spring, and nothing else.
  bool conservative() const {
    return stiffness.is_number() && (!free_length || free_length->is_number()) && is_zero(damping) && is_zero(force);
  }
  // ½ k (l - l0)²: the energy of the spring part.
  template <class S, template <class> class Pair>
  S potential(const Pair<S>&, const std::array<S, 2>& measured_values, const std::array<S, 4>& f) const {
    const S stretch = measured_values[0] - f[2];
    return S(0.5) * f[0] * stretch * stretch;
  }
  // damping l'²; where the ends meet the damper acts against the whole velocity.
  template <class S, template <class> class Pair>
  S dissipation(const Pair<S>& m, const std::array<S, 2>& measured_values, const std::array<S, 4>& f) const {
    return f[1] * select(measured_values[0] > S(0), measured_values[1] * measured_values[1], dot<S>(m.v, m.v));
  }
};

}  // namespace bricard
