// The rig: an axle whose chassis is held, whose wheel centers are set to heights and whose steering is set to a position. Positions
// are followed from the design position (analyses/driven/path.hpp); the motion per unit of each setting comes from the
// constraints at every position,
//
//   Phi_v v_i = nu_i,   nu_i the rate of setting i alone,
//
// so that every rate with respect to travel is exact, in any coordinates.
#pragma once
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bricard/analyses/assembly/poses.hpp"
#include "bricard/math/dual.hpp"
#include "bricard/vehicle/elastic_motion.hpp"
#include "bricard/vehicle/vehicle.hpp"

namespace bricard {
class Path;
}

namespace bricard::vehicle {

// Heights of the left and the right wheel center above design, m; the steering, m or rad.
enum Input { left = 0, right = 1, steer = 2 };
using Setting = std::array<double, 3>;

// A number that depends on the settings, with its derivatives.
using Moving = Dual<double, 3>;

// A position of the rig.
struct Posture {
  Setting at{};
  State state;
  Poses poses;
  std::array<std::vector<Vec6<double>>, 3> motion;  // of every body (velocity of its center of mass; angular velocity), per unit
};

// A point fixed in a body, by its number.
struct FixedPoint {
  int body = 0;
  Vec3<double> at = Vec3<double>::Zero();  // from the center of mass, body axes
};

class Rig {
 public:
  // Throws Error where the model or its roles do not make a rig.
  Rig(const Model& model, const Vehicle& vehicle, const Axle& axle, const std::string& coordinates);
  ~Rig();

  const Posture& design() const { return design_; }
  const Axle& axle() const { return axle_; }
  // The model of the rig, in which nothing but the axle moves; and the same without what holds the wheels.
  const Model& model() const { return system_->model(); }
  const System& system() const { return *system_; }
  bool has(Input input) const { return drivers_[input] >= 0; }
  bool steers_an_angle() const { return steers_angle_; }

  // From design to a setting in equal steps; fewer positions where the mechanism locks on the way: `why` then tells.
  std::vector<Posture> sweep(const Setting& to, int steps, std::string& why);

  // From a position straight to a setting. Nothing: the mechanism locks on the way.
  std::optional<Posture> go(const Posture& from, const Setting& to);
  // Force and torque on the wheel centers of both sides from now on, global, N and N m.
  void hold_loads(const std::array<Vec6<double>, 2>& loads);

  FixedPoint fixed(const Spot& spot) const;
  int number(const std::string& body) const;
  Vec3<Moving> where(const Posture& posture, const FixedPoint& point) const;
  Vec3<Moving> direction(const Posture& posture, const FixedPoint& body, const Vec3<double>& in_body) const;
  // Bushings or springs determine where the wheels are, beside heights and steering: positions are those of balance.
  bool is_elastic() const { return is_elastic_; }
  // Vertical forces at the wheel centers that hold a position against springs and bushings, N.
  std::array<double, 2> holding_forces(const State& state, const std::array<std::vector<Vec6<double>>, 3>& motion) const;

 private:
  void set_lines(const Setting& from, const Setting& rate);
  std::vector<Posture> elastic_sweep(const Setting& to, int steps, std::string& why);
  Posture measured(const State& state, const Setting& at, const std::vector<char>& selected);

  Axle axle_;
  std::array<int, 3> drivers_{-1, -1, -1};
  std::array<double, 3> designed_{};  // what the drivers prescribe in the design position
  bool steers_angle_ = false;
  std::unique_ptr<System> system_;
  std::unique_ptr<Equations> e_;
  Weights weights_;
  Posture design_;
  std::unique_ptr<ElasticMotion> elastic_;
  bool is_elastic_ = false;
};

}  // namespace bricard::vehicle
