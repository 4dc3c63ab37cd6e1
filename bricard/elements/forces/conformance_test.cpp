// The laws of forces (force.hpp), over the list and at random frames: the power of the wrench is what the columns say and, where
// conservative, the loss of potential; a motion of the whole model changes nothing; numbers stay finite where the ends meet.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "bricard/elements/forces/forces.hpp"
#include "bricard/elements/pair_cases.hpp"

namespace bricard {
namespace {

constexpr int repeats = 50;

Bushing full_bushing(RandomPairs& random, bool symmetric) {
  Bushing bushing;
  bushing.matrix.emplace();
  bushing.preload.emplace();
  for (int i = 0; i < 6; ++i) {
    (*bushing.preload)[i] = random.number();
    for (int j = 0; j < 6; ++j) (*bushing.matrix)[i][j] = symmetric && j < i ? (*bushing.matrix)[j][i] : random.number();
  }
  return bushing;
}

template <class F>
constexpr bool on_coordinate = bricard::on_coordinate(F::uses);

// What an element over the road sees besides: the carrier, whose axes are here those of the wheel's marker, and which turns with a
// part of its velocity; or a second point of the body. It moves with the whole model as the first pair does.
template <class F, class S>
Pair<S> second_pair(const Pair<S>& m) {
  if constexpr (F::uses == ForceEnds::wheel) return {m.B, m.B, zero3<S>(), zero3<S>(), Vec3<S>(S(0.3) * m.w)};
  const Vec3<S> arm = S(0.7) * m.B.col(0);
  return {m.A, m.B, Vec3<S>(m.r + arm), Vec3<S>(m.v + cross<S>(m.w, arm)), m.w};
}

// The coordinate that a force on one sees in these tests: a position where it is a force, else an angle.
template <class F, class S>
Row<S> coordinate_of(const F& force, const Pair<S>& m) {
  if constexpr (requires { force.force; })
    if (force.force) return along<S>(m, m.A.col(2));
  return turn<S>(m);
}

template <class F>
constexpr int number_of_functions = std::tuple_size_v<decltype(F{}.functions())>;
template <class F>
using FunctionValues = std::array<double, number_of_functions<F>>;

template <class F>
FunctionValues<F> random_functions(RandomPairs& random) {
  FunctionValues<F> values;
  for (double& value : values) value = random.number();
  return values;
}

// The numbers a force was given, with what stands for those it was not.
template <class F>
FunctionValues<F> given_functions(const F& force, const Pair<double>& designed) {
  FunctionValues<F> values;
  if constexpr (on_coordinate<F>)
    values = force.otherwise(coordinate_of(force, designed).value);
  else
    values = force.otherwise(designed);
  const auto terms = force.functions();
  for (std::size_t i = 0; i < values.size(); ++i)
    if (terms[i].function) values[i] = terms[i].function->number;
  return values;
}

template <class F, class S>
struct Action {
  std::array<S, F::measured.size()> measured;
  std::array<S, F::results.size()> results;
  Wrench<S> wrench;
  S potential;

