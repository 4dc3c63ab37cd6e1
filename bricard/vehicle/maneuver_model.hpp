// A vehicle with a driver: what a maneuver adds to the Model.
#pragma once
#include "bricard/vehicle/maneuver.hpp"

namespace bricard::vehicle {

// What the driver does. Texts are expressions in the file's units.
struct Command {
  std::string steer;       // the coordinate of the steered joint, a function of time; or with `follows` of columns too
  bool follows = false;    // a driver who watches: his hands follow `steer` with a lag, through a stiff spring
  std::optional<double> speed, speed_until;  // that is kept, m/s; until this time, s
  std::string drive_force, brake_force;  // N of the file's units, together; beside the controller of the speed
};

class ManeuverModel {
 public:
  // Throws Error with what the vehicle's roles lack.
  ManeuverModel(const Model& model, const Vehicle& vehicle, const ManeuverOptions& options);

  // The Model with this command; bodies start with that speed.
  Model with(const Command& command, double start_speed) const;

  // A number of SI as text in the file's units.
  std::string text(double si, Dimension dimension) const;
  double mass() const { return mass_; }
  double wheelbase() const { return wheelbase_; }
  double track() const { return track_; }
  bool steers_by_angle() const { return steers_by_angle_; }
  const UnitSystem& units() const { return model_.units; }
  const Model& original() const { return model_; }
  const std::string& chassis() const { return vehicle_.chassis; }

 private:
  struct Driven {
    std::string hub, wheel, carrier;
    double sense = 1;  // of the hub's angle: forward
    double radius = 0, drive = 0, brake = 0;
    Vector3 axis;
  };
  void measure(Model& model) const;
  void steer(Model& model, const Command& command) const;
  void drive(Model& model, const Command& command) const;

  const Model& model_;
  const Vehicle& vehicle_;
  std::string steered_, coordinate_;  // joint and its coordinate
  bool steers_by_angle_ = false;
  std::vector<Driven> wheels_;
  double mass_ = 0, wheelbase_ = 0, track_ = 0;
};

}  // namespace bricard::vehicle
