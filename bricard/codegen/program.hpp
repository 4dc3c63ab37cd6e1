// What is printed: the functions of a generated model (generated.hpp), the data that they read beside their arguments, and what it
// takes to run them as a simulation.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "bricard/codegen/generated.hpp"
#include "bricard/codegen/traced_functions.hpp"
#include "bricard/math/grid_interpolant.hpp"

namespace bricard {

struct GeneratedColumn {
  std::string name;
  double unit = 1;  // SI value of the unit in which it is written
};

enum class GeneratedAction { stop, record, set };
struct GeneratedEvent {
  std::string name;
  GeneratedAction action = GeneratedAction::record;
};

// The simulation that a driver makes, in SI.
struct GeneratedRun {
  double end = 0, output_step = 0;
  double tolerance = 0;                     // relative; see the drivers
  double length = 1;                        // characteristic length of the model: what open rows are compared with
  std::vector<double> q, v, z, angles;      // the start, closed
  std::vector<int> counts_turns;            // by element of angles: it is one that no coordinate holds
  std::vector<char> turning;                // by velocity: an angular one
  std::vector<double> q_size, v_size;       // by coordinate: what counts as one: 1 rad, the characteristic length
  std::vector<int> quaternions;             // first of four coordinates
  std::vector<int> rows;                    // of `constraints`, independent ones
  std::vector<double> row_length;           // by row: its value times this is a length
  std::vector<int> independent, dependent;  // of the rows of lambda, whose slopes `slopes` computes
  bool events_need_motion = false;          // conditions read accelerations or multipliers
  std::vector<GeneratedEvent> events;       // of the function `events`, in its order
  std::vector<char> holding;                // events that are true at the start
  std::vector<HeldValue> held;              // of the function `held`
  std::vector<GeneratedColumn> columns;     // of the function `columns`
};

struct GeneratedProgram {
  GeneratedModel model;
  struct Curve {
    std::string name;
    Interpolant curve;
  };
  struct Surface {
    std::string name;
    GridInterpolant surface;
  };
  std::vector<Curve> curves;
  std::vector<Surface> surfaces;
  std::vector<Graph::Call> calls;   // functions of the user and their derivatives
  std::optional<GeneratedRun> run;  // none: functions alone
  std::vector<std::string> notes;   // what is worth telling whoever generates it

  // In the lists above, of what a function's graph reads.
  const Curve& curve_of(const Graph& graph, int place) const;
  const Surface& surface_of(const Graph& graph, int place) const;
};

// The function of that name; null: it is not generated.
const GeneratedFunction* find_function(const GeneratedProgram& program, std::string_view name);

// What to generate beside the equations.
struct ProgramOptions {
  std::vector<std::string> functions;  // names of generated_functions(); empty: all that the driver needs
  bool fold = false;
  bool loads = false;  // external ones are inputs; not of a run
  bool run = true;
};

// Of a model whose `analysis` says what is simulated. Throws Error that names what cannot be generated.
GeneratedProgram generate_program(const Model& model, const ProgramOptions& options);

}  // namespace bricard
