// Figures of maneuvers, read from the rows of a run.
#pragma once
#include "bricard/vehicle/maneuver.hpp"

namespace bricard::vehicle {

// One row by the names of columns; NaN where there is none of that name.
class Row {
 public:
  Row(const Results& results, int row) : results_(results), row_(row) {}
  double operator[](const std::string& name) const;
  double plain(const std::string& name) const;  // in the file's units

 private:
  const Results& results_;
  int row_;
};

// steer_at: when half of the steering is turned.
std::vector<Metric> step_metrics(const Results& results, double steer_at, double steer, bool by_angle);
std::vector<Metric> ramp_metrics(const Results& results, double wheelbase, const UnitSystem& units);
std::vector<Metric> sine_metrics(const Results& results, double frequency, double from, double to);
std::vector<Metric> circle_metrics(const Results& results, double radius, double wheelbase);
std::vector<Metric> brake_metrics(const Results& results, double begin);
std::vector<Metric> accelerate_metrics(const Results& results, double begin, double distance);
std::vector<Metric> brake_in_turn_metrics(const Results& results, double begin);
std::vector<Metric> lane_change_metrics(const Results& results, double x0, double offset, double width);
std::vector<Metric> skidpad_metrics(const Results& results, double x0, double radius);

}  // namespace bricard::vehicle
