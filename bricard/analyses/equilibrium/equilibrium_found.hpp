// What is found where a mechanism stays, or its joint rates do: for the analysis, and for others that start there.
#pragma once
#include "bricard/analyses/run.hpp"
#include "bricard/system/system.hpp"

namespace bricard {

struct Equilibrium {
  Outcome outcome;                         // failed: the message says why there is none, and what to change
  Model model;                             // with the parameters that were found
  StartState state;                        // as the start of another analysis (AnalysisOptions::from)
  std::optional<Eigen::Vector3d> turning;  // of a steady turn: the angular velocity of axes that turn with it
  EquilibriumReport report;
  std::vector<std::string> warnings;
  std::string assembly;  // what assembly did, in words
  long iterations = 0, evaluations = 0, factorizations = 0;
};

// Throws Error where the options are wrong.
Equilibrium find_equilibrium(const Model& model, const AnalysisOptions& options, const Control& control);

}  // namespace bricard
