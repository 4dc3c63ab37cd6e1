// All stabilizations; the list itself is in stabilizations.cpp, so that a changed entry is compiled again there only.
#pragma once
#include <span>

#include "bricard/formulations/stabilizations/stabilization.hpp"

namespace bricard {

extern const std::span<const Stabilization> stabilizations;

}  // namespace bricard
