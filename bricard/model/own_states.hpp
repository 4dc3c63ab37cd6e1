// States that elements need for themselves, such as the deflections of a tire's tread: they become states of the Model, named
// after the element, which everything that knows states treats like others. Whoever makes a Model calls this once its forces are
// there; what reads a state already is left alone.
#pragma once
#include "bricard/model/model.hpp"

namespace bricard {

void add_own_states(Model& model);

}  // namespace bricard
