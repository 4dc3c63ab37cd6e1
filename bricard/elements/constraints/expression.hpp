// f(columns, t) = 0: a constraint that the user writes. It may name positions (bodies, sensors, joint coordinates, lengths and
// angles of force elements), the time and parameters. Each column is itself a row over a marker pair, so with f_i = ∂f/∂c_i
//
//   f' = Σ f_i c_i' + f_t,      f'' = Σ f_i c_i'' + Σ (f_i)' c_i' + (f_t)',
//
// where the derivatives of the expression are formed by the program (system/function_compiler.cpp), not by the user.
//
// Or f(columns, their velocities, t) = 0, linear in the velocities u_i: a non-holonomic constraint such as a knife edge, that no
// position equation has. With g_i = ∂f/∂u_i
//
//   f = Σ g_i u_i + h(positions, t) = 0,      f' = Σ g_i u_i' + (f' while the velocities stay).
#pragma once
#include <optional>

#include "bricard/core/values.hpp"
#include "bricard/elements/constraints/constraint.hpp"

namespace bricard {

struct ExpressionConstraint {
  static constexpr std::string_view type = "expression";
  static constexpr std::string_view help = "a function of positions and time, or one linear in velocities, that stays zero";
  static constexpr std::string_view equation = R"(equal_zero:  f(positions, t) = 0                    its derivatives are formed by the program
rate_zero:   Σ g(positions, t) velocity + h(positions, t) = 0      non-holonomic: positions are free against it)";
  static constexpr std::string_view reactions =
      "`effort` is the multiplier: each position c in the expression gets the generalized force effort · ∂f/∂c, each velocity u in "
      "`rate_zero` effort · ∂f/∂u along what it is the rate of.";
  static constexpr std::string_view example = R"(bricard: 1
name: Cam and follower
bodies:
  cam:      {mass: 1, inertia: [1e-3, 1e-3, 2e-3], position: [0, 0, 0]}
  follower: {mass: 0.3, inertia: [1e-4, 1e-4, 1e-4], position: [0, 0.1, 0]}
joints:
  shaft: {type: revolute, bodies: [ground, cam], at: [0, 0, 0], axis: [0, 0, 1], initial: {speed: 20}}
  guide: {type: prismatic, bodies: [ground, follower], at: [0, 0.1, 0], axis: [0, 1, 0]}
constraints:
  contact: {type: expression, equal_zero: guide.position - 0.01*(1 - cos(shaft.angle))}
analysis: {type: dynamics, duration: 1, output_step: 20 ms}
)";
  static constexpr std::string_view symbol = "none";
  static constexpr ConstraintKeys uses{.bodies = false, .points = false, .value = false};
  static constexpr Dimension dimension = bricard::dimension::none;
  static constexpr std::array<PairEnds, 0> pairs{};
  static constexpr bool value_is_designed = false;

  Function equal_zero;
  std::optional<Function> rate_zero;
  static constexpr auto fields(const auto& list) {
    return list(field("equal_zero", &ExpressionConstraint::equal_zero, "a function of positions and time, in the file's units"),
                field("rate_zero", &ExpressionConstraint::rate_zero,
                      "instead of it: a function that is linear in velocities, such as a knife edge's \"b.vy*cos(r.angle) - "
                      "b.vx*sin(r.angle)\""));
  }
  void check(const KindCheck& check) const {
    if (rate_zero && !(equal_zero == Function{}))
      check.fault("rate_zero", "a constraint is either on positions or on velocities", "keep one of `equal_zero` and `rate_zero`");
    else if (rate_zero && rate_zero->is_number())
      check.fault("rate_zero", "the expression holds no velocity", "for instance \"blade.vy\"");
    else if (!rate_zero && equal_zero.is_number())
      check.fault("equal_zero", "the expression holds no column", "for instance \"screw.position - 0.005*screw.angle\"");
  }
  // Whether this is the function of `rate_zero`.
  bool is_of_rates(const Function& function) const { return rate_zero && &*rate_zero == &function; }
  friend bool operator==(const ExpressionConstraint&, const ExpressionConstraint&) = default;

  template <class S, template <class> class Pair>
  std::array<decltype(length(std::declval<Pair<S>>())), 0> function(const std::array<Pair<S>, 0>&) const {
    return {};
  }
};

}  // namespace bricard
