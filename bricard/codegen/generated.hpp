// What is generated of a model: functions of named arrays of numbers, each with the graph that computes it. A printer
// (printer.hpp) needs nothing else to write them, their documentation and the structs around them.
//
//   Inputs of every function are those that its kind takes, used or not, with elements or without. They stand in this order, in SI:
//     t        time (1)
//     q, v     coordinates and velocities in relative coordinates, as `bricard evaluate` has them; q' = v but for quaternions
//     z        user states
//     u        inputs of the model, as numbers of its file
//     angles   the last value of every measured angle that no coordinate is, so that it counts turns
//     a        v', of inverse dynamics
//     frc, trq external force at the center of mass and torque on every body with a mass, in its axes; only if asked for
//     p        parameters: masses, centers, inertias, lengths that were not folded into the text; see GeneratedModel::parameters
//     k        what `setup` makes of p once
//   Matrices stand column by column. An element whose node is Graph::zero is zero at every state; symmetric elements are one node.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "bricard/codegen/graph.hpp"

namespace bricard {

struct GeneratedArray {
  std::string name;  // C identifier, once in its function: "q"
  std::string help;  // "coordinates, m and rad"
  int rows = 0, columns = 1;
  std::vector<std::string> row_labels, column_labels;  // what stands there: "main.angle"; empty: the help says it
  int size() const { return rows * columns; }
};

struct GeneratedFunction {
  std::string name;  // C identifier: "dirdyn"
  std::string help;  // an equation and a sentence
  std::vector<GeneratedArray> inputs, outputs;
  Graph graph;  // its inputs and outputs are these arrays, in this order
};

// A number of the model that stays an argument.
struct GeneratedParameter {
  std::string name;  // C identifier, once in the model: "chassis_mass"
  std::string help;  // "mass of chassis"
  std::string unit;  // of SI: "kg"
  double value = 0;  // of the model, SI
};

struct GeneratedModel {
  std::string name;                            // C identifier, of the model
  std::string title;                           // as the model has it
  std::vector<GeneratedParameter> parameters;  // elements of p
  GeneratedFunction setup;                     // p → k; without outputs if nothing depends on parameters alone
  std::vector<GeneratedFunction> functions;    // in the order in which they were asked for
};

}  // namespace bricard
