// The text of a model file that says what a ROBOTRAN file says.
//
// The design position is that in which all coordinates are zero and all frames have the axes of ground, so that coordinates are
// ROBOTRAN's q. Where a file gives guesses of dependent coordinates, it is the position that the initial values describe, because
// a mechanism closes to the nearest position; coordinates count from there, which is told of each.
//
// Names: bodies keep theirs, points have that of their body in front, then joints, cuts, links, sensors, loads, parameters and
// laws keep theirs; one that is taken gets its kind in front (`link_`, `load_`), then a number behind. Between the joints of one
// body stand bodies without mass: chassis_1, chassis_2.
#pragma once
#include <string>
#include <unordered_map>
#include <vector>

#include "bricard/io/model_text.hpp"
#include "bricard/io/robotran/description.hpp"
#include "bricard/io/workbook/names.hpp"
#include "bricard/math/spatial.hpp"

namespace bricard::robotran {

class ModelWriter {
 public:
  // What references name and is not there is told.
  ModelWriter(const Description& description, Told& told);

  ModelText write(const std::string& title);

 private:
  static constexpr int base = -1;
  struct Frame {  // in the design position
    Mat3<double> R = Mat3<double>::Identity();
    Vec3<double> origin = Vec3<double>::Zero();
  };
  struct Point {
    int body = base;
    std::string name;  // of a point of the file; empty: an origin
    Vec3<double> at = Vec3<double>::Zero();
  };

  void find_parents();
  void place_bodies();
  void place_body(int body);
  double designed(const JointPart& joint) const { return has_guesses_ ? joint.q : 0; }
  void choose_names();
  Point find(const End& end, const Place& place, const std::string& what);
  const PointPart* point_of(int body, const std::string& name) const;
  Vec3<double> placed(int body, const Vector3& at) const;
  int common_ancestor(int a, int b) const;
  std::string body(int index) const { return index == base ? "ground" : bodies_[static_cast<std::size_t>(index)]; }
  std::string at(const Point& point) const;

  void entry(std::string& section, const char* name_of_section, const std::string& name, const Place& place,
             const std::string& value);
  // An output to fill in; returns its name. Arguments: what a function in code is called with.
  struct Law {
    std::string name, what;
    std::vector<std::string> arguments;
  };
  std::string law(const std::string& wanted, const Place& place, const std::string& unit, std::vector<std::string> arguments,
                  const std::string& function, double until_then = 0);
  std::string templates_in_c() const;

  void write_points();
  void write_body(const BodyPart& body, int index);
  void write_joint(const JointPart& joint, const std::string& name, const std::string& bodies, const std::string& axis);
  void write_marks(const PointPart& point, int body, const std::string& at);
  void write_load(const Mark& load, int body, const std::string& at, const std::string& sensor);
  void write_cut(const CutPart& cut, std::size_t index);
  void write_rows(const CutPart& cut, const std::string& name, const Point& a, const Point& b);
  void write_link(const LinkPart& link, std::size_t index);
  void write_parameter(const ParameterPart& parameter);
  void write_table(const ParameterPart& parameter);
  void write_state(const ParameterPart& parameter);
  void write_variable(const VariablePart& variable);

  const Description& of_;
  Told& told_;
  workbook::Names names_;
  std::unordered_map<std::string, int> index_;                        // of bodies by their names in the file
  std::vector<std::unordered_map<std::string, std::size_t>> points_;  // of each body, the base last
  std::vector<std::vector<std::string>> point_names_;                 // the same
  std::vector<std::string> bodies_;                                   // names in the model file
  std::vector<std::vector<std::string>> joints_, between_;            // of each body
  std::vector<int> parents_, depth_;
  std::vector<Frame> frames_;
  bool has_guesses_ = false;
  std::vector<Law> laws_;
  std::string parameters_, hard_points_, tables_, body_text_, joint_text_, constraints_, drivers_, forces_, sensors_, inputs_,
      states_, outputs_;
  ModelText made_;
};

}  // namespace bricard::robotran
