#include "bricard/model/own_states.hpp"

namespace bricard {

void add_own_states(Model& model) {
  for (Force& force : model.forces) {
    if (force.kind->own_states == nullptr) continue;
    for (const OwnState& own : force.kind.own_states()) {
      StateEquation& state = model.states.emplace_back();
      state.name = force.name + '_' + std::string(own.suffix);
      state.derivative = force.name + '.' + std::string(own.rate);
      *own.read = Function(state.name);
    }
  }
}

}  // namespace bricard
