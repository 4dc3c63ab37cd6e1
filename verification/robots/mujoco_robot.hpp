// A robot in MuJoCo, an independent program that reads URDF and MJCF itself: what it computes at a state, by our velocities.
//
// Its velocities of a free joint and of a ball turn in the axes of the body, ours in those of the body before:
// v_theirs = T v_ours. T changes with the position, T' v is zero all the same (an angular velocity crossed with itself), so that
// accelerations go by T too.
#pragma once
#include <Eigen/Dense>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "bricard/analyses/dynamics/equations_of_motion.hpp"

struct mjModel_;
struct mjData_;

namespace bricard {

using Vector = Eigen::VectorXd;
using Mat = Eigen::MatrixXd;

class MujocoRobot {
 public:
  // The text of a file; ending: ".urdf" or ".xml". What it cannot read is a failure of the test.
  explicit MujocoRobot(const std::string& text, const std::string& ending);
  ~MujocoRobot();

  // A random state of both, for what is asked below; as_designed: of velocities alone.
  StateValues random_state(const EquationsOfMotion& ours, std::mt19937& random, bool as_designed = false);

  Mat mass_matrix() const;
  Vector bias() const;              // so that M a + bias = 0 without rows: all that acts, gravity, what velocities bring
  Vector inverse(const Vector& a);  // efforts that accelerate so
  Mat rows() const;                 // of its equalities

 private:
  void set_order(const EquationsOfMotion& ours);

  mjModel_* model_ = nullptr;
  mjData_* data_ = nullptr;
  Mat transform_;  // T, its columns in the order of ours
  struct Place {
    int joint, ours_q, ours_v;
  };
  std::vector<Place> places_;
};

}  // namespace bricard
