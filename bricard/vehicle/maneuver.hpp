// Maneuvers of a vehicle: what its driver does, and the figures that are read from it. Steering, drive, brakes, the controller of
// the speed and the driver who looks ahead become ordinary elements of the Model, named `maneuver.*`, so that the file that a run
// leaves shows them and can be run again.
//
// Maneuvers go by plain names. Their figures follow public descriptions of tests with similar names; whoever reports one of those
// compares with its text.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bricard/analyses/run.hpp"
#include "bricard/vehicle/vehicle.hpp"

namespace bricard::vehicle {

struct ManeuverOptions {
  std::string kind;
  std::optional<double> speed, lateral_acceleration, radius, frequency, deceleration, distance, steer, rise_time, duration, rate,
      preview, output_step;
  std::string coordinates = "auto";
  double tolerance = 1e-6;
};
// Of the section `analysis.maneuver` of a file. Throws Error with all faults.
ManeuverOptions read_maneuver_options(const std::vector<Annotation>& annotations);

struct Metric {
  std::string name;
  std::optional<double> value;  // in the unit
  std::string unit, meaning;
};

struct ManeuverResults {
  ManeuverOptions options;
  Model model;      // with what was added
  Results results;  // rows of the motion, or of the steady turns
  std::vector<Metric> metrics;
  std::vector<std::string> notes;
};

struct ManeuverEntry {
  std::string_view kind, help;
};
std::vector<ManeuverEntry> maneuver_kinds();

ManeuverResults maneuver(const Model& model, const Vehicle& vehicle, const ManeuverOptions& options, const Control& control = {});

std::string maneuver_json(const ManeuverResults& results);
std::string maneuver_text(const ManeuverResults& results);

}  // namespace bricard::vehicle
