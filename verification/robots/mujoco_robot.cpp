#include "verification/robots/mujoco_robot.hpp"

#include <mujoco/mujoco.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace bricard {

namespace {

using M3 = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;

M3 axes(const double* nine) { return Eigen::Map<const M3>(nine); }

}  // namespace

MujocoRobot::MujocoRobot(const std::string& text, const std::string& ending) {
  const auto files = std::make_unique<mjVFS>();
  mj_defaultVFS(files.get());
  const std::string name = "robot" + ending;
  mj_makeEmptyFileVFS(files.get(), name.c_str(), static_cast<int>(text.size()));
  std::memcpy(files->filedata[mj_findFileVFS(files.get(), name.c_str())], text.data(), text.size());
  char message[1000] = "";
  mju_user_warning = [](const char*) {};
  model_ = mj_loadXML(name.c_str(), files.get(), message, sizeof message);
  mj_deleteVFS(files.get());
  if (!model_) throw std::runtime_error("MuJoCo: " + std::string(message));
  model_->opt.disableflags |= mjDSBL_CONTACT | mjDSBL_LIMIT | mjDSBL_FRICTIONLOSS;
  data_ = mj_makeData(model_);
}

MujocoRobot::~MujocoRobot() {
  if (data_) mj_deleteData(data_);
  if (model_) mj_deleteModel(model_);
}

// By the names of joints, which both have kept: "elbow.angle" is the coordinate of `elbow`.
void MujocoRobot::set_order(const EquationsOfMotion& ours) {
  places_.clear();
  const auto first = [](const std::vector<std::string>& names, const std::string& joint) {
    const auto found =
        std::find_if(names.begin(), names.end(), [&](const std::string& each) { return each.starts_with(joint + '.'); });
    if (found == names.end()) throw std::runtime_error("bricard has no joint " + joint);
    return static_cast<int>(found - names.begin());
  };
  for (int j = 0; j < model_->njnt; ++j) {
    const std::string name = mj_id2name(model_, mjOBJ_JOINT, j);
    places_.push_back({j, first(ours.names().q, name), first(ours.names().v, name)});
  }
  if (static_cast<int>(ours.names().v.size()) != model_->nv) throw std::runtime_error("numbers of freedoms differ");
}

StateValues MujocoRobot::random_state(const EquationsOfMotion& ours, std::mt19937& random, bool as_designed) {
  set_order(ours);
  std::uniform_real_distribution<double> wide(-1, 1);
  StateValues state = ours.designed();
  mj_resetData(model_, data_);
  mj_kinematics(model_, data_);
  const std::vector<double> designed(data_->xmat, data_->xmat + 9 * model_->nbody);
  for (const Place& place : places_) {
    const int type = model_->jnt_type[place.joint], body = model_->jnt_bodyid[place.joint];
    double* const q = data_->qpos + model_->jnt_qposadr[place.joint];
    double* const v = data_->qvel + model_->jnt_dofadr[place.joint];
    const int freedoms = type == mjJNT_FREE ? 6 : type == mjJNT_BALL ? 3 : 1;
    for (int i = 0; i < freedoms; ++i) v[i] = wide(random);
    if (as_designed) continue;
    if (type == mjJNT_HINGE || type == mjJNT_SLIDE) {
      const double by = (type == mjJNT_HINGE ? 2.5 : 0.4) * wide(random);
      q[0] += by;
      state.q[static_cast<std::size_t>(place.ours_q)] = by;
      continue;
    }
    double* turn = q;
    if (type == mjJNT_FREE) {
      for (int i = 0; i < 3; ++i) {
        const double by = wide(random);
        q[i] += by;
        state.q[static_cast<std::size_t>(place.ours_q + i)] = by;
      }
      turn += 3;
    }
    // Ours turns in the axes of ground in the design position: E. Of a free joint theirs is E R0, of a ball R0ᵀ E R0.
    const Eigen::Quaterniond e = Eigen::Quaterniond(wide(random), wide(random), wide(random), wide(random)).normalized();
    const Eigen::Quaterniond R0(Eigen::Matrix3d(axes(designed.data() + 9 * body)));
    const Eigen::Quaterniond theirs = type == mjJNT_FREE ? e * R0 : R0.conjugate() * e * R0;
    turn[0] = theirs.w(), turn[1] = theirs.x(), turn[2] = theirs.y(), turn[3] = theirs.z();
    const std::size_t at = static_cast<std::size_t>(place.ours_q + (type == mjJNT_FREE ? 3 : 0));
    state.q[at] = e.w(), state.q[at + 1] = e.x(), state.q[at + 2] = e.y(), state.q[at + 3] = e.z();
  }
  mj_kinematics(model_, data_);
  transform_ = Mat::Zero(model_->nv, model_->nv);
  for (const Place& place : places_) {
    const int type = model_->jnt_type[place.joint], body = model_->jnt_bodyid[place.joint], parent = model_->body_parentid[body];
    int theirs = model_->jnt_dofadr[place.joint], mine = place.ours_v;
    if (type == mjJNT_HINGE || type == mjJNT_SLIDE) {
      transform_(theirs, mine) = 1;
      continue;
    }
    if (type == mjJNT_FREE) {
      transform_.block<3, 3>(theirs, mine).setIdentity();
      theirs += 3, mine += 3;
    }
    const M3 A = axes(data_->xmat + 9 * parent) * axes(designed.data() + 9 * parent).transpose();
    transform_.block<3, 3>(theirs, mine) = axes(data_->xmat + 9 * body).transpose() * A;
  }
  const Vector v = transform_.fullPivLu().solve(Eigen::Map<const Vector>(data_->qvel, model_->nv));
  std::copy(v.begin(), v.end(), state.v.begin());
  for (int i = 0; i < model_->nu; ++i) data_->ctrl[i] = 0;
  mj_forward(model_, data_);
  return state;
}

Mat MujocoRobot::mass_matrix() const {
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> M(model_->nv, model_->nv);
  mj_fullM(model_, M.data(), data_->qM);
  return transform_.transpose() * M * transform_;
}

Vector MujocoRobot::bias() const {
  const auto of = [&](const double* numbers) { return Eigen::Map<const Vector>(numbers, model_->nv); };
  return transform_.transpose() * (of(data_->qfrc_bias) - of(data_->qfrc_passive) - of(data_->qfrc_actuator));
}

Vector MujocoRobot::inverse(const Vector& a) {
  Eigen::Map<Vector>(data_->qacc, model_->nv) = transform_ * a;
  const int flags = model_->opt.disableflags;
  model_->opt.disableflags |= mjDSBL_CONSTRAINT;
  mj_inverse(model_, data_);
  model_->opt.disableflags = flags;
  return transform_.transpose() *
         (Eigen::Map<const Vector>(data_->qfrc_inverse, model_->nv) - Eigen::Map<const Vector>(data_->qfrc_actuator, model_->nv));
}

Mat MujocoRobot::rows() const {
  Mat J(data_->ne, model_->nv);
  for (int i = 0; i < data_->ne; ++i)
    for (int k = 0; k < model_->nv; ++k) J(i, k) = mj_isSparse(model_) ? std::nan("") : data_->efc_J[i * model_->nv + k];
  return J * transform_;
}

}  // namespace bricard
