// The motions that the constraints leave, in words and numbers: a basis of the null space whose vectors move few joints
// (irreducible.hpp), so that idle freedoms stand alone.
#pragma once
#include "bricard/analyses/doctor/mechanism.hpp"
#include "bricard/results/results.hpp"

namespace bricard {

// Expects Mechanism::select. Lists at most some fifty motions; `left` says how many more there are.
std::vector<FreeMotion> free_motions(Mechanism& mechanism, int& left);

}  // namespace bricard
