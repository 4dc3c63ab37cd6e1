// Actuators: joint coordinates whose efforts produce the motion that drivers prescribe.
//
// With accelerations known, the efforts mu of joints and constraints, tau of actuators and delta of drivers carry what the bodies
// need beyond the applied forces,
//
//   G_cᵀ mu + Sᵀ tau + G_dᵀ delta = L,      L = I A - f.
//
// Column k of V is the motion in which driver k has unit rate and the others stand still. It does no work on joints, G_c V = 0:
//
//   Wᵀ tau + Dᵀ delta = Vᵀ L,      W = S V,   D = G_d V  (1, unless drivers depend on each other).
//
// Of all solutions that one is taken in which the drivers carry least, and of those the one with the least norm of tau; moments
// in units of the characteristic length. So drivers carry nothing where the actuators command all that is driven. The rank of W
// against the numbers of actuators and of driven freedoms tells over-, exact and under-actuation, and positions along the motion
// in which actuators lose their authority. Reference: A. Müller, Redundant actuation of parallel manipulators, in: Parallel
// Manipulators, towards New Applications (2008).
#pragma once
#include "bricard/results/results.hpp"
#include "bricard/system/reactions.hpp"

namespace bricard {

class Actuation {
 public:
  // Actuators by the names of their joint coordinates: "crank", "sleeve.angle". Throws Error where one is not there, or no driver
  // prescribes a motion.
  Actuation(const System& system, const std::vector<std::string>& actuators);

  // `J.torque` or `J.force` of every actuator; they stand before that column of the model.
  const std::vector<ResultColumn>& columns() const { return columns_; }
  int place() const { return place_; }

  // Efforts of all rows and actuators at one time, in place of reactions(). Expects motion with all rows and measured
  // coordinates, forces, accelerations and the inertia of the model in e, and leaves them there.
  void share(double t, Equations& e, Reactions& out);
  // Of the last share(), SI.
  const std::vector<double>& efforts() const { return efforts_; }

  // What the rows so far have shown: warnings, and which efforts are unique.
  void report(Summary& summary) const;

 private:
  struct Actuator {
    std::string name;  // as the user wrote it
    int measured = 0;
    double scale = 1;  // effort = scaled effort × scale
  };
  // The equations for tau and delta at one position, dimensionless.
  struct Transmission {
    Eigen::MatrixXd W, D;  // actuators × drivers, drivers × drivers
    Eigen::VectorXd load;  // Vᵀ L
    double size = 0;       // of the motions of all bodies
  };
  struct Shares {
    Eigen::VectorXd tau, delta;
    int rank = 0;              // of W
    int freedoms = 0;          // that are driven
    double sense = 0;          // sign of det W where it is square
    std::vector<char> shared;  // by actuator: another split gives it another effort
    std::vector<char> left;    // by driver: it has to carry what no actuator can
  };
  Transmission transmission(Equations& e, const Eigen::SparseMatrix<double>& G, const Eigen::SparseMatrix<double>& S,
                            const Eigen::VectorXd& load) const;
  static Shares split(const Transmission& transmission);
  Eigen::SparseMatrix<double> actuator_rows(const Equations& e) const;
  void find_unique_reactions(const Equations& e, const ScaledRows& rows, const Eigen::SparseMatrix<double>& S);
  void remember(double t, const Transmission& transmission, const Shares& shares);
  std::vector<std::string> lost_authority() const;
  void report_reactions(Summary& summary) const;

  const System& system_;
  LeastEfforts joints_;  // rows that are not drivers'
  std::vector<Actuator> actuators_;
  std::vector<int> driver_rows_;
  std::vector<std::string> drivers_;
  std::vector<ResultColumn> columns_;
  int place_ = 0;
  std::vector<double> efforts_;

  std::vector<std::array<bool, 6>> unique_;  // per layout group, at the first row
  struct Authority {
    double t;
    int rank;
    double sense;
  };
  std::vector<Authority> authority_;  // by row
  int rank_ = -1, freedoms_ = 0;      // the largest so far
  std::vector<char> shared_, left_;   // where the rank is that
  std::vector<char> works_;           // by actuator: on some motion, at some time
};

}  // namespace bricard
