// The text of a snapshot: JSON whose numbers read back as the same doubles.
#pragma once
#include "bricard/analyses/dynamics/course.hpp"
#include "bricard/analyses/dynamics/state_values.hpp"

namespace bricard {

StateValues plain(const State& state);
State state_of(const StateValues& values);

std::string checkpoint_text(const Checkpoint& point);
// Throws Error where the text is no snapshot.
Checkpoint read_checkpoint(const std::string& text);

}  // namespace bricard
