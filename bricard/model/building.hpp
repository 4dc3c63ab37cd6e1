// A Model put together in C++, as short as in a file:
//
//   Model model;
//   add_body(model, "rod", "2 kg", {0.001, 0.167, 0.167}, {"500 mm", 0, 0});
//   start(add_joint(model, "hinge", "revolute", {"ground", "rod"}, {0, 0, 0}, {0, 1, 0}), "speed", "60 deg/s");
//
// Numbers are in SI; a text has its unit, "35 N/mm", and where a function may stand it may be one, in the units of the model.
// What is wrong in itself is thrown as an Error at once, the rest when the model is used. References hold until the next element
// of the section is added.
#pragma once
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "bricard/math/external_function.hpp"
#include "bricard/model/model.hpp"

namespace bricard {

class Number {
 public:
  Number(double number) : number_(number) {}            // NOLINT: that is what it is for
  Number(int number) : number_(number) {}               // NOLINT
  Number(const char* text) : text_(text) {}             // NOLINT
  Number(std::string text) : text_(std::move(text)) {}  // NOLINT

  // In SI. Throws Error where the text is no number of that dimension; `where` is like "bodies.rod.mass".
  double in(Dimension dimension, const std::string& where) const;
  // A number, or an expression.
  Function function(Dimension dimension, const std::string& where) const;

 private:
  double number_ = 0;
  std::string text_;
};

using Triple = std::array<Number, 3>;

// `moments`: principal moments of inertia about the center of mass, which is at `position`.
Body& add_body(Model& model, std::string name, const Number& mass, const Triple& moments, const Triple& position);

// A joint of a type that `bricard list` names; `axis` is taken where the type has one.
Joint& add_joint(Model& model, std::string name, std::string_view type, const std::array<std::string, 2>& bodies,
                 const Triple& at, const Triple& axis = {0, 0, 1});
// A coupling of joints: gear, rack_pinion, coupler.
Joint& add_coupling(Model& model, std::string name, std::string_view type, std::vector<std::string> joints);
// The start of a coordinate or of its rate: "angle", "speed".
Joint& start(Joint& joint, std::string_view coordinate, const Number& value);

// A coordinate of a joint, "angle", "position", "rx", as a function of time.
Driver& add_driver(Model& model, std::string name, std::string joint, std::string_view coordinate, const Number& function);

// A motion of a joint through points in time: `names` are "t" and coordinates of the joint, `values` their numbers row by row, in
// the units of the model, as in a file. Adds a table and a driver for each coordinate, `NAME.rx_of_t` and `NAME.rx`; a run that
// goes on after the last row is refused.
void add_path(Model& model, const std::string& name, const std::string& joint, const std::vector<std::string>& names,
              const std::vector<double>& values, bool active = true);

// A function of C++ that expressions of the model call, f(x, y); its name alone, which is returned, is the call with the
// arguments as they are listed: set(strut, "force", add_function(model, "gas", {"strut.length"}, [](auto x) { .. })). Numbers are
// in the units of the model. `first`: ∂f/∂x_i, else differences; `second`: ∂²f/∂x_i∂x_j row by row, which drivers and constraints
// need. Runs on several threads call it at once.
std::string add_function(Model& model, std::string name, std::vector<std::string> arguments, ExternalFunction::Value value,
                         ExternalFunction::Derivatives first = {}, ExternalFunction::Derivatives second = {});

// Between two points, each on its body; on one body at a point; on a coordinate of a joint.
Force& add_force(Model& model, std::string name, std::string_view type, const std::array<std::string, 2>& bodies,
                 const Triple& from, const Triple& to);
Force& add_load(Model& model, std::string name, std::string_view type, std::string body, const Triple& at);
Force& add_joint_force(Model& model, std::string name, std::string_view type, std::string joint);

// A key of the kind of an element: set(spring, "stiffness", "35 N/mm").
Joint& set(Joint& joint, std::string_view key, const Number& value);
Constraint& set(Constraint& constraint, std::string_view key, const Number& value);
Force& set(Force& force, std::string_view key, const Number& value);

}  // namespace bricard
