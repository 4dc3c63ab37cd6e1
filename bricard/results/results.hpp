// Results of an analysis: named columns with units, and a Summary that explains itself. No plotting.
#pragma once
#include <array>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bricard/core/dimension.hpp"
#include "bricard/core/outcome.hpp"
#include "bricard/core/units.hpp"

namespace bricard {

struct ResultColumn {
  std::string name;  // "crank.x"
  Dimension dimension;
  std::string unit = {};  // of a plain number that is in this unit already: a varied value
};

// A joint of another kind, or a joint or constraint that is left out (`to` is empty).
struct Replacement {
  std::string joint, from, to;
};

// A change that the program has tried: it takes redundant rows out and gives no new freedom.
struct Suggestion {
  std::vector<Replacement> changes;
  int released = 0;   // rows that go
  int remaining = 0;  // redundant rows that the group keeps
  std::string text;
};

// A minimal set of dependent constraint rows: none of its joints can be left out of the dependency.
struct RedundantGroup {
  std::vector<std::string> rows;   // the rows that were found superfluous: "hinge_2: force z"
  std::vector<std::string> group;  // all joints and constraints of the dependency
  std::vector<Suggestion> suggestions;
};

// A motion that the constraints leave. Rates are relative to the leading one, which is 1: angles in radians, lengths in the
// file's unit.
struct FreeMotion {
  std::string words;
  bool idle = false;                                                  // a body spins between balls: nothing else moves
  std::vector<std::pair<std::string, double>> joints;                 // rates of joint coordinates: "main.angle"
  std::vector<std::pair<std::string, std::array<double, 6>>> bodies;  // velocity of the centre of mass and angular velocity
};

// How near the position is to one where further rows become dependent.
struct Singularity {
  double measure = 1;  // 0: singular; it falls with the distance
  bool singular = false;
  std::string words;
};

// The doctor at sampled positions of a run.
struct AlongRun {
  int sampled = 0;
  struct Change {
    double t;
    int mobility, before;
  };
  std::vector<Change> mobility_changes;
  struct Nearest {
    double t, measure;
  };
  std::optional<Nearest> nearest_singular;
};

struct ReactionUniqueness {
  std::string joint;
  bool unique = true;
  std::vector<std::pair<std::string, bool>> components;  // fx .. tz
};

struct Methods {
  std::string coordinates, formulation, stabilization, integrator, why;
};

struct Violation {
  double position = 0, velocity = 0, acceleration = 0;  // largest over the run
};

// What an element brought in, and what its damper took, J.
struct ElementWork {
  std::string name;
  double work = 0, dissipated = 0;
};

// Energy that entered and left, J:
//   kinetic + potential at the end = at the start + work of drivers + work of forces - dissipated - lost at events + error
// Forces: what is not stored in their potential, of functions of time and motion; dissipated: by dampers; events: impacts, and
// what springs hold that are switched.
struct Balance {
  double energy_start = 0, energy_end = 0;
  double work_drivers = 0, work_forces = 0, dissipated = 0;
  double lost_at_events = 0;
  double error = 0;          // what is missing
  double largest_error = 0;  // on the way, at the ends of fixed steps; with error control that of the end
  double moved = 0;          // the energy that moved, to compare the error with
  std::vector<ElementWork> elements;
  std::optional<double> work_nonideal;  // in forces and dissipated: what non-ideal constraints did, less what they dissipated
};

// Momentum, relative to the largest of its parts. Of bodies that nothing joins with ground: change less the impulse of gravity,
// and about their center of mass; of all bodies: Σ (m a - applied forces) against the reactions of ground, as computed for the
// joints.
struct MomentumBalance {
  int free_groups = 0;                    // of bodies that nothing joins with ground
  std::optional<double> linear, angular;  // largest drift; where there are such groups
  std::optional<double> reactions;        // largest difference of forces or moments at the rows of results
};

// How much relative errors of the data may grow in the equations, at the sampled positions.
struct Conditioning {
  std::optional<double> constraints;  // loop rows: 1/sqrt of the smallest pivot relative to its row's inverse mass
  double constraints_t = 0;
  std::optional<double> mass;  // largest over smallest eigenvalue, lengths in units of the model's; small systems only
  double mass_t = 0;
  double smallest_pivot = 1;  // of all steps, relative to the largest that the row has had
};

// From a second run at half the tolerance or half the step. Positions: lengths, and angles times the characteristic length.
struct ErrorEstimate {
  double position = 0, velocity = 0;                        // estimated errors of the run, largest over rows and columns
  double position_difference = 0, velocity_difference = 0;  // what differs between the runs
  std::string column;                                       // of the largest position error
  double t = 0;                                             // and when
  std::optional<double> tolerance, step;                    // of the second run
  long steps = 0;
  int rows = 0;                         // that were compared
  std::optional<double> trusted_until;  // where errors grow beyond what was asked for: the last time before it
};

struct ElementActivity {
  std::string name;
  bool active = true;         // at some time of the run
  std::string section, type;  // joint, driver, constraint or force; revolute
  bool evaluated = true;      // it takes part in the equations; of elements that are not active: false
  struct Effort {
    Dimension dimension;
    double largest = 0;  // over the run and the components
  };
  std::vector<Effort> efforts;  // where they were computed
  bool has_effort = true;       // false: a joint that constrains nothing
};

struct Event {
  std::string name;
  double t = 0;
};

// A motion that looks the same at all times.
struct TurningReport {
  std::string body;
  double speed = 0, yaw_rate = 0;                        // of the body; about the vertical, positive to the left
  std::vector<std::pair<ResultColumn, double>> running;  // motions that change nothing, and their rates; SI
  std::vector<std::string> kept;                         // of these, rates that nothing determines
  std::string counts;                                    // equations and unknowns, in words
};

// A position of rest, or a steady motion.
struct EquilibriumReport {
  struct Position {
    std::vector<std::pair<ResultColumn, double>> coordinates;  // of joints: "main.angle"; bodies that no joint holds: "car.x"; SI
    std::optional<bool> stable;                                // where it is known
    double growth = 0;                                         // the largest real part of an eigenvalue, 1/s
  };
  // Over which a coordinate may stand with the others held, and friction holds the mechanism; SI. An end that was not found is
  // none.
  struct Range {
    ResultColumn column;
    std::optional<double> from, to;
  };
  std::vector<Range> ranges;
  Position configuration;                             // the one that was found first, and where the results stand
  std::vector<std::pair<std::string, double>> found;  // parameters of `find`, in the file's units
  std::vector<std::string> left_alone;                // coordinates on which no force depends: "main.angle"
  std::vector<Position> others;                       // distinct equilibria from further starts
  std::optional<TurningReport> turning;
  std::string method;  // in words: what it took
};

// An eigenvalue of the motion near a state; of a pair the one with the positive imaginary part.
struct Mode {
  enum class Kind { oscillating, real, rigid };  // rigid: zero, nothing pulls back
  double real = 0, imag = 0;                     // 1/s
  double frequency = 0, damping = 0;             // |lambda|/2pi in Hz; -real/|lambda|
  Kind kind = Kind::oscillating;
  bool unstable = false;
  int multiplicity = 1;  // how often this eigenvalue occurs; each occurrence is a Mode
  std::string moves;     // the coordinate that moves most: "main.angle"; empty: not looked for
};

// What was varied, what was kept of the variants, and which of them failed.
struct SweepReport {
  struct Varied {
    std::string name, unit;
    std::vector<double> values;  // in the file's units
  };
  std::vector<Varied> varied;
  std::string keep;               // last, curves, or the numbers that were asked for
  std::vector<std::string> kept;  // names of these numbers
  long variants = 0;
  struct Variant {
    std::vector<double> values;
    long rows = 0;       // in results.csv
    std::string reason;  // why it failed; empty: it is done
  };
  std::vector<Variant> ended;  // in the order of the rows; after an interrupt not all of them
};

struct Summary {
  std::string model;
  std::string analysis;
  Outcome outcome;
  Methods methods;
  int bodies = 0, joints = 0;
  std::string tree;                               // of relative coordinates, in words: where loops are cut
  int mobility_counted = 0, mobility_actual = 0;  // drivers not counted
  int driven = 0;                                 // degrees of freedom left when the drivers act
  int constraints = 0;                            // rows, drivers not counted
  std::vector<RedundantGroup> redundant;
  std::vector<ReactionUniqueness> reactions;
  std::vector<std::pair<std::string, bool>> efforts;  // of constraints and drivers: unique or not
  std::vector<FreeMotion> free_motions;
  Singularity singularity;
  std::optional<AlongRun> along_run;
  long steps = 0, rejected = 0, evaluations = 0, factorizations = 0;
  long switches = 0;  // moments at which functions of forces or states went over to another branch
  double cpu_seconds = 0, wall_seconds = 0;
  Violation violation;
  std::optional<double> energy_drift;  // relative; only where the model is conservative
  std::optional<Balance> balance;
  std::optional<MomentumBalance> momentum;
  std::optional<Conditioning> condition;
  std::optional<ErrorEstimate> error_estimate;  // where it was asked for
  std::vector<std::string> warnings;
  std::vector<ElementActivity> elements;
  UnitSystem units;
  std::string assembly;  // what assembly did, in words
  std::vector<Event> events;
  std::optional<EquilibriumReport> equilibrium;
  std::vector<Mode> modes;  // of the analysis `modes`, the slowest first
  std::optional<SweepReport> sweep;
  std::vector<std::string> files;  // that the run has left in its folder
};

// A file that an analysis leaves beside results.csv.
struct ResultFile {
  std::string name, text;
};

// What is known of all rows, also of those that are not kept.
struct RowTally {
  long count = 0;
  std::vector<double> largest, last;  // by column: |value|; the last row
  void add(std::span<const double> row);
};

struct Results {
  std::vector<ResultColumn> columns;
  std::vector<double> values;  // SI, row by row; empty where a sink has taken them
  RowTally tally;              // of an analysis over time
  Summary summary;
  std::string state;  // state.json: the last state
  std::vector<ResultFile> files;

  int rows() const { return columns.empty() ? 0 : static_cast<int>(values.size() / columns.size()); }
  double at(int row, int column) const { return values[static_cast<std::size_t>(row) * columns.size() + column]; }
  // Index of a column by name; -1 if there is none.
  int column(std::string_view name) const;
  // One column over time, in SI; throws Error with the nearest right name if there is none.
  std::vector<double> series(std::string_view name) const;
};

}  // namespace bricard
