// The laws of joints (joint.hpp), over the list and at random poses and velocities, on and off the motion.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <map>
#include <numbers>
#include <string>
#include <vector>

#include "bricard/elements/joints/joints.hpp"
#include "bricard/elements/pair_cases.hpp"
#include "bricard/math/dense.hpp"

namespace bricard {
namespace {

constexpr int repeats = 50;
constexpr double pi = std::numbers::pi;

template <class S, class Emit>
std::vector<Row<S>> collect(Emit&& emit) {
  std::vector<Row<S>> rows;
  emit([&](const Row<S>& row) { rows.push_back(row); });
  return rows;
}

template <class J, class S>
std::vector<Row<S>> measured_of(const J& kind, const Pair<S>& m) {
  return collect<S>([&](auto&& out) { kind.measured(m, out); });
}

// All holonomic rows. Turns are counted from the values near which the angles are.
template <class J, class S>
std::vector<Row<S>> rows_of(const J& kind, const Pair<S>& m, const std::vector<double>& near = {}) {
  return collect<S>([&](auto&& out) {
    kind.rows(m, out);
    if constexpr (requires(const Row<S>* measured) { kind.counted_rows(measured, out); }) {
      std::vector<Row<S>> measured = measured_of(kind, m);
      for (std::size_t i = 0; i < near.size() && i < J::names.size(); ++i)
        if (J::names[i].is_angle)
          measured[i].value = measured[i].value + S(2 * pi * std::round((near[i] - number_of(measured[i].value)) / (2 * pi)));
      kind.counted_rows(measured.data(), out);
    }
  });
}

template <class J, class S>
std::vector<Row<S>> rate_rows_of(const J& kind, const Pair<S>& m) {
  return collect<S>([&](auto&& out) {
    if constexpr (requires { kind.rate_rows(m, out); }) kind.rate_rows(m, out);
  });
}

template <class J>
std::vector<Row<double>> all_rows_of(const J& kind, const Pair<double>& m, const std::vector<double>& near = {}) {
  std::vector<Row<double>> rows = rows_of(kind, m, near);
  for (const Row<double>& row : rate_rows_of(kind, m)) rows.push_back(row);
  return rows;
}

// One row per line: (n, tau).
Eigen::MatrixXd covectors(const std::vector<Row<double>>& rows) {
  Eigen::MatrixXd G(rows.size(), 6);
  for (std::size_t i = 0; i < rows.size(); ++i) G.row(i) << rows[i].n.transpose(), rows[i].tau.transpose();
  return G;
}

double least_singular_value(const Eigen::MatrixXd& G) { return G.rows() == 0 ? 1 : singular_values(G).values.tail<1>()[0]; }

// Coordinates of a joint and their course along velocities v and accelerations a. Where there is one coordinate more than
// freedoms, the last four are a quaternion and the last three velocities its angular velocity in A's axes.
template <TreeKind J>
struct Course {
  static constexpr bool has_ball = J::coordinates == J::freedoms + 1;
  static_assert(has_ball || J::coordinates == J::freedoms);
  static constexpr int plain = has_ball ? J::freedoms - 3 : J::freedoms;
  using Velocities = Eigen::Matrix<double, J::freedoms, 1>;

  J kind;
  std::vector<double> q;
  Velocities v, a;
  std::vector<Second> q_of_t, v_of_t;

  Course(const J& joint, RandomPairs& random) : kind(joint) {
    for (int i = 0; i < J::freedoms; ++i) v[i] = random.number(), a[i] = random.number();
    for (int i = 0; i < J::freedoms; ++i) v_of_t.push_back(second_order(v[i], a[i]));
    for (int i = 0; i < plain; ++i) {
      q.push_back(5 * random.number());  // angles beyond one turn
      q_of_t.push_back(second_order(q[i], v[i], a[i]));
    }
    if constexpr (has_ball) {
      const Vec4<double> e = random.unit_quaternion();
      const Vec3<double> w = v.template tail<3>(), w_rate = a.template tail<3>();
      const Vec4<double> e_rate = quaternion_rate<double>(e, w);
      const Vec4<double> e_second = quaternion_rate<double>(e, w_rate) + quaternion_rate<double>(e_rate, w);
      q.insert(q.end(), e.data(), e.data() + 4);
      for (int i = 0; i < 4; ++i) q_of_t.push_back(second_order(e[i], e_rate[i], e_second[i]));
    }
  }

