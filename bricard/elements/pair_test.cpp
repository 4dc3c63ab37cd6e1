// The row makers of marker pairs: every covector and quad is the derivative of its value along the twist.
#include "bricard/elements/pair.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <vector>

#include "bricard/elements/pair_cases.hpp"

namespace bricard {
namespace {

TEST(Pair, RowsAgreeWithDualNumbers) {
  const auto rows = []<class S>(const Pair<S>& m) {
    return std::vector<Row<S>>{along<S>(m, m.A.col(1)),
                               along_second<S>(m, m.B.col(1)),
                               between<S>(m, m.A.col(0), m.B.col(2)),
                               triple<S>(m, m.A.col(2), m.B.col(0)),
                               length<S>(m),
                               turn<S>(m),
                               twist<S>(m),
                               combination<S>(S(0.3), length<S>(m), S(-2), turn<S>(m))};
  };
  RandomPairs random;
  for (int i = 0; i < 50; ++i) EXPECT_LT(deviation_of_rows(random.pair(), random.axes(), rows), 1e-11);
}

TEST(Pair, TurnIsTheAngleAboutZ) {
  for (const double angle : {-3.0, -0.5, 0.0, 1.0, 3.1}) {
    Pair<double> m{Mat3<double>::Identity(), Mat3<double>::Identity(), zero3<double>(), zero3<double>(), zero3<double>()};
    m.B = rotation<double>(Vec4<double>(std::cos(angle / 2), 0, 0, std::sin(angle / 2)));
    EXPECT_NEAR(turn(m).value, angle, 1e-15);
    EXPECT_NEAR(twist(m).value, angle, 1e-15);
  }
}

TEST(Pair, TwistDoesNotDependOnTheXAxes) {
  RandomPairs random;
  for (int i = 0; i < 20; ++i) {
    const Pair<double> m = random.pair();
    Pair<double> other = m;
    const Mat3<double> across = rotation<double>(Vec4<double>(std::cos(0.4), 0, 0, std::sin(0.4)));
    other.A *= across;
    other.B *= across;
    EXPECT_NEAR(twist(other).value, twist(m).value, 1e-13);
    EXPECT_LT((twist(other).tau - twist(m).tau).norm(), 1e-12 * (1 + twist(m).tau.norm()));
    EXPECT_GT(std::abs(turn(other).value - turn(m).value), 1e-6);
  }
}

TEST(Pair, TripleIsTheDistanceOfTwoCrossedLines) {
  RandomPairs random;
  for (int i = 0; i < 20; ++i) {
    Pair<double> m = random.pair();
    // Points on the two lines nearest to each other, by the normal equations of |r + s b - t a|.
    const Vec3<double> a = m.A.col(2), b = m.B.col(0);
    Eigen::Matrix<double, 3, 2> lines;
    lines << b, -a;
    const Eigen::Vector2d st = (lines.transpose() * lines).inverse() * (lines.transpose() * -m.r);
    EXPECT_NEAR(std::abs(triple(m, a, b).value), (m.r + lines * st).norm() * a.cross(b).norm(), 1e-12);
  }
}

}  // namespace
}  // namespace bricard
