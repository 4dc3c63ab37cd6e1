// Positions over time, for comparing two runs: the points x, y, z of bodies and sensors.
//
// Distance of two runs: the largest Euclidean distance of a point between them over all times that both have. Where the times of
// a reference are not those of the run, the run is interpolated between its rows by the quintic polynomial that has its position,
// velocity and acceleration at both ends (error of order h^6 of the output step).
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "bricard/results/csv_reader.hpp"
#include "bricard/results/results.hpp"

namespace bricard {

// A coordinate of a point: "rod.x".
struct Track {
  std::string name;
  std::vector<double> position;                // m
  std::vector<double> velocity, acceleration;  // empty where they are not known
};

struct Trajectories {
  std::vector<double> t;
  std::vector<Track> tracks;  // those of a point stand together: rod.x, rod.y, rod.z
};

// `derivatives`: with velocities and accelerations, for interpolation.
Trajectories trajectories_of(const Results& results, bool derivatives);

// The position columns of a table that the model has too, converted to SI. Throws Error where there are none, with what was
// expected. `name`: of the table, for messages.
Trajectories trajectories_of(const NumberTable& table, const std::vector<ResultColumn>& columns, const UnitSystem& units,
                             const std::string& name);

// The constant spacing of times that start at 0; none where they have none.
std::optional<double> spacing_of(const std::vector<double>& t);

// None where they have no time or no track in common.
std::optional<double> distance(const Trajectories& run, const Trajectories& reference);

// The largest distance of a point from where it started.
double extent(const Trajectories& run);

}  // namespace bricard
