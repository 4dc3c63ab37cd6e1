#include "bricard/model/impossible_inertia.hpp"

#include <Eigen/Eigenvalues>
#include <cstdio>

#include "bricard/math/spatial.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard {

InertiaJudged judge_inertia(const Matrix3& inertia) {
  const Mat3<double> given = eigen(inertia);
  const double size = given.cwiseAbs().maxCoeff();
  if (size == 0) return {};
  const Mat3<double> scaled = given / size;
  if ((scaled - scaled.transpose()).cwiseAbs().maxCoeff() > threshold::as_written) return {InertiaVerdict::not_symmetric, {}};
  const Vec3<double> principal = Eigen::SelfAdjointEigenSolver<Mat3<double>>(scaled, Eigen::EigenvaluesOnly).eigenvalues();
  char moments[120];
  std::snprintf(moments, sizeof moments, "(%.6g, %.6g, %.6g kg*m^2)", principal[0] * size, principal[1] * size,
                principal[2] * size);
  if (principal[0] < -threshold::as_written) return {InertiaVerdict::negative, moments};
  if (principal[2] > principal[0] + principal[1] + threshold::as_written) return {InertiaVerdict::impossible, moments};
  return {};
}

std::string impossible_inertia(const Matrix3& inertia) {
  const InertiaJudged judged = judge_inertia(inertia);
  if (judged.verdict != InertiaVerdict::impossible) return {};
  return "no body has this inertia: a principal moment exceeds the sum of the other two " + judged.moments +
         "; it is computed with as it is, and what turns about several axes at once moves as no body does";
}

}  // namespace bricard
