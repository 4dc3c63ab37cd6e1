// Hard points of an axle as numbers that are varied. The file is read again with a coordinate moved a little both ways; what moves
// with it (markers in bodies, points of roles) is taken from the two readings. These are differences of what is written, not of
// what is computed: a point moves exactly as far as its coordinate, whatever the file derives from it (axes, other points).
//
// A point and its mirror image on the other side move as mirror images.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "bricard/model/variable.hpp"
#include "bricard/vehicle/rig.hpp"
#include "bricard/vehicle/rig_rows.hpp"
#include "bricard/vehicle/sheet_units.hpp"
#include "bricard/vehicle/vehicle.hpp"

namespace bricard::vehicle {

struct VehicleModel {
  Model model;
  Vehicle vehicle;
};
// The vehicle of the same file with numbers set: names and values as in --set. Throws Error.
using Reread = std::function<VehicleModel(const std::vector<std::pair<std::string, std::string>>& set)>;

struct HardPoint {
  std::string name;         // "fl.UBJ"
  std::string partner;      // its mirror image, "fr.UBJ"; empty: there is none
  Vector3 at;               // design position, m
  std::array<double, 3> unit{}, value{};  // of its coordinates in the file: m, and in that unit
  std::array<double, 3> partner_value{}, partner_sign{1, 1, 1};
};

// Those of the axle that the file writes as numbers.
std::vector<HardPoint> hard_points_of(const Model& model, const std::vector<Variable>& variables, const Rig& rig);

// What a coordinate of a point moves.
struct PointShift {
  std::array<Axle, 2> axle;  // read with the coordinate moved by -step and +step
  std::vector<MarkersOf<double>> rate;  // by pair of the rig, per m; `a` and `b` as in the rig
};
inline constexpr double hard_point_step = mm / 1000;

// The three coordinates of a point. Nothing: no part of this axle depends on it.
std::optional<std::array<PointShift, 3>> shifts_of(HardPoint& point, const Rig& rig, const Reread& reread);

// The markers of the rig with the three coordinates of a point as independent variables.
std::vector<MarkersOf<Varied>> varied_markers(const std::vector<MarkersOf<double>>& markers, const std::array<PointShift, 3>& shifts);

}  // namespace bricard::vehicle
