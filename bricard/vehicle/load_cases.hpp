// Load cases of a vehicle: wheel loads from accelerations, and what they do to springs, links and joints.
//
// Wheel loads, with m the whole mass, m_s the sprung one, l wheelbase, T track, h heights above the road, z_rc the roll center of an
// axle, z_ra the height of the line of the roll centers below the sprung mass, K roll stiffnesses of the springs:
//
//   lateral, per axle    unsprung   m_u a_y z_u / T
//                        geometric  m_s,i a_y z_rc / T                                     through the links
//                        elastic    K_i/(K_f + K_r) m_s a_y (h_s - z_ra) / T               through the springs
//   longitudinal         unsprung   sum m_u z_u a_x / l
//                        geometric  anti-dive, -lift or -squat times the transfer          through the links
//                        elastic    the rest
//
// What roll and pitch move the center of mass by is left out. Horizontal forces of an axle are shared by its wheels as their
// vertical loads; of the axles as their masses (lateral), brake shares and drive shares.
//
// Forces inside are those of the design position: bodies in balance under the loads at the contact points and their own weight and
// inertia. Springs and bars take what holds the wheels' travel, in proportion of their stiffness (of one spring for each wheel that
// is no question of stiffness); all else the joints, of least norm where they are redundant.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "bricard/vehicle/corner.hpp"
#include "bricard/vehicle/rig_rows.hpp"

namespace bricard::vehicle {

struct LoadCase {
  std::string name;
  Vector3 g;  // accelerations in g: forward, to the left, and of the weight: 1 at rest
};
std::vector<LoadCase> usual_load_cases();

// What an axle brings to the loads of the whole.
struct AxleMass {
  double x = 0, track = 0, ground = 0;  // of the contact points
  double unsprung = 0, unsprung_height = 0;
  double roll_center = 0;    // above the road
  double roll_stiffness = 0; // N m/rad
  double anti_brake = 0, anti_drive = 0;
};

struct WheelLoad {
  double rest = 0;  // static, times the weight's factor
  double unsprung_x = 0, geometric_x = 0, elastic_x = 0, unsprung_y = 0, geometric_y = 0, elastic_y = 0;
  double fx = 0, fy = 0, fz = 0;  // at the contact point, on the wheel
};
struct AxleLoad {
  WheelLoad left, right;
};

// The wheel loads of all axles; `lifted`: wheels that would pull at the road, whose load the other wheel of the axle then takes.
struct VehicleLoads {
  std::vector<AxleLoad> axles;
  std::vector<std::string> notes;
};
VehicleLoads wheel_loads(const Vehicle& vehicle, const std::vector<AxleMass>& masses, const LoadCase& load, double mass, const Vector3& center);

struct MemberForce {
  std::string name, kind, body;  // on `body`
  Vector3 at, force, moment;     // global, design position
  std::optional<double> axial;   // tension of rods and springs; torque of springs about an axis
};

class AxleForces {
 public:
  explicit AxleForces(Rig& rig);
  // Not empty: why there are none.
  const std::string& trouble() const { return trouble_; }
  AxleMass mass(const AxleShape& design) const;  // of geometry and unsprung parts; the rest is the sheet's
  // `acceleration` in m/s², z: of the weight. `at_center`: the force along x acts at the wheel centers (a driven axle whose torque is
  // the chassis').
  std::vector<MemberForce> members(const AxleLoad& load, const Vector3& acceleration, bool at_center, const AxleShape& design) const;

 private:
  struct Spring {
    int element;
    RigRow<double> row;
    double stiffness;
    std::array<double, 2> rate;  // per travel of the left and the right wheel
  };
  Rig& rig_;
  RigRows rows_;
  std::vector<RigRow<double>> list_;
  Eigen::MatrixXd M_;
  std::vector<Spring> springs_;
  std::string trouble_;
};

}  // namespace bricard::vehicle
