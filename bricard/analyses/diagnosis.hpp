// Diagnosis: true mobility from rank, rows that depend on others by name, uniqueness of reactions.
#pragma once
#include "bricard/results/results.hpp"
#include "bricard/system/system.hpp"

namespace bricard {

struct Diagnosis {
  int counted = 0, actual = 0;  // degrees of freedom: 6 bodies - rows, and from rank; drivers not counted
  int rows = 0;                 // of joints and constraints
  std::vector<RedundantGroup> redundant;
  std::vector<ReactionUniqueness> reactions;
  std::vector<std::string> warnings;
};

// At an assembled state of the System.
Diagnosis diagnose(const System& system, const State& state);

}  // namespace bricard
