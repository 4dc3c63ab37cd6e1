#include "bricard/vehicle/sensitivity.hpp"

#include <Eigen/Geometry>

#include "bricard/core/text.hpp"
#include "bricard/elements/joints/spherical_spherical.hpp"
#include "bricard/math/dense.hpp"
#include "bricard/math/thresholds.hpp"
#include "bricard/model/references.hpp"

namespace bricard::vehicle {

struct HardPointRates::Look {
  const Posture* posture = nullptr;
  PosesOf<double> poses;
  std::vector<RigRow<double>> rows;
  PivotedQr factors;
};

namespace {

PosesOf<Varied> without_motion(const PosesOf<double>& poses) {
  PosesOf<Varied> varied;
  for (const Mat3<double>& R : poses.R) varied.R.push_back(R.cast<Varied>());
  for (const Vec3<double>& p : poses.p) varied.p.push_back(p.cast<Varied>());
  return varied;
}

// A length that the file gives does not follow the design.
bool is_given(const Model& model, const RowGroup& group) {
  if (group.kind != RowGroup::Kind::joint) return false;
  const JointKind& kind = model.joints[group.element].kind;
  return kind.is<SphericalSpherical>() && kind.as<SphericalSpherical>().length.has_value();
}

}  // namespace

HardPointRates::HardPointRates(const Rig& rig) : rig_(rig), rows_(rig.system()), markers_(rows_.markers()), look_(std::make_unique<Look>()) {
  if (!rows_.unknown().empty()) throw Error("vehicle." + rig.axle().name, "hard points cannot be varied: the axle has " + rows_.unknown());
  look(rig.design());
}

HardPointRates::~HardPointRates() = default;

void HardPointRates::look(const Posture& posture) {
  look_->posture = &posture;
  look_->poses = {posture.poses.R, posture.poses.p};
  look_->rows = rows_.rows<double>(look_->poses, markers_);
  place_.assign(static_cast<std::size_t>(rig_.system().constraints().rows), -1);
  for (std::size_t i = 0; i < look_->rows.size(); ++i) place_[look_->rows[i].row] = static_cast<int>(i);
  look_->factors = PivotedQr(rows_.matrix(look_->rows), threshold::insensitive);
}

// What the markers' own motion does to rows while the bodies stay.
Eigen::MatrixXd HardPointRates::opened(const PosesOf<double>& poses, const std::vector<MarkersOf<Varied>>& markers, const std::vector<char>& pairs) const {
  Eigen::MatrixXd opened = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(look_->rows.size()), 3);
  for (const RigRow<Varied>& row : rows_.rows<Varied>(without_motion(poses), markers, &pairs))
    for (int c = 0; c < 3; ++c) opened(place_[row.row], c) = row.value.d[c];
  return opened;
}

HardPointRates::Variation HardPointRates::vary(const std::array<PointShift, 3>& shifts) const {
  Variation point{varied_markers(markers_, shifts), std::vector<char>(markers_.size(), 0), {}};
  for (const PointShift& shift : shifts)
    for (std::size_t i = 0; i < shift.rate.size(); ++i) {
      const MarkersOf<double>& rate = shift.rate[i];
      if (rate.A.squaredNorm() + rate.B.squaredNorm() + rate.p_A.squaredNorm() + rate.p_B.squaredNorm() > 0) point.pairs[i] = 1;
    }
  const Posture& design = rig_.design();
  point.drawn = opened({design.poses.R, design.poses.p}, point.markers, point.pairs);
  for (const RigRow<double>& row : look_->rows)
    if (is_given(rig_.system().model(), rig_.system().constraints().groups[row.group])) point.drawn.row(place_[row.row]).setZero();
  return point;
}

