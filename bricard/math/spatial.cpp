#include "bricard/math/spatial.hpp"

namespace bricard {

Vec4<double> quaternion_of(const Mat3<double>& R) {
  const double trace = R.trace();
  // 4 e_i² for each component; the largest is safe to take the root of.
  const double squares[4] = {1 + trace, 1 + 2 * R(0, 0) - trace, 1 + 2 * R(1, 1) - trace, 1 + 2 * R(2, 2) - trace};
  int largest = 0;
  for (int i = 1; i < 4; ++i)
    if (squares[i] > squares[largest]) largest = i;
  const double root = std::sqrt(squares[largest]), s = 0.5 / root;
  const double x = R(2, 1) - R(1, 2), y = R(0, 2) - R(2, 0), z = R(1, 0) - R(0, 1);
  const double xy = R(1, 0) + R(0, 1), xz = R(2, 0) + R(0, 2), yz = R(2, 1) + R(1, 2);
  Vec4<double> e;
  switch (largest) {
    case 0:
      e << 0.5 * root, s * x, s * y, s * z;
      break;
    case 1:
      e << s * x, 0.5 * root, s * xy, s * xz;
      break;
    case 2:
      e << s * y, s * xy, 0.5 * root, s * yz;
      break;
    default:
      e << s * z, s * xz, s * yz, 0.5 * root;
      break;
  }
  e.normalize();
  return e[0] < 0 ? Vec4<double>(-e) : e;
}

Mat3<double> frame_along(const Vec3<double>& z, const Vec3<double>& x_hint) {
  Mat3<double> axes;
  axes.col(2) = z.normalized();
  Vec3<double> x = x_hint - axes.col(2).dot(x_hint) * axes.col(2);
  if (x.norm() < 1e-6 * x_hint.norm()) {  // the hint lies along z: take the coordinate axis most across it
    int least;
    axes.col(2).cwiseAbs().minCoeff(&least);
    x = Vec3<double>::Unit(least) - axes(least, 2) * axes.col(2);
  }
  axes.col(0) = x.normalized();
  axes.col(1) = axes.col(2).cross(axes.col(0));
  return axes;
}

}  // namespace bricard
