// The text of a model file that says what the description of a robot says.
//
// The design position is that in which all coordinates are zero. A link that is fastened to another becomes a part of it, with
// mass, inertia and shapes, and is still followed by its name: as a sensor at its origin. Bodies have the axes of their links.
// Joints that close loops are cut, so that relative coordinates are those of the robot.
//
// Names: bodies keep theirs, then joints, sensors, loops, couplings and actuators; one that is taken gets its kind in front
// (`joint_elbow`), then a number behind. Between several joints of one link stand bodies without mass: foot_1, foot_2.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "bricard/io/model_text.hpp"
#include "bricard/io/robot/description.hpp"
#include "bricard/io/workbook/names.hpp"

namespace bricard::robot {

class ModelWriter {
 public:
  ModelWriter(const Description& description, Told& told, bool limits_are_stops);
  ModelText write(const std::string& title);

 private:
  struct Coordinate {
    const JointPart* part = nullptr;
    std::string name;  // of the joint
    bool turns() const { return part->kind == JointKind::revolute; }
    std::string value() const { return name + (turns() ? ".angle" : ".position"); }
    std::string rate() const { return name + (turns() ? ".speed" : ".rate"); }
    std::string effort() const { return turns() ? "torque" : "force"; }
  };

  void place_links();
  void choose_names();
  int carrier(int link) const { return link == ground ? ground : carrier_[static_cast<std::size_t>(link)]; }
  std::string body(int link) const {
    return carrier(link) == ground ? "ground" : names_[static_cast<std::size_t>(carrier(link))];
  }
  Pose<double> pose(int link) const { return link == ground ? Pose<double>{} : poses_[static_cast<std::size_t>(link)]; }
  const Coordinate* coordinate(const std::string& joint, const Place& place, const std::string& where);

  void entry(std::string& section, const char* name_of_section, const std::string& name, const Place& place,
             const std::string& value);
  void write_link(int link);
  void write_body(int link);
  void write_joint(const JointPart& joint, const std::string& name, const std::string& bodies, const Pose<double>& pose);
  void write_passive(const Coordinate& joint);
  void write_dampers(const JointPart& joint, const std::string& name, const std::string& bodies, const std::string& at);
  void write_stop(const Coordinate& joint);
  std::string shape(const ShapePart& shape, const Pose<double>& link, const std::string& name);
  void write_marks(int link);
  void write_loop(const LoopPart& loop);
  void write_coupling(const CouplingPart& coupling);
  void write_actuator(const ActuatorPart& actuator);
  void note_limits();

  const Description& of_;
  Told& told_;
  bool limits_are_stops_;
  workbook::Names taken_;
  std::vector<Pose<double>> poses_;      // in the design position
  std::vector<int> carrier_;             // the link that a link is a part of: itself where it has joints
  std::vector<MassProperties> masses_;   // with what is fastened
  std::vector<std::vector<int>> parts_;  // links that are a part of it, itself first
  std::vector<std::string> names_;       // of bodies
  std::vector<std::vector<std::string>> joints_, between_;
  std::map<std::string, Coordinate> coordinates_;  // of joints with one, by their names in the file
  std::string parameters_, bodies_, joint_text_, constraints_, forces_, sensors_, inputs_, states_;
  std::vector<std::string> limited_;
  ModelText made_;
};

}  // namespace bricard::robot
