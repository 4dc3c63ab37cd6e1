// All kinds of elements: for those who name one.
#pragma once
#include "bricard/elements/constraints/constraints.hpp"
#include "bricard/elements/forces/forces.hpp"
#include "bricard/elements/joints/joints.hpp"
