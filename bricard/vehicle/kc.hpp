// Kinematics and compliance of the axles of a vehicle: the positions of the tests, the values at the design position.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "bricard/vehicle/kc_sensitivity.hpp"
#include "bricard/vehicle/load_cases.hpp"
#include "bricard/vehicle/outputs.hpp"
#include "bricard/vehicle/vehicle.hpp"

namespace bricard::vehicle {

struct KcOptions {
  double travel = 0.030;          // of the wheel centers, both ways, m
  std::optional<double> roll;     // of the chassis to the road, both ways, rad; default 2 deg
  std::optional<double> opposite; // instead: travel of the wheels against each other, m
  double rack = 0.020;            // of a rack, both ways, m
  double hand_wheel = 1.5707963267948966;  // where that is what steers, both ways, rad
  double mean_over = 0.010;       // bump steer and bump camber are printed as means over this travel both ways too, m
  double lateral = 1000, longitudinal = 1000, vertical = 500;  // at each contact point, both ways, N
  double aligning = 100;          // about z on each wheel, both ways, N m
  int positions = 61;             // of every test; odd, so that design is one of them
  std::vector<LoadCase> load_cases = usual_load_cases();
  bool sensitivity = true;        // of hard points, where the file is at hand
  std::vector<std::string> tests, axles;  // empty: all
  std::string coordinates = "relative";
  std::string convention = "iso";
};
// Of the section `analysis.kc` of a file. Throws Error with all faults.
KcOptions read_kc_options(const std::vector<Annotation>& annotations);

// A column of the sheet: front.left.camber.
struct KcColumn {
  std::string name;
  const Output* output = nullptr;
  double side = 0;  // +1 left, -1 right, 0 of the axle
};

struct KcTest {
  std::string name, what;      // "heave"; what is held and what is driven, in words
  std::string setting_name;    // "travel in mm"
  double setting_unit = 1;     // in SI
  Component setting_component = Component::none;
  std::vector<double> setting; // by position, SI: what the rig sets
  std::vector<std::vector<std::optional<double>>> rows;  // by position and column, SI
  std::string cut_short;   // why there are fewer positions than asked for; empty: there are not
};

// A single value of the sheet that is no column of a test.
struct KcValue {
  std::string name;
  Output output;
  std::optional<double> value;  // SI
};

struct KcAxle {
  std::string name;
  std::vector<KcColumn> columns;
  std::vector<KcTest> tests;
  std::vector<std::optional<double>> design;  // by column
  std::vector<KcValue> values;
  std::optional<Compliance> compliance;  // at design, where springs resist
  std::optional<KcSensitivity> sensitivity;
  std::vector<std::string> notes;
};

// Of the whole vehicle; by axle as in KcResults.
struct KcLoadCase {
  LoadCase load;
  std::vector<AxleLoad> axles;
  std::vector<std::vector<MemberForce>> members;
};

struct KcResults {
  std::string model;
  KcOptions options;
  std::vector<KcAxle> axles;
  std::vector<KcLoadCase> load_cases;
  std::vector<std::string> notes;  // about the vehicle
  double cpu_seconds = 0;  // of computing
};

// `hard_points`: where the numbers of the file are read from, for sensitivities; null: there are none.
KcResults kc(const Model& model, const Vehicle& given, const KcOptions& options, const HardPointSource* hard_points = nullptr);

}  // namespace bricard::vehicle