PostureRate HardPointRates::solve(const std::vector<MarkersOf<Varied>>& markers, const Eigen::MatrixXd& closing, bool with_motion) const {
  const int bodies = rows_.bodies();
  const auto count = static_cast<Eigen::Index>(look_->rows.size());
  PostureRate rate;
  const auto as_twists = [&](const Eigen::MatrixXd& X, Eigen::Index c) {
    std::vector<Vec6<double>> twists(bodies + 1, Vec6<double>::Zero());
    for (int b = 1; b <= bodies; ++b) {
      twists[b] = X.block<6, 1>(6 * (b - 1), c);
      twists[b].tail<3>() /= rows_.length();
    }
    return twists;
  };
  const Eigen::MatrixXd X = look_->factors.solve_all(closing);
  for (int c = 0; c < 3; ++c) rate.twist[c] = as_twists(X, c);
  if (!with_motion) return rate;
  PosesOf<Varied> poses = without_motion(look_->poses);
  for (int b = 1; b <= bodies; ++b) {
    const Mat3<double>& R = look_->poses.R[b];
    for (int c = 0; c < 3; ++c) {
      const Vec3<double> p = rate.twist[c][b].head<3>(), w = rate.twist[c][b].tail<3>();
      for (int r = 0; r < 3; ++r) {
        poses.p[b][r].d[c] = p[r];
        for (int k = 0; k < 3; ++k) poses.R[b](r, k).d[c] = w.cross(R.col(k))[r];
      }
    }
  }
  const auto along = rows_.rows<Varied>(poses, markers);
  Eigen::MatrixXd changes(count, 9);
  for (const int input : {Input::left, Input::right, Input::steer})
    for (Eigen::Index i = 0; i < count; ++i) {
      const Varied row_rate = vehicle::rate(along[i], look_->posture->motion[input]);
      for (int c = 0; c < 3; ++c) changes(i, 3 * input + c) = -row_rate.d[c];
    }
  const Eigen::MatrixXd V = look_->factors.solve_all(changes);
  for (int c = 0; c < 3; ++c)
    for (int input = 0; input < 3; ++input) rate.motion[c][input] = as_twists(V, 3 * input + c);
  return rate;
}

PostureRate HardPointRates::drawn(const Variation& point, bool with_motion) const {
  return solve(point.markers, point.drawn - opened(look_->poses, point.markers, point.pairs), with_motion);
}

PostureRate HardPointRates::built(const std::array<PointShift, 3>& shifts, int body, double side) const {
  std::array<PointShift, 3> own = shifts;
  const auto& designed = rig_.system().mechanism().designed;
  for (PointShift& shift : own)
    for (std::size_t i = 0; i < shift.rate.size(); ++i) {
      const auto stays = [&](int of, const Vec3<double>& p) {
        const Vec3<double> at = designed[of].p + designed[of].R * p;
        return of != body || (side != 0 && at[1] * side < 0);
      };
      MarkersOf<double>& rate = shift.rate[i];
      if (stays(rate.a, markers_[i].p_A)) rate.A.setZero(), rate.p_A.setZero();
      if (stays(rate.b, markers_[i].p_B)) rate.B.setZero(), rate.p_B.setZero();
    }
  const Variation part = vary(own);
  return solve(part.markers, -opened(look_->poses, part.markers, part.pairs), false);
}

PostureRate HardPointRates::longer(const std::string& joint) const {
  Eigen::VectorXd right = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(look_->rows.size()));
  const int element = index_of(rig_.model().joints, joint);
  for (std::size_t i = 0; i < look_->rows.size(); ++i) {
    const RowGroup& group = rig_.system().constraints().groups[look_->rows[i].group];
    if (group.kind == RowGroup::Kind::joint && group.element == element && look_->rows[i].row == group.first_row) right[static_cast<Eigen::Index>(i)] = 1;
  }
  const Eigen::VectorXd X = look_->factors.solve(right);
  PostureRate rate;
  rate.twist[0].assign(rows_.bodies() + 1, Vec6<double>::Zero());
  for (int b = 1; b <= rows_.bodies(); ++b) {
    rate.twist[0][b] = X.segment<6>(6 * (b - 1));
    rate.twist[0][b].tail<3>() /= rows_.length();
  }
  return rate;
}

Posture moved(const Posture& posture, const PostureRate& rate, int coordinate, double shift) {
  Posture to = posture;
  const auto& twist = rate.twist[coordinate];
  for (std::size_t b = 1; b < twist.size(); ++b) {
    const Vec3<double> turn = shift * twist[b].tail<3>();
    to.poses.p[b] += shift * twist[b].head<3>();
    if (const double angle = turn.norm(); angle > 0) to.poses.R[b] = Eigen::AngleAxisd(angle, turn / angle).toRotationMatrix() * to.poses.R[b];
    for (int i = 0; i < 3; ++i) {
      if (rate.motion[coordinate][i].empty()) continue;
      to.motion[i][b] += shift * rate.motion[coordinate][i][b];
    }
  }
  return to;
}

}  // namespace bricard::vehicle
