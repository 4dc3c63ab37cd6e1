// What `modes` leaves beside results.csv: eigenvalues, mode shapes, the linear model as JSON, CSV and MATLAB text. Numbers
// are in the file's units, time included, but eigenvalues (1/s) and frequencies (Hz).
#pragma once
#include <string>
#include <vector>

#include "bricard/analyses/linear/linear_model.hpp"

namespace bricard {

// Shapes of all modes at a glance: what moves, relative to what moves most.
struct ModeShapes {
  std::vector<std::string> names;  // car.x car.y car.z car.rx car.ry car.rz of every body, joint coordinates, user states
  std::vector<Dimension> dimensions;
  Eigen::MatrixXcd values;  // a column per mode: the largest displacement is 1 file unit (rotations times the characteristic
                            // length), where its phase is 0; SI
  std::vector<std::string> moves;  // per mode: the coordinate that moves most
};
ModeShapes mode_shapes(const LinearModel& linear, const Eigen::MatrixXcd& shapes, const System& system);
// Of shapes in the displacements of a System's coordinates.
ModeShapes mode_shapes(const System& system, const State& state, const Eigen::MatrixXcd& shapes);

std::string modes_csv(const std::vector<Mode>& modes);
std::string mode_shapes_csv(const ModeShapes& shapes, const UnitSystem& units);

// The model with all matrices in the file's units.
LinearModel in_units(const LinearModel& linear, const UnitSystem& units);
// Of a model that is in the file's units. Jacobians of sensors are in SI, in the coordinates of the System.
std::string linear_json(const LinearModel& linear, const std::vector<Mode>& modes, const System& system, const State& state);
std::string matlab_text(const LinearModel& linear, const Model& model);
std::vector<ResultFile> matrix_files(const LinearModel& linear);

}  // namespace bricard