  Action(const F& force, const Pair<S>& m, const FunctionValues<F>& functions) {
    std::array<S, number_of_functions<F>> values;
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = S(functions[i]);
    if constexpr (on_coordinate<F>) {
      const Row<S> c = coordinate_of(force, m);
      measured = force.measure(c.value, rate(c, m));
      S effort;
      if constexpr (F::uses == ForceEnds::difference) {
        effort = force.template effort<S>(c.value, rate(c, m), results);
        potential = force.template potential<S>(c.value);
      } else {
        effort = force.template effort<S>(measured, values, results);
        potential = force.template potential<S>(measured, values);
      }
      wrench = {effort * c.n, effort * c.tau};
    } else if constexpr (over_road(F::uses)) {
      const Pair<S> second = second_pair<F>(m);
      measured = force.measure(m, second);
      wrench = force.template act<S>(m, second, measured, values, results);
      potential = force.template potential<S>(m, second, measured, values);
    } else {
      measured = force.measure(m);
      wrench = force.template act<S>(m, measured, values, results);
      potential = force.template potential<S>(m, measured, values);
    }
  }
};

template <class F>
double power_of_wrench(const Action<F, double>& action, const Pair<double>& m) {
  return action.wrench.force.dot(m.v) + action.wrench.torque.dot(m.w);
}

// The columns are the global components of the wrench.
template <class F>
constexpr bool tells_wrench = F::results.size() == 6;

// What the columns say of the power.
template <class F>
double power_of_columns(const F& force, const Action<F, double>& action, const Pair<double>& m) {
  const auto& f = action.results;
  if constexpr (over_road(F::uses))
    return 0;
  else if constexpr (requires { F::told_power(action.measured, f); })
    return F::told_power(action.measured, f);
  else if constexpr (tells_wrench<F>)
    return Vec3<double>(f[0], f[1], f[2]).dot(m.v) + Vec3<double>(f[3], f[4], f[5]).dot(m.w);
  else
    return f[0] * rate(coordinate_of(force, m), m);
}

// What the columns become when the model is turned by Q: scalars stay, wrenches are global components.
template <class F>
auto turned_results(const Mat3<double>& Q, const Action<F, double>& action) {
  auto results = action.results;
  if constexpr (tells_wrench<F>) {
    Eigen::Map<Vec3<double>>(results.data()) = Q * Vec3<double>(action.results.data());
    Eigen::Map<Vec3<double>>(results.data() + 3) = Q * Vec3<double>(action.results.data() + 3);
  }
  return results;
}

// Runs law(force, random) for every force and variant, `repeats` times.
template <class Law>
void for_each_force(Law&& law) {
  Forces::for_each([&]<class F>() {
    SCOPED_TRACE(std::string(F::type));
    RandomPairs random;
    for (const F& force : samples_of<F>())
      for (int i = 0; i < repeats; ++i) law(force, random);
  });
}

// Elements over the road tell forces in axes of their own: tire_test.cpp.
TEST(Forces, PowerOfTheWrenchIsWhatTheColumnsSay) {
  for_each_force([]<class F>(const F& force, RandomPairs& random) {
    if constexpr (over_road(F::uses)) return;
    const Pair<double> m = random.pair();
    const Action<F, double> action(force, m, random_functions<F>(random));
    const double power = power_of_wrench(action, m);
    EXPECT_NEAR(power, power_of_columns(force, action, m), 1e-12 * (1 + std::abs(power)));
  });
}

// P = -U' along any twist, so the wrench is the gradient of the potential.
TEST(Forces, AConservativeForceTakesFromItsPotentialWhatItGives) {
  int conservative = 0;
  for_each_force([&]<class F>(const F& force, RandomPairs& random) {
    if (!force.conservative()) return;
    ++conservative;
    const Pair<double> m = random.pair();
    const FunctionValues<F> functions = given_functions(force, random.pair());
    const double power = power_of_wrench(Action<F, double>(force, m, functions), m);
    EXPECT_NEAR(power, -first_of(Action<F, Second>(force, moving(m), functions).potential), 1e-12 * (1 + std::abs(power)));
  });
  EXPECT_EQ(conservative, 10 * repeats);  // two springs of each kind, a joint force and an aero of nothing, three bushings, a bar
}

// Springs and constant loads give back on the way back what they took; a damper takes both ways: dissipation is the part of the
// power that keeps its sign when the motion is reversed.
TEST(Forces, DissipationIsThePowerThatReversedMotionDoesNotGiveBack) {
  int dissipative = 0;
  for_each_force([&]<class F>(const F& force, RandomPairs& random) {
    const Pair<double> m = random.pair();
    Pair<double> back = m;
    back.v = -m.v;
    back.w = -m.w;
    const FunctionValues<F> functions = given_functions(force, random.pair());
    const Action<F, double> there(force, m, functions);
    const double lost = -0.5 * (power_of_wrench(there, m) + power_of_wrench(Action<F, double>(force, back, functions), back));
    double dissipation = 0;
    if constexpr (over_road(F::uses)) return;  // friction and drag are forces, no dampers
    if constexpr (requires { force.dissipation(rate(coordinate_of(force, m), m)); })
      dissipation = force.dissipation(rate(coordinate_of(force, m), m));
    else if constexpr (requires { force.dissipation(m, there.measured, functions); })
      dissipation = force.dissipation(m, there.measured, functions);
    else if constexpr (requires { force.dissipation(there.measured, functions); })
      dissipation = force.dissipation(there.measured, functions);
    EXPECT_NEAR(lost, dissipation, 1e-12 * (1 + std::abs(lost)));
    dissipative += dissipation != 0;
  });
  EXPECT_EQ(dissipative, 5 * repeats);  // a spring of each kind with a damper, two such bushings, a bar
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

TEST(RotationalSpringDamper, WindsUpOverManyTurns) {
  RotationalSpringDamper spring;
  spring.stiffness = 2;
  const double turns = 2 * std::acos(-1.0) * 5, designed = 0.25;
  const std::array<double, 4> f{2, 0.5, spring.otherwise(designed)[2], 0};
  std::array<double, 1> torque;
  const double effort = spring.effort<double>(spring.measure(designed + turns, 3.0), f, torque);
  EXPECT_DOUBLE_EQ(torque[0], 2 * turns + 0.5 * 3);
  EXPECT_DOUBLE_EQ(effort, -torque[0]);
  EXPECT_DOUBLE_EQ(spring.potential<double>({designed + turns, 3.0}, f), turns * turns);
}

// About the axis of a hinge: the second body is turned back.
TEST(RotationalSpringDamper, ActsAgainstTheGrowingAngle) {
  Pair<double> m{Mat3<double>::Identity(), Mat3<double>::Identity(), zero3<double>(), zero3<double>(), {0, 0, 0.2}};
  m.B = rotation<double>(quaternion_of(Vec3<double>(0, 0, 0.5)));
  const Action<RotationalSpringDamper, double> action({}, m, {4, 3, 0.1, 1});
  const double torque = 4 * (0.5 - 0.1) + 3 * 0.2 + 1;
  EXPECT_NEAR(action.measured[0], 0.5, 1e-15);
  EXPECT_NEAR(action.measured[1], 0.2, 1e-15);
  EXPECT_NEAR(action.results[0], torque, 1e-14);
  EXPECT_LT((action.wrench.torque - Vec3<double>(0, 0, -torque)).norm(), 1e-14);
  EXPECT_EQ(action.wrench.force.norm(), 0);
}

TEST(JointForce, IsAForceOnAPositionOrATorqueOnAnAngle) {
  JointForce force, torque;
  force.force = "10*time";
  torque.torque = 7;
  EXPECT_EQ(force.result_names()[0].name, "force");
  EXPECT_EQ(force.functions()[0].dimension, dimension::force);
  EXPECT_EQ(force.functions()[0].function, &*force.force);
  EXPECT_EQ(torque.result_names()[0].name, "torque");
  EXPECT_EQ(torque.result_names()[0].dimension, dimension::torque);
  EXPECT_EQ(torque.functions()[0].function, &*torque.torque);
  EXPECT_EQ(torque.functions()[0].dimension, dimension::torque);

  RandomPairs random;
  Pair<double> m = random.pair();
  m.B.col(2) = m.A.col(2);  // a cylindrical joint
  m.B.col(0) = m.A.col(1), m.B.col(1) = -m.A.col(0);
  const Action<JointForce, double> push(force, m, {5}), twist(torque, m, {7});
  EXPECT_LT((push.wrench.force - 5 * m.A.col(2)).norm() + push.wrench.torque.norm(), 1e-14);
  EXPECT_LT((twist.wrench.torque - 7 * m.A.col(2)).norm() + twist.wrench.force.norm(), 1e-14);
}

// A pair with the second body displaced by d in A's axes: (Aᵀ r; rotation vector).
Pair<double> displaced(const Vec6<double>& d, RandomPairs& random) {
  Pair<double> m = random.pair();
  m.r = m.A * d.head<3>();
  m.B = m.A * rotation<double>(quaternion_of(Vec3<double>(d.tail<3>())));
  m.v.setZero();
  m.w.setZero();
  return m;
}

Vec6<double> random_six(RandomPairs& random) {
  Vec6<double> d;
  d << random.vector(), random.vector();
  return d;
}

// The wrench of a bushing in A's axes.
Vec6<double> wrench_in_first(const Bushing& bushing, const Pair<double>& m) {
  const Action<Bushing, double> action(bushing, m, {});
  Vec6<double> wrench;
  wrench << m.A.transpose() * action.wrench.force, m.A.transpose() * action.wrench.torque;
  return wrench;
}

Mat6<double> stiffness_of(const Bushing& bushing) {
  Mat6<double> K;
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) K(i, j) = (*bushing.matrix)[i][j];
  return K;
}

Vec6<double> preload_of(const Bushing& bushing) { return Vec6<double>(bushing.preload->data()); }

TEST(Bushing, CarriesItsPreloadInTheDesignPosition) {
  RandomPairs random;
  const Bushing bushing = full_bushing(random, false);
  EXPECT_LT((wrench_in_first(bushing, displaced(Vec6<double>::Zero(), random)) - preload_of(bushing)).norm(), 1e-14);
}

// Every entry of the matrix, forces against rotations and torques against displacements too: one column at a time, exact for
// displacements of any size and, without preload, to first order in rotations.
TEST(Bushing, SmallDisplacementsMeetTheMatrix) {
  RandomPairs random;
  Bushing bushing = full_bushing(random, false);
  bushing.preload.reset();
  const Mat6<double> K = stiffness_of(bushing);
  const double small = 1e-6;
  for (int j = 0; j < 6; ++j) {
    const Vec6<double> wrench = wrench_in_first(bushing, displaced(small * Vec6<double>::Unit(j), random));
    EXPECT_LT((wrench / small + K.col(j)).norm(), 2e-6) << j;  // the torque differs by ½ theta × k
    if (j >= 3) continue;
    EXPECT_LT((wrench_in_first(bushing, displaced(7 * Vec6<double>::Unit(j), random)) + 7 * K.col(j)).norm(), 1e-13);
  }
  const Vec6<double> d = random_six(random);
  EXPECT_LT((wrench_in_first(bushing, displaced(small * d, random)) / small + K * d).norm(), 1e-5);
}

// In the design position, where the rotation vector comes from its series, -K is the derivative of the wrench.
TEST(Bushing, TheMatrixIsTheDerivativeInTheDesignPosition) {
  RandomPairs random;
  Bushing bushing = full_bushing(random, false);
  bushing.preload.reset();
  Pair<double> m = displaced(Vec6<double>::Zero(), random);
  m.v = random.vector(), m.w = random.vector();
  const Action<Bushing, Second> action(bushing, moving(m), {});
  Vec6<double> d_rate, change;
  d_rate << m.A.transpose() * m.v, m.A.transpose() * m.w;
  for (int i = 0; i < 6; ++i) change[i] = first_of(action.results[i]);
  Vec6<double> expected = -stiffness_of(bushing) * d_rate;
  expected.head<3>() = m.A * Vec3<double>(expected.head<3>());
  expected.tail<3>() = m.A * Vec3<double>(expected.tail<3>());
  EXPECT_LT((change - expected).norm(), 1e-13);
}

// Three numbers each are the diagonal of the matrix.
TEST(Bushing, ThreeNumbersAreTheDiagonal) {
  RandomPairs random;
  Bushing three, six;
  three.stiffness = {1, 2, 3};
  three.rotational_stiffness = {4, 5, 6};
  six.matrix.emplace();
  for (int i = 0; i < 6; ++i) (*six.matrix)[i][i] = i + 1;
  const Pair<double> m = random.pair();
  EXPECT_LT((wrench_in_first(three, m) - wrench_in_first(six, m)).norm(), 1e-14);
  Vec6<double> d;
  d << 0.1, -0.2, 0.3, 0, 0, 0;
  EXPECT_LT((wrench_in_first(three, displaced(d, random)).head<3>() + Vec3<double>(0.1, -0.4, 0.9)).norm(), 1e-14);
}

// About an axis of its own, by any angle: torque = -k angle.
TEST(Bushing, IsLinearInTheAngleAboutAnAxis) {
  RandomPairs random;
  Bushing bushing;
  bushing.rotational_stiffness = {4, 5, 6};
  for (int axis = 0; axis < 3; ++axis)
    for (const double angle : {-3.0, -1.0, 1e-9, 0.06, 0.07, 2.0, 3.1}) {
      const Vec6<double> d = angle * Vec6<double>::Unit(3 + axis);
      EXPECT_LT((wrench_in_first(bushing, displaced(d, random)) + (4 + axis) * d).norm(), 2e-14 * 6) << axis << ' ' << angle;
    }
}

// K couples everything, rotations of 1 to 2 rad, any twist: P = -U', where U is written from d and not from the pair.
TEST(Bushing, ConservesEnergyAtLargeRotations) {
  RandomPairs random;
  for (int i = 0; i < repeats; ++i) {
    const Bushing bushing = full_bushing(random, true);
    ASSERT_TRUE(bushing.conservative());
    Vec6<double> d = random_six(random);
    d.tail<3>() *= (1 + std::abs(std::sin(i))) / d.tail<3>().norm();
    Pair<double> m = displaced(d, random);
    m.v = random.vector(), m.w = random.vector();
    const Action<Bushing, Second> along_twist(bushing, moving(m), {});
    EXPECT_NEAR(value_of(along_twist.potential), 0.5 * d.dot(stiffness_of(bushing) * d) - preload_of(bushing).dot(d), 1e-13 * 20);
    const double power = power_of_wrench(Action<Bushing, double>(bushing, m, {}), m);
    EXPECT_NEAR(power, -first_of(along_twist.potential), 1e-13 * (10 + std::abs(power)));
  }
}

TEST(Bushing, DampingDissipatesInAnyState) {
  RandomPairs random;
  Bushing damped;
  damped.damping = {1, 2, 3};
  damped.rotational_damping = {4, 5, 6};
  EXPECT_FALSE(damped.conservative());
  for (int i = 0; i < repeats; ++i) {
    const Pair<double> m = random.pair();
    const Vec3<double> v = m.A.transpose() * m.v, w = m.A.transpose() * m.w;
    const double loss = Vec3<double>(1, 2, 3).dot(v.cwiseAbs2()) + Vec3<double>(4, 5, 6).dot(w.cwiseAbs2());
    EXPECT_NEAR(power_of_wrench(Action<Bushing, double>(damped, m, {}), m), -loss, 1e-13 * loss);
  }
}

TEST(Bushing, OnlyASymmetricMatrixConserves) {
  RandomPairs random;
  Bushing bushing = full_bushing(random, true);
  EXPECT_TRUE(bushing.conservative());
  bushing.damping = {0, 0, 0};
  EXPECT_TRUE(bushing.conservative());
  (*bushing.matrix)[4][1] += 1e-3;
  EXPECT_FALSE(bushing.conservative());
}

TEST(Bushing, BlocksOfTheMatrixHaveTheirDimensions) {
  EXPECT_EQ(stiffness_dimension(2, 2), dimension::stiffness);
  EXPECT_EQ(stiffness_dimension(0, 3), dimension::force / dimension::angle);
  EXPECT_EQ(stiffness_dimension(3, 0), dimension::force);
  EXPECT_EQ(stiffness_dimension(5, 5), dimension::rotational_stiffness);
  EXPECT_EQ(wrench_dimension(2), dimension::force);
  EXPECT_EQ(wrench_dimension(3), dimension::torque);
}

}  // namespace
}  // namespace bricard
