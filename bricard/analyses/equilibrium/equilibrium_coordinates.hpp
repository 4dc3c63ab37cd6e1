// The coordinates in which an equilibrium is told: those of joints ("main.angle"), and of bodies whose joint has none of its own
// ("car.x"): columns of results.csv.
#pragma once
#include "bricard/results/results.hpp"
#include "bricard/system/system.hpp"

namespace bricard {

// Values at a state, in SI.
std::vector<std::pair<ResultColumn, double>> configuration(const System& system, const State& state);

// The same coordinates' rates of change for velocities v, in the same order.
Eigen::VectorXd configuration_rates(const System& system, const State& state, const Eigen::VectorXd& v);

// Coordinates that move along with any of these motions (columns of velocities).
std::vector<std::string> moving_coordinates(const System& system, const State& state, const Eigen::MatrixXd& motions);

// The coordinate that a motion changes most.
struct LeadingCoordinate {
  std::string name, owner;  // "slide.position", "joint 'slide'"
  double rate = 1;          // per unit of the motion
  bool is_angle = false;
};
LeadingCoordinate leading_coordinate(const System& system, const State& state, const Eigen::VectorXd& v);

}  // namespace bricard
