// All formulations; the list itself is in formulations.cpp, so that a changed entry is compiled again there only.
#pragma once
#include <span>

#include "bricard/formulations/formulation.hpp"

namespace bricard {

extern const std::span<const Formulation> formulations;

}  // namespace bricard
