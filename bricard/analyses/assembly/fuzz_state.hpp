// state.json: any bytes read to a state or to an Error, and a state that was read writes to a text that reads to an equal one. A
// state with the bodies of a mechanism can be given to it.
#pragma once
#include <string>

#include "bricard/analyses/assembly/state_file.hpp"
#include "bricard/core/error.hpp"
#include "bricard/model/building.hpp"

namespace bricard::broken_by {

inline std::string state(const std::string& bytes) {
  StartState state;
  try {
    state = read_state(bytes, "state.json");
  } catch (const Error& error) {
    return error.faults().empty() ? "an Error without faults" : "";
  }
  try {
    if (!(read_state(state_text(state), "written") == state)) return "reads back to another state:\n" + state_text(state);
  } catch (const Error& error) {
    return "does not read back: " + std::string(error.what()) + '\n' + state_text(state);
  }
  static const System system = [] {
    Model model;
    add_body(model, "b", 1, {1, 1, 1}, {0, 0, 0});
    add_joint(model, "j", "revolute", {"ground", "b"}, {0, 0, 0});
    return System(model);
  }();
  try {
    as_given(system, state);
  } catch (const Error&) {  // other bodies
  }
  return "";
}

}  // namespace bricard::broken_by