  auto motion() const { return kind.template motion<double>(q.data(), v.data()); }
};

// The marker pair of a joint in its motion, from a random A.
template <class J>
Pair<double> on_motion(const Course<J>& course, const Mat3<double>& A) {
  const auto motion = course.motion();
  const Vec6<double> V = motion.basis * course.v;
  return {A, A * motion.R, A * motion.p, A * V.head<3>(), A * V.tail<3>()};
}

// Runs law(kind, random) for every joint and variant, `repeats` times.
template <class Law>
void for_each_joint(Law&& law) {
  Joints::for_each([&]<class J>() {
    SCOPED_TRACE(std::string(J::type));
    RandomPairs random;
    for (const J& kind : samples_of<J>())
      for (int i = 0; i < repeats; ++i) law(kind, random);
  });
}

template <class Law>
void for_each_tree_joint(Law&& law) {
  for_each_joint([&]<class J>(const J& kind, RandomPairs& random) {
    if constexpr (TreeKind<J>) law(Course<J>(kind, random), random);
  });
}

TEST(Joints, RowsAndMeasuresAgreeWithDualNumbersAtEveryPose) {
  for_each_joint([]<class J>(const J& kind, RandomPairs& random) {
    const Pair<double> m = random.pair();
    const Mat3<double> Q = random.axes();
    EXPECT_LT(deviation_of_rows(m, Q, [&]<class S>(const Pair<S>& at) { return rows_of(kind, at); }), 1e-12);
    EXPECT_LT(deviation_of_rows(m, Q, [&]<class S>(const Pair<S>& at) { return measured_of(kind, at); }), 1e-12);
    EXPECT_LT(deviation_of_rate_rows(m, Q, [&]<class S>(const Pair<S>& at) { return rate_rows_of(kind, at); }), 1e-12);
  });
}

TEST(Joints, CountRowsAndMeasures) {
  for_each_joint([]<class J>(const J& kind, RandomPairs& random) {
    const Pair<double> m = random.pair();
    EXPECT_EQ(all_rows_of(kind, m).size(), 6u - J::freedoms);
    EXPECT_EQ(measured_of(kind, m).size(), J::names.size());
    EXPECT_TRUE(!J::uses.joints || J::freedoms == 6);
  });
}

TEST(Joints, RowsVanishOnTheMotion) {
  for_each_tree_joint([]<class J>(const Course<J>& course, RandomPairs& random) {
    const Pair<double> m = on_motion(course, random.axes());
    std::vector<double> near = course.q;
    near.resize(J::names.size());
    for (const Row<double>& row : all_rows_of(course.kind, m, near)) {
      EXPECT_NEAR(row.value, 0, 1e-14);
      EXPECT_NEAR(rate(row, m), 0, 1e-13);
    }
  });
}

TEST(Joints, CovectorsHaveFullRankAndAnnihilateTheBasis) {
  for_each_tree_joint([]<class J>(const Course<J>& course, RandomPairs& random) {
    const Pair<double> m = on_motion(course, random.axes());
    const auto basis = course.motion().basis;
    const Eigen::MatrixXd G = covectors(all_rows_of(course.kind, m));
    Eigen::MatrixXd columns(6, J::freedoms);
    columns << m.A * basis.template topRows<3>(), m.A * basis.template bottomRows<3>();
    EXPECT_LT((G * columns).norm(), 1e-13);
    // Rows and columns together span everything: no row and no freedom is missing or counted twice.
    Eigen::MatrixXd all(6, 6);
    all << G.transpose(), columns;
    EXPECT_GT(least_singular_value(all), 0.1);
  });
}

// V = basis v and V' = basis a + bias against the derivatives of the pose: w from R' Rᵀ = [w], w' from R'' Rᵀ = [w'] + [w][w].
TEST(Joints, BasisAndBiasAgreeWithDualNumbers) {
  for_each_tree_joint([]<class J>(const Course<J>& course, RandomPairs&) {
    const auto motion = course.motion();
    const auto along = course.kind.template motion<Second>(course.q_of_t.data(), course.v_of_t.data());
    const Vec6<double> V = motion.basis * course.v, V_rate = motion.basis * course.a + motion.bias;
    const Mat3<double> R = along.R.unaryExpr(&value_of), R_rate = along.R.unaryExpr(&first_of),
                       R_second = along.R.unaryExpr(&second_of);
    const Vec3<double> w = V.tail<3>(), w_rate = V_rate.tail<3>();
    EXPECT_LT((R - motion.R).norm(), 1e-14);
    EXPECT_LT((R_rate * R.transpose() - skew(w)).norm(), 1e-12);
    EXPECT_LT((R_second * R.transpose() - skew(w) * skew(w) - skew(w_rate)).norm(), 1e-12);
    EXPECT_LT((along.p.unaryExpr(&value_of) - motion.p).norm(), 1e-14);
    EXPECT_LT((along.p.unaryExpr(&first_of) - V.head<3>()).norm(), 1e-12);
    EXPECT_LT((along.p.unaryExpr(&second_of) - V_rate.head<3>()).norm(), 1e-12);
    // The basis turns with the pose: basis' v = bias.
    const Vec6<double> turning = along.basis.unaryExpr(&first_of) * course.v;
    EXPECT_LT((turning - motion.bias).norm(), 1e-12);
  });
}

// Coordinates, their rates and, with v' = basis a + bias, their accelerations.
TEST(Joints, StoredNamesAreTheCoordinatesOfTheMotion) {
  for_each_tree_joint([]<class J>(const Course<J>& course, RandomPairs& random) {
    static_assert(stored_names<J>() == (Course<J>::has_ball ? J::coordinates - 4 : J::coordinates));
    const Pair<double> m = on_motion(course, random.axes());
    const auto motion = course.motion();
    const Vec6<double> V_rate = motion.basis * course.a + motion.bias;
    const std::vector<Row<double>> rows = measured_of(course.kind, m);
    for (int i = 0; i < stored_names<J>(); ++i) {
      const double away = rows[i].value - course.q[i];
      EXPECT_NEAR(J::names[i].is_angle ? std::remainder(away, 2 * pi) : away, 0, 1e-13) << J::names[i].name;
      EXPECT_NEAR(rate(rows[i], m), course.v[i], 1e-12) << J::names[i].name;
      const double second =
          rows[i].n.dot(m.A * V_rate.template head<3>()) + rows[i].tau.dot(m.A * V_rate.template tail<3>()) + rows[i].quad;
      EXPECT_NEAR(second, course.a[i], 1e-12) << J::names[i].name;
    }
  });
}

// Every free motion of a joint that may carry the tree is measured: no motion leaves all named rates zero.
TEST(Joints, NamesShowEveryFreeMotion) {
  for_each_tree_joint([]<class J>(const Course<J>& course, RandomPairs& random) {
    if constexpr (J::freedoms > 0) {
      const Pair<double> m = on_motion(course, random.axes());
      const auto basis = course.motion().basis;
      Eigen::MatrixXd columns(6, J::freedoms);
      columns << m.A * basis.template topRows<3>(), m.A * basis.template bottomRows<3>();
      EXPECT_GT(least_singular_value(covectors(measured_of(course.kind, m)) * columns), 1e-3);
    }
  });
}

// A key of a driver or of `initial` means the same in every joint, and a rate is no coordinate.
TEST(Joints, NamesOfCoordinatesHaveOneMeaning) {
  std::map<std::string_view, std::pair<bool, bool>> meaning;  // is an angle, is a rate
  for (const JointInfo* kind : JointKind::all())
    for (const std::span<const CoordinateName> names : {kind->names, kind->names_in_plane})
      for (const CoordinateName& each : names) {
        const std::pair value(each.is_angle, false), rate(each.is_angle, true);
        EXPECT_EQ(meaning.try_emplace(each.name, value).first->second, value) << kind->type << '.' << each.name;
        EXPECT_EQ(meaning.try_emplace(each.rate, rate).first->second, rate) << kind->type << '.' << each.rate;
        EXPECT_FALSE(each.effort.empty()) << kind->type << '.' << each.name;
      }
  for (const auto& [name, kind] : meaning) {
    const CoordinateKey* key = find_coordinate_key(name);
    ASSERT_NE(key, nullptr) << name;
    EXPECT_EQ(std::pair(key->is_angle, key->is_rate), kind) << name;
  }
}

// Rx(a) Ry(b) Rz(c), multiplied out.
TEST(TurningAngles, AreThoseOfTheProductOfRotations) {
  RandomPairs random;
  for (int i = 0; i < repeats; ++i) {
    const Mat3<double> A = random.axes();
    const double a = random.angle(), b = random.angle() / 2.01, c = random.angle();
    const Mat3<double> R = (Eigen::AngleAxisd(a, Vec3<double>::UnitX()) * Eigen::AngleAxisd(b, Vec3<double>::UnitY()) *
                            Eigen::AngleAxisd(c, Vec3<double>::UnitZ()))
                               .toRotationMatrix();
    const std::vector<Row<double>> rows = measured_of(Spherical{}, Pair<double>{A, A * R, {}, {}, {}});
    EXPECT_NEAR(rows[0].value, a, 1e-12);
    EXPECT_NEAR(rows[1].value, b, 1e-12);
    EXPECT_NEAR(rows[2].value, c, 1e-12);
  }
}

// Where the parts of a joint without a motion fit.
template <class J>
Pair<double> fitting(const J& kind, RandomPairs& random) {
  const Pose<double> pose = kind.fitted(random);
  const Mat3<double> A = random.axes();
  return {A, A * pose.R, A * pose.p, random.vector(), random.vector()};
}

// Runs law(kind, pair, random) for every kind without a motion that has bodies.
template <class Law>
void for_each_loop_joint(Law&& law) {
  for_each_joint([&]<class J>(const J& kind, RandomPairs& random) {
    if constexpr (!TreeKind<J> && !J::uses.joints) law(kind, fitting(kind, random), random);
  });
}

TEST(Joints, RowsVanishWithFullRankWhereThePartsFit) {
  for_each_loop_joint([]<class J>(const J& kind, const Pair<double>& m, RandomPairs&) {
    for (const Row<double>& row : all_rows_of(kind, m)) EXPECT_NEAR(row.value, 0, 1e-14);
    EXPECT_GT(least_singular_value(covectors(all_rows_of(kind, m))), 0.01);
  });
}

// What is not given comes from one position, and the joint then fits all its positions.
TEST(Joints, DesignIsTakenFromAnyPositionThatFits) {
  for_each_loop_joint([]<class J>(const J& kind, const Pair<double>& m, RandomPairs& random) {
    if constexpr (requires { kind.designed(m); }) {
      for (const Row<double>& row : rows_of(J{}.designed(m), fitting(kind, random))) EXPECT_NEAR(row.value, 0, 1e-14);
    }
  });
}

TEST(Joints, GivenLengthLiesOnTheSideOfTheDesign) {
  for_each_loop_joint([]<class J>(const J& kind, const Pair<double>& m, RandomPairs&) {
    if constexpr (requires { J::length; }) {
      J given;
      given.length = 2.5;
      const J designed = given.designed(m);
      EXPECT_EQ(designed.length, *kind.length < 0 ? -2.5 : 2.5);
      if constexpr (requires { J::offset; }) {
        EXPECT_EQ(designed.offset, 0);
      }
    }
  });
}

template <class J>
constexpr bool lies_in_plane = requires {
  J::lies_in_plane;
};
template <class J>
constexpr int planar_freedoms = [] {
  if constexpr (requires { J::planar_freedoms; })
    return J::planar_freedoms;
  else
    return J::freedoms == 6 ? 3 : 1;
}();

// In a plane model (normal z) rows are of the plane, with force in x and y and torque about z, or the rest. What is in the plane
// moves nothing out of it: there a row has no value and no acceleration, so it can be left out.
TEST(Joints, RowsAreInThePlaneOrOutOfIt) {
  for_each_joint([]<class J>(const J& kind, RandomPairs& random) {
    if constexpr (J::uses.planar) {
      const Vec3<double> normal = Vec3<double>::UnitZ();
      const Vec3<double> x = Vec3<double>::UnitX(), axis = lies_in_plane<J> ? rotation_about_z(random.number()) * x : normal;
      const Mat3<double> A = J::uses.axis ? frame_along(axis, x) : Mat3<double>::Identity();
      const Mat3<double> B = J::uses.separate_axis2 ? frame_along(normal, A.col(0)) : A;
      const double turned = random.number();
      const Pair<double> m{rotation_about_z(turned) * A, rotation_about_z(turned + 0.3 * random.number()) * B,
                           Vec3<double>(random.number(), random.number(), 0), Vec3<double>(random.number(), random.number(), 0),
                           random.number() * normal};
      int inside = 0;
      for (const Row<double>& row : all_rows_of(kind, m)) {
        const double in = std::hypot(row.n[0], row.n[1], row.tau[2]), out = std::hypot(row.n[2], row.tau[0], row.tau[1]);
        EXPECT_LT(std::min(in, out), 1e-15);
        EXPECT_GT(std::max(in, out), 0.1);
        if (in > out)
          ++inside;
        else
          EXPECT_LT(std::abs(row.value) + std::abs(row.quad), 1e-15);
      }
      // Of the three freedoms in the plane these are left.
      EXPECT_EQ(3 - inside, planar_freedoms<J>);
    }
  });
}

TEST(Joints, CouplingsAreWhatTheirNamesSay) {
  // Two gears, 20 and 40 teeth outside: 10 rad of the first turn the second by -5 rad.
  const auto sum = [](const std::vector<double>& c, double a, double b) { return c[0] * a + c[1] * b; };
  EXPECT_NEAR(sum(Gear{.ratio = -0.5}.coefficients(), 10, -5), 0, 1e-15);
  EXPECT_GT(std::abs(sum(Gear{.ratio = -0.5}.coefficients(), 10, 5)), 1);
  // A pinion of 30 mm radius moves its rack by its circumference in a turn.
  EXPECT_NEAR(sum(RackPinion{.ratio = 0.03}.coefficients(), 2 * pi, 0.06 * pi), 0, 1e-15);
  EXPECT_EQ((Coupler{.ratio = {1, -2, 0.5}}.coefficients()), (std::vector<double>{1, -2, 0.5}));
}

TEST(Screw, AdvancesByTheLeadInEveryTurn) {
  const double q = 2 * pi * 3.25, v = 2;
  const auto motion = Screw{.lead = 0.005}.motion(&q, &v);
  EXPECT_NEAR(motion.p[2], 3.25 * 0.005, 1e-17);
  EXPECT_NEAR(motion.R(1, 0), 1, 1e-14);  // right-handed: a quarter turn takes x to y
}

// Two shafts in fixed bearings: speed2/speed1 from the row that couples them, tau·w = 0 with w = speed2 shaft2 - speed1 shaft1.
double speed_ratio(const Row<double>& row, const Vec3<double>& shaft1, const Vec3<double>& shaft2) {
  return row.tau.dot(shaft1) / row.tau.dot(shaft2);
}

TEST(ConstantVelocity, ShaftsTurnEquallyWhereACrossDoesNot) {
  const double bend = 0.6;  // of shaft 2, about x
  const Mat3<double> bent = rotation_about_x(bend);
  const Vec3<double> shaft1 = Vec3<double>::UnitZ(), shaft2 = bent.col(2);
  double least = 1, most = 1;
  for (double phi = 0; phi < 2 * pi; phi += 0.1) {
    for (const double phase : {0.0, 0.7}) {
      Pair<double> m{rotation_about_z(phi), bent * rotation_about_z(phi - phase), zero3<double>(), zero3<double>(),
                     zero3<double>()};
      const Row<double> row = rows_of(ConstantVelocity{}.designed(m), m)[3];
      EXPECT_NEAR(row.value, 0, 1e-15);
      EXPECT_NEAR(speed_ratio(row, shaft1, shaft2), 1, 1e-14);
    }
    // The cross: its arms lie along x of shaft 1, turned by phi, and along y of shaft 2, turned by phi2. They are perpendicular
    // where tan(phi2) = cos(bend) tan(phi), and so speed2/speed1 = cos(bend)/(1 - sin²(bend) sin²(phi)).
    const double phi2 = std::atan2(std::sin(phi) * std::cos(bend), std::cos(phi));
    const Mat3<double> first = rotation_about_z(phi), second = bent * rotation_about_z(phi2);
    Pair<double> m{first, second, zero3<double>(), zero3<double>(), zero3<double>()};
    m.A << first.col(1), first.col(2), first.col(0);     // z along the arm x
    m.B << second.col(1), second.col(2), second.col(0);  // x along the arm y
    const Row<double> row = rows_of(Universal{}, m)[3];
    EXPECT_NEAR(row.value, 0, 1e-15);
    const double ratio = speed_ratio(row, shaft1, shaft2);
    EXPECT_NEAR(ratio, std::cos(bend) / (1 - std::pow(std::sin(bend) * std::sin(phi), 2)), 1e-14);
    least = std::min(least, ratio), most = std::max(most, ratio);
  }
  EXPECT_NEAR(least, std::cos(bend), 1e-2);
  EXPECT_NEAR(most, 1 / std::cos(bend), 1e-2);
}

// A coin rolls in a circle: it precesses with `turning` about the vertical through the circle's center and spins about its axis;
// the contact covers equal arcs of the circle (radius) on the ground and of the rim. Position, velocity and acceleration hold.
TEST(Rolling, CoinRollsInACircle) {
  const double rim = 0.3, circle = 2, lean = 0.4, turning = 1.7, spin = -turning * circle / rim;
  const Rolling coin{.radius = rim, .disc = true};
  const Vec3<double> z = Vec3<double>::UnitZ();
  // The contact is at (circle, 0, 0) and moves along y; the coin leans inward.
  const Vec3<double> axis(std::cos(lean), 0, std::sin(lean)), center(circle - rim * std::sin(lean), 0, rim * std::cos(lean));
  const Vec3<double> w = turning * z + spin * axis, v = turning * z.cross(center);
  const Vec3<double> w_rate = turning * z.cross(spin * axis), v_rate = turning * z.cross(v);
  const Pair<double> m{Mat3<double>::Identity(), frame_along(axis, Vec3<double>::UnitY()), center, v, w};
  const std::vector<Row<double>> rows = all_rows_of(coin, m);
  ASSERT_EQ(rows.size(), 3u);
  for (const Row<double>& row : rows) {
    EXPECT_NEAR(row.value, 0, 1e-15);
    EXPECT_NEAR(rate(row, m), 0, 1e-14);
    EXPECT_NEAR(row.n.dot(v_rate) + row.tau.dot(w_rate) + row.quad, 0, 1e-13);
  }
}

TEST(Rolling, BallHasTheSpeedOfItsCenterOverRadius) {
  const Rolling ball{.radius = 0.5};
  const Vec3<double> v(3, 0, 0), w(0, 6, 1);  // spinning about the normal as it likes
  const Pair<double> m{Mat3<double>::Identity(), Mat3<double>::Identity(), {1, 2, 0.5}, v, w};
  for (const Row<double>& row : all_rows_of(ball, m)) EXPECT_NEAR(std::abs(row.value) + std::abs(rate(row, m)), 0, 1e-15);
}

}  // namespace
}  // namespace bricard
