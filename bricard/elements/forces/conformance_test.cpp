// The laws of forces (force.hpp), over the list and at random frames: the power of the wrench is what the columns say; a motion
// of the whole model changes nothing; numbers stay finite where the ends meet.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "bricard/elements/forces/forces.hpp"
#include "bricard/elements/pair_cases.hpp"

namespace bricard {
namespace {

constexpr int repeats = 50;

template <class F>
std::vector<F> variants() {
  return {F{}};
}
template <class F>
requires std::is_base_of_v<Load, F> std::vector<F> variants() {
  std::vector<F> all(4);
  for (int i = 0; i < 4; ++i) {
    all[i].frame = i < 2 ? ForceFrame::global : ForceFrame::body;
    if (i % 2 == 1) all[i].magnitude = Function(1);
  }
  return all;
}

template <class F>
using FunctionValues = std::array<double, std::tuple_size_v<decltype(F{}.functions())>>;

template <class F>
FunctionValues<F> random_functions(RandomPairs& random) {
  FunctionValues<F> values;
  for (double& value : values) value = random.number();
  return values;
}

template <class F, class S>
struct Action {
  std::array<S, F::measured.size()> measured;
  std::array<S, F::results.size()> results;
  Wrench<S> wrench;

  Action(const F& force, const Pair<S>& m, const FunctionValues<F>& functions) : measured(force.measure(m)) {
    std::array<S, std::tuple_size_v<FunctionValues<F>>> values;
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = S(functions[i]);
    wrench = force.template act<S>(m, measured, values, results);
  }
};

// What the columns say of the power. A new force says so here.
double power_of_columns(const Action<SpringDamper, double>& action, const Pair<double>&) {
  return -action.results[0] * action.measured[1];
}
template <class F>
requires std::is_base_of_v<Load, F>
double power_of_columns(const Action<F, double>& action, const Pair<double>& m) {
  const auto& f = action.results;
  return Vec3<double>(f[0], f[1], f[2]).dot(m.v) + Vec3<double>(f[3], f[4], f[5]).dot(m.w);
}

// What the columns become when the model is turned by Q: scalars stay, loads are global components.
auto turned_results(const Mat3<double>&, const Action<SpringDamper, double>& action) { return action.results; }
template <class F>
requires std::is_base_of_v<Load, F>
auto turned_results(const Mat3<double>& Q, const Action<F, double>& action) {
  auto results = action.results;
  Eigen::Map<Vec3<double>>(results.data()) = Q * Vec3<double>(action.results.data());
  Eigen::Map<Vec3<double>>(results.data() + 3) = Q * Vec3<double>(action.results.data() + 3);
  return results;
}

// Runs law(force, random) for every force and variant, `repeats` times.
template <class Law>
void for_each_force(Law&& law) {
  Forces::for_each([&]<class F>() {
    SCOPED_TRACE(std::string(F::type));
    RandomPairs random;
    for (const F& force : variants<F>())
      for (int i = 0; i < repeats; ++i) law(force, random);
  });
}

TEST(Forces, PowerOfTheWrenchIsWhatTheColumnsSay) {
  for_each_force([]<class F>(const F& force, RandomPairs& random) {
    const Pair<double> m = random.pair();
    const Action<F, double> action(force, m, random_functions<F>(random));
    const double power = action.wrench.force.dot(m.v) + action.wrench.torque.dot(m.w);
    EXPECT_NEAR(power, power_of_columns(action, m), 1e-12 * (1 + std::abs(power)));
  });
}

// A frame in the global axes with the velocity of its origin, and the pair that two of them make (pair.hpp).
struct Frame {
  Mat3<double> R;
  Vec3<double> p, v, w;
};

Pair<double> pair_of(const Frame& a, const Frame& b) {
  const Vec3<double> r = b.p - a.p;
  return {a.R, b.R, r, b.v - a.v - cross<double>(a.w, r), b.w - a.w};
}

TEST(Forces, AMotionOfTheWholeModelChangesNothing) {
  for_each_force([]<class F>(const F& force, RandomPairs& random) {
    const Frame a{random.axes(), random.vector(), random.vector(), random.vector()};
    const Frame b{random.axes(), random.vector(), random.vector(), random.vector()};
    const FunctionValues<F> functions = random_functions<F>(random);
    // x -> Q x + c, turning with W and moving with u.
    const Mat3<double> Q = random.axes();
    const Vec3<double> c = random.vector(), W = random.vector(), u = random.vector();
    const auto moved = [&](const Frame& f) -> Frame {
      const Vec3<double> p = Q * f.p;
      return {Q * f.R, p + c, Q * f.v + cross<double>(W, p) + u, Q * f.w + W};
    };
    const Action<F, double> here(force, pair_of(a, b), functions), there(force, pair_of(moved(a), moved(b)), functions);
    EXPECT_LT((there.wrench.force - Q * here.wrench.force).norm(), 1e-11 * (1 + here.wrench.force.norm()));
    EXPECT_LT((there.wrench.torque - Q * here.wrench.torque).norm(), 1e-11 * (1 + here.wrench.torque.norm()));
    for (std::size_t i = 0; i < here.measured.size(); ++i)
      EXPECT_NEAR(there.measured[i], here.measured[i], 1e-12 * (1 + std::abs(here.measured[i])));
    const auto expected = turned_results(Q, here);
    for (std::size_t i = 0; i < expected.size(); ++i)
      EXPECT_NEAR(there.results[i], expected[i], 1e-11 * (1 + std::abs(expected[i])));
  });
}

// Six lanes: r and v.
Pair<Dual<double, 6>> with_lanes(const Pair<double>& m) {
  using D6 = Dual<double, 6>;
  Pair<D6> lanes{m.A.cast<D6>(), m.B.cast<D6>(), m.r.cast<D6>(), m.v.cast<D6>(), m.w.cast<D6>()};
  for (int i = 0; i < 3; ++i) lanes.r[i].d[i] = lanes.v[i].d[3 + i] = 1;
  return lanes;
}

TEST(Forces, NumbersAndDerivativesAreFiniteWhereTheEndsMeet) {
  for_each_force([]<class F>(const F& force, RandomPairs& random) {
    Pair<double> m = random.pair();
    m.r.setZero();
    if (random.number() > 0) m.v.setZero();
    const Action<F, Dual<double, 6>> action(force, with_lanes(m), random_functions<F>(random));
    const auto finite = [](const Dual<double, 6>& x) {
      EXPECT_TRUE(std::isfinite(x.value));
      for (const double lane : x.d) EXPECT_TRUE(std::isfinite(lane));
    };
    for (const auto& x : action.measured) finite(x);
    for (const auto& x : action.results) finite(x);
    for (int i = 0; i < 3; ++i) finite(action.wrench.force[i]), finite(action.wrench.torque[i]);
  });
}

TEST(SpringDamper, WithoutFreeLengthIsLinearWhereTheEndsMeet) {
  RandomPairs random;
  Pair<double> m = random.pair();
  m.r.setZero();
  const double stiffness = 30, damping = 0.7;
  const Action<SpringDamper, Dual<double, 6>> action({}, with_lanes(m), {stiffness, damping, 0, 0});
  for (int i = 0; i < 3; ++i) {
    EXPECT_DOUBLE_EQ(action.wrench.force[i].value, -damping * m.v[i]);
    for (int j = 0; j < 3; ++j) {
      EXPECT_DOUBLE_EQ(action.wrench.force[i].d[j], i == j ? -stiffness : 0);
      EXPECT_DOUBLE_EQ(action.wrench.force[i].d[3 + j], i == j ? -damping : 0);
    }
  }
}

TEST(SpringDamper, TensionPullsTheEndsTogether) {
  RandomPairs random;
  const Pair<double> m = random.pair();
  const Action<SpringDamper, double> action({}, m, {2, 3, 0.5, 4});
  const double l = m.r.norm(), l_rate = m.r.dot(m.v) / l, tension = 2 * (l - 0.5) + 3 * l_rate + 4;
  EXPECT_NEAR(action.measured[0], l, 1e-14);
  EXPECT_NEAR(action.measured[1], l_rate, 1e-14);
  EXPECT_NEAR(action.results[0], tension, 1e-13);
  EXPECT_LT((action.wrench.force + tension / l * m.r).norm(), 1e-13);
}

// Without damper and actuator the spring takes from its potential what it gives: F·v = -U'.
TEST(SpringDamper, SpringForceIsTheGradientOfThePotential) {
  RandomPairs random;
  for (int i = 0; i < repeats; ++i) {
    const Pair<double> m = random.pair();
    const FunctionValues<SpringDamper> functions{random.number(), 0, random.number(), 0};
    const Action<SpringDamper, double> action({}, m, functions);
    std::array<Second, 4> f;
    for (int k = 0; k < 4; ++k) f[k] = functions[k];
    const Second potential = SpringDamper{}.potential(SpringDamper{}.measure(moving(m)), f);
    EXPECT_NEAR(action.wrench.force.dot(m.v), -first_of(potential), 1e-12);
  }
}

}  // namespace
}  // namespace bricard
