// The matrices of a large model by their entries, in the file's units.
#pragma once
#include <string>
#include <vector>

#include "bricard/analyses/linear/sparse_model.hpp"
#include "bricard/results/results.hpp"

namespace bricard {

std::string sparse_json(const SparseMotion& motion, const SparseModel& model, const std::vector<Mode>& modes,
                        const System& system, const State& state);
std::string sparse_matlab_text(const SparseMotion& motion, const SparseModel& model, const System& system);

}  // namespace bricard
