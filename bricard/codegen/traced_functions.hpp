// Functions whose graphs are traced element code (traced.hpp): what stands beside the equations of motion. Together with those a
// program makes a simulation of them.
#pragma once
#include "bricard/codegen/generated.hpp"
#include "bricard/system/system.hpp"

namespace bricard {

GeneratedFunction generate_rates(const System& system);    // q' of q and v
GeneratedFunction generate_inputs(const System& system);   // u of t
GeneratedFunction generate_angles(const System& system);   // measured coordinates, turns counted
GeneratedFunction generate_events(const System& system);   // margins of conditions
GeneratedFunction generate_held(const System& system);     // what events and samples set
GeneratedFunction generate_efforts(const System& system);  // of all rows: for the split of redundant ones
GeneratedFunction generate_slopes(const System& system);   // J of the rows of lambda
GeneratedFunction generate_columns(const System& system);  // a row of results.csv
GeneratedFunction generate_sensors(const System& system);
GeneratedFunction generate_links(const System& system);
GeneratedFunction generate_outputs(const System& system);
GeneratedFunction generate_forces(const System& system);
GeneratedFunction generate_states(const System& system);    // z'

// The states that generate_held computes, in its order: those of event 0, 1, ..., then those that are sampled.
struct HeldValue {
  int event = -1;  // -1: it is sampled
  int state = 0;
  double period = 0;  // of samples, s
};
std::vector<HeldValue> held_values(const System& system);

}  // namespace bricard
