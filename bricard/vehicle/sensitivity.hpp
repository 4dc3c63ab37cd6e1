// What hard points do to an axle: derivatives of outputs with respect to coordinates, by implicit differentiation of the rows
//
//   Phi(x, P) = 0:            M x_P = -(Phi_P - Phi_P at design),      x the twists of the bodies
//   M V_i = nu_i (settings):  M V_i,P = -(d/dP M) V_i                   so that rates are differentiated too,
//
// d/dP by dual numbers. Lengths of rods that the file leaves to the design follow it: their rows stay zero there.
//
// Two questions, two answers. `design`: the points are drawn elsewhere, and all parts with them; camber and toe at design are what
// the file says. `built`: one part is made wrong, the others as drawn; then camber and toe at design change, and that is what
// tolerances and shims are about.
#pragma once
#include <memory>

#include "bricard/vehicle/corner.hpp"
#include "bricard/vehicle/hard_points.hpp"

namespace bricard::vehicle {

// A position of the rig per coordinate x, y, z of a point, SI.
struct PostureRate {
  std::array<std::vector<Vec6<double>>, 3> twist;                          // of every body, per m
  std::array<std::array<std::vector<Vec6<double>>, 3>, 3> motion;          // by coordinate and setting: of Posture::motion, per m
};

class HardPointRates {
 public:
  // Throws Error where the rig has rows that are not known here (RigRows::unknown).
  explicit HardPointRates(const Rig& rig);
  ~HardPointRates();

  // A point that varies: its markers, and how far they open rows in the design position.
  struct Variation {
    std::vector<MarkersOf<Varied>> markers;
    std::vector<char> pairs;  // that it moves
    Eigen::MatrixXd drawn;    // by row of the rig and coordinate
  };
  Variation vary(const std::array<PointShift, 3>& shifts) const;

  // At a position; with_motion: the rates of the motion too.
  void look(const Posture& posture);
  PostureRate drawn(const Variation& point, bool with_motion) const;
  // The same where only the markers of one body move, on the side of the point, and all lengths stay.
  PostureRate built(const std::array<PointShift, 3>& shifts, int body, double side) const;
  // One unit of length more in the row of a rod, by its joint: in `twist[0]`, per m.
  PostureRate longer(const std::string& joint) const;

 private:
  Eigen::MatrixXd opened(const PosesOf<double>& poses, const std::vector<MarkersOf<Varied>>& markers, const std::vector<char>& pairs) const;
  PostureRate solve(const std::vector<MarkersOf<Varied>>& markers, const Eigen::MatrixXd& closing, bool with_motion) const;
  struct Look;
  const Rig& rig_;
  RigRows rows_;
  std::vector<MarkersOf<double>> markers_;
  std::vector<int> place_;  // of a row of the layout in the list
  std::unique_ptr<Look> look_;
};

// A position moved along its rate; `shift` in m.
Posture moved(const Posture& posture, const PostureRate& rate, int coordinate, double shift);

}  // namespace bricard::vehicle
