// state.json: where a run ended, and where another may start. Bodies, counted joint coordinates, user states, and parameters that
// an equilibrium has found; bodies in SI, parameters and states in the file's units.
#pragma once
#include <string>

#include "bricard/model/start_state.hpp"
#include "bricard/system/system.hpp"

namespace bricard {

StartState start_state(const System& system, const State& state);
// The other way, as it is: joints need not close. Throws Error where the bodies are not those of the model.
State as_given(const System& system, const StartState& start);
std::string state_text(const StartState& state);

// Throws Error where the text is no such file; `file_name` is for the message.
StartState read_state(const std::string& text, const std::string& file_name);

}  // namespace bricard
