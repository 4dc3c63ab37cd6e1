// How well the accelerations of a formulation are determined in numbers: the condition number (2-norm, SI units) of the matrix of
// its equations at the start, with the rows that are independent,
//   M + alpha Phi_vᵀ Phi_v    where it penalizes with a given alpha
//   [M Phi_vᵀ; Phi_v 0]       else.
#pragma once
#include <optional>

#include "bricard/analyses/methods.hpp"
#include "bricard/model/model.hpp"

namespace bricard {

// None where a penalizing formulation finds alpha by itself, in balanced units; where the model has more than 300 unknowns; or
// where it cannot be assembled.
std::optional<double> condition_number(const Model& model, const MethodChoice& methods, const AnalysisOptions& options);

}  // namespace bricard
