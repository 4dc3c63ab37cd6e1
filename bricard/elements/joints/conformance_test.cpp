// The laws of joints (joint.hpp), over the list and at random poses and velocities, on and off the motion.
#include <gtest/gtest.h>

#include <Eigen/SVD>
#include <string>
#include <vector>

#include "bricard/elements/joints/joints.hpp"
#include "bricard/elements/pair_cases.hpp"

namespace bricard {
namespace {

constexpr int repeats = 50;

template <class J, class S>
std::vector<Row<S>> rows_of(const Pair<S>& m) {
  std::vector<Row<S>> rows;
  J{}.rows(m, [&](const Row<S>& row) { rows.push_back(row); });
  return rows;
}

template <class J, class S>
std::vector<Row<S>> measured_of(const Pair<S>& m) {
  std::vector<Row<S>> rows;
  J{}.measured(m, [&](const Row<S>& row) { rows.push_back(row); });
  return rows;
}

// Coordinates of a joint and their course along velocities v and accelerations a. Where there is one coordinate more than
// freedoms, the last four are a quaternion and the last three velocities its angular velocity in A's axes.
template <class J>
struct Course {
  static constexpr bool has_ball = J::coordinates == J::freedoms + 1;
  static_assert(has_ball || J::coordinates == J::freedoms);
  static constexpr int plain = has_ball ? J::freedoms - 3 : J::freedoms;
  using Velocities = Eigen::Matrix<double, J::freedoms, 1>;

  std::vector<double> q;
  Velocities v, a;
  std::vector<Second> q_of_t, v_of_t;

  explicit Course(RandomPairs& random) {
    for (int i = 0; i < J::freedoms; ++i) v[i] = random.number(), a[i] = random.number();
    for (int i = 0; i < J::freedoms; ++i) v_of_t.push_back(second_order(v[i], a[i]));
    for (int i = 0; i < plain; ++i) {
      q.push_back(random.number());
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

  auto motion() const { return J{}.template motion<double>(q.data(), v.data()); }
};

// The marker pair of a joint in its motion, from a random A.
template <class J>
Pair<double> on_motion(const Course<J>& course, const Mat3<double>& A) {
  const auto motion = course.motion();
  const Vec6<double> V = motion.basis * course.v;
  return {A, A * motion.R, A * motion.p, A * V.head<3>(), A * V.tail<3>()};
}

// Runs law(random, trace) for a joint, `repeats` times.
template <class Law>
void for_each_joint(Law&& law) {
  Joints::for_each([&]<class J>() {
    SCOPED_TRACE(std::string(J::type));
    RandomPairs random;
    for (int i = 0; i < repeats; ++i) law.template operator()<J>(random);
  });
}

TEST(Joints, RowsAndMeasuresAgreeWithDualNumbersAtEveryPose) {
  for_each_joint([]<class J>(RandomPairs& random) {
    const Pair<double> m = random.pair();
    const Mat3<double> Q = random.axes();
    EXPECT_LT(deviation_of_rows(m, Q, []<class S>(const Pair<S>& at) { return rows_of<J>(at); }), 1e-12);
    EXPECT_LT(deviation_of_rows(m, Q, []<class S>(const Pair<S>& at) { return measured_of<J>(at); }), 1e-12);
  });
}

TEST(Joints, CountRowsAndMeasures) {
  for_each_joint([]<class J>(RandomPairs& random) {
    const Pair<double> m = random.pair();
    EXPECT_EQ(rows_of<J>(m).size(), 6u - J::freedoms);
    EXPECT_EQ(measured_of<J>(m).size(), J::names.size());
    EXPECT_TRUE(J::names.empty() || J::names.size() == J::freedoms);
  });
}

TEST(Joints, RowsVanishOnTheMotion) {
  for_each_joint([]<class J>(RandomPairs& random) {
    const Pair<double> m = on_motion(Course<J>(random), random.axes());
    for (const Row<double>& row : rows_of<J>(m)) {
      EXPECT_NEAR(row.value, 0, 1e-14);
      EXPECT_NEAR(rate(row, m), 0, 1e-13);
    }
  });
}

TEST(Joints, CovectorsHaveFullRankAndAnnihilateTheBasis) {
  for_each_joint([]<class J>(RandomPairs& random) {
    const Course<J> course(random);
    const Pair<double> m = on_motion(course, random.axes());
    const auto basis = course.motion().basis;
    Eigen::MatrixXd G(6 - J::freedoms, 6), columns(6, J::freedoms);
    int i = 0;
    for (const Row<double>& row : rows_of<J>(m)) G.row(i++) << row.n.transpose(), row.tau.transpose();
    columns << m.A * basis.template topRows<3>(), m.A * basis.template bottomRows<3>();
    EXPECT_LT((G * columns).norm(), 1e-13);
    // Rows and columns together span everything: no row and no freedom is missing or counted twice.
    Eigen::MatrixXd all(6, 6);
    all << G.transpose(), columns;
    EXPECT_GT(Eigen::JacobiSVD<Eigen::MatrixXd>(all).singularValues()[5], 0.1);
  });
}

// V = basis v and V' = basis a + bias against the derivatives of the pose: w from R' Rᵀ = [w], w' from R'' Rᵀ = [w'] + [w][w].
TEST(Joints, BasisAndBiasAgreeWithDualNumbers) {
  for_each_joint([]<class J>(RandomPairs& random) {
    const Course<J> course(random);
    const auto motion = course.motion();
    const auto along = J{}.template motion<Second>(course.q_of_t.data(), course.v_of_t.data());
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
TEST(Joints, MeasuredCoordinatesAreThoseOfTheMotion) {
  for_each_joint([]<class J>(RandomPairs& random) {
    const Course<J> course(random);
    const Pair<double> m = on_motion(course, random.axes());
    const auto motion = course.motion();
    const Vec6<double> V_rate = motion.basis * course.a + motion.bias;
    const std::vector<Row<double>> rows = measured_of<J>(m);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const double away = rows[i].value - course.q[i];
      EXPECT_NEAR(J::names[i].is_angle ? std::remainder(away, 2 * std::acos(-1)) : away, 0, 1e-13) << J::names[i].name;
      EXPECT_NEAR(rate(rows[i], m), course.v[i], 1e-12) << J::names[i].name;
      const double second =
          rows[i].n.dot(m.A * V_rate.template head<3>()) + rows[i].tau.dot(m.A * V_rate.template tail<3>()) + rows[i].quad;
      EXPECT_NEAR(second, course.a[i], 1e-12) << J::names[i].name;
    }
  });
}

}  // namespace
}  // namespace bricard
