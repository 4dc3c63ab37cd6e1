// Mechanisms that nobody has thought of: from a seed a Model of one to five bodies. Every second starts from the example that a
// kind of joint, force or constraint carries for its page of the reference, so that a new kind takes part by itself; the others
// are trees of all joints that carry trees, with loops closed by what leaves them movable, some of them redundant. Then come
// springs, loads, drivers, tables, switches, events, states and inputs, with every function of the language.
#pragma once
#include <string>

#include "bricard/model/model.hpp"

namespace bricard {

Model random_mechanism(unsigned seed);

// The same with all masses, inertias and gravity changed by a part of about `size`: how far the motion goes apart tells how it amplifies errors.
Model disturbed(const Model& model, double size);

}  // namespace bricard
